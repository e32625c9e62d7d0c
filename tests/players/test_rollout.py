"""Simulated values of moves against exact expectations, by another way.

The other way: every world that the seat cannot tell from the real one with its probability (brute
force, `core/laws/referee.py`), and in each the expectation over chance and the policy's coins by
recursion. The bound is fixed beforehand: 5 standard errors, which a right simulation passes but for
once in two million comparisons.
"""

from math import sqrt

import numpy as np
import pytest

from deals import decisions
from ludoteca.core import calls
from ludoteca.core.ids import CHANCE, TERMINAL
from ludoteca.core.laws.referee import consistent_worlds
from ludoteca.players.rollout import Effort, roll_out

STANDARD_ERRORS = 5.0
EFFORT = Effort(worlds=2_000)


def expectation(game, record, level):
    """Expected points by seat when the policy plays on from ``record``."""
    ids, prob = game.buffers()
    mover = int(calls.current_player(record, 0))
    if mover == TERMINAL:
        points = np.zeros(2)
        calls.returns(record, 0, points)
        return points
    outcomes = calls.chance_outcomes if mover == CHANCE else calls.policy_probs
    where = (record, 0) if mover == CHANCE else (record, 0, level)
    n = int(outcomes(*where, ids, prob))
    branches = list(zip(ids[:n].tolist(), prob[:n].tolist(), strict=True))
    return sum(p * expectation(game, after(record, a), level) for a, p in branches)


def after(record, action):
    child = record.copy()
    calls.apply_action(child, 0, action)
    return child


def choices(name, options, seeds):
    """Positions of random deals with a choice."""
    deals = (decisions(name, options, seed) for seed in seeds)
    return [state for deal in deals for state in deal if len(state.legal_actions()) > 1]


@pytest.mark.parametrize(("name", "options"), [("kuhn", None), ("leduc", {"ranks": 2})])
def test_means_agree_with_the_expectation_over_all_worlds(name, options):
    for state in choices(name, options, range(4)):
        seat = state.current_player()
        worlds = consistent_worlds(state, seat)
        points = roll_out(state.view(seat), 0, np.random.default_rng(1), EFFORT)[:, :, seat]
        assert len(points) == EFFORT.worlds
        for m, action in enumerate(state.legal_actions()):
            exact = sum(
                p * expectation(state.game, after(worlds.records[i : i + 1], action), 0)[seat]
                for i, p in enumerate(worlds.probability)
            )
            error = points[:, m].std(ddof=1) / sqrt(len(points))
            assert abs(points[:, m].mean() - exact) <= STANDARD_ERRORS * error + 1e-12


def test_all_moves_meet_the_same_luck():
    # In Leduc before the last call, calling and raising are answered by the same coins: both moves
    # meet the same hidden card, so that in every world they are won or lost together at a showdown.
    state = choices("leduc", None, [3])[0]
    view = state.view(state.current_player())
    one = roll_out(view, 0, np.random.default_rng(2), Effort(worlds=300))
    own = one[:, :, view.seat]
    apart = np.array(
        [roll_out(view, 0, np.random.default_rng(s), Effort(worlds=300)) for s in (3, 4)]
    )
    together = (own[:, 0] - own[:, 1]).std()
    independent = (apart[0][:, 0, view.seat] - apart[1][:, 1, view.seat]).std()
    assert together < 0.8 * independent


def test_more_effort_goes_on_from_the_same_worlds():
    view = choices("leduc", None, [0])[0]
    view = view.view(view.current_player())
    few = roll_out(view, 0, np.random.default_rng(5), Effort(worlds=10))
    many = roll_out(view, 0, np.random.default_rng(5), Effort(worlds=100))
    assert (many[:10] == few).all()
    short = roll_out(view, 0, np.random.default_rng(5), Effort(worlds=100, moves=50))
    assert 2 <= len(short) < 50
    assert (many[: len(short)] == short).all()


def test_where_it_is_not_the_turn_the_position_itself_is_played_on():
    state = choices("kuhn", None, [0])[0]
    waiting = state.view(1 - state.current_player())
    assert waiting.legal == ()
    points = roll_out(waiting, 0, np.random.default_rng(1), EFFORT)
    worlds = consistent_worlds(state, waiting.seat)
    exact = sum(
        p * expectation(state.game, worlds.records[i : i + 1], 0)[waiting.seat]
        for i, p in enumerate(worlds.probability)
    )
    own = points[:, 0, waiting.seat]
    assert points.shape[1] == 1
    assert abs(own.mean() - exact) <= STANDARD_ERRORS * own.std(ddof=1) / sqrt(len(own))
