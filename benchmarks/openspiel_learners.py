"""OpenSpiel's DQN and PPO learn mus and run on buraco, by ``ludoteca.envs.openspiel``.

``python benchmarks/openspiel_learners.py [--updates 1000] [--deals 2000] [--seed 1]``

The learner holds seat 0; all other seats, the partner's too, play uniformly random moves, while it
learns and when it is measured. An update is a call of the agent's ``learn()`` that changes its
weights. Needs ``open_spiel``, ``torch`` and ``dm-tree``.
"""

import argparse
import math
import time
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

import numpy as np
from numpy.typing import NDArray

if lacking := [name for name in ("pyspiel", "torch", "tree") if find_spec(name) is None]:
    print("left out, as it needs", ", ".join(lacking))
    raise SystemExit

import pyspiel
import torch
from open_spiel.python import rl_environment
from open_spiel.python.pytorch.dqn import DQN
from open_spiel.python.pytorch.ppo import PPO, PPOAgent
from open_spiel.python.vector_env import SyncVectorEnv

import ludoteca.envs.openspiel  # noqa: F401  # registers the games

LEARNER = 0
PARALLEL = 8  # environments of PPO
STEPS = 16  # decisions in each of them to an update


class AgainstRandom:
    """OpenSpiel's environment as one seat meets it: the others move at random.

    Deals that end before it is asked are left out. Numbers of observations and rewards are divided
    by the greatest that they may be.
    """

    def __init__(self, name: str, seed: int) -> None:
        self.game = pyspiel.load_game(f"ludoteca_{name}")
        kind = rl_environment.ObservationType.OBSERVATION
        chance = rl_environment.ChanceEventSampler(seed)
        self._env = rl_environment.Environment(self.game, 1.0, chance, kind)
        self._rng = np.random.default_rng(seed)
        space = self.game.observation
        self._scale: NDArray[np.float32] = np.maximum(np.maximum(space.high, -space.low), 1)
        self.size, self.num_actions = space.size, self.game.num_distinct_actions()
        self._now: Any = None

    def reset(self) -> Any:
        now = self._until_asked(self._env.reset())
        while now.last():
            now = self._until_asked(self._env.reset())
        return now

    def step(self, actions: list[int]) -> Any:
        return self._until_asked(self._env.step(actions))

    def get_time_step(self) -> Any:
        return self._now

    def _until_asked(self, now: Any) -> Any:
        while not now.last() and now.current_player() != LEARNER:
            legal = now.observations["legal_actions"][now.current_player()]
            now = self._env.step([self._rng.choice(legal)])
        seen = np.asarray(now.observations["info_state"][LEARNER], np.float32) / self._scale
        observations = {**now.observations, "info_state": [seen] * self.game.num_players()}
        rewards = now.rewards and [points / self.game.max_utility() for points in now.rewards]
        self._now = now._replace(observations=observations, rewards=rewards)
        return self._now


def dqn(name: str, updates: int, seed: int) -> Callable[[Any], int]:
    env = AgainstRandom(name, seed)
    agent = DQN(
        LEARNER, env.size, env.num_actions, [128, 128], learning_rate=1e-3, optimizer_str="adam",
        update_target_network_every=500, min_buffer_size_to_learn=500,
        epsilon_decay_duration=10 * updates, epsilon_decay_schedule_str="linear", seed=seed,
    )  # fmt: skip
    done = 0
    while done < updates:
        now = env.reset()
        while not now.last():
            now = env.step([agent.step(now).action])
            done += agent.loss is not None and agent._iteration % agent._learn_every == 0
        agent.step(now)
        done += agent.loss is not None and agent._iteration % agent._learn_every == 0
    assert math.isfinite(agent.loss)
    return lambda now: int(agent.step(now, is_evaluation=True).action)


def ppo(name: str, updates: int, seed: int) -> Callable[[Any], int]:
    envs = SyncVectorEnv([AgainstRandom(name, 1000 * seed + n) for n in range(PARALLEL)])
    one = envs.envs[0]
    agent = PPO(
        (one.size,), one.num_actions, one.game.num_players(), LEARNER, PARALLEL, STEPS,
        gamma=1.0, learning_rate=5e-4, agent_fn=PPOAgent,
    )  # fmt: skip
    now = envs.reset()
    for _update in range(updates):
        for _step in range(STEPS):
            now, rewards, done, _ends = envs.step(agent.step(now), reset_if_done=True)
            agent.post_step([points[LEARNER] for points in rewards], done)
        agent.learn(now)
    assert all(bool(torch.isfinite(weights).all()) for weights in agent.parameters())
    return lambda now: int(agent.step([now], is_evaluation=True)[0].action)


def measured(name: str, choose: Callable[[Any], int], deals: int, seed: int) -> tuple[float, float]:
    """The mean points of a deal and the half of its 95 % interval."""
    env, found = AgainstRandom(name, seed), []
    for _deal in range(deals):
        now = env.reset()
        while not now.last():
            now = env.step([choose(now)])
        found.append(now.rewards[LEARNER] * env.game.max_utility())
    return float(np.mean(found)), float(1.96 * np.std(found, ddof=1) / math.sqrt(deals))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--updates", type=int, default=1000, help="in mus; a fiftieth in buraco")
    parser.add_argument("--deals", type=int, default=2000, help="in mus; a fiftieth in buraco")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    print("| game | learner | updates | deals | points a deal, 95 % | learning | measuring |")
    print("| --- | --- | ---: | ---: | --- | ---: | ---: |")
    for name, part in (("mus", 1), ("buraco", 50)):
        for learner in (dqn, ppo):
            torch.manual_seed(given.seed)
            np.random.seed(given.seed)
            begun = time.process_time()
            updates, deals = max(1, given.updates // part), max(2, given.deals // part)
            choose = learner(name, updates, given.seed)
            learned = time.process_time()
            mean, half = measured(name, choose, deals, given.seed + 99)
            print(
                f"| {name} | {learner.__name__.upper()} | {updates} | {deals} | {mean:+.2f} "
                f"({mean - half:+.2f} to {mean + half:+.2f}) | {learned - begun:.0f} s "
                f"| {time.process_time() - learned:.0f} s |",
                flush=True,
            )


if __name__ == "__main__":
    main()
