"""The shell around every page: Jinja2 with the visitor's language and look."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from fastapi import Request
from fastapi.responses import HTMLResponse
from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape

from ludoteca import __version__
from ludoteca.core.i18n import _, ngettext, speaking
from ludoteca.web.pages import look

TEMPLATES = Path(__file__).resolve().parent.parent / "templates"


@cache
def environment() -> Environment:
    """The templates; all that is written into them is escaped unless it is ``Markup``."""
    made = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=select_autoescape(default=True, default_for_string=True),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals.update(_=_, ngettext=ngettext, version=__version__)
    return made


def draw(template: str, **values: Any) -> str:
    """A template, or part of a page, in the language in use."""
    return environment().get_template(template).render(**values)


def page(request: Request, template: str, *, status: int = 200, **values: Any) -> HTMLResponse:
    """A whole page in the visitor's language and look."""
    with speaking(look.language_of(request)) as language:
        body = draw(template, **frame(request, language), **values)
    response = HTMLResponse(body, status_code=status)
    response.headers["Cache-Control"] = "no-store"
    look.keep_language(request, response)
    return response


def frame(request: Request, language: str) -> dict[str, Any]:
    """What ``base.html`` needs."""
    here = request.url.path
    query = f"?{request.url.query}" if request.url.query else ""
    return {
        "lang": language,
        "languages": look.LANGUAGE_NAMES,
        "look": look.look_of(request),
        "look_choices": look.CHOICES,
        "look_titles": look.TITLES,
        "own_name": look.name_of(request),
        "path": here,
        "back": look.local_path(here + query) if request.method == "GET" else "/",
        "with_lang": look.without_language(here, dict(request.query_params)),
    }
