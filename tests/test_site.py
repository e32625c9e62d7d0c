"""The site, built with every warning an error; ``make docs`` alone executes its tutorials."""

import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

ROOT = Path(__file__).resolve().parents[1]


class _Links(HTMLParser):
    """The addresses that a page leads to."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [value for name, value in attrs if name in ("href", "src") and value]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    quiet = {"NO_MKDOCS_2_WARNING": "1", "DISABLE_MKDOCS_2_WARNING": "true"}
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--site-dir", str(folder)],
        cwd=ROOT, env={**os.environ, **quiet, "LUDOTECA_NOTEBOOKS": "false"},
        capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
    return folder


def test_every_link_within_the_site_leads_to_a_file(site: Path) -> None:
    lost = []
    for page in site.rglob("*.html"):
        links = _Links()
        links.feed(page.read_text(encoding="utf-8"))
        for link in set(links.found):
            parts = urlsplit(link)
            if parts.scheme or parts.netloc or not parts.path or page.name == "404.html":
                continue
            if not (page.parent / unquote(parts.path)).exists():
                lost.append(f"{page.relative_to(site)}: {link}")
    assert not lost, lost[:20]


@pytest.mark.parametrize(
    ("page", "words"),
    [
        ("index.html", "A laboratory for card and board games"),
        ("games/mus.html", "The rules in full"),
        ("results.html", "964444044208/262190765217675"),
        ("reference/core/state.html", "ludoteca.core.state"),
        ("tutorials/odds.html", "Odds with fractions"),
        ("tutorials/train.html", "learned:FILE"),
    ],
)
def test_a_page_of_each_part_is_there(site: Path, page: str, words: str) -> None:
    assert words in (site / page).read_text(encoding="utf-8")


def test_a_game_s_page_has_words_and_pictures_of_its_guide_as_text(site: Path) -> None:
    for page in site.glob("games/*.html"):
        assert not re.search(":term:|:card:", page.read_text(encoding="utf-8")), page.name


def test_the_reference_shows_tables_and_examples_of_docstrings(site: Path) -> None:
    pages = {page: page.read_text(encoding="utf-8") for page in site.glob("reference/**/*.html")}
    assert not [page for page, text in pages.items() if "<blockquote>" in text or "=====" in text]
    assert (
        "<td><code>current_player(s) -&gt; int</code></td>"
        in pages[site / "reference" / "core" / "kernel.html"]
    )


def test_notebooks_share_their_style_sheet(site: Path) -> None:
    notebooks = [*site.glob("tutorials/*.html")]
    assert len(notebooks) == len([*(ROOT / "docs" / "tutorials").glob("*.py")])
    assert max(page.stat().st_size for page in notebooks) < 200_000
