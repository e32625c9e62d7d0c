"""Names of machines and seats in the language in use, beside the ids of the machines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import replace
from typing import TYPE_CHECKING

from ludoteca.core.answers import Cell, Table
from ludoteca.core.i18n import N_, _

if TYPE_CHECKING:
    from ludoteca.core.game import GameInfo

USUAL = {
    "random": N_("random moves"),
    "search": N_("full search"),
    "mcts": N_("tree search"),
    "belief": N_("belief search"),
    "human": N_("human"),
    "basic": N_("basic"),
    "advanced": N_("advanced"),
    "expert": N_("expert"),
    "master": N_("master"),
}


def player_words(info: GameInfo, name: str) -> str:
    """The label of the player ``name`` of a game; its id where it has none."""
    return _(dict(info.called).get(name) or USUAL.get(name, name))


def level_words(info: GameInfo, spec: str) -> str:
    """A machine in words: ``expert@0.5s`` is "expert, 0.5s"; "" for ""."""
    name, _at, budget = spec.partition("@")
    words = player_words(info, name) if name else ""
    return f"{words}, {budget}" if budget else words


PLAYER_COLUMNS = frozenset(
    ("a", "against", "b", "first", "level", "machine", "other", "player", "second")
)
"""Columns of answers that hold ids of players."""


def cell_words(info: GameInfo, column: str, cell: Cell) -> Cell:
    """A cell for people: the label of a player in a column of players, else the cell itself."""
    if column in PLAYER_COLUMNS and isinstance(cell, str):
        return level_words(info, cell)
    return cell


def with_labels(info: GameInfo, table: Table) -> Table:
    """The table with the labels of players instead of their ids, as charts show it."""
    rows = [
        [cell_words(info, column, cell) for column, cell in zip(table.columns, row, strict=True)]
        for row in table.rows
    ]
    return replace(table, rows=rows)


# -- seats --------------------------------------------------------------------------------------

_names: ContextVar[Sequence[str]] = ContextVar("names of the seats", default=())


@contextmanager
def seat_names(names: Sequence[str]) -> Iterator[None]:
    """Call the seats by ``names`` in this block, the first that of seat 0."""
    token = _names.set(names)
    try:
        yield
    finally:
        _names.reset(token)


def seat_called(seat: int) -> str:
    """The name of ``seat``; ``Player 1`` for seat 0 where no names are in use.

    >>> with seat_names(["Ana", "Machine 2"]):
    ...     seat_called(1)
    'Machine 2'
    """
    names = _names.get()
    return names[seat] if seat < len(names) else _("Player {n}").format(n=seat + 1)
