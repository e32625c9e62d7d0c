"""Measures of balance: by hand on made-up deals, and on made-up luck and skill of known size."""

import numpy as np
import pytest

from ludoteca.arena.measures import (
    FEW,
    MEASURES,
    change,
    first_side_results,
    luck_and_skill,
    of_deals,
    seat_shares,
    value,
    variance_shares,
)
from ludoteca.arena.selfplay import SelfPlay, _ahead, _lead
from ludoteca.arena.variants import sweep, variant_words
from ludoteca.core.errors import BadInput
from ludoteca.core.registry import load_game

pytestmark = pytest.mark.usefixtures("uncompiled_workers")

BY_NAME = {measure.name: measure for measure in MEASURES}


def deal(points, **more):
    facts = {"decisions": 10, "choices": 2.0, "lead_changes": 1, "settled": 0.25}
    return {"points": list(points), **facts, **more}


LINES = [
    deal((5, 3)),
    deal((2, 2), settled=None),
    deal((1, 4)),
    deal((9, 0)),
    {"failed": "deal 5: it did not"},
]


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("first_seat_advantage", [0.5, 0.0, -0.5, 0.5]),
        ("ties", [0, 1, 0, 0]),
        ("margin", [2, 0, 3, 9]),
        ("length", [10] * 4),
        ("decisiveness", [0.75] * 3),
    ],
)
def test_measures_of_four_deals_by_hand(name, values):
    assert of_deals(LINES, BY_NAME[name]) == values
    assert value(LINES, BY_NAME[name]).mean == pytest.approx(np.mean(values))


def test_no_draw_in_ten_deals_is_no_proof_that_there_are_none():
    found = value([deal((1, 0))] * 10, BY_NAME["ties"])
    assert (found.low, found.mean) == (0, 0)
    assert found.high == pytest.approx(0.2775, abs=0.001)


def test_three_seats_are_even_at_a_third():
    lines = [deal((1, 0, 0)), deal((0, 1, 0)), deal((0, 0, 1))]
    assert value(lines, BY_NAME["first_seat_advantage"]).mean == pytest.approx(0)
    assert [share.mean for share in seat_shares(lines)] == pytest.approx([1 / 3] * 3)


def test_alone_nobody_has_a_seat_or_a_lead():
    line = deal((3,), lead_changes=None, settled=None)
    assert of_deals([line, line], BY_NAME["first_seat_advantage"]) == []
    assert value([line, line], BY_NAME["lead_changes"]) is None


def test_variants_are_compared_deal_by_deal():
    after = [deal((5, 3), decisions=n) for n in (12, 13, 12, 13, 12)]
    found = change(LINES, after, BY_NAME["length"])
    assert (found.n, found.mean) == (4, 2.5)


def made(luck, skill, rest, deals=4_000, seed=1):
    rng = np.random.default_rng(seed)
    sits = np.array([1.0, -1.0]) * np.sqrt(skill)
    cards = rng.normal(0, np.sqrt(luck), (deals, 1))
    return cards + sits + rng.normal(0, np.sqrt(rest), (deals, 2))


@pytest.mark.parametrize(
    "sizes", [(4.0, 1.0, 1.0), (1.0, 4.0, 0.5), (0.0, 1.0, 3.0), (2.0, 0.0, 2.0)]
)
def test_shares_of_luck_and_skill_are_those_that_went_in(sizes):
    found = variance_shares(made(*sizes))
    expected = np.array(sizes) / sum(sizes)
    assert [found["luck"], found["skill"], found["rest"]] == pytest.approx(expected, abs=0.04)


@pytest.mark.parametrize(
    ("sizes", "name", "truth"),
    [
        ((2.0, 1.0, 1.0), "luck", 0.5),
        pytest.param((2.0, 1.0, 1.0), "skill", 0.25, marks=pytest.mark.soak),
        pytest.param((0.3, 0.05, 2.0), "skill", 0.05 / 2.35, marks=pytest.mark.soak),
        ((2.0, 0.0, 2.0), "skill", 0.0),
        pytest.param((0.0, 0.3, 2.0), "luck", 0.0, marks=pytest.mark.soak),
    ],
)
def test_intervals_of_shares_hold_the_truth_19_times_in_20(sizes, name, truth):
    """100 runs; 0.90 was allowed beforehand. A share of 0 is seldom told to be exactly that."""
    told = [luck_and_skill(made(*sizes, deals=60, seed=seed))[name] for seed in range(100)]
    assert np.mean([share.contains(truth) for share in told]) >= 0.90
    assert np.mean([share.high > 0.001 for share in told]) >= 0.95


def test_few_deals_say_nothing_of_shares_and_one_deal_has_none():
    for deals in (2, FEW - 1):
        assert all(
            (share.low, share.high) == (0, 1)
            for share in luck_and_skill(made(2.0, 1.0, 1.0, deals=deals)).values()
        )
    assert luck_and_skill(made(2.0, 1.0, 1.0, deals=1)) == {}
    assert luck_and_skill(np.zeros((6, 2))) == {}


def test_where_only_the_deal_matters_all_is_luck_and_where_only_the_player_all_is_skill():
    cards = np.repeat(np.arange(6.0)[:, None], 2, axis=1)
    assert variance_shares(cards) == {"luck": 1.0, "skill": 0.0, "rest": 0.0}
    players = np.repeat([[1.0, -1.0]], 6, axis=0)
    assert variance_shares(players) == {"luck": 0.0, "skill": 1.0, "rest": 0.0}
    assert variance_shares(np.zeros((6, 2)))["luck"] == 0.0


def test_the_first_sides_result_is_above_the_others_mean():
    line = {"failed": [0, 0], "points": [[6, 1, 3], [2, 2, 0], [0, 0, 9]]}
    lost = {"failed": [0, 1], "points": [[6, 1, 3], None, None]}
    assert first_side_results([line, lost]).tolist() == [[4, 1]]


def looks(*means):
    noise = np.array([[0.0, 0], [0.1, 0], [0, 0.1], [0, 0]])
    return [noise + np.array(mean, float) for mean in means]


def test_the_lead_changes_when_another_is_surely_ahead():
    sides = ((0,), (1,))
    found = _lead(looks((3, 0), (0, 3), (3, 0), (3, 0)), sides, [1, 0])
    assert found == {"lead_changes": 2, "settled": 0.5}
    assert _lead(looks((3, 0), (3, 0)), sides, [0, 1]) == {"lead_changes": 1, "settled": 1.0}
    assert _lead(looks((3, 0)), sides, [1, 1])["settled"] is None
    assert _lead([], sides, [1, 0]) == {"lead_changes": None, "settled": None}


def test_nobody_is_ahead_within_two_standard_errors():
    rng = np.random.default_rng(1)
    level = rng.normal(0, 5, (32, 2))
    level[:, 1] += level[:, 0].mean() - level[:, 1].mean() - 0.1
    assert _ahead(level, None) is None
    assert _ahead(level + np.array([0.0, 10.0]), 0) == 1


def test_deals_between_equals_are_the_same_on_the_same_seed_and_count_what_is_there():
    game = load_game("kuhn")
    job = SelfPlay(game, game.options(None), "basic", 4)
    lines = [job.do(task).line for task in range(20)]
    assert lines == [job.do(task).line for task in range(20)]
    assert all(2 <= line["decisions"] <= 3 and line["choices"] == 2.0 for line in lines)
    assert all(sum(line["points"]) == 0 for line in lines)


def test_a_variant_is_told_in_the_words_of_its_rules():
    game = load_game("nim")
    first, second = sweep(game, {"heaps": "2..3"})
    assert variant_words(game, second) == f"{next(o.doc for o in game.schema)}: 3"
    assert first.name == "heaps=2"


def test_a_sweep_makes_every_variant_and_names_what_differs():
    game = load_game("nim")
    found = sweep(game, {"heaps": "2..4", "largest": "3"})
    assert [v.name for v in found] == ["heaps=2", "heaps=3", "heaps=4"]
    assert {v.options["largest"] for v in found} == {3}
    assert len(sweep(game, {"heaps": "2,3", "largest": "3,4"})) == 4
    assert len(sweep(game, {})) == 1


@pytest.mark.parametrize("text", ["a..b", "4..2", "1..9999", "2..99999999999999999999"])
def test_a_sweep_that_cannot_be_is_refused(text):
    with pytest.raises(BadInput):
        sweep(load_game("nim"), {"heaps": text})
