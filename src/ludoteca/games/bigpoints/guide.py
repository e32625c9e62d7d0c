"""Big Points for newcomers: the rules, the words, and a first deal with somebody beside you.

Source of the rules: annex A of the thesis named in :mod:`.rules`, told in our own words.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from ludoteca.core.guide import read_guide
from ludoteca.core.i18n import _
from ludoteca.core.rooms import LessonStep
from ludoteca.web.kit.html import el

from .notation import SYMBOLS, kind_name
from .rules import BLACK, EXTRA_MOVE, LAYING, NOTHING, OVER, PASS, STAIR, WHITE, pawn_of

if TYPE_CHECKING:
    from ludoteca.core.options import Options
    from ludoteca.core.view import SeatView


def _drawn(name: str) -> Markup:
    """A disc by its letter in the notation, or a pawn: ``pawn1``."""
    if name.startswith("pawn"):
        kind = SYMBOLS.index(name.removeprefix("pawn"))
        return el("i", class_=f"pawn p{kind}", role="img", aria_label=kind_name(kind))
    kind = SYMBOLS.index(name)
    return el("i", class_=f"disc k{kind}", role="img", aria_label=kind_name(kind))


RULES, GLOSSARY = read_guide(Path(__file__).with_suffix(".md"), _drawn)


def lesson_options() -> Options:
    """A short game with everything in it: three colours, five discs of each, white and black."""
    return {"players": 2, "colours": 3, "discs": 5, "white": 2, "black": 2}


def lesson(view: SeatView) -> list[LessonStep]:
    """The sentences of the guided deal for this moment."""
    s = view.record[0]
    if s.phase == LAYING:
        return []
    if s.phase == OVER:
        text = _(
            "The last pawn is on the stair. Each disc counts what its pawn's step is worth; add "
            "the white discs. Press Play a whole game for one with five colours."
        )
        return [LessonStep(text, "end")]
    if not view.legal:
        text = _(
            "The machine moves now. Watch which disc it takes, and which pawn it brings forward."
        )
        return [LessonStep(text, "rivals")]
    if s.phase == EXTRA_MOVE:
        text = _(
            "Your black disc buys you an extra move now, even backwards. Or make no extra "
            "move, and keep the disc for later."
        )
        return [LessonStep(text, "actions")]
    mounting = [int(pawn_of(a)) for a in view.legal if STAIR <= a < NOTHING]
    if mounting:
        return [LessonStep(_mounting(s, mounting[0], view.seat), "end")]
    return _by_move(s, view)


def _mounting(s: Any, pawn: int, seat: int) -> str:
    worth = int(s.colours - 1 - s.arrived)
    mine, other = int(s.held[seat, pawn]), int(s.held[1 - seat, pawn])
    return _(
        "The {pawn} pawn has no disc of its colour ahead: it can go to the stair. "
        "Then each {pawn} disc is worth {worth} for good. You hold {mine}, the "
        "machine {other}; this move gives you one more: press the pawn and its step, or {button}."
    ).format(
        pawn=kind_name(pawn),
        worth=worth,
        mine=mine,
        other=other,
        button=_("stair: {worth}").format(worth=worth),
    )


def _by_move(s: Any, view: SeatView) -> list[LessonStep]:
    made = sum(t.actor == view.seat and t.token != PASS for t in view.tokens)
    if made == 0:
        welcome = _(
            "Welcome! Pawns belong to everybody. Choose one: it goes to the next disc of its "
            "colour, and you take the first free disc ahead of it or behind it."
        )
        press = _(
            "Press a pawn, then a disc that lights up. Or press a button below: beside each pawn, "
            "◂ takes the disc behind it and ▸ the one ahead."
        )
        return [LessonStep(welcome, "track"), LessonStep(press, "actions")]
    if made == 1:
        stair = _(
            "That is not decided yet: the first pawn on the stair makes its colour worth {most}, "
            "the last one makes it worth 0."
        ).format(most=int(s.colours) - 1)
        held = LessonStep(_("You hold a disc, but what is it worth?"), "own")
        return [held, LessonStep(stair, "end")]
    if made == 2:
        text = _(
            "So do two things at once: collect a colour, and lead its pawn to the stair before the "
            "others. Leave behind the pawns of the colours that the machine collects."
        )
        return [LessonStep(text, "end")]
    return [LessonStep(_about_specials(s, view.seat), "own")]


def _about_specials(s: Any, seat: int) -> str:
    if s.held[seat, BLACK]:
        return _(
            "You hold a black disc: after this move you may make an extra move, forwards or "
            "backwards. Use it when two moves in a row win something."
        )
    if s.held[seat, WHITE]:
        return _(
            "Your white disc is worth one point for each different colour that you hold at the "
            "end: one disc of every colour helps it."
        )
    if s.arrived:
        return _(
            "A pawn is on the stair: what its colour is worth is settled. Take its discs while "
            "they lie there, and think which pawn should arrive next."
        )
    return _(
        "Before you move, look at both discs that each pawn offers. A pawn that goes far leaves "
        "the discs behind it to the others."
    )
