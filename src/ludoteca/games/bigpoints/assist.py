"""A real game of Big Points, followed by hand: the row as it lies, typed at once (``33545...``)."""

from __future__ import annotations

from .notation import SYMBOLS
from .rules import LAYING


def read_event(seen, actor: int, text: str) -> list[int] | None:
    """The discs of a row, from the start to the stair; None for anything else."""
    row = text.upper().replace(" ", "")
    if seen.phase != LAYING or not row or not set(row) <= set(SYMBOLS):
        return None
    return [SYMBOLS.index(disc) for disc in row]
