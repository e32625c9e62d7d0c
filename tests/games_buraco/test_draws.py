"""Exact chances of unknown cards: against counting all sets of a small deck."""

from fractions import Fraction
from itertools import combinations

import pytest

from ludoteca.games.buraco.exact import draws
from ludoteca.games.buraco.thesis.draws import lei_de_n


def counted(marked, cards, group):
    sets = list(combinations(range(cards), group))
    law = [sum(len([c for c in s if c < marked]) == k for s in sets) for k in range(marked + 1)]
    return tuple(Fraction(n, len(sets)) for n in law)


@pytest.mark.parametrize(("copies", "cards", "group"), [(2, 9, 4), (1, 8, 3), (0, 6, 2), (2, 7, 1)])
def test_copies_in_a_group_are_hypergeometric(copies, cards, group):
    law = draws.copies_among(copies, group, cards)
    assert law == counted(copies, cards, group)
    assert draws.holds(copies, group, cards) == 1 - law[0]


def test_the_next_card_has_the_mean_of_the_stock_in_both_laws():
    for law in (draws.copies_among(2, 38, 93), lei_de_n(2, 38, 93)):
        assert sum(k * p for k, p in enumerate(law)) / 38 == draws.next_card(2, 93)


def test_laws_differ_where_no_copy_is_located_and_agree_where_one_is():
    assert draws.copies_among(2, 38, 93) != lei_de_n(2, 38, 93)
    assert draws.copies_among(1, 38, 93) == lei_de_n(1, 38, 93)
    assert draws.copies_among(2, 38, 93)[2] == Fraction(38 * 37, 93 * 92)


def test_having_a_card_by_the_end_of_the_round_is_one_set_of_cards():
    assert draws.cards_of_a_round(11, 93) == 14
    assert draws.by_end_of_round(2, 11, 93) == 1 - Fraction(79 * 78, 93 * 92)
    assert draws.cards_of_a_round(11, 5) == 5
