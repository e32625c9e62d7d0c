"""Calls of the functions of a student's file, and the lines that it answers, none of them trusted.

A line may hold anything: the file can write into the pipe of its answers. What is not the answer of
a player to the very call, or not what the rules allow, is the file's failure, and nobody else's.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

from ludoteca.core.i18n import N_, _

from .. import hands
from .player_process import CHECKS, DIGITS, FOLD, PRINTED, TRADE

TRADE_CHANCES, FOLD_CHANCES = f"probabilidades_{TRADE}", f"probabilidades_{FOLD}"
BYTES = 1 << 16  #: of a line

_SHOWN = 80
_PLAYERS = 100
_FRACTION = re.compile(r"-?[0-9]+(/0*[1-9][0-9]*)?")

_WHY = {
    "raised": N_("raised {what}"),
    "syntax": N_("is not written as Python is: {what}"),
    "encoding": N_("is not saved as UTF-8, in which Python reads files"),
    "loading": N_("was not done loading after {what} seconds"),
    "arguments": N_("does not take as many arguments as it is given ({what})"),
    "cards": N_("returned {what}, not a list of cards"),
    "yes": N_("returned {what}, neither True nor False"),
    "chance": N_("returned {what}, not a probability"),
    "chances": N_("returned {what}, not probabilities by tuples of cards"),
    "exit": N_("called sys.exit"),
    "keyboard": N_("wanted to read from the keyboard"),
    "process": N_("wanted to start or end a process"),
    "slow": N_("had not answered after {what} seconds"),
    "died": N_("ended its process"),
    "held": N_("exchanged {what}, which it does not hold"),
    "many": N_("exchanged {what}, more than may be"),
    "sum": N_("returned {what}, chances that do not add up to one"),
    "range": N_("returned {what}, not between 0 and 1"),
    "garbled": N_("wrote {what} where its answer is read"),
}


@dataclass(frozen=True)
class Call:
    """A question to a player: which of its functions, by the prefix, and the arguments."""

    part: str
    arguments: tuple[Any, ...]

    def text(self, player: str) -> str:
        """The call as one would write it."""
        return f"{self.part}{player}({', '.join(map(repr, self.arguments))})"


@dataclass(frozen=True)
class Failure:
    """A failure to answer: a code of ``_WHY``, its detail, and the line."""

    code: str
    what: str = ""
    line: int | None = None

    def text(self) -> str:
        """The failure in words."""
        words = _(_WHY[self.code]).format(what=self.what)
        return words if self.line is None else f"{words} ({_('line {n}').format(n=self.line)})"


@dataclass(frozen=True)
class Reply:
    """An answer or a :class:`Failure`, and what was printed with it.

    An answer about the exchange is a list of cards that the hand has, one about folding a bool;
    chances of lots are pairs of a tuple of cards and a Fraction that add up to one, that of folding
    is a Fraction.
    """

    answer: Any
    printed: str = ""


class Garbled(Exception):
    """A line is no answer."""

    def __init__(self, line: bytes) -> None:
        shown = "..." if len(line) > BYTES else repr(line.decode(errors="replace"))[:_SHOWN]
        self.failure = Failure("garbled", shown)


@dataclass(frozen=True)
class Loaded:
    """The first line of a file that was loaded: the functions of its players, by their names."""

    players: Mapping[str, tuple[str, ...]]


def read_loaded(line: bytes) -> Loaded | Failure:
    """The first line, or why the file cannot be loaded; raises :class:`Garbled`."""
    kind, what, _printed = _message(line)
    if kind == "error":
        return _failure(line, what)
    if kind != "ready" or not isinstance(what, dict) or len(what) > _PLAYERS:
        raise Garbled(line)
    for name, parts in what.items():
        known = isinstance(parts, list) and all(isinstance(p, str) and p in CHECKS for p in parts)
        if not known or not f"_{name}".isidentifier():
            raise Garbled(line)
    return Loaded({name: tuple(parts) for name, parts in what.items()})


def read_reply(line: bytes, call: Call) -> Reply:
    """The reply to ``call``, checked; raises :class:`Garbled`."""
    kind, what, printed = _message(line)
    if kind == "error":
        return Reply(_failure(line, what), printed)
    if kind != "ok" or not _is_answer(call.part, what):
        raise Garbled(line)
    return Reply(_allowed(call, what), printed)


def _message(line: bytes) -> tuple[Any, Any, str]:
    try:
        kind, what, printed = json.loads(line)
    except (ValueError, TypeError, RecursionError):
        raise Garbled(line) from None
    if len(line) > BYTES or not isinstance(printed, str):
        raise Garbled(line)
    return kind, what, _readable(printed[: PRINTED + 3])


def _failure(line: bytes, told: Any) -> Failure:
    if not isinstance(told, list) or len(told) != 3:
        raise Garbled(line)
    code, what, number = told
    if not isinstance(code, str) or code not in _WHY or not isinstance(what, str):
        raise Garbled(line)
    if number is not None and type(number) is not int:
        raise Garbled(line)
    return Failure(code, _readable(what[: PRINTED + 3]), number)


def _is_answer(part: str, what: Any) -> bool:
    if part == TRADE:
        return _is_lot(what)
    if part == FOLD:
        return isinstance(what, bool)
    if part == FOLD_CHANCES:
        return _is_fraction(what)
    return isinstance(what, list) and all(
        isinstance(pair, list) and len(pair) == 2 and _is_lot(pair[0]) and _is_fraction(pair[1])
        for pair in what
    )


def _is_lot(what: Any) -> bool:
    return isinstance(what, list) and all(isinstance(card, str) for card in what)


def _is_fraction(what: Any) -> bool:
    return isinstance(what, str) and len(what) <= DIGITS and bool(_FRACTION.fullmatch(what))


def _allowed(call: Call, what: Any) -> Any:
    """The answer as in :class:`Reply`, or a :class:`Failure` where the rules do not allow it."""
    if call.part == FOLD:
        return what
    if call.part == FOLD_CHANCES:
        chance = rational(what)
        return chance if 0 <= chance <= 1 else Failure("range", str(chance))
    if call.part == TRADE:
        return _refused(call.arguments[0], what) or what
    pairs = [(lot, rational(chance)) for lot, chance in what]
    for lot, chance in pairs:
        refused = _refused(call.arguments[0], lot)
        if refused is not None:
            return refused
        if not 0 <= chance <= 1:
            return Failure("range", str(chance))
    total = sum((chance for _lot, chance in pairs), Fraction(0))
    if abs(total - 1) > 1e-9:
        return Failure("sum", str([[lot, str(chance)] for lot, chance in pairs])[:_SHOWN])
    # Floats that were meant to add up to one all but do.
    return tuple((tuple(lot), chance / total) for lot, chance in pairs)


def _refused(hand: Sequence[str], lot: Sequence[str]) -> Failure | None:
    """The failure of an exchange that ``hand`` does not allow; None for one that it allows."""
    if len(lot) > hands.MOST:
        return Failure("many", repr(lot)[:_SHOWN])
    if Counter(lot) - Counter(hand):
        return Failure("held", repr(lot)[:_SHOWN])
    return None


@cache
def rational(text: str) -> Fraction:
    """The number that was meant: 0.1 is a tenth, not the nearest float.

    >>> rational(str(Fraction(0.1))), rational("1/3")
    (Fraction(1, 10), Fraction(1, 3))
    """
    exact = Fraction(text)
    near = exact.limit_denominator(1_000_000)
    return near if abs(exact - near) < 1e-15 else exact


def _readable(text: str) -> str:
    """``text`` without signs that could tell a terminal what to do."""
    return "".join(sign if sign.isprintable() or sign == "\n" else "\ufffd" for sign in text)
