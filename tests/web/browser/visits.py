"""A server in a process of its own, and somebody at a browser who visits it."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from dataclasses import dataclass, field

from playwright.sync_api import Page

PATIENCE = 180_000  #: milliseconds: the first table of a game may wait for it to be compiled
SERVER = """
import sys
from ludoteca.web.server import run
from ludoteca.web.settings import Delays, Limits, Settings
settings = Settings(
    database=sys.argv[1],
    port=int(sys.argv[2]),
    workers=1,
    delays=Delays(shortest=0.05, longest=0.1, thinking=0.04),
    limits=Limits(tables_an_address=1000, requests_a_second=1000),
    sit_in_seconds=1.5,
)
say = lambda text: print(text, flush=True)
run(settings, open_browser=False, port_is_wanted=True, say=say)
"""
NEW_GAME = "hearth"
"""A game that ``ludoteca new`` made, which the servers have beside the others."""


@dataclass
class Server:
    """A server in a process of its own; ``restart`` kills it without a word and starts it anew."""

    database: str
    games: str
    port: int = 0
    process: subprocess.Popen[str] | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", SERVER, self.database, str(self.port)],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "LUDOTECA_GAMES": self.games},
        )
        assert self.process.stdout is not None
        for line in self.process.stdout:
            found = re.search(r"http://127\.0\.0\.1:(\d+)", line)
            if found:
                self.port = int(found[1])
                return
        raise AssertionError("the server did not say its address")

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        assert self.process is not None
        self.process.send_signal(how)
        self.process.wait(120)


@dataclass
class Visitor:
    """Somebody at a browser.

    ``problems`` are errors of the page and answers of 400 and above: a test fails where it meets
    one that the pattern ``expected`` does not match.
    """

    page: Page
    problems: list[str] = field(default_factory=list)
    expected: str = "(?!)"

    def watch(self) -> None:
        """Note from now on what goes wrong."""
        self.page.on("pageerror", lambda error: self._note(str(error)))
        self.page.on("console", lambda said: said.type == "error" and self._note(said.text))
        self.page.on("response", lambda had: self._note_answer(had.status, had.url))

    def _note_answer(self, status: int, url: str) -> None:
        if status >= 400:
            self._note(f"{status} {url}")

    def _note(self, problem: str) -> None:
        if not re.search(self.expected, problem):
            self.problems.append(problem)
