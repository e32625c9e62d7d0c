"""The page as an app: its manifest, and what can be read and played without a connection."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from fastapi import APIRouter, Request
from fastapi.responses import FileResponse, JSONResponse, Response

from ludoteca.core import rooms
from ludoteca.core.errors import GameDefinitionError
from ludoteca.core.i18n import _
from ludoteca.core.registry import games
from ludoteca.web.pages.preferences import language_of
from ludoteca.web.pages.puzzle import past_days
from ludoteca.web.pages.templating import page

_STATIC = Path(__file__).resolve().parent.parent / "static"
_GREEN, _GROUND = "#1d634a", "#f5f1e6"  # of the icon, and of the pages

router = APIRouter()


@router.get("/manifest.webmanifest")
async def manifest(request: Request) -> Response:
    """The manifest by which a device installs the page, in the visitor's language."""
    icon = {"src": "/static/icon.svg", "sizes": "any", "type": "image/svg+xml"}
    pictures = [
        {
            "src": f"/static/icons/icon-{size}.png",
            "sizes": f"{size}x{size}",
            "type": "image/png",
            "purpose": purpose,
        }
        for size in (192, 512)
        for purpose in ("any", "maskable")
    ]
    body = {
        "id": "/",
        "name": "Ludoteca",
        "short_name": "Ludoteca",
        "description": _("Card and board games, with people and machines"),
        "lang": language_of(request),
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "theme_color": _GREEN,
        "background_color": _GROUND,
        "icons": [icon, *pictures],
    }
    return JSONResponse(body, media_type="application/manifest+json")


@router.get("/service-worker.js")
async def service_worker() -> Response:
    """The script that keeps pages: at the root, since it serves the addresses below its own."""
    return FileResponse(_STATIC / "service-worker.js", media_type="text/javascript")


@router.get("/offline")
async def offline(request: Request) -> Response:
    """The page shown where there is no connection, with links to all that works then."""
    readable = []
    for game in sorted(games().values(), key=lambda game: game.example):
        with suppress(GameDefinitionError):
            readable.append((game.name, _(game.info.title), bool(game.hook(rooms.GLOSSARY))))
    return page(request, "offline.html", readable=readable, puzzles=bool(past_days()))
