# mypy: allow-untyped-defs, allow-untyped-calls
"""Decisions in many deals at once, told by what was seen: for games of few different positions.

Where a seat sees the same, a policy has the same chances and a decision is worth the same on
average. So each row is judged by the network once in an update, however often it is met, and is
learned from once, with the sums of what came of it: a game of a thousand rows is learned from
millions of decisions in the time that a network takes for some thousands.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.game import Game
from ludoteca.core.jit import njit
from ludoteca.core.options import Options
from ludoteca.envs.vector import Batch, VectorEnv
from ludoteca.players.base import Mixer
from ludoteca.players.learned.actions import ActionSpace
from ludoteca.players.learned.observation import ObservationSpace
from ludoteca.train.experience import Actor, Opponents, Tallies, learning_seats, margins

_ROWS = 1 << 10  # for which there is room at first
_MEMORY = 0.8  # of what was won at a row, from one update to the next
_EMPTY = -1  # of a place in the table of rows


class RowTable:
    """Different rows in the order in which they were met, found by what is in them.

    Parameters
    ----------
    size
        numbers of a row
    actions
        of the game

    Attributes
    ----------
    number
        how many rows are known
    rows, masks
        float32 [room, size] and bool [room, actions], of which the first ``number`` count
    """

    def __init__(self, size: int, actions: int) -> None:
        self.number = 0
        self.rows = np.zeros((_ROWS, size), np.float32)
        self.masks = np.zeros((_ROWS, actions), np.bool_)
        self._places = np.full(4 * _ROWS, _EMPTY, np.int64)

    def find(
        self, rows: NDArray[np.float32], masks: NDArray[np.bool_], ids: NDArray[np.int64]
    ) -> None:
        """Write the number of each of ``rows`` into ``ids``; new ones get the next numbers.

        Parameters
        ----------
        rows
            float32 [K, size]
        masks : bool [K, actions]
            what may be done there
        ids : int64 [K]
            changed in place

        Examples
        --------
        >>> table, ids = RowTable(2, 1), np.empty(3, np.int64)
        >>> rows = np.array([[1, 0], [2, 0], [1, 0]], np.float32)
        >>> table.find(rows, np.ones((3, 1), np.bool_), ids)
        >>> ids, table.number
        (array([0, 1, 0]), 2)
        """
        while self.number + len(rows) > len(self.rows):
            self.rows = np.concatenate((self.rows, np.zeros_like(self.rows)))
            self.masks = np.concatenate((self.masks, np.zeros_like(self.masks)))
            self._places = np.full(4 * len(self.rows), _EMPTY, np.int64)
            known = self.rows[: self.number].copy()
            find_rows(known, self.masks, self._places, self.rows, self.masks, 0,
                      np.empty(self.number, np.int64))  # fmt: skip
        self.number = int(
            find_rows(rows, masks, self._places, self.rows, self.masks, self.number, ids)
        )


class AskedOpponents:
    """A machine that tells its chances, asked once about each row: of a game of few positions.

    It reads nothing but the position (:attr:`~ludoteca.core.view.Memory.NOTHING`). What looks the
    same in a row is taken to be played as where it was first met.

    Parameters
    ----------
    seed
        of the actions that are drawn
    """

    def __init__(self, game: Game, options: Options, machine: Mixer, seed: int) -> None:
        self._machine, self._rng = machine, np.random.default_rng(seed)
        self._actions = ActionSpace(game)
        number = self._actions.num_actions
        self._table = RowTable(ObservationSpace(game, options).size, number)
        self._below = np.zeros((0, number))  # by row, sums of the chances up to each action

    def actions(self, env: VectorEnv, batch: Batch, which: NDArray[np.int64]) -> NDArray[Any]:
        """Their actions, int64 [K], in the environments ``which``, int64 [K]."""
        known, ids = self._table.number, np.empty(len(which), np.int64)
        self._table.find(batch.observation[which], batch.action_mask[which], ids)
        more = len(self._table.rows) - len(self._below)
        self._below = np.pad(self._below, ((0, more), (0, 0)))
        rows, first = np.unique(ids, return_index=True)
        for row, place in zip(rows.tolist(), first.tolist(), strict=True):
            if row >= known:
                chances = self._machine.chances(env.view(int(which[place])))
                actions = self._actions.places[list(chances)]
                self._below[row, actions] = list(chances.values())
                self._below[row] = np.cumsum(self._below[row])
        below = self._below[ids]
        numbers = self._rng.random(len(which)) * below[:, -1]
        return (below <= numbers[:, None]).sum(1)


class AlikeCollector:
    """Deals played at once, told by rows; decisions of deals that go on are told when they end.

    A decision counts as if it had been made with the chances of the update in which its deal ends,
    which differ by one update at most from those by which it was made. Gains are what was won in
    the deal above what the row is worth.

    Parameters
    ----------
    env
        deals of float32 rows, reset here
    steps
        decisions of each deal at a time
    scale
        by which points are multiplied, so that a usual win is about 1
    opponents
        see :class:`~ludoteca.train.experience.Collector`
    seed
        of the actions that are drawn
    """

    def __init__(
        self, env: VectorEnv, steps: int, scale: float, opponents: Opponents | None, seed: int
    ) -> None:
        self._env, self._steps, self._opponents = env, steps, opponents
        self._points = margins(env.game, env.options) * scale
        self._learns = learning_seats(env, opponents)
        self._rng = np.random.default_rng(seed)
        self._table = RowTable(env.observations.size, env.num_actions)
        n, longest = env.num_envs, env.game.rules.MAX_LENGTH
        self._made = np.zeros((n, longest, 3), np.int32)  # row, action and seat of open decisions
        self._open = np.zeros(n, np.int64)
        self._batch = env.reset()
        self._room(0)

    def collect(self, actor: Actor, trace: float) -> Tallies:
        """The decisions of deals that ended, with what came of them.

        ``trace``, the weight of later gains, is not used: what was won counts, as with a trace of
        1.
        """
        env, n = self._env, self._env.num_envs
        met = np.flatnonzero(self._counts)
        self._judged[:] = False
        if 2 * len(met) > self._table.number:  # they will be met again: at once, not step by step
            self._judge(actor, met)
        self._counts[:] = self._won[:] = 0
        self._above[:], self._below[:] = 0, 0
        ids, actions = np.empty(n, np.int64), np.zeros(n, np.int64)
        each = np.arange(n)
        for _step in range(self._steps):
            batch = self._batch
            own = self._learns[each, batch.current_player]
            mine, others = np.flatnonzero(own), np.flatnonzero(~own)
            if len(others):
                assert self._opponents is not None
                actions[others] = self._opponents.actions(env, batch, others)
            whole = len(mine) == n
            rows = batch.observation if whole else batch.observation[mine]
            masks = batch.action_mask if whole else batch.action_mask[mine]
            self._table.find(rows, masks, ids[: len(mine)])
            self._room(len(self._table.rows))
            self._judge(actor, ids[: len(mine)])
            numbers = self._rng.random(len(mine), np.float32)
            draw_actions(
                self._chances, ids, mine, batch.legal, batch.num_legal, batch.current_player,
                numbers, actions, self._made, self._open,
            )  # fmt: skip
            self._batch = batch = env.step(actions)
            ended = np.flatnonzero(batch.terminated | batch.truncated)
            winnings = (batch.reward[ended] @ self._points.T).astype(np.float32)
            settle(
                ended, winnings, self._values, self._made, self._open,
                self._counts, self._won, self._above, self._below,
            )  # fmt: skip
        met = np.flatnonzero(self._counts)
        self._judge(actor, met)
        counts = self._counts[met]
        told = Tallies(
            self._table.rows[met],
            self._table.masks[met],
            counts.astype(np.float32),
            self._logs[met],
            self._above[met].astype(np.float32),
            self._below[met].astype(np.float32),
        )
        self._remember(met)
        return told

    def _judge(self, actor: Actor, ids: NDArray[np.int64]) -> None:
        """Ask ``actor`` about those rows of ``ids`` about which it was not asked yet."""
        new = np.unique(ids[~self._judged[ids]])
        if len(new):
            logs = actor.logs(self._table.rows[new], self._table.masks[new])
            self._logs[new], self._chances[new] = logs, np.exp(logs)
            self._judged[new] = True

    def _remember(self, met: NDArray[np.int64]) -> None:
        """Let what was won count for the worth of the rows ``met``, the latest most."""
        self._past_counts[met] = _MEMORY * self._past_counts[met] + self._counts[met]
        self._past_won[met] = _MEMORY * self._past_won[met] + self._won[met]
        self._values[met] = self._past_won[met] / self._past_counts[met]

    def _room(self, rows: int) -> None:
        """Have room for what is known of so many rows."""
        if not rows:
            self._judged = np.zeros(0, np.bool_)
            self._values = np.zeros(0, np.float32)
            self._counts, self._won = np.zeros(0), np.zeros(0)
            self._past_counts, self._past_won = np.zeros(0), np.zeros(0)
            self._logs = np.zeros((0, self._env.num_actions), np.float32)
            self._chances = self._logs.copy()
            self._above, self._below = (np.zeros((0, self._env.num_actions)) for _ in range(2))
        more = rows - len(self._judged)
        if more > 0:
            for name in (
                "_judged", "_values", "_counts", "_won", "_past_counts", "_past_won", "_logs",
                "_chances", "_above", "_below",
            ):  # fmt: skip
                known = getattr(self, name)
                empty = np.zeros((more, *known.shape[1:]), known.dtype)
                setattr(self, name, np.concatenate((known, empty)))


@njit
def find_rows(rows, masks, places, known, known_masks, number, ids):
    """Write the numbers of ``rows`` into ``ids``; returns how many rows are known then.

    All but ``rows`` and ``masks`` are changed in place.

    Parameters
    ----------
    rows, masks
        float32 [K, size] and bool [K, actions]
    places
        int64 [places], a table of numbers with open addressing, whose length is a power of two; -1
        is empty
    known, known_masks
        float32 [rows, size] and bool [rows, actions] by number, with room for K more
    number
        of rows that are known
    ids
        int64 [K]
    """
    last = len(places) - 1
    size = rows.shape[1]
    for i in range(len(rows)):
        code = 0
        for k in range(size):
            code = (code * 31 + int(rows[i, k])) & 0xFFFFFFFFFFF
            code ^= code >> 17
        place = (code ^ (code >> 23)) & last
        while True:
            found = places[place]
            if found < 0:
                known[number] = rows[i]
                known_masks[number] = masks[i]
                places[place] = found = number
                number += 1
                break
            same = True
            for k in range(size):
                if known[found, k] != rows[i, k]:
                    same = False
                    break
            if same:
                break
            place = (place + 1) & last
        ids[i] = found
    return number


@njit
def draw_actions(chances, ids, mine, legal, num_legal, movers, numbers, actions, made, opened):
    """Draw the actions of the environments ``mine``, whose rows are ``ids``, and note them.

    Parameters
    ----------
    chances
        float32 [rows, actions]
    ids, mine
        int64 [K or more] and [K]
    legal, num_legal, movers : int32 [N, most]
        [N] and [N]: what is legal, and the seats to move
    numbers : float32 [K]
        uniform in [0, 1)
    actions : int64 [N]
        changed in place
    made, opened
        int32 [N, longest, 3] and int64 [N], row, action and seat of each decision of a deal, and
        their number; changed in place
    """
    for i in range(len(mine)):
        env = mine[i]
        row, last = ids[i], num_legal[env] - 1
        left, k = numbers[i], 0
        while k < last and left >= chances[row, legal[env, k]]:
            left -= chances[row, legal[env, k]]
            k += 1
        actions[env] = legal[env, k]
        n = opened[env]
        made[env, n, 0], made[env, n, 1] = row, legal[env, k]
        made[env, n, 2] = movers[env]
        opened[env] = n + 1


@njit
def settle(ended, winnings, values, made, opened, counts, won, above, below):
    """Add what came of the decisions of the deals ``ended``, in which seats won ``winnings``.

    Parameters
    ----------
    ended : int64 [E]
        numbers of environments
    winnings
        float32 [E, seats]
    values : float32 [rows]
        what was expected
    made, opened
        int32 [N, longest, 3] and int64 [N], as of :func:`draw_actions`; ``opened`` becomes 0
    counts, won : float64 [rows]
        decisions and winnings, changed in place
    above, below : float64 [rows, actions]
        sums of what was won above and below what was expected, changed in place
    """
    for i in range(len(ended)):
        env = ended[i]
        for n in range(opened[env]):
            row, action = made[env, n, 0], made[env, n, 1]
            points = winnings[i, made[env, n, 2]]
            gain = points - values[row]
            counts[row] += 1
            won[row] += points
            if gain > 0:
                above[row, action] += gain
            else:
                below[row, action] += gain
        opened[env] = 0
