"""Melds as the page draws them: most are as they were at the last drawing, so they are kept."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from .melds import is_canastra, is_clean, meld_cards, meld_points
from .rules import STATE

_OF_MELDS = ("meld_suit", "low", "high", "wild_at", "wild_kind", "set_suits")
_RULES = ("ranks", "canastra", "long_bonus", "two_points", "joker_points")


@dataclass(frozen=True)
class Meld:
    """A meld: its cards in order, each with whether it is wild; its points; what it is."""

    cards: tuple[tuple[int, bool], ...]
    points: int
    canastra: bool
    clean: bool


def meld_at(s: Any, pair: int, meld: int) -> Meld:
    """A meld on the table."""
    rules = tuple(int(s[name]) for name in _RULES)
    return _meld(rules, tuple(s[name][pair, meld].tobytes() for name in _OF_MELDS))


@lru_cache(maxsize=512)
def _meld(rules: tuple[int, ...], fields: tuple[bytes, ...]) -> Meld:
    record = np.zeros(1, STATE.dtype)
    for name, value in zip(_RULES, rules, strict=True):
        record[name] = value
    for name, written in zip(_OF_MELDS, fields, strict=True):
        there = record[name][0, 0, 0]
        record[name][0, 0, 0] = np.frombuffer(written, there.dtype).reshape(there.shape)
    s = record[0]
    return Meld(
        cards=tuple((int(kind), bool(wild)) for kind, wild in meld_cards(s, 0, 0)),
        points=int(meld_points(s, 0, 0)),
        canastra=bool(is_canastra(s, 0, 0)),
        clean=bool(is_clean(s, 0, 0)),
    )


def melds_of(s: Any, pair: int) -> list[Meld]:
    """The melds of a pair, in the order of their opening."""
    return [meld_at(s, pair, meld) for meld in range(int(s.melds[pair]))]
