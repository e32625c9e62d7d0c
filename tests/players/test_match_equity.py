"""Matches won by more than points: the table against brute force, and what a search makes of it."""

from functools import cache

import numpy as np
import pytest

from ludoteca.core import calls
from ludoteca.core.match import Match
from ludoteca.players import deal_samples
from ludoteca.players.belief import BeliefPlayer
from ludoteca.players.budget import WorldBudget
from ludoteca.players.equity import Equity
from ludoteca.players.objectives import for_points, for_the_match

DEALS = 5_000
STONES, JUEGOS = 3, 2


def standing(game, leader, score, won):
    made = game.standing_layout.empty()
    made["leader"], made["score"], made["won"] = leader, score, won
    return made


def ends_of(game, before):
    """The standings after a deal of the policy, with their probabilities: all cards and coins."""
    ids, prob = game.buffers()
    stack = [(1.0, game.new_state(None, before))]
    while stack:
        chance, state = stack.pop()
        if state.is_terminal():
            after = before.copy()
            over = bool(calls.next_standing(state.record, 0, after))
            yield chance, after, over
            continue
        asked = calls.chance_outcomes if state.is_chance() else calls.policy_probs
        given = () if state.is_chance() else (0,)
        n = int(asked(state.record, 0, *given, ids, prob))
        for action, p in zip(ids[:n].tolist(), prob[:n].tolist(), strict=True):
            if p > 0:
                stack.append((chance * p, state.child(action)))


@pytest.fixture(scope="module")
def exact(ordago):
    """Brute force: seat 0's chance from a standing, by the standings that follow it."""

    @cache
    def chance(leader, score, won):
        total = 0.0
        for p, after, over in ends_of(ordago, standing(ordago, leader, score, won)):
            if over:
                total += p * (after["won"][0][0] > after["won"][0][1])
            else:
                row = after[0]
                total += p * chance(
                    int(row.leader), *(tuple(v.tolist()) for v in (row.score, row.won))
                )
        return total

    return chance


def every_standing():
    for leader in (0, 1):
        for one in range(STONES):
            for other in range(STONES):
                for won in ((0, 0), (1, 0), (0, 1), (1, 1)):
                    yield leader, (one, other), won


@pytest.fixture(scope="module")
def table(ordago):
    kept, deal_samples.DEALS = deal_samples.DEALS, DEALS
    yield Equity(ordago, ordago.options(None), 0)
    deal_samples.DEALS = kept


def test_the_table_is_the_exact_chance_of_a_match_won_by_juegos(ordago, exact, table):
    found, wanted = [], []
    for where in every_standing():
        found.append(table.chances(standing(ordago, *where), np.zeros(1, np.bool_))[0, 0])
        wanted.append(exact(*where))
    # A match is decided in few deals: 4 standard errors of a chance from so many deals.
    assert np.abs(np.array(found) - wanted).max() < 4 * 0.5 / DEALS**0.5
    assert max(wanted) - min(wanted) > 0.6


def test_deals_that_depend_on_the_score_are_sampled_at_every_standing_of_a_small_match(table):
    assert table._samples.by_score
    assert len(table._samples._samples) > 4


def test_a_match_is_won_by_the_field_that_the_game_names(ordago):
    match = Match(ordago)
    match.standing = standing(ordago, 0, (0, 2), (2, 1))
    match.totals[:] = (1, 9)
    assert match.shares().tolist() == [1.0, 0.0]


def answers(game, before, card, objective):
    """The answer of seat 1 with ``card`` to an órdago, and the worth of both answers."""
    state = game.new_state(None, before)
    for move in ("6", card, "ordago"):
        state.apply(state.parse(move))
    view = state.view(1, remembering=True)
    player = BeliefPlayer(WorldBudget(400), reading=False, objective=objective)
    told = player.think(view, np.random.default_rng(1))
    worth = {state.action_text(m.action): m.value.mean for m in told.values}
    return state.action_text(told.action), worth


def test_a_search_sees_the_ordago_that_to_refuse_would_lose_the_match(ordago):
    """The rival is a stone from the match: a card that beats one of five is better than none."""
    before = standing(ordago, 0, (2, 0), (1, 1))
    chosen, worth = answers(ordago, before, "2", for_the_match)
    assert chosen == "see"
    assert worth["refuse"] == 0.0
    assert worth["see"] == pytest.approx(1 / 5, abs=0.08)
    assert answers(ordago, before, "2", for_points)[0] == "refuse"


def test_a_search_refuses_the_ordago_when_it_is_far_ahead(ordago, exact):
    """Two stones and a juego ahead, a stone is cheaper than three chances in five of the juego."""
    before = standing(ordago, 0, (0, 2), (0, 1))
    chosen, worth = answers(ordago, before, "3", for_the_match)
    assert chosen == "refuse"
    assert worth["refuse"] == pytest.approx(1 - exact(1, (1, 2), (0, 1)), abs=0.05)
    assert worth["see"] == pytest.approx(2 / 5 + 3 / 5 * (1 - exact(1, (0, 0), (1, 1))), abs=0.08)
    assert answers(ordago, before, "3", for_points)[0] == "see"
