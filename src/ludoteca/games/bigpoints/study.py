"""``ludoteca study bigpoints``: is the game fair, why, and what would help: the thesis's question.

Eleven sections, each with its method, its size, and an exact number or an interval; as tables,
plots and, in a folder, a report that ties them together. Deals of machines are the arena's.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from ludoteca.arena.balance_report import of_luck, of_measures, of_seats
from ludoteca.core.files import writable_folder
from ludoteca.core.i18n import N_, _
from ludoteca.core.questions import Answer, Cell, Param, Progress, question, quiet
from ludoteca.lab.report import Section, answer_of

from . import opening, study_played, study_sections, words
from .balance import solve_size
from .counting import number_of_matches
from .specials import solve_kind

TITLE = N_("Big Points: is it fair?")
HEADINGS = words.STUDY

Size = tuple[int, int]
Sampled = tuple[int, int, int]
"""Colours, discs of each, and random boards."""


@dataclass(frozen=True)
class Scale:
    """How much a study does: sizes solved whole, sizes sampled, and numbers of games."""

    whole: tuple[Size, ...]
    sampled: tuple[Sampled, ...]
    kinds: tuple[tuple[int, int, int, int], ...]  #: colours, discs, white, black
    kinds_sampled: tuple[tuple[int, int, int, int, int], ...]
    deals: int  #: between equal machines, for each number of players and each level
    meetings: int  #: of each pair of levels, for each number of players
    openings: tuple[Size, ...]
    openings_sampled: tuple[Sampled, ...]
    decisions: tuple[Size, ...]
    rows_of_pairs: int
    counts: tuple[Size, ...]
    random_games: int


FULL = Scale(
    whole=(
        *((2, d) for d in range(1, 9)),
        *((3, d) for d in range(1, 5)),
        *((4, d) for d in range(1, 4)),
        *((5, d) for d in range(1, 3)),
    ),
    sampled=(
        (2, 10, 2_000),
        (3, 5, 2_000),
        (3, 6, 1_000),
        (4, 4, 1_000),
        (5, 3, 1_000),
        (5, 4, 120),
    ),
    kinds=(
        (2, 2, 0, 0),
        (2, 2, 1, 0),
        (2, 2, 0, 1),
        (2, 2, 1, 1),
        (2, 3, 1, 1),
        (3, 2, 0, 0),
        (3, 2, 1, 0),
        (3, 2, 0, 1),
        (3, 2, 1, 1),
    ),
    kinds_sampled=((3, 3, 1, 1, 300), (3, 3, 2, 2, 300), (4, 3, 2, 2, 60)),
    deals=1_000,
    meetings=300,
    openings=((2, 4), (3, 3), (4, 2)),
    openings_sampled=((3, 4, 2_000), (4, 4, 300), (5, 3, 200)),
    decisions=((2, 4), (4, 2), (3, 3)),
    rows_of_pairs=1_000,
    counts=((2, 1), (2, 2), (2, 3), (2, 4), (3, 1), (3, 2), (3, 3), (4, 1), (4, 2), (5, 1)),
    random_games=10_000,
)
QUICK = Scale(
    whole=((2, 1), (2, 2), (2, 3), (2, 4), (3, 1), (3, 2), (3, 3), (4, 1), (4, 2)),
    sampled=((3, 4, 200), (4, 3, 100), (5, 3, 20)),
    kinds=((2, 2, 0, 0), (2, 2, 1, 0), (2, 2, 0, 1), (2, 2, 1, 1)),
    kinds_sampled=((3, 3, 1, 1, 40),),
    deals=60,
    meetings=20,
    openings=((2, 3), (3, 2)),
    openings_sampled=((3, 4, 60),),
    decisions=((2, 3), (3, 2)),
    rows_of_pairs=100,
    counts=((2, 1), (2, 2), (2, 3), (3, 1), (3, 2)),
    random_games=1_000,
)


@question("study", N_("Is the game fair, which moves and rules of thumb win, and what would help?"))
def report(
    folder: Annotated[
        Path | None, Param(N_("write the report, its tables and plots into this folder"))
    ] = None,
    results: Annotated[
        Path | None, Param(N_("folder of finished parts; without it, one of the user's data"))
    ] = None,
    quick: Annotated[bool, Param(N_("smaller sizes and samples: a first look"))] = False,
    seed: int = 1,
    progress: Progress = quiet,
) -> Answer:
    """The balance report."""
    if folder is not None:
        writable_folder(folder)
    sections = sections_of(QUICK if quick else FULL, seed, results, progress)
    fields: dict[str, Cell] = {"matches": number_of_matches(), "seed": seed}
    return answer_of(sections, fields, _(TITLE), folder)


def sections_of(
    scale: Scale, seed: int, folder: Path | None = None, progress: Progress = quiet
) -> list[Section]:
    """All sections at a scale, worked out one after the other; ``folder`` keeps what is played."""
    solved = [solve_size(c, d, None, seed, progress) for c, d in scale.whole]
    solved += [solve_size(c, d, n, seed, progress) for c, d, n in scale.sampled]
    solved.sort(key=lambda boards: [int(part) for part in boards.name.split("x")])
    kinds = [solve_kind(*kind, None, seed, progress) for kind in scale.kinds]
    kinds += [solve_kind(c, d, w, b, n, seed, progress) for c, d, w, b, n in scale.kinds_sampled]
    equals = study_played.report_of(scale.deals, scale.meetings, seed)
    played = study_played.played_of(equals, folder, progress)
    tallies = [opening.study_size(c, d, None, seed, progress) for c, d in scale.openings]
    tallies += [opening.study_size(c, d, n, seed, progress) for c, d, n in scale.openings_sampled]
    machines = study_played.as_solved(played[0], _("printed, machines"))
    return [
        study_sections.of_thesis(),
        study_sections.of_sizes(solved),
        study_sections.of_specials(kinds),
        of_measures(equals, played),
        of_seats(played),
        of_luck(played),
        study_sections.of_openings(tallies),
        study_sections.of_remedies([*solved, machines], tallies),
        study_sections.of_heuristics(scale.decisions, scale.rows_of_pairs, seed, progress),
        study_sections.of_counts(scale.counts, scale.random_games, seed, progress),
        study_sections.of_graph("1122"),
    ]
