"""``ludoteca check``: the laws on many random deals, un-compiled first, then compiled."""

from __future__ import annotations

import os
import queue
import traceback
from collections.abc import Sequence
from concurrent.futures import Future
from contextlib import nullcontext
from dataclasses import replace
from types import FrameType
from typing import TYPE_CHECKING, Any

from ludoteca.cli import errors
from ludoteca.cli.console import ShownProgress, stdout
from ludoteca.cli.flags import named_options
from ludoteca.core import laws
from ludoteca.core.i18n import _
from ludoteca.core.jit import JIT_ENABLED
from ludoteca.core.laws.unreached import Lines, Unreached, unreached
from ludoteca.core.laws.watchdog import Watchdog
from ludoteca.core.registry import load_game
from ludoteca.workers.ipc import Draft, Report, Request, Step
from ludoteca.workers.worker import Worker, WorkerDied

if TYPE_CHECKING:
    from ludoteca.core.game import Game

BROKEN = 1
SECONDS = 30.0  #: processor time of one law on one deal, after which it is taken to be endless
_UNCOMPILED = 10  # un-compiled one deal of so many is played
_SHOWN = 12  # names in a list of what was not reached
_WAIT_SECONDS = 0.5  # so that Ctrl-C is heard everywhere


def check(
    name: str,
    seed: int,
    deals: int,
    law: str | None,
    option: Sequence[str],
    compiled_only: bool,
) -> int:
    """Check the game ``name``; returns the exit code, 0 where every law holds."""
    game = load_game(name)
    given = named_options(option)
    game.options(given)
    names = list(laws.LAWS) if law is None else [laws.named(law)]
    runs = [(False, deals)]
    if not compiled_only:
        runs.insert(0, (True, max(1, deals // _UNCOMPILED)))
    everything = Unreached(deals)
    for uncompiled, many in runs:
        head = _("un-compiled, deals: {deals}") if uncompiled else _("compiled, deals: {deals}")
        stdout().print(head.format(deals=many), style="bold")
        found = _run((game.name, given, names, seed, many, SECONDS), names, uncompiled)
        if found is None:
            return BROKEN
        everything = replace(found, lines=everything.lines + found.lines)
    if law is None:
        _show_unreached(everything)
        sentence = _("{game} obeys every law").format(game=game.name)
    else:
        sentence = _("{game} obeys this law").format(game=game.name)
    stdout().print(sentence, style="green")
    return 0


def _run(asked: tuple[Any, ...], names: Sequence[str], uncompiled: bool) -> Unreached | None:
    """Run laws in a process of their own and show each; None where one is broken."""
    worker = Worker(environment={**os.environ, "NUMBA_DISABLE_JIT": "1" if uncompiled else "0"})
    told: queue.Queue[Step | Draft | None] = queue.Queue()
    broken, left = 0, list(names)
    try:
        future = worker.call(Request(f"{__name__}:run_laws", asked), told.put)
        future.add_done_callback(lambda _future: told.put(None))
        with ShownProgress() as progress:
            while (message := _next(told)) is not None:
                if isinstance(message, Step):
                    progress(message.done, message.total, message.words)
                    continue
                broken += not message.value.ok
                left.remove(message.value.name)
                _show(message.value)
        return _outcome(future, broken, left)
    finally:
        worker.kill()  # it is out of reach of Ctrl-C, and may never end


def _next(told: queue.Queue[Step | Draft | None]) -> Step | Draft | None:
    while True:
        try:
            return told.get(timeout=_WAIT_SECONDS)
        except queue.Empty:
            continue


def _outcome(future: Future[Unreached], broken: int, left: list[str]) -> Unreached | None:
    try:
        found = future.result()
    except WorkerDied:
        if not broken:
            law = left.pop(0) if left else _("what was not reached")
            stdout().print(_("✗ {law}: the process died").format(law=law), style="red")
        if left:
            stdout().print(_("laws not run: {n}").format(n=len(left)))
        return None
    return None if broken else found


def _show(result: laws.LawResult) -> None:
    console = stdout()
    if result.ok:
        console.print(f"✓ {result.name}")
        return
    seed = _("seed {seed}").format(seed=result.seed)
    sentence = f"✗ {result.name}: {result.sentence} ({seed})"
    console.print(sentence, style="red", soft_wrap=True)
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
) -> Unreached:
    """Run laws and report each result as a draft; returns what their deals did not reach."""
    game = load_game(name)
    options = game.options(given)
    running = names[0], seed
    done = 0

    def late(frame: FrameType | None) -> None:
        report.draft(_endless(game, *running, frame, seconds))
        os._exit(BROKEN)

    def begin(law: str, on: int) -> None:
        nonlocal running
        running = law, on
        watchdog.begin()
        report.progress(done, len(names), law)

    lines = nullcontext() if JIT_ENABLED else Lines(game)
    with Watchdog(seconds, late) as watchdog, lines as seen:
        held = True
        for result in laws.check(game, options, seed, deals, names, begin):
            report.draft(result)
            held = held and result.ok
            done += 1
        if not held or len(names) < len(laws.LAWS):
            return Unreached(deals)
        begin("", seed)
        if seen is not None:
            return Unreached(deals, lines=seen.never_run())
        return unreached(game, options, range(seed, seed + deals))


def _endless(
    game: Game, law: str, seed: int, frame: FrameType | None, seconds: float
) -> laws.LawResult:
    """The result of a law that has taken all its time."""
    line = laws.own_line(frame, game)
    sentence = f"it has not ended after {seconds:g} s of processor time"
    told = f"{sentence} ({line})" if line else sentence
    return laws.LawResult(law, False, told, seed, "".join(traceback.format_stack(frame)))
