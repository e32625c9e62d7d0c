"""Golden playthroughs: one readable deal of every registered game, which may not change unseen."""

from pathlib import Path

import pytest

from ludoteca.core.laws.playthrough import playthrough
from ludoteca.core.registry import games, load_game

FOLDER = Path(__file__).parent / "playthroughs"


@pytest.mark.parametrize("name", sorted(games()))
def test_the_playthrough_is_the_golden_one(name: str) -> None:
    golden = FOLDER / f"{name}.txt"
    assert golden.is_file(), f"no golden playthrough of {name}: run tests/playthroughs/make.py"
    game = load_game(name)
    assert playthrough(game, game.options(), seed=1) == golden.read_text(encoding="utf-8")


def test_no_golden_playthrough_is_of_a_game_that_is_gone() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(games())
