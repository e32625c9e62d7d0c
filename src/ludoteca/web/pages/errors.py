"""What went wrong, in one sentence: pages for people, JSON for programs."""

from __future__ import annotations

import logging

from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse, Response

from ludoteca.core.errors import LudotecaError
from ludoteca.core.i18n import N_, _, speaking
from ludoteca.web.journal import JournalFailed
from ludoteca.web.pages import look
from ludoteca.web.pages.shell import page

SENTENCES = {
    400: (N_("That could not be read"), N_("What was sent is not what this page asks for.")),
    403: (N_("Not from here"), N_("This is for those who sit at the table.")),
    404: (
        N_("Nothing here"),
        N_("There is no such page, table or record; it may have been deleted."),
    ),
    405: (N_("Not like this"), N_("This address cannot be used in this way.")),
    409: (N_("Not now"), N_("That is not possible at this moment.")),
    413: (N_("Too long"), N_("What was sent is longer than this page takes.")),
    422: (N_("That could not be read"), N_("What was sent is not what this page asks for.")),
    429: (
        N_("A little slower"),
        N_("There were too many requests from your address; wait a moment."),
    ),
    500: (
        N_("Something broke"),
        N_("It is our mistake and it was written down; nothing of a game in play is lost."),
    ),
    503: (N_("Not now"), N_("The house cannot do that at this moment; try again in a while.")),
}

CODES = {
    401: "token", 403: "forbidden", 404: "unknown", 405: "malformed", 409: "not-now",
    413: "too-big", 429: "too-fast", 500: "broken", 503: "unsaved",
}  # fmt: skip
"""The code of an answer to a program by its status; ``malformed`` for the others."""

_log = logging.getLogger(__name__)


def install(app: FastAPI) -> None:
    """Answer with a sentence where nobody else does."""
    app.add_exception_handler(JournalFailed, _unsaved)
    app.add_exception_handler(LudotecaError, _refused)
    app.add_exception_handler(Exception, _broken)


async def _unsaved(request: Request, error: Exception) -> Response:
    return answer(request, 503, str(error))


async def _refused(request: Request, error: Exception) -> Response:
    return answer(request, getattr(error, "status", 409), str(error))


async def _broken(request: Request, error: Exception) -> Response:
    _log.error("%s %s", request.method, request.url.path, exc_info=error)
    return answer(request, 500)


def answer(request: Request, status: int, sentence: str = "") -> Response:
    """The error page of ``status``, or JSON where no page was asked for."""
    usual_heading, usual_sentence = SENTENCES.get(status, SENTENCES[500 if status >= 500 else 400])
    with speaking(look.language_of(request)):
        heading, said = _(usual_heading), sentence or _(usual_sentence)
        to_words = _("To the games")
    if not wants_page(request):
        code = CODES.get(status, "malformed")
        return JSONResponse({"code": code, "sentence": said}, status_code=status)
    return page(
        request, "message.html", status=status, heading=heading, sentence=said, to="/",
        to_words=to_words,
    )  # fmt: skip


def wants_page(request: Request) -> bool:
    """True where a browser shows the answer to a person."""
    return not request.url.path.startswith("/api/") and "text/html" in request.headers.get(
        "accept", ""
    )
