"""The lays of the machines, and the order of their levels."""

import numpy as np
import pytest

from ludoteca.core import calls
from ludoteca.games.eras.lay_values import LAY_SHARES
from ludoteca.games.eras.notation import cards_text
from ludoteca.games.eras.policy import ADVANCED, BASIC


def chances(state, level):
    ids, prob = state.game.buffers()
    n = calls.policy_probs(state.record, 0, level, ids, prob)
    return {state.action_text(int(a)): float(p) for a, p in zip(ids[:n], prob[:n], strict=True)}


def lays(state, level):
    """The probability of every whole lay."""
    me = state.current_player()
    found = {}
    stack = [(state, 1.0)]
    while stack:
        at, p = stack.pop()
        if at.is_terminal() or at.current_player() != me:
            cards = cards_text(at.record["laid"][0, me])
            found[cards] = found.get(cards, 0) + p
            continue
        for text, q in chances(at, level).items():
            if q:
                stack.append((at.child(at.parse(text)), p * q))
    return found


SEVEN = "2S AH 3S 3H 9D 5H 9H 7H 9S JH QC KH KD KC"  # seat 0 holds 2S 3S 9D 9H 9S QC KD


def test_basic_lays_its_best_combination(played):
    assert lays(played(SEVEN), BASIC) == {"9D 9H 9S": 1.0}


def test_basic_lays_its_lowest_card_where_it_has_no_combination(played):
    state = played("2S AH 4H 3H 6D 5H 8C 7H TS JH QC KH 3D KC")
    assert lays(state, BASIC) == {"2S": 1.0}


def test_the_chances_of_whole_lays_sum_to_one(played):
    found = lays(played("2S AH 3S 3H 9D 5H", hand=3), ADVANCED)
    assert sum(found.values()) == pytest.approx(1)
    # Sets that are far worse are not laid: here what throws a straight flush away.
    assert set(found) <= {"2S 3S 9D", "2S 3S", "9D"}
    assert "2S 3S 9D" in found


def test_advanced_prefers_a_strong_lay_to_its_parts(played):
    found = chances(played("2S AH 3S 5D 4S 5C", hand=3, values=5), ADVANCED)
    assert found["+3"] > 0.5


def test_shares_of_lays_sum_to_one():
    assert [round(sum(row), 6) for row in LAY_SHARES] == [1.0] * len(LAY_SHARES)


def test_advanced_beats_basic(eras):
    # The seats alternate; the same seeds with the levels exchanged.
    players, options = 2, eras.options()
    ids, prob = eras.buffers()
    sums = []
    for seed in range(60):
        total = 0.0
        for turn in range(2):
            rng, state = np.random.default_rng(seed), eras.new_state(options)
            while not state.is_terminal():
                if state.is_chance():
                    state.apply_unchecked(state.sample_chance(rng))
                    continue
                level = (state.current_player() + turn) % 2
                n = calls.policy_probs(state.record, 0, level, ids, prob)
                state.apply_unchecked(int(rng.choice(ids[:n], p=prob[:n] / prob[:n].sum())))
            signs = [1 if (seat + turn) % 2 == ADVANCED else -1 for seat in range(players)]
            total += float(np.dot(signs, state.returns()))
        sums.append(total)
    assert np.mean(sums) > 0
