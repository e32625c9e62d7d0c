"""One line of reason for a word, a cut or a discard, as a mus player would give it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.i18n import N_, _
from ludoteca.core.jit import njit
from ludoteca.core.view import SeatView

from ..counting import lacks
from ..hands import DUPLES, KINDS, MEDIAS, code_of, juego_points, pares_class, thrown_of
from ..ids import ACCEPT, BETTING, DISCARD, DISCARDING, ENVITE, MUS, ORDAGO, TALKING, TEAMS
from ..rules import is_last_to_answer, mano
from .chances import deck_of, know, nothing_known, pair_chance, place_of, rounds_of
from .hand_numbers import hand_number, text_of_code
from .levels import DATA, EXPERT
from .tables import GAIN

LANCE_NAMES = (N_("grande"), N_("chica"), N_("pares"), N_("juego"), N_("punto"))


BLUFF = 1 / 3
"""The chance below which a bet is called a bluff."""


def reason(view: SeatView, action: int) -> str:
    """The reason for ``action`` from what the seat sees; "" where there is none to give."""
    s = view.record[0]
    if s.phase == TALKING:
        return _of_mus(view, action)
    if s.phase == DISCARDING:
        kept = [
            int(s.hand[view.seat, k] - thrown_of(s.hand[view.seat], action - DISCARD, k))
            for k in range(KINDS)
        ]
        if not any(kept):
            return _("nothing here is worth keeping")
        return _("{cards} is the best beginning of a hand").format(
            cards=text_of_code(int(code_of(kept)))
        )
    return _of_bet(view, action) if s.phase == BETTING else ""


def _of_mus(view: SeatView, action: int) -> str:
    s, me = view.record[0], view.seat
    hand = s.hand[me]
    gain = float(GAIN[deck_of(s), rounds_of(s), place_of(s, me), hand_number(hand)])
    if action == MUS:
        return _("mus: what these cards may become is worth more ({stones} stones)").format(
            stones=f"{-gain:+.1f}"
        )
    points, pares = int(juego_points(hand)), int(pares_class(hand))
    if points == 31 and mano(s) == me:
        return _("no mus: with 31 as mano nobody wins juego from you")
    if points == 31:
        return _("no mus: 31 is the best juego")
    if pares == DUPLES:
        return _("no mus: duples are the best pares, and count 3")
    if points > 31 and pares:
        return _("no mus: pares and juego at once")
    if pares == MEDIAS:
        return _("no mus: medias win pares from every par")
    return _("no mus: these cards are worth more than what may come ({stones} stones)").format(
        stones=f"{gain:+.1f}"
    )


def _of_bet(view: SeatView, action: int) -> str:
    s, me = view.record[0], view.seat
    lance = _(LANCE_NAMES[int(s.lance)])
    share = float(chance_at(view.record, DATA[EXPERT]))
    chance = f"{share:.0%}"
    if action == ORDAGO:
        return _("órdago: {lance} is yours with {chance}, and the rivals lack {n} stones").format(
            lance=lance, chance=chance, n=int(lacks(s, 1 - me % TEAMS))
        )
    if action == ACCEPT:
        text = _("quiero: your pair wins {lance} with {chance}")
    elif action >= ENVITE and share < BLUFF:
        text = _("a bluff: your pair wins {lance} with {chance} only")
    elif action >= ENVITE:
        text = _("envido: your pair wins {lance} with {chance}")
    elif s.bettor == 0:
        text = _("paso: your pair wins {lance} with {chance} only")
    elif is_last_to_answer(s):
        text = _("no quiero: your pair wins {lance} with {chance} only")
    else:
        text = _("the word is your partner's, who may have better: yours alone is not enough")
    return text.format(lance=lance, chance=chance)


@njit
def chance_at(states: NDArray[np.void], level: NDArray[np.float64]) -> float:
    """The chance that the pair of the seat to move wins the lance, as ``level`` sees it."""
    s = states[0]
    known = nothing_known()
    know(s, s.to_move, s.lance, level, known)
    return float(pair_chance(s, s.to_move, s.lance, known, True))
