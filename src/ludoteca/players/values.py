"""What the legal moves of a seat are worth: exactly where it can be proved, else simulated.

What counts is the seat's own points where the game is zero-sum or a patience, else its points above
those of the best other side.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from ludoteca.core import calls
from ludoteca.core.errors import BadInput
from ludoteca.core.game import Game
from ludoteca.core.i18n import _
from ludoteca.core.ids import HIDDEN, TERMINAL
from ludoteca.core.layout import Visibility
from ludoteca.core.numbers import Exact, Simulated, simulated_mean
from ludoteca.core.options import Options
from ludoteca.core.view import SeatView
from ludoteca.players.advice import MoveValue
from ludoteca.players.rollout import Effort, roll_out
from ludoteca.solve.minimax import is_open, search

LEVEL = 0
"""The policy that plays simulated deals on: the quickest, whose coins make deals differ."""

_ROOT_NODES, _CHILD_NODES = 100_000, 50_000


def worth(view: SeatView, points: NDArray[np.float64]) -> NDArray[np.float64]:
    """What the seat of ``view`` makes of ``points``, whose last axis are the seats."""
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
    """What :func:`worth` counts, in words."""
    if counts_alone(view.game, view.num_players):
        return _("points")
    return _("points ahead of the best other player")


def counts_alone(game: Game, seats: int) -> bool:
    """True where a seat's own points are all that counts to it."""
    return seats == 1 or game.info.utility == "zero-sum"


# -- exactly ------------------------------------------------------------------------------------


def exact_values(view: SeatView) -> dict[int, Fraction] | None:
    """The worth of each legal move under best play, or None where a short search proves none.

    The game's own ``advice.values_at(view)`` where it has one, else alpha-beta for two seats that
    see everything. It does not depend on the machine: the search is bounded by positions.
    """
    own = getattr(view.game.room("advice"), "values_at", None)
    if own is not None:
        found: dict[int, Fraction] | None = own(view)
        return found
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


# -- both ways ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Values:
    """The legal moves, best first, and what their values rest on."""

    moves: tuple[MoveValue, ...]
    assumption: str


def proved_values(view: SeatView) -> Values | None:
    """What each legal move of ``view`` is worth, where a short search proves it, else None."""
    proved = exact_values(view)
    if proved is None:
        return None
    assumption = rests_on(view.game)
    moves = [MoveValue(a, Exact(value, assumption)) for a, value in proved.items()]
    moves.sort(key=lambda move: -_exact(move))
    return Values(tuple(moves), assumption)


def simulated_values(view: SeatView, rng: np.random.Generator, effort: Effort) -> Values:
    """What each legal move of ``view`` is worth, from the view alone, simulated with ``effort``.

    Equal generators give equal values unless ``effort.seconds`` ends the simulation.
    """
    points = worth(view, roll_out(view, LEVEL, rng, effort))
    moves = [MoveValue(a, mean_of(points[:, m])) for m, a in enumerate(view.legal)]
    moves.sort(key=lambda move: -_mean(move))
    return Values(tuple(moves), policy_play(view.game))


def mean_of(sample: NDArray[np.float64]) -> Simulated:
    """The mean of independent numbers with its interval."""
    return simulated_mean(float(sample.sum()), float(sample @ sample), len(sample))


def best_play() -> str:
    """What exact values of moves rest on."""
    return _("if everybody plays their best from here on")


def rests_on(game: Game) -> str:
    """What exact values of moves rest on: the game's ``advice.VALUES_REST_ON``, or best play."""
    own = getattr(game.room("advice"), "VALUES_REST_ON", "")
    return _(own) if own else best_play()


def policy_play(game: Game) -> str:
    """What simulated values of moves rest on."""
    level = game.info.levels[LEVEL]
    played = _("if everybody goes on like the machine “{level}”").format(level=_(level))
    if all(field.visibility is Visibility.PUBLIC for field in game.state_layout):
        return played
    return _("{played}; what you cannot see is as chance would have it").format(played=played)


def _exact(move: MoveValue) -> Fraction:
    assert isinstance(move.value, Exact)
    return move.value.value


def _mean(move: MoveValue) -> float:
    assert isinstance(move.value, Simulated)
    return move.value.mean
