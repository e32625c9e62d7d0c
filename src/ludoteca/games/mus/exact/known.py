"""The knowledge of a seat about the others' hands, as a condition under which deals are counted.

During play the cards alone are evidence: what the others chose to throw, to bet or to leave unsaid
is none. So until cards are shuffled again, all that a seat has not had are equally likely to be
anywhere, and declarations and signs tell which hands the others may hold now.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ludoteca.core.i18n import N_, _
from ludoteca.core.ids import SPECTATOR
from ludoteca.core.jit import njit
from ludoteca.core.view import SeatView

from ..cards_shown import cards_of, rank_words
from ..hands import KINDS
from ..ids import BEFORE_CHICA, JUEGO, PARES, SEATS, WINDOWS
from ..notation import SIGN_WORDS
from ..record import thrown_by
from ..signs import CUT_IT, HAVE_JUEGO, HAVE_PARES, known_sign, signs_of
from .types import Deck, deck_of
from .wins import LEFT, PARTNER, RIGHT

_OTHERS = (RIGHT, PARTNER, LEFT)

_DECLARED = {
    (RIGHT, PARES, True): N_("the rival on your right has pares"),
    (RIGHT, PARES, False): N_("the rival on your right has no pares"),
    (RIGHT, JUEGO, True): N_("the rival on your right has juego"),
    (RIGHT, JUEGO, False): N_("the rival on your right has no juego"),
    (PARTNER, PARES, True): N_("your partner has pares"),
    (PARTNER, PARES, False): N_("your partner has no pares"),
    (PARTNER, JUEGO, True): N_("your partner has juego"),
    (PARTNER, JUEGO, False): N_("your partner has no juego"),
    (LEFT, PARES, True): N_("the rival on your left has pares"),
    (LEFT, PARES, False): N_("the rival on your left has no pares"),
    (LEFT, JUEGO, True): N_("the rival on your left has juego"),
    (LEFT, JUEGO, False): N_("the rival on your left has no juego"),
}
_SIGNED = {
    RIGHT: N_("the rival on your right signs: {sign}"),
    PARTNER: N_("your partner signs: {sign}"),
    LEFT: N_("the rival on your left signs: {sign}"),
}


class Known:
    """A condition on the three other hands, built fact by fact.

    Attributes
    ----------
    gone : cards by kind that nobody holds
    allowed : of shape (3, types), the types that each of the others may hold
    facts : the condition in words, a text for each fact
    """

    def __init__(self, deck: Deck) -> None:
        self.deck = deck
        self.gone: tuple[int, ...] = (0,) * KINDS
        self.allowed = np.ones((3, len(deck.types)), np.bool_)
        self.facts: list[str] = []

    def thrown(self, cards: Sequence[int]) -> None:
        """Take the cards that one has thrown out of the deck."""
        if any(cards):
            self.gone = tuple(cards)
            words = rank_words(cards_of(None, None, SPECTATOR, cards))
            self.facts.append(_("you have thrown {cards}").format(cards=words))

    def declared(self, other: int, lance: int, has: bool) -> None:
        """Let one of the others have pares or juego, or none."""
        self.allowed[other] &= (self.deck.types.classes[lance] > 0) == has
        self._add(_(_DECLARED[other, lance, has]))

    def signed(self, other: int, sign: int, signs_list: int) -> None:
        """Let a sign be true of the hand of one of the others."""
        bits = np.zeros(len(self.deck.types), np.int64)
        _signs(self.deck.types.hands, signs_list, bits)
        self.allowed[other] &= (bits >> sign & 1) > 0
        self._add(_(_SIGNED[other]).format(sign=_(SIGN_WORDS[sign])))

    def _add(self, fact: str) -> None:
        if fact not in self.facts:
            self.facts.append(fact)


@njit
def _signs(hands, signs_list, bits):  # type: ignore[no-untyped-def]
    for i in range(len(hands)):
        bits[i] = signs_of(hands[i], signs_list)


def known_in(view: SeatView) -> Known | None:
    """The condition that the seat of ``view`` knows of.

    None where it knows more than that: after a shuffle of thrown cards, of a card that was seen
    when it was dealt, of a sign or a word about a hand of which cards were thrown since.
    """
    s, me = view.record[0], view.seat
    seen = (int(face) - 1 for face in s.face_up if face)
    if int(s.shuffles) > 0 or any(card // KINDS != me for card in seen):
        return None
    known = Known(deck_of(view.options))
    known.thrown(thrown_by(s, me))
    for other in _OTHERS:
        seat = (me + 1 + other) % SEATS
        for window in range(WINDOWS):
            sign, has = _told(s, me, seat, window)
            if sign < 0 and has < 0:
                continue
            if window < BEFORE_CHICA and window != int(s.mus_rounds):
                return None
            if sign >= 0:
                known.signed(other, sign, int(s.signs))
            if has >= 0:
                known.declared(other, has, True)
        for lance, said in ((PARES, s.pares_said), (JUEGO, s.juego_said)):
            if said[seat]:
                known.declared(other, lance, int(said[seat]) == 2)
    return known


def _told(s: Any, me: int, seat: int, window: int) -> tuple[int, int]:
    """The sign that ``me`` knows ``seat`` gave in a window, and the lance of a true phrase.

    Each is below 0 for none: a wish, to cut or to bet, tells nothing of a hand.
    """
    sign = int(known_sign(s, me, seat, window)) - 2
    phrase = int(s.said[window, seat]) - 1
    lance = {HAVE_PARES: PARES, HAVE_JUEGO: JUEGO}.get(phrase, -1)
    return sign if 0 <= sign < CUT_IT else -1, lance
