"""Where pages and long work meet: what is kept is opened, what is not is worked out by a job."""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import Request

from ludoteca.core.game import Game
from ludoteca.core.i18n import _, speaking
from ludoteca.core.questions import Progress, Question
from ludoteca.core.registry import games
from ludoteca.web import security
from ludoteca.web.machines.contests import questions_of
from ludoteca.web.machines.pool import Pool
from ludoteca.web.pages import desk
from ludoteca.web.pages.begun import Begun
from ludoteca.web.pages.documents import document_of
from ludoteca.web.pages.forms import RECORD, Asked, unusual
from ludoteca.web.pages.jobs import Job, Jobs
from ludoteca.web.pages.kept import Head, Shelf, key_of, owner_of, said_of
from ludoteca.web.settings import Settings


def settings(request: Request) -> Settings:
    """What the server was told."""
    told: Settings = request.app.state.settings
    return told


def shelf(request: Request) -> Shelf:
    """Where answers are kept."""
    return Shelf.of(settings(request))


def jobs(state: Any) -> Jobs:
    """The jobs of the server; made the first time that they are asked for."""
    if not hasattr(state, "jobs"):
        state.jobs = Jobs(state.settings.limits.jobs_an_address)
    found: Jobs = state.jobs
    return found


def begun(state: Any) -> Begun:
    """What was begun."""
    return Begun.of(state.settings)


def ask(request: Request, asked: Asked, filled: dict[str, str], language: str) -> str:
    """The address of the answer, or of the job that works it out.

    Raises :class:`~ludoteca.web.pages.jobs.TooManyJobs`.
    """
    owner = owner_of(asked, desk.person(request))
    key = key_of(asked, language, owner)
    kept, all_jobs = shelf(request), jobs(request.app.state)
    if kept.has(key):
        return f"/answers/{key}"
    running = all_jobs.running(key)
    if running is not None:
        return f"/jobs/{running.id}"
    game, question = asked.game, asked.question
    head = Head(key, game.name, question.verb, question.name, filled, language, person=owner)
    pool: Pool = request.app.state.pool

    async def work(progress: Progress) -> None:
        given = dict(asked.given)
        if asked.record:
            given[RECORD] = asked.record
        answer = await pool.ask(
            game.name,
            question.verb,
            question.name,
            given,
            asked.options,
            asked.seed,
            language,
            progress,
            lambda found: job.show(document_of(found, _(question.sentence))),
        )
        await asyncio.to_thread(kept.put, head, document_of(answer, _(question.sentence)))

    address = security.address_of(request.scope)
    job = all_jobs.start(work, language, address=address, **_said(head, game, question))
    begun(request.app.state).note(job.id, head)
    return f"/jobs/{job.id}"


def _said(head: Head, game: Game, question: Question) -> dict[str, Any]:
    """What a job says of itself, in the language in use."""
    asking = f"/games/{game.name}/study/{question.verb}/{question.name}"
    return {
        "key": head.key,
        "title": _(question.sentence),
        "about": _(game.info.title),
        "asked": said_of(unusual(game, head.filled)),
        "to": f"/answers/{head.key}",
        "back": asking,
        "action": asking,
        "again": head.filled,
        "resumable": question.resumable,
    }


async def job_named(state: Any, job_id: str) -> Job | None:
    """The job of this id; one of a server that has ended can be gone on with, or has its answer."""
    return jobs(state).get(job_id) or await asyncio.to_thread(_left_behind, state, job_id)


def _left_behind(state: Any, job_id: str) -> Job | None:
    head = begun(state).get(job_id)
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
            stage="done" if Shelf.of(state.settings).has(head.key) else "stopped",
            sentence=_("The house was opened anew in the middle of this."),
            **_said(head, game, question),
        )


def may_stop(request: Request, job: Job) -> bool:
    """True for who began the job."""
    return job.address == security.address_of(request.scope)
