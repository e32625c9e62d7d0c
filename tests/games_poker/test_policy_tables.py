"""The players of the policy as strategies, decision by decision those of the kernel."""

from fractions import Fraction

import numpy as np
import pytest

from ludoteca.core import calls
from ludoteca.games.poker import hands
from ludoteca.games.poker.hands import read_cards
from ludoteca.games.poker.rules import EXCHANGING, FOLD, FOLDING
from ludoteca.games.poker.solver.policy_tables import OURS, SIMPLE, policy_player
from ludoteca.games.poker.solver.round_paths import SEATS, Round, RoundDeck, paths_of
from ludoteca.games.poker.solver.store import equilibrium
from ludoteca.games.poker.solver.strategy import Strategy, patient
from ludoteca.solve.best_response import policy_strategy

NAMES = [*SIMPLE, OURS]


@pytest.mark.parametrize("name", NAMES)
def test_a_player_is_that_of_the_kernel_on_a_small_deck(name, game, small, tree_of, on_tree):
    """At every information set that it reaches by its own moves."""
    strategy = policy_player(name, Round.of(small).deck)
    tree = tree_of(small)
    ours = on_tree(strategy, tree)
    theirs = policy_strategy(tree, game.info.levels.index(name))
    reached = np.ones(tree.n_sequences, bool)
    for k in range(len(tree.infosets)):
        reached[tree.moves(k)] = reached[tree.infosets["parent"][k]] & (theirs[tree.moves(k)] > 0)
        if reached[tree.infosets["parent"][k]]:
            assert ours[tree.moves(k)] == pytest.approx(theirs[tree.moves(k)], abs=1e-12)


@pytest.mark.parametrize("name", [*NAMES, "equilíbrio"])
def test_a_player_is_that_of_the_kernel_with_the_full_deck(name, game):
    """The first choice from each hand, and the answer at the ends of many paths."""
    paths = paths_of(RoundDeck())
    strategy = policy_player(name, RoundDeck()) if name in NAMES else equilibrium(Round())
    ids, prob = game.buffers()
    level = game.info.levels.index(name)
    state = game.new_state()
    s = state.record

    def asked(phase, seat, number, hand, dealt, given=(0,) * 5):
        s["phase"], s["to_move"] = phase, seat
        s["exchanged"][0, 1 - seat] = number
        s["hand"][0, seat], s["dealt"][0, seat], s["given"][0, seat] = hand, dealt, given
        s["exchanged"][0, seat] = sum(given)
        n = calls.policy_probs(s, 0, level, ids, prob)
        return dict(zip(ids[:n].tolist(), prob[:n].tolist(), strict=True))

    rng = np.random.default_rng(5)
    for seat in SEATS:
        side = strategy.side(seat)
        for number in range(4):
            row = side.exchange[side.context(number)]
            for hand, cards in enumerate(paths.hands.tolist()):
                chances = asked(EXCHANGING, seat, number, cards, cards)
                begin, end = paths.exchange_start[hand : hand + 2]
                first = dict.fromkeys(range(6), Fraction(0))
                for x in range(begin, end):
                    lot = paths.lot(int(paths.exchange_lot[x]))
                    move = next((rank for rank, n in enumerate(lot) if n), 5)
                    first[move] += Fraction(row[x], side.exchange_unit)
                for move, chance in first.items():
                    assert chances.get(move, 0.0) == pytest.approx(float(chance), abs=1e-12)
            for path in rng.integers(len(paths.path_spot), size=100).tolist():
                dealt, final = (paths.hands[h[path]] for h in (paths.path_hand, paths.path_final))
                given = paths.lot(paths.exchange_lot[paths.path_exchange[path]])
                fold = Fraction(side.fold[number, path], side.fold_unit)
                answers = asked(FOLDING, seat, number, final, dealt, given)
                assert answers.get(FOLD, 0.0) == pytest.approx(float(fold), abs=1e-12)


def test_the_random_player_exchanges_0_to_3_with_1_5_10_16_of_32():
    side, paths = policy_player("aleatório", RoundDeck()).first, paths_of(RoundDeck())
    begin, end = paths.exchange_start[3:5]
    sizes = np.zeros(4, object)
    np.add.at(sizes, paths.exchange_size[begin:end], side.exchange[0, begin:end])
    assert [Fraction(n, side.exchange_unit) for n in sizes] == [
        Fraction(n, 32) for n in (1, 5, 10, 16)
    ]


def test_the_random_player_of_equal_cards_has_one_lot_of_each_size():
    side, paths = policy_player("aleatório", RoundDeck()).first, paths_of(RoundDeck())
    x = paths.exchange_number(read_cards("AAAAA"), read_cards("AA"))
    assert Fraction(side.exchange[0, x], side.exchange_unit) == Fraction(10, 32)


def test_a_player_that_is_asked_is_the_player_in_arrays(from_choices):
    """The cautious player once more, as two functions of what it is told."""
    deck = RoundDeck(ranks=3, copies=4, hand=3, most=2)

    def exchange(seat, cards, other):
        return {hands.greedy_exchange(cards, 2): Fraction(1)}

    def fold(seat, cards, lot, final, other):
        least = {1: 10, 2: 3}.get(other, 2 if seat == 0 else 3)
        return Fraction(hands.value_of(final) < least)

    asked, made = from_choices("asked", deck, exchange, fold), policy_player("cauteloso", deck)
    for seat in SEATS:
        assert np.array_equal(asked.side(seat).exchange, made.side(seat).exchange)
        assert np.array_equal(asked.side(seat).fold, made.side(seat).fold)


def test_chances_that_do_not_add_up_are_refused(from_choices):
    with pytest.raises(ValueError, match="add up"):
        from_choices("half", RoundDeck(), lambda seat, cards, other: {(0,) * 5: Fraction(1, 2)})
    deck, calm = RoundDeck(), patient(RoundDeck(), "calm")
    with pytest.raises(ValueError, match="arrays"):
        Strategy("one seat", deck, calm.first, calm.first)


def test_a_strategy_fits_rounds_of_its_own_cards():
    calm = patient(RoundDeck(), "calm")
    assert calm.in_round(Round.named("rapida")).deck.most == 0
    with pytest.raises(ValueError, match="a strategy for"):
        calm.in_round(Round(deck=RoundDeck(ranks=4)))
