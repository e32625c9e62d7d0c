"""Deals of the solved lances, against counting by hand and the published chances."""

from math import comb, factorial, prod

import numpy as np
import pytest

from ludoteca.games.mus.hands import ACE, COPIES_8_KINGS, KINDS, KING, SEVEN, code_of
from ludoteca.games.mus.ids import CHICA, GRANDE, JUEGO, PARES, PUNTO
from ludoteca.games.mus.solver import deals
from ludoteca.games.mus.solver.deals import DECK, HandDeals, joint_classes, outcome_parts

rng = np.random.default_rng


def is_played(joint):
    """The chance that each pair has somebody who takes part."""
    without = joint[0, :, 0, :].sum() + joint[:, 0, :, 0].sum() - joint[0, 0, 0, 0]
    return 1.0 - without


def test_juego_and_punto_are_played_as_often_as_is_published():
    assert is_played(joint_classes(JUEGO)) == pytest.approx(0.197770, abs=5e-7)
    assert joint_classes(JUEGO)[0, 0, 0, 0] == pytest.approx(0.246781, abs=5e-7)
    assert joint_classes(PUNTO)[1:, 1:, 1:, 1:].sum() == pytest.approx(0.246781, abs=5e-7)


@pytest.mark.soak
def test_pares_are_played_as_often_as_is_published():
    assert is_played(joint_classes(PARES)) == pytest.approx(0.659043, abs=5e-7)
    assert joint_classes(PARES)[0, 0, 0, 0] == pytest.approx(0.034174, abs=5e-7)


@pytest.mark.parametrize("lance", [JUEGO, PUNTO])
def test_the_chances_of_one_seat_are_those_of_its_hands(lance):
    types = DECK.types
    alone = joint_classes(lance).sum(axis=(1, 2, 3))
    expected = np.bincount(types.classes[lance], types.ways) / types.ways.sum()
    np.testing.assert_allclose(alone, expected)


def test_joint_chances_are_those_of_dealing_a_deck_out():
    """Eight kings and eight aces, which make four hands: every way is a product of factorials."""
    hands = np.zeros((5, KINDS), np.int64)
    hands[:, KING], hands[:, ACE] = range(5), range(4, -1, -1)
    deck = np.zeros(KINDS, np.int64)
    deck[[ACE, KING]] = 8
    found = np.zeros((5,) * 4)
    deals._count(hands, np.arange(5), deck, deals._BINOMIALS, found)
    deals._symmetric(found)
    for kings in np.ndindex(found.shape):
        ways = 0.0
        if sum(kings) == 8:
            aces = [4 - k for k in kings]
            ways = factorial(8) ** 2 / prod(map(factorial, [*kings, *aces]))
        assert found[kings] == pytest.approx(ways)


@pytest.mark.parametrize("seats", [(0,), (3,), (0, 2)])
def test_hands_given_the_others_have_the_chances_of_the_cards_that_are_left(seats):
    game = HandDeals(GRANDE)
    dealt = game.sample((0, 1, 2, 3), 20, rng(1))
    rest = [seat for seat in range(4) if seat not in seats]
    chances, _winners = game.given(seats, dealt[:, list(seats)], dealt[:, rest])
    for i, held in enumerate(dealt):
        left = np.array(COPIES_8_KINGS) - game._hands[held[rest]].sum(axis=0)
        expected = 1.0
        for seat in seats:
            hand = game._hands[held[seat]]
            expected *= prod(map(comb, left.tolist(), hand.tolist())) / comb(left.sum(), 4)
            left = left - hand
        assert chances[i, i] == pytest.approx(expected)


def test_the_chances_of_all_hands_of_a_seat_sum_to_one():
    game = HandDeals(CHICA)
    rows, chances = game.every((2,))
    others = game.sample((0, 1, 3), 50, rng(2))
    given, _winners = game.given((2,), rows, others)
    np.testing.assert_allclose(given.sum(axis=1), 1.0)
    assert chances.sum() == pytest.approx(1.0)


def test_sampled_hands_are_as_frequent_as_their_ways():
    game = HandDeals(GRANDE)
    found = np.bincount(game.sample((0, 1), 100_000, rng(3)).ravel(), minlength=330) / 200_000
    expected = game.every((0,))[1]
    errors = (found - expected) / np.sqrt(expected / 200_000)
    assert np.abs(errors).max() < 5


def test_the_best_hand_wins_and_the_nearest_to_the_mano_among_equals():
    grande, chica = HandDeals(GRANDE), HandDeals(CHICA)
    held = {
        game: {code_of(hand): i for i, hand in enumerate(game._hands)} for game in (grande, chica)
    }

    def winner(game, *hands):
        numbers = [held[game][code_of(np.bincount(hand, minlength=KINDS))] for hand in hands]
        rest = np.array([numbers[1:]])
        _chances, outcomes = game.given((0,), np.array([[numbers[0]]]), rest)
        return outcome_parts(int(outcomes[0, 0]))[0]

    kings, aces, sevens = [KING] * 3 + [ACE], [ACE] * 3 + [KING], [SEVEN] * 4
    assert winner(grande, sevens, kings, aces, sevens) == 1
    assert winner(chica, sevens, kings, aces, sevens) == 0
    assert winner(grande, kings, kings, sevens, sevens) == 0
    assert winner(grande, sevens, kings, kings, sevens) == 1


def test_an_outcome_says_who_wins_and_what_both_pairs_count():
    """Duples and medias of the mano's pair against a par: three and two stones against one."""
    table = deals.outcomes(PARES)
    classes = dict(zip(names(), range(len(names())), strict=True))
    at = tuple(classes[name] for name in ("RRAA", "CC", "777", ""))
    assert outcome_parts(int(table[at])) == (0, 5, 1)
    at = tuple(classes[name] for name in ("", "CC", "44", "RR"))
    assert outcome_parts(int(table[at])) == (1, 1, 2)


def names():
    from ludoteca.games.mus.solver.strategy import class_names

    return ["", *class_names(PARES)]
