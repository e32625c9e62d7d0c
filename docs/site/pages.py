"""The pages of the site that are made of other files: the README, games, benchmarks, reference."""

from __future__ import annotations

import re
import sys
from pathlib import Path, PurePosixPath

import mkdocs_gen_files

sys.path.insert(0, str(Path(__file__).resolve().parent))

from layout import GAMES, PACKAGES, ROOT, modules, reference_page, relinked


def write(page: str | PurePosixPath, text: str) -> None:
    """Write a page of the site."""
    with mkdocs_gen_files.open(str(page), "w") as file:
        file.write(text)


def show(origin: str, page: str) -> None:
    """Show a file of the repository as a page."""
    text = (ROOT / origin).read_text(encoding="utf-8")
    write(page, relinked(text, PurePosixPath(origin), PurePosixPath(page)))


def show_game(name: str) -> None:
    """Show a game: first how it is played, then what the laboratory knows of it."""
    page = PurePosixPath("games", f"{name}.md")
    parts = []
    for file in ("guide.md", "README.md"):
        origin = PurePosixPath("src/ludoteca/games", name, file)
        text = (ROOT / origin).read_text(encoding="utf-8")
        parts.append(relinked(text, origin, page))
    guide, about = parts
    guide = re.sub(r"^:term: (.+)\n", r"**\1**: ", guide, flags=re.M)
    guide = re.sub(r"^:card: (.+)\n", r"`\1`: ", guide, flags=re.M)
    _title, _newline, rest = about.partition("\n")
    write(page, f"{guide}\n\n# The rules in full, and what is known\n{rest}")


def show_reference() -> None:
    """A page for each public module, and the order of them."""
    lines = ["* [Overview](index.md)"]
    overview = ["# Reference", "", "Every public name, from the docstrings of the source.", ""]
    for module in modules():
        names = [part.removesuffix(".py") for part in module.parts]
        names = names[:-1] if names[-1] == "__init__" else names
        dotted = ".".join(("ludoteca", *names))
        page = reference_page(module)
        write(page, f"# {dotted}\n\n::: {dotted}\n    options:\n      show_root_heading: false\n")
        there = page.relative_to("reference")
        lines.append(f"{'    ' * (len(names) - 1)}* [{names[-1]}]({there})")
        if len(names) == 1:
            overview.append(f"- [{dotted}]({there})")
    assert len(overview) == len(PACKAGES) + 4
    write("reference/SUMMARY.md", "\n".join(lines) + "\n")
    write("reference/index.md", "\n".join(overview) + "\n")


show("README.md", "index.md")
show("benchmarks/results.md", "benchmarks.md")
show("CHANGELOG.md", "changelog.md")
for game in GAMES:
    show_game(game)
show_reference()
icon = ROOT / "src/ludoteca/web/static/icon.svg"
write("pictures/icon.svg", icon.read_text(encoding="utf-8"))
