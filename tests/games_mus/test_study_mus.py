"""The study of mus: rounds of mus, cuts and signs."""

from collections import Counter
from fractions import Fraction
from math import comb

import numpy as np
import pytest

from ludoteca.core import calls
from ludoteca.core.jit import JIT_ENABLED
from ludoteca.core.numbers import Simulated
from ludoteca.core.registry import load_game
from ludoteca.games.mus.exact.types import Deck
from ludoteca.games.mus.hands import KINDS, KING
from ludoteca.games.mus.ids import (
    CHICA,
    CUT,
    DISCARDING,
    GRANDE,
    JUEGO,
    LANCES,
    MUS,
    PARES,
    PASS,
    PUNTO,
    TALKING,
)
from ludoteca.games.mus.study import (
    cutting,
    dealing,
    rounds,
    signs,
)
from ludoteca.games.mus.study.levels import NAMES, level_tables

pytestmark = pytest.mark.skipif(not JIT_ENABLED, reason="minutes without compiled code")

DECK = Deck.of(8)


def index_of(deck, hand):
    return deck.types.names.index(hand)


# -- rounds of mus ---------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def levels():
    return {name: level_tables(DECK, number) for number, name in enumerate(NAMES)}


@pytest.fixture(scope="module")
def expert(levels):
    return list(levels.values())[-1]


def test_tables_of_a_level_are_what_it_does_in_the_rules(levels):
    """Along games of four equal players: every word of mus and every discard."""
    game = load_game("mus")
    rng = np.random.default_rng(3)
    ids, probs = game.buffers()
    seen = Counter()
    for number, level in enumerate(levels.values()):
        for _deal in range(20):
            state = game.new_state({"signs": "none", "corrido": "no"})
            while (s := state.record[0]).phase <= DISCARDING:
                if state.is_chance():
                    state.apply(state.sample_chance(rng))
                    continue
                place = (s.to_move - s.dealer - 1) % 4
                hand = DECK.index[tuple(s.hand[s.to_move].tolist())]
                assert calls.policy_probs(state.record, 0, number, ids, probs) == 1
                move = int(ids[0])
                if s.phase == TALKING and s.mus_rounds < 3:
                    cuts = level.cuts[s.mus_rounds, place, hand]
                    assert move == (CUT if cuts else MUS)
                    seen["cut" if cuts else "mus"] += 1
                if s.phase == DISCARDING:
                    me, kept = int(s.to_move), level.kept[place, hand]
                    seen["discard"] += 1
                    state.apply(move)
                    assert (state.record[0].hand[me] == kept).all()
                    continue
                state.apply(move)
    assert min(seen.values()) > 20


def test_stones_where_nobody_bets_are_those_of_the_rules():
    """Deals in which all pass, counted by the rules and by the loop."""
    game, rng = load_game("mus"), np.random.default_rng(5)
    types = DECK.types
    found = np.zeros((LANCES, 2), np.int64)
    for _deal in range(150):
        state = game.new_state({"signs": "none"})
        while state.record[0].phase < TALKING:
            state.apply(state.sample_chance(rng))
        s = state.record[0]
        seats = [(int(s.dealer) + 1 + after) % 4 for after in range(4)]
        held = np.array([DECK.index[tuple(s.hand[seat].tolist())] for seat in seats])
        state.apply(CUT)
        while not state.is_terminal():
            state.apply(state.sample_chance(rng) if state.is_chance() else PASS)
        dealing.count_stones(held, types.classes, types.cuenta, found)
        s = state.record[0]
        assert found.sum(axis=0).tolist() == [s.points[seats[0] % 2], s.points[seats[1] % 2]]


def test_no_card_is_lost_in_rounds_of_mus():
    """Also where the stock runs out and all cards thrown become the stock."""
    rng = np.random.default_rng(2)
    cards = np.repeat(np.arange(KINDS), DECK.cards)
    types_of = dealing.types_by_cards(DECK)
    held, table, sizes = np.zeros(4, np.int64), np.zeros((2, 40), np.int64), np.zeros(2, np.int64)
    kept = np.zeros((4, 330, KINDS), np.int64)
    kept[:, :, KING] = np.minimum(DECK.types.hands[:, KING], 3)
    for _deal in range(50):
        dealing.deal_types(rng, cards, types_of, held)
        dealing.lay_out(cards, table, sizes)
        for _round in range(6):
            kings = DECK.types.hands[held, KING]
            dealing.throw_and_draw(rng, table, sizes, kept, types_of, held)
            assert (DECK.types.hands[held, KING] >= np.minimum(kings, 3)).all()
            there = [*table[0, : 16 + sizes[0]], *table[1, : sizes[1]]]
            assert sorted(there) == sorted(cards)
            named = [DECK.index[tuple(np.bincount(hand, minlength=KINDS).tolist())]
                     for hand in table[0, :16].reshape(4, 4)]  # fmt: skip
            assert held.tolist() == named


@pytest.fixture(scope="module")
def played(levels):
    return {
        name: dealing.play_rounds(DECK, level, 100_000, seed=1) for name, level in levels.items()
    }


def test_hands_as_dealt_are_those_of_the_exact_counts(played):
    """Each within five standard errors, of three levels."""
    exact = {
        "par": 43776 / 91390,
        "medias": 4448 / 91390,
        "duples": 3486 / 91390,
        "juego": 24444 / 91390,
        "thirty_one": 8384 / 91390,
        "kings": 0.8,
        "aces": 0.8,
        "pares_played": 0.659043,
        "juego_played": 0.197770,
        "punto_played": 0.246781,
        "stones_of_the_mano": 3.14149,
        "stones_of_the_postre": 3.02704,
    }
    for found in played.values():
        for k, name in enumerate(dealing.QUANTITIES):
            mean = found.mean(0, k)
            assert abs(mean.mean - exact[name]) < 5 * (mean.high - mean.low) / 3.92, name


def test_mus_comes_about_as_often_as_all_four_want_it(levels, played):
    for name, found in played.items():
        assert found.deals[0] == 100_000
        assert (np.diff(found.deals) <= 0).all()
        assert (found.held.sum(axis=1) == 4 * found.deals).all()
        # A hand with which every seat cuts is never thrown away.
        cuts = levels[name].cuts[0].all(axis=0)
        assert cuts.any()
    nobody = dealing.LevelTables(
        np.ones((3, 4, 330), np.int64), np.zeros((4, 330, KINDS), np.int64)
    )
    assert dealing.play_rounds(DECK, nobody, 1_000, seed=1).deals.tolist() == [1000, 0, 0, 0]


def test_the_section_on_rounds(played):
    section = rounds.of_rounds(DECK, played)
    shares, hands, _common = section.tables
    assert len(shares.rows) == 9
    assert {row[0] for row in hands.rows} == set(played)
    juego = dealing.QUANTITIES.index("juego") + 3
    for name in played:
        rows = [row for row in hands.rows if row[0] == name]
        assert rows[1][juego].low > rows[0][juego].high


# -- cutting ---------------------------------------------------------------------------------------


def test_a_round_in_which_nobody_throws_is_worth_nothing():
    still = dealing.LevelTables(np.zeros((3, 4, 330), np.int64), np.stack([DECK.types.hands] * 4))
    found = dealing.weigh_cutting(DECK, still, cutting.SCORES, 2_000, seed=1)
    assert found.n.sum() == 4 * 2_000
    assert not found.sums.any()


def test_the_pairs_gain_of_each_other(expert):
    """What a cut is worth to one pair it costs the other: over deals in which all want mus."""
    willing = dealing.LevelTables(np.zeros_like(expert.cuts), expert.kept)
    found = dealing.weigh_cutting(DECK, willing, cutting.SCORES, 20_000, seed=1)
    sums = found.sums.sum(axis=2)
    assert sums[0, 0] == -sums[0, 1] == sums[0, 2] == -sums[0, 3] != 0
    same = [row for row, (own, rivals) in enumerate(cutting.SCORES, 1) if own == rivals]
    assert sums[same, 0] == pytest.approx(-sums[same, 1])


def test_stones_are_counted_in_order_until_the_juego_is_won():
    count = dealing.worth_of
    deal = np.array([[0, 1], [1, 0], [3, 0], [0, 0], [0, 0]])  # grande to pair 1, the rest to 0
    assert count(deal, 0, np.array([1, 1])) == 0
    assert count(deal, 1, np.array([1, 1])) == 1
    assert count(deal, 0, np.array([1, 2])) == 1
    assert count(deal, 0, np.array([4, 2])) == 1
    assert count(deal, 0, np.array([40, 40])) + count(deal, 1, np.array([40, 40])) == 1
    assert count(deal, 0, np.array([40, 40])) > 0.5


def test_who_has_duples_cuts_and_who_has_nothing_does_not(levels, expert):
    """Where the others cut with duples and with 31 alone, and throw as the expert."""
    types = DECK.types
    cuts = np.zeros_like(expert.cuts)
    cuts[:, :] = (types.cuenta[PARES] == 3) | (types.points == 31)
    plain = dealing.LevelTables(cuts, expert.kept)
    found = dealing.weigh_cutting(DECK, plain, cutting.SCORES, 200_000, seed=1)
    gallegos = index_of(DECK, "RRAA")
    assert all(found.gain(0, seat, gallegos).low > 0 for seat in range(4))
    nothing = (types.cuenta[PARES] == 0) & (types.points < 31)
    gains = found.sums[0, 0, nothing].sum() / found.n[0, nothing].sum()
    assert gains < -0.5
    steps = cutting.unravelling(DECK, plain, 20_000, seed=1)
    assert [step.step for step in steps] == list(range(cutting.STEPS + 1))
    assert steps[1].agreed < steps[0].agreed
    section = cutting.of_cutting(DECK, found, levels, steps, 200_000)
    tables = {table.name: table for table in section.tables}
    assert len(tables["cutting"].rows) == 330 * 4
    assert sum(row[2] for row in tables["cutting_kinds"].rows) == 91390
    assert len(tables["cutting_scores"].rows) == 4 * len(cutting.SCORES)
    for row in tables["cutting_levels"].rows:
        assert 0 <= row[3] <= 1
        assert row[4] >= 0


def test_mus_is_hard_to_agree_on_as_the_readme_says(expert):
    """6.7 % of deals as the expert cuts, 0.5 % where each then cuts as it pays; 5 errors, 0.2 %.

    The second share hangs on gains that are estimated of few deals for some hands.
    """
    first, second, _third = cutting.unravelling(DECK, expert, 300_000, seed=1)
    assert abs(first.agreed / first.deals - 0.067) < 5 * (0.067 * 0.933 / first.deals) ** 0.5
    assert abs(second.agreed / second.deals - 0.005) < 0.002


# -- signs -----------------------------------------------------------------------------------------


def test_chances_of_signs_are_counts_of_hands():
    table = signs.signs_table(DECK)
    share = {row[0]: row[1].value for row in table.rows}
    assert share["duples"] == Fraction(3486, 91390)
    assert share["medias"] == Fraction(4448, 91390)
    assert share["31"] == Fraction(8384, 91390)
    assert share["30"] == Fraction(3024, 91390)
    assert share["29"] == Fraction(2688, 91390)
    assert share["two kings"] == share["two aces"] == Fraction(28 * comb(32, 2), 91390)


def test_what_a_sign_changes():
    rows = {(row[0], row[2]): row[3:] for row in signs.signs_table(DECK).rows}
    assert all(before.value == Fraction(1, 2) for before, _after, _change in rows.values())
    assert rows["two kings", "grande"][2].value > Fraction(1, 4)
    assert rows["two aces", "chica"][2].value == rows["two kings", "grande"][2].value
    assert rows["31", "punto"][1] is None
    for _before, after, change in rows.values():
        if after is not None:
            assert change.value == after.value - Fraction(1, 2)


def test_the_levels_give_the_first_sign_that_is_true():
    given = signs.given_by_type(DECK)
    for hand, sign in (
        ("RRCC", "duples"),
        ("RRRA", "31"),
        ("RR54", "two kings"),
        ("R754", "blind"),
    ):
        assert signs.WORDS[given[index_of(DECK, hand)]] == sign


def test_who_sees_a_sign_bets_better_and_the_partners_tells_more():
    found = signs.worth_of_signs(DECK, 80_000, seed=1)
    assert [w.lance for w in found] == [GRANDE, CHICA, PARES, JUEGO, PUNTO]
    for worth in found:
        assert worth.blind.mean > 0
        assert worth.partner.low > worth.blind.high
    assert sum(w.partner.mean for w in found) > sum(w.rival.mean for w in found)
    assert isinstance(signs.of_signs(DECK, found).tables[0].rows[0][1], Simulated)
