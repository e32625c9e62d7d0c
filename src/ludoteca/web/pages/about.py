"""About the server: what it keeps of visitors, and whom to tell of a weakness."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from fastapi import APIRouter, Request
from fastapi.responses import PlainTextResponse, Response
from starlette.exceptions import HTTPException

from ludoteca.web.pages import requests
from ludoteca.web.pages.templating import page

_GOOD_FOR = timedelta(days=180)
_DAY = 24 * 3600

router = APIRouter()


@router.get("/about")
async def about(request: Request) -> Response:
    """The page about the server."""
    told = requests.settings(request)
    days = int(told.keep_seconds // _DAY)
    return page(request, "about.html", contact=told.contact, days=days)


@router.get("/.well-known/security.txt")
async def security_contact(request: Request) -> Response:
    """Whom to tell of a weakness (RFC 9116); 404 where the host names no contact."""
    contact = requests.settings(request).contact
    if not contact:
        raise HTTPException(404)
    expires = (datetime.now(UTC) + _GOOD_FOR).isoformat(timespec="seconds")
    return PlainTextResponse(f"Contact: {contact}\nExpires: {expires}\n")
