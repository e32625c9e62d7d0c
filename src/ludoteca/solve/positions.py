"""Every position that can be reached from one, each once, with the moves between them.

>>> from ludoteca.core import load_game
>>> graph = explore(load_game("nim").new_state({"heaps": 3}))
>>> len(graph), graph.decisions, graph.finals
(232, 230, 2)

A position that is reached in several ways is one node of the graph, so a game is a path from the
position explored to a final one. Positions are told apart by their ``state_key`` alone; see
:mod:`ludoteca.solve.transposition` for how sure that is.

Memory: 25 to 33 bytes for each distinct position and 4 for each move from it; 8 more for each
outcome of chance and, where the game is over, for each seat (twice that while arrays grow).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
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
from ludoteca.solve.minimax import Searchable
from ludoteca.solve.transposition import NOT_FOUND, place

MAX_POSITIONS = 50_000_000

_PAUSED, _FINISHED, _FULL, _TOO_DEEP = 0, 1, 2, 3
_FIRST_CAPACITY = 4096
_SLICE = 20_000


class PositionStore(NamedTuple):
    """Arrays of ``N`` positions found, with room for more; see :class:`PositionGraph`.

    Attributes
    ----------
    slots : int32 [at least 2 N]
        Open addressing; 0 where free.
    keys : uint64 [N or more]
        The key of each position.
    actor : int8 [N or more]
        As of the graph.
    first : int64 [N + 1 or more]
        As of the graph.
    child : int32 [moves or more]
        As of the graph.
    probability : float64 [outcomes or more]
        As of the graph.
    points : float64 [finals or more, seats]
        As of the graph.
    """

    slots: NDArray[np.int32]  #: open addressing, at least twice the positions; 0 where free
    keys: NDArray[np.uint64]
    actor: NDArray[np.int8]
    first: NDArray[np.int64]
    child: NDArray[np.int32]
    probability: NDArray[np.float64]
    points: NDArray[np.float64]


FRAME = np.dtype(
    (
        np.record,
        [
            ("key", "u8"),  # of the position of this depth
            ("actor", "i8"),  # seat to move, CHANCE or TERMINAL
            ("number", "i8"),  # moves or outcomes
            ("tried", "i8"),  # how many of them have been walked or are being walked
        ],
    )
)

COUNT = np.dtype(
    (
        np.record,
        [
            ("top", "i8"),  # depth of the position at hand; -1 when the walk is over
            ("entering", "i8"),  # 1: that position has not been looked at
            ("visits", "i8"),
            ("positions", "i8"),
            ("moves", "i8"),
            ("outcomes", "i8"),
            ("finals", "i8"),
        ],
    )
)


class Walk(NamedTuple):
    """The stack of the walk, ``D`` moves deep; all are modified in place.

    Attributes
    ----------
    states : records [D]
        The position of each move.
    frames : FRAME [D]
        What the walk knows of each.
    actions : int64 [D, widest]
        Legal ids, or outcomes.
    probability : float64 [D, widest]
        The probabilities of outcomes.
    child : int32 [D, widest]
        The positions that they lead to.
    payoff : float64 [seats]
        Scratch.
    order : int64 [ids]
        The place of each id among the moves, or empty.
    counts : COUNT [1]
        The state of the walk, and how much it has found.
    """

    states: NDArray[Any]  #: (D,) records of the game
    frames: NDArray[Any]  #: (D,) FRAME
    actions: NDArray[np.int64]  #: (D, widest) legal ids, or outcomes
    probability: NDArray[np.float64]  #: (D, widest) of the outcomes
    child: NDArray[np.int32]  #: (D, widest) the positions that they lead to
    payoff: NDArray[np.float64]  #: (seats,) scratch
    order: NDArray[np.int64]  #: the place of each id among the moves, or empty
    counts: NDArray[Any]  #: length 1, COUNT


class TooManyPositions(BadInput):
    """There are more positions than the caller wants to keep."""


@dataclass(frozen=True)
class ExplorationProgress:
    """Progress of an exploration: distinct positions, visits, seconds."""

    positions: int
    visits: int
    seconds: float


@dataclass(frozen=True)
class PositionGraph:
    """``N`` positions and the ``E`` moves between them; each position after all that follow it.

    Attributes
    ----------
    root : records [1]
        The position explored; it is the last, ``N - 1``.
    visits
        Moves and outcomes followed, repetitions included, and the first position.
    actor : int8 [N]
        The seat to move, ``CHANCE`` or ``TERMINAL``.
    first : int64 [N + 1]
        The moves of position i are ``first[i]`` to ``first[i + 1] - 1``.
    child : int32 [E]
        The position that a move leads to, moves by ascending id, or in ``order``.
    probability : float64 [outcomes]
        The probability of each outcome of chance, position after position.
    points : float64 [finals, seats]
        The points at the ends, position after position.
    order : int64 [ids]
        The place of each id among the moves of its position, or empty.
    """

    game: Game
    root: NDArray[Any]
    visits: int
    actor: NDArray[np.int8]
    first: NDArray[np.int64]
    child: NDArray[np.int32]
    probability: NDArray[np.float64]
    points: NDArray[np.float64]
    order: NDArray[np.int64]
    found: PositionStore

    def __len__(self) -> int:
        return len(self.actor)

    @property
    def finals(self) -> int:
        """Positions where the game is over."""
        return len(self.points)

    @property
    def chances(self) -> int:
        """Positions where chance moves."""
        return int(np.count_nonzero(self.actor == CHANCE))

    @property
    def decisions(self) -> int:
        """Positions where a seat moves."""
        return len(self) - self.finals - self.chances

    def children(self, i: int) -> NDArray[np.int32]:
        """The positions that the moves of position ``i`` lead to, int32 [moves].

        They are in the order of the moves.
        """
        return self.child[self.first[i] : self.first[i + 1]]

    def find(self, record: NDArray[Any]) -> int:
        """The number of the position ``record``, as records [1].

        Raises
        ------
        BadInput
            Where it is not here.
        """
        found = int(_look_up(self.found.slots, self.found.keys, record, 0))
        if found == NOT_FOUND:
            raise BadInput(_("this position cannot be reached from the one that was solved"))
        return found

    def records(self) -> NDArray[Any]:
        """Records of all positions, records [N]."""
        states = self.game.state_layout.empty(len(self))
        states[-1:] = self.root
        ids, prob = self.game.buffers()
        _fill(states, self.first, self.child, self.order, ids, prob)
        return states


def explore(
    position: Searchable,
    *,
    order: Sequence[int] = (),
    max_positions: int = MAX_POSITIONS,
    progress: Callable[[ExplorationProgress], None] | None = None,
) -> PositionGraph:
    """All positions from ``position`` on.

    ``order[id]`` is the place of a move among those of its position, where that is not its id.
    ``progress`` is called about every 20,000 visits.

    Raises
    ------
    BadInput
        Where the game does not end within its ``MAX_LENGTH``.
    TooManyPositions
        Where there are more than ``max_positions``.
    """
    game, started = position.game, time.perf_counter()
    seats = game.num_players(position.options)
    walk = _new_walk(game, seats, order)
    walk.states[0:1] = position.record
    found = _new_found(seats)
    count = walk.counts[0]
    while True:
        status = int(_advance(walk, found, count.visits + _SLICE))
        if status == _TOO_DEEP:
            raise BadInput(
                _("{game} did not end within its MAX_LENGTH").format(game=_(game.info.title))
            )
        if count.positions > max_positions:
            raise TooManyPositions(
                _("{game} has more than {n} positions: too many to solve whole").format(
                    game=_(game.info.title), n=max_positions
                )
            )
        if status == _FINISHED:
            break
        if status == _FULL:
            found = _with_room(found, count, walk.actions.shape[1])
        elif progress is not None:
            seconds = time.perf_counter() - started
            progress(ExplorationProgress(int(count.positions), int(count.visits), seconds))
    return PositionGraph(
        game=game,
        root=position.record.copy(),
        visits=int(count.visits),
        actor=found.actor[: count.positions],
        first=found.first[: count.positions + 1],
        child=found.child[: count.moves],
        probability=found.probability[: count.outcomes],
        points=found.points[: count.finals],
        order=walk.order,
        found=found,
    )


def _new_walk(game: Game, seats: int, order: Sequence[int]) -> Walk:
    depth = int(game.rules.MAX_LENGTH) + 2
    width = max(1, int(game.rules.MAX_LEGAL), int(game.rules.MAX_CHANCE))
    walk = Walk(
        states=game.state_layout.empty(depth),
        frames=np.zeros(depth, FRAME),
        actions=np.zeros((depth, width), np.int64),
        probability=np.zeros((depth, width)),
        child=np.zeros((depth, width), np.int32),
        payoff=np.zeros(seats),
        order=np.array(order, np.int64),
        counts=np.zeros(1, COUNT),
    )
    walk.counts[0].entering = 1
    return walk


def _new_found(seats: int) -> PositionStore:
    return PositionStore(
        slots=np.zeros(2 * _FIRST_CAPACITY, np.int32),
        keys=np.zeros(_FIRST_CAPACITY, np.uint64),
        actor=np.zeros(_FIRST_CAPACITY, np.int8),
        first=np.zeros(_FIRST_CAPACITY + 1, np.int64),
        child=np.zeros(_FIRST_CAPACITY, np.int32),
        probability=np.zeros(_FIRST_CAPACITY),
        points=np.zeros((_FIRST_CAPACITY, seats)),
    )


def _with_room(found: PositionStore, count: Any, width: int) -> PositionStore:
    """``found`` with copies at least twice as long of the arrays that are full."""
    roomy = found._replace(
        child=longer(found.child, count.moves + width),
        probability=longer(found.probability, count.outcomes + width),
        points=longer(found.points, count.finals + 1),
    )
    if count.positions < len(found.keys):
        return roomy
    roomy = roomy._replace(
        slots=np.zeros(2 * len(found.slots), np.int32),
        keys=longer(found.keys, 2 * count.positions),
        actor=longer(found.actor, 2 * count.positions),
        first=longer(found.first, 2 * count.positions + 1),
    )
    fill_slots(roomy.slots, roomy.keys, count.positions)
    return roomy


def longer(array: NDArray[Any], wanted: int) -> NDArray[Any]:
    """``array``, or a copy at least twice as long where ``wanted`` entries have no room.

    It is of any type, [n, ...]; so is the copy.
    """
    if wanted <= len(array):
        return array
    longer = np.zeros((max(wanted, 2 * len(array)), *array.shape[1:]), array.dtype)
    longer[: len(array)] = array
    return longer


@njit
def slot_of(slots, keys, key):  # type: ignore[no-untyped-def]
    """The slot that holds ``key``, or the free one where it belongs.

    ``slots`` is int32 [a power of 2], ``keys`` is uint64 [positions or more]; neither is changed.
    """
    slot = place(key, len(slots))
    while slots[slot] > 0 and keys[slots[slot] - 1] != key:
        slot = (slot + 1) & (len(slots) - 1)
    return slot


@njit
def fill_slots(slots, keys, positions):  # type: ignore[no-untyped-def]
    """Enter the first ``positions`` of ``keys`` into the empty ``slots``, in place.

    ``slots`` is int32 [a power of 2], ``keys`` is uint64 [positions or more].
    """
    for i in range(positions):
        slots[slot_of(slots, keys, keys[i])] = i + 1


@njit
def _look_up(slots, keys, states, i):  # type: ignore[no-untyped-def]
    """The number of the position ``states[i]``, or ``NOT_FOUND``."""
    number = slots[slot_of(slots, keys, np.uint64(kernel.state_key(states, i)))]
    return number - 1 if number > 0 else NOT_FOUND


@njit
def _advance(w, found, visit_limit):  # type: ignore[no-untyped-def]
    """Walk on until ``visit_limit`` visits, full arrays or the end; all in place.

    The arrays are taken out of their tuples once: to pass a tuple counts a reference to each array
    in it, which takes longer than a move.
    """
    states, frames, actions, probability, child, payoff, order, counts = w
    slots, keys, actors, first, children, probabilities, points = found
    count = counts[0]
    width = actions.shape[1]
    while count.top >= 0:
        if (
            count.positions == len(keys)
            or count.moves + width > len(children)
            or count.outcomes + width > len(probabilities)
            or count.finals == len(points)
        ):
            return _FULL
        d = count.top
        frame = frames[d]
        number = np.int64(NOT_FOUND)
        if count.entering:
            count.entering = 0
            count.visits += 1
            frame.key = kernel.state_key(states, d)
            number = np.int64(slots[slot_of(slots, keys, frame.key)]) - 1
            if number < 0:
                frame.actor = kernel.current_player(states[d])
                frame.number = 0
                frame.tried = 0
                if frame.actor == TERMINAL:
                    kernel.returns(states[d], payoff)
                    points[count.finals] = payoff
                    count.finals += 1
                elif frame.actor == CHANCE:
                    frame.number = kernel.chance_outcomes(states[d], actions[d], probability[d])
                else:
                    frame.number = kernel.legal_actions(states[d], actions[d])
                    if len(order) > 0:
                        _sort(actions[d], frame.number, order)
        if number < 0:
            if frame.tried < frame.number:
                if count.visits >= visit_limit:
                    return _PAUSED
                if d + 1 == len(states):
                    return _TOO_DEEP
                states[d + 1] = states[d]
                kernel.apply_action(states[d + 1], actions[d, frame.tried])
                frame.tried += 1
                count.top = d + 1
                count.entering = 1
                continue
            # All of its moves are walked: it is kept.
            number = count.positions
            slots[slot_of(slots, keys, frame.key)] = number + 1
            keys[number] = frame.key
            actors[number] = frame.actor
            for k in range(frame.number):
                children[count.moves + k] = child[d, k]
            count.moves += frame.number
            first[number + 1] = count.moves
            if frame.actor == CHANCE:
                for k in range(frame.number):
                    probabilities[count.outcomes + k] = probability[d, k]
                count.outcomes += frame.number
            count.positions += 1
        count.top = d - 1
        if d > 0:
            child[d - 1, frames[d - 1].tried - 1] = number
    return _FINISHED


@njit
def _sort(actions, n, order):  # type: ignore[no-untyped-def]
    """Bring the first ``n`` of ``actions`` into ``order``, in place."""
    for i in range(1, n):
        action = actions[i]
        j = i
        while j > 0 and order[actions[j - 1]] > order[action]:
            actions[j] = actions[j - 1]
            j -= 1
        actions[j] = action


@njit
def _fill(states, first, child, order, ids, prob):  # type: ignore[no-untyped-def]
    """Fill ``states`` from its last on: every position is made before those that follow it."""
    for i in range(len(states) - 1, -1, -1):
        if first[i] == first[i + 1]:
            continue
        if kernel.current_player(states[i]) == CHANCE:
            n = kernel.chance_outcomes(states[i], ids, prob)
        else:
            n = kernel.legal_actions(states[i], ids)
            if len(order) > 0:
                _sort(ids, n, order)
        for k in range(n):
            states[child[first[i] + k]] = states[i]
            kernel.apply_action(states[child[first[i] + k]], ids[k])
