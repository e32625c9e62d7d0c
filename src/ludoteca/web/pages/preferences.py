"""A visitor's preferences: language, theme, deck, index, pace of the machines, and name.

They are stored in plain cookies; none of them identifies a person.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from urllib.parse import quote, unquote, urlencode

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response
from starlette.datastructures import MutableHeaders

from ludoteca.core.i18n import LANGUAGES, N_, negotiate
from ludoteca.table.chairs import clean_name, suggested_name
from ludoteca.web.pages.requests import fields_of
from ludoteca.web.security import cookie_of
from ludoteca.web.tokens import YEAR, person_of

LANGUAGE_COOKIE = "ludoteca_lang"
LOOK_COOKIE = "ludoteca_look"
NAME_COOKIE = "ludoteca_name"

LANGUAGE_NAMES = {"en": "English", "pt": "Português", "es": "Español", "fi": "Suomi"}

CHOICES: dict[str, dict[str, str]] = {
    "theme": {"auto": N_("system"), "light": N_("light"), "dark": N_("dark")},
    "deck": {"two": N_("two reds, two blacks"), "four": N_("four colours")},
    "index": {"normal": N_("normal"), "large": N_("large")},
    "pace": {"normal": N_("normal"), "slow": N_("slower"), "fast": N_("faster")},
}
TITLES = {
    "theme": N_("Theme"),
    "deck": N_("Suits"),
    "index": N_("Card corners"),
    "pace": N_("Pace of the machines"),
}

router = APIRouter()


def read_look(text: str) -> dict[str, str]:
    """The look that a cookie keeps, by attribute of ``<html>``: ``data-theme`` and so on.

    What is not known is left at the first of the choices.
    """
    given = dict(zip(CHOICES, text.split("."), strict=False))
    return {
        name: given[name] if given.get(name) in choices else next(iter(choices))
        for name, choices in CHOICES.items()
    }


def look_of(request: Request) -> dict[str, str]:
    """The look that the visitor chose."""
    return read_look(request.cookies.get(LOOK_COOKIE, ""))


def language_of(request: Request) -> str:
    """The language of the page: ``?lang=``, else the cookie, else what the browser asks for."""
    asked = request.query_params.get("lang") or request.cookies.get(LANGUAGE_COOKIE)
    return negotiate(asked) if asked else accepted(request.headers.get("accept-language", ""))


def accepted(header: str) -> str:
    """The best supported language of an ``Accept-Language`` header.

    >>> accepted("sv, fi;q=0.9, en;q=0.1")
    'fi'
    >>> accepted("tlh")
    'en'
    """
    wishes: list[tuple[float, str]] = []
    for part in header.split(",")[:20]:
        name, _semicolon, weight = part.strip().partition(";q=")
        number = float(weight) if re.fullmatch(r"[01](\.\d{1,3})?", weight.strip()) else 1.0
        wishes.append((number, name.strip().lower()))
    for _weight, name in sorted(wishes, key=lambda wish: -wish[0]):
        if name.split("-")[0] in LANGUAGES:
            return name.split("-")[0]
    return "en"


def keep_language(request: Request, response: Response) -> None:
    """A language asked for in the address is kept from now on."""
    asked = request.query_params.get("lang")
    if asked and negotiate(asked) != request.cookies.get(LANGUAGE_COOKIE):
        set_cookie(response, LANGUAGE_COOKIE, negotiate(asked))


def keep_language_in(request: Request, headers: MutableHeaders) -> None:
    """Lead to an address of this site in the language that was asked for in this one."""
    asked, to = request.query_params.get("lang"), headers.get("location", "")
    path, mark, part = to.partition("#")
    if asked and path.startswith("/") and "lang=" not in path:
        joint = "&" if "?" in path else "?"
        headers["location"] = f"{path}{joint}{urlencode({'lang': asked})}{mark}{part}"


def set_cookie(response: Response, name: str, value: str) -> None:
    """Keep a plain choice of the visitor for a year."""
    response.set_cookie(name, value, max_age=YEAR, samesite="lax", path="/")


def name_of(request: Request) -> str:
    """The name that the visitor goes by, "" until they chose one."""
    return clean_name(unquote(request.cookies.get(NAME_COOKIE, "")))


def name_offered(request: Request, taken: Iterable[str] = ()) -> str:
    """The name that a form among people begins with: the visitor's, or one that is suggested."""
    # Of the person's public id: a name that others see tells nothing of the secret in the cookie.
    return name_of(request) or suggested_name(person_of(cookie_of(request.scope)), taken)


def set_name(response: Response, name: str) -> None:
    """Remember the visitor's name; cookies hold ASCII only, so it is quoted."""
    set_cookie(response, NAME_COOKIE, quote(clean_name(name)))


def local_path(given: str) -> str:
    """Return ``given`` where it is a path of this site, else the lobby (no open redirect).

    >>> local_path("//evil.example/"), local_path("/study?x=1")
    ('/', '/study?x=1')
    """
    plain = re.fullmatch(r"/(?![/\\])[\x21-\x7e]*", given)
    return given if plain and "\\" not in given else "/"


@router.post("/look")
async def choose_look(request: Request) -> Response:
    """Keep the look that a menu sends, and go back to where the visitor was."""
    given = await fields_of(request)
    response = RedirectResponse(local_path(given.get("back", "/")), status_code=303)
    chosen = ".".join(given.get(name, "") for name in CHOICES)
    set_cookie(response, LOOK_COOKIE, ".".join(read_look(chosen).values()))
    return response


@router.post("/name")
async def choose_name(request: Request) -> Response:
    """Keep the visitor's name, and go back to where they were."""
    given = await fields_of(request)
    response = RedirectResponse(local_path(given.get("back", "/")), status_code=303)
    set_name(response, given.get("name", ""))
    return response


def without_language(path: str, query: Mapping[str, str]) -> str:
    """The address of the page without its ``lang``, ending so that one can be appended."""
    rest = urlencode([(name, value) for name, value in query.items() if name != "lang"])
    return f"{path}?{rest}&" if rest else f"{path}?"
