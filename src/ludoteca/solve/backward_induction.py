"""Backward induction: the value of every position that can be reached, each computed once.

>>> # solution = solve_fully(game.new_state({"heaps": 3}))
>>> # solution.values(state), solution.best(state), solution.finals

Every seat maximises its own expected payoff (subgame perfect), chance takes its mean. Between moves
of exactly equal value the lowest id is played, which matters where a seat's choice among equals
decides what others get. Everything in the record counts as seen, so more than one seat is accepted
only where no field belongs to one of them; a single player's game against chance is solved as a
decision process.

Memory: 8 bytes a seat and 25 more for each distinct position (twice that while tables grow).
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludoteca.core import kernel
from ludoteca.core.errors import BadInput
from ludoteca.core.game import Game
from ludoteca.core.i18n import _
from ludoteca.core.ids import CHANCE, TERMINAL
from ludoteca.core.jit import njit
from ludoteca.core.options import Options
from ludoteca.core.state import State
from ludoteca.solve.minimax import is_open
from ludoteca.solve.transposition import NOT_FOUND, place

MAX_POSITIONS = 50_000_000
EQUAL = 1e-12  #: payoffs that differ by less, relative to the larger, are equally good moves

_FINAL, _DECISION, _CHANCE = 0, 1, 2
_PAUSED, _FINISHED, _FULL, _TOO_DEEP = 0, 1, 2, 3
_FIRST_CAPACITY = 4096
_SLICE = 20_000


class Store(NamedTuple):
    """Values found, by position; ``N`` is the room for positions."""

    slots: NDArray[np.int64]  #: open addressing, at least 2 N: position + 1, or 0 where free
    keys: NDArray[np.uint64]  #: (N,) kernel.state_key
    values: NDArray[np.float64]  #: (N, seats) expected payoffs
    kinds: NDArray[np.int8]  #: (N,) final, decision or chance


class Walk(NamedTuple):
    """The stack of the walk, ``D`` moves deep; all are modified in place."""

    states: NDArray[Any]  #: (D,) records of the game
    keys: NDArray[np.uint64]  #: (D,) their keys
    actions: NDArray[np.int64]  #: (D, widest) legal ids, or outcomes
    prob: NDArray[np.float64]  #: (D, widest) probabilities of outcomes
    number: NDArray[np.int64]  #: (D,) how many there are
    tried: NDArray[np.int64]  #: (D,) how many have been walked or are being walked
    actor: NDArray[np.int64]  #: (D,) seat to move, or CHANCE
    best: NDArray[np.float64]  #: (D, seats) values of the best move so far, or the mean so far
    result: NDArray[np.float64]  #: (seats,) values of the position left last
    counter: NDArray[np.int64]  #: top of the stack, 1 if it is new, positions, visits


_TOP, _ENTERING, _POSITIONS, _VISITS = 0, 1, 2, 3


@dataclass(frozen=True)
class SolutionProgress:
    """Progress of a full solution: distinct positions, visits, seconds."""

    positions: int
    visits: int
    seconds: float


@dataclass(frozen=True)
class FullSolution:
    """Every reachable position's value.

    Attributes
    ----------
    root : expected payoffs by seat at the position that was solved
    decisions, chances, finals : distinct positions where a seat moves, chance moves, all is over
    visits : moves and outcomes followed, repetitions included
    """

    game: Game
    options: Options
    root: tuple[float, ...]
    decisions: int
    chances: int
    finals: int
    visits: int
    seconds: float
    store: Store

    @property
    def positions(self) -> int:
        """All distinct positions."""
        return self.decisions + self.chances + self.finals

    def values(self, state: State) -> tuple[float, ...]:
        """Expected payoffs by seat; raises :class:`BadInput` for a position never reached."""
        found = int(_look_up(self.store, state.record, 0))
        if found == NOT_FOUND:
            raise BadInput(_("this position cannot be reached from the one that was solved"))
        return tuple(float(v) for v in self.store.values[found])

    def best(self, state: State) -> tuple[int, ...]:
        """All moves that are best for the seat to move, ascending; empty where no seat moves."""
        player = state.current_player()
        worth = {a: self.values(state.child(a))[player] for a in state.legal_actions()}
        if not worth:
            return ()
        top = max(worth.values())
        return tuple(a for a, v in worth.items() if top - v <= EQUAL * max(1.0, abs(top)))


def solve_fully(
    state: State,
    *,
    max_positions: int = MAX_POSITIONS,
    progress: Callable[[SolutionProgress], None] | None = None,
) -> FullSolution:
    """The value of ``state`` and of all positions after it.

    ``progress`` is called about every 20,000 visits. Raises :class:`BadInput` where information is
    hidden from one of several seats, and where there are more than ``max_positions`` positions.
    """
    game = state.game
    if state.num_players > 1 and not is_open(game):
        raise BadInput(
            _(
                "{game} hides information from its players: it has no value position by position"
            ).format(game=_(game.info.title))
        )
    started = time.perf_counter()
    walk = _new_walk(game, state.num_players)
    walk.states[0:1] = state.record
    walk.counter[_ENTERING] = 1
    store = _new_store(max(_FIRST_CAPACITY, 2 * len(walk.states)), state.num_players)
    while True:
        status = int(_advance(walk, store, walk.counter[_VISITS] + _SLICE))
        if status == _FINISHED:
            break
        if status == _TOO_DEEP:
            raise BadInput(
                _("{game} did not end within its MAX_LENGTH").format(game=_(game.info.title))
            )
        positions, visits = int(walk.counter[_POSITIONS]), int(walk.counter[_VISITS])
        if positions > max_positions:
            raise BadInput(
                _("{game} has more than {n} positions: too many to solve whole").format(
                    game=_(game.info.title), n=max_positions
                )
            )
        if status == _FULL:
            store = _larger(store, positions)
        elif progress is not None:
            progress(SolutionProgress(positions, visits, time.perf_counter() - started))
    return _solution(state, walk, store, time.perf_counter() - started)


def _solution(state: State, walk: Walk, store: Store, seconds: float) -> FullSolution:
    count = int(walk.counter[_POSITIONS])
    kinds = np.bincount(store.kinds[:count], minlength=3)
    return FullSolution(
        game=state.game,
        options=state.options,
        root=tuple(float(v) for v in walk.result),
        decisions=int(kinds[_DECISION]),
        chances=int(kinds[_CHANCE]),
        finals=int(kinds[_FINAL]),
        visits=int(walk.counter[_VISITS]),
        seconds=seconds,
        store=store,
    )


def _new_walk(game: Game, seats: int) -> Walk:
    depth = int(game.rules.MAX_LENGTH) + 2
    width = max(1, int(game.rules.MAX_LEGAL), int(game.rules.MAX_CHANCE))
    return Walk(
        states=game.state_layout.empty(depth),
        keys=np.zeros(depth, np.uint64),
        actions=np.zeros((depth, width), np.int64),
        prob=np.zeros((depth, width)),
        number=np.zeros(depth, np.int64),
        tried=np.zeros(depth, np.int64),
        actor=np.zeros(depth, np.int64),
        best=np.zeros((depth, seats)),
        result=np.zeros(seats),
        counter=np.zeros(4, np.int64),
    )


def _new_store(capacity: int, seats: int) -> Store:
    slots = 1 << (2 * capacity - 1).bit_length()
    return Store(
        slots=np.zeros(slots, np.int64),
        keys=np.zeros(capacity, np.uint64),
        values=np.zeros((capacity, seats)),
        kinds=np.zeros(capacity, np.int8),
    )


def _larger(store: Store, positions: int) -> Store:
    """A copy of ``store`` with room for twice as many positions."""
    larger = _new_store(2 * len(store.keys), store.values.shape[1])
    larger.keys[:positions] = store.keys[:positions]
    larger.values[:positions] = store.values[:positions]
    larger.kinds[:positions] = store.kinds[:positions]
    _index(larger, positions)
    return larger


@njit
def _free_or_equal(store, key):  # type: ignore[no-untyped-def]
    """The slot that holds ``key``, or the free one where it belongs."""
    slot = place(key, len(store.slots))
    while store.slots[slot] > 0 and store.keys[store.slots[slot] - 1] != key:
        slot = (slot + 1) & (len(store.slots) - 1)
    return slot


@njit
def _index(store, positions):  # type: ignore[no-untyped-def]
    """Enter the first ``positions`` keys of ``store`` into its empty slots, in place."""
    for i in range(positions):
        store.slots[_free_or_equal(store, store.keys[i])] = i + 1


@njit
def _look_up(store, states, i):  # type: ignore[no-untyped-def]
    """The number of the position ``states[i]``, or ``NOT_FOUND``."""
    found = store.slots[_free_or_equal(store, np.uint64(kernel.state_key(states, i)))]
    return found - 1 if found > 0 else NOT_FOUND


@njit
def _advance(w, store, visit_limit):  # type: ignore[no-untyped-def]
    """Walk on until ``visit_limit`` visits, a full store or the end; all in place."""
    while w.counter[_TOP] >= 0:
        d = w.counter[_TOP]
        if w.counter[_ENTERING]:
            if w.counter[_VISITS] >= visit_limit:
                return _PAUSED
            # Every open position is stored before the next one is entered, at the worst.
            if w.counter[_POSITIONS] + len(w.states) > len(store.keys):
                return _FULL
            w.counter[_VISITS] += 1
            w.counter[_ENTERING] = 0
            if _enter(w, store, d):
                w.counter[_TOP] = d - 1
                continue
        else:
            _take_result(w, d)
        if w.tried[d] == w.number[d]:
            w.result[:] = w.best[d]
            _keep(w, store, d, _CHANCE if w.actor[d] == CHANCE else _DECISION)
            w.counter[_TOP] = d - 1
        elif d + 1 == len(w.states):
            return _TOO_DEEP
        else:
            w.states[d + 1] = w.states[d]
            kernel.apply_action(w.states[d + 1], w.actions[d, w.tried[d]])
            w.tried[d] += 1
            w.counter[_TOP] = d + 1
            w.counter[_ENTERING] = 1
    return _FINISHED


@njit
def _enter(w, store, d):  # type: ignore[no-untyped-def]
    """Look at the position of depth ``d``; True if its values are known already."""
    w.keys[d] = kernel.state_key(w.states, d)
    found = store.slots[_free_or_equal(store, w.keys[d])]
    if found > 0:
        w.result[:] = store.values[found - 1]
        return True
    player = kernel.current_player(w.states[d])
    if player == TERMINAL:
        kernel.returns(w.states[d], w.result)
        _keep(w, store, d, _FINAL)
        return True
    if player == CHANCE:
        w.number[d] = kernel.chance_outcomes(w.states[d], w.actions[d], w.prob[d])
        w.best[d] = 0.0
    else:
        w.number[d] = kernel.legal_actions(w.states[d], w.actions[d])
        w.best[d] = -np.inf
    w.actor[d] = player
    w.tried[d] = 0
    return False


@njit
def _take_result(w, d):  # type: ignore[no-untyped-def]
    """Let the values of the move walked last count at depth ``d``."""
    player = w.actor[d]
    if player == CHANCE:
        w.best[d] += w.prob[d, w.tried[d] - 1] * w.result
    elif w.result[player] > w.best[d, player]:
        w.best[d] = w.result


@njit
def _keep(w, store, d, kind):  # type: ignore[no-untyped-def]
    """Store ``w.result`` as the values of the position of depth ``d``."""
    i = w.counter[_POSITIONS]
    store.slots[_free_or_equal(store, w.keys[d])] = i + 1
    store.keys[i] = w.keys[d]
    store.values[i] = w.result
    store.kinds[i] = kind
    w.counter[_POSITIONS] = i + 1
