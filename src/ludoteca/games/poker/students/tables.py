"""The answers of a student's file as tables, its failures among them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from .. import hands
from ..solver.round_paths import FIRST, SECOND, Paths, paths_of
from ..solver.strategy import Numbers, Side, Strategy, over_unit, side_of
from .tabulation import DECK, Sheet


@dataclass(frozen=True, eq=False)
class Forfeits:
    """The decisions and failures of a player that may fail when asked for its exchange.

    ``sides`` are its decisions where it does not fail (exchanges that lack the failures to one);
    ``failing[seat][context, hand]`` its chances to fail, over ``units[seat]``.
    """

    sides: tuple[Side, Side]
    failing: tuple[Numbers, Numbers]
    units: tuple[int, int]


def table_of(name: str, sheets: tuple[Sheet, Sheet], may_fold: bool) -> Strategy:
    """The table of a file; a failure at the exchange is no exchange and a certain fold."""
    paths = paths_of(DECK)
    first, second = (_with_forfeits(paths, sheet, may_fold) for sheet in sheets)
    return Strategy(name, DECK, first, second)


def forfeits_of(sheets: tuple[Sheet, Sheet]) -> Forfeits | None:
    """The failures at the exchange; None where there are none."""
    paths = paths_of(DECK)
    failing = [_failing(paths, sheet) for sheet in sheets]
    if not any(chances.any() for chances, _unit in failing):
        return None
    sides = [_side(paths, sheet.trades, sheet.folds) for sheet in sheets]
    return Forfeits(
        (sides[FIRST], sides[SECOND]),
        (failing[FIRST][0], failing[SECOND][0]),
        (failing[FIRST][1], failing[SECOND][1]),
    )


def _failing(paths: Paths, sheet: Sheet) -> tuple[Numbers, int]:
    hands_dealt = range(len(paths.hands))
    rows = [{h: sheet.failing(c, h) for h in hands_dealt} for c in range(len(sheet.trades))]
    return over_unit(rows, len(paths.hands))


def _with_forfeits(paths: Paths, sheet: Sheet, may_fold: bool) -> Side:
    """The side with failures at the exchange as exchanging nothing and folding for certain."""
    nothing = (0,) * hands.RANKS
    trades = [[dict(lots) for lots in row] for row in sheet.trades]
    folds = [dict(row) if may_fold else {} for row in sheet.folds]
    for other, fold in enumerate(folds):
        context = other if len(trades) > 1 else 0
        for hand in range(len(paths.hands)):
            failing = sheet.failing(context, hand)
            if failing:
                cards = paths.cards(hand)
                path = paths.path_number(cards, nothing, cards)
                kept = sheet.trades[context][hand].get(nothing, Fraction(0))
                gone = kept * fold.get(path, Fraction(0)) + failing
                fold[path] = gone / (kept + failing)
                trades[context][hand][nothing] = kept + failing
    return _side(paths, trades, folds)


def _side(
    paths: Paths,
    trades: Sequence[Sequence[dict[hands.Cards, Fraction]]],
    folds: Sequence[dict[int, Fraction]],
) -> Side:
    exchange = [
        {
            paths.exchange_number(paths.cards(hand), lot): chance
            for hand, lots in enumerate(by_hand)
            for lot, chance in lots.items()
        }
        for by_hand in trades
    ]
    return side_of(paths, exchange, folds)
