"""The study of mus: chances, stones, the document's short cuts, declarations, the other deck."""

from collections import Counter
from fractions import Fraction
from math import comb
from pathlib import Path

import numpy as np
import pytest

from ludoteca.core.jit import JIT_ENABLED
from ludoteca.games.mus import study
from ludoteca.games.mus.exact.table import table as counts_of
from ludoteca.games.mus.exact.types import Deck
from ludoteca.games.mus.exact.wins import INDIVIDUAL, OWN, PAIR, RIVALS, first_steps
from ludoteca.games.mus.hands import KINDS
from ludoteca.games.mus.ids import CHICA, GRANDE, JUEGO, PARES, PUNTO
from ludoteca.games.mus.notation import LANCE_NAMES
from ludoteca.games.mus.study import (
    approximations,
    declared,
    four_kings,
    stones,
    win_chances,
)

pytestmark = pytest.mark.skipif(not JIT_ENABLED, reason="minutes without compiled code")

DECK = Deck.of(8)
SMALL = Deck((4, 0, 0, 0, 0, 4, 4, 4, 0, 4))  # 70 hands of aces, sixes, sevens, sotas and kings


def index_of(deck, hand):
    return deck.types.names.index(hand)


# -- chances and stones ----------------------------------------------------------------------------


def test_one_pair_wins_grande_and_chica_and_the_partners_chances_are_one():
    chances = {(row[0], row[1]): row[2:] for row in win_chances.places_table(DECK).rows}
    for lance in LANCE_NAMES:
        assert chances[lance, "mano"][1] == chances[lance, "third"][1]
        assert chances[lance, "second"][1] == chances[lance, "postre"][1]
    for lance in ("grande", "chica"):
        assert chances[lance, "mano"][1].value + chances[lance, "postre"][1].value == 1
        assert sum(chances[lance, place][0].value for place in win_chances.PLACES) == 1


def test_what_the_mano_is_worth_is_the_difference_of_the_pairs():
    """The difference of the pairs, from the table of all hands and places."""
    mano = {row[0]: row[1:] for row in win_chances.mano_table(DECK).rows}
    counts = counts_of(DECK)
    ways = DECK.types.ways.astype(object)
    for lance, name in enumerate(LANCE_NAMES):
        pair = [
            Fraction(int(ways @ counts[:, seat, lance, PAIR].astype(object)), 91390 * DECK.deals)
            for seat in (0, 1)
        ]
        assert mano[name][2].value == pair[0] - pair[1] > 0
    assert sum(row[3].value for row in mano.values()) == win_chances.stones_of_being_mano(DECK)
    assert float(win_chances.stones_of_being_mano(DECK)) == pytest.approx(0.11445, abs=1e-4)


def test_even_hands_are_the_weakest_that_win_half_of_the_deals_played():
    even = {(row[0], row[1]): row[2:] for row in win_chances.even_hands_table(DECK).rows}
    counts = counts_of(DECK)
    alone = index_of(DECK, even["grande", "mano"][0])
    assert 2 * counts[alone, 0, GRANDE, INDIVIDUAL] >= DECK.deals
    worse = [
        i for i in range(330) if DECK.types.classes[GRANDE, i] < DECK.types.classes[GRANDE, alone]
    ]
    assert max(2 * counts[worse, 0, GRANDE, INDIVIDUAL]) < DECK.deals
    assert all(cell is not None for cells in even.values() for cell in cells)


def test_stones_of_a_deal_are_those_of_its_lances():
    rows = {row[0]: [cell.value for cell in row[1:]] for row in stones.stones_table(DECK).rows}
    for at in range(3):
        assert sum(rows[lance][at] for lance in LANCE_NAMES) == rows["all"][at]
    assert rows["grande"][2] == rows["chica"][2] == 1
    assert float(rows["punto"][2]) == pytest.approx(0.246781, abs=1e-6)
    assert rows["all"][0] - rows["all"][1] == win_chances.stones_of_being_mano(DECK)


def test_solomillo_is_the_best_hand_and_tio_perete_the_worst():
    values = stones.values_table(DECK)
    assert values.rows[0][0] == "RRRA"
    assert values.rows[-1][0] == "7654"
    counts = counts_of(DECK)[index_of(DECK, "RRRA"), 2]
    worth = Fraction(int((counts[:, OWN] - counts[:, RIVALS]).sum()), DECK.deals)
    assert values.rows[0][3].value == worth


def test_what_pairs_win_of_each_other_adds_up_to_nothing():
    """Over all hands, the second place loses to the mano's pair what that pair gains."""
    gained = Counter()
    for row in stones.values_table(DECK).rows:
        ways = int(DECK.types.ways[index_of(DECK, row[0])])
        for seat, cell in enumerate(row[1:5]):
            gained[seat % 2] += ways * cell.value
    assert gained[0] == -gained[1] > 0


def test_readings_of_the_gain_r():
    """The cuenta is paid also where a lance is not played: that reading is never the lowest."""
    found = stones.gains_of(DECK)
    for (_hand, _seat, lance), gain in found.items():
        assert gain.joint <= gain.always
        if lance in (GRANDE, CHICA, PUNTO):
            assert gain.formula == gain.joint == gain.always
    rows = stones.readings_table(DECK).rows
    assert [row[:2] for row in rows] == [
        [lance, reading] for lance in ("pares", "juego") for reading in stones.READINGS
    ]
    means = [float(row[2].value) for row in rows]
    assert means[1] < means[0] < means[2]
    assert means[4] < means[3] < means[5]


# -- the document's short cuts ---------------------------------------------------------------------


def test_the_cube_is_the_chance_where_the_first_rival_is_always_beaten():
    found = approximations.cubes(SMALL)
    best = index_of(SMALL, "RRRR")
    (mano,) = (e for e in found if (e.hand, e.seat, e.lance) == (best, 0, GRANDE))
    assert mano.exact == mano.estimate == 1
    assert all(0 <= e.estimate <= 1 for e in found)
    assert len(found) == len(SMALL.types) * 4 * 5


def test_the_cube_by_counting_who_is_beaten():
    """P(A) over all hands that one other may hold, counted card by card."""
    from itertools import combinations

    hand = index_of(SMALL, "R77A")
    cards = [k for k, n in enumerate(SMALL.cards) for _ in range(n - SMALL.types.hands[hand][k])]
    classes = SMALL.types.classes[PARES]
    for seat, wins_ties in ((1, True), (3, False)):
        beaten = others = 0
        for other in combinations(cards, 4):
            held = classes[SMALL.index[tuple(np.bincount(other, minlength=KINDS).tolist())]]
            beaten += held < classes[hand] or (wins_ties and held == classes[hand])
            others += 1
        (found,) = (
            e
            for e in approximations.cubes(SMALL)
            if (e.hand, e.seat, e.lance) == (hand, seat, PARES)
        )
        assert found.estimate == Fraction(beaten, others) ** 3


def test_leaving_out_nothing_is_exact_and_leaving_out_weak_hands_is_not(monkeypatch):
    cut = approximations.cut_sums(SMALL)
    assert {e.lance for e in cut} == {GRANDE, PARES, JUEGO}
    assert all(e.error <= 0 for e in cut)
    assert min(e.error for e in cut) < -0.3
    monkeypatch.setattr(approximations, "CUT", Fraction(0))
    assert all(e.error == 0 for e in approximations.cut_sums(SMALL))


def test_hands_of_low_rank_taken_to_win_nothing():
    for estimate in approximations.cut_hands(SMALL):
        low = approximations.ranks(SMALL, estimate.lance)[estimate.hand] < Fraction(1, 10)
        assert estimate.estimate == (0 if low else estimate.exact)


def test_the_table_of_estimates_has_the_largest_error_and_where():
    found = approximations.cubes(SMALL)
    table = approximations.estimates_table(SMALL, {"cube": found})
    assert [row[1] for row in table.rows] == list(LANCE_NAMES)
    for row in table.rows:
        errors = [abs(e.error) for e in found if LANCE_NAMES[e.lance] == row[1]]
        assert abs(row[4].value) == max(errors)
        assert row[8].value - row[7].value == row[4].value
        assert abs(row[2].value) <= row[3].value <= max(errors)


# -- declarations ----------------------------------------------------------------------------------


def test_a_rival_with_juego_and_no_pares_has_31_in_seven_of_sixteen():
    assert declared.share_of(DECK, 31, pares=False) == Fraction(3584, 8192) == Fraction(7, 16)
    assert declared.share_of(DECK, 31, pares=True) == Fraction(8384 - 3584, 16252)
    assert declared.share_of(DECK, 40, pares=False) == 0


def test_one_rival_against_32_by_what_it_said_of_pares():
    rows = {(row[1], row[2]): row for row in declared.one_rival_table(DECK).rows}
    assert rows[31, "mano"][3].value == rows[31, "mano"][4].value == 0
    assert rows[33, "postre"][3].value == rows[33, "postre"][4].value == 1
    postre = rows[32, "postre"]
    assert postre[3].value > postre[4].value
    assert postre[5].value == postre[3].value - postre[4].value
    assert rows[34, "postre"][5].value < 0
    assert "43.8%" in declared.of_declared(DECK).answer


# -- four kings ------------------------------------------------------------------------------------


def test_four_kings_beside_eight():
    rows = {row[0]: row[1:] for row in four_kings.decks_table().rows}
    assert rows["different hands"] == [330, 715]
    assert rows["31 points"][0].value == Fraction(8384, 91390)
    assert rows["duples"][0].value == Fraction(3486, 91390)
    # Ten kinds of four cards each: 13 in 91,390 for every kind is four equal ones, and so on.
    assert rows["duples"][1].value == Fraction(10 + 45 * 36, 91390)
    assert rows["medias"][1].value == Fraction(10 * 4 * 36, 91390)
    assert rows["par"][1].value == Fraction(10 * 6 * comb(9, 2) * 16, 91390)
    assert sum(rows[name][1].value for name in ("no pares", "par", "medias", "duples")) == 1
    played = [rows[f"{lance} is played"][0].value for lance in ("pares", "juego", "punto")]
    assert [round(float(p), 6) for p in played] == [0.659043, 0.19777, 0.246781]


# -- the game's page -------------------------------------------------------------------------------


def test_the_exact_figures_on_the_games_page():
    page = " ".join((Path(study.__file__).parents[1] / "README.md").read_text("utf-8").split())
    for row in win_chances.mano_table(DECK).rows:
        assert f"{100 * row[3].decimal:.2f} %" in page
    both = stones.stones_table(DECK).rows[-1][3].decimal
    being_mano = float(win_chances.stones_of_being_mano(DECK))
    assert f"{being_mano:.3f} of {both:.2f} stones a deal" in page
    values = stones.values_table(DECK).rows
    assert f"*solomillo*, is worth most ({values[0][-1].decimal:+.2f} stones" in page
    assert f"*tío perete*, least ({values[-1][-1].decimal:+.2f})" in page
    without, with_ = (float(declared.share_of(DECK, 31, pares=said)) for said in (False, True))
    assert f"has 31 in {without:.1%}, one with pares in {with_:.1%}".replace("%", " %") in page
    hand, seat = index_of(DECK, "R777"), 2
    one, _two = first_steps(DECK, hand, seat, JUEGO)
    exact = Fraction(int(counts_of(DECK)[hand, seat, JUEGO, INDIVIDUAL]), DECK.deals)
    assert f"by up to {float(one**3 - exact):.3f} (R777 as third)" in page


def test_every_hand_of_the_deck_with_four_kings_has_its_chances():
    """715 hands in four places; 222A is beaten in chica by aces alone, RRRR in grande by nobody."""
    table = four_kings.of_four_kings().tables[-1]
    rows = {(row[0], str(row[1])): row for row in table.rows}
    assert len(rows) == len(table.rows) == 4 * 715
    assert rows["RRRR", "postre"][2].value == 1
    assert rows["AAAA", "postre"][4].value == 1
    assert rows["222A", "mano"][4].value < 1
