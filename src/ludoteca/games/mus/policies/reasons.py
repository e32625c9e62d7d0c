"""One line of reason for a move, as a mus player would give it."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.i18n import N_, _, ngettext, number_text
from ludoteca.core.jit import njit
from ludoteca.core.view import SeatView

from ..counting import lacks
from ..hands import (
    ACE,
    DUPLES,
    HAND,
    KINDS,
    KING,
    MEDIAS,
    POINTS,
    juego_points,
    pares_class,
    thrown_of,
)
from ..ids import (
    ACCEPT,
    BETTING,
    CHICA,
    CUT,
    DISCARD,
    DISCARDING,
    ENVITE,
    GRANDE,
    JUEGO,
    LANCES,
    NOTHING,
    ORDAGO,
    PARES,
    SAY,
    SEATS,
    SIGN,
    TALKING,
    TEAMS,
)
from ..notation import LANCE_NAMES, PHRASE_WORDS, SIGN_WORDS, cards_words, lance_hand_text
from ..rules import is_last_to_answer
from ..signs import latest_sign
from .chances import cut_gain, know, nothing_known, pair_chance, place_of, takes_part
from .levels import DATA, EXPERT

BLUFF = 1 / 3
"""The chance below which a bet is called a bluff."""

SURE = 0.85
"""The chance from which on an órdago needs no other reason."""

NEARLY_WON = 10
"""Stones that rivals who have nearly won still lack, at most: a reason to stake all."""

_PARES = (N_("no pares"), N_("a par"), N_("medias"), N_("duples"))


def reason_words(view: SeatView, action: int) -> str:
    """The reason for ``action`` from what the seat sees."""
    s = view.record[0]
    if s.phase == TALKING:
        return _of_mus(view, action)
    if s.phase == DISCARDING:
        return _of_discard(view, action - DISCARD)
    return _of_bet(view, action) if s.phase == BETTING else _of_window(action)


# -- mus and discards ------------------------------------------------------------------------------


def _of_mus(view: SeatView, action: int) -> str:
    s, me = view.record[0], view.seat
    hand = s.hand[me]
    gain, scored = (
        np.array([cut_gain(s, me, lance, by_score) for lance in range(LANCES)])
        for by_score in (False, True)
    )
    if (gain.sum() > 0) != (scored.sum() > 0) and (action == CUT) == (scored.sum() > 0):
        if action == CUT:
            text = _("no mus: at {own} to {rivals} {lance} counts most, and these cards are better")
        else:
            text = _("mus: at {own} to {rivals} {lance} counts most, and other cards are better")
        own, rivals = int(s.score[me % TEAMS]), int(s.score[1 - me % TEAMS])
        lance = LANCE_NAMES[int((scored * np.sign(scored.sum())).argmax())]
        return text.format(own=own, rivals=rivals, lance=lance)
    stones = number_text(abs(gain.sum()), ".1f")
    if action != CUT:
        if gain.sum() <= -0.05:  # else the number would be 0.0
            text = _("mus: other cards are worth {stones} stones more than these")
        else:
            text = _("mus: more of the deals that were tried were won with other cards")
        return text.format(stones=stones)
    points, pares = int(juego_points(hand)), int(pares_class(hand))
    if points >= 31 and pares:
        return _("no mus: both {pares} and juego").format(pares=_(_PARES[pares]))
    if points == 31 and place_of(s, me) == 0:
        return _("no mus: nobody beats 31 of the mano in juego")
    if points == 31:
        return _("no mus: 31 is the best juego")
    if pares == DUPLES:
        return _("no mus: duples are the best pares, and count 3")
    if pares == MEDIAS:
        return _("no mus: medias win pares from every par")
    if gain.sum() > 0:
        text = _("no mus: these cards are worth {stones} stones more than what might come")
    else:
        text = _("no mus: the cards are no good, but mus would help the rivals more")
    return text.format(stones=stones)


def _of_discard(view: SeatView, mask: int) -> str:
    """The use of the cards that are kept, in a few words."""
    s, me = view.record[0], view.seat
    kept = [int(s.hand[me, kind] - thrown_of(s.hand[me], mask, kind)) for kind in range(KINDS)]
    if not any(kept):
        return _("nothing here is worth keeping")
    cards, n = cards_words(s, me, kept), sum(kept)
    points = sum(n * POINTS[kind] for kind, n in enumerate(kept))
    if n == HAND:
        text = _("these four are as good as they can be")
    elif n == HAND - 1 and points == 31 - POINTS[KING]:
        text = _("keep {cards}: a king or any court card makes 31")
    elif n == HAND - 1 and points == 31 - POINTS[ACE]:
        text = _("keep {cards}: an ace makes 31")
    elif kept[KING] >= 2:
        text = _("keep {cards}: kings are good for grande, pares and juego")
    elif kept[ACE] >= 2:
        text = _("keep {cards}: aces are good for chica and pares")
    elif pares_class(np.array(kept)):
        text = _("keep {cards}: they are pares already")
    elif kept[KING]:
        text = _("keep {cards}: a king is good for grande and juego")
    else:
        text = _("keep {cards}: the best start for a hand")
    return text.format(cards=cards)


def _of_window(action: int) -> str:
    if action == NOTHING:
        return _("nothing here is worth a sign that the rivals might catch")
    if SIGN <= action < SAY:
        text, words = _("the partner should know: {sign}"), SIGN_WORDS[action - SIGN]
        return text.format(sign=_(words))
    if action >= SAY:
        text, words = _("everybody hears it, true or not: {phrase}"), PHRASE_WORDS[action - SAY]
        return text.format(phrase=_(words))
    return _("a sign was caught, and the answer to a question must be true")


# -- bets ------------------------------------------------------------------------------------------


def _of_bet(view: SeatView, action: int) -> str:
    s, me = view.record[0], view.seat
    share = float(chance_at(view.record, DATA[EXPERT]))
    return _("{hand}: {word}; going by what was said, {lance} is won by the pair {often}").format(
        hand=_hand_in(s, me),
        word=_word(s, me, action, share),
        lance=LANCE_NAMES[int(s.lance)],
        often=_often(share),
    )


def _word(s: Any, me: int, action: int, share: float) -> str:
    """A word of a bet and what speaks for it, where the lance is won with chance ``share``."""
    if action == ORDAGO and share >= SURE:
        return _("órdago, because few hands beat this one")
    n = int(lacks(s, 1 - me % TEAMS))
    if action == ORDAGO and (share < BLUFF or n > NEARLY_WON):
        return _("órdago, to make them refuse")
    if action == ORDAGO:
        text = ngettext(
            "órdago, because the rivals need only {n} more stone",
            "órdago, because the rivals need only {n} more stones",
            n,
        )
        return text.format(n=n)
    good = share >= 1 / 2
    if action == ACCEPT and good:
        return _("quiero")
    if action == ACCEPT and s.all_in:
        return _("quiero, because there is little left to lose")
    if action == ACCEPT:
        n = max(int(s.agreed), 1)
        text = ngettext(
            "quiero, because refusing costs {n} stone at once",
            "quiero, because refusing costs {n} stones at once",
            n,
        )
        return text.format(n=n)
    if action >= ENVITE and not good:
        return _("a bluff") if share < BLUFF else _("half a bluff")
    if action >= ENVITE:
        return _("envido, and more") if s.bettor > 0 else _("envido")
    if s.bettor > 0 and is_last_to_answer(s):
        return _("no quiero")
    if _partner_speaks_later(s, me):
        if latest_sign(s, me, (me + 2) % SEATS) >= 0:
            return _("paso, because the partner has made a sign and may answer")
        return _("paso, because the partner may still speak")
    return _("paso, because worse hands would refuse a bet") if good else _("paso")


def _partner_speaks_later(s: Any, me: int) -> bool:
    if s.bettor > 0:
        return not is_last_to_answer(s)
    return bool(takes_part(s, (me + 2) % SEATS, s.lance)) and int(place_of(s, me)) < TEAMS


def _hand_in(s: Any, me: int) -> str:
    """The own hand in the lance, and the place where it decides ties: "31 and mano"."""
    hand, place = s.hand[me], int(place_of(s, me))
    if s.lance == GRANDE:
        n = int(hand[KING])
        words = ngettext("{n} king", "{n} kings", n).format(n=n) if n else _("without a king")
    elif s.lance == CHICA:
        n = int(hand[ACE])
        words = ngettext("{n} ace", "{n} aces", n).format(n=n) if n else _("without an ace")
    elif s.lance == PARES:
        paired = [int(n) if n > 1 else 0 for n in hand]
        words = f"{_(_PARES[int(pares_class(hand))])} ({cards_words(s, me, paired)})"
    else:
        words = _("juego of {points}") if s.lance == JUEGO else _("punto of {points}")
        words = words.format(points=lance_hand_text(s.lance, hand))
    if place == 0:
        return _("{hand}, as mano").format(hand=words)
    return _("{hand}, as postre").format(hand=words) if place == SEATS - 1 else words


def _often(share: float) -> str:
    """A chance as players say it."""
    n = round(10 * share)
    if n == 0:
        return _("less than once in 10")
    if n == 10:
        return _("nearly always")
    return _("once in 10") if n == 1 else _("{n} times in 10").format(n=n)


@njit
def chance_at(states: NDArray[np.void], level: NDArray[np.float64]) -> float:
    """The chance that the pair of the seat to move wins the lance, as ``level`` sees it."""
    s = states[0]
    known = nothing_known()
    know(s, s.to_move, s.lance, level, known)
    return float(pair_chance(s, s.to_move, s.lance, known))
