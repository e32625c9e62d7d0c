"""Vangin pasianssi for newcomers: the rules, the words, and a first deal with a commentary."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ludoteca.core.i18n import N_, _
from ludoteca.core.ids import TERMINAL
from ludoteca.core.rooms import LessonStep
from ludoteca.web.kit.guide import Picture, Section, Term

from .notation import value_text

if TYPE_CHECKING:
    from ludoteca.core.options import Options
    from ludoteca.core.view import SeatView

RULES = (
    Section(
        N_("What it is about"),
        (
            N_(
                "A patience for one, the prisoner's patience. There is nothing to decide: you turn "
                "cards and see whether it comes out. The interesting question is how likely that "
                "is, and the table gives the exact answer after every card."
            ),
        ),
    ),
    Section(
        N_("At the start"),
        (
            N_(
                "Shuffle 52 cards and lay 13 of them open on the table. Cards of equal value go "
                "into one pile. Suits never matter."
            ),
        ),
        (Picture("7S 7D 7C", N_("One pile: three sevens.")),),
    ),
    Section(
        N_("Turning cards"),
        (
            N_(
                "Turn the rest of the deck three cards at a time. The first two do not count, and "
                "nobody sees them. The third counts: if a pile of its value lies on the table, the "
                "whole pile is taken away."
            ),
            N_("39 cards are left after the start, so there are 13 looks."),
        ),
        (Picture("back back 7H", N_("One look: the 7 takes the pile of sevens away.")),),
    ),
    Section(
        N_("The end"),
        (
            N_(
                "When the table is empty, the patience has come out. When the deck is used up and "
                "piles are left, it has not. That happens in all but about 1 of 272 deals."
            ),
            N_(
                "A pile that holds all cards of its value can never be taken away: no card that "
                "could do it is left."
            ),
        ),
    ),
    Section(
        N_("Ways to play"),
        (
            N_(
                "Other decks, other numbers of cards at the start, and more or fewer cards turned "
                "at a time. The cards that do not count may be seen: the chance before the deal "
                "is the same, but then it changes with every card."
            ),
        ),
    ),
)

GLOSSARY = (
    Term(N_("value"), N_("The number or letter on a card, without its suit: A, 2 to 10, J, Q, K.")),
    Term(N_("pile"), N_("The cards of one value on the table. A look takes a whole pile away.")),
    Term(N_("deck"), N_("The cards that have not been turned yet.")),
    Term(
        N_("look"),
        N_("One turning of cards from the deck, three in the usual game. Only the last counts."),
    ),
    Term(N_("come out"), N_("A patience comes out when its aim is reached: an empty table.")),
    Term(
        N_("chance"),
        N_("The exact probability of an empty table, every order of the unseen cards being equal."),
    ),
)


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
        return [LessonStep(_after_look(s), "chance")]
    press = _(
        "Press the deck to turn {n} cards: only the last one counts, and takes away the pile of "
        "its value."
    )
    return [
        LessonStep(_("Welcome! There is a pile on the table for each value."), "piles"),
        LessonStep(_("This is the exact chance that all of them are taken."), "chance"),
        LessonStep(press.format(n=int(s.step)), "deck"),
    ]


def _after_look(s: Any) -> str:
    value = value_text(s, int(s.last) - 1)
    if s.hit:
        return _(
            "The {value} has taken its pile away: one pile less, and one look less. See what that "
            "did to the chance."
        ).format(value=value)
    if s.looks == 1:
        return _(
            "There is no pile of the value {value}, so this look took nothing away: one look less "
            "for the same piles. See what that did to the chance."
        ).format(value=value)
    return _(
        "{value} takes nothing away. The chance counts the cards that nobody has seen: how likely "
        "is it that the looks to come hold each value on the table?"
    ).format(value=value)


def _ending(s: Any) -> str:
    if any(int(n) for n in s.pile):
        return _(
            "The deck is used up and piles are left: it has not come out. With 52 cards that is "
            "the rule: only about 1 deal in 272 comes out."
        )
    return _(
        "The table is empty: it has come out! With 52 cards and three at a time that is rare: "
        "about 1 deal in 272."
    )
