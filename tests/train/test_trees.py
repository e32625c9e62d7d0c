"""Decisions told by rows: the moves that are tried, and what is learned from them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from ludoteca.core.game import Game
from ludoteca.core.registry import load_game
from ludoteca.core.state import information_state_string
from ludoteca.core.view import Memory, SeatView
from ludoteca.envs.vector import VectorEnv

pytest.importorskip("torch")

from ludoteca.examples.kuhn.rules import BET, PASS
from ludoteca.games.poker.solve import exact_win
from ludoteca.players.base import Mixer
from ludoteca.players.factory import make_local_player
from ludoteca.players.learned.observation import ObservationSpace
from ludoteca.players.learned.player import LearnedPlayer
from ludoteca.solve.best_response import expected_values, exploitability, policy_strategy
from ludoteca.solve.tree import build_tree
from ludoteca.train.exact import exact_wins, of_differences
from ludoteca.train.experience import Tallies, margins
from ludoteca.train.learner import Hyperparameters, Learner
from ludoteca.train.measures import TreeMeasure, exact_measure
from ludoteca.train.rows import RowTable
from ludoteca.train.training import Duration, Training, tree_source
from ludoteca.train.trees import TreeCollector

TINY = {"ranks": 2, "copies": 3, "hand": 2, "most": 1}  # of poker


class UniformActor:
    """Every legal action with the same chance; notes how many rows it was asked about."""

    def __init__(self) -> None:
        self.asked = 0

    def logs(self, rows: Any, masks: Any) -> Any:
        """See ``Actor``."""
        self.asked += len(rows)
        return np.where(masks, -np.log(masks.sum(1, keepdims=True)), -1e9).astype(np.float32)


def test_every_row_is_asked_about_once_and_every_move_of_it_tried() -> None:
    game = load_game("kuhn")
    collector, actor = TreeCollector(game, game.options(), 2_000, 1.0, 1), UniformActor()
    told = collector.collect(actor, 1.0)
    assert len(told.rows) == actor.asked == 12  # information states
    assert 2_000 <= told.decisions <= 2_500
    # The first seat decides once, and after its check again in half of the deals: 3/2, and 1.
    first = told.counts[told.rows[:, 0] == 1].sum()
    assert first / told.decisions == pytest.approx(3 / 5, abs=0.03)
    # Of moves that are as likely one wins what the other loses above what both are worth.
    assert told.gains.sum(1) == pytest.approx(np.zeros(12), abs=1e-3)


def test_gains_are_those_of_the_moves() -> None:
    """Of the first seat with a king, against uniform play.

    A bet wins 1 or 2; a check wins 1, or after a bet loses 1 or wins 2: 3/2 and 3/4 on average.
    """
    game = load_game("kuhn")
    told = TreeCollector(game, game.options(), 50_000, 1.0, 1).collect(UniformActor(), 1.0)
    gains = told.gains / told.counts[:, None]
    # Some 9,000 decisions, of gains with a deviation of 0.6 at most.
    here = row_of(told.rows, game, [2, 0])
    assert gains[here, BET] == pytest.approx((3 / 2 - 3 / 4) / 2, abs=0.03)
    assert gains[here, PASS] == pytest.approx((3 / 4 - 3 / 2) / 2, abs=0.03)


def test_a_machine_is_asked_once_about_each_row_and_holds_the_other_side() -> None:
    """Against one that never folds a bet wins 2 with a king, and a check 2 or, checked, 1."""

    class Calls:
        """A machine that bets whenever it may, and notes where it was asked."""

        name = "calls"

        def __init__(self) -> None:
            self.asked: list[bytes] = []

        def chances(self, view: SeatView) -> dict[int, float]:
            """See ``Mixer``."""
            self.asked.append(view.record.tobytes())
            return {BET: 1.0}

    game, machine = load_game("kuhn"), Calls()
    collector = TreeCollector(game, game.options(), 4_000, 1.0, 1, machine)
    for _update in range(2):
        told = collector.collect(UniformActor(), 1.0)
    # A card, and a check or a bet before it, or nothing; it never checks, so is not asked again.
    assert len(machine.asked) == len(set(machine.asked)) == 9
    gains = told.gains / told.counts[:, None]
    # It bets after a check: a call wins 2 and a fold loses 1, each as likely.
    here = row_of(told.rows, game, [2, 0])
    assert gains[here] == pytest.approx([(0.5 - 2) / 2, (2 - 0.5) / 2])


def test_a_machine_that_reads_the_deal_is_told_its_moves() -> None:
    class Reads:
        """A machine that notes what it saw of the deal."""

        remembers = Memory.DEAL

        def __init__(self) -> None:
            self.told: set[str] = set()

        def chances(self, view: SeatView) -> dict[int, float]:
            """See ``Mixer``."""
            assert view.past is not None
            assert len(view.past) == 1 + len(view.tokens)
            assert view.past[-1].tobytes() == view.record.tobytes()
            self.told.add(information_state_string(list(view.tokens)))
            return {PASS: 0.5, BET: 0.5}

    game, machine = load_game("kuhn"), Reads()
    TreeCollector(game, game.options(), 4_000, 1.0, 1, machine).collect(UniformActor(), 1.0)
    moves = {(0, ""), (0, f" 0:{PASS} 1:{BET}"), (1, f" 0:{PASS}"), (1, f" 0:{BET}")}
    cards = [(f"c:{card} c:?", f"c:? c:{card}") for card in range(3)]
    assert machine.told == {both[seat] + line for both in cards for seat, line in moves}


def row_of(rows: Any, game: Game, cards: list[int]) -> int:
    """The number of the row, of ``rows``, of the first seat to whom such cards were dealt."""
    state = game.new_state()
    for card in cards:
        state.apply(card)
    row = ObservationSpace(game).of(state.view(0).record, 0)
    return int(np.flatnonzero((rows == row).all(1))[0])


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


def test_a_row_counts_as_often_as_it_was_met() -> None:
    env = VectorEnv("kuhn", 4, seed=2)
    settings = Hyperparameters(envs=4, units=16, parts=1, epochs=3)
    once, twice = (Learner(env, settings, 1) for _ in range(2))
    rows, masks = env.reset().observation[:2].copy(), env.batch.action_mask[:2].copy()
    logs, gains = once.logs(rows, masks), np.array([[0.5, -0.5], [-1.0, 2.0]], np.float32)
    met = np.array([1, 2], np.float32)
    once.learn(Tallies(rows, masks, met, logs, gains * met[:, None]), 0.0)
    each = np.array([0, 1, 1])
    twice.learn(
        Tallies(rows[each], masks[each], np.ones(3, np.float32), logs[each], gains[each]), 0.0
    )
    assert once.logs(rows, masks) == pytest.approx(twice.logs(rows, masks), abs=1e-5)
    assert np.abs(once.logs(rows, masks) - logs).max() > 1e-4


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
        gains, counts = np.array([[0.01 * 1000, 0.0]], np.float32), np.array([1000], np.float32)
        told = Tallies(rows, masks, counts, learner.logs(rows, masks), gains)
        learner.learn(told, 0.0)
        # The optimiser keeps a share of its first gradient of the last biases.
        return float(learner.state()["optimizer"]["state"][5]["exp_avg"][0])

    assert moved(0.5) < 0
    assert moved(0.5) == pytest.approx(moved(0.1), rel=1e-3)
    assert moved(0.05) == pytest.approx(0.5 * moved(0.5), rel=1e-3)


def test_rows_that_are_seldom_met_are_pulled_less_towards_the_average() -> None:
    """In proportion to how often they are met in an update, up to 16 times."""
    env = VectorEnv("kuhn", 4, seed=2)
    settings = Hyperparameters(
        envs=4, units=16, entropy=1e-9, least_entropy=1e-9, pull=0.5, parts=1
    )
    rows, masks = env.reset().observation[:1], env.batch.action_mask[:1]

    def pulled(times: int) -> float:
        learner = Learner(env, settings, 1)
        average = Learner(env, settings, 2).state()["net"]
        learner.restore({**learner.state(), "average": average})
        counts, gains = np.array([times], np.float32), np.zeros((1, 2), np.float32)
        learner.learn(Tallies(rows, masks, counts, learner.logs(rows, masks), gains), 0.0)
        return float(learner.state()["optimizer"]["state"][5]["exp_avg"][0])

    assert abs(pulled(16)) > 1e-4
    assert pulled(4) == pytest.approx(pulled(16) / 4, rel=1e-3)
    assert pulled(64) == pytest.approx(pulled(16), rel=1e-6)


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
        source=tree_source(game, options, settings),
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
        opponent="random",
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


def test_a_response_takes_most_of_what_can_be_won_from_a_machine_with_a_habit() -> None:
    game, spec = load_game("kuhn"), "calls:basic"
    options, machine = game.options(), make_local_player(game, spec)
    settings = Hyperparameters(envs=64, steps=16, units=16, entropy=0.01, pull=0.0, rate=1e-2)
    assert isinstance(machine, Mixer)
    training = Training(
        game, options, Duration(updates=60), settings, seed=1,
        source=tree_source(game, options, settings, machine),
    )  # fmt: skip
    response = LearnedPlayer("learned", training.run().decided())
    exact = exact_wins(game, options, spec)
    assert exact is not None
    assert 0.8 * exact.most <= exact.win(response) <= exact.most + 1e-9
