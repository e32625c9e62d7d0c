"""Eräs korttipeli for newcomers: the rules, the words, and a first round with somebody beside you.

Source of the rules: the document named in :mod:`.rules`, told in our own words.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludoteca.core.guide import read_guide
from ludoteca.core.i18n import _, ngettext
from ludoteca.core.rooms import LessonStep
from ludoteca.web.kit.guide import french_card

from .combinations import SINGLE, STRENGTH, THREE, TYPE_NAMES, best_cards, points, strength
from .counts import assignments, ways_below
from .notation import card_text, kinds_of, signs
from .odds import best_lays, rivals_of
from .rules import DEALING, LAYING, NUMBERING, OVER
from .trick_odds import Rivals

if TYPE_CHECKING:
    from ludoteca.core.options import Options
    from ludoteca.core.view import SeatView

_MANY = 3  #: cards of a lay from which on there is much to win
_LIKELY, _EVEN, _WORTH_A_TRY = 0.75, 0.5, 0.25  #: chances to win

RULES, GLOSSARY = read_guide(Path(__file__).with_suffix(".md"), french_card)


def lesson_options() -> Options:
    """One shorter round."""
    return {"values": 9, "rounds": 1}


def lesson(view: SeatView) -> list[LessonStep]:
    """The comment for a newcomer at this moment of the guided round."""
    s = view.record[0]
    if s.phase == OVER:
        n = int(points(s.pile[view.seat]))
        text = ngettext(
            "Your pile: {n} point. Groups of three and four score most. Press Play a whole game.",
            "Your pile: {n} points. Groups of three and four score most. Press Play a whole game.",
            n,
        ).format(n=n)
        return [LessonStep(text, "piles")]
    if s.phase == DEALING or not view.legal:
        text = _("It is the other player's turn. You will see how many cards are laid, not which.")
        return [LessonStep(text, "rivals")]
    if s.phase == NUMBERING:
        return _lesson_of_the_lay(s, view.seat)
    if s.phase == LAYING:
        return [LessonStep(_("Choose as many cards as you announced."), "own")]
    text = _("You may take cards back. For each one you show another, which stays.")
    return [LessonStep(text, "own")]


def _lesson_of_the_lay(s: Any, seat: int) -> list[LessonStep]:
    hand = int(s.hand[seat])
    kind = int(strength(hand)) // STRENGTH
    best = _("Your best combination is {cards}: {type}.").format(
        cards=signs(int(best_cards(hand))), type=_(TYPE_NAMES[kind])
    )
    named = _pieces(int(best_cards(hand))) if kind > SINGLE else ()
    laid = max(int(n) for n in s.laid_count)
    if laid == 0 and s.tricks == 0:
        welcome = _(
            "Welcome! Both lay cards face down, and the best combination takes them all. At the "
            "end your pile scores: most for cards of one value."
        )
        press = _("Tap the cards, then press Lay. The other sees only how many.")
        return [
            LessonStep(welcome, "table"),
            LessonStep(best, "own", named),
            LessonStep(_lead_words(s, hand), "own", named),
            LessonStep(press, "own" if named else "submit actions", named, "submit actions"),
        ]
    if laid == 0:
        return [LessonStep(f"{best} {_lead_words(s, hand)}", "own", named, "submit actions")]
    text = ngettext("{best} The other laid {n} card.", "{best} The other laid {n} cards.", laid)
    told = text.format(best=best, n=laid)
    advice, cards = _answer_words(s, seat, laid)
    return [LessonStep(f"{told} {advice}", "table", _pieces(cards), "submit actions")]


def _pieces(cards: int) -> tuple[str, ...]:
    """Cards of the hand, as a step names them."""
    return tuple(f"own:{card_text(kind)}" for kind in kinds_of(cards))


def _answer_words(s: Any, seat: int, laid: int) -> tuple[str, int]:
    """Advice to who answers ``laid`` cards, which agrees with the odds beside them; and its cards.

    Where there is little to win, the weakest lay that is likely to win will do. A machine that
    answers three cards or more mostly tries to win them, though its chance is less than half.
    """
    rivals = rivals_of(s, seat)
    lays = best_lays(int(s.hand[seat]))
    chances = [_chance(rivals, int(strength(lay))) for lay in lays]
    enough = [lay for lay, chance in zip(lays, chances, strict=True) if chance >= _LIKELY]
    if chances[0] > _EVEN:
        lay = enough[-1] if enough and laid < _MANY else lays[0]
        text = _("Tap {cards}, and press Lay: that beats most of what may lie there.")
        return text.format(cards=signs(lay)), lay
    if chances[0] >= _WORTH_A_TRY and laid >= _MANY:
        text = _("Your combination may lose, but there is much to win: tap it, and press Lay.")
        return text, lays[0]
    text = _("Most of what may lie there beats your combination: tap a low card, and press Lay.")
    return text, int(s.hand[seat]) & -int(s.hand[seat])


@lru_cache(maxsize=64)
def _chance(rivals: Rivals, lay: int) -> float:
    """The chance that a lay of this strength beats the other's: that of the odds beside it."""
    ways = ways_below(rivals.unseen, rivals.numbers[0], lay)
    return ways / assignments(rivals.unseen, rivals.numbers)


def _lead_words(s: Any, hand: int) -> str:
    """Advice to who leads, on laying the best combination: what the advanced machine mostly does.

    Among such machines a lead of three or more cards that fit wins three tricks of four and more, a
    straight flush of two every second one, a pair every third.
    """
    kind = int(strength(hand)) // STRENGTH
    if s.undealt:
        if kind >= THREE:
            return _("You lead: lay it. It mostly wins, and your hand is filled up again.")
        if kind > SINGLE:
            return _(
                "You lead: lay it with cards that fit nothing. It may lose, but your hand is "
                "filled up again."
            )
        return _("You lead, and nothing fits together: lay low cards, and get new ones.")
    if kind >= THREE:
        return _(
            "You lead, and the deck is empty: lay it, for it mostly wins, or first a single card, "
            "to take more with it later."
        )
    if kind > SINGLE:
        return _("You lead, and the deck is empty: lay it. Against single cards it wins.")
    return _("You lead, and the deck is empty: lay one card. There is little left to win.")
