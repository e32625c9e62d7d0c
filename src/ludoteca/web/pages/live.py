"""Live regions of the pages: a job under way, a replay, engines; and those of other modules."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any

from markupsafe import Markup

from ludoteca.core.errors import BadInput, LudotecaError
from ludoteca.core.i18n import _
from ludoteca.core.ids import SPECTATOR
from ludoteca.players.advice.averages import averaged
from ludoteca.table.assistant import FollowedLook
from ludoteca.table.refusal import Refusal
from ludoteca.web import tokens
from ludoteca.web.pages import jobs
from ludoteca.web.pages.assist import SEED, advice_parts, look_at
from ludoteca.web.pages.jobs import Job
from ludoteca.web.pages.lobby import engine_lines
from ludoteca.web.pages.people.around import around
from ludoteca.web.pages.record_advice import REVIEW, WHY, begin_review, begin_why, move_reasons
from ludoteca.web.pages.records import (
    DrawnReplay,
    reader_of,
    replay_of,
    replay_parts,
    viewer_of,
)
from ludoteca.web.pages.study.answer_store import AnswerStore
from ludoteca.web.pages.study.answers import answer_parts, job_parts
from ludoteca.web.pages.templating import draw
from ludoteca.web.sockets import (
    TOO_MANY,
    AskReview,
    AskWhy,
    At,
    Hangup,
    Hello,
    Line,
    Message,
    Region,
)
from ludoteca.web.table import TableActor

log = logging.getLogger("ludoteca.web")


class _SilentRegion:
    """A live region that changes by what happens, or by forms: it takes no messages."""

    async def hear(self, line: Line, message: Message) -> None:
        """Refuse all messages."""
        raise Refusal("malformed", _("This page takes no such message."))


class _Watched(_SilentRegion):
    """A live region that shows something to whoever watches it."""

    def __init__(self, listeners: set[Callable[[], None]]) -> None:
        self._listeners = listeners

    async def join(self, line: Line, hello: Hello) -> None:
        """Send ``line`` every change from now on."""
        self._listeners.add(line.refresh)

    def leave(self, line: Line) -> None:
        """Forget ``line``, which has gone."""
        self._listeners.discard(line.refresh)


class JobRegion(_Watched):
    """The live region of a job: its progress, and the answer once it is there."""

    def __init__(self, job: Job, store: AnswerStore) -> None:
        super().__init__(job.listeners)
        self._job, self._store = job, store

    def newest(self, line: Line) -> dict[str, Any] | None:
        """The progress of the job."""
        job = self._job
        if line.form == "json":
            said = {"stage": job.stage, "done": job.done, "total": job.total, "draft": job.draft}
            return {"type": "view", **said}
        parts = {**job_parts(job), "answer": self._answer()}
        return {"type": "view", "html": draw("job_part.html", **parts)}

    def _answer(self) -> Markup | None:
        """The answer as HTML, once it is there; a review is shown with its record."""
        kept = self._store.get(self._job.key) if self._job.stage == "done" else None
        if kept is None or kept.head.verb in (REVIEW, WHY):
            return None
        return Markup(draw("answer_part.html", **answer_parts(kept, {})))


async def find_job(state: Any, name: str, _address: str) -> Region | None:
    """The region of the job ``name``."""
    job = await jobs.job_named(state, name)
    return None if job is None else JobRegion(job, AnswerStore.of(state.settings))


class ReplayRegion(_SilentRegion):
    """The live region of a replay: the position of its slider."""

    def __init__(self, state: Any, replay: DrawnReplay, viewer: int, reader: int) -> None:
        self._state, self._replay, self._viewer = state, replay, viewer
        self._reader = reader
        self._at: dict[Line, int] = {}
        self._asked: dict[Line, list[Job]] = {}

    async def join(self, line: Line, hello: Hello) -> None:
        """Send nothing yet: the page came with the position."""

    async def hear(self, line: Line, message: Message) -> None:
        """Go to the stop that the slider shows, or begin what is asked for."""
        state, replay = self._state, self._replay
        if isinstance(message, AskWhy):
            at, address = message.at, line.address
            self._ask(line, at, lambda: begin_why(state, replay, at, address))
        elif isinstance(message, AskReview):
            self._ask(line, message.at, lambda: begin_review(state, replay, line.address))
        elif isinstance(message, At):
            stops = replay.stops
            self._at[line] = stops[min(message.n, len(stops) - 1)]
        else:
            await super().hear(line, message)
        line.refresh()

    def _ask(self, line: Line, at: int, start: Callable[[], Job | None]) -> None:
        try:
            job = start()
        except LudotecaError as error:
            raise Refusal("not-now", str(error)) from error
        self._at[line] = self._replay.place(at)
        if job is not None:
            self._asked.setdefault(line, []).append(job)
            job.listeners.add(line.refresh)

    def leave(self, line: Line) -> None:
        """Forget ``line``, which has gone."""
        self._at.pop(line, None)
        for job in self._asked.pop(line, ()):
            job.listeners.discard(line.refresh)

    def newest(self, line: Line) -> dict[str, Any] | None:
        """The position of the slider, None where it did not move yet."""
        if line not in self._at:
            return None
        at = self._at[line]
        asked = self._asked.get(line, ())
        said = move_reasons(self._state, self._replay, at, self._reader, asked)
        if line.form == "json":
            scene = self._replay.scene(at, self._viewer, self._reader)
            document = said.document if said is not None else None
            return {"type": "view", "decision": at, "scene": scene.to_json(), "why": document}
        eyes, reader = self._viewer, self._reader
        parts = replay_parts(self._state, self._replay, at, eyes, line.address, said, reader, asked)
        return {"type": "view", "decision": at, "html": draw("record_part.html", **parts)}


async def find_record(state: Any, name: str, address: str) -> Region | None:
    """Find the region of a record: ``KEY``, or with the eyes of :func:`~.records.live_eyes`."""
    key, seat, own = (*name.split("-"), "", "")[:3]
    try:
        replay = await replay_of(state, key, address)
    except BadInput:
        return None
    if replay is None:
        return None
    return ReplayRegion(state, replay, viewer_of(replay, seat), reader_of(replay, own))


class AssistRegion(_SilentRegion):
    """The live region of the odds and the best move: empty until they are there."""

    def __init__(self, state: Any, look: FollowedLook) -> None:
        self._state, self._look = state, look
        self._task: asyncio.Task[None] | None = None
        self._told: dict[str, Any] | None = None

    async def join(self, line: Line, hello: Hello) -> None:
        """Work the advice out for ``line``, in its language."""
        self._task = asyncio.create_task(self._work_out(line))

    async def _work_out(self, line: Line) -> None:
        pool = self._state.pool
        try:
            views = self._look.views
            told = [await pool.advise(view, line.lang, SEED) for view in views]
            self._told = advice_parts(self._look, averaged(views[0], told))
        except LudotecaError as failure:
            log.warning("no advice about a game that is followed: %s", failure)
            self._told = {"advice": None, "failed": str(failure)}
        except Exception:  # among it a game author's code: it may raise anything
            log.exception("no advice about a game that is followed")
            self._told = {"advice": None, "failed": _("An internal error stopped it.")}
        line.refresh()

    def leave(self, line: Line) -> None:
        """Stop working for ``line``."""
        if self._task is not None:
            self._task.cancel()

    def newest(self, line: Line) -> dict[str, Any] | None:
        """The odds and the best move, None until they are there."""
        if self._told is None:
            return None
        return {"type": "view", "html": draw("assist_part.html", **self._told)}


async def find_assist(state: Any, name: str, address: str) -> Region | None:
    """The region of the game that is packed in ``name``."""
    try:
        return AssistRegion(state, await look_at(state, name, address))
    except BadInput:
        return None


class PeopleRegion(_SilentRegion):
    """The live region of who sits at a table and who is there."""

    def __init__(self, actor: TableActor) -> None:
        self._actor = actor

    async def join(self, line: Line, hello: Hello) -> None:
        """Send ``line`` every change from now on."""
        limits = self._actor.services.settings.limits
        if len(self._actor.onlookers) >= limits.connections_a_table:
            raise Hangup(TOO_MANY)
        self._actor.onlookers[line] = tokens.person_of(line.token) if line.token else ""
        self._actor.refresh()

    def leave(self, line: Line) -> None:
        """Forget ``line``, which has gone."""
        self._actor.exit(line)

    def newest(self, line: Line) -> dict[str, Any]:
        """The table as drawn from above, from the seat of who looks, and where they are awaited."""
        table, seat = self._actor.table, self._actor.seat_of(self._actor.onlookers.get(line, ""))
        drawn = around(self._actor, seat)
        others = [chair for chair in table.chairs if chair.attended and chair.seat != seat]
        waits = table.phase == "preparing" and not all(chair.ready for chair in others)
        is_awaited = seat != SPECTATOR and table.phase != "waiting" and not waits
        awaited = f"/tables/{table.id}" if is_awaited else None
        if line.form == "json":
            return {"type": "view", "people": drawn["seats"], "awaited": awaited}
        part = draw("around.html", around=drawn)
        return {"type": "view", "html": part, "awaited": awaited}


async def find_people(state: Any, table: str, _address: str) -> Region | None:
    """The region of the people of ``table``."""
    actor = await state.tables.actor(table)
    return None if actor is None else PeopleRegion(actor)


class EnginesRegion(_Watched):
    """The live region of the games that are being compiled; empty once all are ready."""

    def __init__(self, state: Any) -> None:
        super().__init__(state.pool.preparations.listeners)
        self._state = state

    def newest(self, line: Line) -> dict[str, Any]:
        """The state of every game that the server prepares."""
        lines = engine_lines(self._state)
        if line.form == "json":
            return {"type": "view", "engines": lines}
        return {"type": "view", "html": draw("engines_part.html", engines=lines)}


async def find_engines(state: Any, name: str, _address: str) -> Region | None:
    """The one region of this kind, ``all``."""
    return EnginesRegion(state) if name == "all" else None


REGIONS = {
    "jobs": find_job,
    "records": find_record,
    "engines": find_engines,
    "assist": find_assist,
    "people": find_people,
}
"""The finders of what is live in the pages, for ``app.state.regions``."""
