"""Vangin pasianssi for newcomers: the rules, the words, and a first deal with a commentary."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludoteca.core.guide import read_guide
from ludoteca.core.i18n import _
from ludoteca.core.ids import TERMINAL
from ludoteca.core.rooms import LessonStep
from ludoteca.web.kit.guide import french_card

from .notation import value_text

if TYPE_CHECKING:
    from ludoteca.core.options import Options
    from ludoteca.core.view import SeatView

RULES, GLOSSARY = read_guide(Path(__file__).with_suffix(".md"), french_card)


def lesson_options() -> Options:
    """A small deal that often comes out: four values, three cards on the table, two at a time."""
    return {"suits": 4, "values": 4, "board": 3, "step": 2}


def lesson(view: SeatView) -> list[LessonStep]:
    """The comment for a newcomer at this moment of the guided deal."""
    s = view.record[0]
    if view.current_player == TERMINAL:
        return [LessonStep(_ending(s))]
    if not view.legal:
        return []
    if s.looks:
        return [LessonStep(_after_look(s), "chance odds")]
    press = _(
        "Press the deck to turn {n} cards: only the last one counts, and takes away the pile of "
        "its value."
    )
    return [
        LessonStep(_("Welcome! On the table, the cards of one value lie in one pile."), "piles"),
        LessonStep(
            _(
                "The exact chance that all of them are taken appears here as soon as "
                "it is worked out."
            ),
            "chance odds",
        ),
        LessonStep(press.format(n=int(s.step)), "deck"),
    ]


def _after_look(s: Any) -> str:
    value = value_text(s, int(s.last) - 1)
    if s.hit:
        return _(
            "The {value} took its pile away. See what that did to the chance, and press the "
            "deck again."
        ).format(value=value)
    if s.looks == 1:
        return _(
            "There is no pile of {value}, so nothing was taken away. See what that did to the "
            "chance, and press the deck again."
        ).format(value=value)
    return _(
        "{value} takes nothing away. The chance follows from the cards that nobody has seen "
        "yet. Press the deck again."
    ).format(value=value)


def _ending(s: Any) -> str:
    if any(int(n) for n in s.pile):
        return _(
            "The deck is used up and piles are left: it did not come out. With 52 cards that "
            "is normal: only about 1 deal in 272 comes out. Press Play a whole game to try."
        )
    return _(
        "The table is empty: it came out! With 52 cards, three at a time, that is rare: about "
        "1 deal in 272. Press Play a whole game to try."
    )
