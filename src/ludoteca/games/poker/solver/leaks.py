"""Leaks: the kinds of decision that cost a player most against a perfect opponent.

A kind of decision is the seat, the number that the other exchanged and the class of the hand. Its
cost is what a perfect opponent, which adapts, would win less if the player decided there, and there
alone, as the equilibrium does. Costs do not add up to the exploitability: one repair may make
another one needless, or worth more.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.i18n import N_, _, number_text

from ..hands import CLASS_NAMES
from .response import prospects
from .round_paths import CLASSES, FIRST, SECOND, Paths, Round, paths_of
from .strategy import Numbers, SeatStrategy, Strategy

Deed = Literal["exchange", "fold", "stay"]

_SELDOM = 0.005  # a chance that would be printed as nought per cent
_LEAST = 1e-9  # points a round below which a difference is rounding


@dataclass(frozen=True)
class Lot:
    """A kind of exchange: how many cards, and whether some of them contribute to the hand."""

    cards: int
    breaking: bool


@dataclass(frozen=True)
class Leak:
    """A kind of decision, what is done there too often, and what that costs.

    ``seen`` is the number of cards that the other exchanged, None where it is not known yet;
    ``hand`` the class of the hand held. ``chance`` is how often the deed is done when it comes to
    it, ``fitting`` how often the equilibrium does it. Of exchanges ``given`` is what is given too
    often, ``better`` what is given too seldom; both None for a fold. ``often`` is how often a
    round comes to the decision, against the perfect opponent. ``cost`` is in points a round.
    """

    seat: int
    deed: Deed
    seen: int | None
    hand: int
    given: Lot | None
    better: Lot | None
    chance: float
    fitting: float
    often: float
    cost: float


def leaks(played: Round, strategy: Strategy, equilibrium: Strategy, seat: int) -> tuple[Leak, ...]:
    """The leaks of ``strategy`` in ``seat``, the dearest first; right up to rounding of floats."""
    paths = paths_of(played.deck)
    own = strategy.in_round(played).side(seat).floats()
    model = equilibrium.in_round(played).side(seat).floats()
    perfect = prospects(played, 1 - seat, own)
    against = prospects(played, seat, perfect.response().floats())
    found = []
    for leak, repaired in _repairs(paths, own, model, seat, played.may_fold):
        cost = perfect.best - prospects(played, 1 - seat, repaired).best
        if cost > _LEAST:
            ways = against.reached if leak.deed == "exchange" else against.asked
            often = _often(paths, own, leak, ways) / against.whole
            found.append(replace(leak, cost=cost, often=often))
    return tuple(sorted(found, key=lambda leak: -leak.cost))


def _repairs(
    paths: Paths, own: SeatStrategy, model: SeatStrategy, seat: int, may_fold: bool
) -> Iterator[tuple[Leak, SeatStrategy]]:
    """Every kind of decision that differs from the model, and the side with it repaired."""
    counting = paths.hands[paths.exchange_hand] > 1
    breaking = np.any((paths.lots[paths.exchange_lot] > 0) & counting, axis=1)
    sizes = paths.exchange_size.tolist()
    lots = [Lot(n, bool(broken)) for n, broken in zip(sizes, breaking, strict=True)]
    for hand in range(CLASSES):
        held = paths.hand_class[paths.exchange_hand] == hand
        for context in range(len(own.exchange)):
            exchange = own.exchange.copy()
            exchange[context, held] = model.exchange[context, held]
            if not np.array_equal(exchange, own.exchange):
                seen = None if seat == FIRST else context
                leak = _exchange_leak(paths, own, model, seat, context, hand, lots)
                yield replace(leak, seen=seen), replace(own, exchange=exchange)
        ends = paths.path_class == hand
        for k in range(paths.sizes if may_fold else 0):
            fold = own.fold.copy()
            fold[k, ends] = model.fold[k, ends]
            if not np.array_equal(fold, own.fold):
                leak = _folding_leak(paths, own, model, seat, k, ends)
                yield replace(leak, hand=hand), replace(own, fold=fold)


def _folding_leak(
    paths: Paths, own: SeatStrategy, model: SeatStrategy, seat: int, k: int, ends: NDArray[np.bool_]
) -> Leak:
    weight = own.exchange[own.context(k), paths.path_exchange] * paths.path_weight * ends
    total = float(weight.sum()) or 1.0
    chance, fitting = (float(weight @ side.fold[k]) / total for side in (own, model))
    if chance >= fitting:
        return Leak(seat, "fold", k, 0, None, None, chance, fitting, 0.0, 0.0)
    return Leak(seat, "stay", k, 0, None, None, 1.0 - chance, 1.0 - fitting, 0.0, 0.0)


def _exchange_leak(
    paths: Paths,
    own: SeatStrategy,
    model: SeatStrategy,
    seat: int,
    context: int,
    hand: int,
    lots: list[Lot],
) -> Leak:
    weight = paths.hand_orders[paths.exchange_hand] * (
        paths.hand_class[paths.exchange_hand] == hand
    )
    chances: dict[Lot, list[float]] = {lot: [0.0, 0.0] for lot in lots}
    total = float(paths.hand_orders[paths.hand_class == hand].sum())
    for x in np.flatnonzero(weight).tolist():
        for j, side in enumerate((own, model)):
            chances[lots[x]][j] += float(weight[x] * side.exchange[context, x]) / total
    given = max(chances, key=lambda lot: chances[lot][0] - chances[lot][1])
    better = min(chances, key=lambda lot: chances[lot][0] - chances[lot][1])
    chance, fitting = chances[given]
    return Leak(seat, "exchange", None, hand, given, better, chance, fitting, 0.0, 0.0)


def _often(paths: Paths, own: SeatStrategy, leak: Leak, ways: Numbers) -> float:
    """In how many ways it comes to the decision."""
    if leak.deed == "exchange":
        held = paths.hand_class[paths.path_hand] == leak.hand
        contexts = range(paths.sizes) if leak.seen is None else (leak.seen,)
        row = own.exchange[leak.seen or 0, paths.path_exchange] * paths.path_weight * held
        return float(sum(row @ ways[k, paths.path_spot] for k in contexts))
    assert leak.seen is not None
    ends = paths.path_class == leak.hand
    row = own.exchange[own.context(leak.seen), paths.path_exchange] * paths.path_weight * ends
    return float(row @ ways[leak.seen, paths.path_spot])


# -- in words --------------------------------------------------------------------------------------

_SEEN = (
    N_("having seen no card exchanged"),
    N_("having seen one card exchanged"),
    N_("having seen two cards exchanged"),
    N_("having seen three cards exchanged"),
    N_("having seen four cards exchanged"),
    N_("having seen five cards exchanged"),
)
_GIVEN = (
    N_("no card"),
    N_("one card"),
    N_("two cards"),
    N_("three cards"),
    N_("four cards"),
    N_("five cards"),
)


def words(leak: Leak) -> str:
    """The leak as a sentence to the player."""
    who = _("as second") if leak.seat == SECOND else _("as first")
    if leak.seen is not None:
        who = f"{who}, {_(_SEEN[leak.seen])}"
    hand, cost = _(CLASS_NAMES[leak.hand]), number_text(leak.cost, ".2g")
    if leak.given is not None and leak.better is not None:
        deed = _("you exchange {given} of {hand}, not {better}").format(
            given=_lot_words(leak.given), hand=hand, better=_lot_words(leak.better)
        )
    elif leak.deed == "fold":
        deed = _("you fold {hand}").format(hand=hand)
    else:
        deed = _("you stay with {hand}").format(hand=hand)
    if leak.fitting >= _SELDOM:
        deed = _("{deed} too often").format(deed=deed)
    return _("{who}, {deed}; it costs {cost} a round").format(who=who, deed=deed, cost=cost)


def _lot_words(lot: Lot) -> str:
    cards = _(_GIVEN[lot.cards])
    if lot.cards and lot.breaking:
        return _("{cards} (some that count)").format(cards=cards)
    return cards
