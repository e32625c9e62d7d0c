"""``ludoteca check``: the definition, then the laws on many random deals, un-compiled first."""

from __future__ import annotations

import math
import os
import queue
import time
import traceback
from collections.abc import Sequence
from concurrent.futures import Future
from contextlib import ExitStack, nullcontext
from dataclasses import replace
from types import FrameType
from typing import TYPE_CHECKING, Any

from ludoteca.cli import errors
from ludoteca.cli.console import ShownProgress, announce_compilation, stdout
from ludoteca.cli.flags import named_options
from ludoteca.core import laws
from ludoteca.core.compiling.code_cache import listen
from ludoteca.core.definition import faults
from ludoteca.core.i18n import _, ngettext
from ludoteca.core.jit import JIT_ENABLED
from ludoteca.core.laws.unreached import RunLines, Unreached, unreached
from ludoteca.core.laws.watchdog import Watchdog
from ludoteca.core.registry import load_game
from ludoteca.workers.ipc import Interim, ProgressStep, Report, Request
from ludoteca.workers.worker import Worker, WorkerDied

if TYPE_CHECKING:
    from ludoteca.core.game import Game

BROKEN = 1
SECONDS = 30.0  #: processor time of one law on one deal, after which it is taken to be endless
DEALS = 40  #: where nobody says how many, as far as ``_ENOUGH`` seconds let play them
_UNCOMPILED = 10  # un-compiled one deal of so many is played
_ENOUGH = {True: 8.0, False: 20.0}  # of processor time on the deals behind the first, un-compiled?
_SHOWN = 12  # names in a list of what was not reached
_WAIT_SECONDS = 0.5  # so that Ctrl-C is heard everywhere
_PER_CENT = 100
_COMPILING = "compiling"  # reported by the worker before each compilation


def check(
    name: str,
    seed: int,
    deals: int | None,
    law: str | None,
    option: Sequence[str],
    compiled_only: bool,
) -> int:
    """Check the game ``name``; returns the exit code, 0 where every law holds.

    ``deals`` are played; without it ``DEALS``, or fewer where they take long.
    """
    game = load_game(name)
    wrong = faults(game)
    for sentence in wrong:
        stdout().print(f"✗ {sentence}", style="red", soft_wrap=True)
    if wrong:
        return BROKEN
    given = named_options(option)
    game.options(given)
    names = list(laws.LAWS) if law is None else [laws.named(law)]
    most = deals or DEALS
    runs = [(False, most)]
    if not compiled_only:
        runs.insert(0, (True, max(1, most // _UNCOMPILED)))
    everything = Unreached(most)
    for uncompiled, many in runs:
        head = _("un-compiled, deals: {deals}") if uncompiled else _("compiled, deals: {deals}")
        stdout().print(head.format(deals=many), style="bold")
        enough = _ENOUGH[uncompiled] if deals is None else math.inf
        asked = (game.name, given, names, seed, many, SECONDS, enough)
        found = _run(asked, names, uncompiled)
        if not isinstance(found, Unreached):
            _tell_broken(game, found)
            return BROKEN
        if found.deals < many:
            text = _("deals played: {n}, as more would take long; --deals plays more")
            stdout().print(text.format(n=found.deals))
        everything = replace(found, lines=everything.lines + found.lines)
    if law is None:
        _show_unreached(everything)
        sentence = _("{game} obeys every law").format(game=game.name)
    else:
        sentence = _("{game} obeys this law").format(game=game.name)
    stdout().print(sentence, style="green")
    return 0


def _run(asked: tuple[Any, ...], names: Sequence[str], uncompiled: bool) -> Unreached | list[str]:
    """Run laws in a process of their own and show each; the broken ones where there are any."""
    worker = Worker(environment={**os.environ, "NUMBA_DISABLE_JIT": "1" if uncompiled else "0"})
    told: queue.Queue[ProgressStep | Interim | None] = queue.Queue()
    broken, left, running = list[str](), list(names), (names[0], 0)
    try:
        future = worker.call(Request(f"{__name__}:run_laws", asked), told.put)
        future.add_done_callback(lambda _future: told.put(None))
        with ShownProgress(names[0]) as progress:
            while (message := _next(told)) is not None:
                if isinstance(message, ProgressStep):
                    progress(message.done, message.total, message.words)
                elif isinstance(message.value, laws.LawResult):
                    if not message.value.ok:
                        broken.append(message.value.name)
                    if message.value.name in left:
                        left.remove(message.value.name)
                    _show(message.value)
                elif message.value == _COMPILING:
                    announce_compilation(f"check {asked[0]}")
                else:
                    running = message.value
        return _outcome(future, broken, left, *running)
    finally:
        worker.kill()  # it is out of reach of Ctrl-C, and may never end


def _next(told: queue.Queue[ProgressStep | Interim | None]) -> ProgressStep | Interim | None:
    while True:
        try:
            return told.get(timeout=_WAIT_SECONDS)
        except queue.Empty:
            continue


def _outcome(
    future: Future[Unreached], broken: list[str], left: list[str], law: str, seed: int
) -> Unreached | list[str]:
    try:
        found = future.result()
    except WorkerDied:
        if not broken:
            named = law or _("what was not reached")
            sentence = _("✗ {law}: the process died (seed {seed})").format(law=named, seed=seed)
            stdout().print(sentence, style="red")
            left = [name for name in left if name != law]
            broken = [law] if law else []
        if left:
            stdout().print(_("laws not run: {n}").format(n=len(left)))
        return broken
    return broken or found


def _tell_broken(game: Game, names: list[str]) -> None:
    """Say in a closing sentence which laws are broken; a wrong definition has said all."""
    if not names or laws.DEFINITION in names:
        return
    sentence = ngettext(
        "{game} breaks {n} law: {laws}", "{game} breaks {n} laws: {laws}", len(names)
    )
    told = sentence.format(game=game.name, n=len(names), laws=", ".join(names))
    stdout().print(told, style="red", soft_wrap=True)


def _show(result: laws.LawResult) -> None:
    console = stdout()
    if result.ok:
        console.print(f"✓ {result.name}")
        return
    seed = _("seed {seed}").format(seed=result.seed)
    law = "" if result.name == laws.DEFINITION else f"{result.name}: "
    console.print(f"✗ {law}{result.sentence} ({seed})", style="red", soft_wrap=True)
    if errors.debugging:
        console.print(result.traceback, soft_wrap=True)


def _show_unreached(found: Unreached) -> None:
    """Say what the laws did not check, since no deal reached it."""
    rows = {
        _("moves that were possible and never made"): found.moves,
        _("fields that were always 0"): found.fields,
        _("values of options that do not go with the others"): found.values,
        _("never run in the un-compiled deals"): found.lines,
    }
    if not any(rows.values()):
        return
    console = stdout()
    console.print(_("Not reached in {deals} deals; --deals plays more:").format(deals=found.deals))
    for words, names in rows.items():
        if names:
            more = len(names) - _SHOWN
            rest = _(" and {n} more").format(n=more) if more > 0 else ""
            shown = "; ".join(names[:_SHOWN]) + rest
            console.print(f"  {words}: {shown}", soft_wrap=True)


# -- in the worker ---------------------------------------------------------------------------------


def run_laws(
    report: Report,
    name: str,
    given: dict[str, str],
    names: Sequence[str],
    seed: int,
    deals: int,
    seconds: float,
    enough: float = math.inf,
) -> Unreached:
    """Run laws; returns what their deals did not reach.

    Reported as a draft is each result, and each law that begins, with its seed.
    ``seconds`` and ``enough`` are processor time: of one law on one deal, after which it is taken
    to be endless, and of all deals behind the first, after which no more are played.
    """
    game = load_game(name)
    options = game.options(given)
    running = names[0], seed
    second = math.inf  # processor time when the second deal was begun

    def late(frame: FrameType | None) -> None:
        report.draft(_endless(game, *running, frame, seconds))
        os._exit(BROKEN)

    def begin(law: str, on: int) -> None:
        nonlocal running, second
        running = law, on
        watchdog.begin()
        report.draft(running)
        if on == seed:
            # It has the laws that are checked once, and compiles: no measure for what follows.
            report.progress(0, None, law)
            return
        second = min(second, time.process_time())
        share = max((time.process_time() - second) / enough, (on - seed - 1) / (deals - 1))
        report.progress(round(_PER_CENT * min(1.0, share)), _PER_CENT, law)

    lines = nullcontext() if JIT_ENABLED else RunLines(game)
    with Watchdog(seconds, late) as watchdog, lines as seen, ExitStack() as ended:
        ended.callback(listen(lambda _function: report.draft(_COMPILING)))
        held = True
        for result in laws.check(game, options, seed, deals, names, begin, enough):
            report.draft(result)
            held = held and result.ok
        played = 1 + running[1] - seed
        if not held or len(names) < len(laws.LAWS):
            return Unreached(played)
        begin("", seed)
        if seen is not None:
            return Unreached(played, lines=seen.never_run())
        return unreached(game, options, range(seed, seed + played))


def _endless(
    game: Game, law: str, seed: int, frame: FrameType | None, seconds: float
) -> laws.LawResult:
    """The result of a law that has taken all its time."""
    line = laws.own_line(frame, game)
    sentence = f"it has not ended after {seconds:g} s of processor time"
    told = f"{sentence} ({line})" if line else sentence
    return laws.LawResult(law, False, told, seed, "".join(traceback.format_stack(frame)))
