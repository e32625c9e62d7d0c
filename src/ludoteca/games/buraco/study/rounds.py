"""Rounds left: the document's 13 less those played, and simulated deals."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from functools import partial

from ludoteca.core.answers import Cell, Plot, Rows, Table, table
from ludoteca.core.i18n import N_, _
from ludoteca.lab import charts
from ludoteca.lab.study import Section

from ..exact import rounds
from ..odds import played_table, states_table
from ..thesis import runtime


@table(
    "rounds_of_a_deal",
    N_("Rounds of a deal: the document's games, and deals in which a single card may be swapped"),
    "source deals rounds",
)
def deals_table() -> Rows:
    """The document's mean, and those of deals where the card of a pile of one may be thrown back
    and where it may not."""
    yield _("the document"), len(runtime.n_rodadas), statistics.mean(runtime.n_rodadas)
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
            (_("the document"), runtime.t_n(state.stock)),
        )
        if value >= 0
    ]
    drawn = Table("rounds_drawn", ("rounds_played", "source", "rounds_left"), lines)
    return Section(
        "rounds",
        _("How many rounds are left?"),
        _(
            "{n:,} deals between machines of the level advanced, profile thesis; the document's "
            "30 games are those of people"
        ).format(n=whole.n),
        _(
            "A deal has {mean:.1f} rounds where the document's 30 games have {printed:.1f}, and "
            "{barred:.1f} where the card of a pile of one may not be thrown back. What is left "
            "depends on the stock and the mortos, not on the rounds played: after 13 the "
            "document has none, and {left:.1f} are left on average."
        ).format(
            mean=whole.mean,
            barred=barred.mean,
            printed=statistics.mean(runtime.n_rodadas),
            left=counts[-1, 13].rounds.mean,
        ),
        (deals_table(), states_table(counts), played_table(counts)),
        (
            Plot(
                "rounds_left",
                N_("Rounds left after rounds played"),
                partial(charts.lines, drawn, "rounds_played", "rounds_left", colour="source"),
            ),
        ),
    )
