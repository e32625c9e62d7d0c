"""Long work that a page asks for: one task each, with progress to watch, to stop and to go on."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from ludoteca.core.errors import LudotecaError
from ludoteca.core.i18n import _, speaking
from ludoteca.core.questions import Progress

MOST_FINISHED = 200
SECONDS_BETWEEN = 0.2  #: news of progress are told no faster

Stage = Literal["running", "done", "failed", "stopped"]
Kind = Literal["study", "review", "why"]
Work = Callable[[Progress], Awaitable[None]]

_log = logging.getLogger(__name__)


class TooManyJobs(LudotecaError):
    """An address has as many jobs as it may have."""

    status = 429


@dataclass(eq=False)
class Job:
    """Work under way or ended.

    ``to`` is the address of what it makes, ``back`` that of the page where it was asked for;
    ``again`` are the fields that, sent to ``action``, ask for it anew. An address has so many jobs
    of each ``kind``. ``about`` is the game that is studied and ``asked`` what is asked of it, in
    words; ``draft`` is the answer as far as it is found.
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
    asked: Sequence[tuple[str, str]] = ()
    stage: Stage = "running"
    done: int = 0
    total: int | None = None
    words: str = ""
    sentence: str = ""
    draft: dict[str, Any] | None = None
    listeners: set[Callable[[], None]] = field(default_factory=set)
    task: asyncio.Task[None] | None = None
    told: float = 0.0

    def tell(self) -> None:
        """Something changed: whoever looks on is told."""
        for listener in list(self.listeners):
            listener()

    def progress(self, done: int, total: int | None = None, words: str = "") -> None:
        """What the work tells."""
        self.done, self.total, self.words = done, total, words
        now = time.monotonic()
        if now - self.told >= SECONDS_BETWEEN:
            self.told = now
            self.tell()

    def show(self, draft: dict[str, Any]) -> None:
        """What the work has found so far."""
        self.draft = draft
        self.tell()

    @property
    def share(self) -> float | None:
        """How much is done, from 0 to 1, where it is known."""
        return min(1.0, self.done / self.total) if self.total else None


class Jobs:
    """All jobs of a server, bounded by address; ended ones are remembered for a while."""

    def __init__(self, an_address: int) -> None:
        self._an_address = an_address
        self._jobs: dict[str, Job] = {}

    def get(self, job_id: str) -> Job | None:
        """The job of this id."""
        return self._jobs.get(job_id)

    def running(self, key: str) -> Job | None:
        """The job that is making the answer of this key."""
        return next((j for j in self._jobs.values() if j.key == key and j.stage == "running"), None)

    def start(self, work: Work, language: str, **said: object) -> Job:
        """Begin ``work``; ``said`` are fields of the job. Raises :class:`TooManyJobs`."""
        job = Job(id=secrets.token_urlsafe(12), **said)  # type: ignore[arg-type]
        mine = [j for j in self._jobs.values() if (j.address, j.kind) == (job.address, job.kind)]
        busy = [j for j in mine if j.stage == "running"]
        if len(busy) >= self._an_address:
            raise TooManyJobs(
                _("{n} studies are running for you already; wait for one or stop it").format(
                    n=len(busy)
                )
            )
        self._forget()
        self._jobs[job.id] = job
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
            job.sentence = _("Stopped; it goes on from here.") if job.resumable else _("Stopped.")
        except LudotecaError as error:
            job.stage, job.sentence = "failed", str(error)
        except Exception as error:
            _log.error("job %s failed", job.title, exc_info=error)
            job.stage, job.sentence = "failed", _("It broke off by a mistake of ours.")
        finally:
            job.tell()
