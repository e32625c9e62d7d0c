"""Visitors of an application whose pool answers studies in this process."""

import asyncio
import re
import time
from collections.abc import Mapping, Sequence
from types import SimpleNamespace
from typing import Any

from servers import Machines
from starlette.testclient import TestClient

from ludoteca.core.record import GameRecord
from ludoteca.players.advice.review import review
from ludoteca.web.engines import tasks
from ludoteca.workers.ipc import SILENT

ADDRESS = "http://127.0.0.1"
PAGE = {"accept": "text/html"}
ODDS = "/games/vangin/study/odds/win"
SMALL = {"suits": "4", "values": "5", "board": "5", "picks": "5", "step": ""}


class Pool(Machines):
    """Answers questions in a thread; ``hold`` keeps it from beginning."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[tuple[str, str, str, dict[str, Any]]] = []
        self.found: Any = None
        self.explained: list[tuple[Any, str, int]] = []
        self.hold = False
        self.fails: Exception | None = None

    async def ask(
        self,
        game: str,
        verb: Any,
        question: str,
        given: Mapping[str, Any],
        options: Mapping[str, Any],
        seed: int,
        lang: str,
        progress: Any,
        draft: Any,
        address: str,
    ) -> Any:
        self.asked.append((game, verb, question, dict(given)))
        progress(1, 4, "cards counted")
        if self.found is not None:
            draft(self.found)
        while self.hold:
            await asyncio.sleep(0.01)
        if self.fails is not None:
            raise self.fails

        arguments = (game, verb, question, dict(given), dict(options), seed, lang)
        loop = asyncio.get_running_loop()

        def tell(found: Any) -> None:
            loop.call_soon_threadsafe(draft, found)

        report = SimpleNamespace(progress=progress, draft=tell)
        return await asyncio.to_thread(tasks.ask, report, *arguments)

    async def explain(
        self,
        view: Any,
        spec: str,
        turn: Sequence[int],
        seed: int,
        lang: str,
        progress: Any,
        address: str,
    ) -> Any:
        self.explained.append((view, spec, list(turn)))
        while self.hold:
            await asyncio.sleep(0.01)
        if self.fails is not None:
            raise self.fails
        given = (view, spec, turn, seed, lang)
        return await asyncio.to_thread(tasks.explain, SILENT, *given)

    async def review(
        self,
        text: str,
        seat: Any,
        lang: str,
        progress: Any,
        address: str,
        draft: Any,
        reader: int | None,
    ) -> Any:
        def tell(so_far: Any) -> None:
            draft(so_far.to_json())
            while self.hold:
                time.sleep(0.01)

        record = GameRecord.parse(text)
        return await asyncio.to_thread(review, record, seat, progress, interim=tell, reader=reader)


class Visitor(TestClient):
    """Somebody at a browser: asks for pages, sends forms, follows nothing by themselves."""

    pool: Pool

    def page(self, path: str, status: int = 200, **headers: str) -> str:
        """The HTML of a page."""
        answer = self.get(path, headers=PAGE | headers, follow_redirects=False)
        assert answer.status_code == status, (path, answer.status_code, answer.text[:400])
        return answer.text

    def form(self, path: str, status: int = 303, **fields: Any) -> Any:
        """The answer to a form."""
        answer = self.post(path, data=fields, headers={"accept": "text/html"})
        assert answer.status_code == status, (path, answer.status_code, answer.text[:400])
        return answer

    def finished(self, job: str) -> str:
        """The page that the finished job leads to, or its own where it ended otherwise."""
        for _try in range(6000):
            answer = self.get(job, headers=PAGE, follow_redirects=False)
            if answer.status_code == 303:
                return str(answer.headers["location"])
            if 'class="job job-running"' not in answer.text:
                return str(answer.text)
            time.sleep(0.01)
        raise AssertionError("the job did not end")


def answered(visitor: Visitor, address: str = ODDS, **fields: str) -> str:
    """The address of the answer to a question; a small study by default."""
    where = visitor.form(address, **(fields or SMALL)).headers["location"]
    return visitor.finished(where) if where.startswith("/jobs/") else where


def until_dealt(visitor: Visitor, table: str) -> None:
    """Wait until the table at an address has a deal: its people and machines are asked first."""
    for _try in range(3000):
        if visitor.get(f"{table}/record?deal=1").status_code == 200:
            return
        time.sleep(0.02)
    raise AssertionError("nothing was dealt")


def words(html: str) -> str:
    """The text of a page, without its tags."""
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())
