"""Odds and advice beside the cards: marked, explained in a line, and off where the host says so."""

from __future__ import annotations

import re

from hands import by_mouse, from_lobby, make, my_turn, open_table, options
from playwright.sync_api import expect

SOON = 180_000  #: the first advice of a game may wait for it to be compiled


def test_odds_are_marked_simulated_and_say_n_and_their_interval(visit):
    page = visit().page
    from_lobby(page, "eras")
    odd = page.locator(".side .odd").first
    odd.wait_for(timeout=SOON)
    expect(odd.locator(".mark")).to_have_text("simulated")
    assert "≈" in odd.locator(".odd-value").inner_text()
    odd.locator("summary").click()
    told = odd.locator("p").inner_text()
    assert re.search(r"n = [\d,]+, 95% interval .+ to .+", told), told
    assert "\n" not in told.strip()


def test_a_chance_that_is_exact_is_told_as_a_fraction_with_its_condition(visit):
    page = visit().page
    from_lobby(page, "vangin")
    make(page, by_mouse)
    odd = page.locator(".side .odd").first
    odd.wait_for(timeout=SOON)
    expect(odd.locator(".mark")).to_have_text("exact")
    odd.locator("summary").click()
    told = odd.locator("p").inner_text()
    assert re.search(r"^Exact: .*; every order .* is equally likely\.$", told), told


SEEN = """rows => rows.filter((row) => row.getBoundingClientRect().bottom
  <= row.closest(".side-advice").getBoundingClientRect().bottom).length"""


def test_advice_lists_every_move_with_its_worth_and_one_is_made_by_a_press(visit):
    page = visit().page
    from_lobby(page, "bigpoints")
    assert my_turn(page)
    page.get_by_text("What would a machine do?").click()
    best = page.locator(".side-advice .advised button")
    best.wait_for(timeout=SOON)
    acts = "buttons => buttons.map((button) => button.dataset.act)"
    offered = page.locator(".bp-move").evaluate_all(acts)
    listed = page.locator(".values button").evaluate_all(acts)
    assert sorted(listed) == sorted(offered)
    assert best.evaluate("button => button.dataset.act") == listed[0]
    worth = page.locator(".side-advice .advised td").inner_text()
    assert page.locator(".side .odd-value").first.inner_text() == worth
    assert best.locator(".pawn").is_visible()
    assert page.locator(".values tr").evaluate_all(SEEN) >= 3
    make(page, lambda _page: best.click())


def test_a_table_without_hints_has_neither_odds_nor_advice(visit):
    page = visit().page
    open_table(page, "bigpoints", hints="no", **options(colours=3, discs=3))
    for _act in range(2):
        assert my_turn(page)
        make(page, by_mouse)
    page.wait_for_timeout(700)
    assert page.locator(".odd, .side-advice").count() == 0


def test_the_guided_first_deal_says_what_to_do(visit):
    page = visit().page
    page.goto("/")
    for game in ("bigpoints", "vangin"):
        page.goto("/")
        page.locator(f"#{game}").get_by_role("button", name="Guided first deal").click()
        page.wait_for_url("**/tables/*")
        assert my_turn(page)
        expect(page.locator(".lesson")).to_be_visible()
        assert len(page.locator(".lesson").inner_text()) > 20
        make(page, by_mouse)


def test_a_step_of_the_lesson_points_at_what_it_means_and_is_kept(visit):
    page = visit(size=(390, 844)).page
    page.goto("/")
    page.locator("#vangin form[action$=lesson] button").click()
    page.locator(".pointer rect").wait_for()
    for step, part in enumerate(("piles", "chance odds", "deck")):
        now = page.locator(".lesson-step[data-now]")
        expect(now).to_have_attribute("data-part", part)
        ring = page.locator(".pointer rect").bounding_box()
        meant = page.locator(f"[data-key={part.split()[0]}] > :visible").first.bounding_box()
        assert ring["x"] <= meant["x"] + 1
        assert ring["y"] <= meant["y"] + 1
        assert ring["y"] + ring["height"] >= meant["y"] + meant["height"] - 1
        if step < 2:
            now.get_by_role("button", name="Next").click()
    page.reload()
    expect(page.locator(".lesson-step[data-now]")).to_have_attribute("data-part", "deck")
    make(page, by_mouse)
    expect(page.locator(".lesson-step")).to_have_count(1)


def test_words_of_the_game_are_explained_where_they_stand(visit):
    page = visit().page
    page.goto("/")
    page.locator("#bigpoints").get_by_role("button", name="Guided first deal").click()
    term = page.locator(".lesson .term").first
    term.click()
    expect(page.locator(f"#{term.get_attribute('popovertarget')}")).to_be_visible()
