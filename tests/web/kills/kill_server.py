"""A server in a process of its own, to be killed: ``python kill_server.py DATABASE FOLDER``."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path

HERE = Path(__file__)


class ServerProcess:
    """Starts the server on a free port, again and again on the same journal, and kills it."""

    def __init__(self, database: str, folder: Path) -> None:
        self._arguments = [sys.executable, str(HERE), database, str(folder)]
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

    async def remove(self) -> None:
        """Make sure that it does not outlive the test."""
        if self._process is not None and self._process.returncode is None:
            await self.kill()

    def said(self) -> str:
        """The end of what it wrote about trouble."""
        return self._log.read_text(errors="replace")[-4000:] if self._log.exists() else ""


def main() -> None:
    from ludoteca.web import server
    from ludoteca.web.settings import Delays, Limits, Settings

    settings = Settings(
        database=sys.argv[1],
        folder=Path(sys.argv[2]),
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
    main()
