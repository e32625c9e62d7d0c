"""The document's own quantities: types, A(t), B(t), and the erratum of its text."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb, factorial, prod

import pytest

from ludoteca.games.vangin.exact.deal import Deal
from ludoteca.games.vangin.exact.types import (
    boards_of_type,
    count_types,
    probability_of_cover,
    probability_of_type,
    types,
    win_by_types,
)

STANDARD = Deal()


def test_the_standard_board_has_39_types():
    assert len(types(STANDARD)) == count_types(STANDARD) == 39
    assert types(STANDARD)[0] == (4, 4, 4, 1)
    assert types(STANDARD)[-1] == (1,) * 13


def test_the_types_share_all_boards():
    assert sum(probability_of_type(t, STANDARD) for t in types(STANDARD)) == 1


def test_boards_of_each_type_by_enumeration():
    deal = Deal(suits=3, values=4, board=5, picks=4)
    counts = Counter(
        tuple(sorted(Counter(card // 3 for card in board).values(), reverse=True))
        for board in combinations(range(12), 5)
    )
    assert {t: boards_of_type(t, deal) for t in types(deal)} == counts


def test_cover_of_each_type_by_enumeration():
    deal = Deal(suits=3, values=4, board=5, picks=4)
    for t in types(deal):
        board = {value * 3 + i for value, size in enumerate(t) for i in range(size)}
        picks = list(combinations(set(range(12)) - board, 4))
        covering = sum(set(range(len(t))) <= {card // 3 for card in pick} for pick in picks)
        assert probability_of_cover(t, deal) == Fraction(covering, len(picks))


def test_the_example_of_the_document_by_hand():
    """Type (3, 2, 1 x 8): 13 values for the triple, 12 for the pair, 8 of 11 for the rest."""
    t = (3, 2, 1, 1, 1, 1, 1, 1, 1, 1)
    assert boards_of_type(t, STANDARD) == 13 * 4 * 12 * 6 * comb(11, 8) * 4**8


def test_erratum_the_product_of_the_text_misses_a_value():
    """Text: product over (13 - j) C(4, t_j), j from 1. It must be (14 - j)."""

    def boards(first, t):
        ways = prod((first - j) * comb(4, size) for j, size in enumerate(t, start=1))
        return Fraction(ways, prod(factorial(n) for n in Counter(t).values()))

    everything = comb(52, 13)
    assert sum(boards(14, t) for t in types(STANDARD)) == everything
    assert sum(boards(13, t) for t in types(STANDARD)) < everything
    for t in types(STANDARD):
        assert boards_of_type(t, STANDARD) == boards(14, t)
        # As printed, the values are chosen from 12: off by the factor (13 - r) / 13.
        assert boards(13, t) == boards(14, t) * Fraction(13 - len(t), 13)


def test_picks_that_the_deck_cannot_give_cover_nothing():
    assert probability_of_cover((1,), Deal(4, 13, board=1, picks=52)) == 0
    assert probability_of_cover((), Deal(4, 13, board=0, picks=52)) == 1
    assert probability_of_cover((4, 1), STANDARD) == 0


def test_a_type_larger_than_the_deck_is_refused():
    with pytest.raises(ValueError, match="a type of 5 cards cannot come from a deck of 4"):
        probability_of_type((3, 2), Deal(2, 2, 2, 1))


def test_boards_with_too_many_types_are_refused():
    deal = Deal(suits=100, values=100, board=100, picks=100)
    with pytest.raises(ValueError, match="190569292 types"):
        win_by_types(deal)
