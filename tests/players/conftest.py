"""Toy games of these tests."""

import importlib
import sys
from pathlib import Path

import pytest

from ludoteca.core.game import Game
from ludoteca.core.registry import games

sys.path.insert(0, str(Path(__file__).parent / "toys"))


@pytest.fixture(scope="module")
def ordago():
    """A match that is won by juegos, and a juego by one accepted bet."""
    games()["ordago"] = game = Game(importlib.import_module("ordago").INFO, "ordago")
    yield game
    del games()["ordago"]
