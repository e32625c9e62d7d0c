"""The modules that an act at a table crosses, and a question at the prompt; print Markdown.

Run ``python benchmarks/walks.py``: a minute, no browser. A server with a journal of SQLite runs in
this process, its machines in processes of their own. Four people, each with a page open, play mus
until one bets: from the frame of the bet until all four have the new view every module is noted in
which a function was called or resumed, by what it was called for. A person then bets among three
machines, whose answers are noted until nobody has more to say; a choice of such a machine is made
once more in this process, for what its own process calls. The question is asked in a new process,
twice, so that nothing is compiled when it counts. What compiled code calls is not seen.

Pairs of modules that import each other follow, imports inside functions too; a pair with an import
for types alone is apart, and so is a circle of more than two.
"""

from __future__ import annotations

import asyncio
import json
import os
import platform
import subprocess
import sys
import tempfile
import threading
import time
from collections import defaultdict
from collections.abc import Set
from contextlib import AsyncExitStack, redirect_stdout, suppress
from functools import partial
from io import StringIO
from pathlib import Path
from types import FrameType
from typing import Any

QUESTION = ("odds", "mus", "RRRA")
MACHINE = "basic"
HOUSE = ("ludoteca.web", "ludoteca.table", "ludoteca.workers")
QUIET = 0.5  # seconds without a message after which nothing more is expected
PURPOSES = {
    "BoundedWebSocket.data_received": "the act, to its acknowledgement",
    "_attend": "the act, to its acknowledgement",
    "TableActor._change": "the act, to its acknowledgement",
    "Writer._run": "the act, to its acknowledgement",
    "Line.write": "the views, to everybody",
    "FairQueue._turn": "the views, to everybody",
    "Advisor._work_out": "odds and advice, asked for",
    "EngineTurns._drive": "the machines' turns",
    "Supervisor.run": "the machines' turns",
    "Worker._read": "the machines' turns",
}
"""By the function of Ludoteca at the bottom of the stack: a coroutine of a task, or of a thread."""

Found = dict[str, set[str]]


class Walk:
    """A profile function for ``sys`` and ``threading``: notes modules by purpose while ``on``."""

    def __init__(self) -> None:
        self.on = False
        self.found: Found = defaultdict(set)

    def __call__(self, frame: FrameType, event: str, _argument: object) -> None:
        """Note the module of a function that is called or resumed."""
        if not self.on or event != "call" or not _is_ours(frame) or _is_import(frame):
            return
        lowest, below = frame, frame.f_back
        while below is not None:
            lowest = below if _is_ours(below) else lowest
            below = below.f_back
        purpose = PURPOSES.get(lowest.f_code.co_qualname, lowest.f_code.co_qualname)
        self.found[purpose].add(frame.f_globals["__name__"])

    def take(self) -> Found:
        """End the walk: what was found."""
        self.on = False
        found, self.found = self.found, defaultdict(set)
        return found


def _is_ours(frame: FrameType) -> bool:
    return str(frame.f_globals.get("__name__")).startswith("ludoteca.")


def _is_import(frame: FrameType) -> bool:
    return frame.f_code.co_name == "<module>"


WALK = Walk()


# -- an act ----------------------------------------------------------------------------------------


async def acts() -> None:
    """Print the walk of a bet among people, that of machines' answers, and that of a choice."""
    import servers

    from ludoteca.web.engines import tasks
    from ludoteca.web.engines.pool import EnginePool

    # The machines of every server, but that nobody waits for a compiler.
    servers.Machines = partial(EnginePool, environment={"NUMBA_DISABLE_JIT": "1"})
    with tempfile.TemporaryDirectory() as folder:
        async with servers.opened(Path(folder)) as server:
            found, _view = await bet(server, ["me", "friend", "friend", "friend"])
            walked = found["the act, to its acknowledgement"]
            tell("the act, to its acknowledgement", walked)
            tell("the views, to everybody", found["the views, to everybody"], walked)
            found, view = await bet(server, ["me", MACHINE, MACHINE, MACHINE])
            tell("the machines' turns", found["the machines' turns"])
            tell("odds and advice, asked for", found["odds and advice, asked for"])
    WALK.on = True
    tasks.choose(Silence(), view, MACHINE, 1, 0.1)
    tell("a choice of a machine, in its process", set().union(*WALK.take().values()))


class Silence:
    """The report of a task of which nobody wants to hear."""

    def progress(
        self, done: int, total: int | None = None, words: str = "", share: float | None = None
    ) -> None: ...

    def draft(self, value: object) -> None: ...


async def bet(server: Any, seats: list[str]) -> tuple[Found, Any]:
    """Play mus until a person bets: the walk until all is still, and the view of who bets."""
    ana = await server.person()
    wanted = {"game": "mus", "seats": seats, "name": "Ana"}
    opened = (await ana.post("/api/tables", json=wanted)).json()
    table = opened["id"]
    async with AsyncExitStack() as stack:
        pages = {0: await stack.enter_async_context(server.live(table, ana, **{"as": "html"}))}
        for seat, invitation in opened["tokens"].items():
            hello = {"as": "html", "token": await server.seat(invitation)}
            pages[int(seat)] = await stack.enter_async_context(server.live(table, **hello))
        actor = await server.tables.actor(table)
        while True:
            await asyncio.gather(*map(until_still, pages.values()))
            turn = actor.table.turn()
            if turn is not None and turn.machine:  # it takes long where others use the processor
                continue
            if turn is None:
                for page in pages.values():
                    await page.send(type="ready")
                continue
            view = actor.table.view(turn.seat, remembering=True)
            legal = {view.action_text(action): action for action in view.legal}
            bets = [action for text, action in legal.items() if "envido" in text]
            chosen = bets[0] if bets else legal.get("no-hay-mus", view.legal[0])
            WALK.on = bool(bets)
            act = {"decision": turn.decision, "id": f"a{turn.decision}", "actions": [chosen]}
            await pages[turn.seat].send(type="act", **act)
            await pages[turn.seat].of("ack")
            if bets:
                await asyncio.gather(*map(until_still, pages.values()))
                return WALK.take(), view


async def until_still(page: Any) -> None:
    """Hear what comes until nothing more does."""
    with suppress(TimeoutError):
        while True:
            await page.hear(QUIET)


def tell(what: str, modules: set[str], told: Set[str] = frozenset()) -> None:
    """Print a row: how many modules, of these packages and in all; the names of those not told."""
    house = sorted(name for name in modules if name.startswith(HOUSE))
    others = sorted(modules - set(house))
    names = [name.removeprefix("ludoteca.") for name in [*house, *others] if name not in told]
    beside = "beside those of the act: " if told else ""
    print(f"| {what} | {len(house)} | {len(modules)} | {beside}{', '.join(names)} |", flush=True)


# -- a question ------------------------------------------------------------------------------------


def ask() -> None:
    """Answer the question in this process; print the modules that are loaded and those called."""
    from ludoteca.cli.main import main as command

    sys.setprofile(WALK)
    WALK.on = True
    with redirect_stdout(StringIO()):
        assert command(list(QUESTION)) == 0
    called = set().union(*WALK.take().values())
    loaded = [name for name in sys.modules if name.startswith("ludoteca.")]
    print(json.dumps([loaded, sorted(called)]))


def question() -> None:
    """Print the walk of the question, asked in a process of its own."""
    environment = {name: value for name, value in os.environ.items() if name != "NUMBA_DISABLE_JIT"}
    for _time in range(2):
        done = subprocess.run(
            [sys.executable, __file__, "--ask"], env=environment, stdout=subprocess.PIPE, check=True
        )
    loaded, called = (set(names) for names in json.loads(done.stdout))
    tell(f"`ludoteca {' '.join(QUESTION)}`, called", called)
    tell("and loaded beside", loaded - called)


# -- circles ---------------------------------------------------------------------------------------


def circles() -> None:
    """Print the pairs of modules that import each other, and larger circles."""
    import grimp
    import numpy as np
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    every = grimp.build_graph("ludoteca", cache_dir=None)
    run = grimp.build_graph("ludoteca", exclude_type_checking_imports=True, cache_dir=None)
    names = sorted(run.modules)
    edges = [(a, b) for a in names for b in run.find_modules_directly_imported_by(a)]
    number = {name: n for n, name in enumerate(names)}
    ends = tuple(np.array([[number[a], number[b]] for a, b in edges]).T)
    links = coo_array((np.ones(len(edges)), ends), shape=(len(names), len(names)))
    _n, label = connected_components(links, connection="strong")
    sizes = np.bincount(label)
    rings = [[n for n in names if label[number[n]] == ring] for ring in np.flatnonzero(sizes > 2)]
    print(f"\n{len(names)} modules. Import each other:", _told(_pairs(run)))
    print("With an import for types alone:", _told(_pairs(every) - _pairs(run)))
    print("In a circle of more than two:", _told(rings))


def _pairs(graph: Any) -> set[tuple[str, str]]:
    imported = {name: graph.find_modules_directly_imported_by(name) for name in graph.modules}
    return {(a, b) for a, others in imported.items() for b in others if a < b and a in imported[b]}


def _told(groups: Any) -> str:
    told = [
        " - ".join(name.removeprefix("ludoteca.") for name in group) for group in sorted(groups)
    ]
    return f"{len(told)}" + "".join(f"; {group}" for group in told)


def main() -> None:
    if sys.argv[1:] == ["--ask"]:
        ask()
        return
    os.environ["NUMBA_DISABLE_JIT"] = "1"  # as in every server
    sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "web" / "server"))
    print(f"{time.strftime('%Y-%m-%d')}, Python {platform.python_version()}\n")
    print(
        f"| walk | {', '.join(name.removeprefix('ludoteca.') for name in HOUSE)} | all | modules |"
    )
    print("| --- | ---: | ---: | --- |")
    threading.setprofile(WALK)
    sys.setprofile(WALK)
    asyncio.run(acts())
    sys.setprofile(None)
    question()
    circles()


if __name__ == "__main__":
    main()
