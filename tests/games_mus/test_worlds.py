"""Resampled worlds of mus against brute force, on small decks, where random deals seldom come.

Aces and kings alone, or a third rank; hands of one to three cards. Mus is wanted nearly always, so
that positions after several rounds, in and after the shuffle, are met.
"""

from collections import Counter

import numpy as np
import pytest

from deals import decisions, uniform
from ludoteca.core import calls
from ludoteca.core.errors import NoWorld
from ludoteca.core.laws.referee import TooManyWorlds, resample_matches
from ludoteca.games.mus.hands import KING, code_count
from ludoteca.games.mus.ids import BETTING, CUT, GRANDE, MUS, PARES, PASS, TALKING
from ludoteca.games.mus.worlds import weigh_worlds

BASE = {"signs": "none", "corrido": "no", "target": 5, "ranks": 2}

# Options, and of a position how often it was shuffled, how many rounds of mus were agreed to, and,
# where it matters, which lance is played, at least.
CASES = {
    "shuffle_between_two_rounds": ({"copies": 4, "held": 1, "rounds": 3}, 1, 3),
    "shuffle_inside_a_round_and_a_round_after_it": ({"copies": 5, "held": 1, "rounds": 3}, 1, 3),
    "two_cards_and_a_shuffle_at_once": ({"copies": 5, "held": 2, "rounds": 2}, 1, 1),
    "pares_declared_after_the_shuffle": (
        {"copies": 5, "held": 2, "rounds": 2}, 1, 1, PARES,
    ),
    "two_of_three_cards_thrown": ({"copies": 7, "held": 3, "rounds": 1}, 0, 1),
    "mus_corrido": ({"copies": 5, "held": 1, "rounds": 3, "corrido": "yes"}, 1, 2),
    "a_card_seen": ({"copies": 5, "held": 2, "rounds": 1, "visto": 60}, 0, 0),
    "signs_of_first_hands": (
        {"ranks": 3, "copies": 3, "held": 2, "rounds": 0, "signs": "short", "catch": 50}, 0, 0,
    ),
    "signs_caught_surely_and_words": (
        {"ranks": 3, "copies": 3, "held": 2, "rounds": 0, "signs": "short", "catch": 100,
         "talk": "yes"}, 0, 0,
    ),
    "signs_of_hands_of_before": (
        {"copies": 4, "held": 1, "rounds": 1, "signs": "short", "catch": 40}, 0, 1,
    ),
    "signs_of_the_federation": (
        {"copies": 4, "held": 1, "rounds": 0, "signs": "federation", "catch": 40}, 0, 0,
    ),
    "signs_of_three_hands": (
        {"copies": 6, "held": 1, "rounds": 2, "signs": "short", "catch": 100}, 0, 2,
    ),
    "signs_caught_at_times_of_two_hands_round_the_shuffle": (
        {"copies": 6, "held": 2, "rounds": 1, "signs": "short", "catch": 60}, 1, 1,
    ),
    "signs_of_two_hands_round_the_shuffle_and_pares_declared": (
        {"copies": 5, "held": 2, "rounds": 2, "signs": "short", "catch": 100}, 1, 1, PARES,
    ),
}  # fmt: skip
LONG = ("signs_of_the_federation", "signs_caught_at_times_of_two_hands_round_the_shuffle")


def wanting_mus(state, rng):
    """A random move; mus is nearly always wanted, and most bets are passed."""
    phase = state.record["phase"][0]
    if phase == TALKING:
        return MUS if rng.random() < 0.95 else CUT
    return PASS if phase == BETTING and rng.random() < 0.7 else uniform(state, rng)


@pytest.mark.parametrize(
    "case", [pytest.param(case, marks=[pytest.mark.soak] if case in LONG else []) for case in CASES]
)
def test_worlds_are_as_frequent_as_brute_force_finds(mus, case):
    agree(mus, case, at_most=3)


WEIGHED = (
    "two_cards_and_a_shuffle_at_once",
    "a_card_seen",
    "signs_caught_surely_and_words",
    "signs_of_two_hands_round_the_shuffle_and_pares_declared",
)


@pytest.mark.parametrize("case", WEIGHED)
def test_weighed_worlds_are_as_frequent_as_brute_force_finds(mus, case, monkeypatch):
    """Of eight times as many, so that few of those compared are one candidate twice."""

    def weighed(states, i, seat, rng, out):
        many = np.repeat(states[i : i + 1], 8 * len(out))
        assert weigh_worlds(states[i], seat, rng, many, len(many))
        out[:] = rng.permutation(many)[: len(out)]

    monkeypatch.setattr(calls, "resample_all", weighed)
    agree(mus, case, at_most=2, draws=500)


def agree(game, case, at_most, draws=None):
    """Compare worlds with brute force in some positions of a case."""
    given, shuffles, rounds, *lance = CASES[case]
    options = game.options({**BASE, **given})
    rng = np.random.default_rng(1)
    compared = 0
    for seed in range(20):
        late = [
            state
            for state in decisions(game, options, seed, choose=wanting_mus)
            if state.record["shuffles"][0] >= shuffles
            and state.record["mus_rounds"][0] >= rounds
            and state.record["lance"][0] >= (lance[0] if lance else GRANDE)
        ]
        if late:
            state, seat = late[int(np.random.default_rng(seed).integers(len(late)))], seed % 4
            try:
                assert resample_matches(state, seat, rng, draws) is None, (seed, seat)
            except TooManyWorlds:
                continue
            compared += 1
        if compared == at_most:
            return
    raise AssertionError("the position is not reached")


def test_many_worlds_at_once_are_as_frequent_as_one_by_one(mus):
    """The others' first card and their next, after two rounds of mus round a shuffle."""
    options = mus.options({**BASE, "copies": 4, "held": 1, "rounds": 3, "ranks": 3})
    state = next(
        state
        for state in decisions(mus, options, 2, choose=wanting_mus)
        if state.record["shuffles"][0] == 1 and state.record["lance"][0] >= PARES
    )
    seat, rng, worlds = state.current_player(), np.random.default_rng(1), 4_000
    out = mus.state_layout.empty(worlds)
    out[:] = state.record[0]
    mus.rules.resample_many(state.record[0], seat, rng, out)
    at_once = Counter(_world_of(world, seat) for world in out)
    one_by_one = Counter()
    for _world in range(worlds):
        out[0] = state.record[0]
        mus.rules.resample_from_infostate(state.record[0], seat, rng, out[0])
        one_by_one[_world_of(out[0], seat)] += 1
    assert len(at_once) > 10
    squares = sum((at_once[w] - one_by_one[w]) ** 2 / (at_once[w] + one_by_one[w])
                  for w in at_once | one_by_one)  # fmt: skip
    freedom = len(at_once | one_by_one) - 1
    assert abs(squares - freedom) < 5 * (2 * freedom) ** 0.5


def _world_of(world, seat):
    """The hands of the others and of the next of them, the cards that it threw."""
    return world["hand"].tobytes(), world["gone"][(seat + 1) % 4].tobytes()


def test_worlds_that_cannot_be_are_refused_at_once_and_one_by_one(mus):
    """A seat that is said to have drawn nine aces of eight."""
    state = next(decisions(mus, {"signs": "none", "corrido": "no"}))
    state.record["drawn"][0, 0, 0] = 9
    out, rng = mus.state_layout.empty(2), np.random.default_rng(1)
    with pytest.raises(NoWorld):
        mus.rules.resample_many(state.record[0], 0, rng, out)
    with pytest.raises(NoWorld):
        mus.rules.resample_from_infostate(state.record[0], 0, rng, out[0])


def test_a_partners_sign_of_before_his_discards_is_a_condition_on_that_hand(mus, played):
    """Seat 2 signed two kings and threw one card: in every world its first hand had them."""
    state = played(
        "4567 4567 RRSC 4567", "callo callo seña-reyes callo", "mus mus mus mus",
        "x4 x4 xS x4", signs="short",
    )  # fmt: skip
    worlds, rng = mus.state_layout.empty(50), np.random.default_rng(1)
    for i in range(len(worlds)):
        calls.resample(state.record, 0, 0, rng, worlds, i)
    first = worlds["hand"][:, 2, KING] + code_count(worlds["gone"][:, 2, 0], KING)
    assert (first - code_count(worlds["fresh"][:, 2], KING)).tolist() == [2] * 50
