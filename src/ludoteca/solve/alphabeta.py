"""Alpha-beta over any two-player kernel of perfect information, compiled, with a stack of its own.

The stack lies in arrays, so a search stops after any number of nodes and goes on where it was: the
caller slices it, shows progress, watches a clock, and the result is the same however it is sliced.

Values are seat 0's points minus seat 1's: seat 0 maximises, seat 1 minimises, and a seat that moves
twice in a row needs no special case. The search is fail-soft: a result at or below ``alpha`` is an
upper bound of the value, one at or above ``beta`` a lower bound.

Sources: D. Knuth and R. Moore, An analysis of alpha-beta pruning, Artificial Intelligence 6 (1975);
T. Marsland, A review of game-tree pruning, ICCA Journal 9 (1986), for the ordering.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludoteca.core import kernel
from ludoteca.core.game import Game
from ludoteca.core.ids import CHANCE, TERMINAL
from ludoteca.core.jit import njit
from ludoteca.solve import transposition
from ludoteca.solve.transposition import NOT_FOUND, SOLVED

PAUSED, FINISHED, MET_CHANCE, TOO_DEEP = 0, 1, 2, 3
UNLIMITED = 30_000  #: plies to look ahead that no game reaches

_NO_MOVE = -1
_SEARCHED, _LEAST = -np.inf, -1e300  # of a move's order: once tried, and at least before
_HISTORY = 1024
_KILLERS = 2

FRAME = np.dtype(
    (
        np.record,
        [
            ("key", "u8"),  # of the position of this ply
            ("player", "i8"),  # seat to move
            ("legal", "i8"),  # number of legal moves
            ("tried", "i8"),  # how many of them have been searched or are being searched
            ("current", "i8"),  # place among the legal moves of the one being searched
            ("best_move", "i8"),  # place of the best one so far, or -1
            ("best", "f8"),  # its value
            ("alpha", "f8"),  # what seat 0 is already sure of
            ("beta", "f8"),  # what seat 1 is already sure of
            ("floor", "f8"),  # alpha and beta as they were on entry
            ("ceiling", "f8"),
            ("lower", "f8"),  # proven before the search of this node: lower <= value <= upper
            ("upper", "f8"),
            ("plies", "i8"),  # how far to look ahead from here
            ("all_proven", "i8"),  # 1 while every move searched so far had a proven result
            ("cut_proven", "i8"),  # 1 if the result that closed the window was proven
            ("entered", "i8"),  # nodes searched before this one
        ],
    )
)

PROGRESS = np.dtype(
    (
        np.record,
        [
            ("top", "i8"),  # ply of the node at hand; -1 when the search is over
            ("entering", "i8"),  # 1: that node is new; 0: its last move has just been searched
            ("nodes", "i8"),  # positions entered since the work space was made
            ("result", "f8"),  # of the node searched last
            ("proven", "i8"),  # 1 if no estimate of an unfinished game went into it
        ],
    )
)


class WorkSpace(NamedTuple):
    """The arrays of one search, ``D`` plies deep at most; all are modified in place.

    Attributes
    ----------
    progress : PROGRESS [1]
        The state of the search.
    states : records [D]
        The position of each ply.
    frames : FRAME [D]
        What the search knows of each ply.
    actions : int64 [D, most moves]
        Legal ids of each ply.
    order : float64 [D, most moves]
        ``kernel.move_order`` of each; -inf once searched.
    cuts : float64 [D, most moves]
        What killers and history say, where moves are equal by ``order``.
    killers : int64 [D, 2]
        Ids that last cut a node of this ply.
    history : float64 [2, 1024]
        Cuts by seat and id.
    table : records [2**bits]
        The transposition table (:mod:`ludoteca.solve.transposition`).
    outcome : int64 [most outcomes]
        Ids of a chance node, scratch.
    chance : float64 [most outcomes]
        Their probabilities, scratch.
    payoff : float64 [2]
        Scratch.
    """

    progress: NDArray[Any]  #: length 1, PROGRESS
    states: NDArray[Any]  #: (D,) records of the game, the position of each ply
    frames: NDArray[Any]  #: (D,) FRAME
    actions: NDArray[np.int64]  #: (D, most moves) legal ids of each ply
    order: NDArray[np.float64]  #: (D, most moves) kernel.move_order of each; -inf once searched
    cuts: NDArray[np.float64]  #: (D, most moves) what killers and history say, where equal by order
    killers: NDArray[np.int64]  #: (D, 2) ids that last cut a node of this ply
    history: NDArray[np.float64]  #: (2, 1024) cuts by seat and id
    table: NDArray[Any]  #: the transposition table
    outcome: NDArray[np.int64]  #: ids of a chance node, scratch
    chance: NDArray[np.float64]  #: their probabilities, scratch
    payoff: NDArray[np.float64]  #: (2,) scratch


def new_work_space(game: Game, table_bits: int) -> WorkSpace:
    """Arrays for searching ``game``, with a transposition table of ``2**table_bits`` entries."""
    depth = int(game.rules.MAX_LENGTH) + 2
    width = int(game.rules.MAX_LEGAL)
    outcomes = max(1, int(game.rules.MAX_CHANCE))
    return WorkSpace(
        progress=np.zeros(1, PROGRESS),
        states=game.state_layout.empty(depth),
        frames=np.zeros(depth, FRAME),
        actions=np.zeros((depth, width), np.int64),
        order=np.zeros((depth, width)),
        cuts=np.zeros((depth, width)),
        killers=np.full((depth, _KILLERS), _NO_MOVE, np.int64),
        history=np.zeros((2, _HISTORY)),
        table=transposition.new_table(table_bits),
        outcome=np.zeros(outcomes, np.int64),
        chance=np.zeros(outcomes),
        payoff=np.zeros(2),
    )


@njit
def begin(w, alpha, beta, plies):  # type: ignore[no-untyped-def]
    """Set up a search of ``w.states[0]`` with the window ``alpha`` to ``beta``."""
    root = w.frames[0]
    root.alpha = alpha
    root.beta = beta
    root.plies = plies
    root.best_move = _NO_MOVE
    progress = w.progress[0]
    progress.top = 0
    progress.entering = 1


@njit
def advance(w, node_limit):  # type: ignore[no-untyped-def]
    """Search on until ``w.progress[0].nodes`` is ``node_limit``, in place.

    ``w`` is a :class:`WorkSpace`, whose arrays are taken out once (from the record of progress on):
    to pass it on would count a reference to each of them.

    Returns
    -------
    int
        ``FINISHED`` (the value is ``progress.result``, the move ``frames[0].best_move``),
        ``PAUSED``, or ``MET_CHANCE`` and ``TOO_DEEP`` where the game is not one for this search.
    """
    progresses, states, frames, actions, order, cuts, killers, history = w[:8]
    table, outcome, chance, payoff = w[8:]
    progress = progresses[0]
    while progress.top >= 0:
        d = progress.top
        frame = frames[d]
        if progress.entering:
            if progress.nodes >= node_limit:
                return PAUSED
            progress.nodes += 1
            # A chance move of one outcome is no choice; of more it has a real say.
            while kernel.current_player(states[d]) == CHANCE:
                if kernel.chance_outcomes(states[d], outcome, chance) != 1:
                    return MET_CHANCE
                kernel.apply_action(states[d], outcome[0])
            progress.entering = 0
            if open_node(progress, states, frame, table, payoff, d):
                progress.top = d - 1
                continue
            prepare_moves(states, frame, actions, order, cuts, killers, history, d)
            frame.entered = progress.nodes - 1
        else:
            take_result(progress, frame)
        if frame.alpha >= frame.beta or frame.tried == frame.legal:
            close_node(progress, frame, table)
            if frame.alpha >= frame.beta:
                # The move that cut this ply is a killer of it, and counts in the history.
                action = actions[d, frame.best_move]
                history[frame.player, action % _HISTORY] += 1.0
                if killers[d, 0] != action:
                    killers[d, 1] = killers[d, 0]
                    killers[d, 0] = action
            progress.top = d - 1
        elif d + 1 == len(states):
            return TOO_DEEP
        else:
            chosen = most_promising(order[d], cuts[d], frame.legal)
            order[d, chosen] = _SEARCHED
            frame.current = chosen
            frame.tried += 1
            states[d + 1] = states[d]
            kernel.apply_action(states[d + 1], actions[d, chosen])
            child = frames[d + 1]
            child.alpha = frame.alpha
            child.beta = frame.beta
            child.plies = frame.plies - 1
            progress.top = d + 1
            progress.entering = 1
    return FINISHED


@njit
def open_node(progress, states, frame, table, payoff, d):  # type: ignore[no-untyped-def]
    """Look at the position of ply ``d``; True if its result is known without its moves.

    Else ``frame.best_move`` is the place of the move to be tried first, or -1. The others are of a
    :class:`WorkSpace`: ``progress`` and ``frame`` one record each, ``states``, records [D],
    ``table``, records [2**bits], ``payoff``, float64 [2].
    """
    # Not the literals, for which answer would be compiled once more.
    proven, estimated = np.int64(1), np.int64(0)
    frame.player = kernel.current_player(states[d])
    if frame.player == TERMINAL:
        kernel.returns(states[d], payoff)
        return answer(progress, payoff[0] - payoff[1], proven)
    kernel.bounds(states[d], payoff)
    frame.lower = payoff[0]
    frame.upper = payoff[1]
    frame.key = kernel.state_key(states, d)
    frame.best_move = _NO_MOVE
    found = transposition.find(table, frame.key)
    if found != NOT_FOUND:
        entry = table[found]
        frame.best_move = entry.move
        if entry.depth == SOLVED:
            frame.lower = max(frame.lower, entry.lower)
            frame.upper = min(frame.upper, entry.upper)
        elif d > 0 and entry.depth >= frame.plies:
            if entry.lower >= frame.beta or entry.lower == entry.upper:
                return answer(progress, entry.lower, estimated)
            if entry.upper <= frame.alpha:
                return answer(progress, entry.upper, estimated)
    # The root is always searched: the caller wants a move, not only a value.
    if d > 0:
        if frame.lower >= frame.beta or frame.lower == frame.upper:
            return answer(progress, frame.lower, proven)
        if frame.upper <= frame.alpha:
            return answer(progress, frame.upper, proven)
        if frame.plies <= 0:
            return answer(progress, estimate(frame.lower, frame.upper), estimated)
        frame.alpha = max(frame.alpha, frame.lower)
        frame.beta = min(frame.beta, frame.upper)
    return False


@njit
def answer(progress, value, proven):  # type: ignore[no-untyped-def]
    """Make ``value`` the result of the node at hand; returns True."""
    progress.result = value
    progress.proven = proven
    return True


@njit
def estimate(lower, upper):  # type: ignore[no-untyped-def]
    """The value of an unfinished game: the middle of its bounds, or 0."""
    if np.isinf(lower) or np.isinf(upper):
        return min(max(0.0, lower), upper)
    return (lower + upper) / 2.0


@njit
def prepare_moves(states, frame, actions, order, cuts, killers, history, d):  # type: ignore[no-untyped-def]
    """List and score the legal moves of ply ``d``; the one at ``frame.best_move`` comes first.

    ``frame`` is a record of a :class:`WorkSpace`, changed in place as are the rows ``d`` of
    ``actions``, int64 [D, most moves], ``order`` and ``cuts``, float64 [D, most moves]; ``states``,
    records [D], ``killers``, int64 [D, 2], and ``history``, float64 [2, 1024], are read.
    """
    n = kernel.legal_actions(states[d], actions[d])
    kernel.move_order(states[d], actions[d], n, order[d])
    for i in range(n):
        action = actions[d, i]
        score = history[frame.player, action % _HISTORY]
        for j in range(_KILLERS):
            if killers[d, j] == action:
                score += 1e12
        cuts[d, i] = score
    # A key may stand for several symmetric positions, so the hint is a guess and no more.
    for i in range(n):
        order[d, i] = max(order[d, i], _LEAST)
    if 0 <= frame.best_move < n:
        order[d, frame.best_move] = np.inf
    frame.legal = n
    frame.tried = 0
    frame.best_move = _NO_MOVE
    frame.best = -np.inf if frame.player == 0 else np.inf
    frame.floor = frame.alpha
    frame.ceiling = frame.beta
    frame.all_proven = 1
    frame.cut_proven = 0


@njit
def most_promising(order, cuts, n):  # type: ignore[no-untyped-def]
    """The place of the first of ``n`` moves by ``order``, then by ``cuts``, then by ascending id.

    Both arrays are float64 [n or more].
    """
    chosen = 0
    for i in range(1, n):
        if order[i] > order[chosen] or (order[i] == order[chosen] and cuts[i] > cuts[chosen]):
            chosen = i
    return chosen


@njit
def take_result(progress, frame):  # type: ignore[no-untyped-def]
    """Let the result of the move just searched count in the frame of its ply."""
    value = progress.result
    frame.all_proven = frame.all_proven & progress.proven
    if frame.player == 0:
        better = value > frame.best
        frame.alpha = max(frame.alpha, value)
    else:
        better = value < frame.best
        frame.beta = min(frame.beta, value)
    if better or frame.best_move == _NO_MOVE:
        frame.best = value
        frame.best_move = frame.current
    if frame.alpha >= frame.beta:
        frame.cut_proven = progress.proven


@njit
def close_node(progress, frame, table):  # type: ignore[no-untyped-def]
    """Store what the search of a ply has found and make it the result."""
    # A cut rests on one move alone; anything else on all of them.
    proven = frame.cut_proven if frame.alpha >= frame.beta else frame.all_proven
    lower = frame.lower if proven else -np.inf
    upper = frame.upper if proven else np.inf
    if frame.best > frame.floor:
        lower = max(lower, frame.best)
    if frame.best < frame.ceiling:
        upper = min(upper, frame.best)
    depth = SOLVED if proven else frame.plies
    work = progress.nodes - frame.entered
    transposition.store(table, frame.key, lower, upper, depth, frame.best_move, work)
    # Estimates below may contradict what is proven here.
    answer(progress, min(max(frame.best, frame.lower), frame.upper), proven)
