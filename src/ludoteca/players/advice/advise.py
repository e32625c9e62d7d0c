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
from ludoteca.core.errors import BadInput, NoWorld
from ludoteca.core.game import Game
from ludoteca.core.i18n import _
from ludoteca.core.ids import TERMINAL
from ludoteca.core.numbers import Odd, Simulated, simulated_share
from ludoteca.core.questions import Progress, quiet
from ludoteca.core.view import Memory, SeatView
from ludoteca.players.advice.values import (
    CHANCE_IN_WORLDS,
    LEVEL,
    WORLDS,
    MoveValue,
    Thought,
    Values,
    best_other,
    known_turns,
    mean_of,
    policy_play,
    simulated_values,
    turn_of,
    unit,
    worth,
)
from ludoteca.players.base import Player, choice_of, memory_of
from ludoteca.players.belief import BeliefPlayer
from ludoteca.players.budget import WorldBudget
from ludoteca.players.factory import BELIEF, RANDOM, available, make_player
from ludoteca.players.rollout import Effort, roll_out
from ludoteca.players.turns import Turn, turn_notation, turn_words

_FOR_ODDS = Effort(worlds=2_000, moves=100_000)


@dataclass(frozen=True)
class Advice:
    """All that a seat is told about its decision, computed from its view alone.

    Attributes
    ----------
    odds
        the game's own numbers for this view
    action
        the move advised, None where no machine was asked
    turn
        the whole turn that it begins; () where not computed
    line
        what is typed to make it and those that follow in the same turn; "" where not computed
    words
        the same in words
    reasons
        its reasons, a sentence each, in the language of the person
    values
        the worth of each legal move, the one advised first; empty where not computed
    unit
        the unit of the values, in words
    assumption
        the assumption that they rest on, in words
    chances
        the values are chances, not points
    points
        the points of the deal after each move of ``values``, where these are chances
    because
        the reason as a player of the game would say it; "" where the machine has no words
    lacks
        the sentence that says why there are no odds, "" where there are, or none to tell
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
    points: tuple[Simulated, ...] = ()
    because: str = ""
    lacks: str = ""

    def to_json(self) -> dict[str, Any]:
        """Plain data; each number says whether it is exact or simulated."""
        return {
            "odds": [odd.to_json() for odd in self.odds],
            "lacks": self.lacks,
            "action": self.action,
            "turn": list(self.turn),
            "line": self.line,
            "reasons": list(self.reasons),
            "because": self.because,
            "values": [
                {
                    "action": v.action,
                    "turn": list(v.moves),
                    **v.value.to_json(),
                    "alike": v.alike,
                    "assumption": v.assumption or self.assumption,
                }
                for v in self.values
            ],
            "points": [points.to_json() for points in self.points],
            "unit": self.unit,
            "assumption": self.assumption,
        }


# -- the machine that advises -------------------------------------------------------------------


def adviser_of(game: Game, worlds: int = WORLDS, progress: Progress = quiet) -> Player:
    """The machine that advises: a search where cards are hidden, else the game's best level.

    The search is the game's own, where it has one, else ``belief``; it tries each move in so many
    ``worlds``, and tells its ``progress``. A game that proves the worth of its moves
    (``values_at``) has no need of it.
    """
    proves = game.hook(rooms.values_at) is not None
    if BELIEF in available(game) and not proves:
        return asked(game, (game.hook(rooms.LEVELS) or (BELIEF,))[-1], worlds, progress)
    levels = game.info.levels
    return make_player(game, levels[-1] if levels else RANDOM)


def asked(game: Game, spec: str, worlds: int = WORLDS, progress: Progress = quiet) -> Player:
    """The player ``spec``, whose choice is told to a person.

    One that searches worlds and names no budget searches so many ``worlds``, whatever it takes at a
    table.

    Raises
    ------
    BadInput
        where there is no such player
    """
    player = make_player(game, spec)
    if isinstance(player, BeliefPlayer):
        if "@" not in spec:
            player.budget = WorldBudget(worlds)
        player.progress = progress
    return player


def reads_past(game: Game) -> Memory:
    """The part of a match that advice reads."""
    return memory_of(adviser_of(game))


# -- advice -------------------------------------------------------------------------------------


def advise(view: SeatView, seed: int, worlds: int = WORLDS, progress: Progress = quiet) -> Advice:
    """Odds and, at the seat's turn, the best move and the worth of each, all of one engine.

    The worth is what is proved or judged by the game's own search, else what the search of
    :func:`adviser_of` found, in what it played for, else simulated points; the move that is worth
    most is advised. In the language in use. Depends on the view, on ``seed`` and on the number of
    ``worlds`` alone.

    Parameters
    ----------
    view
        with its past where :func:`reads_past`
    worlds
        in which each move is tried
    progress
        gets the worlds that are done
    """
    if view.current_player == TERMINAL:
        return Advice()
    for_odds, for_values, for_machine = (
        np.random.default_rng(child) for child in np.random.SeedSequence(seed).spawn(3)
    )
    if len(view.legal) < 2:
        action = view.legal[0] if view.legal else None
        advice = _with_odds(view, for_odds, Advice(action=action))
        advice = replace(advice, assumption=_assumption(view, advice.odds))
        return advice if action is None else _told(view, advice, (action,))
    machine = adviser_of(view.game, worlds, progress)
    choice = choice_of(machine, view, for_machine)
    values = known_turns(view, turn_of(choice, machine, view, for_machine))
    if values is None and isinstance(choice, Thought):
        return _with_odds(view, for_odds, _of_thought(view, choice), choice)
    if values is None:
        values = simulated_values(view, for_values, Effort(worlds))
    best = values.moves[0]
    advice = Advice(
        action=best.action,
        turn=best.moves,
        line=best.notation(view),
        words=best.words(view),
        values=values.moves,
        unit=unit(view),
        assumption=values.assumption,
    )
    return _with_odds(view, for_odds, advice, values)


def advised(view: SeatView, by: str | None, seed: int, progress: Progress = quiet) -> Advice:
    """The move of the machine ``by`` and its reasons; without one, :func:`advise`.

    The game's own odds are added. ``view`` should have its past.

    Raises
    ------
    BadInput
        where there is no machine ``by``, or it cannot play this deal
    """
    if by is None or not view.legal:
        return advise(view, seed, progress=progress)
    for_odds, for_machine = (
        np.random.default_rng(child) for child in np.random.SeedSequence(seed).spawn(2)
    )
    machine = asked(view.game, by, progress=progress)
    choice = choice_of(machine, view, for_machine)
    turn = turn_of(choice, machine, view, for_machine)
    if isinstance(choice, Thought):
        advice = _of_thought(view, choice)
    else:
        advice = Advice(action=choice.action, reasons=choice.reasons)
    if view.game.hook(rooms.odds_at) is not None:
        advice = _with_odds(view, for_odds, advice)
    return _told(view, advice, turn)


def _told(view: SeatView, advice: Advice, turn: Turn) -> Advice:
    return replace(advice, turn=turn, line=turn_notation(view, turn), words=turn_words(view, turn))


def _of_thought(view: SeatView, choice: Thought) -> Advice:
    advice = Advice(
        action=choice.action,
        reasons=choice.reasons,
        values=choice.values,
        unit=choice.unit,
        assumption=choice.assumption,
        chances=choice.line == CHANCE_IN_WORLDS,
        points=choice.points if choice.line == CHANCE_IN_WORLDS else (),
        because=choice.because,
    )
    return _told(view, advice, choice.turn or (choice.action,))


# -- odds ---------------------------------------------------------------------------------------


def _with_odds(
    view: SeatView,
    rng: np.random.Generator,
    advice: Advice,
    found: Values | Thought | None = None,
) -> Advice:
    """``advice`` with the odds, or with why there are none."""
    try:
        return replace(advice, odds=_odds(view, rng, found))
    except NoWorld as lack:
        return replace(advice, lacks=str(lack))


def _odds(
    view: SeatView, rng: np.random.Generator, found: Values | Thought | None = None
) -> tuple[Odd, ...]:
    """The game's own odds, else the worth of the best move, else :func:`simulated_odds`."""
    own = view.game.hook(rooms.odds_at)
    if own is not None:
        return _with_premise(view, own(view, rng))
    if isinstance(found, Values):
        return (Odd(unit(view), found.moves[0].value, chance=False),)
    if found is not None and found.values:
        chance = found.line == CHANCE_IN_WORLDS
        return (Odd(found.unit, found.values[0].value, chance),)
    return simulated_odds(view, rng)


def _with_premise(view: SeatView, odds: tuple[Odd, ...]) -> tuple[Odd, ...]:
    """The odds, marked where they use nothing that the others' moves tell."""
    if view.num_players == 1:
        return odds
    premise = _("If unseen cards are random:")
    return tuple(
        replace(odd, given=premise) if odd.value.condition and not odd.given else odd
        for odd in odds
    )


def _assumption(view: SeatView, odds: tuple[Odd, ...]) -> str:
    """The assumption of simulated odds that do not carry their condition, as exact ones do."""
    bare = any(isinstance(odd.value, Simulated) and not odd.value.condition for odd in odds)
    return policy_play(view.game) if bare else ""


def simulated_odds(view: SeatView, rng: np.random.Generator) -> tuple[Odd, ...]:
    """The chance of coming first alone (where there are others), and the worth of the position.

    Raises
    ------
    NoWorld
        where no worlds are found that fit what the seat sees
    """
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

    Equal seeds give equal odds. Empty where the game has none of a choice.

    Raises
    ------
    BadInput
        where the seat cannot make the moves
    """
    own = view.game.hook(rooms.odds_of_choice)
    if own is None:
        return ()
    after = view
    for move in moves:
        if move not in after.legal:
            raise BadInput(_("you cannot play that now"))
        after = after.after((move,))
    odds = own(view, replace(after, legal=(), past=None), np.random.default_rng(seed))
    return _with_premise(view, odds)
