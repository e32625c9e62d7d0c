"""``ludoteca study bigpoints``: is the game fair, why, and what would help: the thesis's question.

Eleven sections, each with its method, its size, and an exact number or an interval; as tables,
plots and, in a folder, a report that ties them together. Deals of machines are the arena's.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import numpy as np

from ludoteca.arena.balance import BalanceReport, Played, play
from ludoteca.arena.balance_report import of_luck, of_measures, of_seats
from ludoteca.arena.variants import sweep
from ludoteca.core import questions
from ludoteca.core.answers import Answer, Cell
from ludoteca.core.i18n import N_, _
from ludoteca.core.questions import Interim, Param, Progress, in_parts, question, quiet, unheard
from ludoteca.core.registry import load_game
from ludoteca.lab.study import Section, study_answer
from ludoteca.workers.backend import Backend
from ludoteca.workers.threads import cores

from . import balance, contest, counting, graph, opening, thesis

TITLE = N_("Big Points: is it fair?")

LEVELS = ("basic", "advanced")

Size = tuple[int, int]
Sampled = tuple[int, int, int | None]
"""Colours, discs of each, and random boards; None for all boards."""


@dataclass(frozen=True)
class Scale:
    """The scale of a study: sizes solved, whole or sampled, and numbers of games."""

    sizes: tuple[Sampled, ...]
    kinds: tuple[tuple[int, int, int, int, int | None], ...]  #: with white and black discs, too
    deals: int  #: between equal machines, for each number of players and each level
    meetings: int  #: of each pair of levels, for each number of players
    openings: tuple[Sampled, ...]
    decisions: tuple[Size, ...]
    rows_of_pairs: int
    counts: tuple[Size, ...]
    random_games: int


FULL = Scale(
    sizes=(
        *((2, d, None) for d in range(1, 9)),
        *((3, d, None) for d in range(1, 5)),
        *((4, d, None) for d in range(1, 4)),
        *((5, d, None) for d in range(1, 3)),
        (2, 10, 2_000),
        (3, 5, 2_000),
        (3, 6, 1_000),
        (4, 4, 1_000),
        (5, 3, 1_000),
        (5, 4, 120),
    ),
    kinds=(
        *((2, 2, white, black, None) for black in (0, 1) for white in (0, 1)),
        (2, 3, 1, 1, None),
        *((3, 2, white, black, None) for black in (0, 1) for white in (0, 1)),
        (3, 3, 1, 1, 300),
        (3, 3, 2, 2, 300),
        (4, 3, 2, 2, 60),
    ),
    deals=1_000,
    meetings=300,
    openings=(
        *((2, 4, None), (3, 3, None), (4, 2, None)),
        *((3, 4, 2_000), (4, 4, 300), (5, 3, 200)),
    ),
    decisions=((2, 4), (4, 2), (3, 3)),
    rows_of_pairs=1_000,
    counts=((2, 1), (2, 2), (2, 3), (2, 4), (3, 1), (3, 2), (3, 3), (4, 1), (4, 2), (5, 1)),
    random_games=10_000,
)
QUICK = Scale(
    sizes=(
        *((2, d, None) for d in range(1, 5)),
        *((3, d, None) for d in range(1, 4)),
        *((4, d, None) for d in range(1, 3)),
        *((3, 4, 100), (4, 3, 40), (5, 3, 10)),
    ),
    kinds=(
        *((2, 2, white, black, None) for black in (0, 1) for white in (0, 1)),
        (3, 3, 1, 1, 20),
    ),
    deals=16,
    meetings=4,
    openings=((2, 3, None), (3, 2, None), (3, 4, 30)),
    decisions=((2, 3), (3, 2)),
    rows_of_pairs=30,
    counts=((2, 1), (2, 2), (2, 3), (3, 1), (3, 2)),
    random_games=400,
)
_TIMES = (5, 1, 5, 1, 3, 3)
"""About how long sizes, kinds, deals, openings, rules of thumb and counts take, in parts of all."""


@question(
    "study",
    N_("Is the game fair, which moves and rules of thumb win, and what would help?"),
    played=((N_("Is it better to begin, and which rules of thumb win?"), {}),),
)
def report(
    folder: Annotated[
        Path | None, Param(N_("keep the run here; without it, in your data folder"))
    ] = None,
    quick: Annotated[
        bool,
        Param(
            N_("a first look: smaller sizes, and 16 deals in place of 1,000"),
            efforts=((True, questions.QUICK), (False, questions.THOROUGH)),
        ),
    ] = False,
    seed: int = 1,
    progress: Progress = quiet,
    interim: Interim = unheard,
) -> Answer:
    """The balance report."""
    sections = sections_of(QUICK if quick else FULL, seed, folder, progress)
    fields: dict[str, Cell] = {"matches": counting.number_of_matches(), "seed": seed}
    return study_answer(fields, sections, _(TITLE), asked=("sizes",), interim=interim)


def sections_of(
    scale: Scale, seed: int, folder: Path | None = None, progress: Progress = quiet
) -> Iterator[Section]:
    """All sections at a scale; ``folder`` keeps what is played."""
    sizing, kinds, playing, opened, contested, counted = in_parts(progress, *_TIMES)
    yield thesis.of_thesis()
    parts = in_parts(sizing, *(1 for _size in scale.sizes))
    solved = [
        balance.solve_size(*size, seed, part) for size, part in zip(scale.sizes, parts, strict=True)
    ]
    solved.sort(key=lambda boards: [int(part) for part in boards.name.split("x")])
    yield balance.of_sizes(solved)
    parts = in_parts(kinds, *(1 for _kind in scale.kinds))
    yield balance.of_specials(
        [
            balance.solve_kind(*kind, seed, part)
            for kind, part in zip(scale.kinds, parts, strict=True)
        ]
    )
    # Deals of equal machines at tables of 2 to 5 by the printed rules, and of each pair of levels.
    game = load_game("bigpoints")
    tables = tuple(sweep(game, {"players": "2..5"}))
    equals = BalanceReport(game, tables, LEVELS, scale.deals, seed, scale.meetings)
    played = play([equals], folder, Backend(cores()), playing)
    yield of_measures(equals, played)
    yield of_seats(equals, played)
    yield of_luck(equals, played)
    parts = in_parts(opened, *(1 for _size in scale.openings))
    tallies = [
        opening.study_size(*size, seed, part)
        for size, part in zip(scale.openings, parts, strict=True)
    ]
    yield opening.of_openings(tallies)
    machines = _as_solved(played[0], _("printed, machines"))
    yield balance.of_remedies([*solved, machines], tallies)
    yield contest.of_heuristics(scale.decisions, scale.rows_of_pairs, seed, contested)
    yield counting.of_counts(scale.counts, scale.random_games, seed, counted)
    yield graph.of_graph("1122")


def _as_solved(played: Played, name: str) -> balance.SolvedBoards:
    """The differences of two equal machines, in the shape of solved boards; not exact."""
    lines = [line for line in played.equals[LEVELS[-1]] if "failed" not in line]
    differences = np.array([line["points"][0] - line["points"][1] for line in lines])
    method = _("{n} games of advanced machines, not best play").format(n=len(lines))
    return balance.SolvedBoards(name, 0, np.rint(differences).astype(np.int64), False, method)
