"""The tree of the public moves after a deal: each seat knows its own hand and what all have seen.

Such is the betting of most card games. Which moves there are depends on the moves before alone, not
on hands, so one tree stands for all deals; the hands come in as types of the seats
(:mod:`ludoteca.solve.public_cfr`). It is found by walking the game's own kernel.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludoteca.core import calls
from ludoteca.core.game import Game

Integers = NDArray[np.int64]
Position = NDArray[np.void]

ROOT = -1  #: the move above what nobody moved before


class PublicSide(NamedTuple):
    """The part of a tree that some seats decide together.

    Its sequences are numbered from 1, 0 is the empty one.

    Attributes
    ----------
    node : int64 [nodes]
        The tree's numbers of its nodes.
    start : int64 [nodes + 1]
        The moves of its node k are ``start[k]`` to ``start[k + 1] - 1``.
    parent : int64 [nodes]
        Its sequence that leads to each node.
    end : int64 [ends]
        Its last sequence at each end of the tree.
    """

    node: Integers
    start: Integers
    parent: Integers
    end: Integers


@dataclass(frozen=True, eq=False)
class PublicTree:
    """Decision nodes, moves and ends, each numbered in the order of a walk in depth.

    ``owner`` is the seat that decides at a node, whose moves are ``first[node]`` to ``first[node +
    1] - 1``; ``action`` is the kernel's id of a move. ``above`` and ``end_above`` are the move that
    leads to a node and to an end, :data:`ROOT` for none. ``nodes`` and ``ends`` hold the positions
    there (arrays of one record).
    """

    owner: Integers
    first: Integers
    action: Integers
    above: Integers
    end_above: Integers
    nodes: Sequence[Position] = field(repr=False)
    ends: Sequence[Position] = field(repr=False)
    _sides: dict[tuple[int, ...], PublicSide] = field(default_factory=dict, init=False, repr=False)

    def path(self, move: int) -> list[int]:
        """The kernel's ids of ``move`` and those before it, from the root."""
        ids = []
        while move != ROOT:
            ids.append(int(self.action[move]))
            move = int(self.above[self.node_of(move)])
        return ids[::-1]

    def node_of(self, move: int) -> int:
        """The node at which ``move`` is made."""
        return int(np.searchsorted(self.first, move, side="right")) - 1

    def side(self, *seats: int) -> PublicSide:
        """The part that ``seats`` decide together."""
        if seats not in self._sides:
            self._sides[seats] = self._side(seats)
        return self._sides[seats]

    def _side(self, seats: tuple[int, ...]) -> PublicSide:
        last = np.zeros(len(self.action) + 1, np.int64)  # the side's sequence at each move; ROOT: 0
        node, start, parent = [], [1], []
        for n, owner in enumerate(self.owner.tolist()):
            before = last[self.above[n]]
            moves = slice(int(self.first[n]), int(self.first[n + 1]))
            last[moves] = before
            if owner in seats:
                count = moves.stop - moves.start
                last[moves] = np.arange(start[-1], start[-1] + count)
                node.append(n)
                parent.append(int(before))
                start.append(start[-1] + count)
        return PublicSide(_array(node), _array(start), _array(parent), last[self.end_above])


def public_tree(
    game: Game,
    position: Position,
    over: Callable[[Position], bool],
    choose: Callable[[Position, list[int]], list[int]] = lambda _position, ids: ids,
) -> PublicTree:
    """Walk the kernel from ``position`` until ``over``; no chance move may come before that.

    ``position`` is records [1]; ``choose`` gives the moves that are looked at, of the legal ones.
    """
    ids, _prob = game.buffers()
    owner: list[int] = []
    first, action = [0], list[int]()
    above, end_above = list[int](), list[int]()
    nodes, ends = list[Position](), list[Position]()
    # Nodes are numbered when they are met; a stack, so that moves are numbered node by node.
    waiting: list[tuple[Position, int]] = [(position.copy(), ROOT)]
    while waiting:
        here, move = waiting.pop()
        if over(here):
            ends.append(here)
            end_above.append(move)
            continue
        count = calls.legal_actions(here, 0, ids)
        chosen = choose(here, ids[:count].tolist())
        owner.append(int(calls.current_player(here, 0)))
        above.append(move)
        nodes.append(here)
        following = []
        for a in chosen:
            child = here.copy()
            calls.apply_action(child, 0, a)
            following.append((child, len(action)))
            action.append(a)
        first.append(len(action))
        waiting += reversed(following)
    return PublicTree(
        _array(owner), _array(first), _array(action), _array(above), _array(end_above), nodes, ends
    )


def _array(numbers: list[int]) -> Integers:
    return np.array(numbers, np.int64)
