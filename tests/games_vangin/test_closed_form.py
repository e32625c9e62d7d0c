"""Exact chances of vangin pasianssi: the published value, enumeration, and two methods compared."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations
from math import comb

import numpy as np
import pytest
from flint import fmpz_mpoly_ctx
from hypothesis import given, settings
from hypothesis import strategies as st

from ludoteca.exact.urns import hypergeometric, missed_kinds
from ludoteca.games.vangin.exact.closed_form import (
    cards_left,
    chance_to_clear,
    chance_while_laying,
    mean_cards_left,
    mean_piles_left,
    piles_left,
    win,
    win_by_look,
    winning_deals,
)
from ludoteca.games.vangin.exact.deal import Deal
from ludoteca.games.vangin.exact.types import cards_left_by_types, piles_left_by_types, win_by_types

PUBLISHED = Fraction(964444044208, 262190765217675)

TINY = [
    Deal(suits, values, board, picks)
    for suits, values in [(1, 1), (1, 4), (2, 2), (2, 3), (3, 2), (4, 2)]
    for board in range(suits * values + 1)
    for picks in range(suits * values - board + 1)
]


def ends_by_enumeration(deal):
    """(piles left, cards left) -> number of pairs of disjoint sets of board and picked cards."""
    ends = Counter()
    for board in combinations(range(deal.cards), deal.board):
        rest = [card for card in range(deal.cards) if card not in board]
        piles = Counter(card // deal.suits for card in board)
        for picks in combinations(rest, deal.picks):
            left = piles.keys() - {card // deal.suits for card in picks}
            ends[len(left), sum(piles[value] for value in left)] += 1
    return ends


def share(ends, total, axis, length):
    counts = Counter()
    for end, n in ends.items():
        counts[end[axis]] += n
    return tuple(Fraction(counts[k], total) for k in range(length))


def test_published_value_of_the_standard_deck():
    assert win(Deal(suits=4, values=13, board=13, picks=13)) == PUBLISHED
    assert float(PUBLISHED) == pytest.approx(0.00367840584853, abs=5e-15)


def test_published_value_by_the_types_of_the_document():
    assert win_by_types(Deal(suits=4, values=13, board=13, picks=13)) == PUBLISHED


@pytest.mark.parametrize("deal", TINY, ids=str)
def test_tiny_decks_by_enumeration(deal):
    ends = ends_by_enumeration(deal)
    total = sum(ends.values())
    assert deal.count() == total
    assert winning_deals(deal) == ends[0, 0]
    piles = share(ends, total, 0, min(deal.values, deal.board) + 1)
    cards = share(ends, total, 1, deal.board + 1)
    assert win(deal) == win_by_types(deal) == piles[0] == cards[0]
    assert piles_left(deal) == piles_left_by_types(deal) == piles
    assert cards_left(deal) == cards_left_by_types(deal) == cards


@st.composite
def deals(draw, most_cards=30):
    suits = draw(st.integers(1, 6))
    values = draw(st.integers(1, most_cards // suits))
    board = draw(st.integers(0, min(12, suits * values)))
    picks = draw(st.integers(0, suits * values - board))
    return Deal(suits, values, board, picks)


@settings(max_examples=80, deadline=None)
@given(deals())
def test_closed_form_agrees_with_the_sum_over_types(deal):
    assert win(deal) == win_by_types(deal)
    assert piles_left(deal) == piles_left_by_types(deal)
    assert cards_left(deal) == cards_left_by_types(deal)


@settings(max_examples=25, deadline=None)
@given(deals(most_cards=20))
def test_closed_form_agrees_with_the_product_over_values(deal):
    """One polynomial per value in x = on the table, y = picked, z = left, w = piles left."""
    x, y, z, w = fmpz_mpoly_ctx.get(["x", "y", "z", "w"]).gens()
    kept = sum(comb(deal.suits, i) * (x * z) ** i for i in range(1, deal.suits + 1))
    unpicked = sum(comb(deal.suits, i) * x**i for i in range(1, deal.suits + 1))
    whole_deck = ((1 + x + y) ** deal.suits - unpicked + w * kept) ** deal.values
    piles, cards = Counter(), Counter()
    for (on_table, picked, left, of_piles), ways in whole_deck.to_dict().items():
        if (on_table, picked) == (deal.board, deal.picks):
            piles[of_piles] += int(ways)
            cards[left] += int(ways)
    total = deal.count()
    assert piles_left(deal) == tuple(
        Fraction(piles[k], total) for k in range(min(deal.board, deal.values) + 1)
    )
    assert cards_left(deal) == tuple(Fraction(cards[k], total) for k in range(deal.board + 1))


@pytest.mark.parametrize("deal", [Deal(), Deal(4, 60, 40, 90), Deal(7, 20, 60, 30)], ids=str)
def test_cards_left_are_a_mixture_of_hypergeometrics(deal):
    """Picks first: given the values they miss, the board is an ordinary urn."""
    unpicked = deal.cards - deal.picks
    mixture = [Fraction(0)] * (deal.board + 1)
    for missed, picks in enumerate(missed_kinds(deal.values, deal.suits, deal.picks)):
        if picks:
            weight = Fraction(picks, comb(deal.cards, deal.picks))
            urn = hypergeometric(deal.suits * missed, unpicked, deal.board)
            mixture = [m + weight * u for m, u in zip(mixture, urn, strict=True)]
    assert cards_left(deal) == tuple(mixture)


def test_ten_thousand_cards_exactly():
    deal = Deal(suits=10, values=1000, board=300, picks=3000)
    piles = piles_left(deal)
    cards = cards_left(deal)
    assert sum(piles) == sum(cards) == 1
    assert win(deal) == piles[0] == cards[0]
    assert min(*piles, *cards) >= 0
    # Two means that need no distribution: linearity of expectation over values and over cards.
    missed = Fraction(comb(9990, 3000), comb(10000, 3000))
    present = 1 - Fraction(comb(6990, 300), comb(7000, 300))
    assert sum(k * p for k, p in enumerate(piles)) == 1000 * missed * present
    missed_by_a_card = Fraction(comb(9990, 3000), comb(9999, 3000))
    assert sum(k * p for k, p in enumerate(cards)) == 300 * missed_by_a_card


class TestEdgeRules:
    """The edge rules of the document's code."""

    def test_empty_board_wins_if_the_picks_are_there(self):
        assert win(Deal(4, 13, board=0, picks=52)) == 1
        assert piles_left(Deal(4, 13, board=0, picks=5)) == (1,)
        assert cards_left(Deal(4, 13, board=0, picks=5)) == (1,)
        assert win(Deal(4, 13, board=0, picks=53)) == 0

    def test_a_board_without_picks_loses(self):
        assert win(Deal(4, 13, board=1, picks=0)) == 0
        assert win_by_types(Deal(4, 13, board=1, picks=0)) == 0
        assert cards_left(Deal(4, 13, board=3, picks=0)) == (0, 0, 0, 1)

    @pytest.mark.parametrize("deal", [Deal(4, 13, 40, 13), Deal(4, 13, 53, 0), Deal(1, 1, 1, 1)])
    def test_more_cards_than_the_deck_has_is_an_impossible_deal(self, deal):
        assert not deal.possible
        assert win(deal) == win_by_types(deal) == winning_deals(deal) == 0
        assert piles_left(deal) == piles_left_by_types(deal) == ()
        assert cards_left(deal) == cards_left_by_types(deal) == ()
        assert win_by_look(deal) == ()

    def test_a_full_pile_loses(self):
        assert win(Deal(suits=1, values=9, board=1, picks=8)) == 0
        assert win(Deal(suits=4, values=1, board=4, picks=0)) == 0
        # 40 cards cannot lie without a full pile of one of the 13 values.
        assert win(Deal(suits=4, values=13, board=40, picks=12)) == 0

    @pytest.mark.parametrize(
        ("arguments", "sentence"),
        [
            ((0, 13, 13, 13), "suits must be a whole number of at least 1, not 0"),
            ((4, -1, 13, 13), "values must be a whole number of at least 1, not -1"),
            ((4, 13, -1, 13), "board must be a whole number of at least 0, not -1"),
            ((4, 13, 13, -2), "picks must be a whole number of at least 0, not -2"),
            ((4, 13, 13, 2.5), "picks must be a whole number of at least 0, not 2.5"),
            ((10**6, 10**6, 1, 1), "a deck of 1000000000000 cards is too large"),
        ],
    )
    def test_silly_numbers_are_refused_in_a_sentence(self, arguments, sentence):
        with pytest.raises(ValueError, match=sentence):
            Deal(*arguments)


class TestPicksByStep:
    def test_the_standard_game_has_thirteen_looks(self):
        assert Deal.by_step(4, 13, 13, step=3) == Deal(4, 13, 13, 13)

    @pytest.mark.parametrize(("board", "picks"), [(12, 13), (11, 13), (10, 14), (51, 0), (52, 0)])
    def test_a_rest_of_one_or_two_cards_shows_none(self, board, picks):
        assert Deal.by_step(4, 13, board, step=3).picks == picks

    def test_a_board_larger_than_the_deck_stays_impossible(self):
        assert not Deal.by_step(2, 3, board=7, step=3).possible

    def test_a_step_of_zero_is_refused(self):
        with pytest.raises(ValueError, match="step must be a whole number of at least 1"):
            Deal.by_step(4, 13, 13, step=0)


class TestWinByLook:
    def test_last_look_is_the_game_and_looks_only_help(self):
        cumulative = win_by_look(Deal())
        assert len(cumulative) == 14
        assert cumulative[-1] == PUBLISHED
        assert list(cumulative) == sorted(cumulative)
        # A full pile loses, so 13 cards lie in at least five piles; each look removes one.
        assert cumulative[4] == 0 < cumulative[5]

    def test_by_enumeration_of_orders(self):
        deal = Deal(suits=2, values=3, board=2, picks=4)
        won = Counter()
        for deck in permutations(range(deal.cards)):
            table = {card // 2 for card in deck[:2]}
            looks = 0
            while table and looks < 4:
                table.discard(deck[2 + looks] // 2)
                looks += 1
            if not table:
                won[looks] += 1
        cumulative = [sum(won[i] for i in range(k + 1)) for k in range(5)]
        assert win_by_look(deal) == tuple(Fraction(n, 720) for n in cumulative)


def played(deck, suits, board, step, looks):
    """The values still on the table after ``looks`` looks of the real dealing."""
    table = {card // suits for card in deck[:board]}
    return table - {deck[board + look * step - 1] // suits for look in range(1, looks + 1)}


@pytest.mark.parametrize(
    ("suits", "values", "board", "step"), [(2, 4, 2, 3), (4, 2, 2, 3), (2, 4, 3, 2)]
)
def test_every_third_card_is_as_random_as_any(suits, values, board, step):
    """The document's reduction, over every order of an eight-card deck."""
    deal = Deal.by_step(suits, values, board, step)
    piles = Counter(
        len(played(deck, suits, board, step, deal.picks)) for deck in permutations(range(8))
    )
    assert piles_left(deal) == tuple(Fraction(piles[k], 40320) for k in range(deal.most_piles + 1))


class TestChanceToClear:
    @pytest.mark.parametrize("skipped_are_seen", [True, False])
    @pytest.mark.parametrize(
        ("suits", "values", "board", "step"), [(2, 3, 2, 2), (3, 2, 1, 2), (2, 3, 2, 1)]
    )
    def test_equals_the_share_of_orders_that_agree_with_what_was_seen(
        self, suits, values, board, step, skipped_are_seen
    ):
        cards = suits * values
        looks = (cards - board) // step
        won, games = Counter(), Counter()
        for deck in permutations(range(cards)):
            win_here = not played(deck, suits, board, step, looks)
            for turned in range(board, cards + 1):
                seen = tuple(
                    card
                    if place < board or (place - board) % step == step - 1 or skipped_are_seen
                    else None
                    for place, card in enumerate(deck[:turned])
                )
                games[seen] += 1
                won[seen] += win_here
        for seen, n in games.items():
            done = (len(seen) - board) // step
            table = {card // suits for card in seen[:board]}
            table -= {seen[board + look * step - 1] // suits for look in range(1, done + 1)}
            unseen = [card for card in range(cards) if card not in seen]
            waiting = [sum(card // suits == value for card in unseen) for value in table]
            others = len(unseen) - sum(waiting)
            assert chance_to_clear(waiting, others, looks - done) == Fraction(won[seen], n)

    @settings(max_examples=80, deadline=None)
    @given(st.lists(st.integers(0, 4), max_size=8), st.integers(0, 20), st.data())
    def test_is_the_average_over_the_next_look(self, waiting, others, data):
        cards = sum(waiting) + others
        picks = data.draw(st.integers(0, cards))
        if picks == 0:
            assert chance_to_clear(waiting, others, 0) == (1 if not waiting else 0)
            return
        average = Fraction(0)
        if others:
            average += others * chance_to_clear(waiting, others - 1, picks - 1)
        for pile, unseen in enumerate(waiting):
            if unseen:
                rest = waiting[:pile] + waiting[pile + 1 :]
                average += unseen * chance_to_clear(rest, others + unseen - 1, picks - 1)
        assert chance_to_clear(waiting, others, picks) == average / cards

    def test_averages_to_the_chance_of_the_deal(self):
        """Over every board of a deck of 4 suits and 4 values, five cards laid."""
        chances = []
        for board in combinations(range(16), 5):
            piles = Counter(card // 4 for card in board)
            waiting = [4 - size for size in piles.values()]
            chances.append(chance_to_clear(waiting, 11 - sum(waiting), picks=6))
        assert sum(chances) / len(chances) == win(Deal(4, 4, 5, 6))

    def test_a_pile_without_unseen_cards_is_lost(self):
        assert chance_to_clear([3, 0], others=5, picks=8) == 0

    def test_takes_the_integers_of_a_state(self):
        waiting = np.array([3, 2], np.int8)
        assert chance_to_clear(waiting, np.int64(30), np.int64(13)) == chance_to_clear(
            [3, 2], 30, 13
        )

    @pytest.mark.parametrize(
        ("arguments", "sentence"),
        [
            (([-1], 3, 1), "waiting must be a whole number of at least 0, not -1"),
            (([1], -3, 1), "others must be a whole number of at least 0, not -3"),
            (([1], 3, -1), "picks must be a whole number of at least 0, not -1"),
            (([1], 3, 5), "5 looks need as many unseen cards, and there are only 4"),
        ],
    )
    def test_silly_numbers_are_refused_in_a_sentence(self, arguments, sentence):
        with pytest.raises(ValueError, match=sentence):
            chance_to_clear(*arguments)


class TestChanceWhileLaying:
    @pytest.mark.parametrize(
        ("suits", "values", "board", "picks"),
        [(2, 3, 2, 2), (3, 2, 2, 3), (1, 6, 2, 3), (2, 4, 4, 3), (4, 2, 3, 4), (2, 3, 3, 3)],
    )
    def test_equals_the_share_of_deals_that_begin_with_what_was_seen(
        self, suits, values, board, picks
    ):
        won, games = Counter(), Counter()
        deck = range(suits * values)
        for laid in permutations(deck, board):
            table = {card // suits for card in laid}
            rest = [card for card in deck if card not in laid]
            ends = [table <= {c // suits for c in looks} for looks in combinations(rest, picks)]
            for seen in range(board + 1):
                games[laid[:seen]] += len(ends)
                won[laid[:seen]] += sum(ends)
        for seen, n in games.items():
            piles = Counter(card // suits for card in seen)
            waiting = [suits - size for size in piles.values()]
            chance = chance_while_laying(
                waiting, values - len(piles), suits, board - len(seen), picks
            )
            assert chance == Fraction(won[seen], n)

    @settings(max_examples=60, deadline=None)
    @given(st.integers(1, 5), st.integers(1, 8), st.data())
    def test_is_the_average_over_the_next_card(self, suits, values, data):
        """From the chance of the whole deal down to the laid board, card by card."""
        board = data.draw(st.integers(0, suits * values))
        picks = data.draw(st.integers(0, suits * values - board))
        unseen = [suits] * values

        def chance(counts, to_lay):
            waiting = [n for n in counts if n < suits]
            return chance_while_laying(waiting, values - len(waiting), suits, to_lay, picks)

        assert chance(unseen, board) == win(Deal(suits, values, board, picks))
        for to_lay in range(board, 0, -1):
            after = [
                chance([n - (i == value) for i, n in enumerate(unseen)], to_lay - 1)
                if unseen[value]
                else 0
                for value in range(values)
            ]
            weighed = sum(n * p for n, p in zip(unseen, after, strict=True))
            assert chance(unseen, to_lay) == weighed / Fraction(sum(unseen))
            left = [value for value in range(values) if unseen[value]]
            unseen[data.draw(st.sampled_from(left))] -= 1
        waiting = [n for n in unseen if n < suits]
        others = sum(unseen) - sum(waiting)
        assert chance(unseen, 0) == chance_to_clear(waiting, others, picks)

    def test_silly_numbers_are_refused_in_a_sentence(self):
        with pytest.raises(ValueError, match="9 cards are still to come, and only 8 are unseen"):
            chance_while_laying([2], fresh=2, suits=3, to_lay=5, picks=4)
        with pytest.raises(ValueError, match="board must be a whole number of at least 0"):
            chance_while_laying([2], fresh=2, suits=3, to_lay=-1, picks=4)


@pytest.mark.parametrize("deal", [*TINY, Deal(), Deal(5, 7, 9, 11), Deal(3, 20, 30, 25)], ids=str)
def test_means_are_those_of_the_distributions(deal):
    for mean, distribution in ((mean_piles_left, piles_left), (mean_cards_left, cards_left)):
        assert mean(deal) == sum(k * p for k, p in enumerate(distribution(deal)))
