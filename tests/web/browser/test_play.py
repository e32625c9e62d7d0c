"""Each game once from the lobby to its result: by mouse, by keys alone, by touch; no error."""

from __future__ import annotations

import pytest
from hands import (
    RESULT,
    by_key,
    by_mouse,
    by_touch,
    find_costly_moves,
    first,
    from_lobby,
    make,
    my_turn,
    open_table,
    options,
    play_out,
)
from playwright.sync_api import Page, expect
from visits import NEW_GAME

MORE = ("kuhn", "leduc", "minirummy", "nim", "tictactoe", "tricks")
PLAIN = ("minimus", NEW_GAME, *(pytest.param(name, marks=pytest.mark.soak) for name in MORE))


@pytest.mark.parametrize("game", PLAIN)
def test_a_game_without_a_face_is_played_from_the_lobby_to_its_result(visit, game):
    page = visit(reduced_motion="no-preference").page
    from_lobby(page, game)
    assert play_out(page, by_mouse)
    expect(page.get_by_role("link", name="Replay")).to_be_visible()


def on_the_board(page: Page) -> None:
    """A pawn, then a disc beside where it goes."""
    if not page.locator(".bp-take:visible").count():
        page.locator("label.pawn.can").first.click()
    page.locator(".bp-take:visible").first.click()


def test_big_points_is_played_on_its_board(visit):
    page = visit(reduced_motion="no-preference").page
    open_table(page, "bigpoints", **options(colours=3, discs=2, white=0, black=2))
    assert "Points" in play_out(page, on_the_board)
    expect(page.locator(".bp-result")).to_be_visible()


def test_the_rules_are_read_beside_the_table_where_nothing_is_lost(visit):
    page = visit().page
    open_table(page, "bigpoints")
    page.locator("label.pawn.can").first.click()
    table = page.url
    page.get_by_role("link", name="Rules").click()
    rules = page.get_by_role("dialog", name="Rules")
    rules.get_by_role("link", name="The stair").click()
    expect(rules.get_by_role("heading", name="The stair")).to_be_in_viewport()
    page.keyboard.press("Escape")
    expect(rules).to_be_hidden()
    assert (page.url, len(page.context.pages)) == (table, 1)
    expect(page.locator(".bp-take:visible").first).to_be_visible()


def exchange_or_stay(page: Page) -> None:
    """Four cards are tapped, of which three can be chosen; then the showdown."""
    cards = page.locator("#pk-exchange .card-check")
    if not cards.count():
        page.get_by_role("button", name="Stay").click()
        return
    for n in range(4):
        cards.nth(n).click()
    expect(page.locator("#pk-exchange :checked")).to_have_count(3)
    page.get_by_role("button", name="Exchange").click()


def test_poker_is_played_on_its_face_from_the_lobby_to_its_result(visit):
    page = visit(reduced_motion="no-preference").page
    from_lobby(page, "poker")
    page.locator("#pk-exchange").wait_for()
    expect(page.get_by_role("button", name="Keep all")).to_be_visible()
    told = play_out(page, exchange_or_stay)
    assert "Match" in told
    expect(page.locator(".rivals .pk-card")).to_have_count(5)


def test_the_coach_says_what_a_decision_cost_and_so_does_the_review(visit):
    page = visit().page
    open_table(page, "poker", coach="yes")
    assert play_out(page, by_mouse)
    expect(page.locator(".coached li").first).to_contain_text("cost", timeout=180_000)
    expect(page.locator(".coached li")).to_have_count(2)
    page.get_by_role("link", name="Replay").click()
    expect(find_costly_moves(page)).to_be_visible()


def test_vangin_is_played_from_the_lobby_to_its_result(visit):
    page = visit(reduced_motion="no-preference").page
    from_lobby(page, "vangin")
    assert play_out(page, by_mouse)


def test_the_next_deal_follows_where_a_match_has_several(visit):
    page = visit().page
    from_lobby(page, "minimus")
    play_out(page, by_mouse)
    page.get_by_role("button", name="Next deal").click()
    page.locator(RESULT).wait_for(state="detached")
    assert my_turn(page)
    expect(page.get_by_text("Deal 2 begins.").first).to_be_attached()


def test_a_game_is_played_with_keys_alone(visit):
    page = visit().page
    page.goto("/")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.matches('.skip-link')")
    page.keyboard.press("Enter")
    wanted = page.locator("#tictactoe .game-play button")
    for _tab in range(80):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('.examples > summary')"):
            page.keyboard.press("Enter")
        if wanted.evaluate("button => button === document.activeElement"):
            break
    page.keyboard.press("Enter")
    assert my_turn(page)
    for _tab in range(20):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('.action-bar [data-act]')"):
            break
    make(page, lambda p: p.keyboard.press("Enter"))
    play_out(page, by_key)
    again = page.locator(".actions button.main")
    for _tab in range(20):
        page.keyboard.press("Tab")
        if again.evaluate("button => button === document.activeElement"):
            return
    raise AssertionError("the end of the game is not to be reached by keys")


def test_the_focus_goes_on_to_the_next_move(visit):
    page = visit().page
    from_lobby(page, "nim")
    for _act in range(2):
        assert my_turn(page)
        assert page.locator(RESULT).count() == 0
        first(page).focus()
        make(page, lambda p: p.keyboard.press("Enter"))
        assert my_turn(page)
        place = page.evaluate("document.activeElement.closest('.live')?.id ?? ''")
        assert place == "main", "the focus has left the table"


def test_big_points_is_played_by_touch_on_a_phone(visit):
    page = visit(size=(390, 844), has_touch=True, is_mobile=True, device_scale_factor=2).page
    open_table(page, "bigpoints", **options(colours=2, discs=2, white=0, black=0))
    play_out(page, by_touch)
    page.get_by_role("button", name="Odds and log").tap()
    expect(page.locator("#side")).to_be_visible()
    expect(page.get_by_text("The deal is over.").last).to_be_visible()


def test_presses_too_many_are_dropped_and_one_press_turns_until_a_pile_goes(visit):
    page = visit().page
    open_table(page, "vangin", hints="no")  # with odds, a deal that is lost is turned to its end
    deck = page.locator("button.va-deck")
    deck.evaluate("deck => { deck.click(); deck.click(); deck.click(); }")
    expect(page.locator(".va-left")).to_have_text("12 looks left")
    page.get_by_role("button", name="Turn until a pile is taken").click()
    expect(page.locator(".va-group > .hit")).to_be_visible(timeout=30_000)
    expect(page.locator("#notice")).to_be_empty()


def test_after_a_move_by_keys_the_focus_is_on_the_next_one(visit):
    """The machine moves in between, and meanwhile there is nothing to be done."""
    page = visit().page
    from_lobby(page, "tictactoe")
    my_turn(page)
    page.locator("[data-act]:enabled").first.focus()
    decision = page.locator("[data-live]").get_attribute("data-decision")
    page.keyboard.press("Enter")
    expect(page.locator("[data-live]")).not_to_have_attribute("data-decision", decision)
    my_turn(page)
    expect(page.locator("[data-live] :is([data-act], .card-check):focus")).to_have_count(1)


def test_whoever_moves_by_a_button_of_the_bar_finds_the_focus_there_again(visit):
    page = visit().page
    from_lobby(page, "vangin")
    turn = page.locator(".action-bar [data-act]").first
    turn.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".va-left")).to_contain_text("12 looks left")
    expect(turn).to_be_focused()
