"""What seats are called in sentences about moves: by their number, or by who sits there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar

from ludoteca.core.i18n import _

_names: ContextVar[Sequence[str]] = ContextVar("names of the seats", default=())


@contextmanager
def calling(names: Sequence[str]) -> Iterator[None]:
    """Call the seats by ``names`` in this block, the first that of seat 0."""
    token = _names.set(names)
    try:
        yield
    finally:
        _names.reset(token)


def seat_called(seat: int) -> str:
    """The name of ``seat``; ``Player 1`` for seat 0 where no names are in use.

    >>> with calling(["Ana", "Machine 2"]):
    ...     seat_called(1)
    'Machine 2'
    """
    names = _names.get()
    return names[seat] if seat < len(names) else _("Player {n}").format(n=seat + 1)
