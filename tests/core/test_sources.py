"""The sources that the name of a game's compiled code depends on."""

from pathlib import Path

import pytest

from ludoteca.core.sources import folder_hash

LIBRARY = ("core/kernel.py", "core/calls.py", "players/uct.py", "players/particles.py")

FILES = {
    "__init__.py": "INFO = 1\n",
    "rules.py": "from .steps import (\n    STEP,\n)\nfrom . import more\n@njit\ndef f(): ...\n",
    "steps.py": "from .constants import STEP\n",
    "constants.py": "STEP = 1\n",
    "more.py": "MORE = 1\n",
    "face.py": "from .rules import f\n",
    "solver/__init__.py": "NAME = 1\n",
    "solver/ways.py": "from ..constants import STEP\n@njit\ndef g(): ...\n",
    "study/__init__.py": "from ludoteca.lab import study\nfrom ..rules import f\n",
}
APART = ("face.py", "study/__init__.py")


@pytest.fixture
def game(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def edited(game: Path, name: str) -> bool:
    """True where an edit of the file ``name`` changes the hash."""
    before = folder_hash(game)
    (game / name).write_text(FILES[name] + "x = 2\n")
    folder_hash.cache_clear()
    return folder_hash(game) != before


@pytest.mark.parametrize("name", [name for name in FILES if name not in APART])
def test_a_file_that_compiled_code_is_made_of_counts_however_it_is_imported(game, name):
    assert edited(game, name)


@pytest.mark.parametrize("name", APART)
def test_an_edit_of_a_face_or_a_study_recompiles_nothing(game, name):
    assert not edited(game, name)


def test_a_script_does_not_depend_on_what_lies_in_folders_beside_it(tmp_path):
    (tmp_path / "script.py").write_text("@njit\ndef f(): ...\n")
    before = folder_hash(tmp_path)
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "data.json").write_text("1")
    (tmp_path / "other" / "more.py").write_text("@njit\ndef g(): ...\n")
    folder_hash.cache_clear()
    assert folder_hash(tmp_path) == before
