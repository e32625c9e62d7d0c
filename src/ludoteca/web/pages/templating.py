"""Templates: Jinja2 with the visitor's language and look."""

from __future__ import annotations

from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

from babel.dates import format_date
from fastapi import Request
from fastapi.responses import HTMLResponse
from jinja2 import Environment

from ludoteca import __version__
from ludoteca.core.game import Game
from ludoteca.core.i18n import _, language, speaking, templates
from ludoteca.web.kit.assets import asset_address
from ludoteca.web.kit.face import sheets as face_sheets
from ludoteca.web.pages import preferences

TEMPLATES = Path(__file__).resolve().parent.parent / "templates"


@cache
def environment() -> Environment:
    """The templates of pages."""
    made = templates(TEMPLATES)
    made.globals.update(version=__version__, date_text=date_text, asset_address=asset_address)
    return made


def date_text(day: str) -> str:
    """The date ``day`` (ISO 8601) as the language in use writes it; in English the day is first."""
    locale = {"en": "en_GB"}.get(language(), language())
    return format_date(date.fromisoformat(day), "medium", locale=locale)


def time_text(minutes: int) -> str:
    """A length of time in hours and minutes."""
    hours, rest = divmod(minutes, 60)
    if not hours:
        return _("{n} min").format(n=rest)
    return _("{hours} h {minutes} min").format(hours=hours, minutes=rest)


def draw(template: str, **values: Any) -> str:
    """A template, or part of a page, in the language in use."""
    return environment().get_template(template).render(**values)


def page(
    request: Request,
    template: str,
    *,
    status: int = 200,
    about: Game | None = None,
    **values: Any,
) -> HTMLResponse:
    """A whole page in the visitor's language and look.

    One ``about`` a game has its name as ``game``, its ``title``, and the ``sheets`` of its face.
    """
    with speaking(preferences.language_of(request)) as language:
        if about is not None:
            sheets = [f"/static/games/{about.name}/{name}" for name in face_sheets(about)]
            values |= {"game": about.name, "title": _(about.info.title), "sheets": sheets}
        body = draw(template, **frame(request, language), **values)
    response = HTMLResponse(body, status_code=status)
    response.headers["Cache-Control"] = "no-store"
    preferences.keep_language(request, response)
    return response


def frame(request: Request, language: str) -> dict[str, Any]:
    """The context of ``base.html``."""
    here = request.url.path
    query = f"?{request.url.query}" if request.url.query else ""
    return {
        "lang": language,
        "languages": preferences.LANGUAGE_NAMES,
        "look": preferences.look_of(request),
        "look_choices": preferences.CHOICES,
        "look_titles": preferences.TITLES,
        "own_name": preferences.name_of(request),
        "path": here,
        "back": preferences.local_path(here + query) if request.method == "GET" else "/",
        "with_lang": preferences.without_language(here, dict(request.query_params)),
    }
