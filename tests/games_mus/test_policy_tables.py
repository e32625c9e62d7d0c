"""The tables of the policies, counted a second time, and their flow charts."""

import json
from itertools import combinations_with_replacement
from math import comb, prod

import numpy as np
import pytest

from ludoteca.games.mus.hands import (
    COPIES_8_KINGS,
    HAND,
    KINDS,
    chica_key,
    grande_key,
    juego_key,
    pares_key,
    punto_key,
)
from ludoteca.games.mus.ids import CHICA, GRANDE, MOST_STONES, ORDAGO
from ludoteca.games.mus.multisets import MOST, number_of
from ludoteca.games.mus.notation import text_of_code
from ludoteca.games.mus.policies import counting, flow
from ludoteca.games.mus.policies.betting import WEAK, bluff_share
from ludoteca.games.mus.policies.levels import (
    BASIC,
    CALLER,
    DATA,
    EXPERT,
    EXPERT_READS,
    LEVELS,
    SHARES,
)
from ludoteca.games.mus.policies.stone_worth import STONE_WORTH
from ludoteca.games.mus.policies.tables import EIGHT, EQUAL, FILE, KEEPS, WORSE
from ludoteca.games.mus.policy import cuts
from ludoteca.players.policy import PolicyPlayer

from .conftest import counts


def test_hands_are_numbered_one_by_one():
    numbers = sorted(
        number_of(np.bincount(np.array(cards, np.int64), minlength=KINDS))
        for size in range(HAND + 1)
        for cards in combinations_with_replacement(range(KINDS), size)
    )
    assert numbers == list(range(MOST))


@pytest.mark.parametrize("hand", ["RRCA", "SSAA", "R777", "C765"])
def test_chances_against_one_other_hand_are_those_of_all_hands_beside_it(hand):
    """Every hand of the 36 cards that are left, one by one."""
    mine = counts(hand)
    left = [n - m for n, m in zip(COPIES_8_KINGS, mine, strict=True)]
    keys = (grande_key, chica_key, pares_key, lambda h: juego_key(h, 0), punto_key)
    seen = np.zeros((5, 3))
    for cards in combinations_with_replacement(range(KINDS), HAND):
        other = np.bincount(cards, minlength=KINDS)
        ways = prod(map(comb, left, other.tolist()))
        for lance, key in enumerate(keys):
            if lance < 2 or key(other) > 0:
                seen[lance] += ways * np.array([1, key(mine) > key(other), key(mine) == key(other)])
    number = number_of(mine)
    assert WORSE[EIGHT, 0, :, number] == pytest.approx(seen[:, 1] / seen[:, 0], abs=1e-4)
    assert EQUAL[EIGHT, 0, :, number] == pytest.approx(seen[:, 2] / seen[:, 0], abs=1e-4)


def test_the_shipped_tables_are_those_that_are_counted():
    """The deck of eight kings, counted anew as ``python -m ...policies.counting`` does."""
    shipped = json.loads(FILE.read_text("utf-8"))["eight"]
    assert json.loads(json.dumps(counting.computed(8))) == shipped


@pytest.mark.parametrize(("hand", "kept"), [("RRAA", "RRA"), ("RC7A", "RC"), ("7654", "")])
def test_the_mano_keeps_what_the_best_discard_keeps(hand, kept):
    """RRA waits for 31 and duples; a king and a caballo for juego; of nothing, nothing is kept."""
    assert text_of_code(int(KEEPS[EIGHT, 0, number_of(counts(hand))])) == kept


def test_at_39_to_39_only_grande_counts():
    """Somebody always wins a stone in grande, which is counted first."""
    assert STONE_WORTH[1, 1, GRANDE] > 0
    assert (STONE_WORTH[1, 1, CHICA:] == 0).all()


def test_far_from_the_end_a_stone_is_worth_the_same_in_every_lance():
    worth = STONE_WORTH[MOST_STONES, MOST_STONES]
    assert worth.max() < 1.02 * worth.min()


def test_a_stone_is_worth_the_same_to_both_pairs():
    """What one pair gains the other loses."""
    assert np.allclose(STONE_WORTH, STONE_WORTH.transpose(1, 0, 2))


@pytest.mark.parametrize(("score", "cut"), [((0, 0), False), ((39, 39), True)])
def test_three_kings_cut_where_grande_decides(played, score, cut):
    state = played("RRR4 7654 CS76 S554", score=score)
    assert cuts(state.record[0], DATA[EXPERT]) == cut


def test_ordago_with_four_aces_wins_before_a_lost_grande_counts(played):
    """At 39-39 a passed grande is counted before chica; a refused órdago pays at once."""
    state = played("AAAA RRC4 7654 RCS4", "no-hay-mus" + 4 * " paso", score=(39, 39))
    player = PolicyPlayer(state.game, "experto")
    assert player.chances(state.view(0)) == {ORDAGO: 1.0}


def test_a_bluff_in_four_bets_is_where_seeing_and_refusing_pay_alike():
    """At the whole rate weak hands bet a third as often as strong ones: a quarter of all bets."""
    opened = LEVELS[EXPERT].reading.opened
    strong = 1 - opened
    bluffs = bluff_share(1.0, opened) * WEAK
    assert bluffs / (bluffs + strong) == pytest.approx(1 / 4)
    seen = 2 * (1 / 4) - 2 * (3 / 4)  # stones of seeing a bet of 2; to refuse costs 1
    assert seen == -1


def test_charts_name_the_weakest_hand_that_bets():
    """The hand of the chart reaches the threshold of the table, and the next weaker does not."""
    least = LEVELS[BASIC].bets[0].opens
    named = flow.weakest(0, least)
    share = (WORSE + EQUAL / 2)[EIGHT, 0, 0]
    at = share[number_of(counts(named))]
    assert at >= least > max(share[share < at])


def test_charts_are_drawn_from_the_data():
    """Another threshold in the row of a level makes another chart."""
    level = LEVELS[BASIC]
    bolder = level._replace(bets=(level.bets[0]._replace(opens=0.5), *level.bets[1:]))
    assert flow._opening(bolder, 0) != flow._opening(level, 0)


@pytest.mark.parametrize("level", range(len(LEVELS)))
def test_every_level_has_charts_of_all_its_choices(level):
    names = [chart.name for chart in flow.charts_of(level)]
    assert names[:2] == ["cut", "discard"]
    assert len(names) == len(set(names)) == 2 + 2 * 5


@pytest.mark.parametrize("level", range(len(LEVELS)))
def test_the_compiled_policy_reads_what_a_level_says(level):
    says, row = LEVELS[level], DATA[level]
    assert [row.looks, row.pull, row.bluffs] == [says.looks, says.pull, says.bluffs]
    for name, value in says.reading._asdict().items():
        assert np.array_equal(row[name], value)
    for lance, bets in enumerate(says.bets):
        assert {name: row[name][lance] for name in bets._fields} == bets._asdict()


def test_searches_have_an_expert_for_every_share():
    assert np.allclose(DATA[EXPERT_READS:CALLER].raised, np.arange(SHARES) / SHARES)
