"""Simplified poker for newcomers: the rules, the words, and a first round with somebody beside you.

Source of the rules: the document named in :mod:`.rules`, told in our own words.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from ludoteca.core.guide import read_guide
from ludoteca.core.i18n import _, ngettext
from ludoteca.core.numbers import chance_words
from ludoteca.core.rooms import LessonStep

from .face_cards import card
from .hands import SYMBOLS, class_of, greedy_exchange, size, text_of
from .notation import hand_words
from .odds import showdown
from .rules import EXCHANGING, FOLD, FOLDING, OVER, STAY, STOP

if TYPE_CHECKING:
    from ludoteca.core.options import Options
    from ludoteca.core.view import SeatView


def _drawn(symbol: str) -> Markup:
    return card(SYMBOLS.index(symbol))


RULES, GLOSSARY = read_guide(Path(__file__).with_suffix(".md"), _drawn)


def lesson_options() -> Options:
    """The game as it is set."""
    return {}


def lesson(view: SeatView) -> list[LessonStep]:
    """The advice to a newcomer at this moment of the guided deal."""
    s = view.record[0]
    if s.phase == OVER:
        return [LessonStep(_lesson_at_the_end(s, view.seat))]
    if not view.legal:
        text = _(
            "It is the other player's turn. You will see how many cards are exchanged, not which."
        )
        return [LessonStep(text, "rivals")]
    if s.phase == EXCHANGING:
        return _lesson_of_the_exchange(s, view.seat)
    if s.phase == FOLDING:
        return [_lesson_of_the_answer(view)]
    return []


def _lesson_of_the_exchange(s: Any, seat: int) -> list[LessonStep]:
    hand = [int(n) for n in s.dealt[seat]]
    held = _("Welcome! You hold {hand}.").format(hand=hand_words(hand))
    useless = greedy_exchange(hand, int(s.most))
    if not any(useless):
        text = _("{held} Every card helps it: keep all of them.").format(held=held)
        return [LessonStep(text, f"act-{STOP}")]
    told = _("{held} Only cards of a kind count, so tap what you can exchange: {cards}.")
    told_next = _(
        "Once a card is tapped, Keep all becomes Exchange: press it. The other sees only how many."
    )
    return [
        LessonStep(told.format(held=held, cards=" ".join(text_of(useless))), "own"),
        LessonStep(told_next, f"act-{STOP} submit"),
    ]


def _lesson_of_the_answer(view: SeatView) -> LessonStep:
    s, seat = view.record[0], view.seat
    hand, n = [int(x) for x in s.hand[seat]], int(s.exchanged[1 - seat])
    first = s.first == seat
    prize = int(s.fold_first if first else s.fold_second)
    told = ngettext(
        "You now hold {hand}, and the other exchanged {n} card.",
        "You now hold {hand}, and the other exchanged {n} cards.",
        n,
    ).format(hand=hand_words(hand), n=n)
    worth = showdown(view)
    if worth is None:
        text = _(
            "{told} Whoever exchanged many cards did not hold much. Press Stay, or Fold: then the "
            "other gets {prize}."
        )
        return LessonStep(text.format(told=told, prize=prize), "actions")
    chance, press = chance_words(float(worth.better + worth.tie)), FOLD
    if not worth.better + worth.tie:
        text = _(
            "{told} If the other is not bluffing you would win none of the showdowns: fold, and "
            "the other gets {prize}."
        )
    elif worth.mean < -prize:
        text = _(
            "{told} You win or tie {chance} of the showdowns, but what you lose in the others is "
            "more: fold, and the other gets {prize}."
        )
    else:
        text = _(
            "{told} You win or tie {chance} of the showdowns: press Stay. If you fold, the other "
            "gets {prize}."
        )
        press = STAY
    return LessonStep(text.format(told=told, chance=chance, prize=prize), f"act-{press}")


def _lesson_at_the_end(s: Any, seat: int) -> str:
    if s.folded:
        text = _(
            "The other folded, so you score. At a real table nobody would see the cards now; here "
            "you learn from them. Press Next round: you take turns at being first."
        )
        if s.folded - 1 == seat:
            text = _(
                "You folded, so the other scores. At a real table nobody would see the cards now; "
                "here you learn from them. Press Next round: you take turns at being first."
            )
        return text
    best = max(
        ([int(n) for n in s.shown[seat]] for seat in (0, 1)), key=lambda c: (class_of(c), size(c))
    )
    return _(
        "Showdown: the best hand is {hand}, and scores that. Press Next round: four more follow, "
        "and you take turns at being first."
    ).format(hand=hand_words(best))
