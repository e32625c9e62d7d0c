"""Error pages for people and JSON errors for programs, one sentence each."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import Any

from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse, Response

from ludoteca.core.errors import LudotecaError
from ludoteca.core.i18n import N_, _, speaking
from ludoteca.web.pages import preferences
from ludoteca.web.pages.templating import page

SENTENCES = {
    400: (N_("That could not be read"), N_("That is not what this page asks for.")),
    403: (N_("No access"), N_("Only people who sit at the table may do this.")),
    404: (
        N_("Not found"),
        N_("There is no such page, table or record; it may have been deleted."),
    ),
    405: (N_("Not possible here"), N_("This address cannot be used that way.")),
    409: (N_("Not now"), N_("You cannot do that right now.")),
    413: (N_("Too long"), N_("That is longer than this page accepts.")),
    422: (N_("That could not be read"), N_("That is not what this page asks for.")),
    429: (
        N_("Too much at once"),
        N_("There were too many requests from your address; wait a moment."),
    ),
    500: (
        N_("Server error"),
        N_("The error was logged; no game in play is lost."),
    ),
    503: (N_("Not now"), N_("The server cannot do that right now. Try again in a little while.")),
}

CODES = {
    401: "token", 403: "forbidden", 404: "unknown", 405: "malformed", 409: "not-now",
    413: "too-big", 429: "too-fast", 500: "broken", 503: "unsaved",
}  # fmt: skip
"""The code of an answer to a program by its status; ``malformed`` for the others."""

_log = logging.getLogger(__name__)


def install(app: FastAPI) -> None:
    """Install the handlers of errors that no route handles."""
    app.add_exception_handler(LudotecaError, _refused)
    app.add_exception_handler(Exception, _broken)


async def _refused(request: Request, error: Exception) -> Response:
    return answer(request, getattr(error, "status", 409), str(error))


async def _broken(request: Request, error: Exception) -> Response:
    _log.error("%s %s", request.method, request.url.path, exc_info=error)
    return answer(request, 500)


def answer(request: Request, status: int, sentence: str = "") -> Response:
    """The error page of ``status``, or JSON where no page was asked for."""
    usual_heading, usual_sentence = SENTENCES.get(status, SENTENCES[500 if status >= 500 else 400])
    with speaking(preferences.language_of(request)):
        heading, said = _(usual_heading), sentence or _(usual_sentence)
        to_words = _("Go to the games")
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


# -- requests that cannot be read -----------------------------------------------------------------

_WHOLE = N_("{field} has to be a whole number.")
_NUMBER = N_("{field} has to be a number.")
_TEXT = N_("{field} has to be text.")
_YES_OR_NO = N_("{field} has to be true or false.")

_SENTENCES = {
    "missing": N_("{field} is missing."),
    "json_invalid": N_("That is not valid JSON."),
    "int_type": _WHOLE,
    "int_parsing": _WHOLE,
    "int_from_float": _WHOLE,
    "float_type": _NUMBER,
    "float_parsing": _NUMBER,
    "bool_type": _YES_OR_NO,
    "bool_parsing": _YES_OR_NO,
    "string_type": _TEXT,
    "list_type": N_("{field} has to be a list."),
    "dict_type": N_("{field} has to be an object of names and values."),
    "greater_than": N_("{field} has to be more than {gt}."),
    "greater_than_equal": N_("{field} has to be {ge} or more."),
    "less_than": N_("{field} has to be less than {lt}."),
    "less_than_equal": N_("{field} has to be {le} or less."),
    "string_too_short": N_("{field} is too short: at least {min_length}."),
    "string_too_long": N_("{field} is too long: at most {max_length}."),
    "too_short": N_("{field} is too short: at least {min_length}."),
    "too_long": N_("{field} is too long: at most {max_length}."),
}
"""By the type that Pydantic gives to what is wrong; its own words are English alone."""


def validation_message(errors: Sequence[Mapping[str, Any]]) -> str:
    """The first error that Pydantic found, as a sentence in the language in use."""
    first = errors[0] if errors else {}
    # A location begins with the part of the request: body, path or query.
    where = ".".join(str(part) for part in first.get("loc", ())[1:])
    template = _SENTENCES.get(first.get("type", ""), N_("{field} is not what is expected here."))
    return _(template).format(field=where or _("The request"), **first.get("ctx", {}))
