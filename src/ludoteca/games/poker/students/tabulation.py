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
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from math import lcm
from typing import Any, TypeAlias

from ludoteca.core.i18n import _

from .. import hands
from ..hands import Cards
from ..solver.round_paths import FIRST, SEATS, Deck, paths_of
from .messages import FOLD_CHANCES, TRADE_CHANCES, Failure, Question, Reply
from .player_process import FOLD, TRADE
from .student_file import StudentFile

DECK = Deck()
BUDGET = 120.0  # seconds for the whole table
_STEP = 2_000  # questions at most between two looks at the clock
_TRIAL_SECONDS = 5.0  # of answers, before it is judged whether all will come in time
_LATE = 4  # times the budget: answers may come faster later on
_UNIT_BITS = 4_000  # of the common denominator of a seat's chances
_SHOWN = 3

Hand: TypeAlias = tuple[str, ...]
Chances: TypeAlias = tuple[tuple[Hand, Fraction], ...]
"""Lots with their probabilities; the rest up to one is failure."""
Told: TypeAlias = Callable[[int, int], None]
_Kind: TypeAlias = tuple[str, str, int | None]  # of a failure: what was asked, its code, the line


class NoTable(Exception):
    """No table can be made; the sentence says why."""


@dataclass
class Report:
    """Failures and prints of a player, each with the question."""

    asked: int = 0
    failures: int = 0
    examples: list[str] = field(default_factory=list)
    prints: int = 0
    printed: str = ""
    _kinds: list[_Kind] = field(default_factory=list)

    def note(self, player: str, question: Question, reply: Reply) -> None:
        """Take in a reply; of failures that are alike the first is told."""
        self.asked += 1
        if reply.failed:
            self.failures += 1
            kind = (question.part, reply.answer.code, reply.answer.line)
            self._take(f"{question.text(player)}: {reply.answer.text()}", kind)
        if reply.printed:
            self.prints += 1
            self.printed = self.printed or f"{question.text(player)}: {reply.printed.strip()}"

    def add(self, other: Report) -> None:
        """Take in what there is to tell from another time; the first examples stay."""
        self.asked += other.asked
        self.failures += other.failures
        self.prints += other.prints
        self.printed = self.printed or other.printed
        for example, kind in zip(other.examples, other._kinds, strict=True):
            self._take(example, kind)

    def _take(self, example: str, kind: _Kind) -> None:
        if kind not in self._kinds and len(self._kinds) < _SHOWN:
            self._kinds.append(kind)
            self.examples.append(example)

    def taken(self, player: str, question: Question, reply: Reply) -> Any:
        """The answer to a question of a round, checked; the reply is noted."""
        answer = reply.answer
        if question.part == TRADE:
            answer = checked_trade(question.arguments[0], answer)
        self.note(player, question, Reply(answer, reply.printed))
        return answer


@dataclass(frozen=True)
class Sheet:
    """A player's answers in one seat.

    ``trades[context][hand]``: lots with their chances; what lacks to one is failure.
    ``folds[other][path]``: the chance to fold, or to fail, at the end of a path; else nought.
    ``only_failures``: every question about an exchange failed; every one about folding did.
    """

    trades: tuple[tuple[dict[Cards, Fraction], ...], ...]
    folds: tuple[dict[int, Fraction], ...]
    only_failures: tuple[bool, bool] = (False, False)

    def failing(self, context: int, hand: int) -> Fraction:
        """The chance to fail when asked for the exchange."""
        return 1 - sum(self.trades[context][hand].values(), Fraction(0))


@dataclass(frozen=True)
class Answers:
    """All that a player of a file was asked.

    ``sheets`` are None where there is no table, for the reason ``unsettled``; ``broken`` says why
    the file could be asked no more.
    """

    sheets: tuple[Sheet, Sheet] | None
    report: Report
    unsettled: str
    broken: str


def answers_of(asked: StudentFile, player: str, told: Told) -> Answers:
    """Ask ``player`` everything; ``told(done, of)`` is called with the progress."""
    tabulator = Tabulator(asked, player, told)
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


def checked_trade(hand: Sequence[str], answer: Any) -> Any:
    """``answer`` where it is an exchange that ``hand`` allows, else a :class:`Failure`."""
    if isinstance(answer, Failure):
        return answer
    if len(answer) > hands.MOST:
        return Failure("many", repr(answer)[:80])
    if Counter(answer) - Counter(hand):
        return Failure("held", repr(answer)[:80])
    return answer


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
    """Asks one player of a file everything; :meth:`sheets` are the answers.

    ``told(done, of)`` is called with the progress.
    """

    def __init__(
        self, asked: StudentFile, player: str, told: Told = lambda _done, _of: None
    ) -> None:
        self.report = Report()
        self._asked, self._player, self._told = asked, player, told
        self._parts = asked.players[player]
        self._until = time.monotonic() + BUDGET
        self._rng = random.Random(1)
        self._step = 1
        self._answered, self._seconds = 0, 0.0
        self._folds_fail = True

    def sheets(self) -> tuple[Sheet, Sheet]:
        """The answers as first and as second; raises :class:`NoTable` with the reason."""
        first, second = (self._sheet(seat) for seat in SEATS)
        return first, second

    def _sheet(self, seat: int) -> Sheet:
        contexts: list[tuple[int, ...]] = [()]
        if seat != FIRST:
            contexts = [(n,) for n in range(DECK.most + 1)]
        chosen = [self._trades(context) for context in contexts]
        folds = []
        self._folds_fail = True
        for other in range(DECK.most + 1):
            folds.append(self._folds(seat, chosen[0 if seat == FIRST else other], other))
        exchanges = tuple(_averaged(by_hand) for by_hand in chosen)
        _demand_a_common_unit([*(lots for by_hand in exchanges for lots in by_hand), *folds])
        none_came = not any(lots for by_hand in exchanges for lots in by_hand)
        return Sheet(exchanges, tuple(folds), (none_came, self._folds_fail))

    # -- the exchange -----------------------------------------------------------------------------

    def _trades(self, context: tuple[int, ...]) -> dict[Hand, Chances]:
        """The lots that are chosen from every hand in every order."""
        every = list(itertools.product(hands.SYMBOLS, repeat=DECK.hand))
        random_part = TRADE_CHANCES in self._parts
        part = TRADE_CHANCES if random_part else TRADE
        questions = [Question(part, (list(hand), *context)) for hand in every]
        read = _lot_chances if random_part else _lot

        def checked(question: Question, reply: Reply) -> Reply:
            return Reply(read(question.arguments[0], reply.answer), reply.printed)

        answers = self._twice(questions, checked)
        return {
            hand: () if isinstance(answer, Failure) else answer
            for hand, answer in zip(every, answers, strict=True)
        }

    # -- folding ----------------------------------------------------------------------------------

    def _folds(self, seat: int, chosen: dict[Hand, Chances], other: int) -> dict[int, Fraction]:
        """The chance to fold on every path that the exchanges chosen lead to."""
        random_part = FOLD_CHANCES in self._parts
        part = FOLD_CHANCES if random_part else FOLD
        read = _fold_chance if random_part else _fold

        def checked(_question: Question, reply: Reply) -> Reply:
            return Reply(read(reply.answer), reply.printed)

        reached = list(self._reached(chosen))
        questions, others = (
            [
                Question(part, (*self._in_some_order(ways, drawn), other, seat != FIRST))
                for _path, ways, drawn in reached
            ]
            for _order in range(2)
        )
        answers = [reply.answer for reply in self._once(questions, checked)]
        self._folds_fail &= all(isinstance(answer, Failure) for answer in answers)
        order = [i for i, answer in enumerate(answers) if not _ended(answer)]
        self._rng.shuffle(order)
        again = self._once([others[i] for i in order], checked, count=False)
        for i, reply in zip(order, again, strict=True):
            if _value(reply.answer) != _value(answers[i]):
                raise self._changing(questions[i], answers[i], checked)
        return {
            path: Fraction(1) if isinstance(answer, Failure) else answer
            for (path, _ways, _drawn), answer in zip(reached, answers, strict=True)
            if answer
        }

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

    def _changing(
        self, question: Question, answer: Any, checked: Callable[[Question, Reply], Reply]
    ) -> NoTable:
        """Explain a decision to fold that changed with the order of the cards."""
        (reply,) = self._once([question], checked, count=False)
        if _value(reply.answer) == _value(answer):
            return NoTable(_("whether it folds depends on the order of the cards"))
        return self._otherwise(question)

    def _otherwise(self, question: Question) -> NoTable:
        asked = question.text(self._player)
        return NoTable(
            _("asked the same again it answers otherwise: {question}").format(question=asked)
        )

    # -- asking -----------------------------------------------------------------------------------

    def _twice(
        self, questions: Sequence[Question], checked: Callable[[Question, Reply], Reply]
    ) -> list[Any]:
        """The answers, asked again in another order; raises where one has changed."""
        replies = self._once(questions, checked)
        order = [i for i, reply in enumerate(replies) if not _ended(reply.answer)]
        self._rng.shuffle(order)
        again = self._once([questions[i] for i in order], checked, count=False)
        for i, reply in zip(order, again, strict=True):
            before = replies[i].answer
            if reply.answer != before and _value(reply.answer) != _value(before):
                raise self._otherwise(questions[i])
        return [reply.answer for reply in replies]

    def _once(
        self,
        questions: Sequence[Question],
        checked: Callable[[Question, Reply], Reply],
        count: bool = True,
    ) -> list[Reply]:
        replies: list[Reply] = []
        while len(replies) < len(questions):
            some = questions[len(replies) : len(replies) + self._step]
            began = time.monotonic()
            came = self._asked.ask(self._player, some, self._until)
            self._notice_time(came, time.monotonic() - began)
            if len(came) < len(some) or self._will_be_late():
                raise NoTable(_("it takes too long to be asked everything"))
            self._step = min(2 * self._step, _STEP)
            replies += [checked(q, reply) for q, reply in zip(some, came, strict=True)]
            self._told(len(replies), len(questions))
        if count:
            for question, reply in zip(questions, replies, strict=True):
                self.report.note(self._player, question, reply)
        return replies

    def _notice_time(self, came: Sequence[Reply], seconds: float) -> None:
        """Count the time of answers; for those that never came there is another bound."""
        if not any(_ended(reply.answer) for reply in came):
            self._answered += len(came)
            self._seconds += seconds

    def _will_be_late(self) -> bool:
        """True where the exchanges alone would take several times what there is for all."""
        least = 2 * (2 + DECK.most) * len(hands.SYMBOLS) ** DECK.hand
        late = self._seconds * least > _LATE * BUDGET * self._answered
        return self._seconds > _TRIAL_SECONDS and late


def _ended(answer: Any) -> bool:
    """True where the process was ended by the question: it is not asked that again."""
    return isinstance(answer, Failure) and answer.code in ("slow", "died")


def _value(answer: Any) -> Any:
    """The part of an answer that must be equal for two answers to be the same."""
    if isinstance(answer, Failure):
        return "failed"
    if isinstance(answer, tuple):
        merged: Counter[Cards] = Counter()
        for lot, chance in answer:
            merged[counted(lot)] += chance
        return merged
    return answer


def _lot(hand: list[str], answer: Any) -> Chances | Failure:
    answer = checked_trade(hand, answer)
    if isinstance(answer, Failure):
        return answer
    return ((tuple(answer), Fraction(1)),)


def _lot_chances(hand: list[str], answer: Any) -> Chances | Failure:
    if isinstance(answer, Failure):
        return answer
    pairs = [(checked_trade(hand, lot), rational(chance)) for lot, chance in answer]
    for lot, chance in pairs:
        if isinstance(lot, Failure):
            return lot
        if not 0 <= chance <= 1:
            return Failure("range", str(chance))
    total = sum((chance for _lot, chance in pairs), Fraction(0))
    if abs(total - 1) > 1e-9:
        return Failure("sum", str([[lot, str(chance)] for lot, chance in pairs])[:80])
    if total != 1:  # floats that were meant to add up
        pairs = [(lot, chance / total) for lot, chance in pairs]
    return tuple((tuple(lot), chance) for lot, chance in pairs)


def _fold(answer: Any) -> Fraction | Failure:
    return answer if isinstance(answer, Failure) else Fraction(int(answer))


def _fold_chance(answer: Any) -> Fraction | Failure:
    if isinstance(answer, Failure):
        return answer
    chance = rational(answer)
    return chance if 0 <= chance <= 1 else Failure("range", str(chance))


@cache
def rational(text: str) -> Fraction:
    """The number that was meant: 0.1 is a tenth, not the nearest float.

    >>> rational(str(Fraction(0.1))), rational("1/3")
    (Fraction(1, 10), Fraction(1, 3))
    """
    exact = Fraction(text)
    near = exact.limit_denominator(1_000_000)
    return near if abs(exact - near) < 1e-15 else exact


def _demand_a_common_unit(chances: Iterable[Mapping[Any, Fraction]]) -> None:
    """Raise :class:`NoTable` where chances would be counted in numbers of any length."""
    unit = 1
    for denominator in {chance.denominator for some in chances for chance in some.values()}:
        unit = lcm(unit, denominator)
        if unit.bit_length() > _UNIT_BITS:
            raise NoTable(_("its probabilities have no common denominator of a useful length"))


def _averaged(by_order: dict[Hand, Chances]) -> tuple[dict[Cards, Fraction], ...]:
    """The chances of lots by hand, all orders of a hand equally likely."""
    paths = paths_of(DECK)
    found: list[dict[Cards, Fraction]] = [{} for _hand in range(len(paths.hands))]
    for hand, lots in by_order.items():
        number = paths.hand_number(counted(hand))
        share = Fraction(1, hands.orders(paths.cards(number)))
        for lot, chance in lots:
            cards = counted(lot)
            found[number][cards] = found[number].get(cards, Fraction(0)) + share * chance
    return tuple(found)
