"""Brute-force worlds against probabilities worked out by hand, and wrong samples found."""

from math import comb, prod

import numpy as np
import pytest

from deals import played
from ludoteca.core import calls
from ludoteca.core.laws import random_deal
from ludoteca.core.laws.referee import (
    TooManyWorlds,
    Worlds,
    chi_square_p,
    consistent_worlds,
    difference,
    resample_matches,
    worlds_on_the_way,
)
from ludoteca.core.registry import load_game

LOW, TOP = "1", "2"


def test_a_card_dealt_face_down_is_any_of_the_others():
    state = load_game("kuhn").new_state()
    state.apply(0)
    state.apply(2)
    worlds = consistent_worlds(state, 0)
    assert len(worlds) == 2
    assert worlds.probability.tolist() == [0.5, 0.5]


def test_an_unseen_sign_is_evidence_only_through_the_chance_of_catching_it():
    """Two low and two top cards, dealt to four; seat 0 holds a low one and catches half of all.

    Seat 1 holds a top card with probability 2/3. If so it signs with probability 1/2 and is then
    missed with 1/2, so nothing is seen with 3/4: 2/3 * 3/4 / (2/3 * 3/4 + 1/3) = 3/5.
    """
    options = {"ranks": 2, "copies": 2, "exchanges": 0, "catch_percent": 50}
    deal = (TOP, TOP, LOW, LOW)  # to seats 1, 2, 3, 0
    state = played("minimus", *deal, "silent", "missed", "missed", **options)
    worlds = consistent_worlds(state, 0)
    holds_top = worlds.records["hand"][:, 1, 1] == 1
    assert worlds.probability[holds_top].sum() == pytest.approx(3 / 5)


def test_a_silent_partner_is_no_evidence():
    """Seat 2 holds a top card with probability 2/3 to seat 0 (see above), silent or not."""
    options = {"ranks": 2, "copies": 2, "exchanges": 0, "catch_percent": 0}
    deal = (TOP, TOP, LOW, LOW)
    silent = ("silent", "missed", "missed") * 2
    worlds = consistent_worlds(played("minimus", *deal, *silent, **options), 0)
    holds_top = worlds.records["hand"][:, 2, 1] == 1
    assert worlds.probability[holds_top].sum() == pytest.approx(2 / 3)


def test_a_card_thrown_face_down_is_one_of_the_hand_at_random():
    """Of 8 cards (4 low, 4 top) seat 0 holds two low ones: of the other 6, two are low."""
    options = {"ranks": 2, "copies": 4, "held": 2, "exchanges": 1, "catch_percent": 0}
    deal = (TOP, TOP, LOW, LOW) * 2
    silent = ("silent", "missed", "missed") * 4
    state = played("minimus", *deal, *silent, "x2", **options)
    worlds = consistent_worlds(state, 0)
    low = worlds.records["discards"][:, 0] == 1
    assert worlds.probability[low].sum() == pytest.approx(2 / 6)


@pytest.mark.parametrize(
    "seed", [1, 2, *(pytest.param(seed, marks=pytest.mark.soak) for seed in (0, 3, 4, 5))]
)
def test_what_is_unknown_of_a_hand_is_a_random_sample_of_the_unseen_cards(seed):
    """Multivariate hypergeometric, also after twins were laid, discarded and taken."""
    game = load_game("minirummy")
    deal = [s.clone() for s, _a in random_deal(game, game.options({"ranks": 4}), seed)]
    state = deal[len(deal) * 2 // 3]
    worlds = consistent_worlds(state, 0)
    known = state.record["known"][0, 1]
    for record, probability in zip(worlds.records, worlds.probability, strict=True):
        unknown = (record["hand"][1] - known).tolist()
        unseen = (record["hand"][1] - known + record["deck"]).tolist()
        ways = prod(comb(n, k) for n, k in zip(unseen, unknown, strict=True))
        assert probability == pytest.approx(ways / comb(sum(unseen), sum(unknown)))


def test_a_cheat_and_a_lopsided_sample_are_found_out():
    state = load_game("kuhn").new_state().child(0).child(2)
    worlds = consistent_worlds(state, 0)
    even = worlds.records[np.arange(1000) % 2]
    assert difference(worlds, even) is None
    lopsided = worlds.records[(np.arange(1000) % 5 == 0).astype(int)]
    assert "distributed otherwise" in str(difference(worlds, lopsided))
    cheat = np.concatenate([even, load_game("kuhn").new_state().record])
    assert "contradict" in str(difference(worlds, cheat))


def test_of_more_worlds_than_draws_the_entries_of_a_field_tell_a_mistake():
    """Two cards of sixty each: none of the 3,600 worlds is drawn often enough to be judged."""
    records = np.zeros(3600, [("hand", np.int64, 2), ("deck", np.int8)])
    records["hand"] = np.indices((60, 60)).reshape(2, -1).T
    worlds = Worlds(records, np.full(3600, 1 / 3600))
    rng = np.random.default_rng(1)
    assert difference(worlds, records[rng.integers(3600, size=2000)]) is None
    low = np.where(rng.random(2000) < 0.2, rng.integers(30, size=2000), rng.integers(60, size=2000))
    seen = difference(worlds, records[rng.integers(60, size=2000) * 60 + low])
    assert "distributed otherwise than all 3600 possible ones" in str(seen)
    assert "as hand shows" in str(seen)


def test_a_doubt_is_looked_at_closely_and_a_right_sample_is_let_go(monkeypatch):
    """A share of 56 in 100 may be chance in a thousand draws, and is none in four thousand."""
    state = load_game("kuhn").new_state().child(0).child(2)
    records = consistent_worlds(state, 0).records
    drawn = []

    def resample(share):
        def fill(_states, _i, _seat, _rng, out):
            drawn.append(len(out))
            out[:] = records[(np.arange(len(out)) < share * len(out)).astype(int)]

        return fill

    monkeypatch.setattr(calls, "resample_all", resample(0.5))
    assert resample_matches(state, 0, np.random.default_rng(1)) is None
    assert drawn == [1000]
    drawn.clear()
    monkeypatch.setattr(calls, "resample_all", resample(0.56))
    assert "distributed otherwise" in str(resample_matches(state, 0, np.random.default_rng(1)))
    assert drawn == [1000, 4000]


def test_the_worlds_on_the_way_are_those_of_each_position():
    game = load_game("minirummy")
    deal = [s.clone() for s, _a in random_deal(game, game.options({"ranks": 4}), 1)]
    chosen = [deal[n] for n in (5, 9, 12)]
    found = worlds_on_the_way(chosen[-1], 1, [len(state.moves) for state in chosen])
    for state, worlds in zip(chosen, found, strict=True):
        alone = consistent_worlds(state, 1)
        assert as_counted(worlds) == pytest.approx(as_counted(alone))
        assert len(as_counted(alone)) == len(alone) > 1


def as_counted(worlds):
    return {
        record.tobytes(): probability
        for record, probability in zip(worlds.records, worlds.probability, strict=True)
    }


def test_rare_worlds_are_counted_together():
    expected = np.array([500.0, 480.0] + [0.5] * 40)
    found = np.array([500.0, 480.0] + [1.0] * 20 + [0.0] * 20)
    assert chi_square_p(found, expected) == pytest.approx(1.0)
    assert chi_square_p(np.array([1000.0, 0.0] + [0.0] * 40), expected) < 1e-6


def test_too_many_worlds_are_refused_with_their_number_and_the_first_position_that_has_them():
    """The king's seat could hold any card until its own is dealt."""
    state = load_game("kuhn").new_state().play("J K pass")
    assert len(consistent_worlds(state, 1, limit=3)) == 2
    with pytest.raises(TooManyWorlds, match=r"move 1 of the deal, .* 3 worlds .* more than 2"):
        consistent_worlds(state, 1, limit=2)


@pytest.mark.soak
def test_four_hands_of_three_cards_are_held_though_more_histories_lead_to_them():
    """Dealt in turn: with 2 cards each, and 10 unseen, 37,800 ways lead to 18,900 worlds."""
    options = {"players": 4, "values": 6, "suits": 2, "hand": 3}
    game = load_game("eras")
    state = game.new_state(options)
    while state.is_chance():
        state.apply(state.chance_outcomes()[0][0])
    assert len(state.moves) == 12
    worlds = consistent_worlds(state, 0, limit=20_000)
    assert len(worlds) == 1680
    assert worlds.probability == pytest.approx(np.full(1680, 1 / 1680))
