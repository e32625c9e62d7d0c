"""Verdicts that people are told: of so many worlds, whatever a clock says, and told as they are."""

import itertools
import json
import time
from dataclasses import replace

import numpy as np
import pytest

from ludoteca.cli.advise import advice_lines
from ludoteca.core.numbers import Simulated
from ludoteca.core.record import GameRecord
from ludoteca.core.registry import load_game
from ludoteca.players.advice.advise import Advice, advise, adviser_of, asked
from ludoteca.players.advice.averages import averaged
from ludoteca.players.advice.review import review
from ludoteca.players.advice.values import SHOWN, WORLDS, MoveValue, compared, settled
from ludoteca.players.advice.verdicts import judge
from ludoteca.players.belief import BeliefPlayer
from ludoteca.players.budget import WorldBudget
from ludoteca.players.particles import strongest
from ludoteca.players.turns import policy_chances

FEW = 40


def first_view(name, seed=1):
    """The first decision of a deal between random cards."""
    state, rng = load_game(name).new_state(), np.random.default_rng(seed)
    while state.is_chance():
        state.apply_unchecked(state.sample_chance(rng))
    return state.view(state.current_player(), remembering=True)


@pytest.mark.parametrize("name", ["leduc", "minirummy", "buraco", "mus", "eras"])
def test_the_machine_that_advises_tries_moves_in_400_worlds_and_looks_at_no_clock(name):
    assert adviser_of(load_game(name)).budget == WorldBudget(400) == WorldBudget(WORLDS)


def test_who_is_asked_by_name_searches_as_many_unless_a_budget_is_named():
    buraco = load_game("buraco")
    assert asked(buraco, "expert").budget == WorldBudget(WORLDS)
    assert asked(buraco, "expert@70n").budget == WorldBudget(70)


def test_a_verdict_is_the_same_on_a_machine_so_busy_that_every_look_takes_minutes(monkeypatch):
    view = first_view("buraco")
    told = advise(view, 3, FEW)
    worst = judge(view, told.values[-1].moves, FEW)
    leaping = itertools.count(0.0, 600.0)
    for clock in ("perf_counter", "monotonic"):
        monkeypatch.setattr(time, clock, lambda: next(leaping))
    again = advise(view, 3, FEW)
    assert again.values == told.values
    assert again.values[0].value.n == FEW
    assert judge(view, told.values[-1].moves, FEW) == worst


@pytest.mark.parametrize("name", ["leduc", "buraco", "mus", "eras"])
def test_every_move_of_a_verdict_rests_on_all_worlds(name):
    view = first_view(name)
    told = advise(view, 3, FEW).values
    assert {move.value.n for move in told} == {FEW}
    assert {judge(view, told[k].moves, FEW).cost.n for k in (0, -1)} == {FEW}


def test_how_far_a_verdict_is_can_be_told_and_it_can_be_stopped_there():
    done, view = [], first_view("leduc")
    advise(view, 1, FEW, lambda n, total=None, words="": done.append((n, total)))
    assert done[0] == (0, FEW)

    class Stop(Exception):
        """Nobody waits any more."""

    def stop(n, total=None, words=""):
        raise Stop

    with pytest.raises(Stop):
        judge(view, view.legal[:1], FEW, stop)


def test_moves_that_are_not_told_apart_are_chosen_by_the_policy_and_not_by_the_seed():
    view = first_view("leduc")
    moves = [(move,) for move in view.legal]
    likeliest = view.legal[int(np.argmax(policy_chances(view, moves, 0)))]
    player = BeliefPlayer(WorldBudget(40), level=0, caution=1e9)
    told = [player.think(view, np.random.default_rng(seed)) for seed in range(8)]
    assert {thought.action for thought in told} == {likeliest}


def test_moves_that_are_not_told_apart_stand_together_in_the_order_of_the_policy():
    for name in ("leduc", "minirummy"):
        view = first_view(name, seed=4)
        values = advise(view, 2, FEW).values
        rest = [move.alike for move in values[1:]]
        assert rest == sorted(rest, reverse=True)
        alike = [move.moves for move in values[1:] if move.alike]
        chances = policy_chances(view, alike, strongest(view.game))
        assert chances == sorted(chances, reverse=True)
        worse = [move.value.mean for move in values[1:] if not move.alike]
        assert worse == sorted(worse, reverse=True)


def test_five_moves_are_told_and_what_no_world_tells_apart_is_said_to_be_so():
    view = first_view("minirummy")
    some = tuple(
        MoveValue(move, Simulated(0.5, 40, 0.4, 0.6), alike=n > 0)
        for n, move in enumerate((view.legal * 9)[:9])
    )
    advice = Advice(action=some[0].action, line="a", words="a", values=some, unit="points")
    lines = advice_lines(view, advice)
    assert sum("no clear difference in 40 simulated deals" in line for line in lines) == SHOWN - 1
    assert "  and 4 more moves" in lines
    assert not any("as good" in line for line in lines)


def test_plain_data_have_every_move_with_what_it_rests_on_and_whether_it_is_told_apart():
    view = first_view("leduc")
    advice = advise(view, 1, FEW)
    own = replace(advice.values[1], alike=True, assumption="assuming otherwise")
    plain = replace(advice, values=(advice.values[0], own, *advice.values[2:])).to_json()
    assert len(plain["values"]) == len(view.legal)
    assert [v["alike"] for v in plain["values"][:2]] == [False, True]
    assert [v["assumption"] for v in plain["values"][:2]] == [advice.assumption, own.assumption]
    json.dumps(plain)


def test_a_move_that_no_guess_tells_from_the_best_is_not_told_from_it_in_their_mean():
    view = first_view("leduc")
    one, other = view.legal[:2]

    def guess(first, second, alike):
        numbers = [Simulated(mean, 40, mean - 1, mean + 1) for mean in (4.0, 3.0)]
        values = (MoveValue(first, numbers[0]), MoveValue(second, numbers[1], alike=alike))
        return Advice(action=first, values=values)

    assert averaged(view, [guess(one, other, True)] * 2).values[1].alike
    assert not averaged(view, [guess(one, other, True), guess(one, other, False)]).values[1].alike
    both_ways = averaged(view, [guess(one, other, True), guess(other, one, True)])
    assert [(v.action, v.alike) for v in both_ways.values] == [(one, False), (other, True)]


def test_a_review_is_bounded_by_the_number_of_decisions_and_says_how_many_are_left_out():
    state, rng = load_game("nim").new_state({"heaps": 3, "largest": 4}), np.random.default_rng(1)
    while not state.is_terminal():
        state.apply_unchecked(int(rng.choice(state.possible_actions())))
    record, told = GameRecord.from_state(state), []
    whole = review(record)
    found = review(record, progress=lambda *at: told.append(at[:2]), most=2)
    assert (found.decisions, found.left_out) == (2, whole.decisions - 2)
    assert found.course == whole.course[:2]
    assert told == [(0, 2), (1, 2), (2, 2)]
    assert whole.left_out == 0


def test_no_move_that_is_clearly_better_than_the_advised_one_is_not_told_apart():
    """The best is told from the policy's move by nothing, a third move is told from it clearly."""
    rng = np.random.default_rng(3)
    policy = rng.normal(0, 20, 400)
    third, best = policy + 1.5 + rng.normal(0, 0.1, 400), rng.normal(2, 20, 400)
    samples, turns = [policy, third, best], [(0,), (1,), (2,)]
    advised = settled(samples, 2, [0, 1, 2])
    assert advised == 1
    told = {value.action: value.alike for value in compared(turns, samples, advised, [0, 1, 2])}
    assert told == {1: False, 0: False, 2: True}
