"""``ludoteca study buraco``: the document's figures computed again, and what is right.

==============  ================================================================================
``document``    every figure that the document prints, and its errata
``matrices``    its transition matrix, cell by cell as printed, beside the proper chains
``melds``       expected points of a meld by rounds, in the three matrices
``cards``       its law of a card in the stock, and the chance to have a card, beside exact ones
``batidas``     chances to go out of some hands: its own, and the exact ones
``rounds``      its 13 less the rounds played, and simulated rounds left by state of play
``experiment``  its experiment: a player with its numbers and without them (``by_numbers``)
==============  ================================================================================
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Annotated

from ludoteca.core.answers import Answer, Cell
from ludoteca.core.i18n import N_, _
from ludoteca.core.numbers import Exact
from ludoteca.core.questions import (
    QUICK,
    THOROUGH,
    USUAL,
    Interim,
    Param,
    Progress,
    question,
    quiet,
    unheard,
)
from ludoteca.lab.study import Section, in_turn, study_answer

from ..thesis import runtime
from ..thesis.going_out import chance_to_go_out
from . import batidas, cards, document, experiment, matrices, melds, rounds

TITLE = N_("Buraco: the figures of a thesis, and the right ones")


@question("study", N_("The figures of the thesis computed again, its errata, right chances."))
def report(
    deals: Annotated[
        int,
        Param(
            N_("deals of the experiment, each played four ways"),
            low=20,
            high=100_000,
            efforts=((100, QUICK), (experiment.DEALS, USUAL), (20_000, THOROUGH)),
        ),
    ] = experiment.DEALS,
    progress: Progress = quiet,
    interim: Interim = unheard,
) -> Answer:
    """All sections, in the order of the document."""
    fields: dict[str, Cell] = {
        "years_by_the_thesis": float(runtime.anos()),
        "years": float(runtime.anos_certos()),
        "example_by_the_thesis": Exact(chance_to_go_out(batidas.EXAMPLE)[1]),
        "example_from_the_stock": Exact(batidas.EXAMPLE.from_stock()),
    }
    chances = ("example_by_the_thesis", "example_from_the_stock")
    sections = sections_of(deals, progress)
    return study_answer(fields, sections, _(TITLE), chances=chances, interim=interim)


def sections_of(deals: int, progress: Progress = quiet) -> Iterator[Section]:
    """All sections."""
    makers = (
        document.of_document,
        matrices.of_matrices,
        melds.of_melds,
        cards.of_cards,
        batidas.of_batidas,
        rounds.of_rounds,
        partial(experiment.of_experiment, deals),
    )
    for make in in_turn(makers, progress, lambda _make: _("parts of the study")):
        yield make()
