"""The table of every kind of round, and matches of other lengths, beside other computations."""

from fractions import Fraction
from itertools import permutations

import pytest

from ludoteca.games.poker.solver.match_store import solved_match
from ludoteca.games.poker.solver.round_paths import Round

FEW = ("--matches", "4", "--seed", "1")


def greedy_rounds(ranks, copies):
    """The points of both in a round without folding, over all orders of a small deck.

    Hands of two, at most one card exchanged: of two unlike cards the lower goes. A pair is worth
    one point.
    """
    cards = [rank for rank in range(ranks) for _copy in range(copies)]
    total, orders = [Fraction(0), Fraction(0)], 0
    for order in permutations(cards, 6):
        orders += 1
        stock, values = list(order[4:]), []
        for hand in (list(order[:2]), list(order[2:4])):
            if hand[0] != hand[1]:
                hand = [min(hand), stock.pop(0)]
            values.append(int(hand[0] == hand[1]))
        if values[0] == values[1]:
            values = [Fraction(value, 2) for value in values]
        total = [sum_ + value for sum_, value in zip(total, values, strict=True)]
    return [points / orders for points in total]


def test_every_kind_of_round_has_the_exchanges_that_were_asked_for(evaluated):
    deck = ("--ranks", "4", "--copies", "2", "--hand", "2", "--most", "1")
    said = evaluated("ganancioso", "blefe", *deck, *FEW)
    rows = {row["round"]: row for row in said["kinds"]}
    points = [Fraction(rows["estrategica"][name]["exact"]) for name in ("first", "second")]
    assert points == greedy_rounds(4, 2)
    # Both fold all that is worth less than three of a kind: the first does so at once.
    assert [rows["completa"][name]["decimal"] for name in ("first", "second")] == [0, 2]


def test_one_exchange_of_the_whole_deck_in_the_rows_of_other_kinds(evaluated):
    """The two play alike with one exchange; the number was found by another program."""
    said = evaluated("ganancioso", "blefe", "--most", "1", *FEW)
    rows = {row["round"]: row for row in said["kinds"]}
    assert rows["estrategica"]["first"]["exact"] == "182574200/108114237"
    assert rows["estrategica"]["second"]["exact"] == "182574200/108114237"


@pytest.mark.parametrize(
    ("options", "kinds"),
    [
        ("--ranks 3 --copies 3 --hand 3 --most 1", ["rapida", "estrategica", "completa"]),
        ("--ranks 2 --copies 4 --hand 3 --most 1", ["rapida", "estrategica", "completa"]),
        ("--ranks 2 --copies 5 --round rapida", ["rapida"]),
    ],
)
def test_a_deck_of_few_cards_has_the_kinds_of_round_that_it_can_deal(evaluated, options, kinds):
    said = evaluated("ganancioso", "cauteloso", *options.split(), *FEW)
    assert [row["round"] for row in said["kinds"]] == kinds


@pytest.mark.parametrize(("rounds", "exploitability"), [(1, 9.467e-08), (2, 1.407e-07)])
def test_the_champion_of_a_shorter_match_has_the_exploitability_of_that_match(
    rounds, exploitability
):
    """The numbers were found by another program, from the rules alone."""
    match = solved_match(Round.named("completa"), rounds)
    assert match.rounds == rounds
    assert match.exploitability / 2 == pytest.approx(exploitability, rel=2e-3)
