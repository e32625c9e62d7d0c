"""Hands that play at a table: what a person does there, and how they see that it has happened."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from playwright.sync_api import Locator, Page

MOST_ACTS = 80
RESULT = "#table-root .result"
MOVES = "#table-root .action-bar [data-act]:visible"
MY_TURN = "#table-root > .own .chip.to-move"

# The number of the last event that changed the position says how far the table has come.
LAST = "(document.querySelector('main').dataset.decision || -1)"
CAME_FURTHER = f"before => Number({LAST}) > before"

# What the page sends from now on is kept in the page, and reaches no server.
SENT = """() => {
  window.sent = [];
  WebSocket.prototype.send = (text) => sent.push(JSON.parse(text));
}"""

Move = Callable[[Page], None]


def last_event(page: Page) -> int:
    """The number of the last event that changed the position, -1 before there is one."""
    return int(page.evaluate(LAST))


def my_turn(page: Page) -> bool:
    """Wait until something can be done; False where the deal is over."""
    page.locator(RESULT).or_(page.locator(MOVES)).first.wait_for()
    return page.locator(RESULT).count() == 0


def make(page: Page, move: Move) -> None:
    """Make a move when it is one's turn, and wait until the table has come further by it."""
    page.locator(MY_TURN).or_(page.locator(MOVES)).first.wait_for(state="attached")
    before = last_event(page)
    move(page)
    page.wait_for_function(CAME_FURTHER, arg=before)


def play_out(page: Page, move: Move) -> str:
    """Play until the deal is over; the words of the result."""
    for _act in range(MOST_ACTS):
        if not my_turn(page):
            return page.locator(RESULT).inner_text()
        make(page, move)
    raise AssertionError(f"no result after {MOST_ACTS} acts")


def first(page: Page) -> Locator:
    """The first move of the action bar."""
    return page.locator(MOVES).first


def by_mouse(page: Page) -> None:
    first(page).click()


def by_key(page: Page) -> None:
    page.keyboard.press("1")


def by_touch(page: Page) -> None:
    first(page).tap()


def from_lobby(page: Page, game: str) -> None:
    """One click from the lobby to a game against machines; a teaching game is unfolded first.

    Where it asks which rules are played, one more, on the first.
    """
    page.goto("/")
    for summary in page.locator(f"details:has(#{game}) > summary").all():
        summary.click()
    page.locator(f"#{game} .game-play button").click()
    page.wait_for_url(re.compile("/(tables/|games/.*/schools)"))
    if page.url.partition("?")[0].endswith("/schools"):
        page.locator(".school").first.click()
    page.wait_for_url("**/tables/*")


def unfold(page: Page) -> None:
    """Open all folded parts of the form of a new table, then the headings of its rules."""
    for folded in (".sheet-more", ".rule-group"):
        for summary in page.locator(f"{folded} > summary").all():
            summary.click()


def open_table(page: Page, game: str, **fields: str) -> None:
    """A new table as the form says; its folded parts are opened. ``hints="no"`` leaves them out."""
    page.goto(f"/games/{game}/new")
    unfold(page)
    page.locator(f"[name=clock][value={'yes' if 'minutes' in fields else 'no'}]").check()
    for name, value in fields.items():
        name = name.replace("option_", "option-")
        field = page.locator(f"[name={name}]:not([type=hidden])")
        if field.first.get_attribute("type") == "radio":
            page.locator(f"label:has([name={name}][value={value}])").click()
        elif field.get_attribute("type") == "checkbox":
            field.set_checked(value == "yes")
        elif field.evaluate("field => field.matches('select')"):
            field.select_option(value)
        else:
            field.fill(value)
    page.get_by_role("button", name="Open the table").click()


def find_costly_moves(page: Page) -> Locator:
    """Ask for the moves that cost most, from a replay; how many decisions were looked at."""
    page.get_by_role("button", name="Find them").click()
    return page.locator("#cost").get_by_text(re.compile("decisions? looked at"))


def invitation(page: Page) -> str:
    """The first link on the page of invitations, where opening a table for a friend leads."""
    return page.locator(".link-list input").first.input_value()


def table_of(page: Page) -> str:
    """The text of a plain table."""
    return page.locator(".plain-table").inner_text()


def options(**values: int) -> Mapping[str, str]:
    """Rule options as fields of the form."""
    return {f"option_{name}": str(value) for name, value in values.items()}
