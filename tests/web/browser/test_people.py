"""People at one table: by a link, on another device, away and back, asking for a move back."""

from __future__ import annotations

import re

import pytest
from hands import (
    MOVES,
    RESULT,
    by_mouse,
    first,
    invitation,
    last_event,
    make,
    open_table,
    options,
    table_of,
)
from parties import Party, come_by, party, say
from playwright.sync_api import Page, expect

SMALL = {"colours": 2, "discs": 2, "white": 0, "black": 0}
FIRST_LINE = "Deal 1 begins."

# A device whose sheet is dismissed each time, as browsers report it.
SHEET = """(can) => {
  window.shared = [];
  navigator.canShare = (what) => can && "url" in what;
  navigator.share = (what) => {
    shared.push(what);
    return Promise.reject(new DOMException("closed", "AbortError"));
  };
}"""


def own_chip(page: Page, name: str) -> None:
    expect(page.locator(".own .chip-name")).to_have_text(re.compile(rf"{name}.*\(you\)"))


def offered_name(page: Page) -> str:
    """The name of who took the one that the form began with."""
    name, you = page.locator(".own .chip-name").inner_text().split()
    assert (name != "Guest", you) == (True, "(you)")
    return name


def play_out_together(people: Party) -> None:
    for _act in range(60):
        if any(page.locator(RESULT).count() for page in people.pages):
            for page in people.pages:
                expect(page.locator(RESULT)).to_be_visible()
            return
        make(people.mover(), by_mouse)
    raise AssertionError("no end in sight")


def test_two_people_play_one_table_to_its_end_each_seeing_the_result_as_theirs(visit):
    people = party(visit, "bigpoints", **options(**SMALL))
    own_chip(people.ana, "Ana")
    expect(people.ana.locator(".seat .chip-name")).to_have_text(offered_name(people.bruno))
    play_out_together(people)
    won, lost = sorted((page.locator(".verdict").inner_text() for page in people.pages), key=len)
    if "draw" in won:
        assert won == lost
    else:
        more, less = re.fullmatch(r"You win (\d+) to (\d+)\.", won).groups()
        assert lost == f"You lose {less} to {more}."
        assert int(more) > int(less)
    lines = [page.locator("[data-log] > li").count() for page in people.pages]
    assert lines[0] == lines[1]


def test_an_invitation_is_shared_where_the_device_can_and_a_closed_sheet_is_silent(visit):
    page = visit().page
    page.add_init_script(f"({SHEET})(sessionStorage.getItem('can') === 'yes')")
    open_table(page, "bigpoints", seat1="friend", name="Ana")
    assert invitation(page)
    expect(page.get_by_role("button", name="Share")).to_have_count(0)
    page.evaluate("sessionStorage.setItem('can', 'yes')")
    page.reload()
    page.get_by_role("button", name="Share").first.click()
    told = page.evaluate("shared")
    assert told == [{"title": "Invitations · Big Points", "url": invitation(page)}]
    assert page.locator("#notice").inner_text() == ""


def test_an_invitation_stands_another_load_another_language_and_a_second_paste(visit):
    page = visit().page
    open_table(page, "bigpoints", seat1="friend", name="Ana")
    link = invitation(page)
    guest = visit().page
    guest.goto(link)
    name = guest.locator("[data-token-to] input[name=name]")
    name.wait_for()
    for address in ("/seat", "/seat?lang=es", link):
        guest.goto(address)
        name.wait_for()
        assert "#" not in guest.url
    name.fill("Bruno")
    name.press("Enter")
    guest.wait_for_url("**/tables/*")
    guest.goto("/seat")
    expect(guest.locator("[data-token-to]")).to_contain_text("ya no sirve")


def test_who_waits_at_the_invitations_is_taken_to_the_table_when_the_others_are_ready(visit):
    ana, bruno = visit().page, visit().page
    open_table(ana, "bigpoints", seat1="friend", name="Ana")
    come_by(bruno, invitation(ana))
    ana.wait_for_url(bruno.url)
    ana.get_by_role("button", name="Ready").click()
    ana.locator("#table-root .chip.to-move").wait_for()
    ana.go_back()
    expect(ana.locator(".who-is-missing")).to_have_text("All seats are taken.")
    say(bruno, "Hello!")
    expect(bruno.get_by_role("log")).to_contain_text("Hello!")
    assert ana.url.endswith("/links"), "who comes back is not sent away again"


def test_a_form_is_sent_once_however_often_it_is_pressed(visit):
    page = visit().page
    page.goto("/games/bigpoints/new")
    sent = []
    page.on("request", lambda request: request.method == "POST" and sent.append(request.url))
    page.get_by_role("button", name="Open the table").dblclick()
    page.wait_for_url("**/tables/*")
    assert len(sent) == 1


def test_who_watches_a_table_by_invitation_is_offered_no_seat(visit):
    page = visit().page
    open_table(page, "bigpoints", seat1="friend", name="Ana")
    watcher = visit().page
    watcher.goto(page.url.removesuffix("/links"))
    expect(watcher.locator(".stage")).to_be_visible()
    expect(watcher.get_by_role("button", name="Take seat")).to_have_count(0)


def test_after_the_end_one_press_takes_each_to_the_next_game(visit):
    people = party(visit, "bigpoints", **options(**SMALL))
    play_out_together(people)
    before = people.ana.url
    for page, words in zip(people.pages, ("Play again", "Play again with Ana"), strict=True):
        page.get_by_role("button", name=words, exact=True).click()
        page.wait_for_url(lambda url: url != before)
    assert people.ana.url == people.bruno.url
    own_chip(people.ana, "Ana")
    offered = offered_name(people.bruno)  # a seat further
    expect(people.ana.locator(".seat .chip.to-move")).to_contain_text(offered)


def test_each_sees_their_own_cards_and_not_the_others(visit):
    people = party(visit, "minirummy")
    hands = [hand_of(page, seat) for seat, page in enumerate(people.pages)]
    assert all(re.fullmatch(r"([a-d]\d ?)+", hand) for hand in hands), hands
    assert hand_of(people.ana, 1) == hand_of(people.bruno, 0) == "- ..."


def hand_of(page: Page, seat: int) -> str:
    """The cards of a seat in the text of the table, dots for what is not seen."""
    found = re.findall(r": \d cards: (.*?)  runs", table_of(page))
    assert len(found) == 2, table_of(page)
    return found[seat]


def test_who_leaves_by_the_menu_has_no_seat_any_more_and_who_watches_is_not_asked(visit):
    people = party(visit, "minirummy")
    watcher = visit().page
    watcher.goto(people.ana.url)
    expect(watcher.get_by_role("log")).to_contain_text(FIRST_LINE)
    for page in (watcher, people.ana):
        page.get_by_role("button", name="Menu").click()
    menu = people.ana.locator("#table-menu")
    expect(menu.locator(".leave")).to_be_visible()
    expect(watcher.locator("#table-menu .leave")).to_be_hidden()
    table = people.ana.url
    menu.locator("summary", has_text="Leave the table").click()
    menu.get_by_role("button", name="Yes, leave for good").click()
    people.ana.wait_for_url("**/")
    people.ana.goto(table)
    expect(people.ana.locator(".stage")).not_to_have_class(re.compile(r"\bseated\b"))
    expect(people.bruno.locator(".seat .chip")).not_to_contain_text("Ana")


def test_who_watches_sees_no_hidden_card_and_follows(visit):
    people = party(visit, "minirummy")
    watcher = visit().page
    watcher.goto(people.ana.url)
    expect(watcher.get_by_role("log")).to_contain_text(FIRST_LINE)
    for _act in range(3):
        mover = people.mover()
        make(mover, by_mouse)
        piles = table_of(mover).splitlines()[0]
        expect(watcher.locator(".plain-table")).to_contain_text(piles)
        assert "..." in hand_of(watcher, 0)
        assert "..." in hand_of(watcher, 1)
        assert not re.search(r"[a-d]\d", hand_of(watcher, 0) + hand_of(watcher, 1))
    assert watcher.locator(MOVES).count() == 0


def standing(page: Page) -> tuple[str, list[str]]:
    """The board and all lines of the log, as text."""
    return page.locator(".board").inner_text(), page.locator("[data-log] > li").all_inner_texts()


def test_a_refresh_in_mid_move_keeps_the_seat_and_the_place(visit):
    page = visit().page
    open_table(page, "bigpoints", **options(colours=3, discs=3))
    make(page, lambda p: p.locator(".bp-move").first.click())
    page.locator(".bp-move").first.wait_for()
    before = standing(page)
    page.locator("label.pawn.can").first.click()
    page.reload()
    page.locator(".bp-move").first.wait_for()
    assert standing(page) == before
    make(page, lambda p: p.locator(".bp-move").first.click())


def test_a_link_takes_the_seat_to_another_device_and_its_secret_out_of_the_address(visit):
    page, phone = visit().page, visit(size=(390, 844), has_touch=True, is_mobile=True)
    open_table(page, "bigpoints", **options(colours=3, discs=3))
    make(page, lambda p: p.locator(".bp-move").first.click())
    page.goto(page.url + "/links")
    page.get_by_role("button", name="Make links").click()
    link = page.get_by_label("Your own seat, on another device").input_value()
    come_by(phone.page, link)
    assert "#" not in phone.page.url
    expect(phone.page.locator(".own .chip-name")).to_have_text("You")
    make(phone.page, lambda p: p.locator(".bp-move").first.tap())
    other = visit()
    other.expected = "404"
    other.page.goto(link)
    expect(other.page.get_by_text("This link no longer works")).to_be_visible()
    assert other.page.url.endswith("/seat"), "the link is used up"


def test_a_move_is_taken_back_when_the_other_agrees_and_stays_when_not(visit):
    people = party(visit, "bigpoints", **options(colours=3, discs=3))
    mover = people.mover()
    other = people.bruno if mover is people.ana else people.ana
    before = mover.locator(".board").inner_text()
    make(mover, lambda page: first(page).click())
    mover.get_by_role("button", name="Take the last move back").click()
    expect(mover.get_by_text("You asked to take it back.")).to_be_visible()
    expect(other.get_by_role("alert")).to_contain_text("Do you agree?")
    other.get_by_role("button", name="No", exact=True).click()
    expect(other.get_by_role("alert")).to_have_count(0)
    expect(mover.get_by_role("button", name="Take the last move back")).to_have_count(0)
    make(people.mover(), lambda page: first(page).click())
    asker = other
    asker.get_by_role("button", name="Take the last move back").click()
    mover.get_by_role("button", name="Yes", exact=True).click()
    asker.locator(MOVES).first.wait_for()
    assert mover.locator(".board").inner_text() != before
    expect(mover.locator(MOVES)).to_have_count(0)


def test_no_move_is_taken_back_where_seats_hold_cards(visit):
    people = party(visit, "minirummy")
    mover = people.mover()
    make(mover, by_mouse)
    expect(mover.get_by_role("button", name="Take the last move back")).to_have_count(0)


def test_a_machine_sits_in_for_who_is_away_and_gives_the_seat_back(visit):
    people = party(visit, "bigpoints", **options(colours=3, discs=6))
    ana, bruno = people.pages
    if people.mover() is bruno:
        make(bruno, lambda page: first(page).click())
    table = ana.url
    ana.goto("/")
    expect(bruno.locator(".seat .chip")).to_contain_text("away")
    expect(bruno.locator(".seat .chip")).to_contain_text("away: a machine plays")
    bruno.locator(MOVES).first.wait_for()
    make(bruno, lambda page: first(page).click())
    ana.goto(table)
    own_chip(ana, "Ana")
    expect(bruno.locator(".seat .chip")).not_to_contain_text("away")
    if people.mover() is bruno:
        make(bruno, lambda page: first(page).click())
    assert people.mover() in people.pages


def test_set_phrases_are_heard_by_everybody_each_in_their_own_language(visit):
    people = party(visit, "bigpoints", **options(**SMALL))
    people.bruno.goto(people.bruno.url + "?lang=es")
    people.bruno.get_by_role("log").wait_for()
    say(people.ana, "Well played!")
    expect(people.ana.get_by_role("log")).to_contain_text("Well played!")
    expect(people.bruno.get_by_role("log")).to_contain_text("¡Bien jugado!")
    assert people.ana.locator("#table-root textarea").count() == 0, "no free chat"


@pytest.mark.parametrize("listed", ["yes", "no"])
def test_a_listed_table_is_in_the_lobby_to_be_joined(visit, listed):
    host, guest = visit().page, visit().page
    open_table(host, "kuhn", seat1="friend", name=f"Host{listed}", listed=listed)
    assert invitation(host)
    guest.goto("/")
    line = guest.locator(".table-link", has_text=f"Host{listed}")
    if listed == "no":
        expect(line).to_have_count(0)
        return
    line.click()
    guest.get_by_label("Your name").fill("Bruno")
    guest.get_by_role("button", name="Take seat 2").click()
    own_chip(guest, "Bruno")


CLOCK = "#table-root > .own .clock"


def test_a_clock_counts_down_between_two_pushes(visit):
    page = visit().page
    open_table(page, "minirummy", minutes="5")
    page.locator(MOVES).first.wait_for()
    shown, line = page.locator(CLOCK).inner_text(), last_event(page)
    page.wait_for_function(
        f"([shown]) => document.querySelector('{CLOCK}').textContent !== shown", arg=[shown]
    )
    assert page.locator(CLOCK).inner_text() < shown
    named = "clock => clock.ariaLabel.includes(clock.textContent)"
    assert page.locator(CLOCK).evaluate(named), "its name counts down as well"
    assert last_event(page) == line


def test_who_runs_out_of_time_is_told_and_takes_the_seat_back(visit):
    page = visit().page
    # A long deal: at the end of a short one, which machines play on, there is no seat to take.
    open_table(page, "buraco", minutes="0.05", coach="no", hints="no")
    page.get_by_text("Your time ran out").wait_for()
    expect(page.locator(MOVES)).to_have_count(0)
    expect(page.get_by_role("log")).to_contain_text("ran out of time; a machine plays on.")
    page.get_by_role("button", name="Take my seat back").click()
    expect(page.get_by_text("Your time ran out")).to_have_count(0)


def test_the_link_of_an_invitation_is_seen_on_phones_without_scrolling(visit):
    page = visit(size=(390, 844), has_touch=True, is_mobile=True).page
    open_table(page, "mus", seat2="friend", minutes="5")
    for seen in (page.locator(".link-list input"), page.get_by_role("button", name="Copy")):
        expect(seen).to_be_in_viewport(ratio=1)
    expect(page.locator(".rule-words")).not_to_be_in_viewport()
