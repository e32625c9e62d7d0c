"""Puzzles: decisions whose best move is proved, found in machines' deals."""

import itertools

import pytest

from ludoteca.core.record import GameRecord
from ludoteca.core.registry import games, load_game
from ludoteca.players.advice.puzzles import (
    MARGIN,
    decision_values,
    find,
    from_line,
    puzzles_of,
    row_text,
)

SHIPPED = {name: puzzles_of(game) for name, game in games().items()}


def solved(puzzle):
    """The values of a puzzle, worked out from its record alone."""
    state = GameRecord.parse(puzzle.record).replay(3_000)
    view = state.view(state.current_player())
    return {row_text(view, moves): value for moves, value in decision_values(view).items()}


def test_dozens_of_puzzles_of_three_games_are_shipped():
    assert {name for name, puzzles in SHIPPED.items() if len(puzzles) >= 24} == {
        "bigpoints",
        "eras",
        "poker",
    }


@pytest.mark.parametrize("name", ["bigpoints", "eras", "poker"])
def test_the_best_choice_of_every_puzzle_is_alone_by_the_margin_and_was_missed(name):
    for puzzle in SHIPPED[name]:
        worth = list(puzzle.values.values())
        assert worth[0] - max(worth[1:]) >= MARGIN
        assert puzzle.played in list(puzzle.values)[1:]


@pytest.mark.parametrize("name", ["bigpoints", "eras", "poker"])
def test_puzzles_solved_from_nothing_have_the_values_that_are_shipped(name):
    few = sorted(SHIPPED[name], key=lambda puzzle: (len(puzzle.values), puzzle.record))
    for puzzle in (few[0], few[len(few) // 3]):
        assert solved(puzzle) == puzzle.values


def test_a_puzzle_of_tictactoe_is_won_drawn_or_lost_by_force():
    found = filter(None, find(load_game("tictactoe"), seed=1))
    for puzzle in itertools.islice(found, 2):
        assert from_line(puzzle.to_line()) == puzzle
        assert set(puzzle.values.values()) <= {-1, 0, 1}
        assert solved(puzzle) == puzzle.values
