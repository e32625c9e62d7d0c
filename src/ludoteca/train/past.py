"""Opponents that play as the network did earlier in its training."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludoteca.envs.vector import Batch, VectorEnv
from ludoteca.train.learner import Learner
from ludoteca.train.network import PolicyValue

MOST = 8  #: policies that are kept, the latest ones
_EVERY = 0.05  # of training, from one policy that is kept to the next


class PastSelves:
    """Averaged policies that ``learner`` had before, each in as many deals.

    They are :class:`ludoteca.train.experience.Opponents`. It begins with the policy of now, so that
    there is always one.
    """

    def __init__(self, learner: Learner) -> None:
        self._learner = learner
        self._past: list[PolicyValue] = [learner.average()]
        self._kept_at = 0.0

    def remember(self, progress: float) -> None:
        """Keep the policy of now, where a twentieth of training has passed since the last.

        ``progress`` is the share of training that is done, from 0 to 1.
        """
        if progress - self._kept_at >= _EVERY:
            self._past = [*self._past, self._learner.average()][-MOST:]
            self._kept_at = progress

    def actions(self, env: VectorEnv, batch: Batch, which: NDArray[np.int64]) -> NDArray[Any]:
        """Their actions, int64 [K], in the environments ``which``, int64 [K].

        See :class:`ludoteca.train.experience.Opponents`.
        """
        # Environments of one side follow each other by the number of sides.
        whose = which // len(env.game.teams(env.options)) % len(self._past)
        found = np.zeros(len(which), np.int64)
        for k, past in enumerate(self._past):
            at = np.flatnonzero(whose == k)
            if len(at):
                rows, masks = batch.observation[which[at]], batch.action_mask[which[at]]
                found[at] = self._learner.act_as(past, rows, masks)
        return found

    def state(self) -> dict[str, Any]:
        """All that :meth:`restore` needs."""
        return {"past": [net.state_dict() for net in self._past], "kept_at": self._kept_at}

    def restore(self, state: dict[str, Any]) -> None:
        """Hold the policies of which this is the :meth:`state`."""
        self._past = [self._learner.average() for _weights in state["past"]]
        for net, weights in zip(self._past, state["past"], strict=True):
            net.load_state_dict(weights)
        self._kept_at = state["kept_at"]
