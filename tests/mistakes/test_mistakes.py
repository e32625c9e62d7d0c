"""Every mistake that is kept can be made: its text is there, once, and all packages have one."""

import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ROOT / "src" / "ludoteca"
DESCRIBED = tomllib.loads((Path(__file__).parent / "mistakes.toml").read_text("utf-8"))
MISTAKES = DESCRIBED["mistake"]


@pytest.mark.parametrize("mistake", MISTAKES, ids=[mistake["id"] for mistake in MISTAKES])
def test_a_mistake_changes_its_file_in_one_place(mistake):
    text = (ROOT / mistake["file"]).read_text("utf-8")
    assert text.count(mistake["old"]) == 1
    wrong = text.replace(mistake["old"], mistake["new"])
    assert wrong != text
    compile(wrong, mistake["file"], "exec")


def test_there_are_sixty_four_mistakes_in_words():
    assert len({mistake["id"] for mistake in MISTAKES}) == len(MISTAKES) == 67
    words = {mistake["words"] for mistake in MISTAKES}
    assert len(words) == 67
    assert all(said.endswith(".") for said in words)


def test_every_package_has_mistakes_and_tests_of_its_own():
    folders = {path.parent.relative_to(SOURCES) for path in SOURCES.glob("*/__init__.py")}
    packages = {str(path) for path in folders} - {"examples", "games"}
    packages |= {f"games/{path.parent.name}" for path in SOURCES.glob("games/*/__init__.py")}
    packages |= {"core/laws", "players/advice"}
    packages |= {f"web/{name}" for name in ("engines", "journal", "kit", "pages", "server")}
    made = {mistake["package"] for mistake in MISTAKES}
    assert made == set(DESCRIBED["tests"])
    assert {name for name in packages if not any(m.startswith(name) for m in made)} == set()
    assert set(DESCRIBED["compiled"]) <= made
    named = [part for tests in DESCRIBED["tests"].values() for part in tests]
    paths = [
        part.rpartition("=")[2].partition("::")[0] for part in named if part[:2] not in ("-k", "-m")
    ]
    assert [path for path in paths if not (ROOT / path).exists()] == []
