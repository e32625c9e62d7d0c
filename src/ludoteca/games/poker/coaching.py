"""What decisions are worth against the equilibrium, exactly, and what a decision cost.

The other plays the solved strategy of the round, the one that ships; a round with other cards or
prizes is solved on the spot. The seat knows its own cards and the numbers exchanged, weighs what
the other may hold by what the equilibrium would have done so far, and goes on at its best.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache

from ludoteca.core.i18n import N_, _
from ludoteca.core.numbers import Exact
from ludoteca.core.view import SeatView
from ludoteca.players.coaching import Coached

from . import hands
from .hands import Cards
from .paths import Round
from .response import Prospects, prospects
from .rules import FOLD, FOLDING, STAY, STOP
from .store import equilibrium
from .strategy import FIRST, SECOND

VALUES_REST_ON = N_("if the other plays the equilibrium and you go on at your best")


@cache
def against_equilibrium(played: Round, seat: int) -> Prospects:
    """What each decision of ``seat`` is worth against the equilibrium, in whole numbers."""
    return prospects(played, seat, equilibrium(played).in_round(played).side(1 - seat))


def values_at(view: SeatView) -> dict[int, Fraction] | None:
    """Points above the other's that each legal move leads to; None where the other never comes so.

    A card to discard is worth what the best exchange is that goes on with it.
    """
    record = view.record[0]
    if not view.legal:
        return None
    if int(record["phase"]) == FOLDING:
        return _answer_values(view)
    by_lot = _lot_values(view)
    if by_lot is None:
        return None
    given = row_of(view, "given")
    values: dict[int, Fraction] = {}
    for lot, value in by_lot.items():
        move = next_move(given, lot)
        values[move] = max(values.get(move, value), value)
    return {action: values[action] for action in view.legal}


def coached(view: SeatView, moves: Sequence[int]) -> Coached | None:
    """What an exchange or an answer cost; None where it is not over, or has no value."""
    if int(view.record[0]["phase"]) == FOLDING:
        return _coached_answer(view, moves[0])
    given = row_of(view, "given")
    lot = hands.plus(given, hands.counted(a for a in moves if a != STOP))
    if moves[-1] != STOP and hands.size(lot) < int(view.record[0]["most"]):
        return None
    by_lot = _lot_values(view)
    if by_lot is None:
        return None
    # Ranks are alike: of equal exchanges the one of low cards is named, or the one made.
    best = max(by_lot, key=lambda other: (by_lot[other], other == lot, other[::-1]))
    return Coached(
        played=tuple(moves),
        best=_moves(given, best, int(view.record[0]["most"])),
        played_words=_lot_words(lot),
        best_words=_lot_words(best),
        cost=Exact(by_lot[best] - by_lot[lot], _(VALUES_REST_ON)),
    )


# -- exchanging ---------------------------------------------------------------------------------


def _lot_values(view: SeatView) -> dict[Cards, Fraction] | None:
    """What each exchange is worth that goes on from what was discarded; None where none is."""
    found, context = _prospects(view), 0
    if seat_of(view) == SECOND:
        context = int(view.record[0]["exchanged"][1 - view.seat])
    paths, given = found.paths, row_of(view, "given")
    hand = paths.hand_number(row_of(view, "dealt"))
    values: dict[Cards, Fraction] = {}
    for x in range(*map(int, paths.exchange_start[hand : hand + 2])):
        lot, reached = paths.lot(int(paths.exchange_lot[x])), found.exchange_reached[context, x]
        if not reached:
            return None
        if goes_on(lot, given):
            values[lot] = Fraction(int(found.exchanging[context, x]), int(reached))
    return values


def goes_on(lot: Cards, given: Cards) -> bool:
    """True where ``lot`` is what was discarded and cards that may follow it."""
    reached = max((rank for rank, n in enumerate(given) if n), default=0)
    return lot[:reached] == given[:reached] and lot[reached] >= given[reached]


def next_move(given: Cards, lot: Cards) -> int:
    """The first card of ``lot`` that was not discarded yet, or ``STOP``."""
    return next((rank for rank, n in enumerate(lot) if n > given[rank]), STOP)


def _moves(given: Cards, lot: Cards, most: int) -> tuple[int, ...]:
    cards = hands.ranks_of(hands.minus(lot, given))
    return (*cards, *([STOP] if hands.size(lot) < most else []))


def _lot_words(lot: Cards) -> str:
    if not any(lot):
        return _("keep all cards")
    return _("exchange {cards}").format(cards=" ".join(hands.text_of(lot)))


# -- folding ------------------------------------------------------------------------------------


def _answer_values(view: SeatView) -> dict[int, Fraction] | None:
    found, other = _prospects(view), int(view.record[0]["exchanged"][1 - view.seat])
    path = [row_of(view, name) for name in ("dealt", "given", "hand")]
    spot = found.paths.path_spot[found.paths.path_number(path[0], path[1], path[2])]
    asked = int(found.asked[other, spot])
    if not asked:
        return None
    return {
        FOLD: Fraction(int(found.folding[other, spot]), asked),
        STAY: Fraction(int(found.staying[other, spot]), asked),
    }


def _coached_answer(view: SeatView, move: int) -> Coached | None:
    values = _answer_values(view)
    if values is None:
        return None
    best = max(values, key=lambda action: (values[action], action == move))
    words = {FOLD: _("fold"), STAY: _("stay")}
    cost = Exact(values[best] - values[move], _(VALUES_REST_ON))
    return Coached((move,), (best,), words[move], words[best], cost)


# -- the view -----------------------------------------------------------------------------------


def _prospects(view: SeatView) -> Prospects:
    return against_equilibrium(Round.of(view.options), seat_of(view))


def seat_of(view: SeatView) -> int:
    """FIRST or SECOND, which the seat of the view is in this round."""
    return FIRST if int(view.record[0]["first"]) == view.seat else SECOND


def row_of(view: SeatView, name: str) -> Cards:
    """The seat's own row of a field of cards by rank."""
    return tuple(int(n) for n in view.record[0][name][view.seat])
