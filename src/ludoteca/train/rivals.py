"""Opponents of a network in training: its earlier policies, and other machines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.errors import BadInput
from ludoteca.core.game import Game
from ludoteca.core.i18n import _
from ludoteca.envs.vector import Batch, VectorEnv
from ludoteca.players.factory import make_local_player
from ludoteca.players.learned.player import LearnedPlayer
from ludoteca.players.policy import PolicyPlayer, RandomPlayer
from ludoteca.train.experience import LevelOpponents, Opponents
from ludoteca.train.learner import Learner
from ludoteca.train.network import PolicyValue

MOST = 8  #: policies that are kept, the latest ones
_EVERY = 0.05  # of training, from one policy that is kept to the next


class MixedOpponents:
    """Averaged policies that ``learner`` had before, and ``machines``.

    They are :class:`ludoteca.train.experience.Opponents`: the earlier policies together, and each
    machine, in as many deals. It begins with the policy of now, so that there is always one.
    """

    def __init__(self, learner: Learner, machines: Sequence[Opponents] = ()) -> None:
        self._learner, self._machines = learner, machines
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
        place = which // len(env.game.teams(env.options))
        kinds = 1 + len(self._machines)
        turn = place % kinds
        past = [_NetOpponents(self._learner, net) for net in self._past]
        whose = np.where(turn == 0, place // kinds % len(past), len(past) + turn - 1)
        found = np.zeros(len(which), np.int64)
        for k, opponents in enumerate([*past, *self._machines]):
            at = np.flatnonzero(whose == k)
            if len(at):
                found[at] = opponents.actions(env, batch, which[at])
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


class _NetOpponents:
    """Opponents that play by a network of the inputs and actions of ``learner``'s."""

    def __init__(self, learner: Learner, net: PolicyValue) -> None:
        self._learner, self._net = learner, net

    def actions(self, env: VectorEnv, batch: Batch, which: NDArray[np.int64]) -> NDArray[Any]:
        """Their actions, int64 [K], in the environments ``which``, int64 [K]."""
        return self._learner.act_as(self._net, batch.observation[which], batch.action_mask[which])


def level_seen(game: Game, level: str | None, machines: Sequence[str]) -> str | None:
    """The level whose chances rows end with, for a network that corrects ``level`` and opponents.

    Raises
    ------
    BadInput
        where they correct different levels
    """
    players = [make_local_player(game, spec) for spec in machines]
    levels = {player.model.level for player in players if isinstance(player, LearnedPlayer)}
    levels = (levels | {level}) - {None}
    if len(levels) > 1:
        raise BadInput(
            _("these players correct different levels: {levels}").format(
                levels=", ".join(sorted(filter(None, levels)))
            )
        )
    return next(iter(levels), None)


def machine_opponents(learner: Learner, game: Game, spec: str) -> Opponents:
    """Opponents that play as the machine ``spec`` of ``game`` in many deals at once.

    Raises
    ------
    BadInput
        where there is no such machine, for one that decides one move at a time, and for a learned
        player of another number of seats
    """
    machine = make_local_player(game, spec)
    if isinstance(machine, LearnedPlayer):
        if machine.model.seats != learner.seats:
            raise BadInput(
                _("{player} was trained for {n} players").format(
                    player=machine.name, n=machine.model.seats
                )
            )
        return _NetOpponents(learner, learner.net_of(machine.model))
    if isinstance(machine, RandomPlayer):
        return LevelOpponents(None)
    if isinstance(machine, PolicyPlayer):
        return LevelOpponents(machine.name)
    raise BadInput(
        _(
            "{name} decides one move at a time: train against levels of the game's policy, random "
            "play and learned players"
        ).format(name=machine.name)
    )
