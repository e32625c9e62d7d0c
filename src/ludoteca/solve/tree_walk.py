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
from ludoteca.solve.positions import longer

NODE = np.dtype(
    (
        np.record,
        [
            ("action", np.int64),  # id of the move or chance outcome that led here; -1 at the root
            ("parent", np.int32),  # node it was made at; -1 at the root
            ("infoset", np.int32),  # of the seat to move; -1 at chance and at the end
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
            ("infoset", np.int32),  # after this step; -1 if the seat does not decide
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


class TreeArrays(NamedTuple):
    """The result of a walk: the arrays of ``GameTree``, in its order.

    Attributes
    ----------
    nodes : NODE [nodes]
        As of the tree, and so are the others.
    steps : STEP [steps]
        In order of discovery.
    infosets : INFOSET [information sets]
        In order of discovery.
    sequence_action : int64 [sequences]
        The move of each sequence.
    terminal_node : int32 [ends]
        The node of each end.
    terminal_chance : float64 [ends]
        The product of the chance probabilities.
    terminal_returns : float64 [ends, seats]
        Points.
    terminal_sequence : int32 [ends, seats]
        The last sequence of each seat.
    """

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
) -> tuple[int, TreeArrays]:
    """Walk the tree below ``root[0]``, an array of one record, which stays as it is.

    ``width`` bounds legal moves and chance outcomes, ``max_length`` the depth. Returns how it ended
    (``DONE`` or what went wrong) and what was found until then.
    """
    depth = max_length + 1
    levels = _Levels(
        stack=np.zeros(depth, root.dtype),
        node=np.full(depth, -1, np.int64),
        # Not filled: of a large game they are much, most of which no small tree comes to.
        ids=np.empty((depth, width), np.int64),
        prob=np.empty((depth, width)),
        choices=np.zeros(depth, np.int64),
        followed=np.zeros(depth, np.int64),
        reach=np.ones(depth),
        step=np.zeros((depth, seats), np.int64),
        last=np.zeros((depth, seats), np.int64),
    )
    levels.stack[0] = root[0]
    levels.step[0] = np.arange(seats)
    cursor = np.zeros(_SIZE, np.int64)
    cursor[[_ENTERING, _STEPS, _SEQUENCES]] = 1, seats, 1
    found = _empty(seats, max(1024, width + 1))
    table = np.full(4096, -1, np.int32)
    outcome = _FULL
    while outcome == _FULL:
        outcome = _walk(found, table, levels, cursor, max_nodes)
        if outcome == _FULL:
            found = TreeArrays(*(longer(array, 2 * len(array)) for array in found))
            table = np.full(4 * len(found.steps), -1, np.int32)
            _refill(table, found.steps, seats, int(cursor[_STEPS]))
    filled = cursor[[_NODES, _STEPS, _INFOSETS, _SEQUENCES] + 4 * [_TERMINALS]]
    return outcome, TreeArrays(*(a[:n].copy() for a, n in zip(found, filled, strict=True)))


def _empty(seats: int, rows: int) -> TreeArrays:
    """Arrays of ``rows`` rows that hold nothing but each seat's empty sequence of steps."""
    steps = np.zeros(rows, STEP)
    for name, value in (("parent", -1), ("actor", CHANCE), ("infoset", -1)):
        steps[name][:seats] = value
    return TreeArrays(
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
def _decide(here, steps, infosets, sequence_action, cursor, node, step, parent, ids, n):  # type: ignore[no-untyped-def]
    """Put the decision ``node``, the record ``here``, into its information set, a new one if need.

    ``parent`` is its owner's last sequence and ``ids[:n]`` the legal moves. Returns ``DONE`` or
    what is wrong.
    """
    k = steps[step].infoset
    if k < 0:
        k = cursor[_INFOSETS]
        infoset = infosets[k]
        infoset.owner = here.actor
        infoset.parent = parent
        infoset.first = cursor[_SEQUENCES]
        infoset.moves = n
        infoset.step = step
        infoset.node = node
        for j in range(n):
            sequence_action[infoset.first + j] = ids[j]
        steps[step].infoset = k
        cursor[_INFOSETS] += 1
        cursor[_SEQUENCES] += n
    here.infoset = k
    return _fault(infosets[k], parent, sequence_action, ids, n)


@njit
def _walk(found, table, levels, cursor, max_nodes):  # type: ignore[no-untyped-def]
    """Walk on from ``cursor``; everything is changed in place. Returns how it ended.

    The arrays are taken out of their tuples once: to pass these on counts a reference to each.
    """
    nodes, steps, infosets, sequence_action, ends, chances, payoffs, end_sequences = found
    stack, node_at, ids, prob, choices, followed, reach, step_at, last = levels
    rows, width, seats = nodes.shape[0], ids.shape[1], step_at.shape[1]
    depth = cursor[_DEPTH]
    while depth >= 0:
        if cursor[_ENTERING]:
            node = cursor[_NODES]
            if (
                node == rows
                or cursor[_STEPS] + seats > rows
                or cursor[_SEQUENCES] + width > rows
                or 2 * (cursor[_STEPS] + seats) > table.shape[0]
            ):
                cursor[_DEPTH] = depth
                return _FULL
            if node == max_nodes:
                return TOO_LARGE
            above = depth - 1
            here = nodes[node]
            here.action = ids[above, followed[above] - 1] if depth > 0 else -1
            here.parent = node_at[above] if depth > 0 else -1
            here.infoset = -1
            here.actor = kernel.current_player(stack[depth])
            here.depth = depth
            cursor[_NODES] += 1
            cursor[_ENTERING] = 0
            node_at[depth] = node
            followed[depth] = 0
            choices[depth] = 0
            if here.actor == TERMINAL:
                row = cursor[_TERMINALS]
                cursor[_TERMINALS] += 1
                ends[row] = node
                chances[row] = reach[depth]
                for seat in range(seats):
                    end_sequences[row, seat] = last[depth, seat]
                    payoffs[row, seat] = 0.0
                kernel.returns(stack[depth], payoffs[row])
            elif here.actor == CHANCE:
                choices[depth] = kernel.chance_outcomes(stack[depth], ids[depth], prob[depth])
            else:
                choices[depth] = kernel.legal_actions(stack[depth], ids[depth])
            if here.actor != TERMINAL and choices[depth] == 0:
                return NO_MOVES
            if here.actor != TERMINAL and depth + 1 == stack.shape[0]:
                return TOO_LONG
            if here.actor >= 0:
                step, parent = step_at[depth, here.actor], last[depth, here.actor]
                moves, n = ids[depth], choices[depth]
                outcome = _decide(
                    here, steps, infosets, sequence_action, cursor, node, step, parent, moves, n
                )
                if outcome != DONE:
                    return outcome
        j = followed[depth]
        if j == choices[depth]:
            depth -= 1
            continue
        followed[depth] += 1
        below = depth + 1
        action = ids[depth, j]
        here = nodes[node_at[depth]]
        for seat in range(seats):
            token = int(kernel.observed_action(stack[depth], action, seat))
            step = _see(table, steps, cursor[_STEPS], step_at[depth, seat], here.actor, token)
            cursor[_STEPS] = max(cursor[_STEPS], step + 1)
            step_at[below, seat] = step
            last[below, seat] = last[depth, seat]
        reach[below] = reach[depth]
        if here.actor == CHANCE:
            reach[below] *= prob[depth, j]
        else:
            last[below, here.actor] = infosets[here.infoset].first + j
        stack[below] = stack[depth]
        kernel.apply_action(stack[below], action)
        depth = below
        cursor[_ENTERING] = 1
    return DONE
