"""Minimus beyond its rules: options, and the worlds that a seat thinks possible."""

import numpy as np
import pytest

from ludoteca.core import calls
from ludoteca.core.errors import BadInput
from ludoteca.core.laws import random_deal
from ludoteca.core.laws.referee import TooManyWorlds, resample_matches
from ludoteca.core.registry import load_game

ALL_QUIET = "silent missed missed " * 4


def test_too_small_a_deck_is_refused():
    with pytest.raises(BadInput, match="ranks x copies"):
        load_game("minimus").options({"ranks": 2, "copies": 2, "held": 2})


@pytest.mark.parametrize(
    "options",
    [
        {"ranks": 4, "copies": 2, "exchanges": 1},
        {"ranks": 3, "copies": 2, "exchanges": 2, "catch_percent": 50},
        {"ranks": 2, "copies": 4, "exchanges": 2},
        pytest.param(
            {"ranks": 3, "copies": 3, "held": 2, "exchanges": 1, "catch_percent": 0},
            marks=pytest.mark.soak,
        ),
    ],
    ids=str,
)
def test_resampled_worlds_have_the_frequencies_of_brute_force(options):
    """Reshuffles, two-card hands and repeated exchanges included: see the options."""
    game = load_game("minimus")
    rng = np.random.default_rng(3)
    compared = 0
    for seed in range(3):
        for step, (state, _action) in enumerate(random_deal(game, game.options(options), seed)):
            if step % 8 != 7:
                continue
            seat = int(rng.integers(4))
            try:
                assert resample_matches(state, seat, rng) is None, (seed, step, seat)
            except TooManyWorlds:
                continue
            compared += 1
    assert compared >= 8


def test_resample_reaches_across_a_reshuffle(played):
    """The memory of a seat's own discard still counts after the reshuffle.

    Seat 0 keeps nothing in mind but its discard (a 1): when seat 1, who kept its card, is looked at
    after the reshuffle, that card is one of the five that seat 0 did not throw.
    """
    options = {"ranks": 3, "copies": 2, "exchanges": 1, "catch_percent": 0}
    state = played("minimus", options, "2 2 3 1", ALL_QUIET, "keep x2 x3 x1", "1 3 3")
    assert calls.draw_source(state.record, 0) == -1
    assert state.record["shuffles"][0] == 1
    assert resample_matches(state, 0, np.random.default_rng(1), 20_000) is None
