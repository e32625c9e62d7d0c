"""The worth of the legal moves of a seat: proved, found by a search, or simulated.

The worth counts the seat's own points where the game is zero-sum or has one seat, else its points
above those of the best other side.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from ludoteca.core import calls, rooms
from ludoteca.core.errors import BadInput
from ludoteca.core.game import Game
from ludoteca.core.i18n import N_, _, ngettext
from ludoteca.core.ids import HIDDEN, TERMINAL
from ludoteca.core.layout import Visibility
from ludoteca.core.numbers import Exact, Number, Simulated, simulated_mean
from ludoteca.core.options import Options
from ludoteca.core.player_names import player_words
from ludoteca.core.view import SeatView
from ludoteca.players.base import Choice, Player
from ludoteca.players.rollout import Effort, roll_out
from ludoteca.players.turns import Turn, turn_notation, turn_words, whole_turn
from ludoteca.solve.minimax import is_open, search

LEVEL = 0
"""The policy that plays simulated deals on: the fastest, whose random choices vary the deals."""

LEAST = Fraction(1, 2000)
"""The smallest difference of exact values that is told: a smaller one would be shown as 0.000."""

_ROOT_NODES, _CHILD_NODES = 100_000, 50_000


@dataclass(frozen=True)
class MoveValue:
    """The worth of a legal move to the seat: points of the deal, or a chance.

    ``turn`` are all moves of the whole turn that is meant, where the game lists turns.
    """

    action: int
    value: Number
    turn: Turn = ()

    @property
    def moves(self) -> Turn:
        """The turn, or the move alone."""
        return self.turn or (self.action,)

    def words(self, view: SeatView) -> str:
        """The turn, or the move, in words."""
        return turn_words(view, self.turn) if self.turn else view.action_words(self.action)

    def notation(self, view: SeatView) -> str:
        """The turn, or the move, in notation."""
        return turn_notation(view, self.turn) if self.turn else view.action_text(self.action)


@dataclass(frozen=True)
class Values:
    """The worth of the legal moves, best first, and the assumption that it rests on."""

    moves: tuple[MoveValue, ...]
    assumption: str


# -- units --------------------------------------------------------------------------------------


def counts_alone(game: Game, seats: int) -> bool:
    """True where a seat's own points are its worth, whatever the others have."""
    return seats == 1 or game.info.utility == "zero-sum"


def worth(view: SeatView, points: NDArray[np.float64]) -> NDArray[np.float64]:
    """The worth of ``points``, whose last axis is the seats, to the seat of ``view``."""
    own: NDArray[np.float64] = points[..., view.seat]
    if counts_alone(view.game, view.num_players):
        return own
    return own - best_other(view, points)


def best_other(view: SeatView, points: NDArray[np.float64]) -> NDArray[np.float64]:
    """The most points of a seat of another side; there must be one."""
    sides = view.game.teams(view.options)
    others = [seat for side in sides if view.seat not in side for seat in side]
    most: NDArray[np.float64] = points[..., others].max(axis=-1)
    return most


def unit(view: SeatView) -> str:
    """The unit of :func:`worth`, in words."""
    if counts_alone(view.game, view.num_players):
        return _("points")
    sides = view.game.teams(view.options)
    if len(sides) == 2 and view.num_players > 2:
        return _("points ahead of the other side")
    return _("points ahead of the best other player")


# -- proved -------------------------------------------------------------------------------------


def exact_values(view: SeatView) -> dict[int, Fraction] | None:
    """The worth of each legal move under best play, or None where a short search proves none.

    The game's own ``values_at(view)`` where it has one, else alpha-beta for two seats that
    see everything. It does not depend on the machine: the search is bounded by positions.
    """
    own = view.game.hook(rooms.values_at)
    if own is not None:
        return own(view)
    try:
        return _searched(view)
    except BadInput:
        # Chance plays a part from here on.
        return None


@dataclass(frozen=True)
class _Position:
    game: Game
    options: Options
    record: NDArray[np.void]


def _searched(view: SeatView) -> dict[int, Fraction] | None:
    hidden = any(token.token == HIDDEN for token in view.tokens)
    if hidden or view.num_players != 2 or not is_open(view.game):
        return None
    if not search(view, nodes=_ROOT_NODES).proven:
        return None
    values: dict[int, Fraction] = {}
    for action in view.legal:
        record = view.record.copy()
        calls.apply_action(record, 0, action)
        value = _difference(_Position(view.game, view.options, record), view.seat)
        if value is None:
            return None
        # Zero-sum: the seat's own points are half of the difference.
        zero_sum = view.game.info.utility == "zero-sum"
        values[action] = Fraction(value) / 2 if zero_sum else Fraction(value)
    return values


def _difference(position: _Position, seat: int) -> float | None:
    """Points of ``seat`` minus the other's under best play; None where that is not proved."""
    mover = int(calls.current_player(position.record, 0))
    if mover == TERMINAL:
        points = np.zeros(2)
        calls.returns(position.record, 0, points)
        return float(points[seat] - points[1 - seat])
    found = search(position, nodes=_CHILD_NODES)
    if not found.proven:
        return None
    return found.value if mover == seat else -found.value


def proved_values(view: SeatView) -> Values | None:
    """:func:`exact_values` as :class:`Values`, or None where none are proved."""
    proved = exact_values(view)
    if proved is None:
        return None
    assumption = proof_assumption(view.game)
    ranked = sorted(proved.items(), key=lambda move: -move[1])
    moves = tuple(MoveValue(action, Exact(value, assumption)) for action, value in ranked)
    return Values(moves, assumption)


def proof_assumption(game: Game) -> str:
    """The assumption of exact values: the game's ``VALUES_REST_ON``, or best play."""
    own = game.hook(rooms.VALUES_REST_ON)
    return _(own) if own else best_play()


def best_play() -> str:
    """The assumption of a search to the end of the game."""
    return _("if everybody plays their best from here on")


# -- simulated ----------------------------------------------------------------------------------


def simulated_values(view: SeatView, rng: np.random.Generator, effort: Effort) -> Values:
    """The worth of each legal move by simulation from the view alone, with ``effort``.

    Equal generators give equal values unless ``effort.seconds`` ends the simulation.
    """
    points = worth(view, roll_out(view, LEVEL, rng, effort))
    means = ((action, mean_of(points[:, m])) for m, action in enumerate(view.legal))
    ranked = sorted(means, key=lambda move: -move[1].mean)
    return Values(tuple(MoveValue(*move) for move in ranked), policy_play(view.game))


def mean_of(sample: NDArray[np.float64]) -> Simulated:
    """The mean of independent numbers with its interval."""
    return simulated_mean(float(sample.sum()), float(sample @ sample), len(sample))


def policy_play(game: Game) -> str:
    """The assumption of simulated values."""
    level = player_words(game.info, game.info.levels[LEVEL])
    played = _("assuming that everybody plays like “{level}”").format(level=level)
    if all(field.visibility is Visibility.PUBLIC for field in game.state_layout):
        return played
    return _("{played} and that what is hidden is random").format(played=played)


# -- found by a search --------------------------------------------------------------------------

_SHOWN = 5

IN_WORLDS = N_("{move}: {mean:.2f}, {low:.2f} to {high:.2f} (95 %, {n} worlds)")
CHANCE_IN_WORLDS = N_("{move}: {mean:.1%}, {low:.1%} to {high:.1%} (95 %, {n} worlds)")
AND_POINTS = N_("{line}; {points:+.2f} points in the deal")
IN_PLAYOUTS = N_("{move}: {mean:.2f}, {low:.2f} to {high:.2f} (95 %, tried {n} times)")


_NOT_FIRST = {
    IN_WORLDS: N_("no other move is clearly better than the machine's habit"),
    CHANCE_IN_WORLDS: N_("no chance is clearly better, so points decide, or the machine's habit"),
    IN_PLAYOUTS: N_("no other move is clearly better: it is the one that was tried most"),
}


@dataclass(frozen=True)
class Thought:
    """The move that a search chooses, with what it found.

    Attributes
    ----------
    action : the move
    values : the worth of each legal move, best first; ``n`` is the number of worlds or simulated
        deals in which it was tried; empty where there is only one move
    words : the moves of ``values`` in words
    unit : the unit of the values, in words
    assumption : the assumption that they rest on, in words
    line : the sentence that tells a value: ``IN_WORLDS``, ``CHANCE_IN_WORLDS`` or ``IN_PLAYOUTS``
    points : the points of the deal after each move of ``values``, told beside chances
    because : the reason as a player of the game would say it; "" where the machine has no words
    turn : the whole turn that ``action`` begins, where the game lists turns
    """

    action: int
    values: tuple[MoveValue, ...] = ()
    words: tuple[str, ...] = ()
    unit: str = ""
    assumption: str = ""
    line: str = IN_WORLDS
    points: tuple[Simulated, ...] = ()
    because: str = ""
    turn: Turn = ()

    @property
    def moves(self) -> Turn:
        """The turn, or the move alone."""
        return self.turn or (self.action,)

    @property
    def remark(self) -> str:
        """Why the move is not the first of ``values``; "" where it is."""
        first = not self.values or self.moves == self.values[0].moves
        return "" if first else _(_NOT_FIRST[self.line])

    @property
    def reasons(self) -> tuple[str, ...]:
        """The best moves with their values, a sentence each, and what they rest on."""
        if not self.values:
            return (self.because or _("it is the only move"),)
        lines = [
            _(self.line).format(
                move=words,
                mean=move.value.mean,
                low=move.value.low,
                high=move.value.high,
                n=move.value.n,
            )
            for words, move in zip(self.words, self.values, strict=True)
            if isinstance(move.value, Simulated)
        ]
        if self.line == CHANCE_IN_WORLDS and self.points:
            lines = [
                _(AND_POINTS).format(line=line, points=points.mean)
                for line, points in zip(lines, self.points, strict=True)
            ]
        shown, rest = lines[:_SHOWN], len(lines) - _SHOWN
        if rest > 0:
            more = ngettext("and {n} move that is worse", "and {n} moves that are worse", rest)
            shown.append(more.format(n=rest))
        if self.remark:
            shown.append(self.remark)
        because = (self.because,) if self.because else ()
        return (*because, _("in {unit}:").format(unit=self.unit), *shown, self.assumption)


def turn_of(choice: Choice, machine: Player, view: SeatView, rng: np.random.Generator) -> Turn:
    """The turn of a choice of ``machine``: the one that it found, else what it goes on with."""
    if isinstance(choice, Thought) and choice.turn:
        return choice.turn
    return whole_turn(machine, view, choice.action, rng)
