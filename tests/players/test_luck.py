"""The luck of a simulated deal: every order of cards as likely, and the same whoever draws."""

from collections import Counter
from itertools import permutations

import numpy as np
import pytest

from ludoteca.core import calls
from ludoteca.core.jit import njit
from ludoteca.core.laws.referee import REJECT_BELOW, chi_square_p
from ludoteca.core.registry import load_game
from ludoteca.players.luck import cast, coin, copy_luck, drawn, luck_of

CARDS = 24
SECOND, STOCK = 4, 2  # phases of minirummy: PICKING_UP draws from a second hand, DRAWING the stock


@njit
def draw_from(states, phases, rng, times, luck, ids, prob, out):
    """Draw a card in each of the ``phases``, from ``states[0]``, ``times`` times, into ``out``."""
    for time in range(times):
        states[1] = states[0]
        cast(states, 1, rng, luck)
        for k in range(len(phases)):
            states[1].phase = phases[k]
            kind = drawn(states, 1, luck, ids, prob)
            states[1].deck[kind] -= 1
            out[time, k] = kind


def drawing(deck):
    game = load_game("minirummy")
    states = game.state_layout.empty(2)
    states["deck"][0, : len(deck)] = deck
    return states, game.buffers()


@pytest.mark.parametrize("phases", [(STOCK,) * 3, (STOCK, SECOND, STOCK), (SECOND, SECOND, STOCK)])
def test_cards_come_as_often_as_from_an_urn_from_whichever_source(phases):
    """Two copies of one kind, one each of two others: brute force over the physical cards."""
    states, buffers = drawing([2, 1, 1])
    out = np.zeros((12_000, len(phases)), np.int64)
    luck = luck_of(2, CARDS)
    draw_from(states, np.array(phases), np.random.default_rng(3), len(out), luck, *buffers, out)
    found = Counter(map(tuple, out.tolist()))
    expected = Counter(order[:3] for order in permutations([0, 0, 1, 2]))
    assert found.keys() == expected.keys()
    shares = np.array([expected[key] for key in expected]) / sum(expected.values())
    drawn_so = np.array([found[key] for key in expected], np.float64)
    assert chi_square_p(drawn_so, shares * len(out)) >= REJECT_BELOW


def test_a_hand_that_is_picked_up_does_not_shift_what_the_stock_brings():
    states, buffers = drawing([2] * 12)
    plain, mixed = np.zeros((50, 6), np.int64), np.zeros((50, 9), np.int64)
    stock, between = (STOCK,) * 6, (STOCK, SECOND, SECOND, SECOND) + (STOCK,) * 5
    for phases, out in ((stock, plain), (between, mixed)):
        rng = np.random.default_rng(9)
        draw_from(states, np.array(phases), rng, 50, luck_of(2, CARDS), *buffers, out)
    assert (mixed[:, [0, 4, 5, 6, 7, 8]] == plain).all()


@njit
def throw(luck, seats, out):
    for k in range(len(seats)):
        out[k] = coin(luck, seats[k])


def test_a_seat_throws_the_same_coins_however_often_others_throw():
    states, _buffers = drawing([1])
    luck, copy = luck_of(2, CARDS), luck_of(2, CARDS)
    cast(states, 0, np.random.default_rng(1), luck)
    copy_luck(luck, copy)
    alone, mixed = np.zeros(3), np.zeros(7)
    throw(luck, np.array([0, 0, 0]), alone)
    throw(copy, np.array([1, 0, 1, 1, 0, 1, 0]), mixed)
    assert alone.tolist() == mixed[[1, 4, 6]].tolist()
    assert len({*mixed.tolist()}) == 7


def test_coins_are_uniform():
    states, _buffers = drawing([1])
    luck, thrown = luck_of(1, CARDS), np.zeros(50_000)
    cast(states, 0, np.random.default_rng(5), luck)
    throw(luck, np.zeros(len(thrown), np.int64), thrown)
    counts, _edges = np.histogram(thrown, bins=50, range=(0, 1))
    assert chi_square_p(counts.astype(float), np.full(50, 1_000.0)) >= REJECT_BELOW
    pairs = np.bincount((thrown[:-1] * 7).astype(int) * 7 + (thrown[1:] * 7).astype(int))
    assert chi_square_p(pairs.astype(float), np.full(49, pairs.sum() / 49)) >= REJECT_BELOW


def test_after_a_reshuffle_the_cards_of_the_new_deck_come():
    states, buffers = drawing([0, 0, 1])
    luck = luck_of(2, CARDS)
    cast(states, 0, np.random.default_rng(2), luck)
    states["phase"][0] = STOCK
    assert drawn(states, 0, luck, *buffers) == 2
    states["deck"][0, :3] = [1, 1, 0]
    come = set()
    for _time in range(2):
        come.add(int(drawn(states, 0, luck, *buffers)))
        states["deck"][0, list(come)] = 0
    assert come == {0, 1}
    assert calls.draw_source(states, 0) == 3
