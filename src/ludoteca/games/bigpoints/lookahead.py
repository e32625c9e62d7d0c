# mypy: allow-untyped-defs, allow-untyped-calls
"""Depth-limited search of full-size games of two players: alpha-beta as the seat to move sees it.

Iterative deepening, a transposition table and the kernel's order of moves; when every line reached
the end of the game the value is exact. With more than two seats every other seat is taken to play
against the one that thinks (the paranoid search of N. R. Sturtevant and R. E. Korf, On pruning
techniques for multi-player games, AAAI 2000); :mod:`.maxn` was measured to play no worse there.
"""

import numpy as np

from ludoteca.core.jit import njit

from .evaluation import expected_points, utility, while_guessing
from .keys import COLOURS, SEATS
from .limits import move_order
from .record import MAX_LEGAL, OVER, STATE
from .rules import apply_action, legal_actions

RECORD = STATE.dtype
DEEPEST = 60  #: plies that a search looks ahead at most

# Entries of the counters that a search keeps.
NODES, LIMIT, STOPPED, GUESSES, DEPTH = range(5)
NUM_COUNTERS = 5

EXACT, AT_LEAST, AT_MOST = range(3)  # kinds of value in the table
_TO_THE_END = 1000  # depth of a value that rests on finished games alone
_DEPTH, _KIND, _MOVE = range(3)  # columns of the table's notes

# Columns of a frame: the window given, the window left, the best value so far, the value found.
_ALPHA, _BETA, _LOW, _HIGH, _BEST, _FOUND = range(6)
# Columns of a frame: moves, moves tried, the best move, guesses before, plies still to look ahead.
_COUNT, _TRIED, _CHOICE, _BEFORE, _PLIES = range(5)


@njit
def new_table(bits):
    """A table of ``2**bits`` places: keys, values, and notes (depth, kind of value, best move)."""
    places = 1 << bits
    return np.zeros(places, np.int64), np.zeros(places), np.zeros((places, 3), np.int64)


@njit
def new_stack():
    """What a search keeps of each ply, and scratch for the evaluation.

    Positions; moves and their scores; frames of numbers (columns ``_ALPHA`` to ``_FOUND``) and of
    counts (columns ``_COUNT`` to ``_PLIES``); steps, worths and points.
    """
    plies = DEEPEST + 2
    return (
        np.zeros(plies, RECORD),
        np.zeros((plies, MAX_LEGAL), np.int64),
        np.zeros((plies, MAX_LEGAL)),
        np.zeros((plies, _FOUND + 1)),
        np.zeros((plies, _PLIES + 1), np.int64),
        np.zeros(COLOURS),
        np.zeros(COLOURS),
        np.zeros(SEATS),
    )


@njit
def leaf_value(stack, ply, seat, objective, weights, counters):
    """The value of the position at ``ply`` for ``seat`` without looking ahead."""
    states, steps, worth, points = stack[0], stack[5], stack[6], stack[7]
    expected_points(states[ply], weights, steps, worth, points)
    if states[ply].phase != OVER:
        counters[GUESSES] += 1
    return utility(points, states[ply].players, seat, objective)


@njit
def bring_best_forward(moves, scores, i, n):
    """Swap the highest of ``scores[i:n]`` and its move to index ``i``."""
    best = i
    for j in range(i + 1, n):
        if scores[j] > scores[best]:
            best = j
    moves[i], moves[best] = moves[best], moves[i]
    scores[i], scores[best] = scores[best], scores[i]


@njit
def _order(stack, ply, table_move):
    """Fill the moves at ``ply`` with their scores; returns their number."""
    states, moves, scores = stack[0], stack[1], stack[2]
    n = legal_actions(states[ply], moves[ply])
    move_order(states[ply], moves[ply], n, scores[ply])
    for i in range(n):
        if moves[ply, i] == table_move:
            scores[ply, i] = np.inf
    return n


@njit
def _look_up(table, key, depth, alpha, beta, counters):
    """Whether the table knows the value within the window, the value, and its best move or -1."""
    keys, values, notes = table
    place = key & (keys.size - 1)
    if keys[place] != key:
        return False, 0.0, -1
    value = values[place]
    kind = notes[place, _KIND]
    known = kind == EXACT or (value >= beta if kind == AT_LEAST else value <= alpha)
    known = known and notes[place, _DEPTH] >= depth
    if known and notes[place, _DEPTH] != _TO_THE_END:
        counters[GUESSES] += 1
    return known, value, notes[place, _MOVE]


@njit
def _remember(table, key, depth, value, alpha, beta, move):
    keys, values, notes = table
    place = key & (keys.size - 1)
    keys[place] = key
    values[place] = value
    notes[place, _DEPTH] = depth
    notes[place, _MOVE] = move
    if value >= beta:
        notes[place, _KIND] = AT_LEAST
    elif value <= alpha:
        notes[place, _KIND] = AT_MOST
    else:
        notes[place, _KIND] = EXACT


@njit
def _open(stack, ply, depth, alpha, beta, seat, objective, weights, table, counters):
    """Begin the frame at ``ply``; True if its value is known at once and stands in ``_FOUND``."""
    states, frames, counts = stack[0], stack[3], stack[4]
    if depth == 0 or states[ply].phase == OVER:
        frames[ply, _FOUND] = leaf_value(stack, ply, seat, objective, weights, counters)
        return True
    known, value, move = _look_up(table, states[ply].key, depth, alpha, beta, counters)
    if known:
        frames[ply, _FOUND] = value
        return True
    frames[ply, _ALPHA] = alpha
    frames[ply, _BETA] = beta
    frames[ply, _LOW] = alpha
    frames[ply, _HIGH] = beta
    frames[ply, _BEST] = -np.inf if states[ply].to_move == seat else np.inf
    counts[ply, _COUNT] = _order(stack, ply, move)
    counts[ply, _TRIED] = 0
    counts[ply, _CHOICE] = -1
    counts[ply, _BEFORE] = counters[GUESSES]
    counts[ply, _PLIES] = depth
    return False


@njit
def _absorb(stack, ply, value, seat):
    """Take the value of the move last tried at ``ply`` into its frame."""
    states, moves, frames, counts = stack[0], stack[1], stack[3], stack[4]
    raising = states[ply].to_move == seat
    if (value > frames[ply, _BEST]) if raising else (value < frames[ply, _BEST]):
        frames[ply, _BEST] = value
        counts[ply, _CHOICE] = moves[ply, counts[ply, _TRIED] - 1]
        if raising:
            frames[ply, _LOW] = max(frames[ply, _LOW], value)
        else:
            frames[ply, _HIGH] = min(frames[ply, _HIGH], value)


@njit
def _close(stack, ply, table, counters):
    """The value of the frame at ``ply``, all of whose moves are tried or cut off."""
    states, frames, counts = stack[0], stack[3], stack[4]
    guessed = counters[GUESSES] > counts[ply, _BEFORE]
    _remember(
        table,
        states[ply].key,
        counts[ply, _PLIES] if guessed else _TO_THE_END,
        frames[ply, _BEST],
        frames[ply, _ALPHA],
        frames[ply, _BETA],
        counts[ply, _CHOICE],
    )
    return frames[ply, _BEST]


@njit
def _try_next(stack, ply):
    """Put the position after the next best move at ``ply`` on the ply after."""
    states, moves, scores, counts = stack[0], stack[1], stack[2], stack[4]
    i = counts[ply, _TRIED]
    bring_best_forward(moves[ply], scores[ply], i, counts[ply, _COUNT])
    counts[ply, _TRIED] = i + 1
    states[ply + 1] = states[ply]
    apply_action(states[ply + 1], moves[ply, i])


@njit
def alpha_beta(stack, top, depth, alpha, beta, seat, objective, weights, table, counters):
    """The value for ``seat`` of the position at ply ``top``, ``depth`` plies ahead (fail-soft).

    ``stack`` and ``table`` come from :func:`new_stack` and :func:`new_table`. Where
    ``counters[LIMIT]`` nodes are used up it sets ``counters[STOPPED]``: the value means nothing.
    It keeps its own stack: compiled recursion is not safe to load from the cache.
    """
    frames, counts = stack[3], stack[4]
    ply = top
    plies, low, high = depth, alpha, beta
    while True:
        if _open(stack, ply, plies, low, high, seat, objective, weights, table, counters):
            if ply == top:
                return frames[ply, _FOUND]
            ply -= 1
            _absorb(stack, ply, frames[ply + 1, _FOUND], seat)
        while frames[ply, _LOW] >= frames[ply, _HIGH] or counts[ply, _TRIED] == counts[ply, _COUNT]:
            value = _close(stack, ply, table, counters)
            if ply == top:
                return value
            ply -= 1
            _absorb(stack, ply, value, seat)
        if counters[NODES] >= counters[LIMIT]:
            counters[STOPPED] = 1
            return 0.0
        counters[NODES] += 1
        _try_next(stack, ply)
        plies, low, high = counts[ply, _PLIES] - 1, frames[ply, _LOW], frames[ply, _HIGH]
        ply += 1


@njit
def _search_root(stack, n, depth, seat, objective, weights, table, counters, value):
    """One iteration over the ``n`` root moves; the best one and its value end up at index 0.

    Stopped half-way, it leaves the best of the moves that were finished there.
    """
    states, moves = stack[0], stack[1]
    best = -np.inf
    for i in range(n):
        if counters[NODES] >= counters[LIMIT]:
            counters[STOPPED] = 1
            break
        states[1] = states[0]
        apply_action(states[1], moves[0, i])
        counters[NODES] += 1
        found = alpha_beta(
            stack, 1, depth - 1, best, np.inf, seat, objective, weights, table, counters
        )
        if counters[STOPPED]:
            break
        if found > best:
            best = found
            value[0] = found
            front = moves[0, i]
            for j in range(i, 0, -1):
                moves[0, j] = moves[0, j - 1]
            moves[0, 0] = front


@njit
def deepen(stack, n, objective, weights, table, counters, most_depth, value):
    """Search ever deeper from ``states[0]`` until the nodes are used up or the end is in reach.

    ``moves[0, :n]`` are the legal moves in the order to try them, the best guess first; they are
    reordered in place. Sets ``counters[DEPTH]`` to the last depth finished and ``value[0]`` to the
    value of the move at index 0. Returns True if that value is exact.
    """
    seat = stack[0][0].to_move
    now = while_guessing(objective)
    while counters[DEPTH] < most_depth:
        counters[GUESSES] = 0
        depth = counters[DEPTH] + 1
        _search_root(stack, n, depth, seat, now, weights, table, counters, value)
        if counters[STOPPED]:
            return False
        if counters[GUESSES] > 0:
            counters[DEPTH] = depth
        elif now == objective:
            counters[DEPTH] = depth
            return True
        else:
            # All lines reach the end: once more, for what the seat really wants.
            table[0][:] = 0
            now = objective
    return False


@njit
def start(s, stack):
    """Put the position ``s`` at the root, its moves in the kernel's order; returns their number."""
    states, moves, scores = stack[0], stack[1], stack[2]
    states[0] = s
    n = _order(stack, 0, -1)
    for i in range(n):
        bring_best_forward(moves[0], scores[0], i, n)
    return n
