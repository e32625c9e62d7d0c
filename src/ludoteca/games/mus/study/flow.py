"""The levels' policies as flow charts, drawn from their own data."""

from __future__ import annotations

from dataclasses import replace

from ludoteca.core.i18n import _
from ludoteca.lab.study import Section

from ..policies.flow import charts_of, plot_of, table_of
from .levels import NAMES


def of_flow() -> Section:
    """The section on the levels: what the document's figures 4.1 to 4.12 showed."""
    found = {name: tuple(charts_of(number)) for number, name in enumerate(NAMES)}
    return Section(
        "flow",
        _("What do the levels do?"),
        _("the tables that the compiled policies read, drawn; the document's own charts are lost"),
        _(
            "Each level has {n} charts: mus, discards, and opening and answering in every lance. A "
            "question answered yes says what is done, else the next one is asked."
        ).format(n=len(found[NAMES[0]])),
        [
            replace(
                table_of(f"policy_{name}", charts),
                title=_("The level {level}, question by question").format(level=_(name)),
            )
            for name, charts in found.items()
        ],
        [plot_of(name, chart) for name, charts in found.items() for chart in charts],
    )
