"""Is it a good game? Deals between equals at two levels, and the levels against each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ludoteca.arena.crew import Crew, Job
from ludoteca.arena.journal import Journal, Line
from ludoteca.arena.means import Means
from ludoteca.arena.meeting import Meeting
from ludoteca.arena.selfplay import PARTS, PLAYOUTS, SURE, SelfPlay
from ludoteca.arena.store import folder_of, versions
from ludoteca.arena.variants import Variant
from ludoteca.core.errors import BadInput
from ludoteca.core.game import Game
from ludoteca.core.i18n import _
from ludoteca.core.questions import Progress, quiet
from ludoteca.players.factory import RANDOM, available, make_local_player

_LEVELS = ("basic", "advanced")
_BATCH = 4


@dataclass(frozen=True)
class Report:
    """How much is played.

    Attributes
    ----------
    levels : machines, the weaker first
    deals : between equals, of each level
    meetings : duplicate deals of each pair of the ladder, 0 for no ladder; None for ``deals``
    """

    game: Game
    variants: tuple[Variant, ...]
    levels: tuple[str, ...]
    deals: int
    seed: int
    meetings: int | None = None

    @property
    def ladder(self) -> tuple[str, ...]:
        """Who meets whom: random play below the levels."""
        return (RANDOM, *(level for level in self.levels if level != RANDOM))


@dataclass(frozen=True)
class Played:
    """What a variant gave: lines of deals between equals by level, and of each pair's meetings."""

    variant: Variant
    equals: Mapping[str, Sequence[Line]]
    meeting: Meeting
    met: Sequence[Sequence[Line]]


def levels_of(game: Game, given: Sequence[str] = ()) -> tuple[str, ...]:
    """The machines named, as they name themselves; without names, two levels of the game.

    Raises ``BadInput`` for one that there is not.
    """
    names = list(given) or [name for name in _LEVELS if _there_is(game, name)]
    names = names or [*available(game)[:2]]
    found = tuple(dict.fromkeys(make_local_player(game, name).name for name in names))
    if "human" in found:
        raise BadInput(_("people play at a table, not here: name machines"))
    return found


def _there_is(game: Game, name: str) -> bool:
    try:
        make_local_player(game, name)
    except BadInput:
        return False
    return True


def play(
    reports: Sequence[Report],
    folder: Path | None = None,
    means: Means | None = None,
    progress: Progress = quiet,
) -> list[Played]:
    """All deals of some reports, or those left of them, variant by variant on the same shoes.

    ``KeyboardInterrupt`` passes through; what was finished is kept.
    """
    for report in reports:
        if report.deals < 2:
            raise BadInput(_("a report needs at least 2 deals, not {n}").format(n=report.deals))
    with (means or Means()).crew() as crew:
        return [
            _variant(report, variant, folder, crew, progress)
            for report in reports
            for variant in report.variants
        ]


def _variant(
    report: Report, variant: Variant, folder: Path | None, crew: Crew, progress: Progress
) -> Played:
    equals = {}
    for level in report.levels:
        job = SelfPlay(report.game, variant.options, level, report.seed)
        plan = {"kind": "equals", "level": level, "lead": [PARTS, PLAYOUTS, SURE]}
        words = _("deals between equals, {level}, {variant}").format(
            level=level, variant=variant.name
        )
        equals[level] = _kept(
            report, variant, plan, job, report.deals, folder, crew, progress, words
        )
    meeting = Meeting(report.game, variant.options, report.ladder, report.seed)
    pairs = len(meeting.pairs)
    met: list[list[Line]] = []
    meetings = report.deals if report.meetings is None else report.meetings
    if pairs and meetings:
        words = _("meetings of the levels, {variant}").format(variant=variant.name)
        plan = {"kind": "ladder", "players": list(report.ladder)}
        end = meetings * pairs
        lines = _kept(report, variant, plan, meeting, end, folder, crew, progress, words)
        met = [lines[pair::pairs] for pair in range(pairs)]
    return Played(variant, equals, meeting, met)


def _kept(
    report: Report,
    variant: Variant,
    plan: Line,
    job: Job,
    end: int,
    folder: Path | None,
    crew: Crew,
    progress: Progress,
    words: str,
) -> list[Line]:
    """The lines of a job's tasks, those of before and those that were still to do."""
    plan = plan | {
        "game": report.game.name,
        "options": variant.options,
        "seed": report.seed,
        "versions": versions(report.game, report.levels),
    }
    own = folder_of(report.game, plan)
    with Journal(folder / own.name if folder else own, plan) as journal:
        done = len(journal.lines)
        progress(min(done, end), end, words)
        for outcomes in crew.work(job, done, end, _BATCH):
            journal.append(outcomes)
            progress(len(journal.lines), end, words)
        return journal.lines[:end]
