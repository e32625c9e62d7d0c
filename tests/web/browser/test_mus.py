"""Mus in the browser: deals to their count by mouse, by touch and by keys; an órdago in two."""

from __future__ import annotations

from eyes import outside, serious
from hands import LAST, MOVES, RESULT, last_event, make, open_table
from playwright.sync_api import Page, expect

MOST_ACTS = 60
HAND = "#mus-discard label.card"


def play_deal(page: Page, press) -> None:
    """Play to the end of the deal; ``press`` acts."""
    for _act in range(MOST_ACTS):
        page.locator(f"{RESULT}, {MOVES}, {HAND}").first.wait_for()
        if page.locator(RESULT).count():
            return
        make(page, press)
    raise AssertionError(f"no result after {MOST_ACTS} acts")


def test_a_deal_is_played_by_mouse_to_its_count(visit):
    page = visit().page
    open_table(page, "mus", option_signs="none")

    def by_mouse(page: Page) -> None:
        if page.locator(HAND).count():
            page.locator(HAND).nth(1).click()
            page.locator(HAND).nth(3).click()
            page.get_by_role("button", name="Discard").click()
        else:
            page.locator(".action-bar [data-act]:visible").first.click()

    play_deal(page, by_mouse)
    expect(page.locator(RESULT)).to_contain_text("Grande")
    expect(page.locator(".seat .fan .card.face-down")).to_have_count(0)
    expect(page.get_by_role("button", name="Next deal")).to_be_visible()


def test_an_ordago_takes_two_keys_and_decides_the_juego(visit):
    page = visit().page
    open_table(page, "mus", option_signs="none")

    def by_keys(page: Page) -> None:
        if page.locator(HAND).count():
            page.keyboard.press("1")
            page.keyboard.press("0")
        elif page.locator(".mus-ordago").count():
            before = last_event(page)
            page.keyboard.press("o")
            expect(page.locator("#mus-ordago")).to_be_visible()
            assert page.evaluate(f"Number({LAST})") == before, "one key alone bets nothing"
            page.keyboard.press("Enter")
        else:
            page.keyboard.press("2")

    play_deal(page, by_keys)
    expect(page.locator(RESULT)).to_be_visible()


def test_a_deal_with_signs_is_played_by_touch_on_a_phone(visit):
    page = visit(size=(390, 844), has_touch=True, is_mobile=True, device_scale_factor=2).page
    open_table(page, "mus", option_signs="short", option_corrido="no")
    looked = []

    def by_touch(page: Page) -> None:
        looked.extend(outside(page))
        if page.locator(HAND).count():
            page.locator(HAND).first.tap()
            page.get_by_role("button", name="Discard").tap()
        else:
            page.locator(".action-bar [data-act]:visible").last.tap()

    play_deal(page, by_touch)
    assert looked == []
    assert outside(page) == []
    assert serious(page) == []
