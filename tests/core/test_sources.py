"""What the name of a game's compiled code depends on."""

from pathlib import Path

import pytest

from ludoteca.core.sources import folder_hash

FILES = {
    "__init__.py": "INFO = 1\n",
    "rules.py": "from .steps import (\n    STEP,\n)\nfrom . import more\n@njit\ndef f(): ...\n",
    "steps.py": "from .constants import STEP\n",
    "constants.py": "STEP = 1\n",
    "more.py": "MORE = 1\n",
    "face.py": "from .rules import f\n",
}


@pytest.fixture
def game(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    return tmp_path


def edited(game: Path, name: str) -> bool:
    """Whether an edit of the file ``name`` changes the hash."""
    before = folder_hash(game)
    (game / name).write_text(FILES[name] + "x = 2\n")
    folder_hash.cache_clear()
    return folder_hash(game) != before


@pytest.mark.parametrize("name", ["__init__.py", "rules.py", "steps.py", "constants.py", "more.py"])
def test_a_file_that_compiled_code_is_made_of_counts_however_it_is_imported(game, name):
    assert edited(game, name)


def test_an_edit_of_a_face_recompiles_nothing(game):
    assert not edited(game, "face.py")
