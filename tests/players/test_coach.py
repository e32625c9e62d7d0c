"""The coach of a match, in any game: each decision is reviewed as soon as it is made."""

import re

import numpy as np
import pytest

from ludoteca.cli.main import main
from ludoteca.core.numbers import Exact, Simulated
from ludoteca.core.record import GameRecord
from ludoteca.core.registry import load_game
from ludoteca.players.advice.coach import Coach
from ludoteca.players.advice.review import review
from ludoteca.players.advice.values import LEAST
from ludoteca.players.advice.verdicts import decisions, judge


def random_deal(name, seed, options=None):
    state, rng = load_game(name).new_state(options), np.random.default_rng(seed)
    while not state.is_terminal():
        state.apply_unchecked(int(rng.choice(state.possible_actions())))
    return state


@pytest.mark.parametrize("name", ["nim", "leduc"])
def test_the_coach_tells_what_the_review_of_the_deal_tells(name):
    state = random_deal(name, 4)
    coach, told = Coach(state.game), []
    for decision in decisions(state.game.new_state(state.options), state.moves):
        coach.watch(decision.view, decision.moves[0])
        told += coach.judge(1)
    found = review(GameRecord.from_state(state))
    assert len(told) == found.decisions > 0
    assert sorted(v.at for v in told if v.costly) == sorted(v.at for v in found.costly)
    assert all(verdict in told for verdict in found.costly)


def test_the_number_and_its_sentence_agree():
    kinds = set()
    for name, seed in (("nim", 1), ("nim", 2), ("leduc", 1), ("leduc", 2), ("minirummy", 3)):
        state = random_deal(name, seed)
        for decision in decisions(state.game.new_state(state.options), state.moves):
            verdict = judge(decision.view, decision.moves)
            sentence, cost = verdict.sentence, verdict.cost
            kinds.add((type(cost), verdict.clear))
            if isinstance(cost, Exact) and not verdict.clear:
                assert cost.decimal < LEAST
                assert sentence.endswith("cost nothing: no move was better.")
            elif isinstance(cost, Exact):
                assert float(re.search(r"cost (\S+) points:", sentence)[1]) == pytest.approx(
                    cost.decimal, abs=0.0005
                )
            elif verdict.clear:
                figures = re.search(r"cost about (\S+) points \((\S+) to (\S+);", sentence).groups()
                shown = [float(figure) for figure in figures]
                assert shown == pytest.approx([cost.mean, cost.low, cost.high], abs=0.05)
                assert shown[1] > 0
            else:
                assert "no other move is clearly better" in sentence
    assert {Exact, Simulated} == {kind for kind, _clear in kinds}
    assert (Exact, True) in kinds
    assert (Simulated, True) in kinds


def test_simulated_costs_are_summed_up_by_the_decisions_that_were_clearly_costly():
    state = random_deal("leduc", 2)
    coach = Coach(state.game)
    summaries = [coach.summary()]
    for decision in decisions(state.game.new_state(state.options), state.moves):
        coach.watch(decision.view, decision.moves[0])
        coach.judge(1)
        summaries.append(coach.summary())
    assert summaries[0] == "Coach: no decisions yet."
    assert re.match(r"Coach: 1 decision looked at, [01] clearly not the best\.", summaries[1])
    head, assumption, *_worst = coach.summary().splitlines()
    assert re.fullmatch(r"Coach: \d+ decisions looked at, \d+ of them clearly not the best\.", head)
    assert "everyone plays like" in assumption


def test_the_terminal_has_a_coach_in_every_game(monkeypatch, capsys):
    typed = iter(["a1", "q"])
    monkeypatch.setattr("builtins.input", lambda _prompt="": next(typed))
    main(["play", "nim", "--coach", "--heaps", "2", "--seed", "1"])
    out = capsys.readouterr().out
    assert "Coach: “" in out
    assert "Coach: 1 decision cost" in out
