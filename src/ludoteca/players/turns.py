# mypy: allow-untyped-defs, allow-untyped-calls
"""Whole turns: what a search tries, and what is told of it.

A turn is all moves that a seat makes until chance, another seat or the end of the deal is next.
Where a game lists turns (``turns_at``) they are tried as a whole; elsewhere each legal move is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ludoteca.core import calls, kernel, rooms
from ludoteca.core.game import Game
from ludoteca.core.jit import njit
from ludoteca.core.view import SeatView
from ludoteca.players.base import Player, likely_move
from ludoteca.players.learned.policy import LearnedPolicy, learned_probs

Turn = tuple[int, ...]

NO_MOVE = -1  #: fills the rows of :func:`rows_of`


def lists_turns(game: Game) -> bool:
    """True where ``game`` lists whole turns."""
    return game.hook(rooms.turns_at) is not None


def turns_to_try(view: SeatView) -> list[Turn]:
    """The turns that the game lists, else each legal move."""
    listed = view.game.hook(rooms.turns_at)
    return [(move,) for move in view.legal] if listed is None else list(listed(view))


def turn_of_policy(
    view: SeatView, level: int, rng: np.random.Generator, learned: LearnedPolicy | None = None
) -> Turn:
    """The policy's turn, drawn with its probabilities; a move of it where no turns are listed.

    The policy is the game's at the number ``level``, or ``learned``.
    """
    ids, prob = view.game.buffers()
    moves, record = list[int](), view.record.copy()
    while not moves or (lists_turns(view.game) and mover(record) == view.seat):
        n = _probs(record, level, learned, ids, prob)
        moves.append(int(ids[kernel.sample_index(prob, n, rng.random())]))
        calls.apply_action(record, 0, moves[-1])
    return tuple(moves)


def policy_chances(
    view: SeatView, turns: Sequence[Turn], level: int, learned: LearnedPolicy | None = None
) -> list[float]:
    """The probability that the policy makes each of ``turns``, move by move, in their order.

    The policy is the game's at the number ``level``, or ``learned``.
    """
    ids, prob = view.game.buffers()
    chances = []
    for turn in turns:
        record, chance = view.record.copy(), 1.0
        for move in turn:
            n = _probs(record, level, learned, ids, prob)
            chance *= float(prob[:n][ids[:n] == move].sum())
            if chance == 0.0:
                break
            calls.apply_action(record, 0, move)
        chances.append(chance)
    return chances


def _probs(
    record: NDArray[np.void],
    level: int,
    learned: LearnedPolicy | None,
    ids: NDArray[np.int64],
    prob: NDArray[np.float64],
) -> int:
    if learned is not None:
        return int(learned_probs(record, 0, learned, ids, prob))
    return int(calls.policy_probs(record, 0, level, ids, prob))


def mover(record: NDArray[np.void]) -> int:
    """The seat to move in ``record``, records [1]; ``CHANCE`` or ``TERMINAL`` for none."""
    return int(calls.current_player(record, 0))


def rows_of(turns: Sequence[Turn]) -> NDArray[np.int64]:
    """The turns as rows of equal length, filled up with ``NO_MOVE``: int64 [turns, longest].

    Examples
    --------
    >>> rows_of([(3,), (1, 2)])
    array([[ 3, -1],
           [ 1,  2]])
    """
    rows = np.full((len(turns), max(map(len, turns), default=0)), NO_MOVE, np.int64)
    for row, turn in zip(rows, turns, strict=True):
        row[: len(turn)] = turn
    return rows


@njit
def make_turn(states, i, rows, number):
    """Make the moves of row ``number`` of ``rows`` in ``states[i]``, in place; returns how many.

    ``states`` are records [N], ``rows`` int64 [turns, longest] of :func:`rows_of`.
    """
    for k in range(rows.shape[1]):
        if rows[number, k] == NO_MOVE:
            return k
        kernel.apply_action(states[i], rows[number, k])
    return rows.shape[1]


@dataclass(frozen=True)
class TurnPlan:
    """The turn that was chosen at a view."""

    begun: SeatView
    turn: Turn

    def fits(self, view: SeatView) -> bool:
        """True where ``view`` is what the seat sees within the turn."""
        begun, n = self.begun, len(view.tokens) - len(self.begun.tokens)
        own = tuple((begun.seat, move) for move in self.turn[:n])
        same = (view.game, view.options, view.seat) == (begun.game, begun.options, begun.seat)
        return same and 0 < n < len(self.turn) and view.tokens == begun.tokens + own

    def move_at(self, view: SeatView) -> int:
        """The next move of the turn at ``view``, which fits or is the one that it was chosen at."""
        return self.turn[len(view.tokens) - len(self.begun.tokens)]


# -- in text ---------------------------------------------------------------------------------------


def turn_words(view: SeatView, turn: Sequence[int]) -> str:
    """A turn in words: the game's own (``decision_words``), else those of its moves."""
    own = view.game.hook(rooms.decision_words)
    if own is not None:
        return own(view, turn)
    return "; ".join(at.action_words(move) for at, move in _along(view, turn))


def turn_notation(view: SeatView, turn: Sequence[int]) -> str:
    """A turn as it is typed: a line of the game's (``line_text``), else its moves in notation."""
    write = view.game.hook(rooms.line_text)
    if write is not None:
        return write(view.record[0], turn)
    return " ".join(at.action_text(move) for at, move in _along(view, turn))


def _along(view: SeatView, turn: Sequence[int]) -> Iterator[tuple[SeatView, int]]:
    """Each move of a turn, with the view before it but for what is legal there."""
    for move in turn:
        yield view, move
        record = view.record.copy()
        calls.apply_action(record, 0, move)
        view = replace(view, record=record)


def whole_turn(machine: Player, view: SeatView, action: int, rng: np.random.Generator) -> Turn:
    """The turn that ``machine`` begins with ``action``: it is asked for the moves after that.

    The move alone where the game neither lists turns nor has them typed in one line.
    """
    several = lists_turns(view.game) or view.game.hook(rooms.line_text) is not None
    moves, at = [action], view.after((action,))
    while several and at.legal:
        moves.append(at.legal[0] if len(at.legal) == 1 else likely_move(machine, at, rng))
        at = at.after((moves[-1],))
    return tuple(moves)
