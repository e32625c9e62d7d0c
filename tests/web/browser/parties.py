"""People who meet at a table: one opens it, the others come by their link."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from hands import MOVES, invitation, open_table
from playwright.sync_api import Page
from visits import Visitor

LOOKS = 1200

Visit = Callable[..., Visitor]
"""The fixture ``visit``: opens a browser of its own."""


@dataclass(frozen=True)
class Party:
    """Ana, who opened the table, and Bruno, who came by a link; each at a browser of their own."""

    ana: Page
    bruno: Page

    @property
    def pages(self) -> tuple[Page, Page]:
        return self.ana, self.bruno

    def mover(self) -> Page:
        """The page of the one who is to move."""
        for _look in range(LOOKS):
            for page in self.pages:
                if page.locator(MOVES).count():
                    return page
            self.ana.wait_for_timeout(50)
        raise AssertionError("nobody is to move")


def party(visit: Visit, game: str, **fields: str) -> Party:
    """Two people at a table of ``game``, both at its cards."""
    ana, bruno = visit().page, visit().page
    open_table(ana, game, seat1="friend", name="Ana", **fields)
    link = invitation(ana)
    ana.get_by_role("link", name="Go to the table").click()
    ana.get_by_role("button", name="Ready").click()
    come_by(bruno, link)
    for page in (ana, bruno):
        page.locator("#table-root .chip.to-move").wait_for()
    return Party(ana, bruno)


def come_by(page: Page, link: str) -> None:
    """Open a link to a seat, and be taken to its table."""
    page.goto(link)
    page.locator("[data-token-to] form button").click()
    page.wait_for_url("**/tables/*")
    page.locator("#table-root .chip").first.wait_for()


def say(page: Page, phrase: str) -> None:
    """Say a set phrase."""
    page.get_by_label("Phrases").select_option(phrase)
    page.get_by_role("button", name="Say").click()
