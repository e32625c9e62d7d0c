"""A study of balance for 2 to 5 players, of the rules as they are and of changes.

The arena's measures at two levels of machine; five sections, each with its method and an answer in
words.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated

from ludoteca.arena.balance import BalanceReport, Played, play
from ludoteca.arena.balance_report import of_luck, of_measures, of_seats
from ludoteca.arena.variants import Variant
from ludoteca.core.answers import Answer, Cell
from ludoteca.core.i18n import N_, _
from ludoteca.core.options import Value
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
from ludoteca.core.registry import load_game
from ludoteca.lab.study import Section, study_answer
from ludoteca.workers.backend import Backend
from ludoteca.workers.threads import cores

from .rules import SEATS
from .study_changes import changes_of, of_changes, of_suggestions

TITLE = N_("Eräs korttipeli: is it a good game?")

LEVELS = ("basic", "advanced")
TABLES = tuple(range(2, SEATS + 1))
TRIED: tuple[dict[str, Value], ...] = (
    {"retreat": "yes"},
    {"values": 10},
    {"values": 7},
    {"hand": 5},
)
"""Changes of the rules that there are options for."""


@question(
    "study",
    N_("Is it a good game, and what might be changed?"),
    resumable=True,
    played=((N_("Does the better player win, or the luckier one?"), {}),),
)
def report(
    deals: Annotated[
        int,
        Param(
            N_("deals of each kind; 150 take about two minutes on two cores"),
            low=20,
            high=10_000,
            efforts=((20, QUICK), (150, USUAL), (1_000, THOROUGH)),
        ),
    ] = 150,
    folder: Annotated[
        Path | None, Param(N_("keep the run here; without it, in your data folder"))
    ] = None,
    seed: int = 1,
    progress: Progress = quiet,
    interim: Interim = unheard,
) -> Answer:
    """The balance report for 2 to 5 players, with and without variants, and suggestions."""
    sections = sections_of(TABLES, deals, seed, folder, progress)
    fields: dict[str, Cell] = {"deals": deals, "seed": seed}
    return study_answer(fields, sections, _(TITLE), asked=("luck",), interim=interim)


def sections_of(
    tables: Sequence[int],
    deals: int,
    seed: int,
    folder: Path | None = None,
    progress: Progress = quiet,
) -> Iterator[Section]:
    """All sections, for tables of these sizes; ``folder`` keeps what is played."""
    plain, changed = reports(tables, deals, seed)
    played = play([plain, changed], folder, Backend(cores()), progress)
    as_it_is, variants = played[: len(tables)], played[len(tables) :]
    found = changes_of(_pairs(as_it_is, variants), LEVELS[-1])
    yield of_measures(plain, as_it_is)
    yield of_seats(plain, as_it_is)
    yield of_luck(plain, as_it_is)
    yield of_changes(found)
    yield of_suggestions(as_it_is, found, LEVELS[-1])


def reports(tables: Sequence[int], deals: int, seed: int) -> tuple[BalanceReport, BalanceReport]:
    """The games to play, by the rules as they are and with the changes, on the same seeds."""
    game = load_game("eras")

    def variant(given: dict[str, Value]) -> Variant:
        return Variant(" ".join(f"{k}={v}" for k, v in given.items()), game.options(given))

    plain = tuple(variant({"players": n}) for n in tables)
    changed = tuple(variant({"players": n, **change}) for n in tables for change in TRIED)
    return (
        BalanceReport(game, plain, LEVELS, deals, seed),
        BalanceReport(game, changed, LEVELS, deals, seed, meetings=0),
    )


def _pairs(plain: Sequence[Played], changed: Sequence[Played]) -> list[tuple[Played, Played]]:
    """Each variant beside the rules as they are at the same table."""
    return [
        (before, after)
        for at, before in enumerate(plain)
        for after in changed[at * len(TRIED) : (at + 1) * len(TRIED)]
    ]
