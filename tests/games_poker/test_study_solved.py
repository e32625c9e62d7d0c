"""The equilibrium of the study: its chances, its folding and its value, each a second way."""

from collections import defaultdict
from fractions import Fraction

import numpy as np
import pytest

from ludoteca.core.jit import JIT_ENABLED
from ludoteca.games.poker import hands
from ludoteca.games.poker.evaluate.entrants import BUILT_IN
from ludoteca.games.poker.solver.equilibrium import Solver
from ludoteca.games.poker.solver.response import exploited
from ludoteca.games.poker.solver.round_paths import FIRST, SEATS, SECOND, Round, RoundDeck
from ludoteca.games.poker.solver.store import shipped
from ludoteca.games.poker.solver.value import round_value
from ludoteca.games.poker.study import exchanges, folding, losses, other_rules
from ludoteca.games.poker.study.players_compared import field_of
from ludoteca.games.poker.study.solved_seats import (
    SOLVED_KINDS,
    pure,
    seat_word,
    seats_of,
    solved_seats,
)
from ludoteca.solve.best_response import expected_values
from ludoteca.solve.cfr import PDCFR_PLUS

UNLIKE = 7, 9  # prizes that no showdown gives: who gets them says who folded


@pytest.fixture(scope="module")
def seats():
    return {kind: solved_seats(kind) for kind in SOLVED_KINDS}


@pytest.fixture(scope="module")
def pair(seats):
    return seats["completa"]


def rows(table):
    return [dict(zip(table.columns, row, strict=True)) for row in table.rows]


# -- how often ----------------------------------------------------------------------------------


def test_all_that_may_happen_adds_up_to_one(seats):
    for pair in seats.values():
        for seat in pair:
            assert seat.mass.sum() == pytest.approx(1)


def test_both_seats_agree_how_often_two_numbers_meet(seats):
    for first, second in seats.values():
        sizes = first.paths.path_size
        for n in range(4):
            for k in range(4):
                mine = first.mass[k, sizes == n].sum()
                assert mine == pytest.approx(second.mass[n, sizes == k].sum(), abs=1e-12)


def test_folding_is_that_of_the_exact_round(pair):
    """With prizes that no showdown gives, the outcomes of the exact round count who folds."""
    played = Round("completa", RoundDeck(), *UNLIKE)
    best = shipped("completa").strategy()
    outcomes = round_value(played, best, best).outcomes
    exact = (outcomes[0, 2 * UNLIKE[0]], outcomes[2 * UNLIKE[1], 0])
    for seat, share in zip(pair, exact, strict=True):
        assert seat.folding == pytest.approx(float(share), abs=1e-9)


def test_worths_add_up_to_the_value(pair):
    """The values of folding and staying, as both seats do, add up to the value of the round."""
    value = float(shipped("completa").value)
    for seat, sign in zip(pair, (1, -1), strict=True):
        ahead, spots = seat.ahead, seat.paths.path_spot
        going = seat.own.exchange[[seat.own.context(k) for k in range(4)]]
        weight = going[:, seat.paths.path_exchange] * seat.paths.path_weight
        mixed = (
            seat.own.fold * ahead.folding[:, spots] + (1 - seat.own.fold) * ahead.staying[:, spots]
        )
        total = (weight * (ahead.given[:, spots] + mixed)).sum() / ahead.whole
        assert total == pytest.approx(sign * value, abs=1e-9)


# -- exchanging ---------------------------------------------------------------------------------


def test_chances_of_a_hand_add_up_and_the_chosen_cost_nothing(seats):
    chances = defaultdict(float)
    for row in rows(exchanges.exchanging_table(seats)):
        chances[row["round"], row["seat"], row["seen"], row["hand"]] += row["chance"]
        if row["chance"] > 0.01:
            assert row["cost"] < 1e-5
        assert row["cost"] >= 0
    assert len(chances) == 2 * 5 * 7
    assert all(total == pytest.approx(1) for total in chances.values())


def test_the_kernel_exchanges_nothing_of_nothing_as_often(game, played, pair):
    """The equilibrium as the kernel plays it, in small moves: stopping at once."""
    from ludoteca.core import calls

    ids, prob = game.buffers()
    state = played("A7KQJ AA7KQ")
    level = game.info.levels.index("equilíbrio")
    n = calls.policy_probs(state.record, 0, level, ids, prob)
    by_text = {state.action_text(int(a)): p for a, p in zip(ids[:n], prob[:n], strict=True)}
    found = exchanges.choices(pair[FIRST], None)
    (none,) = [c for c in found if c.hand == hands.NOTHING and not any(c.lot)]
    assert by_text["stop"] == pytest.approx(none.chance, abs=1e-6)
    assert none.bluff
    assert not none.greedy


def test_one_exchange_of_a_hand_is_that_of_ganancioso(seats):
    """Of the kinds of exchange of each class one, and its example is what ganancioso exchanges."""
    table = rows(exchanges.exchanging_table({"completa": seats["completa"]}))
    greedy = [row for row in table if row["as_the_greedy_player"]]
    assert len(greedy) == 5 * 7
    for row in greedy:
        lot = hands.greedy_exchange(hands.read_cards(row["example"]))
        assert sum(lot) == row["cards"]
        assert sorted(lot, reverse=True) == sorted(hands.read_cards(row["exchanged"]), reverse=True)


def test_as_first_a_number_is_as_frequent_as_the_hands_behind_it(seats):
    """In the strategic round the first is greedy: one card is two pairs or four of a kind."""
    table = rows(exchanges.numbers_table({"estrategica": seats["estrategica"]}))
    first = {row["exchanged"]: row for row in table if row["seat"] == "first"}
    assert first[1]["often"] == pytest.approx(15500 / 53130)
    assert first[1]["two_pairs"] == pytest.approx(15000 / 15500)
    assert first[3]["nothing"] == pytest.approx(3125 / 28125)
    assert all(row["bluffs"] == pytest.approx(0) for row in first.values())


def test_shares_of_hands_behind_a_number_add_up(seats):
    for row in rows(exchanges.numbers_table(seats)):
        shares = [row[name.replace(" ", "_")] for name in hands.CLASS_NAMES]
        assert sum(shares) == pytest.approx(1)


def test_bluffs_as_first_are_those_of_nothing_and_of_pairs(pair):
    """By the numbers of hands: of nothing always, of a pair as the table says."""
    table = rows(exchanges.bluffs_table({"completa": pair}))
    chance = {row["hand"]: row["bluffs"] for row in table if row["seat"] == "first"}
    expected = (3125 * chance["nothing"] + 25000 * chance["a pair"]) / 53130
    assert exchanges.bluffs_of(pair[FIRST]) == pytest.approx(expected)
    assert chance["nothing"] == pytest.approx(1)


def test_the_strategic_round_has_an_equilibrium_without_chance(from_choices):
    """The strategy as the study says it in words: nobody gains by anything else, exactly."""

    def exchange(seat, cards, other):
        kind = hands.class_of(cards)
        if seat == SECOND and other == 2 and kind == hands.TWO_PAIRS:
            pairs = [rank for rank, n in enumerate(cards) if n == 2]
            lots = [
                tuple(0 if rank == kept else n for rank, n in enumerate(cards)) for kept in pairs
            ]
            return {lot: Fraction(1, 2) for lot in lots}
        if seat == SECOND and other == 1 and kind == hands.FULL_HOUSE:
            return {tuple(n if n == 2 else 0 for n in cards): Fraction(1)}
        if kind == hands.NOTHING:  # which three go is all one, if all are equally likely
            lots = [lot for lot in hands.exchanges(cards) if sum(lot) == 3]
            return {lot: Fraction(1, len(lots)) for lot in lots}
        return {hands.greedy_exchange(cards): Fraction(1)}

    played = Round.named("estrategica")
    told = from_choices("told", RoundDeck(), exchange)
    assert exploited(played, told).mean == 0
    assert exploited(played, pure("estrategica")).mean == 0
    value = round_value(played, told, told).difference
    assert value == -Fraction(226925, 104110006)
    assert abs(value - shipped("estrategica").value) < 1e-8


# -- folding ------------------------------------------------------------------------------------


def test_folding_adds_up_to_the_shares_of_rounds(pair):
    table = rows(folding.folding_table(pair))
    for seat in SEATS:
        lines = [row for row in table if row["seat"] == seat_word(seat)]
        assert sum(r["often"] * r["folds"] for r in lines) == pytest.approx(pair[seat].folding)
        for row in lines:
            assert row["least"] - 1e-9 <= row["folds"] <= row["most"] + 1e-9
    assert sum(r["often"] for r in table if r["seat"] == "first") == pytest.approx(1)
    stayed = 1 - pair[FIRST].folding
    assert sum(r["often"] for r in table if r["seat"] == "second") == pytest.approx(stayed)


def test_who_always_folds_would_lose_more_by_staying(pair):
    for row in rows(folding.folding_table(pair)):
        if row["folds"] > 0.999999:
            assert row["worth_of_staying"] <= row["worth_of_folding"] + 1e-5
        if row["folds"] < 1e-6:
            assert row["worth_of_staying"] >= row["worth_of_folding"] - 1e-5


def test_what_the_answer_says_of_three_of_a_kind(pair):
    """It goes against none or two cards alone, and hardly anything better ever goes."""
    for row in rows(folding.folding_table(pair)):
        if row["hand"] == "three of a kind" and row["folds"] > 0.001:
            assert row["other_exchanged"] in (0, 2)
        if row["value"] > 3:
            assert row["often"] * row["folds"] < 1e-4


def test_the_short_table_says_the_same_as_the_long_one(pair):
    found = folding.folding_table(pair)
    short = rows(folding.rules_table(found))
    assert len(short) == 2 * 4 * 4
    assert sum(r["often"] for r in short if r["seat"] == "first") == pytest.approx(1)
    line = next(
        r for r in short if (r["seat"], r["exchanged"], r["other_exchanged"]) == ("second", 2, 3)
    )
    assert line["folds"] == "nothing, a pair, two pairs"


# -- losses -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def found():
    return {kind: field_of(kind, ("cauteloso", "equilíbrio")) for kind in SOLVED_KINDS}


def test_a_perfect_opponent_takes_at_least_what_every_player_takes(found):
    lost = losses.losses(found)
    for kind, field in found.items():
        for name, here in lost[kind].items():
            assert all(here.mean >= field.above(other, name) for other in field.strategies)
        assert lost[kind]["equilíbrio"].mean == shipped(kind).exploitability


def test_the_dearest_leak_of_the_cautious_is_in_its_words(found):
    dear = losses.leaks_of(found)
    first = dear["completa", "cauteloso"][0]
    assert (first.seat, first.seen, first.hand) == (SECOND, 1, hands.FULL_HOUSE)
    section = losses.of_losses(losses.losses(found), dear)
    assert "as second, having seen one card exchanged, you fold a full house" in section.answer
    costs = [leak.cost for leak in dear["completa", "cauteloso"]]
    assert costs == sorted(costs, reverse=True)
    assert "cauteloso" in BUILT_IN


# -- other rules --------------------------------------------------------------------------------

compiled = pytest.mark.skipif(not JIT_ENABLED, reason="minutes without compiled code")


@compiled
def test_the_printed_prizes_give_the_shipped_value():
    found = other_rules.solved_round(Round())
    assert found.low <= shipped("completa").value <= found.high
    assert found.exploitability <= 1.01 * other_rules.TARGET


@compiled
def test_a_larger_prize_for_staying_is_worth_no_less():
    """For any two strategies points grow with the prize, so the value does."""
    values = {(v.played.fold_first, v.played.fold_second): v for v in other_rules.prizes(2)}
    for prize in (1, 2):
        assert values[prize, 1].low <= values[prize, 2].high
        assert values[2, prize].low <= values[1, prize].high
    assert values[2, 2].value < 0 < values[1, 2].value


@compiled
def test_a_small_deck_by_other_prizes_is_worth_what_the_whole_tree_says(tree_of, on_tree, game):
    options = game.options(
        {"ranks": 3, "copies": 3, "hand": 2, "most": 2, "fold_first": 1, "fold_second": 4}
    )
    found = other_rules.solved_round(Round.of(options))
    tree = tree_of(options)
    strategy = on_tree(found.strategy(), tree)
    assert expected_values(tree, strategy)[0] == pytest.approx(float(found.value), abs=1e-9)
    assert np.isclose(other_rules.seats_in(found)[FIRST].mass.sum(), 1)


@compiled
def test_another_run_never_does_what_costs_something():
    """Solved by another method, of nothing three cards go as first in neither."""
    other = Solver(Round(), PDCFR_PLUS).run(1e-7)
    for strategy in (other.strategy(), shipped("completa").strategy()):
        found = exchanges.choices(seats_of(Round(), strategy)[FIRST], None)
        here = [c for c in found if c.hand == hands.NOTHING]
        best = max(c.worth for c in here)
        assert [sum(c.lot) for c in here if best - c.worth < 0.2] == [0, 2]
        assert sum(c.chance for c in here if sum(c.lot) == 3) < 1e-4


@compiled
def test_without_exchanges_the_first_seat_is_worth_nothing():
    found = other_rules.solved_round(Round("completa", RoundDeck(most=0)))
    assert abs(found.value) <= other_rules.TARGET
