"""The ASGI application: middleware, routes, and the services that they share."""

from __future__ import annotations

import asyncio
import gzip
import logging
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import cache
from http import HTTPStatus
from itertools import chain, repeat
from typing import Any

from fastapi import APIRouter, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, JSONResponse, Response
from fastapi.staticfiles import StaticFiles
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.routing import BaseRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ludoteca import __version__
from ludoteca.core.errors import BadInput, LudotecaError
from ludoteca.core.i18n import _, speaking
from ludoteca.core.registry import games
from ludoteca.core.storage import data_folder
from ludoteca.players.warm import Stage
from ludoteca.table.events import Event
from ludoteca.table.refusal import Refusal
from ludoteca.web import api, monitoring, sockets
from ludoteca.web.engines import reading
from ludoteca.web.engines.pool import STUDY_SECONDS, EnginePool
from ludoteca.web.engines.reading import Reader
from ludoteca.web.forwarding import FORWARDS, Elsewhere, Forwarding, Neighbours, lease_held
from ludoteca.web.journal import Journal, open_journal
from ludoteca.web.kit.assets import ASSETS, STATIC, asset
from ludoteca.web.kit.decks import sprite
from ludoteca.web.pages import REGIONS, errors, jobs, preferences, router
from ludoteca.web.pruning import EXPORTED, prune
from ludoteca.web.record_store import RecordStore
from ludoteca.web.security import Guard
from ludoteca.web.settings import Settings
from ludoteca.web.sockets import Lines
from ludoteca.web.tables import Tables, find_table

log = logging.getLogger("ludoteca.web")

_DAY = 24 * 3600.0
_PATIENCE = (5.0, 30.0, 120.0)  # seconds before machines that could not be set up are tried again

STATUS = {
    "illegal": 422,
    "malformed": 422,
    "no-such-seat": 404,
    "forbidden": 403,
    "unsaved": 503,
    "too-fast": 429,
}
"""The HTTP status of a refusal by its code; 409 for the others."""


def create_app(
    settings: Settings | None = None,
    *,
    journal: Journal | None = None,
    pool: Any | None = None,
    listening: Callable[[], None] | None = None,
) -> FastAPI:
    """The application for ``settings``; journal and machines are its own unless they are given.

    ``listening`` is called once everything is ready for the first request.
    """
    told = settings or Settings()
    app = FastAPI(
        title="Ludoteca",
        version=__version__,
        description=api.__doc__ or "",
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=_life(told, journal, pool, listening),
    )
    app.state.settings = told
    app.state.regions = {"tables": find_table, **REGIONS}
    app.router.routes.extend(_routes())
    app.add_api_route("/static/games/{game}/{name}", _game_file, include_in_schema=False)
    app.add_api_route("/static/decks/{deck}.svg", _deck, include_in_schema=False)
    for name in ASSETS:
        app.add_api_route(f"/static/{name}", _asset, include_in_schema=False)
    app.mount("/static", StaticFiles(directory=STATIC), name="static")
    errors.install(app)
    app.add_exception_handler(Refusal, _refused)
    app.add_exception_handler(BadInput, _bad_input)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(RequestValidationError, _unreadable)
    app.add_middleware(Guard, settings=told)
    app.add_middleware(Forwarding, said=_said)
    app.add_middleware(LanguageMiddleware)
    return app


@cache
def _routes() -> list[BaseRoute]:
    """The routes of programs, of live connections and of pages.

    Those of one router, for all applications: what FastAPI works out of them is worked out once.
    """
    together = APIRouter()
    for each in (api.router, sockets.router, monitoring.router, router):
        together.include_router(each)
    return together.routes


def pool_of(settings: Settings, environment: Mapping[str, str] | None = None) -> EnginePool:
    """The machines of a server; ``environment`` adds to that of their processes."""
    seconds = STUDY_SECONDS if settings.is_local else settings.limits.study_seconds
    return EnginePool(
        settings.workers,
        environment=environment,
        study_seconds=seconds,
        machines=settings.machines,
    )


def _life(
    settings: Settings,
    journal: Journal | None,
    pool: Any | None,
    listening: Callable[[], None] | None,
) -> Callable[[FastAPI], Any]:
    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        state = app.state
        state.journal = journal if journal is not None else open_journal(settings.database)
        state.neighbours = Neighbours(state.journal.leases)
        state.pool = pool if pool is not None else pool_of(settings)
        state.lines = Lines(settings)
        state.reader = Reader(settings.limits)
        state.tables = Tables(settings, state.journal, state.pool, state.lines, state.reader)
        state.sharing = RecordStore(state.journal, settings.limits)
        await state.pool.start()
        state.tables.start()
        try:
            async with lease_held(
                state.neighbours, settings.peer_address, state.tables.look_for_lost
            ):
                readying = asyncio.create_task(_make_ready(state.pool, settings.made_ready))
                pruning = asyncio.create_task(_prune_daily(state, settings))
                if listening is not None:
                    listening()
                try:
                    yield
                finally:
                    readying.cancel()
                    pruning.cancel()
                    await state.tables.stop()
                    await jobs.jobs_of(state).close()
        finally:
            await state.pool.stop()
            await state.reader.stop()
            if journal is None:
                state.journal.close()

    return life


async def _make_ready(pool: Any, names: Sequence[str]) -> None:
    """Compile the machines of games in advance, on all cores; what fails is tried again."""

    async def ready(name: str) -> None:
        for pause in chain(_PATIENCE, repeat(_PATIENCE[-1])):
            try:
                await pool.prepare(name)
                await pool.preparations.wait_for(name, Stage.ADVICE)
            except Exception as error:  # a game is its author's code: it may raise anything
                log.warning("the machines of %s could not be set up: %s", name, error)
                await asyncio.sleep(pause)
            else:
                return

    await asyncio.gather(*map(ready, names))


async def _prune_daily(state: Any, settings: Settings) -> None:
    """Remove the tables that are older than the settings keep them, now and once a day."""
    if not settings.keep_seconds:
        return

    async def texts(table_id: str, numbered: Sequence[tuple[int, Event]]) -> Sequence[str]:
        reader: Reader = state.reader
        return await reader.ask("", reading.texts, table_id, numbered, "")

    while True:
        before = time.time() - settings.keep_seconds
        folder = settings.export or data_folder(EXPORTED)
        try:
            await prune(state.journal, before, folder, texts, state.tables.remove)
        except (OSError, LudotecaError) as error:
            log.warning("old tables were not removed: %s", error)
        await asyncio.sleep(_DAY)


class LanguageMiddleware:
    """ASGI middleware: handle each request in the visitor's language, and keep it in redirects."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request (ASGI)."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request = Request(scope)

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start" and 300 <= message["status"] < 400:
                preferences.keep_language_in(request, MutableHeaders(scope=message))
            await send(message)

        with speaking(preferences.language_of(request)):
            await self._app(scope, receive, answer)


async def _game_file(game: str, name: str) -> Response:
    """A style sheet or picture of a game's own folder."""
    found = games().get(game)
    path = found.folder / name if found is not None else None
    if path is None or path.suffix not in (".css", ".svg") or not path.is_file():
        raise HTTPException(404)
    return FileResponse(path)


async def _deck(request: Request, deck: str) -> Response:
    """A deck of cards as one file."""
    try:
        return _lasting(request, sprite(deck), "image/svg+xml")
    except KeyError:
        raise HTTPException(404) from None


async def _asset(request: Request) -> Response:
    """A style sheet or the script of all pages."""
    name = request.url.path.rpartition("/")[2]
    kind = "text/css" if name.endswith(".css") else "text/javascript"
    return _lasting(request, asset(name), kind)


def _lasting(request: Request, text: str, media_type: str) -> Response:
    """A file that is kept for good under the address ``?v=``, which changes when the file does."""
    kept = "public, max-age=31536000, immutable" if "v" in request.query_params else "no-cache"
    headers = {"Cache-Control": kept, "Vary": "Accept-Encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
        return Response(_zipped(text), media_type=media_type, headers=headers)
    return Response(text, media_type=media_type, headers=headers)


@cache
def _zipped(text: str) -> bytes:
    """A file of :func:`_lasting` as gzip: a fifth of its bytes and less."""
    return gzip.compress(text.encode())


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refusal)
    if isinstance(error, Elsewhere) and request.scope.get(FORWARDS):
        raise error
    status = STATUS.get(error.code, 409)
    return _said(request, status, error.code, str(error))


async def _bad_input(request: Request, error: Exception) -> Response:
    return _said(request, 422, "malformed", str(error))


async def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    status = error.status_code
    ours = error.detail not in {usual.phrase for usual in HTTPStatus}
    if errors.wants_page(request):
        return errors.answer(request, status, error.detail if ours else "")
    sentence = error.detail if ours else _(errors.SENTENCES.get(status, errors.SENTENCES[400])[1])
    response = _said(request, status, errors.CODES.get(status, "malformed"), sentence)
    response.headers.update(error.headers or {})
    return response


async def _unreadable(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    return _said(request, 422, "malformed", errors.validation_message(error.errors()))


def _said(request: Request, status: int, code: str, sentence: str) -> Response:
    # A sentence may name what came as half of a surrogate pair, which no answer can hold.
    sentence = sentence.encode(errors="replace").decode()
    if errors.wants_page(request):
        return errors.answer(request, status, sentence)
    return JSONResponse({"code": code, "sentence": sentence}, status_code=status)


log.addHandler(logging.NullHandler())
