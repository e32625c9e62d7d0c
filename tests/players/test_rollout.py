"""Simulated values of moves against exact expectations, by another way.

The other way: every world that the seat cannot tell from the real one with its probability (brute
force, `core/laws/referee.py`), and in each the expectation over chance and the policy's coins by
recursion. The bound is fixed beforehand: 5 standard errors, which a right simulation passes but for
once in two million comparisons.
"""

from functools import partial
from math import sqrt

import numpy as np
import pytest

from deals import decisions
from ludoteca.core import calls
from ludoteca.core.ids import CHANCE, TERMINAL
from ludoteca.core.laws.referee import consistent_worlds
from ludoteca.core.registry import load_game
from ludoteca.players.belief import play_turns
from ludoteca.players.learned.player import LearnedPlayer
from ludoteca.players.particles import chance_worlds
from ludoteca.players.rollout import Effort, Ends, roll_out
from ludoteca.players.turns import rows_of
from networks import chances_in, model_of

STANDARD_ERRORS = 5.0
EFFORT = Effort(worlds=2_000)


def expectation(game, record, probs):
    """Expected points by seat when all play on from ``record`` with the chances of ``probs``."""
    ids, prob = game.buffers()
    mover = int(calls.current_player(record, 0))
    if mover == TERMINAL:
        points = np.zeros(2)
        calls.returns(record, 0, points)
        return points
    if mover == CHANCE:
        n = int(calls.chance_outcomes(record, 0, ids, prob))
        branches = dict(zip(ids[:n].tolist(), prob[:n].tolist(), strict=True))
    else:
        branches = probs(record)
    return sum(p * expectation(game, after(record, a), probs) for a, p in branches.items())


def policy_of(game, level=0):
    """The chances of the moves in a record by the game's policy."""

    def probs(record):
        ids, prob = game.buffers()
        n = int(calls.policy_probs(record, 0, level, ids, prob))
        return dict(zip(ids[:n].tolist(), prob[:n].tolist(), strict=True))

    return probs


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
        probs = policy_of(state.game)
        assert len(points) == EFFORT.worlds
        for m, action in enumerate(state.legal_actions()):
            exact = sum(
                p * expectation(state.game, after(worlds.records[i : i + 1], action), probs)[seat]
                for i, p in enumerate(worlds.probability)
            )
            error = points[:, m].std(ddof=1) / sqrt(len(points))
            assert abs(points[:, m].mean() - exact) <= STANDARD_ERRORS * error + 1e-12


@pytest.mark.parametrize(("name", "options"), [("kuhn", None), ("leduc", {"ranks": 2})])
def test_means_of_a_network_agree_with_the_expectation_over_all_worlds(name, options):
    player = LearnedPlayer("network", model_of(load_game(name), spread=0.5))
    for state in choices(name, options, range(4)):
        seat, rng = state.current_player(), np.random.default_rng(1)
        view = state.view(seat)
        turns = rows_of([(action,) for action in view.legal])
        ends = Ends.empty(view, EFFORT.worlds, len(turns))
        levels = np.zeros((len(turns), EFFORT.worlds, 2), np.int64)
        every = np.ones(len(turns), np.bool_)
        drawn = chance_worlds(view, EFFORT.worlds, rng)
        play_turns(view, drawn, turns, levels, every, 0, rng, ends, player)
        worlds = consistent_worlds(state, seat)
        probs = partial(chances_in, player, view)
        for m, action in enumerate(view.legal):
            exact = sum(
                p * expectation(state.game, after(worlds.records[i : i + 1], action), probs)[seat]
                for i, p in enumerate(worlds.probability)
            )
            points = ends.points[:, m, seat]
            error = points.std(ddof=1) / sqrt(len(points))
            assert abs(points.mean() - exact) <= STANDARD_ERRORS * error + 1e-12


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
    worlds, probs = consistent_worlds(state, waiting.seat), policy_of(state.game)
    exact = sum(
        p * expectation(state.game, worlds.records[i : i + 1], probs)[waiting.seat]
        for i, p in enumerate(worlds.probability)
    )
    own = points[:, 0, waiting.seat]
    assert points.shape[1] == 1
    assert abs(own.mean() - exact) <= STANDARD_ERRORS * own.std(ddof=1) / sqrt(len(own))
