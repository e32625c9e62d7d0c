"""The test games are registered like anybody's: by the folder that the environment names."""

import os
from pathlib import Path

import pytest

os.environ["LUDOTECA_GAMES"] = str(Path(__file__).parent / "games")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """One process runs a file's tests, or a game's laws: what they need is compiled once."""
    for item in items:
        of_game = item.path.name == "test_laws.py" and item.callspec.params["name"]
        item.add_marker(pytest.mark.xdist_group(of_game or str(item.path)))
