"""The solved betting for a player: chances of its moves in the position of a deal.

Stones that are lacked are read as the nearest cell, bets of other sizes as those that the tables
know, and of a longer row of raises the first and the last ones.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.jit import njit

from ..counting import lacks
from ..hands import key_of
from ..ids import ACCEPT, GRANDE, LANCES, ORDAGO, PARES, PASS, SEATS
from ..rules import bet_like, mano, may_bet
from .deals import DECK
from .lances import FIRST_BET, MOST_RAISES, RAISE, Spot, betting_tree, spots
from .tables import CELLS, name_of, shipped

Integers = NDArray[np.int64]

# The moves of a table: a first bet and a raise are one, of whatever size.
_PASS, _ACCEPT, _ORDAGO, _BET = range(4)
_MOVES = {PASS: _PASS, ACCEPT: _ACCEPT, ORDAGO: _ORDAGO}


class SolvedBets(NamedTuple):
    """All shipped tables, for compiled code.

    ``keys`` (lances x classes, int64) has the keys of the hands in a lance, ascending, as many as
    ``classes`` says; ``cells`` the logarithms of the stones that the mano's pair and the other lack
    (cells x 2). ``root`` (cells x lances x bits of the seats that may bet) is the first node, -1
    for none. ``owner`` is the seat of a node, from the mano; ``child`` (nodes x 4 moves) the node
    after a move, -1 for none; ``row`` where in ``levels`` (uint8) the chances of a move lie, by
    class, -1 where there is no such move.
    """

    keys: Integers
    classes: Integers
    cells: NDArray[np.float64]
    root: Integers
    owner: Integers
    child: Integers
    row: Integers
    levels: NDArray[np.uint8]


@cache
def solved_bets() -> SolvedBets:
    """The shipped tables; raises ``BadInput`` where the file is missing or of another version."""
    keys = [_keys(lance) for lance in range(LANCES)]
    padded = np.zeros((LANCES, max(map(len, keys))), np.int64)
    for lance, known in enumerate(keys):
        padded[lance, : len(known)] = known
    _figures, arrays = shipped()
    root = np.full((len(CELLS), LANCES, 1 << SEATS), -1, np.int64)
    owner, child, row, levels = [], [], [], []
    nodes = size = 0
    for c, cell in enumerate(CELLS):
        for spot in (spot for lance in range(LANCES) for spot in spots(lance, cell)):
            shape = _shape(spot.holders, cell)
            root[c, spot.lance, _bits(spot)] = nodes
            owner.append(shape.owner)
            child.append(np.where(shape.child >= 0, shape.child + nodes, -1))
            classes = [len(keys[spot.lance]) if holds else 1 for holds in spot.holders]
            starts = np.cumsum([0, *(n * k for n, k in zip(shape.sequences, classes, strict=True))])
            own = shape.owner[:, None]
            at = size + starts[own] + shape.sequence * np.array(classes)[own]
            row.append(np.where(shape.sequence >= 0, at, -1))
            levels.append(arrays[name_of(spot)])
            nodes += len(shape.owner)
            size += len(levels[-1])
    return SolvedBets(
        padded,
        np.array([len(known) for known in keys]),
        np.log(np.array(CELLS, float)),
        root,
        np.concatenate(owner),
        np.concatenate(child),
        np.concatenate(row).astype(np.int64),
        np.concatenate(levels),
    )


def _keys(lance: int) -> Integers:
    """The keys of the hands that take part in a lance, ascending: one for each class."""
    keys = DECK.types.keys[lance]
    return np.unique(keys[keys > 0])


def _bits(spot: Spot) -> int:
    return sum(1 << seat for seat, holds in enumerate(spot.holders) if holds)


class _Shape(NamedTuple):
    """A tree by its nodes; ``sequence`` (nodes x 4) is a move's own number of its owner."""

    owner: Integers
    child: Integers
    sequence: Integers
    sequences: tuple[int, ...]


@cache
def _shape(holders: tuple[bool, ...], missing: tuple[int, int]) -> _Shape:
    """The tree of a spot, which depends on nothing else."""
    lance = GRANDE if all(holders) else PARES
    tree = betting_tree(Spot(lance, holders, missing))
    owner = tree.owner
    child, sequence = np.full((len(owner), 4), -1), np.full((len(owner), 4), -1)
    kinds = np.array([_MOVES.get(action, _BET) for action in tree.action.tolist()])
    for node, move in enumerate(tree.above.tolist()):
        if move >= 0:
            child[tree.node_of(move), kinds[move]] = node
    sides = [tree.side(seat) for seat in range(SEATS)]
    for side in sides:
        for k, node in enumerate(side.node.tolist()):
            moves = kinds[tree.first[node] : tree.first[node + 1]]
            sequence[node, moves] = np.arange(side.start[k], side.start[k + 1])
    return _Shape(owner, child, sequence, tuple(int(side.start[-1]) for side in sides))


@njit
def solved_probs(table, states, ids, prob):  # type: ignore[no-untyped-def]
    """Legal moves of the seat to move in ``states[0]``, which may bet or answer a bet, with
    their chances.

    Returns how many were written into ``ids`` (ascending) and ``prob``; 0 where the tables do not
    know the hand, which is of a deck with four kings. Reads nothing that the seat does not see.
    """
    s = states[0]
    held = _class_of(table, s.lance, key_of(s.lance, s.hand[s.to_move], s.real_))
    node = _node(table, s)
    if held < 0 or node < 0:
        return 0
    n = 0
    total = 0.0
    for move in range(4):
        row = table.row[node, move]
        if row < 0 or table.levels[row + held] == 0:
            continue
        ids[n] = _legal(s, move)
        if ids[n] > 0:
            prob[n] = table.levels[row + held]
            total += prob[n]
            n += 1
    for i in range(n):
        prob[i] /= total
    return n


@njit
def _class_of(table, lance, key):  # type: ignore[no-untyped-def]
    """The number of a key among those of the lance; -1 where it is none of them."""
    low, high = 0, table.classes[lance]
    while low < high:
        middle = (low + high) // 2
        if table.keys[lance, middle] < key:
            low = middle + 1
        else:
            high = middle
    return low if low < table.classes[lance] and table.keys[lance, low] == key else -1


@njit
def _legal(s, move):  # type: ignore[no-untyped-def]
    """The kernel's id of a move of a table, 0 where it is not legal."""
    if move == _PASS:
        return PASS
    if move == _ACCEPT:
        return ACCEPT if s.bettor > 0 else 0
    if s.all_in == 1:
        return 0
    if move == _ORDAGO:
        return ORDAGO
    return bet_like(s, RAISE if s.bettor > 0 else FIRST_BET)


@njit
def _node(table, s):  # type: ignore[no-untyped-def]
    """The node of a table that is most like the position; -1 for none."""
    first = mano(s)
    bits = 0
    for turn in range(SEATS):
        if may_bet(s, (first + turn) % SEATS):
            bits |= 1 << turn
    node = table.root[_cell(table, s, first), s.lance, bits]
    bets = 0
    while bets < len(s.bettors) and s.bettors[bets] > 0:
        bets += 1
    # Of more raises than the tables have the first bets are left out, two by two: a pair's next bet
    # is the next but one.
    more = bets - s.all_in - 1 - MOST_RAISES
    for i in range((more + 1) // 2 * 2 if more > 0 else 0, bets):
        node = _owned(table, node, (s.bettors[i] - 1 - first) % SEATS)
        if node >= 0:
            node = table.child[node, _ORDAGO if i == bets - 1 and s.all_in == 1 else _BET]
    return _owned(table, node, (s.to_move - first) % SEATS)


@njit
def _owned(table, node, turn):  # type: ignore[no-untyped-def]
    """The node at which it is for seat ``turn`` to speak, when those before it pass."""
    while node >= 0 and table.owner[node] != turn:
        node = table.child[node, _PASS]
    return node


@njit
def _cell(table, s, first):  # type: ignore[no-untyped-def]
    """The cell that is nearest to the stones that the pairs lack."""
    mine, theirs = np.log(max(1, lacks(s, first % 2))), np.log(max(1, lacks(s, 1 - first % 2)))
    best = 0
    least = np.inf
    for c in range(len(table.cells)):
        distance = abs(table.cells[c, 0] - mine) + abs(table.cells[c, 1] - theirs)
        if distance < least:
            least = distance
            best = c
    return best
