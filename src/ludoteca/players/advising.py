"""The odds and the advice that a seat gets beside its cards, from its view alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from ludoteca.core.game import Game
from ludoteca.core.i18n import _
from ludoteca.core.ids import TERMINAL
from ludoteca.core.numbers import Odd, Simulated, simulated_share
from ludoteca.core.view import SeatView
from ludoteca.players.advice import Advice
from ludoteca.players.base import Choice, Player, Reasoner
from ludoteca.players.coaching import LEAST
from ludoteca.players.factory import BELIEF, RANDOM, available, make_player
from ludoteca.players.rollout import Effort, roll_out
from ludoteca.players.thought import CHANCE_IN_WORLDS, Thought
from ludoteca.players.values import (
    LEVEL,
    Values,
    best_other,
    mean_of,
    policy_play,
    proved_values,
    simulated_values,
    unit,
    worth,
)

_FOR_ODDS = Effort(worlds=2_000, moves=100_000, seconds=0.5)
_FOR_MOVES = Effort(worlds=4_000, moves=300_000, seconds=1.0)

OddsAt = Callable[[SeatView, np.random.Generator], tuple[Odd, ...]]


class _Bare(NamedTuple):
    """The move of a machine that does not say why."""

    action: int
    reasons: tuple[str, ...] = ()


def advise(view: SeatView, seed: int) -> Advice:
    """Odds and, at the seat's turn, the move of :func:`adviser_of` and what each move is worth.

    Worth is what is proved, else what the machine's search found, in what it played for, else
    simulated points. In the language in use. ``view`` should have its past where
    :func:`reads_past`. Depends on the view and on ``seed`` alone, but where a slow policy is cut
    short by the clock. A game's room ``advice`` may have ``odds_at(view, rng)``,
    the odds that mean something in it, and ``values_at(view)`` (:mod:`ludoteca.players.values`).
    """
    if view.current_player == TERMINAL:
        return Advice()
    for_odds, for_values, for_machine = (
        np.random.default_rng(child) for child in np.random.SeedSequence(seed).spawn(3)
    )
    proved = proved_values(view) if len(view.legal) > 1 else None
    odds = _odds(view, for_odds, proved)
    if not view.legal:
        return Advice(odds=odds, assumption=_assumption(view, odds))
    choice = _machine_move(view, for_machine)
    if len(view.legal) == 1:
        return Advice(odds, choice.action, choice.reasons, assumption=_assumption(view, odds))
    if proved is None and isinstance(choice, Thought):
        return _as_thought(choice, odds)
    values = proved or simulated_values(view, for_values, _FOR_MOVES)
    action, reasons = _no_worse(choice, values)
    return Advice(odds, action, reasons, values.moves, unit(view), values.assumption)


def advised(view: SeatView, by: str | None, seed: int) -> Advice:
    """What the machine ``by`` (by default :func:`adviser_of` the game) would play, and why.

    The game's own odds stand beside it. ``view`` should have its past. Raises ``BadInput``.
    """
    for_odds, for_machine = (
        np.random.default_rng(child) for child in np.random.SeedSequence(seed).spawn(2)
    )
    machine = make_player(view.game, by) if by is not None else adviser_of(view.game)
    own: OddsAt | None = getattr(view.game.room("advice"), "odds_at", None)
    odds = own(view, for_odds) if own is not None else ()
    if not isinstance(machine, Reasoner):
        return Advice(odds, machine.choose(view, for_machine))
    choice = machine.think(view, for_machine)
    if not isinstance(choice, Thought):
        return Advice(odds, choice.action, choice.reasons)
    return _as_thought(choice, odds)


def _as_thought(choice: Thought, odds: tuple[Odd, ...]) -> Advice:
    """What a search played for, and what it found each move to be worth."""
    return Advice(
        odds,
        choice.action,
        choice.reasons,
        choice.values,
        choice.unit,
        choice.assumption,
        chances=choice.line == CHANCE_IN_WORLDS,
    )


def adviser_of(game: Game) -> Player:
    """Whom people ask: belief search where cards are hidden, else the game's best machine.

    A game that proves what its moves are worth (``advice.values_at``) is asked itself.
    """
    proves = getattr(game.room("advice"), "values_at", None) is not None
    if BELIEF in available(game) and not proves:
        return make_player(game, BELIEF)
    levels = game.info.levels
    return make_player(game, levels[-1] if levels else RANDOM)


def reads_past(game: Game) -> bool:
    """True where advice reads what the seat saw before each move of the deal."""
    return getattr(adviser_of(game), "remembers", False)


def _odds(view: SeatView, rng: np.random.Generator, proved: Values | None) -> tuple[Odd, ...]:
    """The game's own odds, else the proved worth of the best move, else :func:`simulated_odds`."""
    own: OddsAt | None = getattr(view.game.room("advice"), "odds_at", None)
    if own is not None:
        return own(view, rng)
    if proved is not None:
        return (Odd(unit(view), proved.moves[0].value, chance=False),)
    return simulated_odds(view, rng)


def _assumption(view: SeatView, odds: tuple[Odd, ...]) -> str:
    """What simulated odds rest on that do not carry their condition, as exact ones do."""
    bare = any(isinstance(odd.value, Simulated) and not odd.value.condition for odd in odds)
    return policy_play(view.game) if bare else ""


def simulated_odds(view: SeatView, rng: np.random.Generator) -> tuple[Odd, ...]:
    """The chance of coming first alone (there being others), and the worth of the position."""
    points = roll_out(replace(view, legal=()), LEVEL, rng, _FOR_ODDS)[:, 0]
    expected = Odd(unit(view), mean_of(worth(view, points)), chance=False)
    if view.num_players == 1:
        return (expected,)
    ahead = int((points[:, view.seat] > best_other(view, points)).sum())
    return (Odd(_("chance of winning"), simulated_share(ahead, len(points))), expected)


def _machine_move(view: SeatView, rng: np.random.Generator) -> Choice:
    machine = adviser_of(view.game)
    if isinstance(machine, Reasoner):
        return machine.think(view, rng)
    return _Bare(machine.choose(view, rng))


def _no_worse(choice: Choice, values: Values) -> tuple[int, tuple[str, ...]]:
    """The machine's move unless it is proved that there is a better one."""
    action, reasons = choice.action, choice.reasons
    best = values.moves[0].value
    own = next(move.value for move in values.moves if move.action == action)
    # Where best play is a lottery, its moves are alike up to what the solution lacks.
    if isinstance(best, Simulated) or isinstance(own, Simulated) or best.value - own.value < LEAST:
        return action, reasons
    return values.moves[0].action, (_("it is proved to be best"),)
