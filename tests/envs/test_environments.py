"""The environments of PettingZoo and Gymnasium: deals, points, illegal actions, what is shown."""

import copy
import pickle
from importlib.metadata import EntryPoint

import numpy as np
import pytest

from ludoteca.core.errors import BadInput
from ludoteca.core.ids import SPECTATOR
from ludoteca.envs import rendering

pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")

import gymnasium

from ludoteca.envs.gymnasium import LudotecaEnv, env_id
from ludoteca.envs.pettingzoo import env, raw_env

BET = 1  # in Kuhn; 0 is to pass


def played(table, *actions):
    """Make the actions, and return the agents' cumulative rewards."""
    for action in actions:
        table.step(action)
    return dict(table.unwrapped._cumulative_rewards)


def test_a_deal_of_kuhn_by_its_agents():
    table = env("kuhn")
    table.reset(seed=1)
    cards = [move.action for move in table.unwrapped.episode.state.moves]
    assert table.agents == ["player_0", "player_1"]
    assert table.agent_selection == "player_0"
    own, other = table.observe("player_0"), table.observe("player_1")
    assert own["observation"].dtype == np.float32
    assert own["action_mask"].tolist() == [1, 1]
    assert other["action_mask"].tolist() == [0, 0]
    assert not np.array_equal(own["observation"], other["observation"])
    won = 2 if cards[0] > cards[1] else -2
    assert played(table, BET, BET) == {"player_0": won, "player_1": -won}
    for agent in ("player_0", "player_1"):
        assert table.agent_selection == agent
        observation, _points, terminated, truncated, info = table.last()
        assert (terminated, truncated, info) == (True, False, {})
        assert observation["action_mask"].tolist() == [0, 0]
        table.step(None)
    assert table.agents == []


def test_an_illegal_action_ends_the_deal_with_the_least_points():
    table = raw_env("leduc")
    table.reset(seed=1)
    fold = table.episode.actions.num_actions - 1
    illegal = int(np.flatnonzero(table.observe("player_0")["action_mask"] == 0)[0])
    assert illegal <= fold
    assert played(table, illegal) == {"player_0": -13, "player_1": 13}  # RETURNS of Leduc
    assert all(table.terminations.values())
    assert table.infos == {"player_0": {"illegal": True}, "player_1": {}}


def test_a_copy_goes_on_by_itself():
    table = raw_env("minimus", render_mode="ansi")
    table.reset(seed=5)
    for other in (copy.deepcopy(table), pickle.loads(pickle.dumps(table))):
        for each in (table, other):
            each.reset()
        for agent in table.agents:
            mine, its = table.observe(agent), other.observe(agent)
            assert mine["observation"].tolist() == its["observation"].tolist()
        assert table.render() == other.render()
        table.reset(seed=5)


def test_text_is_what_the_agent_to_move_sees():
    table = env("kuhn", render_mode="ansi")
    table.reset(seed=1)
    state = table.unwrapped.episode.state
    assert table.render() == state.view(0).table_text() != state.view(1).table_text()
    played(table, BET, BET)
    assert table.render() == state.view(SPECTATOR).table_text()


def test_options_are_those_of_the_rules():
    assert env("nim", heaps=4).unwrapped.episode.options["heaps"] == 4
    with pytest.raises(BadInput, match="hats"):
        env("nim", hats=4)
    with pytest.raises(BadInput, match="render_mode is one of human, ansi, not rgb_array"):
        env("nim", render_mode="rgb_array")


class Shown:
    """A renderer that notes what it is to show."""

    views: list = []  # noqa: RUF012

    def show(self, state, viewer):
        self.views.append((len(state.moves), viewer))

    def close(self):
        self.views.append("closed")


def test_a_page_is_shown_by_what_is_registered(monkeypatch):
    entry = EntryPoint("human", f"{__name__}:Shown", rendering.RENDERERS)
    monkeypatch.setattr(EntryPoint, "load", lambda _entry: Shown)
    monkeypatch.setattr("importlib.metadata.entry_points", lambda **_asked: [entry])
    Shown.views.clear()
    table = env("kuhn", render_mode="human")
    table.reset(seed=1)
    played(table, BET)
    table.close()
    learner = LudotecaEnv("kuhn", render_mode="human", opponents="random")
    learner.reset(seed=1)
    learner.close()
    assert Shown.views == [(2, SPECTATOR), (3, SPECTATOR), "closed", (2, 0), "closed"]
    monkeypatch.setattr("importlib.metadata.entry_points", lambda **_asked: [])
    with pytest.raises(BadInput, match="nothing is installed that shows the mode human"):
        env("kuhn", render_mode="human").reset(seed=1)


# -- Gymnasium ---------------------------------------------------------------------------------


def episode(learner, seed):
    """Play a deal with the greatest legal action; the reward and all observations."""
    observation, info = learner.reset(seed=seed)
    rows = [observation.tolist()]
    while True:
        mask = info["action_mask"]
        assert (learner.unwrapped.action_masks() == (mask == 1)).all()
        action = int(np.flatnonzero(mask)[-1])
        observation, reward, terminated, truncated, info = learner.step(action)
        rows.append(observation.tolist())
        assert not truncated
        if terminated:
            assert not info["action_mask"].any()
            return reward, rows


@pytest.mark.parametrize("seat", [0, 1])
def test_a_learner_plays_among_machines(seat):
    learner = gymnasium.make("ludoteca/Kuhn-v0", opponents="basic", seat=seat)
    deals = [episode(learner, seed) for seed in range(8)]
    assert deals == [episode(learner, seed) for seed in range(8)]
    assert {abs(reward) for reward, _rows in deals} <= {1.0, 2.0}
    assert all(row[seat] == 1 for _reward, rows in deals for row in rows)
    moves = learner.unwrapped.episode.state.moves
    assert moves[-1].actor in (0, 1)


def test_one_opponent_for_each_other_seat():
    learner = LudotecaEnv("minimus", opponents=["random", "basic", "advanced"], seat=2)
    assert [learner._players[seat].name for seat in (0, 1, 3)] == ["random", "basic", "advanced"]
    with pytest.raises(BadInput, match="2 opponents for 3 other seats"):
        LudotecaEnv("minimus", opponents=["random", "basic"])
    with pytest.raises(BadInput, match="seat is a whole number from 0 to 3, not 4"):
        LudotecaEnv("minimus", seat=4)


def test_an_illegal_action_ends_the_learners_deal():
    learner = LudotecaEnv("leduc", opponents="random")
    _seen, info = learner.reset(seed=1)
    illegal = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _seen, reward, terminated, truncated, info = learner.step(illegal)
    assert (reward, terminated, truncated, info["illegal"]) == (-13, True, False, True)
    with pytest.raises(BadInput, match="the deal is over"):
        learner.step(0)


def test_ids_are_the_names_of_the_games():
    assert env_id("my_game") == "ludoteca/MyGame-v0"
    made = gymnasium.make("ludoteca.envs.gymnasium:ludoteca/Nim-v0", options={"heaps": 4})
    assert made.unwrapped.episode.options["heaps"] == 4
