"""Eräs korttipeli for newcomers: the rules, the words, and a first round with somebody beside you.

Source of the rules: the document named in :mod:`.rules`, told in our own words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ludoteca.core.i18n import N_, _, ngettext
from ludoteca.core.rooms import LessonStep
from ludoteca.web.kit.guide import Picture, Section, Term

from .combinations import STRENGTH, TYPE_NAMES, best_cards, points, strength
from .notation import signs
from .rules import DEALING, LAYING, NUMBERING, OVER

if TYPE_CHECKING:
    from ludoteca.core.options import Options
    from ludoteca.core.view import SeatView

_MANY = 3  #: cards of a lay from which on there is much to win

RULES = (
    Section(
        N_("What it is about"),
        (
            N_(
                "Win tricks to collect cards of one value: one card of a value scores 1 point at "
                "the end, two 5, three 10, all four 20."
            ),
        ),
    ),
    Section(
        N_("A trick"),
        (
            N_(
                "Everybody holds seven cards. In turn each player lays as many as they like, at "
                "least one, face down: the others see only how many."
            ),
            N_(
                "Then all cards are turned. Only the best combination among your cards counts. "
                "Whoever has the best of all wins every card of the trick and leads the next."
            ),
            N_("Hands are filled up to seven, card by card, until the deck ends."),
            N_(
                "At this table: tap the cards and press Lay. Each number on a card is its key; 0 "
                "lays what you chose, 9 the best combination of your hand."
            ),
        ),
    ),
    Section(
        N_("Combinations, the best first"),
        (
            N_(
                "Straight flush of 7, of 6, of 5; four of a kind; straight flush of 4, of 3; three "
                "of a kind; straight flush of 2; pair; single card. A straight flush is cards of "
                "one suit that follow each other. Ace is low."
            ),
            N_(
                "Between two combinations of the same kind, the one with the higher top card wins: "
                "by value, then spades before hearts, diamonds and clubs. So there is never a tie."
            ),
            N_(
                "Of 3♠ 3♥ 4♥ 4♦ 5♦ the straight flush 4♦ 5♦ counts: it beats the pairs, and its "
                "highest card is higher than that of 3♥ 4♥."
            ),
        ),
        (
            Picture("3H 4H 5H 6H 7H", N_("A straight flush of 5.")),
            Picture("9S 9H 9D 9C", N_("Four of a kind.")),
            Picture("3S 3H 4H 4D 5D", N_("The straight flush 4♦ 5♦ counts.")),
        ),
    ),
    Section(
        N_("The end"),
        (
            N_(
                "The round ends when all cards are played. If you alone have cards left, they go "
                "to your own pile. A match is several rounds, or goes on until somebody reaches a "
                "score."
            ),
        ),
    ),
    Section(
        N_("Ways to play"),
        (
            N_(
                "Two to five players; a smaller deck or smaller hands. With retreat there is a "
                "second round in each trick: you may take laid cards back, but for each of them "
                "you show another one that stays."
            ),
        ),
    ),
    Section(
        N_("Some advice"),
        (
            N_(
                "A trick with many cards is worth a strong combination; where others have laid "
                "many, a single low card loses little. Keep what can grow: two cards of a run, a "
                "pair."
            ),
            N_(
                "Piles are open: the fourth card of a value is worth ten points to whoever has "
                "three."
            ),
        ),
    ),
)

GLOSSARY = (
    Term(N_("trick"), N_("What everybody lays, once round the table; the best lay wins it all.")),
    Term(N_("lay"), N_("The cards that you put face down into a trick.")),
    Term(N_("straight flush"), N_("Cards of one suit whose values follow each other.")),
    Term(N_("pair"), N_("Two cards of one value.")),
    Term(N_("three of a kind"), N_("Three cards of one value.")),
    Term(N_("four of a kind"), N_("All four cards of a value.")),
    Term(
        N_("combination"), N_("The part of your lay that counts: only the best run or group in it.")
    ),
    Term(N_("pile"), N_("The cards that you have won. They score at the end.")),
    Term(N_("group"), N_("The cards of one value in a pile: 1, 5, 10 or 20 points.")),
    Term(N_("retreat"), N_("To take laid cards back before they are turned, where it is allowed.")),
)


def lesson_options() -> Options:
    """One shorter round."""
    return {"values": 9, "rounds": 1}


def lesson(view: SeatView) -> list[LessonStep]:
    """The comment for a newcomer at this moment of the guided round."""
    s = view.record[0]
    if s.phase == OVER:
        n = int(points(s.pile[view.seat]))
        text = ngettext(
            "The round is over: your pile scores {n} point. Groups of three and four score most.",
            "The round is over: your pile scores {n} points. Groups of three and four score most.",
            n,
        ).format(n=n)
        return [LessonStep(text, "piles")]
    if s.phase == DEALING or not view.legal:
        text = _("It is the other player's turn. You will see how many cards are laid, not which.")
        return [LessonStep(text, "rivals")]
    if s.phase == NUMBERING:
        return _lesson_of_the_lay(s, view.seat)
    if s.phase == LAYING:
        return [LessonStep(_("Choose as many cards as you have said."), "own")]
    text = _("You may take cards back; for each you show another one, which stays.")
    return [LessonStep(text, "own")]


def _lesson_of_the_lay(s: Any, seat: int) -> list[LessonStep]:
    hand = int(s.hand[seat])
    best = _("Your best combination is {cards}, {type}.").format(
        cards=signs(int(best_cards(hand))), type=_(TYPE_NAMES[int(strength(hand)) // STRENGTH])
    )
    laid = max(int(n) for n in s.laid_count)
    if laid == 0 and s.tricks == 0:
        return [
            LessonStep(_("Welcome! {best}").format(best=best), "own"),
            LessonStep(_("You lead: tap the cards that you lay."), "own"),
            LessonStep(_("Then press Lay. The other sees only how many."), "actions"),
        ]
    if laid == 0:
        text = _("{best} You lead. Low cards that fit nothing cost little; keep what can grow.")
        return [LessonStep(text.format(best=best), "own")]
    text = ngettext(
        "{best} The other laid {n} card: there is much to win, but perhaps against a strong lay.",
        "{best} The other laid {n} cards: there is much to win, but perhaps against a strong lay.",
        laid,
    )
    if laid < _MANY:
        text = ngettext(
            "{best} The other laid {n} card: there is little to win. A low card loses little.",
            "{best} The other laid {n} cards: there is little to win. A low card loses little.",
            laid,
        )
    return [LessonStep(text.format(best=best, n=laid), "table")]
