"""A visitor's own link: it makes any browser theirs, also when the cookie is lost.

The link carries the secret of the cookie after its ``#``, so no server log contains it.
"""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from starlette.exceptions import HTTPException

from ludoteca.core.i18n import _, speaking
from ludoteca.web import security, tokens
from ludoteca.web.journal import TableHead
from ludoteca.web.pages import preferences, requests
from ludoteca.web.pages.people.links import qr_code
from ludoteca.web.pages.requests import fields_of
from ludoteca.web.pages.templating import draw, page

router = APIRouter()


@router.post("/mine/link")
async def show_link(request: Request) -> Response:
    """The page with the visitor's own link, also as a picture."""
    url = f"{str(request.base_url).rstrip('/')}/me#{requests.secret(request)}"
    shown = page(request, "own_link.html", url=url, picture=qr_code(url))
    return requests.greet(request, shown)


@router.get("/me")
async def me(request: Request) -> Response:
    """The target of such a link; the script takes the secret from behind the ``#``."""
    return page(request, "me.html")


@router.post("/me/look")
async def look(request: Request) -> Response:
    """The part of that page which says whose link it is, with a form to go on as that person."""
    token = (await fields_of(request)).get("token", "")
    theirs, own = await _tables(request, token), requests.secret(request)
    is_other = token != own
    parts = {
        "token": token,
        "name": _name_in(theirs, token),
        "games": len(theirs),
        "puzzles": len(await _tried(request, token)),
        "left": len(await _tables(request, own)) if is_other else 0,
        "puzzles_left": len(await _tried(request, own)) if is_other else 0,
    }
    with speaking(preferences.language_of(request)):
        part = draw("me_part.html", **parts)
    return HTMLResponse(part, headers={"Cache-Control": "no-store"})


@router.post("/me")
async def become(request: Request) -> Response:
    """Make this browser that of the person whose link it is."""
    token = (await fields_of(request)).get("token", "")
    theirs = await _tables(request, token)
    if not theirs and not await _tried(request, token):
        raise HTTPException(404, _("There is no game under this link; perhaps it was cut off."))
    response: Response = RedirectResponse("/mine", status_code=303)
    response.headers.append("set-cookie", security.person_cookie(token, request.scope))
    if name := _name_in(theirs, token):
        preferences.set_name(response, name)
    return response


async def _tables(request: Request, token: str) -> list[TableHead]:
    """The tables of the person with this secret; none for what is no secret."""
    if not tokens.is_token(token):
        return []
    return await requests.journal(request).tables(person=tokens.person_of(token))


async def _tried(request: Request, token: str) -> dict[str, bool]:
    """The days whose puzzle the person with this secret tried; none for what is no secret."""
    if not tokens.is_token(token):
        return {}
    return await requests.journal(request).tried(tokens.person_of(token))


def _name_in(tables: list[TableHead], token: str) -> str:
    """The name that a person had last."""
    person = tokens.person_of(token)
    names = (seat.name for head in tables for seat in head.seats if seat.person == person)
    return next(filter(None, names), "")
