"""A real browser, Debian's Chromium driven by Playwright, and a real server for it.

On a machine without Chromium these tests are skipped; where ``CI`` is set, that is a failure.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect, sync_playwright
from visits import NEW_GAME, PATIENCE, Server, Visitor

from ludoteca.core.i18n import speaking
from ludoteca.core.registry import load_game
from ludoteca.table.scene import Scene
from ludoteca.web.kit.whole_table import draw

# The shell is the same engine without the window that nobody sees: a third of the processor time.
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
expect.set_options(timeout=60_000)  # milliseconds that a busy machine is given


# Playwright's event loop runs as long as its browser is open, and other tests want loops of their
# own: it is closed after the last test of this folder, and `make test` runs the folder by itself.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        needs = "these tests need Chromium: apt install chromium-headless-shell"
        if os.environ.get("CI"):
            pytest.fail(needs)
        pytest.skip(needs)
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield opened
        opened.close()


@pytest.fixture(scope="session")
def games(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Folders of games, one of which has a game made by the command."""
    folder = str(tmp_path_factory.mktemp("games"))
    command = [sys.executable, "-m", "ludoteca", "new", NEW_GAME, "--folder", folder]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return folder


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory, games: str) -> Iterator[Server]:
    place = tmp_path_factory.mktemp("server") / "journal.sqlite"
    started = Server(f"sqlite:///{place}", games)
    started.start()
    yield started
    started.stop()


Visit = Callable[..., Visitor]


@pytest.fixture
def visit(browser: Browser, server: Server) -> Iterator[Visit]:
    """Open a browser of its own: ``visit(locale="pt", size=(390, 844), has_touch=True)``."""
    visitors: list[Visitor] = []

    def opened(
        *, at: Server = server, size: tuple[int, int] = (1280, 800), **context: Any
    ) -> Visitor:
        # A new visitor's worker fetches all rules: only the test of it lets it.
        quiet = {"locale": "en", "reduced_motion": "reduce", "service_workers": "block"}
        context = {**quiet, **context}
        viewport = {"width": size[0], "height": size[1]}
        made = browser.new_context(base_url=at.address, viewport=viewport, **context)
        made.set_default_timeout(PATIENCE)
        visitor = Visitor(made.new_page())
        visitors.append(visitor)
        visitor.watch()
        return visitor

    yield opened
    for visitor in visitors:
        visitor.page.context.close()
    assert [visitor.problems for visitor in visitors if visitor.problems] == []


# -- frozen views: a scene in the page of a real table, which stays still --------------------------


_EXCHANGE = """html => {
  const next = new DOMParser().parseFromString(html, "text/html");
  document.documentElement.lang = next.documentElement.lang;
  document.body.replaceWith(document.adoptNode(next.body));
}"""


@dataclass
class Frozen:
    """Shows scenes in the shell that the server gives a table of the game."""

    visitor: Visitor
    origin: str
    shells: dict[tuple[str, str], str] = field(default_factory=dict)
    html: str = ""
    shown: str = ""

    def show(self, scene: Scene, language: str = "en") -> Page:
        """The page of the scene, drawn in ``language``."""
        page = self.visitor.page
        with speaking(language):
            drawn = str(draw(scene))
        live = re.compile(r'(<main id="main"[^>]*>).*?(</main>)', re.DOTALL)
        shell = self._shell(scene.game.name, language)
        body, tables = live.subn(lambda m: m[1] + drawn + m[2], shell)
        assert tables == 1
        self.html = body.replace("data-live=", "data-frozen=")
        if self.shown == scene.game.name:  # the style sheets of its page need not be read again
            page.evaluate(_EXCHANGE, self.html)
            return page
        self.shown = scene.game.name
        page.unroute_all()
        page.route("**/tables/frozen", self._serve)
        page.goto("/tables/frozen")
        return page

    def _serve(self, route: Route) -> None:
        route.fulfill(body=self.html, content_type="text/html; charset=utf-8")

    def _shell(self, game: str, language: str) -> str:
        if (game, language) not in self.shells:
            request = self.visitor.page.request
            known = load_game(game)
            seats = ["friend"] * known.num_players(known.options())
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
