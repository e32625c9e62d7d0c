"""Pages of answers, to browse and download, and of the jobs that compute them."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any, cast
from urllib.parse import urlencode

import orjson
from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response
from markupsafe import Markup
from starlette.exceptions import HTTPException

from ludoteca.core.game import Game
from ludoteca.core.i18n import _
from ludoteca.core.questions import VERBS, Question, Verb
from ludoteca.core.registry import games
from ludoteca.lab.text import heading, in_words
from ludoteca.web.engines.questions import questions_of
from ludoteca.web.pages import jobs
from ludoteca.web.pages.forms import first_upper
from ludoteca.web.pages.jobs import Job
from ludoteca.web.pages.requests import attachment
from ludoteca.web.pages.study import answer_tables
from ludoteca.web.pages.study.answer_store import LOCAL, SENTENCE_END, Kept
from ludoteca.web.pages.study.answer_tables import CONDITIONS, Asking
from ludoteca.web.pages.study.asking import (
    cards_words,
    drawn_cards,
    drawn_text,
    played_sentence,
    said_of,
)
from ludoteca.web.pages.templating import page

_NOT_ON_THE_WAY = ("definitions",)  #: names of tables whose rows are all alike

MOST_PLOTS = 2  #: pictures of an answer, the others are folded

MOST_NOTES = 1  #: sentences beneath a picture, the others are among the figures

LONGEST_HEADLINE = 160  #: letters; of a longer one only the first sentence is large

_ASKED_ABOUT = ("hand", "row")  #: fields with the pieces that the question was about

_NOT_ON_A_PAGE = ("saved", "to_move", "outcome", "all_states", "method", "wilcoxon_p")
"""Fields with names of files of the server, and those that programs alone read."""

_NOT_JSON = ("plots", "page")  #: parts of a document that are files of their own

_DARK = """@media (prefers-color-scheme: dark) {
  svg > rect { fill: #171717; }
  :is(.role-axis, .role-legend, .role-title) text { fill: #ddd; }
  :where(.role-axis, .role-legend) :where(line, path):not(.background) { stroke: #777; }
  .role-axis-grid line { stroke: #333; }
  .mark-rule.role-mark line[stroke="black"] { stroke: #ddd; }
}"""
"""Plots are drawn on white: in the dark their paper is dark and their words are light, while what
is drawn keeps its colours, as they mean something. A picture follows the page that shows it."""

router = APIRouter()


@router.get("/answers/{key}")
async def answer(request: Request, key: str) -> Response:
    """The page of an answer: its numbers, a table at a time, its plots, notes and derivation."""
    kept = _kept(request, key)
    # In a thread: the rooms of the game may load.
    parts = await asyncio.to_thread(answer_parts, kept, dict(request.query_params))
    return page(request, "answer.html", **parts)


@router.get("/answers/{key}/answer.json")
async def as_json(request: Request, key: str) -> Response:
    """An answer as JSON."""
    kept = _kept(request, key)
    shown = {name: part for name, part in kept.document.items() if name not in _NOT_JSON}
    body = orjson.dumps(shown, option=orjson.OPT_INDENT_2)
    return attachment(body, "application/json", f"{kept.head.game}-{kept.head.question}.json")


@router.get("/answers/{key}/tables/{name}.csv")
async def as_csv(request: Request, key: str, name: str) -> Response:
    """The selected rows of a table as CSV."""
    kept = _kept(request, key)
    table = next((t for t in kept.document["tables"] if t["name"] == name), None)
    if table is None:
        raise HTTPException(404)
    game = games().get(kept.head.game)
    text = answer_tables.csv_text(table, Asking.read(request.query_params), game)
    return attachment(text, "text/csv", f"{kept.head.game}-{name}.csv")


@router.get("/answers/{key}/plots/{name}.svg")
async def plot(request: Request, key: str, name: str) -> Response:
    """A plot as a picture of its own."""
    kept = _kept(request, key)
    found = next((p for p in kept.document["plots"] if p["name"] == name), None)
    if found is None:
        raise HTTPException(404)
    headers = {"Cache-Control": "private, max-age=3600"}
    drawn = found["svg"].replace(">", f"><style>{_DARK}</style>", 1)
    return Response(drawn, media_type="image/svg+xml", headers=headers)


@router.get("/answers/{key}/page.html")
async def as_page(request: Request, key: str) -> Response:
    """The page that belongs to an answer, as one file to keep and to print."""
    kept = _kept(request, key)
    if "page" not in kept.document:
        raise HTTPException(404)
    name = f"{kept.head.game}-{kept.head.question}.html"
    return attachment(kept.document["page"], "text/html", name)


def _kept(request: Request, key: str) -> Kept:
    found = jobs.answer_store(request).get(key) if key.isalnum() else None
    # A review is a part of its record's page.
    if found is None or found.head.verb not in VERBS:
        raise HTTPException(404)
    return found


def answer_parts(kept: Kept, query: Mapping[str, str]) -> dict[str, Any]:
    """The context of an answer's template."""
    head, document = kept.head, kept.document
    address = f"/answers/{head.key}"
    asking = Asking.read(query)
    every = document["tables"]
    table = next((t for t in every if t["name"] == query.get("t")), every[0] if every else None)
    game = games().get(head.game)
    question = questions_of(game, cast(Verb, head.verb)).get(head.question) if game else None
    again = ""  # the form filled in with what was asked, where a page may ask it
    if head.person != LOCAL and not (question is not None and question.at_once):
        short = {name: text for name, text in head.filled.items() if text and len(text) < 200}
        again = f"/games/{head.game}/study/{head.verb}/{head.question}?{urlencode(short)}"
    played = played_sentence(question, head.filled) if question else ""
    pictured = _pictured(document, game) if game else []
    return {
        "address": address,
        "game": head.game,
        "title": _(game.info.title) if game else head.game,
        "sentence": document["sentence"],
        **_told_first(document.get("headline", "")),  # answers of older versions have none
        "asked": said_of(game, question, head.filled) if game else [],
        "played": played,
        # A sentence and a picture come first, and the figures for those who want them.
        "folded": bool(document.get("headline")),
        "unfolded": bool(query),
        "cards": drawn_cards(game, question, head.filled) if game and question else [],
        "pictured": pictured,
        "cards_words": cards_words(game, question, head.filled) if game and question else "",
        "again": again,
        "fields": _fields(document, game, question),
        "names": [(t["name"], answer_tables.title_of(t), len(t["rows"])) for t in every],
        "table": answer_tables.shown(table, asking, address, game) if table else None,
        "asking": asking,
        "csv": f"{address}/tables/{table['name']}.csv?{_conditions(asking)}" if table else "",
        "columns": [(c, heading(c)) for c in table["columns"]] if table else [],
        "conditions": [(how, _(words)) for how, (words, _test) in CONDITIONS.items()],
        "bars": None if document["plots"] else _bars(document, game),
        "plots": [(p["name"], p["title"]) for p in document["plots"]],
        "most_plots": MOST_PLOTS,
        "most_notes": MOST_NOTES if document.get("headline") else len(document["notes"]),
        "page": "page" in document,
        "notes": document["notes"],
        "why": document["why"],
    }


def _bars(document: Mapping[str, Any], game: Game | None) -> Markup | None:
    """The chances of an answer as bars: those of its first table, else of its fields."""
    every = document["tables"]
    bars = answer_tables.chance_bars(every[0], game) if every else None
    return bars or answer_tables.field_bars(document)


def _pictured(document: Mapping[str, Any], game: Game) -> list[tuple[str, Markup]]:
    """The fields of an answer that are pieces, drawn."""
    found = []
    for name, value in document["fields"]:
        if value and name in document.get("drawn", ()) and name not in _ASKED_ABOUT:
            drawing = drawn_text(game, ",".join(value) if isinstance(value, list) else value)
            if drawing is not None:
                found.append((first_upper(heading(name)), drawing))
    return found


def _told_first(headline: str) -> dict[str, str]:
    """A headline, and what of it is said below in plain letters."""
    first, *rest = SENTENCE_END.split(headline, maxsplit=1)
    if len(headline) <= LONGEST_HEADLINE or not rest:
        first, rest = headline, []
    return {"headline": first_upper(first), "also": "".join(rest)}


def _fields(
    document: Mapping[str, Any], game: Game | None, question: Question | None
) -> list[tuple[str, Markup]]:
    """The fields of an answer: each name in words, and its value as people read it.

    A number that the question was given and that has a name there has it here; what it was asked
    with stands above the answer already.
    """
    asked = {p.name for p in question.parameters} if question and question.played else ()
    named = {p.name: p for p in question.parameters if p.labels} if question else {}
    found = []
    for name, value in document["fields"]:
        if name in asked or name in _NOT_ON_A_PAGE or name in document.get("drawn", ()):
            continue
        words = named[name].label(str(value)) if name in named else in_words(game, name, value)
        chance = name in document.get("chances", ())
        found.append((heading(name), answer_tables.told(words, chance)))
    return found


def draft_parts(job: Job) -> dict[str, Any] | None:
    """The context of a job's interim results; None while there are none."""
    document = job.draft
    if document is None or job.kind not in jobs.STUDIES or job.stage != "running":
        return None
    return {
        **_told_first(document["headline"]),
        "bars": _bars(document, job.game),
        "fields": _fields(document, job.game, None),
        "tables": [
            answer_tables.shown(table, Asking.read({}), "", job.game)
            for table in document["tables"]
            if table["rows"] and table["name"] not in _NOT_ON_THE_WAY
        ],
        "notes": document["notes"],
    }


def job_parts(job: Job) -> dict[str, Any]:
    """The context of a job's template."""
    return {"job": job, "draft": draft_parts(job), "answer": None}


def _conditions(asking: Asking) -> str:
    said = {"sort": asking.sort, "find": asking.find, "column": asking.column, "than": asking.than}
    given = {name: text for name, text in said.items() if text}
    return urlencode({**given, "how": asking.how} if asking.than else given)


# -- jobs ---------------------------------------------------------------------------------------


@router.get("/jobs/{job_id}")
async def job_page(request: Request, job_id: str) -> Response:
    """The page of a job, with a live region."""
    job = await _job(request, job_id)
    if job.stage == "done":
        return RedirectResponse(job.to, status_code=303)
    return page(request, "job.html", **job_parts(job))


@router.post("/jobs/{job_id}/stop")
async def stop(request: Request, job_id: str) -> Response:
    """Stop a job, for its owner only."""
    job = await _job(request, job_id)
    if job.stage == "running" and not jobs.may_stop(request, job):
        raise HTTPException(403)
    jobs.jobs_of(request.app.state).stop(job)
    # A review is waited for on the page of its record, as that stands.
    review = f"{job.back}?{request.url.query}#cost"
    to = review if job.kind == "review" else f"/jobs/{job_id}"
    return RedirectResponse(to, status_code=303)


async def _job(request: Request, job_id: str) -> Job:
    job = await jobs.job_named(request.app.state, job_id)
    if job is None:
        raise HTTPException(404)
    return job
