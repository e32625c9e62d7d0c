"""Any game as an AEC environment of PettingZoo (the extra ``rl``).

>>> from ludoteca.envs.pettingzoo import env
>>> table = env("kuhn", render_mode="ansi")
>>> table.reset(seed=1)
>>> table.agent_selection, table.observe("player_1")["action_mask"]
('player_0', array([0, 0], dtype=int8))

An episode is one deal. The agents are ``player_0``, ``player_1``, ..., one for each seat. An
observation is a dictionary: ``observation`` is the float32 row that
:class:`~ludoteca.players.learned.observation.ObservationSpace` describes, ``action_mask`` has 1 for
each legal action and is 0 for an agent that is not to move. Rewards are the points of the deal,
given at its end. An illegal action ends the deal for all: its agent has ``illegal`` in its
``infos`` and the least points (:func:`~ludoteca.players.learned.actions.illegal_points`).
"""

from __future__ import annotations

from typing import Any

import numpy as np

try:
    from gymnasium import logger, spaces
    from gymnasium.utils import seeding
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
    from pettingzoo.utils.env_logger import EnvLogger
except ModuleNotFoundError as error:
    lack = 'ludoteca.envs.pettingzoo needs the extra rl: pip install "ludoteca[rl]"'
    raise ModuleNotFoundError(lack, name=error.name) from error

from ludoteca.core.game import Game
from ludoteca.core.ids import SPECTATOR
from ludoteca.core.options import Value
from ludoteca.core.registry import load_game
from ludoteca.envs.episode import VERSION, Episode
from ludoteca.envs.rendering import MODES, Display


def env(game: Game | str, *, render_mode: str | None = None, **options: Value | bool) -> AECEnv:
    """An environment of ``game`` with the rule ``options``, in the usual wrappers.

    Parameters
    ----------
    game
        its name, or a registered game
    render_mode
        ``"ansi"`` (``render`` returns the table as text, as the agent to move sees it), ``"human"``
        (the table is shown in the browser as a spectator sees it) or None
    options
        rule options by name

    Raises
    ------
    BadInput
        for a game, option or mode that does not exist
    """
    bare = raw_env(game, render_mode=render_mode, **options)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(bare))


class raw_env(AECEnv):  # noqa: N801  # PettingZoo's name for an environment without wrappers
    """The environment of :func:`env` without wrappers.

    Attributes
    ----------
    episode
        the deal, with ``actions.text(action)`` and ``observations.names``

    Raises
    ------
    BadInput
        for a game, option or mode that does not exist
    """

    def __init__(
        self, game: Game | str, *, render_mode: str | None = None, **options: Value | bool
    ) -> None:
        super().__init__()
        self.episode = Episode(load_game(game) if isinstance(game, str) else game, options)
        self.metadata = {
            "name": f"ludoteca_{self.episode.game.name}_v{VERSION}",
            "render_modes": list(MODES),
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self._display = None if render_mode is None else Display(render_mode)
        self.possible_agents = [f"player_{seat}" for seat in range(self.episode.num_players)]
        self.agents: list[str] = []
        seen, number = self.episode.observations, self.episode.actions.num_actions
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(seen.low, seen.high, dtype=np.float32),
                    "action_mask": spaces.Box(0, 1, (number,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(number) for agent in self.possible_agents}
        self._rng: np.random.Generator | None = None

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The same object for each call, so that it can be seeded."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The same object for each call, so that it can be seeded."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal anew; equal seeds deal equal cards, without one chance goes on as it is.

        ``options`` is not used: the options of the game are arguments of :func:`env`.
        """
        if seed is not None or self._rng is None:
            self._rng, _seed = seeding.np_random(seed)
        self.episode.begin(self._rng)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._select()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> dict[str, Any]:
        """The observation of ``agent``, also when it is not to move and once the deal is over.

        Returns
        -------
        dict
            ``observation``, float32 [size], and ``action_mask``, int8 [num_actions]
        """
        seat = self.possible_agents.index(agent)
        return {"observation": self.episode.row(seat), "action_mask": self.episode.mask(seat)}

    def step(self, action: int | None) -> None:
        """Make the action of the agent to move; None for each agent once the deal is over.

        An illegal action, None among them, ends the deal for all.
        """
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._clear_rewards()
        self._cumulative_rewards[agent] = 0.0
        if action is None or not self.episode.play(int(action)):
            EnvLogger.warn_on_illegal_move()
            self.infos[agent]["illegal"] = True
        self._select()
        if self.render_mode == "human":
            self.render()

    def _select(self) -> None:
        """Let the seat to move act next; once the deal is over, give the points."""
        if self.episode.over:
            self.terminations = dict.fromkeys(self.agents, True)
            self.rewards = dict(zip(self.agents, self.episode.points, strict=True))
            self._accumulate_rewards()
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[self.episode.state.current_player()]

    def render(self) -> str | None:
        """The table as text, or None where it is shown in the browser or there is no mode."""
        if self._display is None:
            logger.warn("render() without a render_mode: give one to env()")
            return None
        human = self.render_mode == "human"
        return self._display.show(self.episode.state, SPECTATOR if human else self.episode.viewer)

    def close(self) -> None:
        """Close the page in the browser, if one was opened."""
        if self._display is not None:
            self._display.close()
