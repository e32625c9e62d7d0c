"""Two questions that a visitor may ask about every game: who plays better, is it a good game.

They are those of ``ludoteca arena`` and ``ludoteca balance``, in bounds: so many deals, machines
that do not think for long, so many minutes, one process. What is found on the way is told too.
Finished deals are kept until all are answered, so that what was stopped goes on from there; no
player is a file or a command.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import platformdirs

from ludoteca.core.errors import BadInput
from ludoteca.core.game import Game
from ludoteca.core.i18n import N_, _
from ludoteca.core.options import Options
from ludoteca.core.questions import (
    Answer,
    Interim,
    Param,
    Progress,
    Question,
    Table,
    Verb,
    question,
    quiet,
    unheard,
)
from ludoteca.players.factory import BELIEF, HUMAN, MCTS, RANDOM, SEARCH, available
from ludoteca.solve import asked
from ludoteca.web.table.opening import checked_machine

if TYPE_CHECKING:
    from ludoteca.arena.balance import Played, Report
    from ludoteca.arena.crew import Crew, Job
    from ludoteca.arena.journal import Line
    from ludoteca.arena.meeting import Meeting
    from ludoteca.arena.variants import Variant

MOST_PLAYERS, MOST_VARIANTS, MOST_TASKS = 5, 6, 2_000
MOST_SECONDS = 1_200.0
BETWEEN = 1.0  #: seconds between two looks at what was found so far
NAMES = (N_("match up"), N_("balance"), N_("machines"), N_("levels"), N_("sweep"))

_MACHINES = Param(
    N_("machines, two to five: levels of the game, random, search, mcts, belief; effort after @")
)
_LEVELS = Param(N_("machines to measure with, the weaker first; without them, the game's levels"))
_RESULTS = Param(N_("folder of finished parts; without it, one of the user's cache"))
_SWEEP = Param(N_("a rule to compare, such as players=2..4; empty for none"))


def questions_of(game: Game, verb: Verb) -> dict[str, Question]:
    """The questions of ``verb`` that a visitor may ask about ``game``: its own, and these two."""
    own = asked.questions_of(game, verb) if asked.answers(game, verb) else {}
    return own | {q.name: q for q in _contests(game) if q.verb == verb}


@cache
def _contests(game: Game) -> tuple[Question, ...]:
    found = (_match_up(game), _balance(game))
    return tuple(function.__question__ for function in found)


def _usual(game: Game) -> list[str]:
    """Two machines of the game, the stronger first."""
    own = [n for n in available(game) if n not in (HUMAN, RANDOM, SEARCH, MCTS, BELIEF)]
    fair = [n for n in reversed(own) if n in ("advanced", "basic")]
    return fair if len(fair) == 2 else [*own[-1:], RANDOM]


class _Clock:
    """When it is time to look at what was found, and to end."""

    def __init__(self) -> None:
        self._begun = self._looked = time.monotonic()

    @property
    def over(self) -> bool:
        """The time that a visitor has is used up."""
        return time.monotonic() - self._begun >= MOST_SECONDS

    def look(self, draw: Callable[[], Answer], interim: Interim) -> None:
        """Tell what was found so far, now and then: never more than half of the time."""
        began = time.monotonic()
        if began - self._looked >= BETWEEN:
            interim(replace(draw(), plots=(), why=None))
            now = time.monotonic()
            self._looked = now + max(0.0, now - began - BETWEEN)


# -- who plays better ---------------------------------------------------------------------------


def _match_up(game: Game) -> Any:
    usual = _usual(game)

    @question(
        "evaluate",
        N_("Machines against each other: the same deals in all seatings, with intervals."),
        resumable=True,
    )
    def match_up(
        options: Options,
        machines: Annotated[list[str], _MACHINES] = usual,
        deals: Annotated[int, Param(N_("duplicate deals of each pair"), low=2, high=1000)] = 100,
        results: Annotated[Path | None, _RESULTS] = None,
        seed: int = 1,
        progress: Progress = quiet,
        interim: Interim = unheard,
    ) -> Answer:
        from ludoteca.arena.crew import Processes
        from ludoteca.arena.meeting import Meeting
        from ludoteca.arena.tournament import plan_of

        names = _machines(game, machines)
        meeting = Meeting(game, options, tuple(names), seed)
        meeting.check()
        pairs = len(meeting.pairs)
        _check_size(deals * pairs)
        clock, lines = _Clock(), []
        with Processes(1) as crew:
            for found in _lines(crew, meeting, deals * pairs, plan_of(meeting), results):
                lines += found
                progress(len(lines), deals * pairs, _("deals of a pair"))
                whole = len(lines) // pairs
                if whole >= 2:
                    clock.look(partial(_result, meeting, lines, whole), interim)
                if clock.over:
                    break
        return _ended(_result(meeting, lines, len(lines) // pairs), len(lines), deals * pairs)

    return match_up


def _machines(game: Game, given: Sequence[str]) -> list[str]:
    """The machines as they are asked for here; raises ``BadInput`` for any other player."""
    named = [name.strip() for name in given if name.strip()]
    if not 2 <= len(named) <= MOST_PLAYERS:
        raise BadInput(_("name two to {most} machines").format(most=MOST_PLAYERS))
    return [checked_machine(game, name) for name in named]


def _check_size(tasks: int) -> None:
    if tasks > MOST_TASKS:
        raise BadInput(
            _("this is {tasks:,} deals in all, and {most:,} are played at most here").format(
                tasks=tasks, most=MOST_TASKS
            )
        )


def _lines(
    crew: Crew, job: Job, end: int, plan: Line, results: Path | None
) -> Iterator[list[Line]]:
    """Lines of a job's tasks: all that are kept in ``results``, then new ones, which are kept."""
    from ludoteca.arena.journal import Journal, Outcome
    from ludoteca.arena.store import name_of

    own = results or Path(platformdirs.user_cache_dir("ludoteca")) / "contests"
    with Journal(own / name_of(plan), plan) as journal:
        found = journal.lines[:end]
        if found:
            yield found
        for outcomes in crew.work(job, len(found), end, 1):
            # Nobody reads the records of these deals.
            journal.append([Outcome(outcome.line) for outcome in outcomes])
            yield [outcome.line for outcome in outcomes]


def _result(meeting: Meeting, lines: Sequence[Line], deals: int) -> Answer:
    """What the first ``deals`` of each pair say."""
    from ludoteca.arena.results import answer_of
    from ludoteca.arena.tournament import Finished

    if deals < 2:
        raise BadInput(_("in the time there is, not even two deals of each pair were played"))
    pairs = len(meeting.pairs)
    kept = lines[: deals * pairs]
    by_pair = [kept[pair::pairs] for pair in range(pairs)]
    answer = answer_of(Finished(meeting, deals, by_pair, [], None, Path(), 0))
    return _unsaid(answer)


def _unsaid(answer: Answer) -> Answer:
    """``answer`` without what the page says with the question; and there is no folder."""
    said = ("game", "options", "seed", "folder")
    fields = {name: value for name, value in answer.fields.items() if name not in said}
    return replace(answer, fields=fields)


def _ended(answer: Answer, done: int, wanted: int) -> Answer:
    """``answer``, with a note where the time was over before all was played."""
    if done >= wanted:
        return answer
    note = _("The time was over: {done:,} of {wanted:,} deals were played.").format(
        done=done, wanted=wanted
    )
    return replace(answer, notes=[note, *answer.notes])


# -- is it a good game --------------------------------------------------------------------------


def _balance(game: Game) -> Any:
    @question(
        "study",
        N_("Is it a good game? Seats, length, luck and skill, and what a rule changes."),
        resumable=True,
    )
    def balance(
        options: Options,
        levels: Annotated[list[str], _LEVELS] = [],  # noqa: B006
        deals: Annotated[int, Param(N_("deals of each kind"), low=2, high=300)] = 50,
        sweep: Annotated[str, _SWEEP] = "",
        results: Annotated[Path | None, _RESULTS] = None,
        seed: int = 1,
        progress: Progress = quiet,
        interim: Interim = unheard,
    ) -> Answer:
        from ludoteca.arena.balance import Report, levels_of
        from ludoteca.arena.balance_report import answer_of

        named = [checked_machine(game, name) for name in levels if name.strip()]
        variants = tuple(_variants(game, options, sweep))
        report = Report(
            game=game,
            variants=variants,
            levels=levels_of(game, named),
            deals=deals,
            seed=seed,
        )
        pairs = len(report.ladder) * (len(report.ladder) - 1) // 2
        each = deals * (len(report.levels) + pairs)
        _check_size(each * len(variants))
        progress(0, each * len(variants), _("deals"))
        played = _play(report, each * len(variants), results, progress, interim)
        return _of_variants(report, answer_of(report, played))

    return balance


def _of_variants(report: Report, answer: Answer) -> Answer:
    """``answer`` for the page; a single variant is not named in every row."""
    alone = len(report.variants) == 1
    tables = [_without(table, "variant") for table in answer.tables] if alone else answer.tables
    return replace(_unsaid(answer), tables=tables)


def _without(table: Table, column: str) -> Table:
    kept = [at for at, name in enumerate(table.columns) if name != column]
    rows = [[row[at] for at in kept] for row in table.rows]
    return replace(table, columns=tuple(table.columns[at] for at in kept), rows=rows)


def _variants(game: Game, options: Options, text: str) -> list[Variant]:
    """The variants that ``NAME=VALUES`` asks for, all else as ``options`` say."""
    from ludoteca.arena.variants import Variant, sweep

    name, equals, values = (part.strip() for part in text.partition("="))
    if not text.strip():
        return sweep(game, dict(options))
    if not equals or name not in options:
        raise BadInput(
            _(
                "a rule to compare is NAME=LOW..HIGH or NAME=A,B, and a name is one of: {names}"
            ).format(names=", ".join(options) or _("none"))
        )
    found = [
        Variant(variant.name, game.options({**options, name: variant.options[name]}))
        for variant in sweep(game, {name: values})
    ]
    if len(found) > MOST_VARIANTS:
        raise BadInput(
            _("{n} variants at most are compared here, not {given}").format(
                n=MOST_VARIANTS, given=len(found)
            )
        )
    return found


def _play(
    report: Report, total: int, results: Path | None, progress: Progress, interim: Interim
) -> list[Played]:
    """All deals of a report, variant by variant; raises ``BadInput`` where the time is over."""
    from ludoteca.arena.crew import Processes

    clock, done = _Clock(), 0
    words = _("deals, {variant}") if len(report.variants) > 1 else _("deals")

    def heard(part: Played, more: int) -> None:
        nonlocal done
        done += more
        progress(done, total, words.format(variant=part.variant.name))
        if clock.over:
            raise BadInput(_("the time for a report here is over: ask for fewer deals or variants"))
        if any(len(lines) > 1 for lines in part.equals.values()):
            clock.look(partial(_so_far, report, part), interim)

    with Processes(1) as crew:
        return [_variant(report, variant, crew, results, heard) for variant in report.variants]


def _variant(
    report: Report,
    variant: Variant,
    crew: Crew,
    results: Path | None,
    heard: Callable[[Played, int], None],
) -> Played:
    """Deals between equals at each level, then the meetings; ``heard`` what there is after each."""
    from ludoteca.arena.balance import Played
    from ludoteca.arena.meeting import Meeting
    from ludoteca.arena.selfplay import SelfPlay
    from ludoteca.arena.tournament import plan_of

    meeting = Meeting(report.game, variant.options, report.ladder, report.seed)
    equals: dict[str, list[Line]] = {level: [] for level in report.levels}
    so_far = Played(variant, equals, meeting, [])
    for level, lines in equals.items():
        job = SelfPlay(report.game, variant.options, level, report.seed)
        plan = plan_of(meeting) | {"kind": "equals", "level": level}
        for found in _lines(crew, job, report.deals, plan, results):
            lines += found
            heard(so_far, len(found))
    pairs, met = len(meeting.pairs), []
    for found in _lines(crew, meeting, report.deals * pairs, plan_of(meeting), results):
        met += found
        heard(so_far, len(found))
    return replace(so_far, met=[met[pair::pairs] for pair in range(pairs)])


def _so_far(report: Report, part: Played) -> Answer:
    """What the deals between equals of one variant say, for the levels that have some."""
    from ludoteca.arena.balance_report import answer_of

    equals = {level: list(lines) for level, lines in part.equals.items() if len(lines) > 1}
    some = replace(report, levels=tuple(equals), variants=(part.variant,))
    counted = {level: len(lines) for level, lines in equals.items()}
    answer = _of_variants(report, answer_of(some, [replace(part, equals=equals)]))
    return replace(answer, fields={**answer.fields, "deals": list(counted.values())})
