"""The look of cards of one kind: for show, and the same in pictures and words.

A game may draw several cards of one kind, which are different on the table alone: which of them a
seat holds it chooses from the mark of the shuffle, here known to all that is drawn or told.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import NamedTuple


class Look(NamedTuple):
    """The mark of a deal's shuffle, and the seat whose cards are chosen before those of others."""

    mark: str
    seat: int = 0

    def seen_by(self, viewer: int) -> Look:
        """The same as ``viewer`` sees it: the own cards first; unchanged for a spectator."""
        return self._replace(seat=viewer) if viewer >= 0 else self


_look: ContextVar[Look | None] = ContextVar("look of the cards", default=None)


@contextmanager
def looking(look: Look | None) -> Iterator[None]:
    """Tell of cards by their ``look`` in this block; by their kinds for None."""
    token = _look.set(look)
    try:
        yield
    finally:
        _look.reset(token)


def look_in_use() -> Look | None:
    """The look by which cards are told of; None outside of a table."""
    return _look.get()
