"""Toy games and the reference solver of these tests, importable by name."""

import importlib
import sys
from pathlib import Path

import pytest

from ludoteca.core.game import Game

sys.path.insert(0, str(Path(__file__).parent / "toys"))


@pytest.fixture(scope="session")
def toy():
    """``toy(name)``: a game of the folder ``toys``, used without being registered."""
    return lambda name: Game(importlib.import_module(name).INFO, name)
