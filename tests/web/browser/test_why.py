"""The question why beside a machine's move in the replay of a finished game."""

from __future__ import annotations

import pytest
from hands import by_mouse, from_lobby, play_out
from playwright.sync_api import Locator, Page, expect

NEXT = ".replay-bar a[rel=next]"
ASK = ".why-ask button"
SAID = ".why-said"


@pytest.mark.parametrize("size", [(390, 844), (844, 390), (1280, 800)])
def test_a_machine_s_move_is_asked_about_and_its_chances_are_shown(visit, size):
    page = visit(size=size).page
    from_lobby(page, "kuhn")
    play_out(page, by_mouse)
    page.goto(page.url + "/replay")
    asked = to_a_machine_s_move(page)
    stage = page.locator(".stage").bounding_box()
    page.locator(ASK).click()
    expect(page.locator(SAID)).to_be_visible()
    assert page.locator(".stage").bounding_box() == stage, "nothing moves"
    told = page.locator(".why-more")
    expect(told).to_contain_text("%")
    assert page.locator(".why-moves tr").count() == 2
    assert page.locator(".why-moves .made").count() == 1
    seen = page.locator(".replay-foot").bounding_box()
    assert seen is not None
    assert seen["y"] >= 0
    assert seen["y"] + seen["height"] <= size[1] + 1, "reasons and slider are in sight"
    place = page.locator(".replay-at").inner_text()
    # It is kept: gone from another move, there again without a question at this one.
    follow(page, page.locator(NEXT))
    page.goto(asked)
    assert page.locator(".replay-at").inner_text() == place
    expect(page.locator(SAID)).to_be_visible()


def follow(page: Page, link: Locator) -> None:
    """Click a link, and wait until the move that it leads to is shown."""
    before = page.locator(".replay-at").inner_text()
    link.click()
    expect(page.locator(".replay-at")).not_to_have_text(before)


def to_a_machine_s_move(page: Page) -> str:
    """Leaf to the first move that can be asked about; its address."""
    page.locator(".replay-bar").wait_for()
    for _move in range(20):
        if page.locator(ASK).count():
            return page.url
        follow(page, page.locator(NEXT))
    raise AssertionError("no machine moved")


def test_reasons_fold_away_and_stay_folded_while_the_page_is_live(visit):
    page = visit().page
    from_lobby(page, "kuhn")
    play_out(page, by_mouse)
    page.goto(page.url + "/replay")
    to_a_machine_s_move(page)
    page.locator(ASK).click()
    page.locator(f"{SAID} > summary").click()
    expect(page.locator(".why-more")).to_be_hidden()
    expect(page.locator(SAID)).to_be_visible()


def test_reasons_open_over_the_table_close_by_escape_and_give_the_focus_back(visit):
    page = visit().page
    from_lobby(page, "kuhn")
    play_out(page, by_mouse)
    line = page.get_by_role("log").get_by_role("button").first
    line.focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name="Why this move?")
    expect(dialog.locator(".why-asked")).to_be_visible()
    seen = dialog.bounding_box()
    assert seen is not None
    middle = [seen["x"] + seen["width"] / 2, seen["y"] + seen["height"] / 2]
    top = page.evaluate("([x, y]) => document.elementFromPoint(x, y).closest('dialog')?.id", middle)
    assert top == "why-answer", "nothing lies over it"
    assert page.locator("#table-root .result").count() == 1, "the table is still there"
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(line).to_be_focused()
