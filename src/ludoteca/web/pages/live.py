"""Live regions of the pages: a job under way, a replay."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from markupsafe import Markup

from ludoteca.core.errors import BadInput, LudotecaError
from ludoteca.core.i18n import _
from ludoteca.web.live import Line, Region
from ludoteca.web.messages import At, Hello, Message, Why
from ludoteca.web.pages import working
from ludoteca.web.pages.answers import answer_parts, job_parts
from ludoteca.web.pages.jobs import Job
from ludoteca.web.pages.kept import Shelf
from ludoteca.web.pages.records import REVIEW, replay_of, replay_parts, viewer_of
from ludoteca.web.pages.replay import Replay, scene_at
from ludoteca.web.pages.shell import draw
from ludoteca.web.pages.why import WHY, begin, told
from ludoteca.web.table.refusal import Refusal


class JobRegion:
    """What a connection sees of a job: how far it is, and the answer once it is there."""

    def __init__(self, job: Job, shelf: Shelf) -> None:
        self._job, self._shelf = job, shelf
        self._listeners: dict[Line, Callable[[], None]] = {}

    async def join(self, line: Line, hello: Hello) -> None:
        """Tell ``line`` from now on."""
        self._listeners[line] = line.refresh
        self._job.listeners.add(line.refresh)

    async def hear(self, line: Line, message: Message) -> None:
        """A job hears nothing: what it is told comes by forms."""
        raise Refusal("malformed", _("A study takes no such message."))

    def leave(self, line: Line) -> None:
        """``line`` has gone."""
        listener = self._listeners.pop(line, None)
        if listener is not None:
            self._job.listeners.discard(listener)

    def newest(self, line: Line) -> dict[str, Any] | None:
        """How far the job is."""
        job = self._job
        if line.form == "json":
            said = {"stage": job.stage, "done": job.done, "total": job.total, "draft": job.draft}
            return {"type": "view", **said}
        parts = {**job_parts(job), "answer": self._answer()}
        return {"type": "view", "html": draw("job_part.html", **parts)}

    def _answer(self) -> Markup | None:
        """The answer as a page shows it, once it is there; a review is shown with its record."""
        kept = self._shelf.get(self._job.key) if self._job.stage == "done" else None
        if kept is None or kept.head.verb in (REVIEW, WHY):
            return None
        return Markup(draw("answer_part.html", **answer_parts(kept, {})))


async def find_job(state: Any, name: str) -> Region | None:
    """The region of the job ``name``."""
    job = await working.job_named(state, name)
    return None if job is None else JobRegion(job, Shelf.of(state.settings))


class ReplayRegion:
    """What a connection sees of a record: the position at which its slider stands."""

    def __init__(self, state: Any, replay: Replay, viewer: int) -> None:
        self._state, self._replay, self._viewer = state, replay, viewer
        self._at: dict[Line, int] = {}
        self._asked: dict[Line, Job] = {}

    async def join(self, line: Line, hello: Hello) -> None:
        """Nothing is shown until the slider moves: the page came with the position."""

    async def hear(self, line: Line, message: Message) -> None:
        """Go to where the slider stands, the number of a stop; or ask a machine for its reasons."""
        if isinstance(message, Why):
            self._ask(line, message.at)
        elif isinstance(message, At):
            stops = self._replay.stops
            self._at[line] = stops[min(message.n, len(stops) - 1)]
        else:
            raise Refusal("malformed", _("A replay takes no such message."))
        line.refresh()

    def _ask(self, line: Line, at: int) -> None:
        try:
            job = begin(self._state, self._replay, at, line.address)
        except LudotecaError as error:
            raise Refusal("not-now", str(error)) from error
        self._at[line] = at
        if job is not None:
            self._forget(line)
            self._asked[line] = job
            job.listeners.add(line.refresh)

    def _forget(self, line: Line) -> None:
        job = self._asked.pop(line, None)
        if job is not None:
            job.listeners.discard(line.refresh)

    def leave(self, line: Line) -> None:
        """``line`` has gone."""
        self._at.pop(line, None)
        self._forget(line)

    def newest(self, line: Line) -> dict[str, Any] | None:
        """The position at which the slider stands, None where it did not move yet."""
        if line not in self._at:
            return None
        at = self._at[line]
        said = told(self._state, self._replay, at, self._asked.get(line))
        if line.form == "json":
            scene = scene_at(self._replay, at, self._viewer)
            document = said.document if said is not None else None
            return {"type": "view", "decision": at, "scene": scene.to_json(), "why": document}
        parts = replay_parts(self._replay, at, self._viewer, said)
        return {"type": "view", "decision": at, "html": draw("record_part.html", **parts)}


async def find_record(state: Any, name: str) -> Region | None:
    """The region of a record: ``KEY``, or ``KEY-SEAT`` as one seat saw it."""
    key, _dash, seat = name.partition("-")
    try:
        replay = await replay_of(state, key)
    except BadInput:
        return None
    return None if replay is None else ReplayRegion(state, replay, viewer_of(replay, seat))


REGIONS = {"jobs": find_job, "records": find_record}
"""The finders of what is live in the pages, for ``app.state.regions``."""
