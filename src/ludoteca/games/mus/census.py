"""``ludoteca census mus``: every hand in every seat and lance, counted anew."""

from __future__ import annotations

import time
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Annotated, Literal

import numpy as np

from ludoteca.core.answers import Answer, Cell, Table
from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import N_, _
from ludoteca.core.numbers import Exact
from ludoteca.core.questions import Param, Progress, question, quiet
from ludoteca.core.storage import check_writable

from .exact.answers import place
from .exact.table import counted, table, write
from .exact.types import Deck
from .exact.wins import COUNTS, INDIVIDUAL, PAIR
from .ids import SEATS
from .notation import LANCE_NAMES
from .odds import read_hand


@question("census", N_("How often every hand wins, in each seat and lance."))
def hands(
    kings: Annotated[Literal["8", "4"], Param(N_("kings of the deck"))] = "8",
    sample: Annotated[list[str] | None, Param(N_("count these hands alone: RRRA,7654"))] = None,
    file: Annotated[
        Path | None, Param(N_("file to write the table into, with every la real"), local=True)
    ] = None,
    progress: Progress = quiet,
) -> Answer:
    """Individual and pair chances of every hand, whether they are those that ship, the seconds."""
    deck = Deck.of(int(kings))
    types = deck.types
    if file is not None:
        if sample:
            raise BadInput(_("a file holds the table of all hands, not of a sample"))
        check_writable(file)
    chosen = [deck.index[read_hand(text, deck)] for text in sample or types.names]
    shown = partial(progress, words=_("hands"))
    began = time.perf_counter()
    found = counted(deck, chosen, shown)
    agrees = ""
    fields: dict[str, Cell] = {"hands": len(chosen), "seconds": time.perf_counter() - began}
    if file is None:
        same = bool(np.array_equal(found, table(deck)[chosen]))
        fields["as_shipped"] = same
        text = _("In the figures: how often each of {n} hands wins, by seat and lance.")
        agrees = (
            _("They agree with the table that ships.")
            if same
            else _("They differ from the table that ships.")
        )
    else:
        write(file, int(kings), found, shown)
        fields["saved"] = str(file)
        text = _("Hands counted: {n}. The table is in {path}.")
    rows: list[list[Cell]] = []
    for hand, by_seat in zip(chosen, found, strict=True):
        for seat in range(SEATS):
            for lance, name in enumerate(LANCE_NAMES):
                chances = (
                    Exact(Fraction(int(by_seat[seat, lance, column]), deck.deals))
                    for column in (INDIVIDUAL, PAIR)
                )
                rows.append([types.names[hand], place(seat), name, *chances])
    columns = ("hand", "seat", "lance", *COUNTS[:2])
    return Answer(
        fields,
        (Table("wins", columns, rows, N_("Chance to win each lance"), chances=COUNTS[:2]),),
        notes=[agrees] if agrees else [],
        headline=text.format(n=len(chosen), path=file),
    )
