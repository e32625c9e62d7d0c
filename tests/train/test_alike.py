"""Decisions told by rows: what is counted, what is learned from it, and which games do so."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from ludoteca.core.registry import load_game
from ludoteca.envs.vector import VectorEnv

pytest.importorskip("torch")

from ludoteca.examples.kuhn.rules import BET, PASS
from ludoteca.games.poker.solve import exact_win
from ludoteca.players.base import Mixer
from ludoteca.players.learned.observation import ObservationSpace
from ludoteca.players.learned.player import LearnedPlayer
from ludoteca.solve.best_response import expected_values, exploitability, policy_strategy
from ludoteca.solve.tree import build_tree
from ludoteca.train.alike import AlikeCollector, RowTable
from ludoteca.train.exact import exact_wins, of_differences
from ludoteca.train.experience import Decisions, LevelOpponents, Tallies, margins
from ludoteca.train.learner import Hyperparameters, Learner
from ludoteca.train.measures import TreeMeasure, exact_measure
from ludoteca.train.training import Duration, Training, alike_source

TINY = {"ranks": 2, "copies": 3, "hand": 2, "most": 1}  # of poker


class UniformActor:
    """Every legal action with the same chance; notes how many rows it was asked about."""

    def __init__(self) -> None:
        self.asked = 0

    def logs(self, rows: Any, masks: Any) -> Any:
        """See ``Actor``."""
        self.asked += len(rows)
        return np.where(masks, -np.log(masks.sum(1, keepdims=True)), -1e9).astype(np.float32)


def test_every_decision_of_a_deal_is_counted_once_and_every_row_asked_about_once() -> None:
    collector = AlikeCollector(VectorEnv("kuhn", 64, seed=2), 40, 1.0, None, 1)
    actor = UniformActor()
    told = collector.collect(actor, 1.0)
    assert len(told.rows) == actor.asked == 12  # information states
    # 2,560 decisions were made; of the 64 deals that go on at most two each are not told.
    assert 2_560 - 64 * 2 <= told.decisions <= 2_560
    # Nothing is known yet, so that nothing was expected: a decision gained what its seat won.
    assert (np.abs(told.above + told.below) <= 2 * told.counts[:, None]).all()
    assert (told.above[~told.masks] == 0).all()


def test_gains_are_those_of_the_moves() -> None:
    """Of the first seat with a king, against uniform play.

    A bet wins 1 or 2; a check wins 1, or after a bet loses 1 or wins 2: 3/2 and 3/4 on average.
    """
    collector = AlikeCollector(VectorEnv("kuhn", 512, seed=3), 200, 1.0, None, 1)
    told = collector.collect(UniformActor(), 1.0)
    game = load_game("kuhn")
    state = game.new_state()
    for card in (2, 0):
        state.apply(card)
    row = ObservationSpace(game).of(state.view(0).record, 0)
    here = np.flatnonzero((told.rows == row).all(1))
    assert len(here) == 1
    won = (told.above + told.below)[here[0]]
    # Some 12,000 decisions, half of them bets, with a deviation of 1.3 at most.
    assert won[BET] / told.counts[here[0]] == pytest.approx(3 / 2 / 2, abs=0.06)
    assert won[PASS] / told.counts[here[0]] == pytest.approx(3 / 4 / 2, abs=0.06)


def test_only_one_side_is_told_where_others_play_against_it() -> None:
    collector = AlikeCollector(VectorEnv("kuhn", 6, seed=2), 50, 1.0, LevelOpponents(None), 1)
    told = collector.collect(UniformActor(), 1.0)
    assert told.decisions < 6 * 50 / 1.5


def test_rows_keep_their_numbers_when_there_are_many() -> None:
    rng = np.random.default_rng(1)
    rows = rng.permutation(5_000).astype(np.float32)[:, None] * [1.0, -1.0, 0.0]
    rows = rows.astype(np.float32)
    masks, ids = np.ones((5_000, 2), np.bool_), np.empty(5_000, np.int64)
    table = RowTable(3, 2)
    for begin in range(0, 5_000, 500):
        table.find(rows[begin : begin + 500], masks[:500], ids[begin : begin + 500])
    assert table.number == 5_000
    assert ids.tolist() == list(range(5_000))
    again = np.empty(5_000, np.int64)
    table.find(rows, masks, again)
    assert table.number == 5_000
    assert (again == ids).all()
    assert (table.rows[ids] == rows).all()


def test_learning_by_rows_is_learning_from_each_decision() -> None:
    env = VectorEnv("kuhn", 4, seed=2)
    settings = Hyperparameters(envs=4, units=16, parts=1, epochs=3)
    alone, together = (Learner(env, settings, 1) for _ in range(2))
    rows, masks = env.reset().observation[:2].copy(), env.batch.action_mask[:2].copy()
    rows[1], masks[1] = rows[0] + 0, masks[0]
    rows[1, -1] = 1 - rows[1, -1]
    made = np.array([0, 0, 0, 1, 1])
    actions = np.array([0, 1, 1, 0, 0])
    gains = np.array([0.5, -1.0, 2.0, -0.25, 1.5], np.float32)
    logs = alone.logs(rows, masks)
    # Values that are right already: nothing is learned of them.
    values = alone.values(rows)[made]
    singly = Decisions(
        rows[made], masks[made], actions, logs[made, actions], gains, values
    )  # fmt: skip
    above, below = np.zeros((2, 2, 2), np.float32)
    np.add.at(above, (made, actions), np.maximum(gains, 0))
    np.add.at(below, (made, actions), np.minimum(gains, 0))
    alone.learn(singly, 0.0)
    together.learn(Tallies(rows, masks, np.array([3, 2], np.float32), logs, above, below), 0.0)
    assert together.logs(rows, masks) == pytest.approx(alone.logs(rows, masks), abs=1e-5)
    assert np.abs(together.logs(rows, masks) - logs).max() > 1e-4


def test_what_is_rarely_done_is_learned_as_fast_as_what_is_often_done() -> None:
    """An action that wins 0.01 more moves its logit as far, down to the least chance."""
    env, options = VectorEnv("kuhn", 4, seed=2), load_game("kuhn").options()
    settings = Hyperparameters(
        envs=4, units=16, entropy=1e-9, least_entropy=1e-9, pull=0.0, parts=1, least_chance=0.1
    )
    rows, masks = env.reset().observation[:1], env.batch.action_mask[:1]
    assert masks.all()

    def moved(chance: float) -> float:
        learner = Learner(env, settings, 1)
        model = learner.acting(options)
        bias = np.array([np.log(chance / (1 - chance)), 0.0], np.float32)
        last = np.zeros_like(model.network.last)
        learner.start_from(
            replace(model, network=model.network._replace(last=last, last_bias=bias))
        )
        above = np.array([[0.01 * 1000 * chance, 0.0]], np.float32)
        counts = np.array([1000], np.float32)
        told = Tallies(rows, masks, counts, learner.logs(rows, masks), above, 0 * above)
        learner.learn(told, 0.0)
        # The optimiser keeps a share of its first gradient of the last biases.
        return float(learner.state()["optimizer"]["state"][5]["exp_avg"][0])

    assert moved(0.5) < 0
    assert moved(0.5) == pytest.approx(moved(0.1), rel=1e-3)
    assert moved(0.05) == pytest.approx(0.5 * moved(0.5), rel=1e-3)


def test_points_that_others_do_not_lose_are_those_above_the_others() -> None:
    poker, kuhn = load_game("poker"), load_game("kuhn")
    assert (margins(poker, poker.options()) @ [5.0, 0.0]).tolist() == [2.5, -2.5]
    assert (margins(kuhn, kuhn.options()) @ [2.0, -2.0]).tolist() == [2.0, -2.0]
    vangin = load_game("vangin")
    assert margins(vangin, vangin.options()).tolist() == [[1.0]]


def test_poker_is_measured_by_its_own_solver() -> None:
    """Asked about many hands at once, it wins what it wins when it is asked hand by hand."""
    game = load_game("poker")
    options = game.options(TINY)
    settings = Hyperparameters(envs=32, steps=8, units=16, parts=1)
    model = Training(
        game, options, Duration(updates=3), settings, seed=1,
        source=alike_source(game, options, settings),
    ).run()  # fmt: skip
    measure = exact_measure(game, options)
    assert measure is not None

    class Asked:
        """The same player, without its own way to be asked often."""

        name = "asked"
        chances = staticmethod(LearnedPlayer("learned", model).chances)

    player: Mixer = Asked()  # type: ignore[assignment]
    assert measure(model) == pytest.approx(exact_win(options, player)(None), abs=1e-9)
    tree = of_differences(build_tree(game, options))
    assert measure(model) == pytest.approx(TreeMeasure(tree)(model), abs=1e-9)


def test_what_is_won_from_a_machine_where_no_sum_of_points_is_constant() -> None:
    game = load_game("eras")
    options = game.options({"players": 2, "values": 2, "suits": 2, "hand": 2, "rounds": 1})
    exact = exact_wins(game, options, "basic")
    assert exact is not None
    tree = of_differences(build_tree(game, options))
    basic = policy_strategy(tree, 0)
    assert exact.exploitability == exact.most == pytest.approx(exploitability(tree, basic))
    assert exact.won_by("basic") == 0.0
    assert np.abs(expected_values(tree, basic).sum()) < 1e-9


def test_a_decided_player_makes_the_likeliest_move() -> None:
    game = load_game("kuhn")
    settings = Hyperparameters(envs=64, steps=16, units=16, entropy=0.01, pull=0.0, rate=1e-2)
    training = Training(
        game, game.options(), Duration(updates=60), settings, seed=1,
        opponents=LevelOpponents(None),
    )  # fmt: skip
    model = training.run()
    state = game.new_state().clone()
    for card in (2, 0):  # a king to the first, a jack to the second
        state.apply(card)
    view = state.view(0)
    before = LearnedPlayer("learned", model).chances(view)
    after = LearnedPlayer("learned", model.decided()).chances(view)
    likeliest = max(before, key=before.__getitem__)
    assert after[likeliest] > max(before[likeliest], 0.9)
