"""Toy games and the reference solver of these tests, importable by name."""

import importlib
import sys
from pathlib import Path

import pytest

from ludoteca.core.game import Game

sys.path.insert(0, str(Path(__file__).parent / "toys"))


@pytest.fixture(scope="session")
def kalah():
    """A game with extra turns; it is used without being registered."""
    return Game(importlib.import_module("kalah").INFO, "kalah")
