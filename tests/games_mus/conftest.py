"""Hands of mus written as players write them."""

import itertools
from collections import Counter
from math import comb, prod

import numpy as np
import pytest

from ludoteca.core import calls
from ludoteca.core.ids import NO_DRAW
from ludoteca.core.registry import load_game
from ludoteca.games.mus.hands import FACES, HAND


def counts(text):
    """The ten counts of a hand: ``counts("RRCA")``."""
    held = Counter(text)
    return np.array([held[face] for face in FACES], np.int64)


@pytest.fixture(scope="session")
def hands():
    """``hands(copies)``: every hand of a deck, in letters, and in how many ways it is dealt."""

    def of(copies):
        there = [kind for kind, n in enumerate(copies) if n]
        for kinds in itertools.combinations_with_replacement(there, HAND):
            held = Counter(kinds)
            ways = prod(comb(copies[kind], n) for kind, n in held.items())
            if ways:
                yield "".join(FACES[kind] for kind in reversed(kinds)), ways

    return of


@pytest.fixture(scope="session")
def mus():
    return load_game("mus")


def standing(game, **fields):
    """A standing of mus with these fields."""
    found = game.standing_layout.empty()
    for name, value in fields.items():
        found[name][0] = value
    return found


@pytest.fixture(scope="session")
def deal_on(mus):
    """Give cards of the stock, the lowest first, until somebody has to decide."""

    def deal(state):
        while state.is_chance() and calls.draw_source(state.record, 0) != NO_DRAW:
            state.apply(state.possible_actions()[0])

    return deal


@pytest.fixture
def played(mus):
    """``played("RRC7 RRS6 CCAA SS4A", "no-hay-mus paso", score=(5, 6), visto=20)``: a state.

    The hands of seats 0 to 3, of which 0 is the mano; then moves. What is certain need not be
    written, nor that nobody catches a sign; ``stop`` stops before it. There are no signs and no mus
    corrido but by their options, which is then not in the first juego; ``won``: juegos and vacas.
    """

    def play(
        hands, *moves, score=(0, 0), won=((0, 0), (0, 0)), first_juego=False, stop=False, **options
    ):
        given = {"signs": "none", "corrido": "no"} | options
        if given["corrido"] == "yes" and not first_juego:
            won = ((1, 0), (0, 0))
        before = standing(mus, begun=1, dealer=3, score=score, juegos_won=won[0], vacas_won=won[1])
        state = mus.new_state(given, before)
        for cards in zip(*hands.split(), strict=True):
            for card in cards:
                state.apply(state.parse(card))
        for word in " ".join(moves).split():
            while word not in map(state.action_text, state.possible_actions()):
                assert _is_no_draw(state), f"{word} is not possible"
                state.apply(state.possible_actions()[0])
            state.apply(state.parse(word))
        while not stop and _is_no_draw(state):
            state.apply(state.possible_actions()[0])
        return state

    return play


def _is_no_draw(state):
    """True at a chance move that is certain, or whose first outcome is that nothing happens."""
    return state.is_chance() and calls.draw_source(state.record, 0) == NO_DRAW
