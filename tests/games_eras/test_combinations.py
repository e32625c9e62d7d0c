"""The order of the combinations and the worth of piles, pinned over whole decks."""

import itertools

import numpy as np
import pytest

from ludoteca.games.eras.combinations import (
    STRENGTH,
    TYPE_NAMES,
    best_cards,
    count,
    points,
    strength,
)
from ludoteca.games.eras.counts import all_strengths, subsets_by_type
from ludoteca.games.eras.notation import cards_text, read_cards

BEST_FIRST = (
    "AS 2S 3S 4S 5S 6S 7S",
    "8C 9C TC JC QC KC",
    "AC 2C 3C 4C 5C",
    "AC AD AH AS",
    "TS JS QS KS",
    "JC QC KC",
    "KD KH KS",
    "QS KS",
    "KH KS",
    "KS",
)


def slow_strength(cards):
    """The best combination of a list of (value, suit), by trying every part of it."""
    best = (-1, ())
    for n in range(1, len(cards) + 1):
        for part in itertools.combinations(sorted(cards), n):
            kind = slow_type(part)
            if kind is not None:
                best = max(best, (kind, part[-1]))
    return best


def slow_type(part):
    n = len(part)
    values, suits = {v for v, _ in part}, {s for _, s in part}
    run = len(suits) == 1 and len(values) == n and max(values) - min(values) == n - 1
    order = [("group", 1), ("group", 2), ("run", 2), ("group", 3), ("run", 3), ("run", 4),
             ("group", 4), ("run", 5), ("run", 6), ("run", 7)]  # fmt: skip
    if len(values) == 1:
        return order.index(("group", n))
    return order.index(("run", n)) if run else None


def test_the_types_in_their_order():
    found = [strength(read_cards(text)) for text in BEST_FIRST]
    assert found == sorted(found, reverse=True)
    assert [k // STRENGTH for k in found] == list(range(9, -1, -1))
    assert len(TYPE_NAMES) == 10


@pytest.mark.parametrize(
    ("better", "worse"),
    [("5D 6D", "4S 5S"), ("5S 6S", "5H 6H"), ("2S", "2H"), ("2H", "2D"), ("2D", "2C"),
     ("2C", "AS"), ("3S 3C", "3H 3D"), ("4C 4D", "3S 3H")],
)  # fmt: skip
def test_of_one_type_the_highest_card_decides_by_value_then_suit(better, worse):
    assert strength(read_cards(better)) > strength(read_cards(worse))


def test_only_the_one_best_combination_of_a_lay_counts():
    lay = read_cards("3S 3H 4H 4D 5D")
    assert cards_text(best_cards(lay)) == "4D 5D"


def test_king_and_ace_do_not_follow_each_other():
    assert strength(read_cards("KS AS")) // STRENGTH == 0


def test_random_lays_are_judged_as_by_trying_every_part_of_them():
    rng = np.random.default_rng(1)
    for _lay in range(400):
        kinds = rng.choice(52, rng.integers(1, 8), replace=False).tolist()
        cards = sum(1 << k for k in kinds)
        kind, (value, suit) = slow_strength([divmod(k, 4) for k in kinds])
        assert strength(cards) == kind * STRENGTH + value * 4 + suit
        assert strength(best_cards(cards)) == strength(cards)
        assert count(cards) == len(kinds)


def test_the_best_type_of_all_sets_of_five():
    # The figures were computed independently by enumeration.
    assert subsets_by_type(13, 4)[5] == (
        871524, 842100, 776628, 58260, 47940, 1848, 624, 36, 0, 0
    )  # fmt: skip


@pytest.mark.parametrize(("values", "suits"), [(13, 2), (5, 3), (4, 4), (8, 1)])
def test_the_counts_of_small_decks_are_those_of_enumeration(values, suits):
    deck = [v * 4 + s for v in range(values) for s in range(4 - suits, 4)]
    for k in range(1, min(5, len(deck)) + 1):
        found = [0] * 10
        for part in itertools.combinations(deck, k):
            found[strength(sum(1 << kind for kind in part)) // STRENGTH] += 1
        assert subsets_by_type(values, suits)[k] == tuple(found)


def test_there_are_423_combinations():
    assert len(all_strengths(13, 4)) == 423


def test_a_pile_scores_1_5_10_20_for_cards_of_a_value():
    assert points(read_cards("AS")) == 1
    assert points(read_cards("AS AH")) == 5
    assert points(read_cards("AS AH AD")) == 10
    assert points(read_cards("AS AH AD AC KS")) == 21
    assert points((1 << 52) - 1) == 260


def test_two_players_share_130_to_260_points():
    shares = [points(0b1) + points(0b1110), points(0b11) * 2, points(0b1111)]
    assert 13 * min(shares) == 130
    assert 13 * max(shares) == 260
