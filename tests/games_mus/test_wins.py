"""Deals won: brute force on small decks, laws that hold over all hands, the table that ships."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb, prod

import numpy as np
import pytest

from ludoteca.games.mus.exact import counts
from ludoteca.games.mus.exact.simulation import dealt, wins
from ludoteca.games.mus.exact.table import counted, table
from ludoteca.games.mus.exact.types import Deck
from ludoteca.games.mus.exact.wins import (
    COUNTS,
    INDIVIDUAL,
    LEFT,
    OWN,
    PAIR,
    PARTNER,
    RIGHT,
    RIVALS,
    SE_DA,
    count,
    first_steps,
)
from ludoteca.games.mus.hands import (
    REAL_ANY,
    REAL_SOTA,
    chica_key,
    cuenta_of,
    grande_key,
    juego_key,
    pares_key,
    punto_key,
)
from ludoteca.games.mus.ids import CHICA, GRANDE, JUEGO, LANCES, PARES, PUNTO

EIGHT, FOUR = Deck.of(8), Deck.of(4)
SMALL = Deck((2, 0, 0, 1, 0, 0, 2, 1, 0, 3), hand=2)
TRIPLES = Deck((2, 0, 0, 1, 0, 1, 3, 0, 2, 4), hand=3)


def by_hand(deck, hand, seat, gone, holds):
    """The counts of ``COUNTS`` by lance and all deals, from every deal of physical cards.

    Nothing is shared with what is tested but the comparisons of two hands.
    """
    left = [
        (kind, copy)
        for kind, n in enumerate(deck.cards)
        for copy in range(n - hand[kind] - gone[kind])
    ]
    keys = {
        GRANDE: grande_key,
        CHICA: chica_key,
        PARES: pares_key,
        JUEGO: lambda h: juego_key(h, deck.real),
        PUNTO: punto_key,
    }
    known = {}

    def worth(cards):
        held = Counter(kind for kind, _copy in cards)
        counted = tuple(held[kind] for kind in range(len(deck.cards)))
        if counted not in known:
            array = np.array(counted)
            stones = {lance: int(cuenta_of(lance, array)) for lance in (PARES, JUEGO)}
            known[counted] = [int(key(array)) for key in keys.values()], stones, counted
        return known[counted]

    own = [(kind, -1) for kind, n in enumerate(hand) for _card in range(n)]
    found, deals = np.zeros((LANCES, len(COUNTS)), np.int64), 0
    for one in combinations(left, deck.hand):
        two_left = [card for card in left if card not in one]
        for two in combinations(two_left, deck.hand):
            three_left = [card for card in two_left if card not in two]
            for three in combinations(three_left, deck.hand):
                at_table = [worth(cards) for cards in (own, one, two, three)]
                if not holds(*(counted for _keys, _stones, counted in at_table[1:])):
                    continue
                deals += 1
                for lance in keys:
                    found[lance] += _told(lance, seat, at_table)
    return found, deals


def _told(lance, seat, at_table):
    """The row of a lance for one deal; the players in the order of speaking after me."""
    keys = [row[0][lance] for row in at_table]
    none = [0] * len(COUNTS)
    if lance == PUNTO and any(row[0][JUEGO] for row in at_table):
        return none
    played = True
    if lance in (PARES, JUEGO):
        played = (keys[0] or keys[2]) and (keys[1] or keys[3])
        if not any(keys):
            return none
    # The place at the table decides among equals: 0 is the mano.
    order = sorted(range(4), key=lambda player: (-keys[player], (seat + player) % 4))
    best, ours = order[0], order[0] in (0, 2)
    stones = [1, 0]
    if lance in (PARES, JUEGO):
        stones = [at_table[player][1][lance] for player in range(4)]
        stones = [stones[0] + stones[2], stones[1] + stones[3]]
    else:
        stones = [1, 1]
    row = [best == 0, ours, played and best == 0, played and ours, played]
    return [*map(bool, row), stones[0] * ours, stones[1] * (not ours)]


def anything(_right, _partner, _left):
    return True


@pytest.mark.parametrize("seat", range(4))
def test_brute_force_of_all_deals_of_a_small_deck(seat):
    for index, hand in enumerate(SMALL.types.hands.tolist()):
        found, deals = count(SMALL, index, (seat,))
        expected, all_deals = by_hand(SMALL, hand, seat, (0,) * 10, anything)
        assert deals == all_deals == SMALL.deals
        assert found[0].tolist() == expected.tolist()


@pytest.mark.parametrize(("hand", "seat"), [("RRA", 0), ("R77", 1), ("774", 3)])
def test_brute_force_of_a_small_deck_with_medias(hand, seat):
    index = TRIPLES.types.names.index(hand)
    found, deals = count(TRIPLES, index, (seat,))
    expected, all_deals = by_hand(
        TRIPLES, TRIPLES.types.hands[index].tolist(), seat, (0,) * 10, anything
    )
    assert deals == all_deals
    assert found[0].tolist() == expected.tolist()


def test_brute_force_of_what_is_declared_and_thrown():
    """On the right pares, the partner without juego, on the left a king; the 4 is out."""
    types = SMALL.types
    index = types.names.index("7A")
    gone = (0, 0, 0, 1, 0, 0, 0, 0, 0, 0)
    allowed = np.ones((3, len(types)), bool)
    allowed[RIGHT] = types.classes[PARES] > 0
    allowed[PARTNER] = types.classes[JUEGO] == 0
    allowed[LEFT] = types.hands[:, 9] > 0

    def holds(right, partner, left):
        has_pares = pares_key(np.array(right)) > 0
        return has_pares and not juego_key(np.array(partner), 0) and left[9] > 0

    for seat in range(4):
        found, deals = count(SMALL, index, (seat,), gone, allowed)
        expected, all_deals = by_hand(SMALL, types.hands[index].tolist(), seat, gone, holds)
        assert deals == all_deals > 0
        assert found[0].tolist() == expected.tolist()


@pytest.mark.parametrize("deck", [EIGHT, FOUR, Deck.of(8, REAL_ANY), Deck.of(4, REAL_SOTA)])
def test_somebody_wins_every_lance_that_anybody_takes_part_in(deck):
    """Over all hands and seats the chances to win add up: exactly one seat, and one pair, wins."""
    whole, ways = table(deck).astype(object), deck.types.ways.astype(object)
    everything = deck.hands * deck.deals
    punto = counts.chance_of_lances(deck)[PUNTO]
    expected = [1, 1, 1 - counts.nobody_has_pares(deck), 1 - punto, punto]
    for lance, chance in enumerate(expected):
        alone = sum(ways @ whole[:, seat, lance, INDIVIDUAL] for seat in range(4))
        pair = sum(ways @ whole[:, seat, lance, PAIR] for seat in (0, 1))
        assert Fraction(alone, everything) == Fraction(pair, everything) == chance


@pytest.mark.parametrize("deck", [EIGHT, FOUR])
def test_what_one_pair_counts_the_other_sees_counted(deck):
    """Over all hands the stones of the mano's pair are the rivals' stones of the next seat."""
    whole, ways = table(deck).astype(object), deck.types.ways.astype(object)
    for lance in range(LANCES):
        assert ways @ whole[:, 0, lance, OWN] == ways @ whole[:, 1, lance, RIVALS]
        assert ways @ whole[:, 2, lance, OWN] == ways @ whole[:, 0, lance, OWN]


def test_a_declaration_and_its_opposite_add_up_to_all_deals():
    types = EIGHT.types
    index = types.names.index("RC7A")
    whole, deals = count(EIGHT, index, (2,))
    parts = []
    for has in (True, False):
        allowed = np.ones((3, len(types)), bool)
        allowed[LEFT] = (types.classes[PARES] > 0) == has
        parts.append(count(EIGHT, index, (2,), allowed=allowed))
    assert sum(part for part, _deals in parts).tolist() == whole.tolist()
    assert sum(n for _part, n in parts) == deals == EIGHT.deals


@pytest.mark.parametrize(("hand", "seat"), [("RRRA", 0), ("RC7A", 3), ("7654", 1), ("RRAA", 2)])
def test_deals_drawn_at_random_agree_with_the_counts(hand, seat):
    n = 20_000
    index = EIGHT.types.names.index(hand)
    others = dealt(EIGHT, index, (0,) * 10, n, np.random.default_rng(8))
    expected = table(EIGHT)[index, seat] / EIGHT.deals
    for column, won in zip((INDIVIDUAL, PAIR), wins(EIGHT, index, seat, others), strict=True):
        share, chance = won.mean(axis=0), expected[:, column]
        assert (abs(share - chance) <= 5 * np.sqrt(chance * (1 - chance) / n) + 1e-12).all()


def test_random_deals_are_dealt_from_the_cards_that_are_left():
    """A hand of three aces with one thrown leaves four: nobody holds five."""
    index = EIGHT.types.names.index("RAAA")
    gone = (1, 0, 0, 0, 0, 0, 0, 0, 0, 3)
    others = dealt(EIGHT, index, gone, 5_000, np.random.default_rng(3))
    held = EIGHT.types.hands[others].sum(axis=1)
    assert held.max(axis=0).tolist() == [4, 0, 0, 4, 4, 4, 4, 4, 4, 4]


@pytest.mark.parametrize("lance", [GRANDE, CHICA, PARES, JUEGO, PUNTO])
@pytest.mark.parametrize(("hand", "seat"), [("RRCS", 0), ("RR77", 1), ("R644", 2)])
def test_equations_2_36_to_2_40_one_other_is_beaten_after_the_other(hand, seat, lance):
    """P(A) as the document has it: the ways of every worse hand from the 36 cards left."""
    types = EIGHT.types
    index = types.names.index(hand)
    own = types.classes[lance, index]
    left = [n - m for n, m in zip(EIGHT.cards, types.hands[index].tolist(), strict=True)]
    beaten = 0
    for theirs, other in zip(types.classes[lance], types.hands.tolist(), strict=True):
        worse = theirs < own or (theirs == own > 0 and seat < (seat + 1) % 4)
        if worse and not (lance == PUNTO and theirs == 0):
            beaten += prod(comb(n, m) for n, m in zip(left, other, strict=True))
    one, two = first_steps(EIGHT, index, seat, lance)
    assert one == Fraction(beaten, comb(36, 4))
    three = Fraction(int(table(EIGHT)[index, seat, lance, INDIVIDUAL]), EIGHT.deals)
    assert one >= two >= three
    if lance in (PARES, JUEGO) and own == 0:
        assert one == 0


def test_the_table_that_ships_is_repeated_on_a_sample():
    for deck, sample in (
        (EIGHT, (0, 100, 251, 329)),
        (FOUR, (400,)),
        (Deck.of(8, REAL_SOTA), (EIGHT.types.names.index("S777"),)),
    ):
        assert np.array_equal(counted(deck, sample), table(deck)[list(sample)])


@pytest.mark.soak
@pytest.mark.parametrize("kings", [8, 4])
def test_the_whole_table_that_ships_is_repeated(kings):
    deck = Deck.of(kings)
    assert np.array_equal(counted(deck, range(len(deck.types))), table(deck))


def test_la_real_beats_any_other_31():
    """Three sevens and a sota: as the postre it loses to any 31, but as la real to none but one."""
    index = EIGHT.types.names.index("S777")
    plain, real = (
        table(deck)[index, 3, JUEGO, INDIVIDUAL] for deck in (EIGHT, Deck.of(8, REAL_SOTA))
    )
    # One seven is left, so nobody else has three: la real is never beaten, nor tied.
    assert plain < real == EIGHT.deals
    other = EIGHT.types.names.index("C777")
    assert table(Deck.of(8, REAL_ANY))[other, 3, JUEGO, INDIVIDUAL] == EIGHT.deals
    assert table(Deck.of(8, REAL_SOTA))[other, 3, JUEGO, INDIVIDUAL] < EIGHT.deals


def test_a_hand_without_pares_wins_them_by_its_partner_alone():
    index = EIGHT.types.names.index("7654")
    row = table(EIGHT)[index, 0, PARES]
    assert row[INDIVIDUAL] == 0 < row[PAIR]


def test_punto_is_won_only_where_nobody_has_juego():
    whole = table(EIGHT)[:, :, PUNTO]
    assert (whole[..., INDIVIDUAL] <= whole[..., PAIR]).all()
    assert (whole[..., PAIR] <= whole[..., SE_DA]).all()
    juego = EIGHT.types.classes[JUEGO] > 0
    assert not whole[juego].any()


def test_the_mano_is_never_worse_off_than_who_speaks_later():
    whole = table(EIGHT)[..., INDIVIDUAL]
    assert (whole[:, :-1] >= whole[:, 1:]).all()
    assert (whole[:, 0] > whole[:, 3]).any()
