"""Questions 1 and 2 of the study: beside physical cards and the project's own functions."""

import re
from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from ludoteca.games.poker import hands, projeto
from ludoteca.games.poker.hands import CLASS_NAMES, VALUES, class_of
from ludoteca.games.poker.study import hand_values

CARDS = {name: list(text) for name, text in zip(CLASS_NAMES, hand_values.EXAMPLES, strict=True)}


def product_of(text):
    """The number that a product like ``5 × C(4,2)^2`` comes to."""
    assert re.fullmatch(r"[\d\sC(),×^+-]+", text)
    return eval(text.replace("×", "*").replace("^", "**"), {"C": comb})


def column(table, name):
    return [row[table.columns.index(name)] for row in table.rows]


@pytest.fixture(scope="module")
def of_hands():
    return hand_values.hands_table()


def test_question_1_counts_all_hands_of_physical_cards(of_hands):
    found = Counter(
        class_of(hands.counted(ranks))
        for ranks in combinations([rank for rank in range(5) for _copy in range(5)], 5)
    )
    assert column(of_hands, "hands") == [found[c] for c in range(len(VALUES))]
    assert sum(found.values()) == hand_values.ALL_HANDS == 53130
    assert sum(p.value for p in column(of_hands, "probability")) == 1


def test_question_1_each_count_is_its_product(of_hands):
    assert [product_of(t) for t in column(of_hands, "counted_as")] == column(of_hands, "hands")


def test_question_1_agrees_with_the_project(of_hands):
    for row in of_hands.rows:
        cells = dict(zip(of_hands.columns, row, strict=True))
        hand = list(cells["example"])
        assert projeto.valor(hand) == cells["value"]
        assert "".join(projeto.não_contribuem(hand)) == cells["not_contributing"].strip("-")
        assert "".join(projeto.no_máximo_três(hand)) == cells["at_most_three"].strip("-")


def test_question_1_mean_of_a_hand():
    assert hand_values.mean_of_a_hand() == Fraction(1325, 759)


def test_question_2_agrees_with_the_project_s_combinations():
    table = hand_values.pair_table()
    assert len(table.rows) == 9
    for row in table.rows:
        cells = dict(zip(table.columns, row, strict=True))
        hand, lot = list(hand_values.PAIR), list(cells["exchanged"].strip("-"))
        counted = projeto.resultados_troca(hand, lot)
        told = (cells["better"], cells["same"], cells["worse"])
        assert told == (counted["melhor"], counted["igual"], counted["pior"])
        assert cells["mean_points"].value == projeto.valor_médio_troca(hand, lot)
        assert sum(told) == cells["draws"] == comb(20, cells["cards"])


def test_question_2_all_kinds_of_exchange_from_a_pair_are_there():
    """As many as there are pairs of cards broken and others: at most three in all."""
    table = hand_values.pair_table()
    kinds = {(row[1].count("A"), len(row[1].strip("-"))) for row in table.rows}
    assert kinds == {(a, a + b) for a in range(3) for b in range(4) if a + b <= 3}


def test_question_2_the_reasons_add_up():
    table = hand_values.of_exchanges().tables[1]
    draws = Counter()
    for row in table.rows:
        assert product_of(row[4]) == row[2]
        draws[row[0]] += row[2]
    assert draws == {"KQJ": 1140, "QJ": 190, "J": 20}


def test_question_2_no_exchange_beats_the_greedy_one():
    table = hand_values.exchanges_table()
    best = {}
    for row in table.rows:
        cells = dict(zip(table.columns, row, strict=True))
        hand = list(cells["example"])
        lot = list(cells["exchanged"].strip("-"))
        assert cells["mean"].value == projeto.valor_médio_troca(hand, lot)
        best.setdefault(cells["hand"], cells["as_the_greedy_player"])
    assert set(best) == set(CLASS_NAMES)
    assert all(best.values())


def test_the_answers_say_the_numbers():
    one, two = hand_values.of_hands().answer, hand_values.of_exchanges().answer
    for text in ("53,130", "3,125", "25,000", "1325/759"):
        assert text in one
    for text in ("836 of 1140", "304", "134 of 190", "56", "11 of 20", "1537/570", "441/190"):
        assert text in two
