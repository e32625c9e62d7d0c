"""A student's file as arrays: asked at every information set, twice and in several orders.

Hands are lists in dealt order, all orders equally likely, and new cards take the places of those
exchanged. The exchange is asked in every order of every hand, so a choice that depends on the order
becomes a chance. Folding is asked again with the cards in another order. Where an answer changes
when the same is asked again, or a decision to fold with the order, there is no table: such a player
is simulated.
"""

from __future__ import annotations

import itertools
import random
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from math import lcm
from typing import Any, TypeAlias

from ludoteca.core.i18n import _
from ludoteca.core.questions import Progress

from .. import hands
from ..hands import Cards
from ..solver.round_paths import FIRST, SEATS, paths_of
from .answers import DECK, Answers, FileReport, Sheet
from .messages import FOLD_CHANCES, TRADE_CHANCES, Call, Failure, Reply
from .player_process import FOLD, TRADE
from .student_file import StudentFile

BUDGET = 120.0  # seconds for the whole table
_STEP = 2_000  # questions at most between two looks at the clock
_TRIAL_SECONDS = 5.0  # of answers, before it is judged whether all will come in time
_LATE = 4  # times the budget: answers may come faster later on
_UNIT_BITS = 4_000  # of the common denominator of a seat's chances

Hand: TypeAlias = tuple[str, ...]
Chances: TypeAlias = tuple[tuple[Hand, Fraction], ...]
"""Lots with their probabilities; the rest up to one is failure."""


class NoTable(Exception):
    """No table can be made; the sentence says why."""


def answers_of(asked: StudentFile, player: str, progress: Progress) -> Answers:
    """Ask ``player`` everything."""
    tabulator = Tabulator(asked, player, progress)
    sheets, unsettled = None, ""
    try:
        sheets = tabulator.sheets()
    except NoTable as reason:
        unsettled = str(reason)
    broken = "" if asked.broken is None else asked.broken.text()
    return Answers(sheets, tabulator.report, unsettled, broken)


def counted(cards: Sequence[str]) -> Cards:
    """Cards by rank."""
    return _counted(tuple(cards))


@cache
def _counted(cards: Hand) -> Cards:
    return hands.counted(hands.SYMBOLS.index(card) for card in cards)


def exchanged(hand: Sequence[str], lot: Sequence[str], new: Sequence[str]) -> list[str]:
    """The hand with the first of each card of ``lot`` replaced by ``new``, place by place."""
    leaving, coming, out = list(lot), iter(new), []
    for card in hand:
        if card in leaving:
            leaving.remove(card)
            out.append(next(coming))
        else:
            out.append(card)
    return out


class Tabulator:
    """Asks one player of a file everything; :meth:`sheets` are the answers."""

    def __init__(self, asked: StudentFile, player: str, progress: Progress) -> None:
        self.report = FileReport()
        self._asked, self._player, self._progress = asked, player, progress
        self._words = _("asking {name}").format(name=asked.path.stem)
        self._parts = asked.players[player]
        self._until = time.monotonic() + BUDGET
        self._rng = random.Random(1)
        self._step = 1
        self._answered, self._seconds = 0, 0.0

    def sheets(self) -> tuple[Sheet, Sheet]:
        """The answers as first and as second; raises :class:`NoTable` with the reason."""
        first, second = (self._sheet(seat) for seat in SEATS)
        return first, second

    def _sheet(self, seat: int) -> Sheet:
        contexts: list[tuple[int, ...]] = [()]
        if seat != FIRST:
            contexts = [(n,) for n in range(DECK.most + 1)]
        chosen = [self._trades(context) for context in contexts]
        folds, all_failed = [], True
        for other in range(DECK.most + 1):
            found, failed = self._folds(seat, chosen[0 if seat == FIRST else other], other)
            folds.append(found)
            all_failed &= failed
        trades = tuple(map(_averaged, chosen))
        _demand_a_common_unit([*trades, *folds])
        return Sheet(trades, tuple(folds), (not any(trades), all_failed))

    # -- the exchange -----------------------------------------------------------------------------

    def _trades(self, context: tuple[int, ...]) -> dict[Hand, Chances]:
        """The lots that are chosen from every hand in every order."""
        every = list(itertools.product(hands.SYMBOLS, repeat=DECK.hand))
        part = TRADE_CHANCES if TRADE_CHANCES in self._parts else TRADE
        calls = [Call(part, (list(hand), *context)) for hand in every]
        replies = self._once(calls)
        for i, again in self._in_another_order(replies, calls):
            before = replies[i].answer
            if again != before and _meant(again) != _meant(before):
                raise self._otherwise(calls[i])
        return {hand: _chances(reply.answer) for hand, reply in zip(every, replies, strict=True)}

    # -- folding ----------------------------------------------------------------------------------

    def _folds(
        self, seat: int, chosen: dict[Hand, Chances], other: int
    ) -> tuple[dict[int, Fraction], bool]:
        """The chance to fold on every path that the exchanges lead to; whether all calls failed."""
        part = FOLD_CHANCES if FOLD_CHANCES in self._parts else FOLD
        reached = list(self._reached(chosen))
        calls, others = (
            [
                Call(part, (*self._in_some_order(ways, drawn), other, seat != FIRST))
                for _path, ways, drawn in reached
            ]
            for _order in range(2)
        )
        replies = self._once(calls)
        for i, again in self._in_another_order(replies, others):
            before = _meant(replies[i].answer)
            if _meant(again) != before:
                (same,) = self._once([calls[i]], count=False)
                if _meant(same.answer) != before:
                    raise self._otherwise(calls[i])
                raise NoTable(_("whether it folds depends on the order of the cards"))
        found = {
            path: Fraction(1) if isinstance(reply.answer, Failure) else Fraction(reply.answer)
            for (path, _ways, _drawn), reply in zip(reached, replies, strict=True)
            if reply.answer
        }
        return found, all(isinstance(reply.answer, Failure) for reply in replies)

    def _reached(
        self, chosen: dict[Hand, Chances]
    ) -> Iterator[tuple[int, list[tuple[Hand, Hand]], list[str]]]:
        """Paths: number, the (hand, lot) in dealt order that lead there, the cards drawn."""
        paths = paths_of(DECK)
        ways: dict[tuple[Cards, Cards], list[tuple[Hand, Hand]]] = defaultdict(list)
        for hand, lots in chosen.items():
            for lot, chance in lots:
                if chance:
                    ways[counted(hand), counted(lot)].append((hand, lot))
        for (cards, lot_cards), here in ways.items():
            exchange = paths.exchange_number(cards, lot_cards)
            for path in range(*paths.path_start[exchange : exchange + 2].tolist()):
                drawn = paths.lot(int(paths.path_lot[path]))
                yield path, here, [hands.SYMBOLS[rank] for rank in hands.ranks_of(drawn)]

    def _in_some_order(
        self, ways: list[tuple[Hand, Hand]], drawn: list[str]
    ) -> tuple[list[str], list[str], list[str]]:
        """Final hand, original hand and lot as lists, the cards as they may have come."""
        hand, lot = self._rng.choice(ways)
        new = list(drawn)
        self._rng.shuffle(new)
        return exchanged(hand, lot, new), list(hand), list(lot)

    # -- asking -----------------------------------------------------------------------------------

    def _in_another_order(
        self, replies: Sequence[Reply], calls: Sequence[Call]
    ) -> Iterator[tuple[int, Any]]:
        """The answers to ``calls``, put in another order; not to those that ended the process."""
        order = [i for i, reply in enumerate(replies) if not _ended(reply.answer)]
        self._rng.shuffle(order)
        again = self._once([calls[i] for i in order], count=False)
        return ((i, reply.answer) for i, reply in zip(order, again, strict=True))

    def _otherwise(self, call: Call) -> NoTable:
        """The reason that there is no table where ``call`` was answered in two ways."""
        asked = call.text(self._player)
        return NoTable(
            _("asked the same again it answers otherwise: {question}").format(question=asked)
        )

    def _once(self, calls: Sequence[Call], count: bool = True) -> list[Reply]:
        """The replies to ``calls``, noted in the report where they ``count``."""
        replies: list[Reply] = []
        while len(replies) < len(calls):
            some = calls[len(replies) : len(replies) + self._step]
            began = time.monotonic()
            came = self._asked.ask(self._player, some, self._until)
            # For answers that never came there is another bound.
            if not any(_ended(reply.answer) for reply in came):
                self._answered += len(came)
                self._seconds += time.monotonic() - began
            if len(came) < len(some) or self._will_be_late():
                raise NoTable(_("it takes too long to be asked everything"))
            self._step = min(2 * self._step, _STEP)
            replies += came
            self._progress(len(replies), len(calls), self._words)
        if count:
            for call, reply in zip(calls, replies, strict=True):
                self.report.note(self._player, call, reply)
        return replies

    def _will_be_late(self) -> bool:
        """True where the exchanges alone would take several times what there is for all."""
        least = 2 * (2 + DECK.most) * len(hands.SYMBOLS) ** DECK.hand
        late = self._seconds * least > _LATE * BUDGET * self._answered
        return self._seconds > _TRIAL_SECONDS and late


def _ended(answer: Any) -> bool:
    """True where the process was ended by the question: it is not asked that again."""
    return isinstance(answer, Failure) and answer.code in ("slow", "died")


def _chances(answer: Any) -> Chances:
    """An answer about the exchange as the chances of lots; none where it failed."""
    if isinstance(answer, Failure):
        return ()
    return ((tuple(answer), Fraction(1)),) if isinstance(answer, list) else answer


def _meant(answer: Any) -> Any:
    """The part of an answer that must be equal for two answers to be the same."""
    if isinstance(answer, Failure):
        return "failed"
    if isinstance(answer, list | tuple):
        merged: Counter[Cards] = Counter()
        for lot, chance in _chances(answer):
            merged[counted(lot)] += chance  # type: ignore[assignment]
        return merged
    return answer


def _demand_a_common_unit(chances: Iterable[Mapping[Any, Fraction]]) -> None:
    """Raise :class:`NoTable` where chances would be counted in numbers of any length."""
    unit = 1
    for denominator in {chance.denominator for some in chances for chance in some.values()}:
        unit = lcm(unit, denominator)
        if unit.bit_length() > _UNIT_BITS:
            raise NoTable(_("its probabilities have no common denominator of a useful length"))


def _averaged(by_order: dict[Hand, Chances]) -> dict[int, Fraction]:
    """The chances of exchanges by number, all orders of a hand equally likely."""
    paths = paths_of(DECK)
    found: dict[int, Fraction] = {}
    for hand, lots in by_order.items():
        cards = counted(hand)
        share = Fraction(1, hands.orders(cards))
        for lot, chance in lots:
            exchange = paths.exchange_number(cards, counted(lot))
            found[exchange] = found.get(exchange, Fraction(0)) + share * chance
    return found
