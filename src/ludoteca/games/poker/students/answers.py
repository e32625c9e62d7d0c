"""All that a player of a file answered: by seat, its failures and prints, and the tables of it.

A failure is the price of folding, at once. In a table, which knows no failures, it is an exchange
of nothing and a certain fold.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypeAlias

from .. import hands
from ..solver.round_paths import Paths, RoundDeck, paths_of
from ..solver.strategy import Numbers, SeatStrategy, Strategy, over_unit, side_of
from .messages import Call, Failure, Reply

DECK = RoundDeck()
_SHOWN = 3  # examples of failures
_Kind: TypeAlias = tuple[str, str, int | None]  # of a failure: what was asked, its code, the line


@dataclass
class FileReport:
    """Failures and prints of a player, each with the question."""

    asked: int = 0
    failures: int = 0
    examples: list[str] = field(default_factory=list)
    printed: str = ""
    _kinds: list[_Kind] = field(default_factory=list)

    def note(self, player: str, call: Call, reply: Reply) -> None:
        """Take in a reply; of failures that are alike the first is told."""
        self.asked += 1
        if isinstance(reply.answer, Failure):
            self.failures += 1
            kind = (call.part, reply.answer.code, reply.answer.line)
            self._take(f"{call.text(player)}: {reply.answer.text()}", kind)
        if reply.printed and not self.printed:
            self.printed = f"{call.text(player)}: {reply.printed.strip()}"

    def add(self, other: FileReport) -> None:
        """Take in what there is to tell from another time; the first examples stay."""
        self.asked += other.asked
        self.failures += other.failures
        self.printed = self.printed or other.printed
        for example, kind in zip(other.examples, other._kinds, strict=True):
            self._take(example, kind)

    def _take(self, example: str, kind: _Kind) -> None:
        if kind not in self._kinds and len(self._kinds) < _SHOWN:
            self._kinds.append(kind)
            self.examples.append(example)


@dataclass(frozen=True)
class Sheet:
    """A player's answers in one seat, by the numbers of :class:`~..solver.round_paths.Paths`.

    ``trades[context]``: the chance of each exchange; what those of a hand lack to one is failure.
    ``folds[other]``: the chance to fold, or to fail, at the end of a path. What is missing has
    none. ``only_failures``: every question about an exchange failed; every one about folding did.
    """

    trades: tuple[dict[int, Fraction], ...]
    folds: tuple[dict[int, Fraction], ...]
    only_failures: tuple[bool, bool] = (False, False)

    def failing(self, context: int) -> dict[int, Fraction]:
        """The chance to fail when asked for the exchange, by hand."""
        paths = paths_of(DECK)
        left = dict.fromkeys(range(len(paths.hands)), Fraction(1))
        for exchange, chance in self.trades[context].items():
            left[int(paths.exchange_hand[exchange])] -= chance
        return left


@dataclass(frozen=True)
class Answers:
    """All that a player of a file was asked.

    ``sheets`` are None where there is no table, for the reason ``unsettled``; ``broken`` says why
    the file could be asked no more.
    """

    sheets: tuple[Sheet, Sheet] | None
    report: FileReport
    unsettled: str
    broken: str


@dataclass(frozen=True, eq=False)
class Forfeits:
    """The failures of a player at its exchange, as far as its table does not tell them.

    ``first`` are its decisions as first where it does not fail (exchanges that lack the failures to
    one); ``failing[context, hand]`` its chances to fail as second, over ``unit``.
    """

    first: SeatStrategy
    failing: Numbers
    unit: int


def table_of(name: str, sheets: tuple[Sheet, Sheet], may_fold: bool) -> Strategy:
    """The table of a file; a failure at the exchange is no exchange and a certain fold."""
    paths = paths_of(DECK)
    first, second = (_with_forfeits(paths, sheet, may_fold) for sheet in sheets)
    return Strategy(name, DECK, first, second)


def forfeits_of(sheets: tuple[Sheet, Sheet]) -> Forfeits | None:
    """The failures at the exchange; None where there are none in either seat."""
    paths, first = paths_of(DECK), sheets[0]
    rows = [[sheet.failing(context) for context in range(len(sheet.trades))] for sheet in sheets]
    if not any(chance for by_context in rows for row in by_context for chance in row.values()):
        return None
    failing, unit = over_unit(rows[1], len(paths.hands))
    return Forfeits(side_of(paths, first.trades, first.folds), failing, unit)


def _with_forfeits(paths: Paths, sheet: Sheet, may_fold: bool) -> SeatStrategy:
    """The side with failures at the exchange as exchanging nothing and folding for certain."""
    nothing = (0,) * hands.RANKS
    trades = [dict(row) for row in sheet.trades]
    folds = [dict(row) if may_fold else {} for row in sheet.folds]
    for other, fold in enumerate(folds):
        context = other if len(trades) > 1 else 0
        for hand, failing in sheet.failing(context).items():
            if failing:
                cards = paths.cards(hand)
                keeping = paths.exchange_number(cards, nothing)
                path = paths.path_number(cards, nothing, cards)
                kept = sheet.trades[context].get(keeping, Fraction(0))
                gone = kept * fold.get(path, Fraction(0)) + failing
                fold[path] = gone / (kept + failing)
                trades[context][keeping] = kept + failing
    return side_of(paths, trades, folds)
