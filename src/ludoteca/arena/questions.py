"""The two questions of the arena about every game: which machine is better, and is it balanced.

Each is declared once: ``ludoteca arena`` and ``ludoteca balance`` ask them without bounds, a page
within :class:`ContestLimits`. Finished deals are kept, so that what was stopped goes on from there.
"""

# Annotations are read when a question is made: some depend on the game and on the limits.

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Annotated

from ludoteca.arena import balance as report_deals
from ludoteca.arena import balance_report, results, tournament
from ludoteca.arena.balance import BalanceReport, Played, levels_of
from ludoteca.arena.round_robin import RoundRobin
from ludoteca.arena.run_log import run_folder
from ludoteca.arena.tournament import Run, Terms
from ludoteca.arena.variants import Variant
from ludoteca.arena.variants import sweep as variants_of
from ludoteca.core.answers import Answer, Table
from ludoteca.core.errors import BadInput
from ludoteca.core.game import Game
from ludoteca.core.i18n import N_, _
from ludoteca.core.options import Options
from ludoteca.core.questions import (
    QUICK,
    THOROUGH_PLAY,
    USUAL_PLAY,
    Drafts,
    Interim,
    Param,
    Progress,
    Question,
    Say,
    question,
    question_of,
    quiet,
    silent,
    unheard,
)
from ludoteca.players.factory import BELIEF, HUMAN, MCTS, RANDOM, SEARCH, available
from ludoteca.workers.backend import Backend
from ludoteca.workers.pool import PATIENCE
from ludoteca.workers.threads import cores

DEALS, CAP = 200, 20_000

NAMES = (
    N_("deals per match"),
    N_("matches"),
    N_("machines"),
    N_("level"),
    N_("sweep"),
)

_DEALS = N_(
    "duplicate deals of each pair; without it, 200, and with --until-clear up to 20,000 are played"
)
_UNTIL_CLEAR = N_("stop when every pair is told apart, after --deals or --matches at most")
_MATCHES = N_("play whole matches instead of deals: this many of each pair")
_EDGE = N_(
    "say how many deals are needed to show an edge of this many points; with matches, this share "
    "of wins above one half"
)
WORKERS = Param(N_("processes; without it, one a core"), low=1, local=True)
CLUSTER = Param(
    N_("play on this Ray cluster instead: an address as ray.init takes it, or auto"), local=True
)
PATIENCE_PARAM = Param(N_("seconds that a player may think of a move"), above=0, local=True)
FOLDER = Param(N_("keep the run here; without it, in your data folder"))
_LEVEL = N_("machines to measure with, the weaker first; without them, the game's levels")
_SWEEP = N_("a rule to compare, such as players=2..4; empty for none")


@dataclass(frozen=True)
class ContestLimits:
    """The bounds of what a visitor of a page may have played, by one process.

    Parameters
    ----------
    machine
        the machine that a visitor names, checked; raises ``BadInput``
    machines, variants, tasks
        at most
    seconds
        seconds of wall-clock time, at most
    deals, matches, report_deals
        of each pair, and of each kind in a report, at most
    """

    machine: Callable[[Game, str], str]
    machines: int = 5
    variants: int = 6
    tasks: int = 2_000
    seconds: float = 1_200.0
    deals: int = 1_000
    matches: int = 200
    report_deals: int = 300


class Watch(Drafts):
    """Drafts of an answer, and the end of the time of a visitor.

    ``limits`` is None where the time has no end; it begins when this is made.
    """

    def __init__(self, interim: Interim, limits: ContestLimits | None) -> None:
        super().__init__(interim)
        self._limits = limits
        self._begun = time.monotonic()

    @property
    def over(self) -> bool:
        """True where the time is used up."""
        return self._limits is not None and (time.monotonic() - self._begun >= self._limits.seconds)


# -- who plays better ---------------------------------------------------------------------------


def match_up(game: Game, limits: ContestLimits | None = None) -> Question:
    """The question of ``ludoteca arena``; on a page, ``match-up``."""
    known = ", ".join(name for name in available(game) if name != HUMAN)
    usual = _usual(game) if limits else []
    who = _("two machines or more, effort after @: {levels}").format(levels=known)

    @question(
        "evaluate",
        N_("Machines against each other: the same deals in all seatings, with intervals."),
        resumable=True,
        played=((N_("Which machine plays best?"), {}),),
    )
    def match_up(
        options: Options,
        machines: Annotated[
            list[str],
            Param(
                N_("machines") if limits else who,
                bare=True,
                picks="machines",
                check=lambda asked: _machines(game, asked["machines"], limits),
            ),
        ] = usual,
        deals: Annotated[
            int | None,
            Param(
                N_("deals of each pair of machines") if limits else _DEALS,
                low=2,
                high=limits.deals if limits else None,
                efforts=((20, QUICK), (100, USUAL_PLAY), (500, THOROUGH_PLAY)),
            ),
        ] = 100 if limits else None,
        matches: Annotated[
            int | None, Param(_MATCHES, low=2, high=limits.matches if limits else None)
        ] = None,
        until_clear: Annotated[bool, Param(_UNTIL_CLEAR, local=True)] = False,
        edge: Annotated[float | None, Param(_EDGE, above=0, local=True)] = None,
        workers: Annotated[int | None, WORKERS] = None,
        cluster: Annotated[str | None, CLUSTER] = None,
        patience: Annotated[float, PATIENCE_PARAM] = PATIENCE,
        folder: Annotated[Path | None, FOLDER] = None,
        seed: int = 1,
        progress: Progress = quiet,
        interim: Interim = unheard,
        say: Say = silent,
    ) -> Answer:
        if matches is not None and deals is not None and limits is None:
            raise BadInput(_("give --deals or --matches, not both"))
        names = _machines(game, machines, limits)
        players = RoundRobin(game, options, tuple(names), seed, matches=matches is not None)
        if folder is not None and limits:
            # A page's folder belongs to the question, which outlives a version of the game.
            folder = run_folder(tournament.plan_of(players), folder)
        terms = Terms(
            deals=matches or deals or (CAP if until_clear else DEALS),
            until_clear=until_clear,
            folder=folder,
            backend=backend_of(workers, cluster, patience, limits),
        )
        tasks = terms.deals * len(players.pairs)
        check_size(tasks, limits)
        watch, run, ended = Watch(interim, limits), None, False
        told = None if say is silent else say
        for run in tournament.rounds(players, terms, told, edge, progress):
            if run.deals >= 2:
                watch.tell(partial(_draft, run, limits))
            ended = watch.over
            if ended:
                break
        if run is None or run.deals < 2:
            raise BadInput(
                _("in the time there is, not even two matches of each pair were played")
                if matches
                else _("in the time there is, not even two deals of each pair were played")
            )
        answer = _result(run, limits)
        if not ended or len(run.found) >= tasks:
            return answer
        over = (
            _("Time ran out: {done:,} of {wanted:,} matches were played.")
            if matches
            else _("Time ran out: {done:,} of {wanted:,} deals were played.")
        )
        note = over.format(done=len(run.found), wanted=tasks)
        return replace(answer, notes=[note, *answer.notes])

    return question_of(match_up)


def _usual(game: Game) -> list[str]:
    """Two machines of the game, the stronger first."""
    own = [n for n in available(game) if n not in (HUMAN, RANDOM, SEARCH, MCTS, BELIEF)]
    fair = [n for n in reversed(own) if n in ("advanced", "basic")]
    return fair if len(fair) == 2 else [*own[-1:], RANDOM]


def _machines(game: Game, given: Sequence[str], limits: ContestLimits | None) -> Sequence[str]:
    """The machines that are named; raises ``BadInput`` where a visitor names any other player."""
    if limits is None:
        return given
    named = [name.strip() for name in given if name.strip()]
    if not 2 <= len(named) <= limits.machines:
        raise BadInput(_("name two to {most} machines").format(most=limits.machines))
    return [limits.machine(game, name) for name in named]


def backend_of(
    workers: int | None, cluster: str | None, patience: float, limits: ContestLimits | None
) -> Backend:
    """The workers that play the deals: ``workers`` processes, or those of a ``cluster``.

    Where a visitor asks (``limits``) it is one process. ``patience`` is seconds of wall-clock time
    for a move.

    Raises
    ------
    BadInput
        where both workers and a cluster are given
    """
    if workers is not None and cluster:
        raise BadInput(_("a cluster uses all its cores: give --workers or --cluster"))
    return Backend(1 if limits else workers or cores(), patience, cluster or None)


def check_size(tasks: int, limits: ContestLimits | None) -> None:
    """Refuse more deals than ``limits`` let play.

    Raises
    ------
    BadInput
        where ``tasks`` are more
    """
    if limits is not None and tasks > limits.tasks:
        raise BadInput(
            _("this is {tasks:,} deals in all, and {most:,} are played at most here").format(
                tasks=tasks, most=limits.tasks
            )
        )


def _result(run: Run, limits: ContestLimits | None) -> Answer:
    return told(results.answer_of(run), limits)


def _draft(run: Run, limits: ContestLimits | None) -> Answer:
    return told(results.draft_of(run), limits)


def told(answer: Answer, limits: ContestLimits | None) -> Answer:
    """``answer``; on a page without what the page says with the question, and without a folder."""
    if limits is None:
        return answer
    said = ("game", "options", "seed", "folder")
    fields = {name: value for name, value in answer.fields.items() if name not in said}
    return replace(answer, fields=fields)


# -- is it a good game --------------------------------------------------------------------------


def balance(game: Game, limits: ContestLimits | None = None) -> Question:
    """The question of ``ludoteca balance``; a rule option may have several values (``2..5``)."""

    @question(
        "study",
        N_("Is it a good game? Seats, length, luck and skill, and what a rule changes."),
        resumable=True,
        sweeps=True,
    )
    def balance(
        options: Options,
        level: Annotated[
            list[str],
            Param(
                _LEVEL,
                picks="machines",
                check=lambda asked: _levels(game, asked["level"], limits),
            ),
        ] = [],  # noqa: B006
        deals: Annotated[
            int | None,
            Param(
                N_("deals of each kind; without it, 200"),
                low=2,
                high=limits.report_deals if limits else None,
                efforts=((10, QUICK), (50, USUAL_PLAY), (300, THOROUGH_PLAY)),
            ),
        ] = 50 if limits else None,
        matches: Annotated[
            int | None,
            Param(
                N_("play whole matches instead of deals: this many of each kind"),
                low=2,
                high=limits.matches if limits else None,
            ),
        ] = None,
        sweep: Annotated[
            str,
            Param(
                _SWEEP,
                check=lambda asked: _variants(game, asked["options"], asked["sweep"], limits),
            ),
        ] = "",
        workers: Annotated[int | None, WORKERS] = None,
        cluster: Annotated[str | None, CLUSTER] = None,
        patience: Annotated[float, PATIENCE_PARAM] = PATIENCE,
        folder: Annotated[Path | None, FOLDER] = None,
        seed: int = 1,
        progress: Progress = quiet,
        interim: Interim = unheard,
    ) -> Answer:
        variants = _variants(game, options, sweep, limits)
        levels = _levels(game, level, limits)
        if matches is not None and deals is not None and limits is None:
            raise BadInput(_("give --deals or --matches, not both"))
        report = BalanceReport(
            game, tuple(variants), levels, matches or deals or DEALS, seed,
            matches=matches is not None,
        )  # fmt: skip
        check_size(report.tasks, limits)
        backend = backend_of(workers, cluster, patience, limits)
        watch, played = Watch(interim, limits), list[Played]()
        for part in report_deals.rounds([report], folder, backend, progress):
            played = report_deals.with_newest(played, part)
            if watch.over:
                raise BadInput(
                    _("the time for a report here is over: ask for fewer deals or variants")
                )
            if any(len(lines) > 1 for lines in part.equals.values()):
                watch.tell(partial(_so_far, report, part, limits))
        return _of_variants(report, balance_report.answer_of(report, played), limits)

    return question_of(balance)


def _levels(game: Game, given: Sequence[str], limits: ContestLimits | None) -> tuple[str, ...]:
    """The machines to measure with; raises ``BadInput``."""
    named = [limits.machine(game, n) for n in given if n.strip()] if limits else given
    return levels_of(game, named)


def _variants(
    game: Game, options: Options, sweep: str, limits: ContestLimits | None
) -> list[Variant]:
    """The variants to compare; raises ``BadInput``, also for too many of them."""
    found = variants_of(game, {**options, **_swept(options, sweep, game)})
    if limits and len(found) > limits.variants:
        raise BadInput(
            _("{n} variants at most are compared here, not {given}").format(
                n=limits.variants, given=len(found)
            )
        )
    return found


def _swept(options: Options, text: str, game: Game) -> dict[str, str]:
    """The rule and its values that ``NAME=VALUES`` names."""
    if not text.strip():
        return {}
    name, equals, values = (part.strip() for part in text.partition("="))
    known = [option.name for option in game.schema]
    if not equals or name not in known:
        raise BadInput(
            _(
                "a rule to compare is NAME=LOW..HIGH or NAME=A,B, and a name is one of: {names}"
            ).format(names=", ".join(known) or _("none"))
        )
    return {name: values}


def _of_variants(report: BalanceReport, answer: Answer, limits: ContestLimits | None) -> Answer:
    """``answer``; on a page a single variant is not named in every row."""
    if limits is None or len(report.variants) > 1:
        return told(answer, limits)
    tables = [_without(table, "variant") for table in answer.tables]
    return replace(told(answer, limits), tables=tables)


def _without(table: Table, column: str) -> Table:
    kept = [at for at, name in enumerate(table.columns) if name != column]
    rows = [[row[at] for at in kept] for row in table.rows]
    return replace(table, columns=tuple(table.columns[at] for at in kept), rows=rows)


def _so_far(report: BalanceReport, part: Played, limits: ContestLimits | None) -> Answer:
    """The deals between equals of one variant so far, for the levels that have some."""
    equals = {level: lines for level, lines in part.equals.items() if len(lines) > 1}
    some = replace(report, levels=tuple(equals), variants=(part.variant,))
    shown = replace(part, equals=equals, met=[])
    answer = _of_variants(some, balance_report.answer_of(some, [shown]), limits)
    deals = [len(lines) for lines in equals.values()]
    return replace(answer, fields={**answer.fields, "deals": deals}, headline="")
