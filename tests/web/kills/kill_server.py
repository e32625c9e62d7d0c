"""A server in a process of its own, to be killed or frozen: ``python kill_server.py WANTED``.

``WANTED`` is JSON: the database, the folder, the seconds after which tables sleep, and those that a
transaction may idle.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
import threading
from pathlib import Path
from typing import Any

HERE = Path(__file__)


class ServerProcess:
    """Starts the server on a free port, again and again on the same journal, and kills it.

    ``wanted`` are ``sleep_seconds`` and ``idle_seconds``, where they are not the usual ones.
    """

    def __init__(self, database: str, folder: Path, **wanted: float) -> None:
        asked = json.dumps({"database": database, "folder": str(folder), **wanted})
        self._arguments = [sys.executable, str(HERE), asked]
        self._process: asyncio.subprocess.Process | None = None
        self._log = folder / "server.log"
        self.address = ""

    async def start(self) -> None:
        """Return when it answers."""
        environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
        with self._log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                *self._arguments, stdout=asyncio.subprocess.PIPE, stderr=log, env=environment
            )
        assert self._process.stdout is not None
        async with asyncio.timeout(60):
            line = (await self._process.stdout.readline()).decode()
        assert line.startswith("http"), f"the server did not open: {self.said()}"
        self.address = line.strip()

    async def kill(self) -> None:
        """SIGKILL: nothing of it runs any more when this returns, but its workers' last breath."""
        assert self._process is not None
        assert self._process.returncode is None, f"the server fell by itself: {self.said()}"
        self._process.send_signal(signal.SIGKILL)
        await self._process.wait()
        self._process = None

    def freeze(self, where: str) -> None:
        """Stop its process ``inside`` or ``outside`` of a transaction that writes, the next."""
        self.send(FREEZE[where])
        _pid, status = os.waitpid(self.pid, os.WUNTRACED)
        assert os.WIFSTOPPED(status), self.said()

    def send(self, number: int) -> None:
        """Send it a signal."""
        assert self._process is not None
        self._process.send_signal(number)

    @property
    def pid(self) -> int:
        """The number of its process."""
        assert self._process is not None
        return self._process.pid

    async def remove(self) -> None:
        """Make sure that it does not outlive the test."""
        if self._process is not None and self._process.returncode is None:
            await self.kill()

    def said(self) -> str:
        """The end of what it wrote about trouble."""
        return self._log.read_text(errors="replace")[-4000:] if self._log.exists() else ""


FREEZE = {"inside": signal.SIGUSR1, "outside": signal.SIGUSR2}


def freeze_when_told() -> None:
    """Stop this process when a signal asks for it, where the journal's writer next is there."""
    from sqlalchemy import Engine, event

    from ludoteca.web.journal.journal import Writer

    asked: set[int] = set()
    for number in FREEZE.values():
        signal.signal(number, lambda given, _frame: asked.add(given))

    def stop_where(number: int) -> None:
        if number in asked and threading.current_thread().name == "journal-writer":
            asked.clear()
            signal.raise_signal(signal.SIGSTOP)  # of this thread: it goes no step further

    event.listen(Engine, "commit", lambda _connection: stop_where(FREEZE["inside"]))
    gather = Writer._gather

    def gathered(writer: Writer) -> Any:
        found = gather(writer)
        stop_where(FREEZE["outside"])
        return found

    Writer._gather = gathered  # type: ignore[method-assign]


def main(database: str, folder: str, sleep_seconds: float = 600.0, **limits: float) -> None:
    from ludoteca.web import server
    from ludoteca.web.journal import database as connections
    from ludoteca.web.settings import Delays, Limits, Settings

    connections.IDLE_SECONDS = limits.get("idle_seconds", connections.IDLE_SECONDS)
    freeze_when_told()
    settings = Settings(
        database=database,
        folder=Path(folder),
        sleep_seconds=sleep_seconds,
        port=0,
        origins=("https://play.example.org",),
        workers=1,
        delays=Delays(0.0, 0.0, 0.05),
        sit_in_seconds=600.0,
        limits=Limits(
            acts_a_second=1e6,
            acts_at_once=10**6,
            requests_a_second=1e6,
            requests_at_once=10**6,
            tables_an_address=10_000,
            connections_an_address=10_000,
        ),
    )

    def say(sentence: str) -> None:
        (address,) = (word for word in sentence.split() if word.startswith("http"))
        print(address, flush=True)

    server.run(settings, open_browser=False, port_is_wanted=True, say=say)


if __name__ == "__main__":
    main(**json.loads(sys.argv[1]))
