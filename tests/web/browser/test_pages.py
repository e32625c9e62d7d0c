"""Every page at every kind of screen: nothing to scroll sideways, nothing serious for axe."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from eyes import LANGUAGES, WIDE, serious
from hands import by_mouse, from_lobby, my_turn, open_table, options, play_out, unfold
from playwright.sync_api import Page, expect

SCREENS = ((390, 844), (844, 390), (1280, 800))
WRAPPED = """() => [...document.querySelectorAll(".site-nav a")].filter((link) => {
  const text = document.createRange();
  text.selectNodeContents(link);
  return text.getClientRects().length > 1;
}).map((link) => link.textContent)"""
SEEN_BY_AXE = ((390, 844), (1280, 800))
STILL = {
    "lobby": "/",
    "new table": "/games/bigpoints/new",
    "rules of Big Points": "/games/bigpoints/rules",
    "rules of vangin": "/games/vangin/rules",
    "rules of a game without a guide": "/games/minimus/rules",
    "study": "/study",
    "study of a game": "/games/bigpoints/study",
    "question": "/games/vangin/study/odds/win",
    "my games": "/mine",
    "patience of the day": "/day",
    "puzzle of the day": "/puzzle",
    "past puzzles": "/puzzles",
    "kit": "/kit",
    "error": "/tables/nothing",
}


def replay(page: Page) -> None:
    open_table(page, "bigpoints", **options(colours=2, discs=2, white=0, black=0))
    play_out(page, by_mouse)
    page.get_by_role("link", name="Replay").click()
    page.locator(".replay-bar").wait_for()


def answer(page: Page) -> None:
    page.goto("/games/kuhn/study")
    page.locator(".more-questions > summary").click()
    page.locator(".question").first.click()
    page.locator("main form button.primary").click()
    page.locator(".asked").wait_for()


def invitations(page: Page) -> None:
    open_table(page, "kuhn", seat1="friend")
    page.locator(".link-list input").first.wait_for()


def report(page: Page) -> None:
    from_lobby(page, "kuhn")
    assert my_turn(page)
    page.goto(page.url + "/report")


def past_puzzle(page: Page) -> None:
    page.goto("/puzzles")
    page.locator(".table-link").first.click()
    page.wait_for_url("**/puzzles/*")
    page.get_by_text("All moves as a list").click()
    page.locator(".puzzle-choices button").last.click()
    page.locator(".puzzle-reasons").wait_for()


MOVING: dict[str, Callable[[Page], None]] = {
    "replay": replay,
    "answer": answer,
    "invitations": invitations,
    "report": report,
    "past puzzle": past_puzzle,
}


def arrive(page: Page, name: str) -> None:
    """Go to the page called ``name``."""
    if name in MOVING:
        MOVING[name](page)
    else:
        page.goto(STILL[name])


@pytest.mark.parametrize("name", [*STILL, *MOVING])
def test_no_page_is_too_wide_or_has_a_serious_violation(visit, name):
    visitor = visit()
    if name == "error":
        visitor.expected = "404"
    page = visitor.page
    arrive(page, name)
    wrong = []
    for size in SCREENS:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        wrong += [f"{size}: {what}" for what in page.evaluate(WIDE)]
        if size in SEEN_BY_AXE:
            page.emulate_media(color_scheme="light" if size == SEEN_BY_AXE[0] else "dark")
            wrong += [f"{size}: {what}" for what in serious(page)]
    assert wrong == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_on_a_phone_no_page_is_too_wide_and_no_link_of_the_head_wraps_in_any_language(
    visit, language
):
    visitor = visit(size=(320, 568), locale=language)
    visitor.expected = "404"
    wrong = []
    for name, address in STILL.items():
        visitor.page.goto(address)
        wrong += [f"{name}: {what}" for what in visitor.page.evaluate(WIDE)]
    assert wrong == []
    visitor.page.set_viewport_size({"width": 390, "height": 844})
    assert visitor.page.evaluate(WRAPPED) == []


@pytest.mark.parametrize(("size", "screens"), [((1440, 900), 1), ((390, 844), 2)])
def test_the_games_of_the_lobby_are_in_view(visit, size, screens):
    """At once on a desk, in two screens on a phone, and no way stands twice on the page."""
    visitor = visit(size=size)
    visitor.page.goto("/")
    last = visitor.page.locator("#vangin").bounding_box()  # those after it are of tests
    after = 0 if screens == 1 else 160  # what stands below the games
    assert last["y"] + last["height"] + after <= screens * size[1]
    ways = "links => links.map(link => link.getAttribute('href')).filter(way => way !== '/')"
    found = visitor.page.locator("main a, footer a").evaluate_all(ways)
    assert len(found) == len(set(found))


@pytest.mark.parametrize("game", ["mus", "buraco"])
def test_the_school_that_is_advised_looks_like_a_main_button_and_the_others_do_not(visit, game):
    page = visit().page
    page.goto(f"/games/{game}/schools")
    colour = "e => getComputedStyle(e).backgroundColor"
    found = [school.evaluate(colour) for school in page.locator(".school").all()]
    assert found[0] not in found[1:]
    assert len(set(found[1:])) == 1
    assert serious(page) == []


@pytest.mark.parametrize("game", ["buraco", "mus", "bigpoints"])
def test_a_new_table_is_set_up_in_one_screen_and_the_clock_shows_its_figures(visit, game):
    page = visit(size=(1440, 900)).page
    page.goto(f"/games/{game}/new")
    minutes = page.locator("#minutes")
    assert not minutes.is_visible()
    page.get_by_role("radio", name="Custom", exact=True).check()
    assert minutes.is_visible()
    button = page.get_by_role("button", name="Open the table").bounding_box()
    assert button["y"] + button["height"] <= 900
    for seat in page.locator(".drawn-seat select").all():
        assert seat.bounding_box()["y"] > page.locator(".drawn-table").bounding_box()["y"]


WIDTHS = """selects => selects.map(select => {
  const style = getComputedStyle(select), pen = document.createElement("canvas").getContext("2d");
  pen.font = style.font;
  const text = pen.measureText(select.selectedOptions[0].textContent).width;
  return select.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - text;
})"""


@pytest.mark.parametrize("locale", LANGUAGES)
def test_a_phone_shows_the_whole_names_of_the_machines_of_a_new_table(visit, locale):
    page = visit(size=(390, 844), locale=locale).page
    for players in (2, 5):
        page.goto(f"/games/bigpoints/new?players={players}&seat1=friend")
        room = page.locator(".drawn-seat select").evaluate_all(WIDTHS)
        assert min(room) > 16, "beside the arrow"


def test_on_a_phone_the_rules_begin_in_the_upper_half(visit):
    page = visit(size=(390, 844)).page
    page.goto("/games/mus/rules")
    assert page.locator(".rules h2").first.bounding_box()["y"] < 844 / 2


def puzzles(page: Page) -> list[str]:
    """The addresses of the puzzles of the last weeks, one of each game."""
    page.goto("/puzzle")
    days = page.locator(".calendar a.day").all()
    by_game = {day.inner_text().partition(":")[2]: day.get_attribute("href") for day in days}
    assert len(by_game) >= 3
    return [str(address) for address in by_game.values()]


def test_on_a_phone_the_hand_and_the_buttons_of_every_puzzle_are_in_view(visit):
    page = visit(size=(390, 844), has_touch=True).page
    for address in puzzles(page):
        page.goto(address)
        for part in (".own", ".actions"):
            expect(page.locator(f".puzzle-table {part}")).to_be_in_viewport(ratio=1)
        own = page.locator(".puzzle-table .own").bounding_box()
        bar = page.locator(".puzzle-table .actions").bounding_box()
        assert own["y"] + own["height"] <= bar["y"] + 1, address
        for laid in page.locator(".puzzle-table .er-lay").all():  # the last trick of eräs
            expect(laid).to_be_in_viewport(ratio=1)


SCROLLED = """() => [...document.querySelectorAll(".puzzle-table *")].filter((part) =>
  part.scrollHeight > part.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(part).overflowY)
).map((part) => part.className)"""


@pytest.mark.parametrize("size", [(1280, 800), (1440, 900)])
def test_at_a_desktop_every_puzzle_is_seen_whole(visit, size):
    page = visit(size=size).page
    for address in puzzles(page):
        page.goto(address)
        assert page.evaluate(SCROLLED) == [], address
        expect(page.locator(".puzzle-table .actions")).to_be_in_viewport(ratio=0.8)


def test_the_keys_on_the_buttons_of_a_puzzle_make_its_moves(visit):
    page = visit().page
    page.goto("/puzzle")
    page.get_by_text("The last days").click()
    day = page.locator(".calendar a.day", has_text="Big Points").first
    address = day.get_attribute("href")
    day.click()
    page.wait_for_url(f"**{address}")  # with its scripts, so that a key is heard
    move = page.locator(".puzzle-table [data-act][aria-keyshortcuts]").first
    page.keyboard.press(str(move.get_attribute("aria-keyshortcuts")))
    expect(page.locator(".puzzle-reasons")).to_be_visible()


def test_on_a_phone_the_reasons_of_a_puzzle_are_read_without_scrolling(visit):
    page = visit(size=(390, 844), has_touch=True).page
    page.goto("/puzzle")
    page.locator("details:has(.puzzle-choices) > summary").click()
    page.locator("[name=choice]").last.click()
    for reason in page.locator(".puzzle-reasons dd").all():
        expect(reason).to_be_in_viewport(ratio=1)


def test_the_button_of_a_new_table_stays_in_sight_on_a_phone_and_covers_no_focus(visit):
    page = visit(size=(390, 844)).page
    page.goto("/games/buraco/new")
    button = page.get_by_role("button", name="Open the table")
    for place in page.locator(".new-table :is(select, input, summary):visible").all():
        place.focus()
        box, under = place.bounding_box(), button.bounding_box()
        assert box["y"] + box["height"] <= under["y"]
        assert under["y"] + under["height"] <= 844


def test_machines_are_named_anew_as_they_are_chosen(visit):
    page = visit().page
    page.goto("/games/mus/new")
    page.select_option("#seat1", "friend")
    for seat, name in ((2, "Boris"), (3, "Dina")):
        expect(page.locator(f"#seat{seat} option:checked")).to_have_text(re.compile(f"^{name},"))


def test_another_number_of_players_keeps_what_was_filled_in_and_rules_go_back_by_a_press(visit):
    page = visit().page
    page.goto("/games/bigpoints/new")
    page.fill("#name", "Ana")
    page.locator(".table-rules > summary").click()
    page.locator(".rule-group:has(#option-discs) > summary").click()
    page.locator(".stepper:has(#option-discs) [data-step='-1']").click()
    back = page.locator("[name=usual][value=option-discs]")
    expect(back).to_be_enabled()
    page.locator(".tab", has_text="3 players").click()
    expect(page.locator(".drawn-seat")).to_have_count(3)
    assert (page.input_value("#name"), page.input_value("#option-discs")) == ("Ana", "8")
    assert page.locator(".table-rules").get_attribute("open") is not None
    back.click()
    expect(page.locator("#option-discs")).to_have_value("9")


SLOW_BODY = """() => {
  const fetched = window.fetch;
  window.fetch = async (...asked) => {
    const answer = await fetched(...asked), text = await answer.text();
    answer.text = () => new Promise((read) => { window.bodies.push(() => read(text)); });
    return answer;
  };
  window.bodies = [];
}"""


def test_an_answer_whose_words_come_late_takes_nothing_back_that_was_typed_since(visit):
    page = visit().page
    page.goto("/games/eras/new")
    unfold(page)
    page.evaluate(SLOW_BODY)
    page.fill("#option-values", "7")
    page.fill("#option-hand", "4")  # what was typed before is sent by it
    page.wait_for_function("() => bodies.length === 1")
    page.fill("#option-rounds", "2")
    page.wait_for_function("() => bodies.length === 2")
    page.evaluate("bodies[0]()")
    page.evaluate("new Promise(requestAnimationFrame)")
    assert page.input_value("#option-hand") == "4"
    page.evaluate("bodies[1]()")
    page.wait_for_function("() => bodies.length === 3")  # asked again, with the rounds
    page.evaluate("bodies[2]()")
    expect(page.locator("#option-hand")).to_have_attribute("value", "4")
    assert page.input_value("#option-rounds") == "2"


def test_what_is_typed_while_an_answer_is_awaited_stays_when_another_field_is_entered(visit):
    page = visit().page
    page.goto("/games/bigpoints/new")
    unfold(page)
    page.evaluate(SLOW_BODY)
    page.locator("[name=seat1]").select_option("friend")
    page.wait_for_function("() => bodies.length === 1")
    page.fill("[name=name]", "Ana")
    page.locator("#option-discs").focus()
    page.evaluate("bodies[0]()")
    page.wait_for_function("() => bodies.length === 2")  # asked again, with the name
    page.evaluate("bodies[1]()")
    expect(page.locator("[name=name]")).to_have_attribute("value", "Ana")
    assert page.input_value("[name=name]") == "Ana"
    expect(page.locator("[name=seat1]")).to_have_value("friend")


def test_a_hand_is_tapped_together_and_taken_back(visit):
    page = visit().page
    page.goto("/games/mus/study/odds/lances")
    cards = page.locator("#cards")
    assert not cards.is_visible(), "what would be typed is folded"
    for kind in "RRCA":
        page.locator(f'.picks[data-into=cards] [data-text="{kind}"]').click()
    assert cards.input_value() == "RRCA"
    laid = page.locator(".picked[data-of=cards] button")
    laid.nth(1).click()
    assert cards.input_value() == "RCA"
    assert laid.count() == 3


def test_equal_cards_of_a_hand_are_drawn_in_different_suits(visit):
    page = visit().page
    page.goto("/games/mus/study/odds/lances")
    for _time in range(3):
        page.locator('.picks[data-into=cards] [data-text="R"]').click()
    laid = page.locator(".picked[data-of=cards] button svg").all()
    assert len({card.evaluate("card => card.outerHTML") for card in laid}) == 3


def test_the_first_card_that_is_tapped_makes_room_and_another_example_is_a_whole_hand(visit):
    page = visit().page
    page.goto("/games/mus/study/odds/lances")
    cards, laid = page.locator("#cards"), page.locator(".picked[data-of=cards] button")
    expect(laid).to_have_count(4)
    for kind in "32":
        page.locator(f'.picks[data-into=cards] [data-text="{kind}"]').click()
    expect(cards).to_have_value("32")
    page.get_by_role("button", name="Another example").click()
    expect(laid).to_have_count(4)
    page.get_by_role("button", name="Clear").click()
    expect(cards).to_have_value("")


def test_a_disc_of_a_row_is_changed_or_changes_places(visit):
    page = visit().page
    page.goto("/games/bigpoints/study/solve/position?board=112233")
    board, laid = page.locator("#board"), page.locator(".picked[data-of=board] button")
    laid.nth(0).click()
    page.locator('.picks[data-into=board] [data-text="4"]').click()
    expect(board).to_have_value("412233")
    laid.nth(0).click()
    expect(laid.nth(0)).to_have_attribute("aria-pressed", "true")
    laid.nth(5).click()
    expect(board).to_have_value("312234")
    page.get_by_role("button", name="Another example").click()
    assert sorted(board.input_value()) == list("122334")


def test_melds_are_tapped_together_one_after_the_other(visit):
    page = visit().page
    page.goto("/games/buraco/study/odds/arrange?hand=KD")
    page.get_by_text("What else you know").click()
    page.locator("summary", has_text="Your side's melds").click()
    picks = page.locator('.picks[data-into="melds"]')
    for text in ("7H", "8H", "9H", ",", "3D", "4D", "5D"):
        picks.locator(f'[data-text="{text}"]').click()
    assert page.locator("#melds").input_value() == "7H 8H 9H , 3D 4D 5D"
    page.locator(".picked[data-of=melds] button").nth(3).click()
    assert page.locator("#melds").input_value() == "7H 8H 9H 3D 4D 5D"
