"""Rounds of simplified poker played from a line of text."""

import pytest

from ludoteca.core.registry import load_game


@pytest.fixture(scope="session")
def game():
    return load_game("poker")


@pytest.fixture
def played(game):
    """``played("AAAKK 77QQJ", "K K stop", "AJ", ...)``: a round with these cards and moves.

    The first two hands are dealt, that of seat 0 first, whoever is first; then moves and cards
    that come are read in turn, as many as are given. A showdown is made by itself.
    """

    def position(dealt, moves="", standing=None, **options):
        state = game.new_state(options, standing)
        ours, theirs = (list(hand) for hand in dealt.split())
        while state.legal_actions() == [] and ours + theirs:
            state.apply(state.parse((theirs if state.record["to_move"][0] else ours).pop(0)))
        for word in moves.split():
            state.apply(state.parse(word))
        if not state.is_terminal() and state.is_chance() and state.record["to_come"][0] == 0:
            state.apply(state.possible_actions()[0])
        return state

    return position
