"""Study pages: every question of every game as a form, and its answer to browse."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any
from urllib.parse import urlencode

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response
from starlette.exceptions import HTTPException

from ludoteca.core.errors import BadInput, GameDefinitionError
from ludoteca.core.game import Game
from ludoteca.core.i18n import N_, _, language
from ludoteca.core.questions import VERBS, Question
from ludoteca.core.registry import games
from ludoteca.web.engines.questions import questions_of
from ludoteca.web.kit.face import face_of
from ludoteca.web.pages import jobs, requests, schools
from ludoteca.web.pages.forms import Filled
from ludoteca.web.pages.game_cards import GameHere, cannot_be_shown
from ludoteca.web.pages.jobs import Job
from ludoteca.web.pages.requests import fields_of
from ludoteca.web.pages.study.asking import (
    MOST_UNFOLDED,
    option_fields,
    played_sentence,
    question_fields,
    read_question,
)
from ludoteca.web.pages.study.kept_answers import kept_groups
from ludoteca.web.pages.study.uploads import (
    FILES,
    UPLOAD,
    Upload,
    Uploads,
    form_with_files,
    upload_of,
)
from ludoteca.web.pages.table_rules import (
    filled_in,
    pressed,
    rule_groups,
    school_of,
    school_tabs,
    set_by_schools,
)
from ludoteca.web.pages.templating import page

log = logging.getLogger("ludoteca.web")

VERB_TITLES: dict[str, str] = {
    "odds": N_("Odds"),
    "solve": N_("Best play"),
    "census": N_("Census"),
    "study": N_("Study"),
    "evaluate": N_("Players against each other"),
}

_OWN_MACHINE = N_(
    "This runs files that others wrote, so it is offered only where this machine alone reaches the "
    "server: run ludoteca without --host and --origin."
)

MOST_PLAYED = 3  #: questions in the words of players, at the top of a list

SECONDS_TO_BEGIN = 1.5
"""Seconds that a form waits for an answer or a refusal before it shows the progress."""

router = APIRouter()


@cache
def _questions(game: Game) -> list[Question]:
    """The questions that a page may offer; none that takes the name of a file of the server."""
    # Where nobody chooses anything there is no best play.
    verbs = [verb for verb in VERBS if verb != "solve" or game.has_choices]
    every = (q for verb in verbs for q in questions_of(game, verb).values())
    return [question for question in every if not question.local or question.files is not None]


async def questions(game: Game) -> list[Question]:
    """All questions that a page may offer; rooms load in another thread the first time."""
    return await asyncio.to_thread(_questions, game)


def _may_ask(request: Request, question: Question) -> bool:
    return not question.local or requests.is_local(request)


async def _questions_for(request: Request, game: Game) -> list[Question]:
    """The questions that the visitor may ask."""
    return [question for question in await questions(game) if _may_ask(request, question)]


async def question_named(request: Request, game: Game, verb: str, name: str) -> Question:
    """The question of an address; raises 404, and 403 where this machine alone may ask it."""
    for question in await questions(game):
        if (question.verb, question.name) == (verb, name):
            if not _may_ask(request, question):
                raise HTTPException(403, _(_OWN_MACHINE))
            return question
    raise HTTPException(404)


@router.get("/study")
async def all_studies(request: Request) -> Response:
    """All questions of every game, those of the teaching games folded.

    A game whose questions cannot be loaded is named; the log says why, and the page to its author.
    """
    full: list[dict[str, Any]] = []
    examples: list[dict[str, Any]] = []
    broken: list[str] = []
    for game in games().values():
        try:
            asked = await _questions_for(request, game)
        except GameDefinitionError as error:
            log.warning("%s: %s", game.name, error)
            broken.append(cannot_be_shown(request, game.name, str(error)))
            continue
        if asked:
            entry = {
                "name": game.name,
                "title": _(game.info.title),
                "picture": face_of(game).picture(),
                "played": _played(game, asked),
                "more": _entries(game, asked),
            }
            (examples if game.example else full).append(entry)
    return page(
        request, "studies.html",
        games=full, examples=examples, broken=broken, running=_running(request),
    )  # fmt: skip


@router.get("/games/{name}/study")
async def studies(request: Request, game: GameHere) -> Response:
    """The questions about a game, and the answers that are there already."""
    asked = await _questions_for(request, game)
    return page(
        request,
        "study.html",
        about=game,
        played=_played(game, asked),
        more=_entries(game, asked),
        kept=kept_groups(request, game, asked),
        running=_running(request),
    )


def _title(question: Question) -> str:
    return _(question.title or VERB_TITLES[question.verb])


def _running(request: Request) -> list[Job]:
    """The visitor's studies that are under way."""
    return jobs.jobs_of(request.app.state).running_of(requests.people(request))


def _played(game: Game, asked: list[Question]) -> list[dict[str, str]]:
    """The first few questions as players ask them, each with the way to its form."""
    every = [(q, sentence, texts) for q in asked for sentence, texts in q.played]
    return [
        {"sentence": _(sentence), "href": address(game, q, texts)}
        for q, sentence, texts in every[:MOST_PLAYED]
    ]


def _entries(game: Game, asked: list[Question]) -> list[dict[str, str]]:
    """The questions whose plain form is not among those of players."""
    first = [(q, texts) for q in asked for _sentence, texts in q.played][:MOST_PLAYED]
    return [
        {
            "verb": q.verb,
            "words": _title(q),
            "sentence": _(q.sentence),
            "href": address(game, q),
        }
        for q in asked
        if (q, {}) not in first
    ]


def address(game: Game, question: Question, filled: Mapping[str, str] | None = None) -> str:
    """The address of the form of a question, filled in."""
    query = f"?{urlencode(filled)}" if filled else ""
    return f"/games/{game.name}/study/{question.verb}/{question.name}{query}"


@router.get("/games/{name}/study/{verb}/{question_name}")
async def ask_form(request: Request, game: GameHere, verb: str, question_name: str) -> Response:
    """The form of a question, which the address may fill in; the answer where it costs nothing."""
    question = await question_named(request, game, verb, question_name)
    examples = {p.name: p.example for p in question.parameters if p.example}
    played = filled_in(game, schools.usual(request, game)) if question.takes("options") else {}
    filled = Filled(pressed(game, examples | played | dict(request.query_params)))
    if question.at_once:
        return await _answer(request, game, question, filled, None)
    return form(request, game, question, filled)


@router.post("/games/{name}/study/{verb}/{question_name}")
async def ask(request: Request, game: GameHere, verb: str, question_name: str) -> Response:
    """Open the stored answer, or start the job that computes it."""
    question = await question_named(request, game, verb, question_name)
    return await _answer(request, game, question, *await _filled(request, question))


async def _answer(
    request: Request, game: Game, question: Question, filled: Filled, upload: Upload | None
) -> Response:
    """The way to the stored answer or to its job; the form with what is wrong with it."""
    asked = await asyncio.to_thread(read_question, game, question, filled, upload)
    if asked is None:
        return form(request, game, question, filled, status=422)
    try:
        found = jobs.ask(request, asked, dict(filled.given), language())
    except jobs.TooManyJobs as busy:
        filled.errors[""] = str(busy)
        return form(request, game, question, filled, status=busy.status)
    to = found if isinstance(found, str) else f"/jobs/{found.id}"
    if isinstance(found, Job):
        # What cannot be answered is mostly found at once, and said where it was asked.
        await found.ends_within(SECONDS_TO_BEGIN)
        if found.refused:
            filled.errors[""] = found.sentence
            return form(request, game, question, filled, status=422)
        if found.stage == "done":
            to = found.to
    return requests.greet(request, RedirectResponse(to, status_code=303))


async def _filled(request: Request, question: Question) -> tuple[Filled, Upload | None]:
    """The form as it was sent, and its files: new ones, or those of an earlier form."""
    if question.files is None:
        most = request.app.state.settings.limits.record_bytes
        return Filled(await fields_of(request, 3 * most)), None
    kept, person = Uploads.of(requests.settings(request)), requests.person(request)
    is_long = request.headers.get("content-type", "").startswith("multipart/")
    fields, files = await form_with_files(request) if is_long else (await fields_of(request), [])
    filled = Filled(fields)
    try:
        upload = upload_of(files, question.files.files)
    except BadInput as error:
        filled.errors[FILES] = str(error)
        return filled, None
    if upload is not None:
        await asyncio.to_thread(kept.put, person, upload)
    elif key := filled.text(UPLOAD):
        upload = await asyncio.to_thread(kept.get, person, key)
        if upload is None:
            filled.errors[FILES] = _("these files are no longer kept: choose them again")
    told = {FILES: upload.words, UPLOAD: upload.key} if upload else {FILES: "", UPLOAD: ""}
    return Filled({**fields, **told}, filled.errors), upload


def form(
    request: Request, game: Game, question: Question, filled: Filled, status: int = 200
) -> Response:
    """The form of a question with what was filled in, and a sentence beside what is wrong."""
    fields, played = (
        question_fields(game, question, filled),
        played_sentence(question, filled.given),
    )
    easy = [f for f in fields if (f.pressed or f.choices) and not f.folded]
    drawn = any(pick.pictures for f in easy for pick in f.picks)
    if drawn and "seed" not in filled.given:  # who asks about a hand has the usual one
        fields = [f for f in fields if f.name != "seed"]
    shown = (easy if drawn else fields)[:MOST_UNFOLDED]
    shown = [f for f in shown if not f.pressed or f is easy[0]]
    shown += [f for f in fields if f.pressed and f.value and f not in shown]
    needed = {p.name for p in question.parameters if p.required}
    shown += [f for f in fields if f.name in needed and f not in shown]
    fields = [*shown, *(replace(f, folded=True) for f in fields if f not in shown)]
    return page(
        request,
        "ask.html",
        status=status,
        about=game,
        verb=_title(question),
        played=played,
        sentence=_(question.sentence),
        drawn=drawn,
        **_rules(game, question, filled),
        resumable=question.resumable,
        minutes=question.minutes,
        fields=fields,
        error=filled.errors.get("", ""),
        busy=status == jobs.TooManyJobs.status,
        kept=kept_groups(request, game, [question], question),
        running=_running(request),
    )


def _rules(game: Game, question: Question, filled: Filled) -> dict[str, Any]:
    """The rule options of a question, each beside what is usual where the school is played."""
    if not question.takes("options"):
        return {"rules": {}, "schools": []}
    current = school_of(game, filled)
    names = option_fields(game)
    groups = rule_groups(game, filled, current["options"] if current else {}, names)
    every = [rule for group in groups.values() for rule in group]
    return {
        "rules": groups,
        "schools": school_tabs(game, filled),
        "which": _(game.info.which) if game.info.which else "",
        "by_school": [
            (names[name], filled.given.get(names[name], game.schema.usual(name)))
            for name in set_by_schools(game)
        ],
        "rules_open": any(rule.changed or rule.field.error for rule in every)
        or "school" in filled.given,
    }
