"""Jobs: long work for a page, an asyncio task each, to watch, stop and resume."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from fastapi import Request

from ludoteca.core.answers import Document, document_of
from ludoteca.core.errors import BadInput, LudotecaError
from ludoteca.core.game import Game
from ludoteca.core.i18n import _, ngettext, speaking
from ludoteca.core.questions import Progress, Question
from ludoteca.core.registry import games
from ludoteca.web import security
from ludoteca.web.engines.questions import questions_of
from ludoteca.web.forwarding import Elsewhere
from ludoteca.web.journal.leases import SERVER_MARK, Leases
from ludoteca.web.pages import requests
from ludoteca.web.pages.study.answer_store import AnswerStore, BegunJobs, Head
from ludoteca.web.pages.study.asking import RECORD, Asked, played_sentence, said_of
from ludoteca.web.pages.study.uploads import FILES

MOST_FINISHED = 200
SECONDS_BETWEEN = 0.2  #: seconds between reports of progress
_WHOLE = 1000  #: steps of work that has parts
_TELLING = 20  #: steps after which the time left is told, however many there are

Stage = Literal["running", "done", "failed", "stopped"]
Kind = Literal["study", "odds", "review", "why"]
STUDIES: Collection[Kind] = ("study", "odds")
"""Odds are quick, and counted apart: long studies keep nobody from them."""
Work = Callable[[Progress], Awaitable[None]]

_log = logging.getLogger(__name__)


class TooManyJobs(LudotecaError):
    """An address has as many jobs as it may have."""

    status = 429


@dataclass(eq=False)
class Job:
    """A job, under way or ended.

    ``to`` is the address of what it makes, ``back`` that of the page where it was asked for;
    ``again`` are the fields that, sent to ``action``, ask for it anew. An address has so many jobs
    of each ``kind``, and only its ``person`` is shown a list of them. ``about`` is the title of the
    ``game`` that is studied and ``asked`` what is asked of it, in words; ``draft`` is the interim
    answer. ``done`` and ``total`` are those of the part under way, where it ``has_parts``; the bar
    and the time left are of all ``steps`` of the ``whole``. ``counted`` is the time at which that
    was known, and ``done_before`` what was done then; ``marks`` are later steps, each twice as far
    or further, with their times. A failed job is ``refused`` where another question is to be asked,
    because this one cannot be answered.
    """

    id: str
    address: str
    key: str
    title: str
    to: str
    back: str
    action: str
    again: dict[str, str]
    resumable: bool = False
    kind: Kind = "study"
    about: str = ""
    game: Game | None = None
    asked: Sequence[tuple[str, str]] = ()
    stage: Stage = "running"
    done: int = 0
    total: int | None = None
    steps: int = 0
    whole: int | None = None
    has_parts: bool = False
    words: str = ""
    sentence: str = ""
    refused: bool = False
    person: str = ""
    draft: Document | dict[str, Any] | None = None
    listeners: set[Callable[[], None]] = field(default_factory=set)
    task: asyncio.Task[None] | None = None
    told: float = 0.0
    counted: float = 0.0
    done_before: int = 0
    marks: list[tuple[int, float]] = field(default_factory=list)

    def tell(self) -> None:
        """Notify listeners of a change."""
        for listener in list(self.listeners):
            listener()

    def progress(
        self, done: int, total: int | None = None, words: str = "", share: float | None = None
    ) -> None:
        """Take the progress of the work."""
        now = time.monotonic()
        self.done, self.total, self.words = done, total, words
        self.has_parts = share is not None
        steps, whole = (done, total) if share is None else (round(_WHOLE * share), _WHOLE)
        if whole != self.whole:
            self.counted, self.done_before = now, steps
            self.marks.clear()
        elif share is not None:
            steps = max(steps, self.steps)
        self.steps, self.whole = steps, whole
        steps -= self.done_before
        if steps > 0 and (not self.marks or steps >= 2 * self.marks[-1][0]):
            self.marks.append((steps, now))
        if now - self.told >= SECONDS_BETWEEN:
            self.told = now
            self.tell()

    def show(self, draft: Document) -> None:
        """Show the answer of the work so far."""
        self.draft = draft
        self.tell()

    async def ends_within(self, seconds: float) -> None:
        """Wait until it has ended, at most so long."""
        if self.task is not None:
            await asyncio.wait([self.task], timeout=seconds)

    @property
    def share(self) -> float | None:
        """The part that is done, from 0 to 1, where it is known."""
        return min(1.0, self.steps / self.whole) if self.whole else None

    @property
    def seconds_left(self) -> float | None:
        """The time that the rest takes if it goes on as of late, where that can be told.

        The first steps say little: code is loaded in them, and in a deal they are the longest. So
        nothing is told before a tenth is done, and then the first half of what is done is left out.
        """
        steps = self.steps - self.done_before
        if not self.whole:
            return None
        tenth = (self.whole - self.done_before) / 10
        if steps < (tenth if self.has_parts else max(2, min(_TELLING, tenth))):
            return None
        earlier = [mark for mark in self.marks if 2 * mark[0] <= steps]
        before, since = earlier[-1] if earlier else (0, self.counted)
        return (time.monotonic() - since) / (steps - before) * (self.whole - self.steps)

    @property
    def time_left(self) -> str:
        """These seconds in words; "" where they cannot be told."""
        left = self.seconds_left
        if left is None:
            return ""
        if left < 60:
            return _("less than a minute left")
        minutes = round(left / 60)
        return ngettext("about {n} minute left", "about {n} minutes left", minutes).format(
            n=minutes
        )


class Jobs:
    """All jobs of a server, bounded by address; ended ones are remembered for a while."""

    def __init__(self, an_address: int, leases: Leases) -> None:
        self._an_address = an_address
        self._leases = leases
        self._jobs: dict[str, Job] = {}

    def get(self, job_id: str) -> Job | None:
        """The job of this id."""
        return self._jobs.get(job_id)

    def running(self, key: str) -> Job | None:
        """The job that is making the answer of this key."""
        return next((j for j in self._jobs.values() if j.key == key and j.stage == "running"), None)

    def before(self, job: Job) -> list[Job]:
        """The reviews under way that were asked for before this one, the oldest first."""
        reviews = [j for j in self._jobs.values() if (j.kind, j.stage) == ("review", "running")]
        return reviews[: reviews.index(job)] if job in reviews else []

    def running_of(self, people: Sequence[str]) -> list[Job]:
        """The studies of a visitor that are under way, the oldest first.

        Not those of an address: others there may have asked about a hand that is being played.
        """
        return [
            job
            for job in self._jobs.values()
            if job.person in people and job.kind in STUDIES and job.stage == "running"
        ]

    def start(self, work: Work, language: str, **said: object) -> Job:
        """Begin ``work``; ``said`` are fields of the job. Raises :class:`TooManyJobs`."""
        server = self._leases.server
        where = SERVER_MARK + server if server else ""
        job = Job(id=secrets.token_urlsafe(12) + where, **said)  # type: ignore[arg-type]
        mine = [j for j in self._jobs.values() if (j.address, j.kind) == (job.address, job.kind)]
        busy = [j for j in mine if j.stage == "running"]
        if len(busy) >= self._an_address:
            raise TooManyJobs(
                _(
                    "{n} studies are already running from your address: wait for one to end, or "
                    "stop one of your own."
                ).format(n=len(busy))
            )
        self._forget()
        self._jobs[job.id] = job
        for other in self.before(job):
            other.listeners.add(job.tell)  # it says how long it waits for them
        job.task = asyncio.create_task(_run(job, work, language))
        return job

    def stop(self, job: Job) -> None:
        """End a job; what it has finished is kept where its work keeps it."""
        if job.task is not None and job.stage == "running":
            job.task.cancel()

    async def close(self) -> None:
        """End all jobs."""
        tasks = [job.task for job in self._jobs.values() if job.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _forget(self) -> None:
        ended = [job_id for job_id, job in self._jobs.items() if job.stage != "running"]
        for job_id in ended[: max(0, len(ended) - MOST_FINISHED)]:
            del self._jobs[job_id]


async def _run(job: Job, work: Work, language: str) -> None:
    with speaking(language):
        try:
            await work(job.progress)
            job.stage = "done"
        except asyncio.CancelledError:
            job.stage = "stopped"
            job.sentence = _("Stopped; it continues from here.") if job.resumable else _("Stopped.")
        except LudotecaError as error:
            job.stage, job.sentence = "failed", str(error)
            job.refused = isinstance(error, BadInput)
        except Exception as error:
            _log.error("job %s failed", job.title, exc_info=error)
            job.stage, job.sentence = "failed", _("An internal error stopped it.")
        finally:
            job.tell()


# -- questions as jobs ----------------------------------------------------------------------------


def answer_store(request: Request) -> AnswerStore:
    """The server's store of answers."""
    return AnswerStore.of(request.app.state.settings)


def jobs_of(state: Any) -> Jobs:
    """The jobs of the server, made at the first use."""
    if not hasattr(state, "jobs"):
        state.jobs = Jobs(state.settings.limits.jobs_an_address, state.journal.leases)
    found: Jobs = state.jobs
    return found


def ask(request: Request, asked: Asked, filled: dict[str, str], language: str) -> str | Job:
    """The address of the answer, or the job that works it out.

    Raises :class:`TooManyJobs`.
    """
    person, address = requests.person(request), security.address_of(request.scope)
    owner = asked.owner(person)
    key = asked.key(language, owner)
    game, question = asked.game, asked.question
    head = Head(key, game.name, question.verb, question.name, filled, language, person=owner)

    async def find(progress: Progress) -> Document:
        if question.at_once:  # it costs nothing, and waits for no study that is under way
            answer = await asyncio.to_thread(question.ask, {})
            return document_of(answer, _(question.sentence), asked.seed)
        given = dict(asked.given)
        if asked.record:
            given[RECORD] = asked.record
        if asked.upload is not None:
            given[FILES] = asked.upload.files
        assert job is not None
        return await requests.pool(request).ask(
            game.name,
            question.verb,
            question.name,
            given,
            asked.options,
            asked.seed,
            language,
            progress,
            job.show,
            address,
        )

    said = _said(head, game, question)
    joined = jobs_of(request.app.state).running(key)
    job = begin(request.app.state, head, find, address=address, person=person, **said)
    if job is None:
        return f"/answers/{key}"
    if job is not joined:
        BegunJobs.of(requests.settings(request)).note(job.id, head)
    return job


def _said(head: Head, game: Game, question: Question) -> dict[str, Any]:
    """The fields of a job that describe it, in the language in use."""
    asking = f"/games/{game.name}/study/{question.verb}/{question.name}"
    return {
        "title": played_sentence(question, head.filled) or _(question.sentence),
        "about": _(game.info.title),
        "game": game,
        "asked": said_of(game, question, head.filled),
        "to": f"/answers/{head.key}",
        "back": asking,
        "action": asking,
        "again": head.filled,
        "resumable": question.resumable,
        "kind": "odds" if question.verb == "odds" or question.at_once else "study",
    }


def begin(
    state: Any, head: Head, find: Callable[[Progress], Awaitable[Mapping[str, Any]]], **said: object
) -> Job | None:
    """Begin to ``find`` the document of ``head``, or join who does; None where it is kept.

    ``said`` are fields of the job. Raises :class:`TooManyJobs`.
    """
    store, all_jobs = AnswerStore.of(state.settings), jobs_of(state)
    if store.has(head.key):
        return None

    async def work(progress: Progress) -> None:
        await asyncio.to_thread(store.put, head, await find(progress))

    running = all_jobs.running(head.key)
    return running or all_jobs.start(work, head.language, key=head.key, **said)


@dataclass(frozen=True)
class Finding:
    """The state of an answer: it is stored, or a job is making it, or that failed."""

    document: dict[str, Any] | None = None
    job: Job | None = None
    failed: str = ""


def finding(state: Any, key: str, asked: Collection[Job] = ()) -> Finding:
    """The state of the answer of this key; ``asked`` are the jobs begun for who asks."""
    kept = AnswerStore.of(state.settings).get(key)
    if kept is not None:
        return Finding(kept.document)
    failed = [job.sentence for job in asked if (job.key, job.stage) == (key, "failed")]
    return Finding(job=jobs_of(state).running(key), failed=failed[-1] if failed else "")


async def job_named(state: Any, job_id: str) -> Job | None:
    """The job of this id; one of a server that has ended can be gone on with, or has its answer.

    Raises :class:`~ludoteca.web.forwarding.Elsewhere` for one of another server.
    """
    found = jobs_of(state).get(job_id)
    if found is not None:
        return found
    if owner := await state.journal.leases.elsewhere(job_id):
        raise Elsewhere(job_id, owner)
    return await asyncio.to_thread(_left_behind, state, job_id)


def _left_behind(state: Any, job_id: str) -> Job | None:
    head = BegunJobs.of(state.settings).get(job_id)
    game = games().get(head.game) if head is not None else None
    if head is None or game is None:
        return None
    question = questions_of(game, head.verb).get(head.question)  # type: ignore[arg-type]
    if question is None:
        return None
    with speaking(head.language):
        return Job(
            id=job_id,
            address="",
            key=head.key,
            stage="done" if AnswerStore.of(state.settings).has(head.key) else "stopped",
            sentence=_("The server was restarted in the middle of this."),
            **_said(head, game, question),
        )


def may_stop(request: Request, job: Job) -> bool:
    """True for the owner of the job."""
    return job.address == security.address_of(request.scope)
