"""Rounds left: the document's 13 less those played, and simulated deals."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from functools import partial

from ludoteca.core.answers import Cell, Rows, Table
from ludoteca.core.i18n import N_, _
from ludoteca.lab import charts
from ludoteca.lab.study import Section, sections_beside, study_table

from ..exact import rounds
from ..odds import played_table, states_table
from ..thesis import runtime

section = sections_beside(__file__)


@study_table("rounds_of_a_deal", "source deals rounds")
def deals_table() -> Rows:
    """The document's mean, and those of deals where the card of a pile of one may be thrown back
    and where it may not."""
    yield _("the thesis"), len(runtime.n_rodadas), statistics.mean(runtime.n_rodadas)
    sources: dict[rounds.Single, str] = {
        "free": N_("simulated, the card of a pile of one may be thrown back"),
        "forbidden": N_("simulated, it may not"),
    }
    for single, words in sources.items():
        whole = rounds.shipped(single)[-1, 0]
        yield _(words), whole.deals, whole.rounds


def of_rounds() -> Section:
    """The section on the length of a deal."""
    counts = rounds.shipped()
    whole, barred = counts[-1, 0].rounds, rounds.shipped("forbidden")[-1, 0].rounds
    lines: list[Sequence[Cell]] = [
        [state.stock, words, value]
        for state in counts.values()
        if state.mortos < 0 and state.deals > 1
        for words, value in (
            (_("simulated"), state.rounds.mean),
            (_("the thesis"), runtime.t_n(state.stock)),
        )
        if value >= 0
    ]
    drawn = Table("rounds_drawn", ("rounds_played", "source", "rounds_left"), lines)
    return section(
        "rounds",
        (deals_table(), states_table(counts), played_table(counts)),
        {
            "rounds_left": partial(
                charts.lines, drawn, "rounds_played", "rounds_left", colour="source"
            )
        },
        n=whole.n,
        mean=whole.mean,
        barred=barred.mean,
        printed=statistics.mean(runtime.n_rodadas),
        left=counts[-1, 13].rounds.mean,
    )
