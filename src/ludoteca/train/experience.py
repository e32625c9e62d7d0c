"""Decisions that a network made, with what came of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.game import Game
from ludoteca.core.options import Options
from ludoteca.envs.vector import Batch, VectorEnv
from ludoteca.players.factory import make_local_player
from ludoteca.players.learned.model import Model
from ludoteca.players.policy import PolicyPlayer


class Decisions(NamedTuple):
    """K decisions of the network that learns.

    Attributes
    ----------
    rows : float32 [K, size]
        what the seat saw
    masks : bool [K, actions]
        what it might do
    actions
        int64 [K]
    logs : float32 [K]
        the logarithm of the chance of the action made
    gains : float32 [K]
        what was won above what was expected, in scaled points
    targets : float32 [K]
        what the value is to learn, in scaled points
    """

    rows: NDArray[np.float32]
    masks: NDArray[np.bool_]
    actions: NDArray[np.int64]
    logs: NDArray[np.float32]
    gains: NDArray[np.float32]
    targets: NDArray[np.float32]

    def some(self, which: NDArray[Any]) -> Decisions:
        """Those that an index ``which``, int64 [M], or a mask, bool [K], picks; copies."""
        parts: Any = [array[which] for array in self]
        return Decisions(*parts)

    @property
    def decisions(self) -> int:
        """The number of decisions."""
        return len(self.actions)

    @classmethod
    def joined(cls, parts: Sequence[Decisions]) -> Decisions:
        """All decisions of ``parts``, of which there must be one; copies.

        Raises
        ------
        ValueError
            where there is none
        """
        return cls(*map(np.concatenate, zip(*parts, strict=True)))


class Tallies(NamedTuple):
    """The outcomes of all decisions at each of K rows, each of which tried every action.

    Attributes
    ----------
    rows : float32 [K, size]
        what the seat saw
    masks : bool [K, actions]
        what it might do
    counts : float32 [K]
        the decisions
    logs : float32 [K, actions]
        logarithms of the chances by which they were made
    gains : float32 [K, actions]
        the sums of what each action won above what the decisions were worth, in scaled points
    """

    rows: NDArray[np.float32]
    masks: NDArray[np.bool_]
    counts: NDArray[np.float32]
    logs: NDArray[np.float32]
    gains: NDArray[np.float32]

    def some(self, which: NDArray[Any]) -> Tallies:
        """Those of the rows that an index ``which``, int64 [M], picks; copies."""
        return Tallies(*(array[which] for array in self))

    @property
    def decisions(self) -> int:
        """The number of decisions."""
        return int(self.counts.sum(dtype=np.float64))


def margins(game: Game, options: Options) -> NDArray[np.float64]:
    """The matrix, float64 [seats, seats], by which points become those above the mean of all sides.

    Of points whose sum is 0 these are the points themselves; where one side's points are not lost
    by another, a seat is to win more than the others, as in duplicate deals. One side alone keeps
    its points.

    Examples
    --------
    >>> from ludoteca.core.registry import load_game
    >>> kuhn = load_game("kuhn")
    >>> margins(kuhn, kuhn.options()) @ [3.0, 1.0]
    array([ 1., -1.])
    """
    seats, sides = game.num_players(options), game.teams(options)
    own = np.eye(seats)
    if len(sides) == 1:
        return own
    mean = np.zeros(seats)
    for side in sides:
        mean[list(side)] = 1.0 / (len(side) * len(sides))
    found: NDArray[np.float64] = own - mean
    return found


def learning_seats(
    env: VectorEnv, opponents: Opponents | None, met: float = 1.0
) -> NDArray[np.bool_]:
    """True for the seats that learn: bool [envs, seats].

    ``opponents`` are met in the share ``met`` of the deals, 0 to 1, by one side that learns, each
    side in as many; elsewhere, and without opponents, all seats learn.
    """
    learns = np.ones((env.num_envs, env.seats), np.bool_)
    if opponents is not None:
        sides = env.game.teams(env.options)
        for i in range(round(met * env.num_envs)):
            learns[i] = [seat in sides[i % len(sides)] for seat in range(env.seats)]
    return learns


class Actor(Protocol):
    """A policy in training, which acts in many deals at once."""

    def act(self, rows: Any, masks: Any) -> tuple[Any, Any, Any]:
        """Actions drawn for rows, the logarithms of their chances, and the values of the rows.

        Parameters
        ----------
        rows
            float32 [K, size]
        masks : bool [K, actions]
            what is legal

        Returns
        -------
        actions, logs, values : int64 [K]
            float32 [K] and float32 [K]
        """

    def logs(self, rows: Any, masks: Any) -> NDArray[np.float32]:
        """Logarithms of the chances of all actions, float32 [K, actions].

        ``rows`` are float32 [K, size], ``masks`` bool [K, actions]; of illegal actions they are
        very small.
        """

    def values(self, rows: Any) -> NDArray[np.float32]:
        """The expected winnings at rows, in scaled points: float32 [K] for float32 [K, size]."""

    def acting(self, options: Options) -> Model:
        """The policy by which it acts, to be played elsewhere."""


class Opponents(Protocol):
    """Those who play the seats that do not learn."""

    def actions(self, env: VectorEnv, batch: Batch, which: NDArray[np.int64]) -> NDArray[Any]:
        """Their actions, whole numbers [K], in the environments ``which``, int64 [K].

        ``batch`` is what ``env`` told last.
        """


def strongest_level(game: Game) -> str | None:
    """The strongest level of the game's policy that compiled code plays; None for random moves."""
    levels = game.info.levels if game.room("policy") is not None else ()
    played = [name for name in levels if isinstance(make_local_player(game, name), PolicyPlayer)]
    return played[-1] if played else None


class LevelOpponents:
    """Opponents of a level of the game's policy; of any legal move where ``level`` is None."""

    def __init__(self, level: str | None) -> None:
        self._level = level

    def actions(self, env: VectorEnv, batch: Batch, which: NDArray[np.int64]) -> NDArray[Any]:
        """Their actions, int32 [K], in the environments ``which``, int64 [K]."""
        return env.sample(self._level)[which]


def with_chances(env: VectorEnv, batch: Batch, level: str | None) -> Batch:
    """The ``batch`` that ``env`` told last, with rows that end with the chances of ``level``.

    They are float32 [N, size + actions]; of no level, rows are as they were.
    """
    if level is None:
        return batch
    usual = env.level_chances(level)
    return batch._replace(observation=np.hstack((batch.observation, usual)))


class _Open(NamedTuple):
    """A decision of which it is not known yet what came."""

    env: int
    seat: int
    row: NDArray[np.float32]
    mask: NDArray[np.bool_]
    action: np.int64
    log: np.float32
    value: np.float32


class _Ahead(NamedTuple):
    """The worth and the advantage of the next decision of each seat [envs, seats], or of the end.

    ``known`` is false where the deal goes on and the seat made no further decision.
    """

    worth: NDArray[np.float32]
    gain: NDArray[np.float32]
    known: NDArray[np.bool_]

    @classmethod
    def nothing(cls, envs: int, seats: int) -> _Ahead:
        """Nothing is known."""
        worth, gain = np.zeros((2, envs, seats), np.float32)
        return cls(worth, gain, np.zeros((envs, seats), np.bool_))

    def gained(self, env: Any, seat: Any, value: Any, trace: float) -> NDArray[np.float32]:
        """The advantages of decisions that were worth ``value``; 0 where nothing is known."""
        gain = self.worth[env, seat] - value + trace * self.gain[env, seat]
        found: NDArray[np.float32] = np.where(self.known[env, seat], gain, 0.0)
        return found


class DecisionSource(Protocol):
    """Deals in which an actor plays."""

    def collect(self, actor: Actor, trace: float) -> Decisions | Tallies:
        """Decisions of ``actor``; ``trace`` is the weight of later gains, as of a collector."""


class Collector:
    """Deals played at once, of which decisions are collected; unfinished ones are played on.

    Parameters
    ----------
    env
        deals of float32 rows, reset here
    steps
        decisions of each deal at a time
    scale
        the factor by which rewards are multiplied, so that a usual win is about 1
    opponents
        who hold all sides but one, each side in as many deals; None where the network holds all
        seats
    met
        the share of the deals, 0 to 1, in which ``opponents`` play; in the others the network holds
        all seats
    level
        of the game's policy: rows end with the chances that it gives each action
    """

    def __init__(
        self,
        env: VectorEnv,
        steps: int,
        scale: float,
        opponents: Opponents | None = None,
        met: float = 1.0,
        level: str | None = None,
    ) -> None:
        self._env, self._steps, self._scale, self._opponents = env, steps, scale, opponents
        self._level = level
        self._points = margins(env.game, env.options)
        self._learns = learning_seats(env, opponents, met)
        self._open: list[_Open] = []
        self._batch = with_chances(env, env.reset(), level)

    def collect(self, actor: Actor, trace: float) -> Decisions:
        """Decisions of ``actor`` of which it is known what came.

        The last decision of a seat in a deal that goes on is told later, when it is known what came
        of it: left out, quick ends would count for more.

        Parameters
        ----------
        trace
            the weight of later gains, the lambda of the advantages, 0 to 1: 1 counts what was won,
            0 what the next position is thought to be worth

        References
        ----------
        J. Schulman et al., High-dimensional continuous control using generalized advantage
        estimation (ICLR 2016).
        """
        env, steps = self._env, self._steps
        n, seats = self._learns.shape
        rows = np.zeros((steps, n, self._batch.observation.shape[1]), np.float32)
        masks = np.zeros((steps, n, env.num_actions), np.bool_)
        actions = np.zeros((steps, n), np.int64)
        logs, values = np.zeros((2, steps, n), np.float32)
        movers = np.zeros((steps, n), np.int32)
        own = np.zeros((steps, n), np.bool_)
        rewards = np.zeros((steps, n, seats), np.float32)
        ended = np.zeros((steps, n), np.bool_)
        each = np.arange(n)
        for t in range(steps):
            batch = self._batch
            rows[t], masks[t], movers[t] = (
                batch.observation,
                batch.action_mask,
                batch.current_player,
            )
            own[t] = self._learns[each, movers[t]]
            mine, others = np.flatnonzero(own[t]), np.flatnonzero(~own[t])
            if len(others):
                assert self._opponents is not None
                actions[t, others] = self._opponents.actions(env, batch, others)
            if len(mine):
                actions[t, mine], logs[t, mine], values[t, mine] = actor.act(
                    rows[t, mine], masks[t, mine]
                )
            self._batch = with_chances(env, env.step(actions[t]), self._level)
            rewards[t] = self._batch.reward @ self._points.T * self._scale
            ended[t] = self._batch.terminated | self._batch.truncated
        gains, counts = np.zeros((steps, n), np.float32), np.zeros((steps, n), np.bool_)
        ahead = _Ahead.nothing(n, seats)
        for t in range(steps - 1, -1, -1):
            over = ended[t]
            ahead.worth[over], ahead.gain[over], ahead.known[over] = rewards[t, over], 0.0, True
            at = np.flatnonzero(own[t])
            seat, value = movers[t, at], values[t, at]
            counts[t, at] = ahead.known[at, seat]
            gains[t, at] = ahead.gained(at, seat, value, trace)
            ahead.worth[at, seat], ahead.known[at, seat] = value, True
            ahead.gain[at, seat] = gains[t, at]
        every = Decisions(rows, masks, actions, logs, gains, gains + values)
        told = [every.some(counts)]
        told += self._told_now(ahead, trace)
        at, env_of = np.nonzero(own & ~counts)
        self._open += [
            _Open(i, int(movers[t, i]), rows[t, i], masks[t, i], actions[t, i], logs[t, i],
                  values[t, i])
            for t, i in zip(at.tolist(), env_of.tolist(), strict=True)
        ]  # fmt: skip
        return Decisions.joined(told)

    def _told_now(self, ahead: _Ahead, trace: float) -> list[Decisions]:
        """Decisions of before of which it is known by now what came."""
        env_of = np.array([each.env for each in self._open], np.int64)
        seat = np.array([each.seat for each in self._open], np.int64)
        known = ahead.known[env_of, seat]
        closed = [each for each, now in zip(self._open, known, strict=True) if now]
        self._open = [each for each, now in zip(self._open, known, strict=True) if not now]
        if not closed:
            return []
        values = np.array([each.value for each in closed], np.float32)
        gains = ahead.gained(env_of[known], seat[known], values, trace)
        rows = np.array([each.row for each in closed])
        masks = np.array([each.mask for each in closed])
        actions = np.array([each.action for each in closed])
        logs = np.array([each.log for each in closed])
        return [Decisions(rows, masks, actions, logs, gains, gains + values)]
