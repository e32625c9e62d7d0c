"""Which hand is better in each lance: the examples of the document's chapter 1, and all hands."""

import itertools
from collections import Counter

import pytest

from ludoteca.games.mus.hands import (
    COPIES_4_KINGS,
    COPIES_8_KINGS,
    DUPLES,
    FACES,
    MEDIAS,
    PAR,
    POINTS,
    REAL_ANY,
    REAL_NONE,
    REAL_SOTA,
    chica_key,
    cuenta_of,
    grande_key,
    juego_key,
    juego_points,
    pares_class,
    pares_key,
    punto_key,
)
from ludoteca.games.mus.ids import JUEGO, PARES

from .conftest import counts

JUEGO_FROM_THE_BEST = [31, 32, 40, 37, 36, 35, 34, 33]


def best_seat(hands, key):
    """The seat that wins a lance, the nearest to the mano (seat 0) among equals; None for none."""
    keys = [int(key(counts(hand))) for hand in hands.split()]
    return keys.index(max(keys)) if max(keys) else None


def juego_without_real(hand):
    return juego_key(hand, REAL_NONE)


@pytest.mark.parametrize(
    ("hands", "winner"),
    [("RRCC RRRA RCCC RCSA", 1), ("RAAA CCCC RAAA CS77", 0), ("S777 SSSA 754A C54A", 3)],
)
def test_examples_of_grande_1_4_1_1(hands, winner):
    assert best_seat(hands, grande_key) == winner


@pytest.mark.parametrize(
    ("hands", "winner"),
    [("5444 7655 7654 RCSA", 3), ("RAAA 44AA RAAA CS77", 0), ("S777 SSSA 754A C54A", 2)],
)
def test_examples_of_chica_1_4_2_1(hands, winner):
    assert best_seat(hands, chica_key) == winner


def test_example_of_pares_that_are_not_played_1_4_3_1():
    """Only the first pair has pares."""
    held = [bool(pares_key(counts(hand))) for hand in ["5444", "7654", "77AA", "RCSA"]]
    assert held == [True, False, True, False]


@pytest.mark.parametrize(
    ("hands", "winner"), [("RRRC 44AA RAAA CS77", 1), ("RR4A 7654 RRCS RRSA", 0)]
)
def test_examples_of_pares_1_4_3_1(hands, winner):
    assert best_seat(hands, pares_key) == winner


def test_example_of_juego_that_is_not_played_1_4_4_1():
    """Only the fourth player has juego: 40 points against 17, 22 and 16."""
    points = [int(juego_points(counts(hand))) for hand in ["5444", "7654", "77AA", "RCSS"]]
    assert points == [17, 22, 16, 40]


@pytest.mark.parametrize(
    ("hands", "winner"), [("RRR4 44AA RAAA CS75", 3), ("RR4A R777 RCSA RRSA", 1)]
)
def test_examples_of_juego_1_4_4_1(hands, winner):
    assert best_seat(hands, juego_without_real) == winner


@pytest.mark.parametrize(
    ("hands", "winner"), [("RRAA 44AA RC55 RC44", 2), ("RR4A R764 AAAA RR6A", 1)]
)
def test_examples_of_punto_1_4_5_1(hands, winner):
    assert best_seat(hands, punto_key) == winner


def test_330_hands_with_eight_kings_and_715_with_four(hands):
    eight, four = dict(hands(COPIES_8_KINGS)), dict(hands(COPIES_4_KINGS))
    assert (len(eight), sum(eight.values())) == (330, 91390)
    assert (len(four), sum(four.values())) == (715, 91390)


def test_how_many_hands_have_each_kind_of_pares(hands):
    found = Counter()
    for hand, ways in hands(COPIES_8_KINGS):
        found[int(pares_class(counts(hand)))] += ways
    assert (found[PAR], found[MEDIAS], found[DUPLES]) == (43776, 4448, 3486)


def test_how_many_hands_have_each_juego_and_punto(hands):
    found = Counter()
    for hand, ways in hands(COPIES_8_KINGS):
        found[int(juego_points(counts(hand)))] += ways
    assert sum(n for points, n in found.items() if points >= 31) == 24444
    expected = {31: 8384, 32: 2640, 33: 1920, 34: 2960, 35: 2240, 36: 2240, 37: 2240, 40: 1820}
    assert {points: n for points, n in found.items() if points >= 31} == expected
    assert {points: found[points] for points in (30, 29, 28, 27)} == {
        30: 3024, 29: 2688, 28: 6033, 27: 5648,
    }  # fmt: skip
    assert not {5, 6, 38, 39} & set(found)


def test_how_many_classes_each_lance_has(hands):
    keys = {
        key: {int(key(counts(hand))) for hand, _ways in hands(COPIES_8_KINGS)}
        for key in (grande_key, chica_key, pares_key, juego_without_real, punto_key)
    }
    found = [
        len(values - ({0} if key not in (grande_key, chica_key) else set()))
        for key, values in keys.items()
    ]
    assert found == [330, 330, 52, 8, 25]


@pytest.mark.parametrize("copies", [COPIES_8_KINGS, COPIES_4_KINGS])
def test_keys_order_hands_as_the_rules_say_in_words(hands, copies):
    """Every hand beside the next in the order that sorted lists of cards give."""
    everything = [hand for hand, _ways in hands(copies)]

    def ranks(hand):
        return [FACES.index(face) for face in hand]

    def pares(hand):
        groups = sorted(
            ((n, FACES.index(face)) for face, n in Counter(hand).items() if n > 1), reverse=True
        )
        if not groups:
            return (0,)
        if len(groups) == 2 or groups[0][0] == 4:
            return (3, *sorted((rank for _n, rank in groups * (3 - len(groups))), reverse=True))
        return (groups[0][0] - 1, groups[0][1])

    def juego(hand):
        points = sum(POINTS[rank] for rank in ranks(hand))
        return -JUEGO_FROM_THE_BEST.index(points) if points >= 31 else -99

    in_words = (
        (grande_key, ranks),
        (chica_key, lambda hand: [-rank for rank in reversed(ranks(hand))]),
        (pares_key, pares),
        (juego_without_real, juego),
    )
    for key, words in in_words:
        ordered = sorted(everything, key=words)
        for one, other in itertools.pairwise(ordered):
            less = words(one) < words(other)
            assert (key(counts(one)) < key(counts(other))) == less, (key, one, other)


def test_real_is_above_31_where_the_option_has_it():
    real, of_king, plain = counts("S777"), counts("R777"), counts("RRRA")
    assert (
        juego_key(real, REAL_NONE) == juego_key(of_king, REAL_NONE) == juego_key(plain, REAL_NONE)
    )
    assert juego_key(real, REAL_ANY) == juego_key(of_king, REAL_ANY) > juego_key(plain, REAL_ANY)
    assert juego_key(real, REAL_SOTA) > juego_key(of_king, REAL_SOTA) == juego_key(plain, REAL_SOTA)
    assert juego_points(counts("R777")) == 31


@pytest.mark.parametrize(
    ("hand", "stones"), [("RRC7", 1), ("RRRC", 2), ("RRCC", 3), ("RRRR", 3), ("RCSA", 0)]
)
def test_cuenta_of_pares_1_6_2(hand, stones):
    assert cuenta_of(PARES, counts(hand)) == stones


@pytest.mark.parametrize(("hand", "stones"), [("RCSA", 3), ("RRCC", 2), ("CS75", 2), ("RC55", 0)])
def test_cuenta_of_juego_1_6_2(hand, stones):
    assert cuenta_of(JUEGO, counts(hand)) == stones
