"""The reasons of a machine for a move: it is asked again, from what its seat saw then.

A machine that draws its moves at random gives their probabilities. Where they explain nothing,
because its rules leave it one move or because it learned them, it says so, with what the game says
for the move, and every move is tried in simulated deals. One that searches is asked with a stated
seed; with a budget in seconds it may choose differently now, and then says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ludoteca.core.i18n import _
from ludoteca.core.numbers import Number
from ludoteca.core.player_names import level_words
from ludoteca.core.questions import Progress, quiet
from ludoteca.core.view import SeatView
from ludoteca.players.advice.advise import advise
from ludoteca.players.advice.values import CHANCE_IN_WORLDS, Thought
from ludoteca.players.advice.verdicts import reason_of
from ludoteca.players.base import Mixer, Player, Reasoner
from ludoteca.players.learned.player import LearnedPlayer
from ludoteca.players.policy import PolicyPlayer


@dataclass(frozen=True)
class Considered:
    """A legal move with its worth to the machine, or the chance that it plays it.

    Attributes
    ----------
    turn
        the move's id, and those that follow it in the same turn where they are told with it
    words
        the move in words
    value
        its worth, in the unit of :class:`Why`
    chance
        the probability, 0 to 1, of a machine that draws its moves; beside a value only where the
        machine learned it, and the value was worked out by another
    alike
        as in :class:`~ludoteca.players.advice.values.MoveValue`
    assumption
        as in :class:`~ludoteca.players.advice.values.MoveValue`
    """

    turn: tuple[int, ...]
    words: str
    value: Number | None = None
    chance: float | None = None
    alike: bool = False
    assumption: str = ""

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        value = None if self.value is None else self.value.to_json()
        return {**vars(self), "turn": list(self.turn), "value": value}


@dataclass(frozen=True)
class Why:
    """The explanation of a move that was made.

    Attributes
    ----------
    made
        the move, and ``made_words`` what says it
    again
        the move of the machine when it is asked again; None where it tells chances
    sentence
        how the move made and that one stand to each other
    reasons
        a sentence each
    moves
        every legal move that the machine tells something of, best or likeliest first
    unit, assumption
        of the values, in words
    chances
        the values are chances, not points
    """

    made: int
    made_words: str
    sentence: str
    again: int | None = None
    reasons: tuple[str, ...] = ()
    moves: tuple[Considered, ...] = ()
    unit: str = ""
    assumption: str = ""
    chances: bool = False

    def to_json(self) -> dict[str, Any]:
        """Plain data; each value says whether it is exact or simulated."""
        said = {**vars(self), "reasons": list(self.reasons)}
        return said | {"moves": [move.to_json() for move in self.moves]}


def explain(
    view: SeatView, player: Player, turn: Sequence[int], seed: int, progress: Progress = quiet
) -> Why:
    """Explain the legal move of ``player`` at ``view`` with which ``turn`` begins.

    In the language in use. What is told depends on the view, the player and ``seed``, but for
    budgets in seconds.

    Parameters
    ----------
    view
        with its past where the player reads that
    turn
        the move, and those that follow it as one, such as the cards of a lay
    progress
        is told how many deals are simulated

    Raises
    ------
    NoWorld, BadInput
        as the player's own search does
    """
    made = turn[0]
    words = view.action_words(made)
    if len(view.legal) == 1:
        return Why(made, words, _("It was the only move."))
    if isinstance(player, Mixer):
        return _mixed(view, player, turn, seed, progress)
    rng = np.random.default_rng(seed)
    if not isinstance(player, Reasoner):
        again = player.choose(view, rng)
        return Why(made, words, _compared(view, made, again), again)
    choice = player.think(view, rng)
    sentence = _compared(view, made, choice.action)
    if not isinstance(choice, Thought):
        return Why(made, words, sentence, choice.action, tuple(choice.reasons))
    moves = tuple(
        Considered(worth.moves, said, worth.value, alike=worth.alike, assumption=worth.assumption)
        for said, worth in zip(choice.words, choice.values, strict=True)
    )
    because = (choice.because,) if choice.because else ()
    unit, assumption = choice.unit, choice.assumption
    chances = choice.line == CHANCE_IN_WORLDS
    return Why(made, words, sentence, choice.action, because, moves, unit, assumption, chances)


def _mixed(
    view: SeatView, player: Mixer, turn: Sequence[int], seed: int, progress: Progress
) -> Why:
    chances, made = player.chances(view), turn[0]
    chance = chances.get(made, 0.0)
    learned = isinstance(player, LearnedPlayer)
    why = Why(made, view.action_words(made), _how_often(chance))
    reasons = _how_it_decides(view, player, turn) if chance else ()
    # Chances of 100 % and 0 %, and those of a network, explain nothing: the moves are tried.
    certain = _percent(chance) == "100"
    tried = advise(view, seed, progress=progress) if certain or learned else None
    if tried is None or (not tried.values and not certain):
        order = sorted(view.legal, key=lambda action: -chances.get(action, 0.0))
        drawn = tuple(
            Considered((action,), view.action_words(action), chance=chances.get(action, 0.0))
            for action in order
        )
        return replace(why, reasons=reasons, moves=drawn)
    moves = tuple(
        Considered(
            v.moves,
            v.words(view),
            v.value,
            chances.get(v.moves[0], 0.0) if learned else None,
            v.alike,
            v.assumption,
        )
        for v in tried.values
    )
    if moves:
        after = _(
            "It did not use the numbers below; they were worked out just now, for comparison."
        )
        reasons = (*reasons, after)
    return replace(
        why,
        reasons=reasons,
        moves=moves,
        unit=tried.unit,
        assumption=tried.assumption,
        chances=tried.chances,
    )


def _how_it_decides(view: SeatView, player: Mixer, turn: Sequence[int]) -> tuple[str, ...]:
    """The way a policy decides, and the game's reason for its move where it has words for it."""
    reason = reason_of(view, turn)
    if isinstance(player, LearnedPlayer):
        how, said = _experience(player), _("A person might say: {reason}.")
    elif isinstance(player, PolicyPlayer):
        how = _("It plays by rules of thumb and does not try moves out.")
        said = _("The reason: {reason}.")
    else:
        return ()
    return (how, said.format(reason=reason)) if reason else (how,)


def _experience(player: LearnedPlayer) -> str:
    """The games from which a network learned; those of a player that corrects a level are added."""
    model = player.model
    millions = max(1, round(model.about["decisions"] / 1e6))
    if model.level is not None:
        text = _(
            "It weighs the choices of the level {level} by what it learned from {n} million moves "
            "of its own; it keeps no reasons."
        )
        return text.format(level=level_words(model.game.info, model.level), n=millions)
    text = _("It learned from {n} million moves of its own which ones win; it keeps no reasons.")
    return text.format(n=millions)


def _percent(chance: float) -> str:
    digits = 0 if 0.01 <= chance <= 0.99 else 1
    return f"{100 * chance:.{digits}f}".replace("100.0", "100")


def _how_often(chance: float) -> str:
    text = _percent(chance)
    if chance == 0:
        return _(
            "It would never play this: the move came from another machine or another version of it."
        )
    if text == "100":
        return _("In this position it always plays this.")
    return _("It mixes its play here, and makes this move {percent}% of the time.").format(
        percent=text
    )


def _compared(view: SeatView, made: int, again: int) -> str:
    if again == made:
        return _("Asked again, it makes the same move.")
    return _(
        "Asked again, it would play “{move}” instead. A machine that picks at random or thinks for "
        "a set time can change its mind."
    ).format(move=view.action_words(again))
