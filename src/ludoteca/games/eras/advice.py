"""The odds that stand beside the cards: the chance to win the trick, from what the seat sees.

Of the lays that the hand allows, the best one of each type of combination is told: other cards that
are laid with it change its chance only by their number, which those who lay later see.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ludoteca.core.i18n import _
from ludoteca.core.numbers import Odd
from ludoteca.core.view import SeatView

from .combinations import STRENGTH, TYPE_NAMES, best_cards, count, strength
from .notation import signs
from .state import LAYING, NUMBERING, OVER, SHOWING, deck_kinds
from .winning import Effort, Rivals, Strongest, strongest

__all__ = ["odds_at", "odds_of_choice"]

_QUICK = Effort(counted=1_000_000, random_lays=20_000, tricks=1_000)


def odds_at(view: SeatView, rng: np.random.Generator) -> tuple[Odd, ...]:
    """The chance that each :func:`best_lays` wins, the strongest first; later that the own does."""
    s, me = view.record[0], view.seat
    if me < 0 or s.phase == OVER or (s.phase == LAYING and s.to_move == me):
        return ()
    rivals = rivals_of(s, me)
    if not rivals.hands:
        return ()
    mine = int(s.laid[me])
    if mine:
        found = strongest(rivals, int(count(mine)), "uniform", _QUICK, rng)
        return (Odd(_("your lay wins the trick"), found.chance(int(strength(mine)))),)
    lays = best_lays(int(s.hand[me]))
    against = _against(rivals, {int(count(lay)) for lay in lays}, rng)
    return tuple(
        Odd(_words(lay), against[int(count(lay))].chance(int(strength(lay)))) for lay in lays
    )


def odds_of_choice(view: SeatView, after: SeatView, rng: np.random.Generator) -> tuple[Odd, ...]:
    """The chance that the cards chosen to be laid, or left on the table, win."""
    if view.record[0].phase == SHOWING:
        return ()
    s, me = after.record[0], after.seat
    rivals, mine = rivals_of(s, me), int(s.laid[me])
    if not rivals.hands or not mine:
        return ()
    found = strongest(rivals, int(count(mine)), "uniform", _QUICK, rng)
    return (Odd(_words(mine), found.chance(int(strength(mine)))),)


def _against(rivals: Rivals, sizes: set[int], rng: np.random.Generator) -> dict[int, Strongest]:
    """How strong the others lay against so many cards; all the same once nobody lays later."""
    if not rivals.are_later:
        return dict.fromkeys(sizes, strongest(rivals, 0, "uniform", _QUICK, rng))
    return {k: strongest(rivals, k, "uniform", _QUICK, rng) for k in sorted(sizes)}


def _words(lay: int) -> str:
    name = _(TYPE_NAMES[int(strength(lay)) // STRENGTH])
    return _("win with {cards}, {type}").format(cards=signs(lay), type=name)


def best_lays(hand: int) -> list[int]:
    """The best combination of each type in a hand, the strongest first."""
    found: dict[int, int] = {}
    part = hand
    while part:
        if int(best_cards(part)) == part:
            kind = int(strength(part)) // STRENGTH
            if int(strength(part)) > int(strength(found.get(kind, 0))):
                found[kind] = part
        part = (part - 1) & hand
    return sorted(found.values(), key=lambda lay: -int(strength(lay)))


def rivals_of(s: Any, me: int) -> Rivals:
    """What the seat ``me`` sees of the others in the trick, from its record."""
    others = [seat for seat in range(int(s.players)) if seat != me]
    laying = [int(s.to_move)] if s.phase == LAYING else []
    laid = [seat for seat in others if s.laid_count[seat] or seat in laying]
    shown = [int(s.shown[seat]) if s.laid_count[seat] else 0 for seat in laid]
    down = [
        int(s.numbers[seat] if seat in laying else s.laid_count[seat]) - int(count(mask))
        for seat, mask in zip(laid, shown, strict=True)
    ]
    waiting = s.phase in (NUMBERING, LAYING)
    later = [seat for seat in others if seat not in laid and s.in_hand[seat] and waiting]
    return Rivals(
        deck=(int(s.values), int(s.suits), int(s.hand_size)),
        unseen=_unseen(s, me),
        numbers=tuple(down),
        hands=tuple(int(s.in_hand[seat] + s.laid_count[seat]) for seat in (*laid, *later)),
        shown=tuple(shown),
        piles=tuple(int(s.pile[seat]) for seat in (me, *laid, *later)),
        staying=bool(s.retreat),
    )


def _unseen(s: Any, me: int) -> int:
    """The cards of the deck that ``me`` cannot place."""
    cards = sum(1 << kind for kind in deck_kinds(int(s.values), int(s.suits)))
    known = int(s.hand[me]) | int(s.laid[me])
    for seat in range(int(s.players)):
        known |= int(s.pile[seat]) | int(s.shown[seat])
    return cards & ~known
