"""Many deals at once for one learner each, as a vector environment of Gymnasium.

``gymnasium.make_vec("ludoteca/Mus-v0", num_envs=1024)`` imports it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from ludoteca.core.game import Game
from ludoteca.core.options import Value
from ludoteca.core.registry import load_game
from ludoteca.envs.vector import VectorEnv
from ludoteca.players.factory import RANDOM

_MOST = 2**63  # of the seeds that are drawn


class LudotecaVectorEnv(gymnasium.vector.VectorEnv):
    """A :class:`ludoteca.envs.vector.VectorEnv` whose learner holds ``seat`` in each deal.

    All that is returned is a copy. A finished deal is begun anew in the same step
    (``AutoresetMode.SAME_STEP``): ``infos["final_obs"]`` has what the learner saw at its end, and
    ``infos["illegal"]`` is true where an illegal action ended it.

    Parameters
    ----------
    game
        its name, or a registered game
    num_envs
        how many deals are played at once
    opponents
        a level of the game's policy, or ``random``
    options
        rule options
    threads
        among which the deals are divided

    Raises
    ------
    BadInput
        for a game, level, seat or option that there is not
    """

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(
        self,
        game: Game | str,
        num_envs: int = 1,
        *,
        opponents: str = RANDOM,
        seat: int = 0,
        options: Mapping[str, Value | bool] | None = None,
        threads: int = 1,
    ) -> None:
        found = load_game(game) if isinstance(game, str) else game
        self.num_envs, self.seat = num_envs, seat
        self._deals = VectorEnv(
            found,
            num_envs,
            options=options,
            threads=threads,
            opponents=opponents,
            seat=seat,
            illegal="forfeit",
            final_observation=True,
        )
        seen = self._deals.observations
        self.single_observation_space = spaces.Box(seen.low, seen.high, dtype=np.float32)
        self.single_action_space = spaces.Discrete(self._deals.num_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """Deal anew everywhere; equal seeds play equal deals. ``options`` is not used.

        Returns
        -------
        observations
            float32 [num_envs, size]
        infos
            ``action_mask``, int8 [num_envs, num_actions]

        Raises
        ------
        NoDecision
            where so many deals end before the learner is to move that it seems never to be
        """
        super().reset(seed=seed)
        if seed is None:
            seed = int(self.np_random.integers(_MOST))
        batch = self._deals.reset(seed)
        return batch.observation.copy(), self._told({"action_mask": batch.action_mask})

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[NDArray[Any], NDArray[Any], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Make an action of each learner, and let the others act until they are to move again.

        Parameters
        ----------
        actions
            int64 [num_envs] or other whole numbers; one that is not legal forfeits its deal

        Returns
        -------
        observations
            float32 [num_envs, size]
        rewards : float64 [num_envs]
            the learners' points of deals that ended, else 0
        terminated, truncated
            bool [num_envs]
        infos
            ``action_mask``, int8 [num_envs, num_actions], ``illegal``, bool [num_envs], and where
            deals ended ``final_obs``

        Raises
        ------
        BadInput
            where they are no such array
        """
        batch = self._deals.step(actions)
        infos = self._told({"action_mask": batch.action_mask, "illegal": batch.illegal})
        ended = batch.terminated | batch.truncated
        if ended.any():
            assert batch.final_observation is not None  # it was asked for
            infos["final_obs"] = np.full(self.num_envs, None, object)
            for env in np.flatnonzero(ended):
                infos["final_obs"][env] = batch.final_observation[env].copy()
            infos["_final_obs"] = ended
        rewards = batch.reward[:, self.seat].astype(np.float64)
        truncated = batch.truncated.copy()
        return batch.observation.copy(), rewards, batch.terminated.copy(), truncated, infos

    def close_extras(self) -> None:
        """End the threads."""
        self._deals.close()

    def _told(self, arrays: dict[str, NDArray[Any]]) -> dict[str, Any]:
        """The infos of arrays with an entry for each environment."""
        infos: dict[str, Any] = {}
        for name, array in arrays.items():
            infos[name] = array.astype(np.int8) if name == "action_mask" else array.copy()
            infos[f"_{name}"] = np.ones(self.num_envs, np.bool_)
        return infos
