"""The compiled walk over a whole game tree: depth first, with an own stack, into flat arrays.

:mod:`ludoteca.solve.tree` documents the arrays and is the interface to them. The walk stops when
they are full; they are enlarged outside, where that costs no compiling, and it goes on.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludoteca.core import kernel
from ludoteca.core.ids import CHANCE, TERMINAL
from ludoteca.core.jit import njit

NODE = np.dtype(
    (
        np.record,
        [
            ("action", np.int64),  # id of the move or chance outcome that led here; -1 at the root
            ("parent", np.int32),  # node it was made at; -1 at the root
            (
                "infoset",
                np.int32,
            ),  # information set of the seat to move; -1 at chance and at the end
            ("actor", np.int32),  # seat to move, CHANCE or TERMINAL
            ("depth", np.int32),  # moves and chance outcomes since the root
        ],
    )
)
STEP = np.dtype(
    (
        np.record,
        [
            ("token", np.int64),  # what the seat saw
            ("parent", np.int32),  # step before; steps 0 to seats - 1 are the empty sequences
            ("actor", np.int32),  # seat that acted, or CHANCE
            (
                "infoset",
                np.int32,
            ),  # information set after this step; -1 if the seat does not decide
            ("_", np.int32),
        ],
    )
)
INFOSET = np.dtype(
    (
        np.record,
        [
            ("owner", np.int32),  # seat that decides
            ("parent", np.int32),  # sequence of the owner that leads here
            ("first", np.int32),  # its sequences are first, first + 1, ... first + moves - 1
            ("moves", np.int32),  # number of legal moves
            ("step", np.int32),  # its information state, as a step
            ("node", np.int32),  # the first node that was found in it
        ],
    )
)

# How a walk ends.
DONE, TOO_LARGE, TOO_LONG, NO_MOVES, LEGAL_DIFFER, FORGETS, _FULL = range(7)


class Found(NamedTuple):
    """The result of a walk: the arrays of ``GameTree``, in its order."""

    nodes: NDArray[Any]
    steps: NDArray[Any]
    infosets: NDArray[Any]
    sequence_action: NDArray[Any]
    terminal_node: NDArray[Any]
    terminal_chance: NDArray[Any]
    terminal_returns: NDArray[Any]
    terminal_sequence: NDArray[Any]


class _Levels(NamedTuple):
    """The stack of a walk, by depth.

    The position, its node, what can happen there and how much of that has been followed, the
    chance that led there, each seat's last step and its last sequence.
    """

    stack: NDArray[Any]
    node: NDArray[np.int64]
    ids: NDArray[np.int64]
    prob: NDArray[np.float64]
    choices: NDArray[np.int64]
    followed: NDArray[np.int64]
    reach: NDArray[np.float64]
    step: NDArray[np.int64]
    last: NDArray[np.int64]


# What a walk remembers while it is stopped: its depth, whether it enters a node there, and how many
# rows of each array are filled.
_DEPTH, _ENTERING, _NODES, _STEPS, _INFOSETS, _SEQUENCES, _TERMINALS, _SIZE = range(8)


def walk_tree(
    root: NDArray[Any], seats: int, width: int, max_length: int, max_nodes: int
) -> tuple[int, Found]:
    """Walk the tree below ``root[0]``, an array of one record, which stays as it is.

    ``width`` bounds legal moves and chance outcomes, ``max_length`` the depth. Returns how it ended
    (``DONE`` or what went wrong) and what was found until then.
    """
    levels = _first_level(root, seats, width, max_length + 1)
    cursor = np.zeros(_SIZE, np.int64)
    cursor[[_ENTERING, _STEPS, _SEQUENCES]] = 1, seats, 1
    found = _empty(seats, max(1024, width + 1))
    table = np.full(4096, -1, np.int32)
    outcome = _FULL
    while outcome == _FULL:
        outcome = _walk(found, table, levels, cursor, max_nodes)
        if outcome == _FULL:
            found = Found(*(_doubled(array) for array in found))
            table = np.full(4 * len(found.steps), -1, np.int32)
            _refill(table, found.steps, seats, int(cursor[_STEPS]))
    filled = cursor[[_NODES, _STEPS, _INFOSETS, _SEQUENCES] + 4 * [_TERMINALS]]
    return outcome, Found(*(a[:n].copy() for a, n in zip(found, filled, strict=True)))


def _doubled(array: NDArray[Any]) -> NDArray[Any]:
    """A copy with room for twice as many rows."""
    bigger = np.empty((2 * len(array), *array.shape[1:]), array.dtype)
    bigger[: len(array)] = array
    return bigger


def _first_level(root: NDArray[Any], seats: int, width: int, levels: int) -> _Levels:
    stack = np.zeros(levels, root.dtype)
    stack[0] = root[0]
    step = np.zeros((levels, seats), np.int64)
    step[0] = np.arange(seats)
    return _Levels(
        stack=stack,
        node=np.full(levels, -1, np.int64),
        ids=np.full((levels, width), -1, np.int64),
        prob=np.ones((levels, width)),
        choices=np.zeros(levels, np.int64),
        followed=np.zeros(levels, np.int64),
        reach=np.ones(levels),
        step=step,
        last=np.zeros((levels, seats), np.int64),
    )


def _empty(seats: int, rows: int) -> Found:
    """Arrays of ``rows`` rows that hold nothing but each seat's empty sequence of steps."""
    steps = np.zeros(rows, STEP)
    for name, value in (("parent", -1), ("actor", CHANCE), ("infoset", -1)):
        steps[name][:seats] = value
    return Found(
        nodes=np.empty(rows, NODE),
        steps=steps,
        infosets=np.empty(rows, INFOSET),
        sequence_action=np.full(rows, -1, np.int64),
        terminal_node=np.empty(rows, np.int32),
        terminal_chance=np.empty(rows),
        terminal_returns=np.empty((rows, seats)),
        terminal_sequence=np.empty((rows, seats), np.int32),
    )


@njit
def _slot(table, steps, parent, actor, token):  # type: ignore[no-untyped-def]
    """The place of the step (parent, actor, token) in the open-addressing ``table``."""
    prime = 2_147_483_647
    mixed = (int(parent) * 1_000_003 + int(token) % prime) % prime
    mixed = (mixed * 69_069 + int(actor) + 7) % prime
    mask = table.shape[0] - 1
    slot = (mixed ^ (mixed >> 15)) & mask
    while table[slot] >= 0:
        step = steps[table[slot]]
        if step.token == token and step.parent == parent and step.actor == actor:
            break
        slot = (slot + 1) & mask
    return slot


@njit
def _see(table, steps, n_steps, before, actor, token):  # type: ignore[no-untyped-def]
    """The step after ``before`` when ``actor`` did what is seen as ``token``.

    A new one is written to ``steps[n_steps]``, which must exist: the answer is then ``n_steps``.
    """
    slot = _slot(table, steps, before, actor, token)
    if table[slot] < 0:
        table[slot] = n_steps
        steps[n_steps].token = token
        steps[n_steps].parent = before
        steps[n_steps].actor = actor
        steps[n_steps].infoset = -1
    return table[slot]


@njit
def _visit(node, action, parent, actor, depth):  # type: ignore[no-untyped-def]
    """Fill the record ``node`` in place."""
    node.action = action
    node.parent = parent
    node.infoset = -1
    node.actor = actor
    node.depth = depth


@njit
def _discover(infoset, owner, parent, first, moves, step, node):  # type: ignore[no-untyped-def]
    """Fill the record ``infoset`` in place."""
    infoset.owner = owner
    infoset.parent = parent
    infoset.first = first
    infoset.moves = moves
    infoset.step = step
    infoset.node = node


@njit
def _fault(infoset, parent, sequence_action, ids, n):  # type: ignore[no-untyped-def]
    """The error if a position in ``infoset`` has the moves ``ids[:n]``; ``DONE`` for none."""
    if infoset.parent != parent:
        return FORGETS
    if infoset.moves != n:
        return LEGAL_DIFFER
    for j in range(n):
        if sequence_action[infoset.first + j] != ids[j]:
            return LEGAL_DIFFER
    return DONE


@njit
def _refill(table, steps, seats, n):  # type: ignore[no-untyped-def]
    """Put steps ``seats`` to ``n - 1`` into the empty ``table``."""
    for i in range(seats, n):
        step = steps[i]
        table[_slot(table, steps, step.parent, step.actor, step.token)] = i


@njit
def _full(found, table, cursor, width, seats):  # type: ignore[no-untyped-def]
    """True if some array may lack the room for one more node."""
    rows = found.nodes.shape[0]
    return (
        cursor[_NODES] == rows
        or cursor[_STEPS] + seats > rows
        or cursor[_SEQUENCES] + width > rows
        or 2 * (cursor[_STEPS] + seats) > table.shape[0]
    )


@njit
def _end(found, cursor, node, reach, last):  # type: ignore[no-untyped-def]
    """Record an end of the deal but for its returns; answers its row."""
    row = cursor[_TERMINALS]
    cursor[_TERMINALS] += 1
    found.terminal_node[row] = node
    found.terminal_chance[row] = reach
    for seat in range(last.shape[0]):
        found.terminal_sequence[row, seat] = last[seat]
        found.terminal_returns[row, seat] = 0.0
    return row


@njit
def _decide(found, cursor, node, actor, step, parent, ids, n):  # type: ignore[no-untyped-def]
    """Put the decision ``node`` into its information set, a new one if need be.

    ``parent`` is its owner's last sequence and ``ids[:n]`` the legal moves. Returns ``DONE`` or
    what is wrong.
    """
    k = found.steps[step].infoset
    if k < 0:
        k = cursor[_INFOSETS]
        first = cursor[_SEQUENCES]
        _discover(found.infosets[k], actor, parent, first, n, step, node)
        for j in range(n):
            found.sequence_action[first + j] = ids[j]
        found.steps[step].infoset = k
        cursor[_INFOSETS] += 1
        cursor[_SEQUENCES] += n
    found.nodes[node].infoset = k
    return _fault(found.infosets[k], parent, found.sequence_action, ids, n)


@njit
def _walk(found, table, levels, cursor, max_nodes):  # type: ignore[no-untyped-def]
    """Walk on from ``cursor``; everything is changed in place. Returns how it ended."""
    stack, ids = levels.stack, levels.ids
    seats = levels.step.shape[1]
    depth = cursor[_DEPTH]
    while depth >= 0:
        if cursor[_ENTERING]:
            if _full(found, table, cursor, ids.shape[1], seats):
                cursor[_DEPTH] = depth
                return _FULL
            node = cursor[_NODES]
            if node == max_nodes:
                return TOO_LARGE
            actor = int(kernel.current_player(stack[depth]))
            above = depth - 1
            action = ids[above, levels.followed[above] - 1] if depth > 0 else -1
            _visit(found.nodes[node], action, levels.node[above] if depth > 0 else -1, actor, depth)
            cursor[_NODES] += 1
            cursor[_ENTERING] = 0
            levels.node[depth] = node
            levels.followed[depth] = 0
            n = 0
            outcome = DONE
            if actor == TERMINAL:
                row = _end(found, cursor, node, levels.reach[depth], levels.last[depth])
                kernel.returns(stack[depth], found.terminal_returns[row])
            elif actor == CHANCE:
                n = int(kernel.chance_outcomes(stack[depth], ids[depth], levels.prob[depth]))
            else:
                n = int(kernel.legal_actions(stack[depth], ids[depth]))
                step, last = levels.step[depth, actor], levels.last[depth, actor]
                outcome = _decide(found, cursor, node, actor, step, last, ids[depth], n)
            levels.choices[depth] = n
            if actor != TERMINAL and n == 0:
                return NO_MOVES
            if actor != TERMINAL and depth + 1 == stack.shape[0]:
                return TOO_LONG
            if outcome != DONE:
                return outcome

        j = levels.followed[depth]
        if j == levels.choices[depth]:
            depth -= 1
            continue
        levels.followed[depth] += 1
        below = depth + 1
        action = ids[depth, j]
        node = levels.node[depth]
        actor = int(found.nodes[node].actor)
        for seat in range(seats):
            token = int(kernel.observed_action(stack[depth], action, seat))
            step = _see(table, found.steps, cursor[_STEPS], levels.step[depth, seat], actor, token)
            cursor[_STEPS] = max(cursor[_STEPS], step + 1)
            levels.step[below, seat] = step
            levels.last[below, seat] = levels.last[depth, seat]
        levels.reach[below] = levels.reach[depth]
        if actor == CHANCE:
            levels.reach[below] *= levels.prob[depth, j]
        else:
            levels.last[below, actor] = found.infosets[found.nodes[node].infoset].first + j
        stack[below] = stack[depth]
        kernel.apply_action(stack[below], action)
        depth = below
        cursor[_ENTERING] = 1
    return DONE
