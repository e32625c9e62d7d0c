"""The reasons of a machine for a move: it is asked again, from what its seat saw then.

A machine that draws its moves at random gives their probabilities. One that searches is asked with
a stated seed; with a budget in seconds it may choose differently now, and then says so.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ludoteca.core.i18n import _
from ludoteca.core.numbers import Number
from ludoteca.core.view import SeatView
from ludoteca.players.advice.values import Thought
from ludoteca.players.base import Mixer, Player, Reasoner


@dataclass(frozen=True)
class Considered:
    """A legal move with its worth to the machine, or the chance that it plays it.

    Attributes
    ----------
    action
        the id of the move
    words
        the move in words
    value
        its worth, in the unit of :class:`Why`
    chance
        the probability, 0 to 1, of a machine that draws its moves
    alike
        as in :class:`~ludoteca.players.advice.values.MoveValue`
    assumption
        as in :class:`~ludoteca.players.advice.values.MoveValue`
    """

    action: int
    words: str
    value: Number | None = None
    chance: float | None = None
    alike: bool = False
    assumption: str = ""

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        value = None if self.value is None else self.value.to_json()
        return {**vars(self), "value": value}


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
    """

    made: int
    made_words: str
    sentence: str
    again: int | None = None
    reasons: tuple[str, ...] = ()
    moves: tuple[Considered, ...] = ()
    unit: str = ""
    assumption: str = ""

    def to_json(self) -> dict[str, Any]:
        """Plain data; each value says whether it is exact or simulated."""
        said = {**vars(self), "reasons": list(self.reasons)}
        return said | {"moves": [move.to_json() for move in self.moves]}


def explain(view: SeatView, player: Player, made: int, seed: int) -> Why:
    """Explain the legal move ``made`` of ``player`` at ``view``, in the language in use.

    What is told depends on the view, the player and ``seed``, but for budgets in seconds.

    Parameters
    ----------
    view
        with its past where the player reads that

    Raises
    ------
    NoWorld, BadInput
        as the player's own search does
    """
    words = view.action_words(made)
    if len(view.legal) == 1:
        return Why(made, words, _("It was the only move."))
    if isinstance(player, Mixer):
        return _mixed(view, player, made)
    rng = np.random.default_rng(seed)
    if not isinstance(player, Reasoner):
        again = player.choose(view, rng)
        return Why(made, words, _compared(view, made, again), again)
    choice = player.think(view, rng)
    sentence = _compared(view, made, choice.action)
    if not isinstance(choice, Thought):
        return Why(made, words, sentence, choice.action, tuple(choice.reasons))
    moves = tuple(
        Considered(worth.action, said, worth.value, alike=worth.alike, assumption=worth.assumption)
        for said, worth in zip(choice.words, choice.values, strict=True)
    )
    because = (choice.because,) if choice.because else ()
    unit, assumption = choice.unit, choice.assumption
    return Why(made, words, sentence, choice.action, because, moves, unit, assumption)


def _mixed(view: SeatView, player: Mixer, made: int) -> Why:
    chances = player.chances(view)
    order = sorted(view.legal, key=lambda action: -chances.get(action, 0.0))
    moves = tuple(
        Considered(action, view.action_words(action), chance=chances.get(action, 0.0))
        for action in order
    )
    sentence = _how_often(chances.get(made, 0.0))
    return Why(made, view.action_words(made), sentence, moves=moves)


def _how_often(chance: float) -> str:
    percent = 100 * chance
    digits = 0 if 1 <= percent <= 99 else 1
    text = f"{percent:.{digits}f}"
    if chance == 0:
        return _("It never plays this: another machine, or another version of it, did.")
    if float(text) == 100:
        return _("It always plays this here.")
    return _("It plays this {percent} % of the time here (it picks at random).").format(
        percent=text
    )


def _compared(view: SeatView, made: int, again: int) -> str:
    if again == made:
        return _("Asked again, it plays the same.")
    return _(
        "Asked again, it plays “{move}”: a machine that draws its moves, or that thinks for a "
        "time, may choose differently."
    ).format(move=view.action_words(again))
