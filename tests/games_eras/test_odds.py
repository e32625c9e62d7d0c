"""The odds of a lay, exact ones beside enumeration and simulation."""

from itertools import combinations

import numpy as np
import pytest

from ludoteca.core.errors import BadInput
from ludoteca.core.numbers import Exact, Simulated
from ludoteca.games.eras import odds
from ludoteca.games.eras.combinations import strength
from ludoteca.games.eras.counts import (
    assignments,
    sampled_by_strength,
    ways_below,
    ways_by_strength,
)
from ludoteca.games.eras.notation import read_cards
from ludoteca.games.eras.trick_odds import sampled_tricks, trick_record

FIVE = ["3S", "3H", "4H", "4D", "5D"]
SMALL = {"values": 4, "suits": 3, "hand": 4}


@pytest.fixture
def quick(monkeypatch):
    """A tenth of the samples: what is said of them is tested, not how near they are."""
    few = odds.OddsEffort(counted=100_000, random_lays=2_000, tricks=200)
    monkeypatch.setattr(odds, "EFFORT", few)


def asked(eras, *cards, options=None, seed=1, **given):
    return odds.lay_odds(eras.options(options or {}), seed, list(cards) or None, **given)


@pytest.mark.parametrize("most", [20, 52])  # low cards of all suits hold many groups and runs
def test_weaker_lays_are_counted_as_enumeration_counts_them(most):
    rng = np.random.default_rng(4)
    for _time in range(12):
        cards = rng.choice(most, 9, replace=False).tolist()
        for n in range(1, 6):
            lays = [sum(1 << card for card in lay) for lay in combinations(cards, n)]
            strengths = [int(strength(lay)) for lay in lays]
            for bound in rng.choice(strengths, 3).tolist():
                found = ways_below(sum(1 << card for card in cards), n, bound)
                assert found == sum(one < bound for one in strengths)


def test_a_lay_is_named_with_its_rank_among_all_combinations(eras):
    fields = asked(eras, *FIVE).fields
    assert fields["combination"] == "4D 5D"
    assert fields["type"] == "straight flush of 2"
    # Better: 48 - 14 runs of two up to 5D; 52 threes, 44 + 40 + 36 + 32 + 28 runs, 13 fours.
    assert fields["better"] == 34 + 52 + 44 + 40 + 36 + 32 + 28 + 13
    assert fields["combinations"] == 423


def test_the_best_lay_has_rank_1(eras):
    assert asked(eras, "7S", "8S", "9S", "TS", "JS", "QS", "KS").fields["rank"] == 1


def test_cards_may_be_given_as_one_word(eras):
    assert asked(eras, " ".join(FIVE)).fields == asked(eras, *FIVE).fields


def test_the_chance_to_win_is_exact_where_lays_can_be_enumerated(eras):
    win = asked(eras, "2S", "3S", options=SMALL, laid=[2, 1], held="4D").fields["win"]
    assert isinstance(win, Exact)
    mine = strength(read_cards("2S 3S"))
    known = read_cards("2S 3S 4D")
    deck = [v * 4 + s for v in range(4) for s in (1, 2, 3)]
    unseen = [k for k in deck if not known >> k & 1]
    hits = total = 0
    for two in combinations(unseen, 2):
        for one in set(unseen) - set(two):
            total += 1
            both = (1 << two[0] | 1 << two[1], 1 << one)
            hits += all(strength(cards) < mine for cards in both)
    assert win.fraction == Exact(type(win.value)(hits, total)).fraction
    assert win.condition


def test_counted_and_sampled_lays_agree(eras):
    unseen = ((1 << 52) - 1) & ~read_cards("6S 7S 8S")
    best = strength(read_cards("5S 5H"))
    exact = ways_by_strength(unseen, (3, 2))[:best].sum() / assignments(unseen, (3, 2))
    n = 40_000
    rng = np.random.default_rng(1)
    weights = sampled_by_strength(unseen, np.array([3, 2]), np.array([0, 0]), n, rng)
    found = weights[:best].sum() / n
    assert abs(found - exact) < 4 * (exact * (1 - exact) / n) ** 0.5


@pytest.mark.parametrize(
    ("numbers", "shown"),
    [((2, 1), ("", "")), ((1, 2), ("AS", "2S 3D")), ((0, 1), ("AS", "4S")), ((0,), ("2S 3S",))],
)
def test_the_strongest_lay_is_counted_as_enumeration_does(numbers, shown):
    opened = tuple(read_cards(text) for text in shown)
    unseen = read_cards("AH 2H 3H 4H AD 2D 4D 3S")
    ways = ways_by_strength(unseen, numbers, opened)
    expected = np.zeros_like(ways)
    for best in _strongest_lays(unseen, numbers, opened):
        expected[best] += 1
    assert (ways == expected).all()
    assert ways.sum() == assignments(unseen, numbers)


def _strongest_lays(unseen, numbers, opened, best=-1):
    """The strength of the strongest lay in every way to lay so many cards."""
    if not numbers:
        yield best
        return
    kinds = [k for k in range(52) if unseen >> k & 1]
    for cards in combinations(kinds, numbers[0]):
        lay = sum(1 << k for k in cards)
        found = max(best, int(strength(lay | opened[0])))
        yield from _strongest_lays(unseen & ~lay, numbers[1:], opened[1:], found)


def test_more_lays_than_can_be_counted_are_sampled_with_an_interval(eras):
    win = asked(eras, *FIVE, laid=[5, 4]).fields["win"]
    assert isinstance(win, Simulated)
    assert win.n == odds.EFFORT.random_lays
    assert win.low < win.mean < win.high


@pytest.mark.parametrize("model", ["uniform", "policy"])
@pytest.mark.usefixtures("quick")
def test_those_who_lay_later_choose_like_the_machine(eras, model):
    win = asked(eras, *FIVE, laid=[1], later=[7], model=model).fields["win"]
    assert isinstance(win, Simulated)
    assert 0 < win.low < win.high < 1


def test_a_certain_win_is_certain_in_every_model(eras):
    seven = ["7S", "8S", "9S", "TS", "JS", "QS", "KS"]
    assert asked(eras, *seven, laid=[1]).fields["win"].value == 1
    assert asked(eras, *seven, laid=[2], later=[7], model="policy").fields["win"].mean == 1


@pytest.mark.usefixtures("quick")
def test_every_chance_says_what_it_rests_on(eras):
    def rests_on(**given):
        return asked(eras, *FIVE, **given).fields["win"].condition

    random = "uniformly random set of those unseen"
    assert random in rests_on(laid=[2])
    assert random in rests_on(laid=[5, 4])
    assert "choose their numbers as the advanced machine" in rests_on(laid=[2], later=[7])
    assert "lay as the advanced machine would" in rests_on(laid=[2], model="policy")
    assert "nobody takes cards back" in rests_on(laid=[2], options={"retreat": "yes"})


def test_whose_the_piles_are_matters_to_the_machines_where_there_are_three(eras):
    """Between two the fourth card of a value is wanted as much by either."""
    triples = "2S 2H 2D 3S 3H 3D 4S 4H 4D 5S 5H 5D 6S 6H 6D"

    def win(piles, *later):
        given = {"later": list(later), "model": "policy", "seed": 3}
        return asked(eras, "8S", "9S", piles=piles, **given).fields["win"]

    assert win(triples, 7) == win(f"/ {triples}", 7)
    mine, first, second = (win(f"{owner} {triples}", 7, 7) for owner in ("", "/", "//"))
    assert len({mine, first, second}) == 3


def test_who_lays_later_sees_how_many_were_laid_before(eras):
    """Against seven cards the machine lays otherwise than against one."""
    deck, unseen, rng = (13, 4, 7), (1 << 52) - 1, np.random.default_rng(2)
    nobody = np.zeros(0, np.int64)
    few, many = (
        sampled_tricks(trick_record(deck, (7,), (), 38), unseen, own, nobody, False, 2_000, rng)
        for own in (1, 7)
    )
    assert few.sum() == many.sum() == 2_000
    means = [(found * np.arange(len(found))).sum() / 2_000 for found in (few, many)]
    assert abs(means[0] - means[1]) > 12


def test_the_same_seed_gives_the_same_number(eras):
    one, two = (asked(eras, *FIVE, laid=[2], later=[7], seed=7).fields["win"] for _ in "ab")
    assert one == two


def test_without_cards_every_set_of_the_deck_is_counted(eras):
    (table,) = asked(eras).tables
    row = next(r for r in table.rows if r[0] == 5 and r[1] == "four of a kind")
    assert row[2] == 624


def test_the_derivation_adds_up(eras):
    lines = list(asked(eras, *FIVE).why(np.random.default_rng(1)))
    assert any("2598960" in line for line in lines)


@pytest.mark.parametrize(
    ("cards", "given", "words"),
    [
        (["3S", "3S"], {}, "twice"),
        (["3S"], {"held": "3S"}, "named twice"),
        (["3S"], {"laid": [1, 1, 1, 1, 1]}, "at most 4 others"),
        (["KS"], {"options": SMALL}, "not in this deck"),
        (["KS"], {"laid": [1], "piles": "2S / 3S / 4S"}, "more piles than players"),
        (["AS"], {"options": SMALL, "laid": [4, 4, 4]}, "not left"),
        (["AS"], {"options": SMALL, "laid": [7]}, "at most 4"),
        ([""], {}, "a lay has at least one card"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(eras, cards, given, words):
    with pytest.raises(BadInput, match=words):
        asked(eras, *cards, **given)
