"""The odds beside a seat's cards and the move that is advised, from its view alone.

A game may have ``odds_at(view, rng)``, its own odds of a position;
``odds_of_choice(view, after, rng)``, the odds of moves that are chosen and not made yet, where
``after`` is the view once they are made; and ``values_at(view)``, the proved worth of each move
(:mod:`ludoteca.players.advice.values`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ludoteca.core import rooms
from ludoteca.core.errors import BadInput
from ludoteca.core.game import Game
from ludoteca.core.i18n import _
from ludoteca.core.ids import TERMINAL
from ludoteca.core.numbers import Odd, Simulated, simulated_share
from ludoteca.core.view import SeatView
from ludoteca.players.advice.values import (
    CHANCE_IN_WORLDS,
    LEAST,
    LEVEL,
    MoveValue,
    Thought,
    Values,
    best_other,
    mean_of,
    policy_play,
    proved_values,
    simulated_values,
    turn_of,
    unit,
    worth,
)
from ludoteca.players.base import Choice, Player, choice_of
from ludoteca.players.factory import BELIEF, RANDOM, available, make_player
from ludoteca.players.rollout import Effort, roll_out
from ludoteca.players.turns import Turn, turn_notation, turn_words

_FOR_ODDS = Effort(worlds=2_000, moves=100_000, seconds=0.5)
_FOR_MOVES = Effort(worlds=4_000, moves=300_000, seconds=1.0)


@dataclass(frozen=True)
class Advice:
    """All that a seat is told about its decision, computed from its view alone.

    Attributes
    ----------
    odds : the game's own numbers for this view
    action : the move advised, None where no machine was asked
    turn : the whole turn that it begins; () where not computed
    line : what is typed to make it and those that follow in the same turn; "" where not computed
    words : the same in words
    reasons : its reasons, a sentence each, in the language of the person
    values : the worth of each legal move, best first; empty where not computed
    unit : the unit of the values, in words
    assumption : the assumption that they rest on, in words
    chances : the values are chances, not points
    remark : why the move advised is not the first of ``values``; "" where it is
    points : the points of the deal after each move of ``values``, where these are chances
    because : the reason as a player of the game would say it; "" where the machine has no words
    """

    odds: tuple[Odd, ...] = ()
    action: int | None = None
    turn: Turn = ()
    line: str = ""
    words: str = ""
    reasons: tuple[str, ...] = ()
    values: tuple[MoveValue, ...] = ()
    unit: str = ""
    assumption: str = ""
    chances: bool = False
    remark: str = ""
    points: tuple[Simulated, ...] = ()
    because: str = ""

    def to_json(self) -> dict[str, Any]:
        """Plain data; each number says whether it is exact or simulated."""
        return {
            "odds": [odd.to_json() for odd in self.odds],
            "action": self.action,
            "turn": list(self.turn),
            "line": self.line,
            "reasons": list(self.reasons),
            "because": self.because,
            "values": [
                {"action": v.action, "turn": list(v.moves), **v.value.to_json()}
                for v in self.values
            ],
            "points": [points.to_json() for points in self.points],
            "unit": self.unit,
            "assumption": self.assumption,
        }


# -- the machine that advises -------------------------------------------------------------------


def adviser_of(game: Game) -> Player:
    """The machine that advises: a search where cards are hidden, else the game's best level.

    The search is the game's own, where it has one, else ``belief``. A game that proves the worth of
    its moves (``values_at``) has no need of it.
    """
    proves = game.hook(rooms.values_at) is not None
    if BELIEF in available(game) and not proves:
        return make_player(game, (game.hook(rooms.LEVELS) or (BELIEF,))[-1])
    levels = game.info.levels
    return make_player(game, levels[-1] if levels else RANDOM)


def reads_past(game: Game) -> bool:
    """True where advice reads what the seat saw before each move of the deal."""
    return getattr(adviser_of(game), "remembers", False)


# -- advice -------------------------------------------------------------------------------------


def advise(view: SeatView, seed: int) -> Advice:
    """Odds and, at the seat's turn, the move of :func:`adviser_of` and the worth of each move.

    The worth is what is proved, else what the machine's search found, in what it played for, else
    simulated points. In the language in use. ``view`` should have its past where
    :func:`reads_past`. Depends on the view and on ``seed`` alone, but where a slow policy is cut
    short by the clock.
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
    choice = choice_of(adviser_of(view.game), view, for_machine)
    if len(view.legal) == 1:
        assumption = _assumption(view, odds)
        return Advice(odds, choice.action, reasons=choice.reasons, assumption=assumption)
    if proved is None and isinstance(choice, Thought):
        return _of_thought(view, choice, odds)
    values = proved or simulated_values(view, for_values, _FOR_MOVES)
    action, reasons = _no_worse(choice, values)
    return Advice(
        odds,
        action,
        reasons=reasons,
        values=values.moves,
        unit=unit(view),
        assumption=values.assumption,
    )


def advised(view: SeatView, by: str | None, seed: int) -> Advice:
    """The move of the machine ``by`` (by default :func:`adviser_of` the game), and its reasons.

    The game's own odds stand beside it. ``view`` should have its past. Raises ``BadInput``.
    """
    for_odds, for_machine = (
        np.random.default_rng(child) for child in np.random.SeedSequence(seed).spawn(2)
    )
    machine = make_player(view.game, by) if by is not None else adviser_of(view.game)
    own = view.game.hook(rooms.odds_at)
    odds = own(view, for_odds) if own is not None else ()
    choice = choice_of(machine, view, for_machine)
    turn = turn_of(choice, machine, view, for_machine)
    if isinstance(choice, Thought):
        advice = _of_thought(view, choice, odds)
    else:
        advice = Advice(odds, choice.action, reasons=choice.reasons)
    return replace(advice, turn=turn, line=turn_notation(view, turn), words=turn_words(view, turn))


def _of_thought(view: SeatView, choice: Thought, odds: tuple[Odd, ...]) -> Advice:
    return Advice(
        odds,
        choice.action,
        turn=choice.turn,
        words=turn_words(view, choice.turn) if choice.turn else "",
        reasons=choice.reasons,
        values=choice.values,
        unit=choice.unit,
        assumption=choice.assumption,
        chances=choice.line == CHANCE_IN_WORLDS,
        remark=choice.remark,
        points=choice.points if choice.line == CHANCE_IN_WORLDS else (),
        because=choice.because,
    )


def _no_worse(choice: Choice, values: Values) -> tuple[int, tuple[str, ...]]:
    """The machine's move unless it is proved that there is a better one."""
    action, reasons = choice.action, choice.reasons
    best = values.moves[0].value
    own = next(move.value for move in values.moves if move.action == action)
    # Where best play is a lottery, its moves are alike up to what the solution lacks.
    if isinstance(best, Simulated) or isinstance(own, Simulated) or best.value - own.value < LEAST:
        return action, reasons
    return values.moves[0].action, (_("it is proved to be best"),)


# -- odds ---------------------------------------------------------------------------------------


def _odds(view: SeatView, rng: np.random.Generator, proved: Values | None) -> tuple[Odd, ...]:
    """The game's own odds, else the proved worth of the best move, else :func:`simulated_odds`."""
    own = view.game.hook(rooms.odds_at)
    if own is not None:
        return own(view, rng)
    if proved is not None:
        return (Odd(unit(view), proved.moves[0].value, chance=False),)
    return simulated_odds(view, rng)


def _assumption(view: SeatView, odds: tuple[Odd, ...]) -> str:
    """The assumption of simulated odds that do not carry their condition, as exact ones do."""
    bare = any(isinstance(odd.value, Simulated) and not odd.value.condition for odd in odds)
    return policy_play(view.game) if bare else ""


def simulated_odds(view: SeatView, rng: np.random.Generator) -> tuple[Odd, ...]:
    """The chance of coming first alone (where there are others), and the worth of the position."""
    points = roll_out(replace(view, legal=()), LEVEL, rng, _FOR_ODDS)[:, 0]
    expected = Odd(unit(view), mean_of(worth(view, points)), chance=False)
    if view.num_players == 1:
        return (expected,)
    ahead = int((points[:, view.seat] > best_other(view, points)).sum())
    return (Odd(_("chance of winning"), simulated_share(ahead, len(points))), expected)


def has_odds_of_choice(game: Game) -> bool:
    """True where ``game`` tells the odds of moves that are chosen and not made yet."""
    return game.hook(rooms.odds_of_choice) is not None


def odds_of_choice(view: SeatView, moves: Sequence[int], seed: int) -> tuple[Odd, ...]:
    """The odds of ``moves``, made one after the other as one choice, in the language in use.

    Equal seeds give equal odds. Raises ``BadInput`` where the seat cannot make the moves.
    """
    own = view.game.hook(rooms.odds_of_choice)
    if own is None:
        return ()
    after = view
    for move in moves:
        if move not in after.legal:
            raise BadInput(_("what is chosen cannot be done now"))
        after = after.after((move,))
    return own(view, replace(after, legal=(), past=None), np.random.default_rng(seed))
