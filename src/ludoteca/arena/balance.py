"""The deals of a balance report: between equals, and the levels against each other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ludoteca.arena.round_robin import RoundRobin, check_matches
from ludoteca.arena.run_log import Line, Outcome, RunLog, run_folder, versions
from ludoteca.arena.selfplay import PARTS, PLAYOUTS, SURE, SelfPlay
from ludoteca.arena.tournament import by_pair
from ludoteca.arena.variants import Variant, variant_words
from ludoteca.core.errors import BadInput
from ludoteca.core.game import Game
from ludoteca.core.i18n import _
from ludoteca.core.player_names import name_and_level
from ludoteca.core.questions import Progress, quiet
from ludoteca.players.factory import RANDOM, available, make_local_player
from ludoteca.workers.backend import Backend
from ludoteca.workers.pool import Pool, PoolJob

_LEVELS = ("basic", "advanced")
_BATCH = 4


@dataclass(frozen=True)
class BalanceReport:
    """The extent of a balance report.

    Parameters
    ----------
    variants
        of the game's rules, all played on the same shoes
    levels
        machines, the weaker first
    deals
        between equals, of each level
    seed
        equal seeds give equal deals
    meetings
        duplicate deals of each pair of the ladder, 0 for no ladder; None for ``deals``
    matches
        play whole matches, where this says deals
    """

    game: Game
    variants: tuple[Variant, ...]
    levels: tuple[str, ...]
    deals: int
    seed: int
    meetings: int | None = None
    matches: bool = False

    @property
    def met_deals(self) -> int:
        """Duplicate deals of each pair of the ladder."""
        return self.deals if self.meetings is None else self.meetings

    @property
    def tasks(self) -> int:
        """Deals to play in all."""
        players = len(self.ladder)
        pairs = players * (players - 1) // 2
        return len(self.variants) * (len(self.levels) * self.deals + pairs * self.met_deals)

    @property
    def ladder(self) -> tuple[str, ...]:
        """The players that meet: random play below the levels."""
        return (RANDOM, *(level for level in self.levels if level != RANDOM))


@dataclass(frozen=True)
class Played:
    """The lines of a variant: of deals between equals by level, and of each pair's meetings.

    Attributes
    ----------
    equals
        for each level, the lines that :class:`ludoteca.arena.selfplay.SelfPlay` makes
    round_robin
        the players that meet
    met
        for each pair of it, the lines of its duplicate deals; empty until all are played
    """

    variant: Variant
    equals: Mapping[str, Sequence[Line]]
    round_robin: RoundRobin
    met: Sequence[Sequence[Line]]


def levels_of(game: Game, given: Sequence[str] = ()) -> tuple[str, ...]:
    """The machines named, as they name themselves; without names, two levels of the game.

    Raises
    ------
    BadInput
        for one that there is not, and for a person
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
    reports: Sequence[BalanceReport],
    folder: Path | None = None,
    backend: Backend | None = None,
    progress: Progress = quiet,
) -> list[Played]:
    """Play all deals of some reports, or the rest of them, as :func:`rounds`; the last results.

    Raises
    ------
    BadInput
        as :func:`rounds` does
    """
    played: list[Played] = []
    for part in rounds(reports, folder, backend, progress):
        played = with_newest(played, part)
    return played


def with_newest(played: Sequence[Played], part: Played) -> list[Played]:
    """The variants played so far, with ``part`` in the place of what there was of its variant."""
    before = played[:-1] if played and played[-1].equals is part.equals else played
    return [*before, part]


def rounds(
    reports: Sequence[BalanceReport],
    folder: Path | None = None,
    backend: Backend | None = None,
    progress: Progress = quiet,
) -> Iterator[Played]:
    """Play all deals of some reports, or the rest, variant by variant on the same shoes.

    ``KeyboardInterrupt`` passes through; finished deals are kept.

    Parameters
    ----------
    folder
        in which each run has its own; None for the user's data
    backend
        the workers; by default one process a core
    progress
        gets the deals that are done, of all in the reports

    Yields
    ------
    Played
        after every few deals: one growing result of each variant, and last the whole one, with the
        meetings

    Raises
    ------
    BadInput
        for fewer than 2 deals, for matches where a match is one deal, and where a run's folder is
        in use
    """
    for report in reports:
        if report.deals < 2:
            raise BadInput(_("a report needs at least 2 deals, not {n}").format(n=report.deals))
        if report.matches:
            check_matches(report.game)
    done, total = 0, sum(report.tasks for report in reports)
    with (backend or Backend()).pool() as pool:
        for report in reports:
            for variant in report.variants:
                equals: dict[str, list[Line]] = {level: [] for level in report.levels}
                ladder = RoundRobin(
                    report.game, variant.options, report.ladder, report.seed, matches=report.matches
                )
                part, met = Played(variant, equals, ladder, []), list[Line]()
                for work in _works(report, part, equals, met):
                    for found in _lines(report, variant, work, folder, pool):
                        work.lines.extend(found)
                        done += len(found)
                        progress(done, total, work.words)
                        yield part
                yield replace(part, met=by_pair(met, len(ladder.pairs)) if met else [])


@dataclass(frozen=True)
class _Work:
    """A job of a report, and the list that its lines go to."""

    job: PoolJob[Outcome]
    plan: Line
    end: int
    words: str
    lines: list[Line]


def _works(
    report: BalanceReport, part: Played, equals: dict[str, list[Line]], met: list[Line]
) -> Iterator[_Work]:
    """Deals between equals at each level, then the meetings of the ladder."""
    variant = part.variant
    said = variant_words(report.game, variant)
    for level, lines in equals.items():
        job = SelfPlay(report.game, variant.options, level, report.seed, report.matches)
        plan = {"kind": "equals", "level": level, "lead": [PARTS, PLAYOUTS, SURE]}
        words = _("deals between equals, {level}, {variant}").format(
            level=name_and_level(report.game.info, level), variant=said
        )
        yield _Work(job, plan, report.deals, words, lines)
    end = report.met_deals * len(part.round_robin.pairs)
    if end:
        words = _("meetings of the levels, {variant}").format(variant=said)
        plan = {"kind": "ladder", "players": list(report.ladder)}
        yield _Work(part.round_robin, plan, end, words, met)


def _lines(
    report: BalanceReport, variant: Variant, work: _Work, folder: Path | None, pool: Pool
) -> Iterator[Sequence[Line]]:
    """The lines of a job's tasks: see :meth:`RunLog.work`."""
    plan = work.plan | {
        "game": report.game.name,
        "options": variant.options,
        "seed": report.seed,
        "matches": report.matches,
        "versions": versions(report.game, report.levels),
    }
    with RunLog(run_folder(plan, folder), plan) as log:
        yield from log.work(work.job, work.end, _BATCH, pool)
