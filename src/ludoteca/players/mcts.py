"""Monte Carlo tree search as a player, for any game in which all see the same."""

from __future__ import annotations

import time
from collections.abc import Iterator
from math import inf

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import _
from ludoteca.core.ids import HIDDEN
from ludoteca.core.numbers import Simulated, simulated_mean
from ludoteca.core.player_names import name_and_level
from ludoteca.core.view import SeatView
from ludoteca.players import uct
from ludoteca.players.advice.values import (
    IN_PLAYOUTS,
    LEVEL,
    MoveValue,
    Thought,
    counts_alone,
    unit,
)
from ludoteca.players.budget import Budget

DEFAULT = Budget(nodes=2_000)

_SLICE = 250  #: simulations between two looks at the clock, and at whether it is decided
_LARGEST = 300_000  #: positions of a tree; beyond, deals are played on from its leaves
_NO_LIMIT = 2**62


class MctsPlayer:
    """The move that UCT tries most within ``budget``; a node is a simulated deal.

    It stops early where no other move can be tried as often any more. With an empty budget it is
    :data:`DEFAULT`. :mod:`ludoteca.players.uct` has the algorithm and its sources.
    """

    def __init__(self, budget: Budget) -> None:
        self.budget = budget or DEFAULT
        self.name = f"mcts@{self.budget}"
        self._ready = False

    def choose(self, view: SeatView, rng: np.random.Generator) -> int:
        """The move that was tried most.

        Raises
        ------
        BadInput
            where something was hidden in this deal
        """
        if len(view.legal) == 1:
            return view.legal[0]
        return self._searched(view, rng).moves()[0][0]

    def think(self, view: SeatView, rng: np.random.Generator) -> Thought:
        """The move of :meth:`choose`, with the worth of each, most tried first.

        Raises
        ------
        BadInput
            where something was hidden in this deal
        """
        if len(view.legal) == 1:
            return Thought(view.legal[0])
        moves = self._searched(view, rng).moves()
        best = moves[0][1].mean
        values = tuple(
            MoveValue(action, value, alike=number > 0 and value.mean >= best)
            for number, (action, value) in enumerate(moves)
            if value.n > 1
        )
        words = tuple(view.action_words(move.action) for move in values)
        assumed = _assumed(view)
        return Thought(moves[0][0], values, words, unit(view), assumed, IN_PLAYOUTS)

    def _searched(self, view: SeatView, rng: np.random.Generator) -> _Tree:
        if any(token.token == HIDDEN for token in view.tokens):
            raise BadInput(_("something was hidden in this deal: a search cannot see through it"))
        if not self._ready:
            # To compile, or to load what was compiled, is not thinking.
            _Tree(view, 2).grow(1, np.random.default_rng(0))
            self._ready = True
        nodes = self.budget.nodes or _NO_LIMIT
        tree = _Tree(view, min(nodes + 1, _LARGEST))
        for times in _slices(nodes, self.budget.seconds):
            tree.grow(times, rng)
            if tree.decided(nodes):
                break
        return tree


def _slices(nodes: int, seconds: float | None) -> Iterator[int]:
    """Numbers of simulations to run at a time, until either bound is reached."""
    end_by = inf if seconds is None else time.perf_counter() + seconds
    done = 0
    while done < nodes and (done == 0 or time.perf_counter() < end_by):
        times = min(_SLICE, nodes - done)
        done += times
        yield times


class _Tree:
    """The tree of one decision, with room for so many positions."""

    def __init__(self, view: SeatView, room: int) -> None:
        game, seats = view.game, view.num_players
        self._view = view
        self._used = 1
        self._ends = np.array([inf, -inf])
        self._links = np.zeros((room, uct.LINKS), np.int64)
        self._visits = np.zeros(room, np.int64)
        self._total = np.zeros((room, seats))
        self._squares = np.zeros(room)
        sides = enumerate(game.teams(view.options))
        side_of = {seat: side for side, members in sides for seat in members}
        self._team = np.array([side_of[seat] for seat in range(seats)], np.int64)
        self._alone = counts_alone(game, seats)
        path = np.zeros(int(game.rules.MAX_LENGTH) + 1, np.int64)
        self._scratch = (game.state_layout.empty(1), *game.buffers(), np.zeros(seats), path)

    def grow(self, times: int, rng: np.random.Generator) -> None:
        """Run so many simulations more."""
        tree = (self._links, self._visits, self._total, self._squares)
        self._used = uct.simulate(
            self._view.record, self._view.seat, times, self._used, self._ends, *tree, LEVEL,
            self._team, self._alone, rng, *self._scratch,
        )  # fmt: skip

    def _children(self) -> NDArray[np.int64]:
        found = []
        child = int(self._links[uct.ROOT, uct.FIRST])
        while child != 0:
            found.append(child)
            child = int(self._links[child, uct.NEXT])
        return np.array(found, np.int64)

    def decided(self, nodes: int) -> bool:
        """True where the move tried most stays it, whatever the rest of ``nodes`` may do."""
        visits = np.sort(self._visits[self._children()])
        left = nodes - int(self._visits[uct.ROOT])
        return len(visits) > 1 and bool(visits[-1] - visits[-2] > left)

    def moves(self) -> list[tuple[int, Simulated]]:
        """The moves tried with their worth to the seat: the most tried first, of those the best."""
        seat = self._view.seat
        found = [
            (
                int(self._links[child, uct.ACTION]),
                _mean(
                    float(self._total[child, seat]),
                    float(self._squares[child]),
                    int(self._visits[child]),
                ),
            )
            for child in self._children()
        ]
        return sorted(found, key=lambda move: (-move[1].n, -move[1].mean, move[0]))


def _mean(total: float, squares: float, n: int) -> Simulated:
    """The mean, with an interval as if simulations were independent; they learn from each other."""
    if n < 2:
        return Simulated(total, n, -inf, inf)
    return simulated_mean(total, squares, n)


def _assumed(view: SeatView) -> str:
    """The assumptions of the values, in words."""
    if view.game.room("policy") is None:
        return _("if the moves tried most are played, and the rest is left to chance")
    name = name_and_level(view.game.info, view.game.info.levels[LEVEL])
    return _("if the moves tried most are played, and then everyone plays like {name}").format(
        name=name
    )
