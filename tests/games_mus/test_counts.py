"""Hands counted: tables 2.1 to 2.14 of the document, with its errata, and the four-king deck."""

from fractions import Fraction
from math import comb

import pytest

from ludoteca.games.mus.exact import counts
from ludoteca.games.mus.exact.types import Deck
from ludoteca.games.mus.ids import GRANDE
from ludoteca.games.mus.notation import NAMED

EIGHT, FOUR = Deck.of(8), Deck.of(4)
NOBODY, PAR, MEDIAS, DUPLES = range(4)


def test_the_hand_types_and_the_hands_of_both_decks():
    assert [len(deck.types) for deck in (EIGHT, FOUR)] == [330, 715]
    assert [sum(counts.ways_of(deck).values()) for deck in (EIGHT, FOUR)] == [91_390, 91_390]
    assert EIGHT.deals == FOUR.deals == 43_370_632_305_000


def test_types_stand_in_the_order_of_grande_as_in_table_3_1():
    names = EIGHT.types.names
    assert names[:3] == ("RRRR", "RRRC", "RRRS")
    assert names[-1] == "AAAA"
    keys = EIGHT.types.keys[GRANDE]
    assert (keys[:-1] > keys[1:]).all()


@pytest.mark.parametrize("deck", [EIGHT, FOUR])
def test_the_ways_of_every_type_are_those_of_a_plain_enumeration(deck, hands):
    assert counts.ways_of(deck) == dict(hands(deck.cards))


def test_order_classes_of_the_lances():
    assert EIGHT.types.classes.max(axis=1).tolist() == [330, 330, 52, 8, 25]


def test_table_2_1_hands_that_have_names():
    ways = counts.ways_of(EIGHT)
    found = {name: ways[hand] for hand, name in NAMED.items()}
    assert found == {
        "solomillo": 448,
        "ley del mus": 448,
        "gallegos": 784,
        "castellanos": 168,
        "tío perete": 256,
    }
    assert ways["RR66"] == 168


def test_pares_equations_2_12_to_2_23_with_the_erratum_of_duples():
    """2.23 counts 3,480 duples: it leaves out CCCC, SSSS, 7777, 6666, 5555 and 4444."""
    none, par, medias, duples = counts.by_pares(EIGHT)
    assert (par, medias, duples, par + medias + duples) == (43_776, 4_448, 3_486, 51_710)
    assert none == 39_680
    ways = counts.ways_of(EIGHT)
    assert sum(ways[card * 4] for card in "CS7654") == 3_486 - 3_480


def test_equations_2_19_and_2_21_print_the_sum_of_two():
    ways = counts.ways_of(EIGHT)
    for one, other, each in (("RRXX", "XXAA", 1_008), ("RRRR", "AAAA", 70)):
        for shape in (one, other):
            hands = {shape.replace("X", card) for card in "CS7654"}
            assert sum(ways[hand] for hand in hands) == each


TABLES_2_2_TO_2_13 = {
    31: {"FFFA": 4480, "FF65": 1920, "FF74": 1920, "F777": 64},
    32: {"FF75": 1920, "FF66": 720},
    33: {"FF76": 1920},
    34: {"FFF4": 2240, "FF77": 720},
    35: {"FFF5": 2240},
    36: {"FFF6": 2240},
    37: {"FFF7": 2240},
    40: {"FFFF": 1820},
    30: {"FF55": 720, "FF64": 1920, "F776": 384},
    29: {"FF54": 1920, "F766": 384, "F775": 384},
    28: {"FF7A": 3840, "7777": 1, "FF44": 720, "F774": 384, "F765": 1024, "F666": 64},
    27: {"FF6A": 3840, "F755": 384, "F764": 1024, "F665": 384, "7776": 16},
}


@pytest.mark.parametrize(("points", "patterns"), TABLES_2_2_TO_2_13.items())
def test_tables_2_2_to_2_13_patterns_of_juego_and_punto(points, patterns):
    assert counts.patterns(EIGHT, points) == patterns
    assert counts.by_points(EIGHT)[points] == sum(patterns.values())


def test_juego_38_and_39_and_punto_5_and_6_do_not_occur():
    points = counts.by_points(EIGHT)
    assert sorted(points) == [4, *range(7, 38), 40]
    assert sum(ways for n, ways in points.items() if n > 30) == 24_444


def test_table_2_14_pares_with_and_without_juego_and_its_erratum():
    """35,458 without juego and 16,252 with it are hands of any pares, not of a simple par."""
    with_juego = counts.by_pares(EIGHT, juego=True)
    without = counts.by_pares(EIGHT, juego=False)
    assert with_juego == [8_192, 13_184, 2_144, 924]
    assert sum(with_juego[PAR:]) == 16_252
    assert (without[PAR], sum(without[PAR:]), without[NOBODY]) == (30_592, 35_458, 31_488)


def test_nobody_has_pares():
    assert float(counts.nobody_has_pares(EIGHT)) == pytest.approx(0.034174, abs=5e-7)
    assert counts.nobody_has_pares(EIGHT, 1) == Fraction(39_680, 91_390)


def test_the_chance_that_each_lance_is_played():
    played = [float(chance) for chance in counts.chance_of_lances(EIGHT).values()]
    assert played == pytest.approx([0.659043, 0.197770, 0.246781], abs=5e-7)


@pytest.mark.parametrize("deck", [EIGHT, FOUR])
def test_pares_are_played_unless_two_partners_have_none_counted_another_way(deck):
    nobody = counts.nobody_has_pares
    expected = 1 - 2 * nobody(deck, 2) + nobody(deck, 4)
    assert counts.chance_of_lances(deck)[2] == expected


def test_four_kings_a_three_and_a_two_are_cards_of_their_own():
    ways = counts.ways_of(FOUR)
    assert ways["RRRR"] == ways["3333"] == 1
    assert ways["RRRA"] == comb(4, 3) * 4
    # Ten kinds of four cards each.
    pares = counts.by_pares(FOUR)
    assert pares[DUPLES] == comb(10, 2) * 6 * 6 + 10
    assert pares[MEDIAS] == 10 * 4 * 36
    assert pares[PAR] == 10 * 6 * comb(9, 2) * 16
    assert counts.patterns(FOUR, 31)["FFFA"] == comb(12, 3) * 4
