"""Simplified poker for newcomers: the rules, the words, and a first round with somebody beside you.

Source of the rules: the document named in :mod:`.rules`, told in our own words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from ludoteca.core.i18n import N_, _, ngettext
from ludoteca.core.rooms import LessonStep
from ludoteca.web.kit.guide import Picture, Section, Term

from .face_cards import card
from .hands import NOTHING, PAIR, SYMBOLS, class_of, greedy_exchange, size, text_of
from .notation import hand_words
from .rules import EXCHANGING, FOLDING, OVER

if TYPE_CHECKING:
    from ludoteca.core.options import Options
    from ludoteca.core.view import SeatView


def _drawn(symbol: str) -> Markup:
    return card(SYMBOLS.index(symbol))


RULES = (
    Section(
        N_("What it is about"),
        (
            N_(
                "Two players, five cards each, one exchange, and one chance to fold. The better "
                "hand wins what it is worth. Whoever has the most points after five rounds wins "
                "the match."
            ),
        ),
    ),
    Section(
        N_("The cards"),
        (
            N_(
                "There are 25 cards: aces, sevens, kings, queens and jacks, five of each. Suits do "
                "not matter, and no rank is better than another."
            ),
            N_(
                "A hand is worth what it has of a kind: a pair 1 point, two pairs 2, three of a "
                "kind 3, a full house (three and two) 5, four of a kind 10, five of a kind 50. "
                "Five different cards are worth nothing."
            ),
        ),
        (
            Picture("A A 7 K J", N_("A pair: 1 point."), _drawn),
            Picture("Q Q Q J J", N_("A full house: 5 points."), _drawn),
            Picture("7 7 7 7 K", N_("Four of a kind: 10 points."), _drawn),
        ),
    ),
    Section(
        N_("A round"),
        (
            N_("Each player gets five cards. The players take turns at being the first."),
            N_(
                "The first player exchanges up to three cards, or none, and gets as many new ones. "
                "Then the second does. The cards stay secret, but both see how many the other "
                "exchanged. What was put away does not come back."
            ),
            N_(
                "Now the first may fold: the round is over and the second gets 2 points. If the "
                "first stays, the second may fold: the first gets 3 points."
            ),
            N_(
                "If both stay, both show. The hand that is worth more scores its worth, the other "
                "scores nothing. If both are worth the same, each scores half of it."
            ),
        ),
    ),
    Section(
        N_("Ways to play"),
        (
            N_(
                "A quick round has neither exchange nor folding, a strategic one no folding. The "
                "deck, the hand, the exchange, the points for folding and the number of rounds can "
                "be chosen for each table."
            ),
        ),
    ),
    Section(
        N_("Some advice"),
        (
            N_(
                "Keep what is of a kind and exchange the rest: on average nothing gives a better "
                "hand. But the number gives something away: a player who exchanges one card seems "
                "to hold two pairs or better, one who exchanges three only a pair. You may "
                "exchange fewer to look strong."
            ),
            N_(
                "The machine “equilíbrio” plays the solved game: on average nobody wins from it. "
                "The coach compares your decisions with what would be best against it."
            ),
        ),
    ),
)

GLOSSARY = (
    Term(N_("first"), N_("The player who exchanges and answers before the other in this round.")),
    Term(N_("exchange"), N_("To put cards away, face down, for as many new ones of the deck.")),
    Term(N_("fold"), N_("To give the round up; the other gets a few points, and nobody shows.")),
    Term(N_("stay"), N_("Not to fold.")),
    Term(N_("showdown"), N_("Both have stayed and show their cards: the hand worth more wins.")),
    Term(N_("pair"), N_("Two cards of a rank: 1 point.")),
    Term(N_("two pairs"), N_("Two cards of a rank and two of another: 2 points.")),
    Term(N_("three of a kind"), N_("Three cards of a rank: 3 points.")),
    Term(N_("full house"), N_("Three cards of a rank and two of another: 5 points.")),
    Term(N_("four of a kind"), N_("Four cards of a rank: 10 points.")),
    Term(N_("five of a kind"), N_("Five cards of a rank, all there are: 50 points.")),
    Term(
        N_("match"), N_("Five rounds; points are added, and the players take turns at being first.")
    ),
)


def lesson_options() -> Options:
    """The game as it is set."""
    return {}


def lesson(view: SeatView) -> list[LessonStep]:
    """The advice to a newcomer at this moment of the guided deal."""
    s = view.record[0]
    if s.phase == OVER:
        return [LessonStep(_lesson_at_the_end(s))]
    if not view.legal:
        text = _(
            "It is the other player's turn. You will see how many cards are exchanged, not which."
        )
        return [LessonStep(text, "rivals")]
    if s.phase == EXCHANGING:
        return _lesson_of_the_exchange(s, view.seat)
    if s.phase == FOLDING:
        return [LessonStep(_lesson_of_the_answer(s, view.seat), "actions")]
    return []


def _lesson_of_the_exchange(s: Any, seat: int) -> list[LessonStep]:
    hand = [int(n) for n in s.dealt[seat]]
    held = _("Welcome! You hold {hand}.").format(hand=hand_words(hand))
    useless = greedy_exchange(hand, int(s.most))
    if not any(useless):
        text = _("{held} Every card helps it: keep all of them.").format(held=held)
        return [LessonStep(text, "actions")]
    told = _("{held} Cards of a kind count, the others do not: {cards} can go. Tap them.")
    return [
        LessonStep(told.format(held=held, cards=" ".join(text_of(useless))), "own"),
        LessonStep(_("Then press Exchange. The other sees only how many."), "actions"),
    ]


def _lesson_of_the_answer(s: Any, seat: int) -> str:
    hand, n = [int(x) for x in s.hand[seat]], int(s.exchanged[1 - seat])
    first = s.first == seat
    prize = int(s.fold_first if first else s.fold_second)
    told = ngettext(
        "You now hold {hand}, and the other exchanged {n} card.",
        "You now hold {hand}, and the other exchanged {n} cards.",
        n,
    ).format(hand=hand_words(hand), n=n)
    if class_of(hand) in (NOTHING, PAIR):
        return _(
            "{told} Fold and the other gets {prize}. That is little against a strong hand, but "
            "much against a pair: a player who exchanged many cards did not hold much."
        ).format(told=told, prize=prize)
    return _("{told} That is worth showing: stay. To fold would give the other {prize}.").format(
        told=told, prize=prize
    )


def _lesson_at_the_end(s: Any) -> str:
    if s.folded:
        return _(
            "Somebody folded, so the other scores without showing. At a real table the cards stay "
            "secret; here all are shown when a round is over, so that you can learn from it."
        )
    best = max(
        ([int(n) for n in s.shown[seat]] for seat in (0, 1)), key=lambda c: (class_of(c), size(c))
    )
    return _(
        "Showdown: {hand} is the best hand on the table, and scores that. Four more rounds, and "
        "the players take turns at being first. Try the coach beside the table."
    ).format(hand=hand_words(best))
