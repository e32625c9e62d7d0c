"""A visitor of an empty server with a real journal."""

import asyncio
import importlib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from servers import QUICK
from visitors import ADDRESS, Pool, Visitor

from ludoteca.games.vangin import odds
from ludoteca.web.app import create_app
from ludoteca.web.engines import reading
from ludoteca.web.pages.study import questions
from ludoteca.workers.ipc import SILENT, Request


class ReadHere:
    """Reads records in this process: the tests of the server read in one of its own."""

    alive = True

    def __init__(self, *_process: Any) -> None:
        pass

    async def answer(self, request: Request, _seconds: float) -> Any:
        module, _colon, name = request.function.partition(":")
        task = getattr(importlib.import_module(module), name)
        return await asyncio.to_thread(task, SILENT, *request.arguments)

    async def kill(self) -> None:
        self.alive = False


@pytest.fixture(autouse=True)
def read_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "Engine", ReadHere)


@pytest.fixture
def visitor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Visitor]:
    """A visitor of an empty server, whose simulations are short and whose forms do not wait."""
    monkeypatch.setattr(odds, "MAX_GAMES", 10_000)
    monkeypatch.setattr(questions, "SECONDS_TO_BEGIN", 0.0)  # whatever is asked for has its page
    settings = replace(QUICK, database=f"sqlite:///{tmp_path / 'journal.sqlite'}", folder=tmp_path)
    pool = Pool()
    app = create_app(settings, pool=pool)
    with Visitor(app, base_url=ADDRESS, follow_redirects=False) as client:
        client.pool = pool
        yield client
