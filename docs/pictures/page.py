"""Take the pictures of the page anew: ``.venv/bin/python docs/pictures/page.py``.

Needs Chromium (``apt install chromium``) and the extra ``dev``. Each picture is a screenshot of the
real page: a server is started on an empty database, and tables are opened at positions that a
seeded game of the machines has reached. Only simulated odds differ from one run to the next.
The pictures are WebP, which browsers encode and GitHub shows.
"""

import base64
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from playwright.sync_api import Browser, Page, sync_playwright

if TYPE_CHECKING:
    from ludoteca.core.record import GameRecord

FOLDER = Path(__file__).parent
DESKTOP, PHONE = (1280, 800), (390, 844)
QUALITY = 88
PATIENCE = 120_000  #: milliseconds: machines may have to be compiled first
FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]


# -- positions ------------------------------------------------------------------------------------


def played(game: str, seed: int, moves: int, **options: int | str) -> "GameRecord":
    """A deal between machines, stopped at the first move of seat 0 after so many ``moves``.

    Seat 0 is Ana's from there on.
    """
    # Imported when main has said that nothing is to be compiled here: it is not worth it.
    import numpy as np

    from ludoteca.core.record import GameRecord
    from ludoteca.core.registry import load_game
    from ludoteca.core.shuffles.shoe import Shoe
    from ludoteca.players.factory import make_player

    state = load_game(game).new_state(options)
    shoe = Shoe.shuffled(state.game, state.options, seed)
    rng = np.random.default_rng(seed)
    player = make_player(state.game, "basic")
    while not state.is_terminal():
        if state.is_chance():
            state.apply_unchecked(shoe.draw(state))
            continue
        mover = state.current_player()
        if moves <= 0 and mover == 0:
            break
        state.apply_unchecked(player.choose(state.view(mover), rng))
        moves -= 1
    return GameRecord.from_state(state, ["Ana", *["advanced"] * (state.num_players - 1)])


# -- the page -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Visit:
    """A browser at a server."""

    browser: Browser
    address: str

    @contextmanager
    def page(self, size: tuple[int, int], scale: float) -> Iterator[Page]:
        """A page of this size, its pictures ``scale`` times as large."""
        context = self.browser.new_context(
            base_url=self.address,
            viewport={"width": size[0], "height": size[1]},
            device_scale_factor=scale,
            is_mobile=size == PHONE,
            has_touch=size == PHONE,
            locale="en",
            color_scheme="light",
            reduced_motion="reduce",
        )
        context.set_default_timeout(PATIENCE)
        yield context.new_page()
        context.close()

    def sit_down(self, page: Page, record: "GameRecord") -> None:
        """Open a table at a position and sit down at it as Ana."""
        asked = {
            "game": record.game.name,
            "options": dict(record.options.items()),
            "seats": ["me", *record.seats[1:]],
            "start": record.to_text(),
            "name": "Ana",
        }
        page.goto("/")
        answer = page.request.post("/api/tables", data=asked, headers={"Origin": self.address})
        assert answer.ok, answer.text()
        page.goto(f"/tables/{answer.json()['id']}")
        page.locator("#table-root .chip.to-move").first.wait_for()


def lobby(visit: Visit) -> bytes:
    """The games."""
    with visit.page(DESKTOP, 1.5) as page:
        page.goto("/")
        return taken(page)


def bigpoints(visit: Visit) -> bytes:
    """A table for three, with the odds and the advice of a machine beside it."""
    with visit.page(DESKTOP, 1.5) as page:
        visit.sit_down(page, played("bigpoints", 7, 14, players=3))
        page.locator(".side .odd").first.wait_for()
        page.get_by_text("What would a machine do?").click()
        page.locator(".side-advice .advised").wait_for()
        return taken(page)


def bigpoints_phone(visit: Visit) -> bytes:
    """A pawn is picked up on a phone."""
    with visit.page(PHONE, 2) as page:
        visit.sit_down(page, played("bigpoints", 7, 14))
        page.locator("label.pawn.can").nth(2).tap()
        page.locator(".bp-take:visible").first.wait_for()
        return taken(page)


def vangin(visit: Visit) -> bytes:
    """Half way through the deck, with the exact chance."""
    with visit.page(DESKTOP, 1.5) as page:
        visit.sit_down(page, played("vangin", 54, 8))
        page.locator(".side .odd").first.wait_for()
        return taken(page)


def replay(visit: Visit) -> bytes:
    """A game in the middle, to be leafed through."""
    with visit.page(DESKTOP, 1.5) as page:
        page.goto("/")
        page.locator("#a-record").click()
        page.get_by_label("Drop the file").fill(played("bigpoints", 11, 1000).to_text())
        page.get_by_role("button", name="Open", exact=True).click()
        page.wait_for_url("**/records/*")
        page.get_by_label("Move", exact=True).fill("26")
        page.get_by_text("26 / ").wait_for()
        return taken(page)


def poker(visit: Visit) -> bytes:
    """Three cards are chosen for the exchange, with the odds of each exchange beside them."""
    with visit.page(DESKTOP, 1.5) as page:
        visit.sit_down(page, played("poker", 4, 0))
        page.locator(".side .odd").first.wait_for()
        for card in (2, 3, 4):
            page.locator("label.pk-card").nth(card).click()
        return taken(page)


def eras(visit: Visit) -> bytes:
    """Three of four have laid; cards are chosen, with the chance to win with each lay beside."""
    with visit.page(DESKTOP, 1.5) as page:
        visit.sit_down(page, played("eras", 7, 34, players=4))
        page.locator(".side .odd").first.wait_for()
        return taken(page)


def eras_phone(visit: Visit) -> bytes:
    """Five players on a phone, two cards chosen."""
    with visit.page(PHONE, 2) as page:
        visit.sit_down(page, played("eras", 8, 26, players=5))
        for card in (3, 4):
            page.locator("#er-lay label.card").nth(card).tap()
        return taken(page)


def mus(visit: Visit) -> bytes:
    """A bet is to be answered, with the odds of each lance beside the cards."""
    with visit.page(DESKTOP, 1.5) as page:
        visit.sit_down(page, played("mus", 5, 13, corrido="no"))
        page.locator(".side .odd").first.wait_for()
        return taken(page)


def mus_phone(visit: Visit) -> bytes:
    """The same on a phone."""
    with visit.page(PHONE, 2) as page:
        visit.sit_down(page, played("mus", 5, 13, corrido="no"))
        return taken(page)


def buraco(visit: Visit) -> bytes:
    """A run is tried, and one more card is picked to be thrown away."""
    with visit.page(DESKTOP, 1.5) as page:
        visit.sit_down(page, played("buraco", *BURACO))
        try_a_meld(page)
        page.locator(".side .odd").first.wait_for()
        return taken(page)


def buraco_phone(visit: Visit) -> bytes:
    """The same on a phone."""
    with visit.page(PHONE, 2) as page:
        visit.sit_down(page, played("buraco", *BURACO))
        try_a_meld(page)
        return taken(page)


BURACO = (6, 70)  #: seed and moves of a deal in which Ana has drawn and holds 14 cards


def try_a_meld(page: Page) -> None:
    """Pick what can be laid together, try it, and pick one card more."""
    page.locator("#bu-hand label.card.can").first.click()
    while page.locator(".action-bar [data-key=play-0]").count() == 0:
        page.locator("#bu-hand label.card.lit").first.click()
        page.wait_for_timeout(300)
    page.locator(".action-bar [data-key=play-0]").click()
    page.locator(".bu-card.tried").first.wait_for()
    page.locator("#bu-hand label.card").last.click()
    page.locator(".action-bar [data-key=discard]").wait_for()


PICTURES: dict[str, Callable[[Visit], bytes]] = {
    "page-lobby": lobby,
    "page-bigpoints": bigpoints,
    "page-bigpoints-phone": bigpoints_phone,
    "page-vangin": vangin,
    "page-replay": replay,
    "page-poker": poker,
    "page-eras": eras,
    "page-eras-phone": eras_phone,
    "page-mus": mus,
    "page-mus-phone": mus_phone,
    "page-buraco": buraco,
    "page-buraco-phone": buraco_phone,
}


def taken(page: Page) -> bytes:
    """The picture in the viewport, as WebP."""
    page.mouse.move(0, 0)
    page.evaluate("document.activeElement?.blur()")
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(500)
    page.locator("[data-live][data-link=down]").wait_for(state="detached")
    session = page.context.new_cdp_session(page)
    asked = {"format": "webp", "quality": QUALITY}
    return base64.b64decode(session.send("Page.captureScreenshot", asked)["data"])


# -- the server -----------------------------------------------------------------------------------


@contextmanager
def server(folder: str) -> Iterator[str]:
    """A server with a new database in ``folder``; its address."""
    command = [sys.executable, "-m", "ludoteca", "serve", "--no-browser"]
    database = tempfile.mktemp(suffix=".sqlite", dir=folder)
    process = subprocess.Popen(
        [*command, "--database", f"sqlite:///{database}"],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "NUMBA_DISABLE_JIT": "0"},
    )
    assert process.stdout is not None
    address = next(filter(None, (re.search(r"http://\S+", line) for line in process.stdout)))
    try:
        yield address[0]
    finally:
        process.terminate()
        process.wait(30)


def main() -> None:
    """Take every picture, or those that are named."""
    os.environ["NUMBA_DISABLE_JIT"] = "1"
    wanted = sys.argv[1:]
    names = ("chromium", "chromium-browser", "chromium-headless-shell")
    chromium = next(filter(None, map(shutil.which, names)), None)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        with server(folder) as address:
            for name, take in PICTURES.items():
                if not wanted or name in wanted:
                    picture = take(Visit(browser, address))
                    (FOLDER / f"{name}.webp").write_bytes(picture)
                    print(f"{name}.webp: {len(picture) / 1000:.0f} kB", flush=True)
        browser.close()


if __name__ == "__main__":
    main()
