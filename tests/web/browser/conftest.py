"""A real browser, Debian's Chromium driven by Playwright, and a real server for it.

On a machine without Chromium these tests are skipped; where ``CI`` is set, that is a failure.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, sync_playwright

from ludoteca.core.i18n import speaking
from ludoteca.core.registry import load_game
from ludoteca.web.kit import table
from ludoteca.web.table.scene import Scene

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
SERVER = """
import sys
from ludoteca.web.serving import run
from ludoteca.web.settings import Delays, Settings
delays = Delays(shortest=0.05, longest=0.1, thinking=0.04)
run(Settings(database=sys.argv[1], port=0, delays=delays), open_browser=False, port_is_wanted=True, say=lambda text: print(text, flush=True))
"""


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    if path is None:
        needs = "these tests need Chromium: apt install chromium"
        if os.environ.get("CI"):
            pytest.fail(needs)
        pytest.skip(needs)
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield opened
        opened.close()


@dataclass
class Server:
    """A server in a process of its own; ``restart`` kills it without a word and starts it anew."""

    database: str
    port: int = 0
    process: subprocess.Popen[str] | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        program = SERVER.replace("port=0", f"port={self.port}")
        self.process = subprocess.Popen(
            [sys.executable, "-c", program, self.database], stdout=subprocess.PIPE, text=True
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
        self.process.wait(20)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    place = tmp_path_factory.mktemp("server") / "journal.sqlite"
    started = Server(f"sqlite:///{place}")
    started.start()
    yield started
    started.stop()


@dataclass
class Visitor:
    """Somebody at a browser; ``problems`` are the errors of the console."""

    page: Page
    problems: list[str] = field(default_factory=list)


Visit = Callable[..., Visitor]


@pytest.fixture
def visit(browser: Browser, server: Server) -> Iterator[Visit]:
    """Open a browser of its own: ``visit(language="pt", size=(390, 844))``."""
    contexts: list[BrowserContext] = []

    def opened(language: str = "en", size: tuple[int, int] = (1280, 800)) -> Visitor:
        context = browser.new_context(
            base_url=server.address,
            locale=language,
            viewport={"width": size[0], "height": size[1]},
            reduced_motion="reduce",
        )
        contexts.append(context)
        context.set_default_timeout(15_000)
        visitor = Visitor(context.new_page())
        visitor.page.on("pageerror", lambda error: visitor.problems.append(str(error)))
        visitor.page.on(
            "console",
            lambda said: visitor.problems.append(said.text) if said.type == "error" else None,
        )
        return visitor

    yield opened
    for context in contexts:
        context.close()


# -- frozen views: a scene in the page of a real table, which stays still --------------------------


@dataclass
class Frozen:
    """Shows scenes in the shell that the server gives a table of the game."""

    visitor: Visitor
    origin: str
    shells: dict[tuple[str, str], str] = field(default_factory=dict)
    html: str = ""

    def show(self, scene: Scene, language: str = "en") -> Page:
        """The page of the scene, drawn in ``language``."""
        page = self.visitor.page
        with speaking(language):
            drawn = str(table.draw(scene))
        live = re.compile(r'(<main id="table"[^>]*>).*?(</main>)', re.DOTALL)
        body = live.sub(lambda m: m[1] + drawn + m[2], self._shell(scene.game.name, language))
        self.html = body.replace("data-live=", "data-frozen=")
        page.unroute_all()
        page.route("**/tables/frozen", self._serve)
        page.goto("/tables/frozen")
        return page

    def _serve(self, route: Route) -> None:
        route.fulfill(body=self.html, content_type="text/html; charset=utf-8")

    def _shell(self, game: str, language: str) -> str:
        if (game, language) not in self.shells:
            request = self.visitor.page.request
            seats = ["friend"] * load_game(game).info.players[0]
            asked = {"game": game, "seats": seats}
            opened = request.post("/api/tables", data=asked, headers={"Origin": self.origin})
            assert opened.ok, opened.text()
            path = f"/tables/{opened.json()['id']}?lang={language}"
            self.shells[game, language] = request.get(path).text()
        return self.shells[game, language]


@pytest.fixture(scope="module")
def shells() -> dict[tuple[str, str], str]:
    """Pages of tables without their tables, by game and language."""
    return {}


@pytest.fixture
def frozen(visit: Visit, server: Server, shells: dict[tuple[str, str], str]) -> Frozen:
    return Frozen(visit(), server.address, shells)
