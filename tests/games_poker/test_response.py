"""Best responses: by brute force over physical cards, and against those of the kernel's tree."""

from fractions import Fraction
from itertools import permutations, product

import pytest

from ludoteca.games.poker import hands
from ludoteca.games.poker.hands import counted, minus, plus
from ludoteca.games.poker.solver.policy_tables import SIMPLE, policy_player
from ludoteca.games.poker.solver.response import exploited, prospects
from ludoteca.games.poker.solver.round_paths import (
    FIRST,
    KINDS,
    SEATS,
    SECOND,
    Round,
    RoundDeck,
    paths_of,
)
from ludoteca.games.poker.solver.strategy import Strategy
from ludoteca.games.poker.solver.value import round_value
from ludoteca.solve.best_response import best_response as on_the_tree
from ludoteca.solve.best_response import nash_conv

TINY = Round("completa", RoundDeck(ranks=2, copies=3, hand=2, most=1))


def test_a_best_response_is_that_of_the_whole_tree(small, tree_of, on_tree, some_strategy):
    played = Round.of(small)
    strategy, tree = some_strategy(played.deck, 3), tree_of(small)
    arrays = on_tree(strategy, tree)
    for seat in SEATS:
        best = prospects(played, seat, strategy.in_round(played).side(1 - seat)).best
        assert on_the_tree(tree, arrays, seat).value == pytest.approx(float(best), abs=1e-12)
    assert nash_conv(tree, arrays) / 2 == pytest.approx(
        float(exploited(played, strategy).mean), abs=1e-12
    )


@pytest.mark.parametrize("seat", SEATS)
def test_brute_force_over_physical_cards_finds_nothing_better(seat, some_strategy):
    """Every order of six cards, every plan of each hand: what the best plan of all gets."""
    strategy = some_strategy(TINY.deck, 5)
    paths, other = paths_of(TINY.deck), strategy.side(1 - seat)
    full = hands.full_deck(2, 3)
    cards = hands.ranks_of(full)
    orders = [tuple(cards[i] for i in order) for order in permutations(range(6))]
    total = Fraction(0)
    for own_hand in hands.all_hands(2, 3, 2):
        dealt = [order for order in orders if counted(order[2 * seat : 2 * seat + 2]) == own_hand]
        contexts = range(2) if seat == SECOND else (None,)
        for context in contexts:
            total += max(
                _plans_worth(paths, other, seat, own_hand, lot, dealt, context)
                for lot in hands.exchanges(own_hand, 1)
            )
    assert total / len(orders) == prospects(TINY, seat, other).best


def _plans_worth(paths, other, seat, own_hand, lot, dealt, context):
    """The best of all ways to fold or stay after an exchange, summed over the orders ``dealt``."""
    asked = {}
    settled = Fraction(0)
    for order in dealt:
        theirs = counted(order[2 - 2 * seat : 4 - 2 * seat])
        for their_lot in hands.exchanges(theirs, 1):
            n1, n2 = (sum(lot), sum(their_lot)) if seat == FIRST else (sum(their_lot), sum(lot))
            if context is not None and n1 != context:
                continue
            row = other.exchange[other.context(sum(lot))]
            chance = Fraction(row[paths.exchange_number(theirs, their_lot)], other.exchange_unit)
            drawn = order[4 : 4 + n1], order[4 + n1 : 4 + n1 + n2]
            mine = plus(minus(own_hand, lot), counted(drawn[seat]))
            final = plus(minus(theirs, their_lot), counted(drawn[1 - seat]))
            number = paths.path_number(theirs, their_lot, final)
            folds = Fraction(other.fold[sum(lot), number], other.fold_unit)
            value, their_value = hands.value_of(mine), hands.value_of(final)
            shown = (value > their_value) * value - (value < their_value) * their_value
            key = (mine, sum(their_lot))
            folding, staying = asked.get(key, (Fraction(0), Fraction(0)))
            if seat == FIRST:
                folding += chance * -TINY.fold_first
                staying += chance * (folds * TINY.fold_second + (1 - folds) * shown)
            else:
                settled += chance * folds * TINY.fold_first
                folding += chance * (1 - folds) * -TINY.fold_second
                staying += chance * (1 - folds) * shown
            asked[key] = folding, staying
    every = [
        sum(pair[fold] for pair, fold in zip(asked.values(), plan, strict=True))
        for plan in product((0, 1), repeat=len(asked))
    ]
    return settled + max(every)


@pytest.mark.parametrize("seat", SEATS)
def test_the_ends_of_staying_are_those_of_every_order_of_the_cards(seat, some_strategy):
    """The other folds, or shows a worse hand, an equal one or a better one."""
    paths, other = paths_of(TINY.deck), some_strategy(TINY.deck, 5).side(1 - seat)
    cards, found = hands.ranks_of(hands.full_deck(2, 3)), {}
    for order in permutations(cards):
        own, theirs = (counted(order[2 * s : 2 * s + 2]) for s in (seat, 1 - seat))
        for lot, their_lot in product(hands.exchanges(own, 1), hands.exchanges(theirs, 1)):
            n1, n2 = (sum(lot), sum(their_lot)) if seat == FIRST else (sum(their_lot), sum(lot))
            drawn = order[4 : 4 + n1], order[4 + n1 : 4 + n1 + n2]
            mine = plus(minus(own, lot), counted(drawn[seat]))
            final = plus(minus(theirs, their_lot), counted(drawn[1 - seat]))
            row = other.exchange[other.context(sum(lot))]
            chance = Fraction(row[paths.exchange_number(theirs, their_lot)], other.exchange_unit)
            path = paths.path_number(theirs, their_lot, final)
            folds = Fraction(other.fold[sum(lot), path], other.fold_unit)
            value, their_value = hands.value_of(mine), hands.value_of(final)
            end = 1 + (value == their_value) + 2 * (value < their_value)
            ends = found.setdefault((own, lot, mine, sum(their_lot)), [Fraction(0)] * 4)
            ends[0] += chance * folds * (seat == FIRST)  # the first has stayed before the second
            ends[end] += chance * (1 - folds)
    ahead = prospects(TINY, seat, other)
    for path, ends in found.items():
        whole = sum(ends)
        told = ahead.of_ends(*path)
        assert told == (tuple(end / whole for end in ends[:3]) if whole else None)
    assert len(found) > 20


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", SIMPLE)
def test_the_best_response_gets_what_it_promises(kind, name):
    played, player = Round.named(kind), policy_player(name, RoundDeck())
    won, own = exploited(played, player), player.in_round(played)
    best = Strategy(
        "best",
        played.deck,
        prospects(played, FIRST, own.second).response(),
        prospects(played, SECOND, own.first).response(),
    )
    assert round_value(played, best, player).difference == won.as_second
    assert -round_value(played, player, best).difference == won.as_first


def test_floats_give_the_same_in_milliseconds():
    played, player = Round(), policy_player("aleatório", RoundDeck())
    for seat in SEATS:
        side = player.side(1 - seat)
        exact, quick = (prospects(played, seat, s).best for s in (side, side.floats()))
        assert quick == pytest.approx(float(exact), abs=1e-12)


def test_nobody_can_win_where_nothing_is_decided():
    assert exploited(Round.named("rapida"), policy_player("blefe", RoundDeck())).mean == 0


def test_a_single_decision_has_the_worth_of_its_branches():
    """The best exchange of a hand is worth the mean of the best answers after it."""
    played, player = Round(), policy_player("ganancioso", RoundDeck())
    ahead = prospects(played, SECOND, player.first.floats())
    hand = hands.read_cards("AA7KQ")
    worth = ahead.of_exchanges(hand, 3)
    assert set(worth) == set(hands.exchanges(hand))
    assert max(worth, key=worth.get) in worth
    folding, staying = ahead.of_folding(hand, hands.read_cards("7KQ"), hands.read_cards("AAAAA"), 3)
    assert folding == -3
    assert staying > 3
    assert ahead.of_exchanges(hand, 0)[hands.read_cards("7KQ")] is not None
