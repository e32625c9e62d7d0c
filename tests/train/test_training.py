"""Training: decisions with what came of them, self-play that learns, and what is kept of it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ludoteca.core.errors import BadInput
from ludoteca.core.questions import quiet
from ludoteca.core.registry import load_game
from ludoteca.envs.vector import Batch, VectorEnv

pytest.importorskip("torch")

import torch
from tests.networks import model_of

from ludoteca.players.factory import make_local_player
from ludoteca.players.learned.model import chances, scratch_of
from ludoteca.players.learned.player import LearnedPlayer
from ludoteca.solve.best_response import exploitability
from ludoteca.train.deals import DealsOfUpdate
from ludoteca.train.exact import exact_wins, small_tree, strategy_of
from ludoteca.train.experience import Collector, LevelOpponents, with_chances
from ludoteca.train.learner import Hyperparameters, Learner
from ludoteca.train.measures import Ladder, TreeMeasure
from ludoteca.train.network import Inputs
from ludoteca.train.response import train_response
from ludoteca.train.rivals import MOST, MixedOpponents, level_seen
from ludoteca.train.selfplay import Lesson
from ludoteca.train.training import Duration, Training, spread_of
from ludoteca.workers.trace import untraced

FAST = Hyperparameters(envs=128, steps=16, units=16, parts=2, rate=5e-3)


class RandomActor:
    """Any legal action, with no idea of what it is worth."""

    def __init__(self) -> None:
        self._rng = np.random.default_rng(1)

    def act(self, rows: Any, masks: Any) -> tuple[Any, Any, Any]:
        """See ``Actor``."""
        chances = masks / masks.sum(1, keepdims=True)
        drawn = (np.log(chances + 1e-30) + self._rng.gumbel(size=masks.shape)).argmax(1)
        return drawn, np.log(chances[np.arange(len(drawn)), drawn]), np.zeros(len(drawn))


@pytest.mark.filterwarnings("ignore:divide by zero")
def test_each_decision_is_told_once_with_what_its_seat_won() -> None:
    env = VectorEnv("leduc", 8, seed=2)
    collector, actor = Collector(env, 5, 1.0), RandomActor()
    told = [collector.collect(actor, 1.0) for _update in range(60)]
    targets = np.concatenate([each.targets for each in told])
    # In Leduc nobody wins 0 but in a tie; antes are 1, and 13 is the most.
    assert set(np.abs(targets)) <= {0.0, 1.0, 3.0, 5.0, 7.0, 9.0, 11.0, 13.0}
    # 2,400 decisions were made; those of eight deals that go on are all that can be missing.
    assert 2_400 - 8 * 8 <= len(targets) <= 2_400


@pytest.mark.filterwarnings("ignore:divide by zero")
def test_only_decisions_of_the_learning_side_are_told() -> None:
    env = VectorEnv("kuhn", 6, seed=2)
    collector = Collector(env, 7, 1.0, LevelOpponents(None))
    decisions = collector.collect(RandomActor(), 1.0)
    seats = decisions.rows[:, : env.seats].argmax(1)
    assert set(seats) == {0, 1}
    assert len(decisions.actions) < 6 * 7
    assert set(np.abs(decisions.targets)) <= {1.0, 2.0}


@pytest.mark.filterwarnings("ignore:divide by zero")
def test_opponents_play_in_the_share_of_the_deals_that_they_are_met_in() -> None:
    env = VectorEnv("kuhn", 8, seed=2)
    decisions = Collector(env, 40, 1.0, LevelOpponents(None), met=0.5).collect(RandomActor(), 1.0)
    # Half of the decisions in four deals of eight are theirs.
    assert 0.65 * 320 <= len(decisions.actions) <= 0.8 * 320


def test_a_match_is_worth_its_share_and_each_deal_an_equal_part_of_its_spread() -> None:
    game = load_game("minimus")
    short, long = (spread_of(game, game.options({"target": n}), matches=True) for n in (1, 9))
    # One deal decides where one point wins, but for deals in which nobody has any.
    assert 0.05 < long < 0.75 * short
    assert 0.3 < short <= 0.5


def test_training_against_earlier_policies_is_resumed_with_them(tmp_path: Path) -> None:
    game = load_game("kuhn")
    settings = replace(FAST, past=0.5)

    def training() -> Training:
        return Training(
            game, game.options(), Duration(updates=40), settings, seed=1, folder=tmp_path
        )

    def stop(done: int, total: int | None = None, words: str = "") -> None:
        if done == 30:
            raise KeyboardInterrupt

    stopped = training()
    with pytest.raises(KeyboardInterrupt):
        stopped.run(progress=stop)
    resumed = training()
    assert stopped.rivals is not None
    assert resumed.rivals is not None
    kept, again = stopped.rivals.state(), resumed.rivals.state()
    assert kept["kept_at"] == again["kept_at"] >= 0.7
    assert len(kept["past"]) == len(again["past"]) == MOST
    for one, other in zip(kept["past"], again["past"], strict=True):
        assert all(torch.equal(one[name], other[name]) for name in one)
    assert not torch.equal(*(kept["past"][k]["policy.3.weight"] for k in (0, MOST - 1)))


class OneAction:
    """Opponents that play an action of their own, legal or not."""

    def __init__(self, action: int) -> None:
        self._action = action

    def actions(self, env: VectorEnv, batch: Batch, which: Any) -> Any:
        """See ``Opponents``."""
        return np.full(len(which), self._action)


def test_earlier_policies_and_each_machine_play_in_as_many_deals() -> None:
    game = load_game("kuhn")
    env = VectorEnv(game, 24, seed=1)
    learner = Learner(env, FAST, seed=1)
    rivals = MixedOpponents(learner, [OneAction(7), OneAction(8)])
    for k in range(4):
        rivals.remember(0.1 * (k + 1))
    found = rivals.actions(env, env.reset(), np.arange(24))
    assert [np.count_nonzero(found == action) for action in (7, 8)] == [8, 8]
    # Each machine meets both sides.
    assert all(set(np.flatnonzero(found == action) % 2) == {0, 1} for action in (7, 8))


@pytest.mark.parametrize("level", [None, "basic"])
def test_a_learned_player_is_trained_against_as_it_plays(level: str | None) -> None:
    game = load_game("leduc")
    model = model_of(game, spread=0.2, level=level)
    env = VectorEnv(game, 4, seed=1)
    other = Learner(env, FAST, seed=2)
    batch = with_chances(env, env.reset(), level)
    with torch.no_grad():
        inputs = Inputs(env.observations, torch.device("cpu"))
        seen = inputs.of(batch.observation)
        moves = inputs.legal(batch.observation, batch.action_mask)
        logs = other.net_of(model).logits(seen, moves).numpy()
    scratch = scratch_of(model.network)
    for i in range(4):
        legal = batch.legal[i, : batch.num_legal[i]]
        chances(model.network, batch.observation[i], legal, len(legal), scratch)
        assert np.exp(logs[i, : len(legal)]) == pytest.approx(scratch.prob[: len(legal)], abs=1e-5)


def test_a_correction_begins_as_its_level_and_learns_to_beat_it() -> None:
    game = load_game("kuhn")
    level = game.info.levels[0]

    training = Training(
        game, game.options(), Duration(updates=60), FAST, seed=1, level=level, opponent=level
    )
    exact = exact_wins(game, game.options(), level)
    assert exact is not None
    begun = exact.win(LearnedPlayer("learned", training.model()))
    assert abs(begun) < 0.1
    learned = exact.win(LearnedPlayer("learned", training.run()))
    assert learned > max(begun, 0.0) + 0.3 * exact.most


def test_rows_have_the_chances_of_one_level_only(tmp_path: Path) -> None:
    game = load_game("leduc")
    model_of(game, level="basic").save(tmp_path / "basic.npz")
    machine = f"learned:{tmp_path / 'basic.npz'}"
    assert level_seen(game, None, ["random", machine]) == "basic"
    with pytest.raises(BadInput, match="advanced, basic"):
        level_seen(game, "advanced", [machine])


def test_only_a_level_of_a_game_whose_tree_is_not_tried_is_corrected(tmp_path: Path) -> None:
    for name, level in (("kuhn", "basic"), ("mus", "maestro@50n"), ("mus", "random")):
        game = load_game(name)
        with pytest.raises(BadInput, match="correct"):
            Lesson(game, game.options(), 1.0, 1, None, False, tmp_path, correct=level)


def test_a_training_that_goes_on_corrects_the_level_of_its_start(tmp_path: Path) -> None:
    game, path = load_game("minirummy"), tmp_path / "basic.npz"
    level = game.info.levels[0]
    model_of(game, level=level).save(path)
    lesson = Lesson(game, game.options(), 0.01, 1, path, False, tmp_path / "runs")
    assert lesson.run(quiet, lambda: None).level == level
    alone = tmp_path / "alone.npz"
    model_of(game).save(alone)
    with pytest.raises(BadInput, match="does not correct"):
        Lesson(game, game.options(), 1.0, 1, alone, False, tmp_path / "runs", correct=level)


def test_nobody_trains_against_a_search_nor_in_a_game_whose_tree_is_tried(tmp_path: Path) -> None:
    game = load_game("mus")
    with pytest.raises(BadInput, match="maestro"):
        Lesson(game, game.options(), 1.0, 1, None, False, tmp_path, ["maestro@50n"])
    game = load_game("kuhn")
    with pytest.raises(BadInput, match="--against"):
        Lesson(game, game.options(), 1.0, 1, None, False, tmp_path, ["random"])


def test_values_alone_are_learned_first_where_that_is_asked_for() -> None:
    game = load_game("kuhn")
    settings = replace(FAST, values_first=1.0)
    training = Training(game, game.options(), Duration(updates=3), settings, seed=1)
    before = training.model().network
    after = training.run().network
    assert all(np.array_equal(*pair) for pair in zip(before[1:], after[1:], strict=True))


def test_self_play_comes_nearer_to_the_equilibrium_of_kuhn() -> None:
    game = load_game("kuhn")
    tree = small_tree(game, game.options())
    assert tree is not None
    training = Training(game, game.options(), Duration(updates=150), FAST, seed=1)
    measure = TreeMeasure(tree)
    before = measure(training.model())
    assert before > 0.4
    assert measure(training.run()) < 0.6 * before


def test_strength_is_the_exploitability_of_the_player_that_is_asked_move_by_move() -> None:
    game = load_game("leduc")
    options = game.options({"ranks": 2})
    tree = small_tree(game, options)
    assert tree is not None
    model = Training(game, options, Duration(updates=2), FAST, seed=1).run()
    asked = exploitability(tree, strategy_of(tree, LearnedPlayer("learned", model)))
    assert TreeMeasure(tree)(model) == pytest.approx(asked, abs=1e-12)


def test_a_response_takes_most_of_what_can_be_won_from_random_play() -> None:
    game = load_game("kuhn")
    settings = Hyperparameters(
        envs=128, steps=16, units=16, entropy=0.02, least_entropy=0.002, pull=0.0
    )
    training = Training(
        game, game.options(), Duration(updates=150), settings, seed=1, opponent="random"
    )
    exact = exact_wins(game, game.options(), "random")
    assert exact is not None
    won = exact.win(LearnedPlayer("learned", training.run()))
    assert 0.8 * exact.most <= won <= exact.most


def test_a_response_to_a_learned_player_needs_no_processes(tmp_path: Path) -> None:
    game = load_game("nim")
    Training(game, game.options(), Duration(updates=1), FAST, seed=1).run().save(tmp_path / "a.npz")
    unused: Any = None
    machine = f"learned:{tmp_path / 'a.npz'}"
    spec = train_response(game, game.options(), machine, tmp_path, 0.1, 1, unused, quiet)
    assert make_local_player(game, spec).name == spec


def test_training_that_was_stopped_goes_on(tmp_path: Path) -> None:
    game = load_game("kuhn")

    def training() -> Training:
        return Training(
            game, game.options(), Duration(updates=6), FAST, seed=1, folder=tmp_path
        )  # fmt: skip

    def stop(done: int, total: int | None = None, words: str = "") -> None:
        if done == 4:
            raise KeyboardInterrupt

    stopped = training()
    with pytest.raises(KeyboardInterrupt):
        stopped.run(progress=stop)
    resumed = training()
    assert resumed.course.updates == 4
    assert resumed.model().network.last.tobytes() == stopped.model().network.last.tobytes()
    resumed.run()
    assert resumed.course.updates == 6
    assert not list(tmp_path.iterdir())


def test_deals_against_any_machine_are_played_from_both_sides() -> None:
    game = load_game("leduc")
    model = Training(game, game.options(), Duration(updates=1), FAST, seed=1).model()
    job = DealsOfUpdate(model, "belief@2", seed=3)
    first, second = (job.do(task, untraced) for task in (0, 1))
    for seat, (rows, masks, actions, logs, points, seats) in enumerate((first, second)):
        assert set(seats) == {seat}
        assert len(rows) == len(masks) == len(actions) == len(logs) >= 1
        assert masks[np.arange(len(actions)), actions].all()
        assert len(set(points)) == 1


def test_the_ladder_measures_what_the_random_player_loses() -> None:
    game = load_game("kuhn")
    model = Training(game, game.options(), Duration(updates=1), FAST, seed=1).model()
    found = Ladder(game, game.options()).measure(model)
    assert found is not None
    # An untrained network is nearly random, of which the best response wins 11/24 a deal.
    assert found.low < 0 < 11 / 24 + found.high


def test_a_game_that_the_policy_always_draws_is_measured_by_random_play() -> None:
    game = load_game("tictactoe")
    assert 0.3 < spread_of(game, game.options()) <= 1.0


def test_one_side_alone_plays_no_matches(tmp_path: Path) -> None:
    game = load_game("vangin")
    with pytest.raises(BadInput, match="--matches"):
        Lesson(game, game.options(), 1.0, 1, None, True, tmp_path)
