# mypy: allow-untyped-defs, allow-untyped-calls
"""Every position that can be reached from one, each once, with the moves between them.

A position that is reached in several ways is one node, so a game is a path from the first node to
a final one. Two players; walks over the rules themselves, white and black discs included.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import _
from ludoteca.core.jit import njit
from ludoteca.core.state import State

from ..rules import MAX_LEGAL, OVER, STATE, apply_action, legal_actions, points

MOST_POSITIONS = 400_000
"""Positions kept at most: each takes about a kilobyte."""

_TOO_SHORT = -1
_MOVES_EACH = 8  #: room for moves, for each position; most positions have one or two


@njit
def _slot(table, records, key):
    """The place of ``key`` in the open addressing ``table``, or the free one where it belongs."""
    mask = table.size - 1
    at = (key ^ (key >> 32)) & mask
    while table[at] >= 0 and records[table[at]].key != key:
        at = (at + 1) & mask
    return at


@njit
def _explore(records, table, first, child, action):
    """Fill everything from ``records[0]`` on, breadth first; returns the number of positions.

    ``first[i] : first[i + 1]`` are the edges of position ``i``: ``child`` is where each leads,
    ``action`` its move. ``_TOO_SHORT`` where an array is.
    """
    ids = np.zeros(MAX_LEGAL, np.int64)
    n, edges, i = 1, 0, 0
    table[_slot(table, records, records[0].key)] = 0
    while i < n:
        first[i] = edges
        legal = 0 if records[i].phase == OVER else legal_actions(records[i], ids)
        if edges + legal > child.size:
            return _TOO_SHORT
        for k in range(legal):
            # One record beyond the last is always there to try a move in.
            if n + 1 >= records.size:
                return _TOO_SHORT
            records[n] = records[i]
            apply_action(records[n], ids[k])
            at = _slot(table, records, records[n].key)
            if table[at] < 0:
                table[at] = n
                n += 1
            child[edges] = table[at]
            action[edges] = ids[k]
            edges += 1
        i += 1
    first[n] = edges
    return n


@njit
def _parents_first(first, child, order):
    """Fill ``order`` with all positions, each after every position that leads to it (Kahn)."""
    n = order.size
    waiting = np.zeros(n, np.int64)
    for e in range(first[n]):
        waiting[child[e]] += 1
    order[0] = 0
    known = 1
    for i in range(n):
        for e in range(first[order[i]], first[order[i] + 1]):
            waiting[child[e]] -= 1
            if waiting[child[e]] == 0:
                order[known] = child[e]
                known += 1


@njit
def _induct(records, order, first, child, value):
    """Fill ``value`` with the points of seat 0 above seat 1 when both maximise the difference."""
    for j in range(order.size - 1, -1, -1):
        i = order[j]
        if first[i] == first[i + 1]:
            value[i] = points(records[i], 0) - points(records[i], 1)
            continue
        sign = 1 if records[i].to_move == 0 else -1
        best = sign * value[child[first[i]]]
        for e in range(first[i] + 1, first[i + 1]):
            best = max(best, sign * value[child[e]])
        value[i] = sign * best


@dataclass(frozen=True)
class Graph:
    """Positions and moves; ``N`` positions, of which 0 is the first, and ``E`` moves.

    Attributes
    ----------
    records : records of the kernel, shape (N,)
    first : int64, shape (N + 1,); the moves of position i are first[i] to first[i + 1] - 1
    child, action : int64, shape (E,); the position that a move leads to, and its id
    order : int64, shape (N,); all positions, each after those that lead to it
    """

    records: NDArray[Any]
    first: NDArray[np.int64]
    child: NDArray[np.int64]
    action: NDArray[np.int64]
    order: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.records)

    @property
    def finals(self) -> int:
        """Positions where the game is over."""
        return int((self.first[1:] == self.first[:-1]).sum())

    @property
    def decisions(self) -> int:
        """Positions where somebody moves: the document's number of states."""
        return len(self) - self.finals

    @cached_property
    def values(self) -> NDArray[np.int64]:
        """Points of seat 0 above seat 1 with best play from each position, shape (N,)."""
        out = np.zeros(len(self), np.int64)
        _induct(self.records, self.order, self.first, self.child, out)
        return out

    @cached_property
    def counts(self) -> tuple[int, int]:
        """Complete games, and nodes of the game tree: positions with their history, both exact."""
        games, nodes = [0] * len(self), [0] * len(self)
        for i in self.order[::-1].tolist():
            children = self.child[self.first[i] : self.first[i + 1]].tolist()
            games[i] = sum(games[c] for c in children) if children else 1
            nodes[i] = 1 + sum(nodes[c] for c in children)
        return games[0], nodes[0]

    @cached_property
    def depth(self) -> NDArray[np.int64]:
        """Moves made on the longest way to each position, shape (N,)."""
        out = np.zeros(len(self), np.int64)
        for i in self.order.tolist():
            children = self.child[self.first[i] : self.first[i + 1]]
            out[children] = np.maximum(out[children], out[i] + 1)
        return out


def reachable(state: State, most: int = MOST_POSITIONS) -> Graph:
    """The graph of all positions from ``state`` on.

    Raises :class:`BadInput` where they are more than ``most``, and where not two players play.
    """
    if state.num_players != 2:
        raise BadInput(_("the positions of games of two players are listed, not of more"))
    if state.is_chance():
        raise BadInput(_("the row is not laid yet: there is nothing to solve"))
    room = min(4096, most + 1)
    while True:
        records = np.zeros(room + 1, STATE.dtype)
        records[0:1] = state.record
        table = np.full(1 << (2 * room).bit_length(), -1, np.int64)
        first = np.zeros(room + 2, np.int64)
        child = np.zeros(_MOVES_EACH * room, np.int64)
        action = np.zeros(_MOVES_EACH * room, np.int64)
        n = int(_explore(records, table, first, child, action))
        if n != _TOO_SHORT:
            break
        if room > most:
            raise BadInput(_("there are more than {most} positions").format(most=most))
        room = min(8 * room, most + 1)
    order = np.zeros(n, np.int64)
    _parents_first(first, child, order)
    end = first[n]
    return Graph(records[:n].copy(), first[: n + 1], child[:end], action[:end], order)
