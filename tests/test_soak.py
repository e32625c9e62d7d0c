"""The long checks of ``make soak``: the laws over many seeds and many combinations of options."""

import itertools

import numpy as np
import pytest

from ludoteca.core.errors import BadInput
from ludoteca.core.laws import LAWS, check
from ludoteca.core.registry import games, load_game

pytestmark = pytest.mark.soak

VARIANTS = 10


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("name", sorted(games()))
def test_law_over_many_seeds(name: str, law: str) -> None:
    (result,) = check(load_game(name), seed=100, deals=30, names=[law])
    assert result.ok, f"{result.sentence} (seed {result.seed})"


def some_options(game, rng: np.random.Generator):
    """Completed options drawn at random, those that exclude each other left out."""
    while True:
        drawn = {
            option.name: str(rng.choice(option.choices))
            if option.choices
            else int(rng.integers(option.low, option.high + 1))
            for option in game.schema
        }
        try:
            return game.options(drawn)
        except BadInput:
            continue


@pytest.mark.parametrize("name", sorted(games()))
def test_laws_hold_for_random_rule_options(name: str) -> None:
    game = load_game(name)
    left_out = {
        "uncompiled rules play the same",
        "resample has the right frequencies",
        "option values can be played",
    }
    rng = np.random.default_rng(1)
    laws = [law for text, law in LAWS.items() if text not in left_out]
    for variant, law in itertools.product(range(VARIANTS), laws):
        law(game, some_options(game, rng), variant)
