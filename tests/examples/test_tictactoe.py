"""Tic-tac-toe against counts that anybody can look up."""

import numpy as np
import pytest

from ludoteca.core import calls, kernel
from ludoteca.core.errors import IllegalMove
from ludoteca.core.ids import TERMINAL
from ludoteca.core.jit import njit
from ludoteca.core.registry import load_game


@njit
def complete_games(stack, depth, outcomes, ids, points):
    """Add up the ends of all games from ``stack[depth]``: ``outcomes`` = X wins, O wins, draws."""
    if kernel.current_player(stack[depth]) == TERMINAL:
        kernel.returns(stack[depth], points)
        outcomes[0 if points[0] > 0 else 1 if points[1] > 0 else 2] += 1
        return
    n = kernel.legal_actions(stack[depth], ids[depth])
    for i in range(n):
        stack[depth + 1] = stack[depth]
        kernel.apply_action(stack[depth + 1], ids[depth, i])
        complete_games(stack, depth + 1, outcomes, ids, points)


@pytest.fixture(scope="module")
def game():
    return load_game("tictactoe")


def test_255168_complete_games(game):
    stack = game.state_layout.empty(10)
    outcomes = np.zeros(3, np.int64)
    complete_games(stack, 0, outcomes, np.zeros((10, 9), np.int64), np.zeros(2))
    assert outcomes.tolist() == [131184, 77904, 46080]


def test_5478_positions_can_be_reached(game):
    """Walked by the kernel, each known by its ``state_key``."""
    positions = {0: game.state_layout.empty()}
    frontier = [positions[0]]
    ids, _prob = game.buffers()
    while frontier:
        state = frontier.pop()
        if calls.current_player(state, 0) == TERMINAL:
            continue
        for action in ids[: calls.legal_actions(state, 0, ids)].tolist():
            after = state.copy()
            calls.apply_action(after, 0, action)
            key = int(calls.state_key(after, 0))
            if key not in positions:
                positions[key] = after
                frontier.append(after)
    assert len(positions) == 5478


def test_three_in_a_row_wins_and_ends_the_game(game):
    state = game.new_state()
    for text in ("a1", "a2", "b1", "b2", "c1"):
        assert not state.is_terminal()
        state.apply(state.parse(text))
    assert state.is_terminal()
    assert state.returns() == [1.0, -1.0]


def test_a_marked_cell_is_refused_with_what_is_free(game):
    state = game.new_state().child(4)
    with pytest.raises(IllegalMove, match="c3"):
        state.parse("b2")


def test_basic_takes_a_win_and_advanced_stops_one(game):
    state = game.new_state()
    for text in ("a3", "b2", "b3"):
        state.apply(state.parse(text))
    ids, prob = game.buffers()
    assert calls.policy_probs(state.record, 0, 1, ids, prob) == 1
    assert state.action_text(int(ids[0])) == "c3"
    state.apply(state.parse("a1"))
    assert calls.policy_probs(state.record, 0, 0, ids, prob) == 1
    assert state.action_text(int(ids[0])) == "c3"
