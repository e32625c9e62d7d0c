"""The worth of a seat's moves, or whole turns: proved, found by a search, or simulated.

The move that is advised comes first. Then come those that cannot be told from it, marked as alike:
their numbers may be higher by chance, and are not shown. They come in the order in which the policy
prefers them, which is certain, and so is the choice among them. All others are worth less. The
worth counts the seat's own points where the game is zero-sum or has one seat, else its points above
those of the best other side.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from ludoteca.core import calls, rooms
from ludoteca.core.errors import BadInput
from ludoteca.core.game import Game
from ludoteca.core.i18n import N_, _, ngettext
from ludoteca.core.ids import HIDDEN, TERMINAL
from ludoteca.core.layout import Visibility
from ludoteca.core.numbers import Estimate, Exact, Number, Simulated, simulated_mean
from ludoteca.core.options import Options
from ludoteca.core.player_names import name_and_level
from ludoteca.core.view import SeatView
from ludoteca.players.base import Choice, Player
from ludoteca.players.rollout import Effort, roll_out
from ludoteca.players.turns import (
    Turn,
    policy_chances,
    turn_notation,
    turn_words,
    turns_to_try,
    whole_turn,
)
from ludoteca.solve.minimax import is_open, search

LEVEL = 0
"""The policy that plays simulated deals on: the fastest, whose random choices vary the deals."""

LEAST = Fraction(1, 2000)
"""The smallest difference of exact values that is told: a smaller one would be shown as 0.000."""

WORLDS = 400
"""Worlds in which each move is tried for what is told to a person. No clock ends it, and no move is
dropped earlier: a position has the same worth on a busy machine, and later."""

SHOWN = 5
"""Moves that are shown with their worth; there may be more, which are counted or folded."""

TOLD_APART = 1.96  #: standard errors of the difference in the same worlds: 95 %

_ROOT_NODES, _CHILD_NODES = 100_000, 50_000


@dataclass(frozen=True)
class MoveValue:
    """The worth of a legal move to the seat: points of the deal, or a chance.

    ``turn`` are all moves of the whole turn that is meant, where the game lists turns. It is
    ``alike`` where nothing tells it from the move that is advised. ``assumption`` says in words
    what it rests on, "" where that is what is told of all.
    """

    action: int
    value: Number
    turn: Turn = ()
    alike: bool = False
    assumption: str = ""

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


@dataclass(frozen=True)
class Loss:
    """The worth of a turn that was played, beside that of the best one.

    Attributes
    ----------
    best
        the best turn; where it is the one that was played, nothing was lost
    cost
        the worth of ``best`` above that of the turn that was played
    worth
        the points, or the chance, that the turn that was played is worth, as far as the seat knew
    unit
        the unit of both, in words
    assumption
        the assumption that they rest on, in words
    chances
        they are chances from 0 to 1, not points
    """

    best: Turn
    cost: Number
    worth: float
    unit: str
    assumption: str
    chances: bool = False


def alike_words(worlds: int | None) -> str:
    """The words in place of the worth of a move that is ``alike``.

    ``worlds`` is the number of those in which it was tried, None where its worth is known.

    Examples
    --------
    >>> alike_words(400), alike_words(None)
    ('no clear difference in 400 simulated deals', 'as good')
    """
    if worlds is None:
        return _("as good")
    return ngettext(
        "no clear difference in {n} simulated deal",
        "no clear difference in {n} simulated deals",
        worlds,
    ).format(n=worlds)


def worlds_of(number: Number) -> int | None:
    """The worlds that a simulated number rests on; None for another."""
    return number.n if isinstance(number, Simulated) else None


def more_moves(rest: int) -> str:
    """The words for moves that are not shown."""
    return ngettext("and {n} more move", "and {n} more moves", rest).format(n=rest)


# -- units --------------------------------------------------------------------------------------


def counts_alone(game: Game, seats: int) -> bool:
    """True where a seat's own points are its worth, whatever the others have."""
    return seats == 1 or game.info.utility == "zero-sum"


def worth(view: SeatView, points: NDArray[np.float64]) -> NDArray[np.float64]:
    """The worth of ``points`` to the seat of ``view``, in its :func:`unit`.

    ``points`` is float64 [..., seats]; the result has the shape [...].
    """
    own: NDArray[np.float64] = points[..., view.seat]
    if counts_alone(view.game, view.num_players):
        return own
    return own - best_other(view, points)


def best_other(view: SeatView, points: NDArray[np.float64]) -> NDArray[np.float64]:
    """The most points of a seat of another side; there must be one.

    ``points`` is float64 [..., seats]; the result has the shape [...].
    """
    sides = view.game.teams(view.options)
    others = [seat for side in sides if view.seat not in side for seat in side]
    return points[..., others].max(axis=-1)


def unit(view: SeatView) -> str:
    """The unit of :func:`worth`, in words."""
    if counts_alone(view.game, view.num_players):
        return _("points")
    if len(view.game.teams(view.options)) == 2:
        two = view.num_players == 2
        return _("points ahead of the other player") if two else _("points ahead of the other side")
    return _("points ahead of the best other player")


# -- proved, or judged by a search ----------------------------------------------------------------


def known_values(view: SeatView) -> dict[int, Exact] | dict[int, Estimate] | None:
    """The worth of each legal move under best play, all proved or all judged; None for neither.

    The game's own ``values_at(view)`` where it has one, else alpha-beta for two seats that
    see everything. It does not depend on the machine: the search is bounded by positions.

    Returns
    -------
    dict
        points of the deal to the seat by the id of the move, those ahead of the other's where the
        game is not zero-sum
    """
    own = view.game.hook(rooms.values_at)
    if own is not None:
        return own(view)
    try:
        proved = _searched(view)
    except BadInput:
        # Chance plays a part from here on.
        return None
    if proved is None:
        return None
    return {action: Exact(value, best_play()) for action, value in proved.items()}


def proved_values(view: SeatView) -> dict[int, Fraction] | None:
    """:func:`known_values` where they are proved, else None."""
    known = known_values(view)
    proved = {a: number.value for a, number in (known or {}).items() if isinstance(number, Exact)}
    return proved or None


def proof_assumption(game: Game) -> str:
    """The assumption of proved values: the game's ``VALUES_REST_ON``, or best play."""
    own = game.hook(rooms.VALUES_REST_ON)
    return _(own) if own else best_play()


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


def known_turns(view: SeatView, favourite: Turn) -> Values | None:
    """:func:`known_values` of moves, or of whole turns where the game lists them.

    Of those that are worth most, ``favourite`` comes first where it is one.
    """
    found = [(turn, value) for turn in turns_to_try(view) if (value := _known(view, turn))]
    if not found:
        return None
    most = max(value.decimal for _turn, value in found)
    found.sort(key=lambda row: -row[1].decimal)
    # Where best play is a lottery, its moves are alike up to what the solution lacks.
    found.sort(key=lambda row: row[0] != favourite or most - row[1].decimal >= LEAST)
    moves = [
        MoveValue(turn[0], value, turn, alike=number > 0 and most - value.decimal < LEAST)
        for number, (turn, value) in enumerate(found)
    ]
    return Values(tuple(moves), moves[0].value.condition)


def _known(view: SeatView, turn: Turn) -> Exact | Estimate | None:
    """The worth of the last move of a turn at the view before it."""
    values = known_values(view.after(turn[:-1]))
    return None if values is None else values[turn[-1]]


def best_play() -> str:
    """The assumption of a search to the end of the game."""
    return _("if everybody plays their best from here on")


# -- simulated ----------------------------------------------------------------------------------


def simulated_values(view: SeatView, rng: np.random.Generator, effort: Effort) -> Values:
    """The worth of each legal move by simulation from the view alone, with ``effort``.

    Equal generators give equal values.

    Raises
    ------
    NoWorld
        where no worlds are found that fit what the seat sees
    """
    turns = turns_to_try(view)
    points = worth(view, roll_out(view, LEVEL, rng, effort, turns))
    samples, order = list(points.T), by_preference(policy_chances(view, turns, LEVEL))
    best = settled(samples, int(points.mean(axis=0).argmax()), order)
    return Values(compared(turns, samples, best, order), policy_play(view.game))


def is_better(one: NDArray[np.float64], other: NDArray[np.float64], caution: float) -> bool:
    """True where ``one`` was better by ``caution`` standard errors in the same worlds.

    ``one`` and ``other`` are the worth of a turn in each world, float64 [worlds], from the first
    on; one may have been tried in fewer.

    Examples
    --------
    >>> one, other = np.array([3.0, 2.0, 4.0]), np.array([1.0, 1.5, 1.5])
    >>> is_better(one, other, 2.0), is_better(one, other, 3.0)
    (True, False)
    """
    n = min(len(one), len(other))
    return n > 1 and _is_above_0(one[:n] - other[:n], caution)


def is_safely_better(
    one: NDArray[np.float64],
    other: NDArray[np.float64],
    caution: float,
    worst: float,
) -> bool:
    """The same with one more world, in which ``one`` is worse by as much as any two ends differ.

    It is worse at least by what lies between the ``worst`` end that there may be and the worst of
    ``other``. Where two moves seldom lead to another end, and a match is won or lost by it, a few
    small differences tell nothing of a rare loss that none of the worlds has shown. False where
    nothing bounds the worst.

    Parameters
    ----------
    one, other : float64 [worlds]
        the worth of a turn in each world, from the first on
    caution
        standard errors of the mean difference
    worst
        the least points, or chance, that an end may be worth; -inf where nothing bounds it
    """
    n = min(len(one), len(other))
    if n == 0 or not np.isfinite(worst):
        return False
    one, other = one[:n], other[:n]
    loss = max(np.ptp(np.concatenate([one, other])), other.min() - worst)
    return _is_above_0(np.append(one - other, -loss), caution)


def _is_above_0(gain: NDArray[np.float64], caution: float) -> bool:
    return bool(gain.mean() > caution * gain.std(ddof=1) / sqrt(len(gain)))


def by_preference(chances: Sequence[float]) -> list[int]:
    """The numbers of turns, the likeliest first; equally likely ones stay in their order.

    ``chances`` are the probabilities that the policy makes each.

    Examples
    --------
    >>> by_preference([0.2, 0.6, 0.2])
    [1, 0, 2]
    """
    return sorted(range(len(chances)), key=lambda k: -chances[k])


def settled(
    samples: Sequence[NDArray[np.float64]],
    best: int,
    order: Sequence[int],
    caution: float = TOLD_APART,
    better: Callable[..., bool] = is_better,
) -> int:
    """The first turn of ``order`` than which none is clearly better, or else the ``best``.

    Parameters
    ----------
    samples : float64 [worlds]
        of each turn, its worth in the same worlds
    best
        number of the turn that is worth most
    order
        the numbers of all turns, in the order of preference
    caution
        standard errors of the difference that are clear
    better
        compares two samples with ``caution``

    Examples
    --------
    >>> settled([np.array([3.0, 2.0]), np.array([2.9, 2.2]), np.array([0.1, 0.2])], 0, [2, 1, 0])
    1
    """

    def is_beaten(k: int) -> bool:
        return any(better(other, samples[k], caution) for other in samples)

    return next((k for k in order if k == best or not is_beaten(k)), best)


def compared(
    turns: Sequence[Turn],
    samples: Sequence[NDArray[np.float64]],
    advised: int,
    order: Sequence[int],
) -> tuple[MoveValue, ...]:
    """The worth of turns tried in the same worlds, the ``advised`` first, then those alike.

    Parameters
    ----------
    turns
        those that were tried
    samples : float64 [worlds]
        of each turn, its worth in the same worlds
    advised
        number of the turn to put first
    order
        the numbers of all turns by preference, in which those alike stand; all others stand by
        their worth
    """
    best = samples[advised]
    first = MoveValue(turns[advised][0], mean_of(best), turns[advised])
    rest = [
        MoveValue(
            turns[k][0],
            mean_of(samples[k]),
            turns[k],
            alike=not is_better(best, samples[k], TOLD_APART),
        )
        for k in order
        if k != advised
    ]
    rest.sort(key=lambda move: (not move.alike, 0.0 if move.alike else -move.value.decimal))
    return (first, *rest)


def mean_of(sample: NDArray[np.float64]) -> Simulated:
    """The mean of ``sample``, independent numbers as float64 [n], with its interval of 95 %.

    Examples
    --------
    >>> mean = mean_of(np.array([1.0, 2.0, 3.0]))
    >>> mean.mean, mean.n
    (2.0, 3)
    """
    return simulated_mean(float(sample.sum()), float(sample @ sample), len(sample))


def policy_play(game: Game) -> str:
    """The assumption of simulated values."""
    name = name_and_level(game.info, game.info.levels[LEVEL])
    if all(field.visibility is Visibility.PUBLIC for field in game.state_layout):
        return _("assuming everyone plays like {name}").format(name=name)
    return hidden_random(name)


def hidden_random(name: str) -> str:
    """The assumption of policies that play on with cards drawn at random."""
    return _("assuming everyone plays like {name} and hidden cards are random").format(name=name)


# -- found by a search --------------------------------------------------------------------------

IN_WORLDS = N_("{move}: {mean:.2f}, {low:.2f} to {high:.2f} (95%, {n} deals)")
CHANCE_IN_WORLDS = N_("{move}: {mean:.1%}, {low:.1%} to {high:.1%} (95%, {n} deals)")
AND_POINTS = N_("{line}; {points:+.2f} points in the deal")
IN_PLAYOUTS = N_("{move}: {mean:.2f}, {low:.2f} to {high:.2f} (95%, tried {n} times)")


@dataclass(frozen=True)
class Thought:
    """The move that a search chooses, with what it found.

    Attributes
    ----------
    action
        the move
    values
        the worth of each legal move, the one that is chosen first; ``n`` is the number of worlds or
        simulated deals in which it was tried; empty where there is only one move
    words
        the moves of ``values`` in words
    unit
        the unit of the values, in words
    assumption
        the assumption that they rest on, in words
    line
        the sentence that tells a value: ``IN_WORLDS``, ``CHANCE_IN_WORLDS`` or ``IN_PLAYOUTS``
    points
        the points of the deal after each move of ``values``, told beside chances
    because
        the reason as a player of the game would say it; "" where the machine has no words
    turn
        the whole turn that ``action`` begins, where the game lists turns
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
    def reasons(self) -> tuple[str, ...]:
        """The best moves with their values, a sentence each, and what they rest on."""
        if not self.values:
            return (self.because or _("it is the only move"),)
        lines = [
            f"{words}: {alike_words(move.value.n)}"
            if move.alike
            else _(self.line).format(
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
                line if move.alike else _(AND_POINTS).format(line=line, points=points.mean)
                for move, line, points in zip(self.values, lines, self.points, strict=True)
            ]
        lines = [
            f"{line} ({move.assumption})" if move.assumption else line
            for move, line in zip(self.values, lines, strict=True)
        ]
        shown, rest = lines[:SHOWN], len(lines) - SHOWN
        if rest > 0:
            shown.append(more_moves(rest))
        because = (self.because,) if self.because else ()
        return (
            *because,
            _("What each move is worth, in {unit}:").format(unit=self.unit),
            *shown,
            self.assumption,
        )


def turn_of(choice: Choice, machine: Player, view: SeatView, rng: np.random.Generator) -> Turn:
    """The turn of a choice of ``machine``: the one that it found, else what it goes on with."""
    if isinstance(choice, Thought) and choice.turn:
        return choice.turn
    return whole_turn(machine, view, choice.action, rng)
