"""Places of files of the repository on the site, and links between them.

What is written for the repository is shown as it stands: only its links are changed. A link to a
file that the site does not have becomes plain text.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("core", "exact", "solve", "players", "arena", "envs", "train")
"""The packages of the reference."""

GAMES = ("buraco", "poker", "mus", "bigpoints", "eras", "vangin")
"""The six games, in the order of their documents."""

_SOURCE = PurePosixPath("src/ludoteca")
_LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)")
_IMAGE = re.compile(r'(<img src=")([^"]+)(")')
_ELSEWHERE = re.compile(r"[a-z]+:|#|//")


def modules() -> Iterator[PurePosixPath]:
    """The public modules of the reference, as paths below ``src/ludoteca``."""
    folder = ROOT / _SOURCE
    for package in PACKAGES:
        for path in sorted((folder / package).rglob("*.py")):
            relative = PurePosixPath(path.relative_to(folder).as_posix())
            names = [part for part in relative.parts if part != "__init__.py"]
            if not any(name.startswith("_") for name in names):
                yield relative


def place_of(path: PurePosixPath) -> PurePosixPath | None:
    """The page or picture of the site that shows the file ``path`` of the repository."""
    text = str(path)
    if text in ("README.md", "."):
        return PurePosixPath("index.md")
    if text == "benchmarks/results.md":
        return PurePosixPath("benchmarks.md")
    if text == "CHANGELOG.md":
        return PurePosixPath("changelog.md")
    if path.parts[:1] == ("docs",):
        return PurePosixPath(*path.parts[1:]) if (ROOT / path).is_file() else None
    if len(path.parts) > 3 and path.parts[:3] == (*_SOURCE.parts, "games"):
        game = path.parts[3]
        wanted = path.name == "README.md" or len(path.parts) == 4
        return PurePosixPath("games", f"{game}.md") if game in GAMES and wanted else None
    if path.suffix == ".py" and path.parts[2:3] and path.parts[2] in PACKAGES:
        return reference_page(path.relative_to(_SOURCE))
    return None


def reference_page(module: PurePosixPath) -> PurePosixPath:
    """The page of a module, given below ``src/ludoteca``."""
    if module.name == "__init__.py":
        return PurePosixPath("reference", module.parent, "index.md")
    return PurePosixPath("reference", module.with_suffix(".md"))


def relinked(text: str, origin: PurePosixPath, page: PurePosixPath) -> str:
    """``text`` of the file ``origin`` with its links as they are on ``page`` of the site."""

    def changed(found: re.Match[str]) -> str:
        mark, words, target = found.groups()
        if _ELSEWHERE.match(target):
            return found[0]
        there = address(target)
        return f"{mark}[{words}]({there})" if there else words

    def address(target: str) -> str:
        path, _hash, anchor = target.partition("#")
        place = place_of(PurePosixPath(os.path.normpath(origin.parent / path)))
        if place is None:
            return ""
        return os.path.relpath(place, page.parent) + (f"#{anchor}" if anchor else "")

    text = _IMAGE.sub(lambda found: found[1] + address(found[2]) + found[3], text)
    return _LINK.sub(changed, text)
