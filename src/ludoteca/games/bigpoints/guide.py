"""Big Points for newcomers: the rules, the words, and a first deal with somebody beside you.

Source of the rules: annex A of the thesis named in :mod:`.rules`, told in our own words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from ludoteca.core.i18n import N_, _
from ludoteca.core.rooms import LessonStep
from ludoteca.web.kit.guide import Picture, Section, Term
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


RULES = (
    Section(
        N_("What it is about"),
        (
            N_(
                "Five pawns walk along a row of discs to a stair. No pawn is yours: all players "
                "move any of them. On the way you collect discs, and the order in which the pawns "
                "reach the stair says what the discs of each colour are worth."
            ),
            N_(
                "Whoever has the most points when the last pawn is on the stair wins. Ties are "
                "shared."
            ),
        ),
    ),
    Section(
        N_("At the start"),
        (
            N_(
                "There are ten discs of each of five colours, five white ones and five black ones. "
                "One disc of each colour lies beside the stair; the other 55 are shuffled and laid "
                "in a row. The pawns stand before the row."
            ),
        ),
        (Picture("1 2 3 4 5 W B", N_("The five colours, white and black."), _drawn),),
    ),
    Section(
        N_("Your turn"),
        (
            N_(
                "Choose a pawn that is not yet on the stair. It goes forward to the next disc of "
                "its own colour, however far that is."
            ),
            N_(
                "Then take one disc: the first free disc ahead of the pawn or the first free disc "
                "behind it. A disc is free when it is in the row and no pawn stands on it. Where "
                "one side has none, take from the other."
            ),
            N_(
                "Taken discs leave gaps, which are skipped. A pawn never stands on a gap, so its "
                "next disc may be far away."
            ),
        ),
        (
            Picture(
                "3 2 pawn1 5 4",
                N_("A pawn on its disc: you take the disc before it or the one after it."),
                _drawn,
            ),
        ),
    ),
    Section(
        N_("The stair"),
        (
            N_(
                "A pawn with no disc of its colour ahead goes to the stair, to the highest free "
                "step. You take the disc of its colour that lies beside the stair. A pawn on the "
                "stair does not move again."
            ),
            N_(
                "The steps are worth 4, 3, 2, 1 and 0: each disc of a colour is worth the step of "
                "its pawn. So the first pawn makes its colour worth 4, the last makes it worth "
                "nothing."
            ),
        ),
    ),
    Section(
        N_("White and black discs"),
        (
            N_(
                "Each white disc is worth as many points as you hold different colours besides "
                "white at the end. Black counts as a colour."
            ),
            N_(
                "A black disc is worth nothing, but it buys an extra move: if you held it when "
                "your turn began, you may make one more move after your own. Only this move may "
                "also go backwards, to the nearest disc of the pawn's colour behind it. The black "
                "disc then leaves the game. One extra move a turn is allowed."
            ),
        ),
    ),
    Section(
        N_("Ways to play"),
        (
            N_(
                "Two to five players. A series has as many games as players, each with a new "
                "starter, and the points are added."
            ),
            N_(
                "Strict: a pawn that comes from before the row and would leave no disc to take may "
                "not move. Lenient: it moves and takes nothing. The printed rules do not say."
            ),
            N_(
                "Closed hands: the discs that others hold are not shown. As all were taken in the "
                "open, a good memory knows them anyway."
            ),
        ),
    ),
)

GLOSSARY = (
    Term(N_("row"), N_("The discs from the start to the stair, where the pawns walk.")),
    Term(
        N_("stair"),
        N_("Where the pawns arrive. Its steps say what a disc of each colour is worth."),
    ),
    Term(
        N_("Step"),
        N_("A place on the stair: 4 for the first pawn that arrives, 0 for the last of five."),
    ),
    Term(
        N_("free disc"),
        N_("A disc in the row that no pawn stands on. Only free discs can be taken."),
    ),
    Term(
        N_("beside the stair"),
        N_("One disc of each colour lies there, for whoever brings that pawn to the stair."),
    ),
    Term(
        N_("white disc"),
        N_("Worth as many points as you hold different colours besides white; black is one."),
    ),
    Term(
        N_("black disc"),
        N_("Worth nothing by itself; it pays for one extra move in a later turn."),
    ),
    Term(
        N_("extra move"),
        N_("A second move in your turn, paid for by a black disc. It may also go backwards."),
    ),
    Term(
        N_("pawn"),
        N_("One for each colour. Pawns belong to nobody: everybody moves any of them."),
    ),
    Term(
        N_("worth"),
        N_("Points of one disc: the number on the step where the pawn of its colour stands."),
    ),
)


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
            "the white discs. That was Big Points: now try it with five colours."
        )
        return [LessonStep(text, "end")]
    if not view.legal:
        text = _(
            "The machine moves now. Watch which disc it takes, and which pawn it brings forward."
        )
        return [LessonStep(text, "rivals")]
    if s.phase == EXTRA_MOVE:
        text = _(
            "You held a black disc when your turn began, so an extra move is yours: it may even go "
            "backwards, and costs the black disc. Or make no extra move, and keep the disc for "
            "later."
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
        "The {pawn} pawn has no disc of its colour ahead: it can go to the stair. Then each {pawn} "
        "disc is worth {worth} for good. You hold {mine} of them, the machine {other}; the move "
        "gives you one more."
    ).format(pawn=kind_name(pawn), worth=worth, mine=mine, other=other)


def _by_move(s: Any, view: SeatView) -> list[LessonStep]:
    made = sum(t.actor == view.seat and t.token != PASS for t in view.tokens)
    if made == 0:
        welcome = _(
            "Welcome! Pawns belong to everybody. Choose one: it goes to the next disc of its "
            "colour, and you take the first free disc ahead of it or behind it."
        )
        press = _("Press a pawn, then a disc that lights up; or use the buttons below.")
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
