"""A tournament of machines: kept as it is played, stopped and gone on with, and its result."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from ludoteca.arena.crew import Crew
from ludoteca.arena.journal import Journal, Line
from ludoteca.arena.means import Means
from ludoteca.arena.meeting import Meeting
from ludoteca.arena.statistics import LEVEL, POWER, Sequence95, deals_needed
from ludoteca.arena.store import folder_of, versions
from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import _
from ludoteca.core.questions import Progress, quiet

PILOT = 16  #: deals of each pair that tell the spread before the run
_BATCH_SECONDS = 0.5
_LARGEST_BATCH = 64
_EDGES = (1.0, 0.5, 0.2, 0.1)  #: in standard deviations, told where no edge is given


@dataclass(frozen=True)
class Wishes:
    """How a tournament is run; nothing here changes what a deal's result is.

    Attributes
    ----------
    deals : duplicate deals of each pair, at most where ``until_clear``
    until_clear : stop when every pair is told apart
    folder : where it is kept; None for the run's own place
    means : who plays it
    """

    deals: int
    until_clear: bool = False
    folder: Path | None = None
    means: Means = field(default_factory=Means)


@dataclass(frozen=True)
class Finished:
    """A tournament that was played.

    Attributes
    ----------
    deals : duplicate deals of each pair that count
    lines : for each pair, its deals in order (see ``meeting``)
    deviations : for each pair, the spread of a deal's difference in the pilot
    sequences : for each pair, the confidence sequence where the run went on until clear
    reused : tasks found done
    """

    meeting: Meeting
    deals: int
    lines: Sequence[Sequence[Line]]
    deviations: Sequence[float]
    sequences: Sequence[Sequence95] | None
    folder: Path
    reused: int

    def differences(self, pair: int) -> list[float]:
        """Of the deals of a pair that nobody forfeited."""
        return counted(self.lines[pair])


def counted(lines: Sequence[Line]) -> list[float]:
    """Differences of the deals that nobody forfeited."""
    return [line["difference"] for line in lines if line["difference"] is not None]


def plan_of(meeting: Meeting) -> Line:
    """What tells a tournament from others; the number of deals does not."""
    return {
        "game": meeting.game.name,
        "options": meeting.options,
        "players": list(meeting.players),
        "seed": meeting.seed,
        "versions": versions(meeting.game, meeting.players),
    }


def play(
    meeting: Meeting,
    wishes: Wishes,
    told: Callable[[str], None],
    edge: float | None = None,
    progress: Progress = quiet,
) -> Finished:
    """Play a tournament, or what is left of it.

    Before it starts ``told`` hears how many deals an edge needs. ``KeyboardInterrupt`` passes
    through; what was finished is kept. Raises ``BadInput`` for players that there are not.
    """
    if wishes.deals < 2:
        raise BadInput(_("a comparison needs at least 2 deals, not {n}").format(n=wishes.deals))
    meeting.check()
    plan = plan_of(meeting)
    folder = wishes.folder or folder_of(meeting.game, plan)
    pairs = len(meeting.pairs)
    with Journal(folder, plan) as journal, wishes.means.crew() as crew:
        deviations, seconds = _pilot(meeting, folder, crew, progress)
        told(_sizes(deviations, edge))
        tests = [Sequence95(_scale(d), level=LEVEL / pairs) for d in deviations]
        clear = _Clear(tests) if wishes.until_clear else None
        reused = min(len(journal.lines), wishes.deals * pairs)
        deals = wishes.deals
        for done, line in _lines(meeting, journal, wishes.deals, crew, seconds):
            progress(done, wishes.deals * pairs, _("deals of a pair"))
            if clear is not None and clear.after(line) and done % pairs == 0:
                deals = done // pairs
                break
        kept = journal.lines[: deals * pairs]
    return Finished(
        meeting=meeting,
        deals=deals,
        lines=[kept[pair::pairs] for pair in range(pairs)],
        deviations=deviations,
        sequences=tests if wishes.until_clear else None,
        folder=folder,
        reused=reused,
    )


def _lines(
    meeting: Meeting, journal: Journal, deals: int, crew: Crew, seconds: float
) -> Iterator[tuple[int, Line]]:
    """Every deal in order, with how many there are by then: those of before, then new ones."""
    end = deals * len(meeting.pairs)
    found = journal.lines[:end]
    yield from enumerate(found, start=1)
    batch = max(1, min(_LARGEST_BATCH, round(_BATCH_SECONDS / max(seconds, 1e-6))))
    done = len(found)
    for outcomes in crew.work(meeting, done, end, batch):
        journal.append(outcomes)
        for outcome in outcomes:
            done += 1
            yield done, outcome.line


class _Clear:
    """Whether every pair is told apart by all its deals so far, as deals come in."""

    def __init__(self, tests: Sequence[Sequence95]) -> None:
        self._tests = tests
        self._sums = [[0.0, 0.0] for _test in tests]
        self._clear = [False] * len(tests)
        self._next = 0

    def after(self, line: Line) -> bool:
        """True when after this deal all pairs are clear."""
        pair = self._next
        self._next = (pair + 1) % len(self._tests)
        x = line["difference"]
        if x is not None:
            self._sums[pair][0] += x
            self._sums[pair][1] += x * x
        # A pair that was told apart before and is not now would end the run as not told apart.
        self._clear[pair] = self._tests[pair].refutes_zero(*self._sums[pair])
        return all(self._clear)


# -- how many deals -----------------------------------------------------------------------------


def _pilot(
    meeting: Meeting, folder: Path, crew: Crew, progress: Progress
) -> tuple[list[float], float]:
    """The spread of a deal's difference for each pair, and seconds a task, on other shoes."""
    pilot = replace(meeting, pilot=True)
    pairs = len(meeting.pairs)
    with Journal(folder / "pilot", plan_of(meeting) | {"pilot": PILOT}) as journal:
        end = PILOT * pairs
        for outcomes in crew.work(pilot, len(journal.lines), end, 2):
            journal.append(outcomes)
            progress(len(journal.lines), end, _("deals to learn the spread from"))
        lines = journal.lines
    seconds = float(np.median([sum(line["seconds"]) for line in lines]))
    spread = [counted(lines[pair::pairs]) for pair in range(pairs)]
    return [float(np.std(s, ddof=1)) if len(s) > 1 else 0.0 for s in spread], seconds


def _scale(deviation: float) -> float:
    """A guess of the spread that is never 0; a bad one costs deals, not truth."""
    return deviation or 1.0


def _sizes(deviations: Sequence[float], edge: float | None) -> str:
    """How many deals an edge needs, in words."""
    deviation = max(deviations)
    if deviation == 0:
        return _("The players did not differ in {n} deals on other cards.").format(n=PILOT)
    edges = [edge] if edge is not None else [part * deviation for part in _EDGES]
    needed = "; ".join(
        _("{edge:.3g} points: {deals:,}").format(edge=e, deals=deals_needed(e, deviation))
        for e in edges
    )
    return _(
        "A deal's difference varies by {deviation:.3g} points (standard deviation in {n} deals on "
        "other cards). Deals that show an edge {power:.0%} of the time: {needed}."
    ).format(deviation=deviation, n=PILOT, power=POWER, needed=needed)
