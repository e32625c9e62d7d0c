"""One line of reason for a move, as a mus player would give it."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludoteca.core import calls
from ludoteca.core.errors import NoWorld
from ludoteca.core.i18n import N_, _, ngettext, number_text
from ludoteca.core.jit import njit
from ludoteca.core.kernel import sample_index
from ludoteca.core.player_names import name_and_level
from ludoteca.core.view import SeatView

from ..counting import best_seat, lacks
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
    OPEN,
    ORDAGO,
    PARES,
    REFUSED,
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

MOSTLY = 0.6
"""The chance from which on a bet wins often enough, by a refusal or by the cards, to say so."""

SURE = 0.85
"""The chance from which on an órdago needs no other reason."""

NEARLY_WON = 10
"""Stones that rivals who have nearly won still lack, at most: a reason to stake all."""

_WORLDS = 200
"""Deals in which a bluff is tried."""

_PARES = (N_("no pares"), N_("a par"), N_("medias"), N_("duples"))


def better_words(view: SeatView, better: Sequence[int], played: Sequence[int]) -> str:
    """The reason for the move ``better`` in place of the one ``played``."""
    s, action, other = view.record[0], better[0], played[0]
    if s.phase == DISCARDING:
        kept, before = (_kept(s, view.seat, move - DISCARD) for move in (action, other))
        if any(kept) and kept != before and all(n <= m for n, m in zip(kept, before, strict=True)):
            text = _("keep {cards} alone: what may come for the others is worth more on average")
            return text.format(cards=cards_words(s, view.seat, kept))
    if s.phase != BETTING or action < ENVITE or (other < ENVITE and other != ORDAGO):
        return reason_words(view, action)
    share = float(chance_at(view.record, DATA[EXPERT]))
    if share < 1 / 2:
        return reason_words(view, action)
    if other != ORDAGO and action > other:
        return _with_chance(s, view.seat, share, _("a larger bet, because the hand is worth it"))
    return _with_chance(s, view.seat, share, _("a smaller bet, which worse hands may accept"))


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
    elif points >= 31:
        text = _("no mus: these cards have juego, which others might not")
    else:
        text = _("no mus: more of the deals that were tried were won with these cards")
    return text.format(stones=stones)


def _of_discard(view: SeatView, mask: int) -> str:
    """The use of the cards that are kept, in a few words."""
    s, me = view.record[0], view.seat
    kept = _kept(s, me, mask)
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


def _kept(s: Any, me: int, mask: int) -> list[int]:
    return [int(s.hand[me, kind] - thrown_of(s.hand[me], mask, kind)) for kind in range(KINDS)]


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
    """The hand and the word; how often the lance is won where that speaks for the word."""
    s, me = view.record[0], view.seat
    share = float(chance_at(view.record, DATA[EXPERT]))
    if action >= ENVITE and share < 1 / 2:
        word, is_told = _bluff(view, action), False
    else:
        word, is_told = _word(s, me, action, share)
    if is_told:
        return _with_chance(s, me, share, word)
    return _("{hand}: {word}").format(hand=_hand_in(s, me), word=word)


def _with_chance(s: Any, me: int, share: float, word: str) -> str:
    """The hand, the word, and the chance that the pair wins the lance, which speaks for it."""
    return _("{hand}: {word}; going by what was said, {lance} is won by the pair {often}").format(
        hand=_hand_in(s, me),
        word=word,
        lance=LANCE_NAMES[int(s.lance)],
        often=_often(share),
    )


def _bluff(view: SeatView, action: int) -> str:
    """The reason for a bet with the worse chance: how often it is refused."""
    try:
        refused, better = _tried(view, action)
    except NoWorld:
        refused, better = 0.0, 0.0
    if refused >= 1 / 2:
        text = _(
            "a bluff, which rivals who play like {name} refuse {refused} ({n} simulated deals)"
        )
    elif refused + (1.0 - refused) * better >= MOSTLY:
        text = _(
            "half a bluff: rivals who play like {name} refuse it {refused}, and else the pair has "
            "the better hand {better} ({n} simulated deals)"
        )
    else:
        text = _("a bluff now and then, so that the rivals cannot trust every bet")
    return text.format(
        name=name_and_level(view.game.info, view.game.info.levels[EXPERT]),
        n=_WORLDS,
        refused=_often(refused),
        better=_often(better),
    )


def _tried(view: SeatView, action: int) -> tuple[float, float]:
    """The share of deals in which a bet is refused, and of the others those that would be won.

    The deals agree with what the seat saw; all play on by the level ``EXPERT``.

    Raises
    ------
    NoWorld
        where there are no such deals
    """
    rng, (ids, prob) = np.random.default_rng(1), view.game.buffers()
    worlds = view.game.state_layout.empty(_WORLDS)
    calls.resample_all(view.record, 0, view.seat, rng, worlds)
    lance, refused, better = int(view.record[0].lance), 0, 0
    for i in range(_WORLDS):
        s = worlds[i]
        calls.apply_action(worlds, i, action)
        while s.outcome[lance] == OPEN and s.bettor == view.seat + 1:
            n = calls.policy_probs(worlds, i, EXPERT, ids, prob)
            calls.apply_action(worlds, i, ids[sample_index(prob, n, rng.random())])
        if s.outcome[lance] == REFUSED:
            refused += 1
        elif best_seat(s, lance) % TEAMS == view.seat % TEAMS:
            better += 1
    return refused / _WORLDS, better / max(_WORLDS - refused, 1)


def _word(s: Any, me: int, action: int, share: float) -> tuple[str, bool]:
    """A word and what speaks for it; whether ``share``, the chance of the lance, does so too."""
    lost = max(int(s.agreed), 1)  # stones, where the bet is refused
    good = share >= 1 / 2
    if action == ORDAGO:
        return _ordago(s, me, share), share >= SURE
    if action == ACCEPT and not good:
        return _accepted(s, me, share, lost)
    if action == ACCEPT:
        return _("quiero"), True
    if action >= ENVITE:
        return _("envido, and more") if s.bettor > 0 else _("envido"), True
    if s.bettor > 0 and is_last_to_answer(s):
        return (_refusal(s, lost), False) if good else (_("no quiero"), True)
    if not _partner_speaks_later(s, me):
        return _("paso, because worse hands would refuse a bet") if good else _("paso"), True
    if good and s.bettor == 0:
        return _("paso, because worse hands would refuse a bet, and may bet themselves"), True
    if latest_sign(s, me, (me + 2) % SEATS) >= 0:
        return _("paso, because the partner has made a sign and may answer"), not good
    return _("paso, because the partner may still speak"), not good


def _ordago(s: Any, me: int, share: float) -> str:
    n = int(lacks(s, 1 - me % TEAMS))
    if share >= SURE:
        return _("órdago, because few hands beat this one")
    if share < BLUFF or n > NEARLY_WON:
        return _("órdago, to make them refuse")
    text = ngettext(
        "órdago, because the rivals need only {n} more stone",
        "órdago, because the rivals need only {n} more stones",
        n,
    )
    return text.format(n=n)


def _accepted(s: Any, me: int, share: float, lost: int) -> tuple[str, bool]:
    """The reason to accept with the worse chance, and whether that chance is enough for it."""
    n = int(lacks(s, 1 - me % TEAMS))
    if s.all_in and n <= NEARLY_WON:
        text = ngettext(
            "quiero, because the rivals need only {n} more stone",
            "quiero, because the rivals need only {n} more stones",
            n,
        )
        return text.format(n=n), False
    if s.all_in:
        return _("quiero, because the rivals may be bluffing"), False
    # Who wins x of all bets of so many stones has (2 x - 1) bet, and who refuses has -lost.
    enough = ceil(10 * (int(s.bet) - lost) / (2 * int(s.bet)))
    if round(10 * share) >= enough:
        text = ngettext(
            "quiero, because refusing costs {n} stone at once, and to win {often} is enough",
            "quiero, because refusing costs {n} stones at once, and to win {often} is enough",
            lost,
        )
        return text.format(n=lost, often=_often(enough / 10)), True
    text = ngettext(
        "quiero, because refusing costs {n} stone at once, and the rivals may be bluffing",
        "quiero, because refusing costs {n} stones at once, and the rivals may be bluffing",
        lost,
    )
    return text.format(n=lost), False


def _refusal(s: Any, lost: int) -> str:
    """The reason to refuse with the better chance."""
    if s.all_in:
        text = ngettext(
            "no quiero, because refusing costs {n} stone, and an órdago may cost the juego",
            "no quiero, because refusing costs {n} stones, and an órdago may cost the juego",
            lost,
        )
    else:
        text = ngettext(
            "no quiero, because refusing costs {n} stone, and the bet may cost {bet}",
            "no quiero, because refusing costs {n} stones, and the bet may cost {bet}",
            lost,
        )
    return text.format(n=lost, bet=int(s.bet))


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
