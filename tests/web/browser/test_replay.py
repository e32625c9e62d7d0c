"""Records on the page: dropped, leafed through, seen as somebody, played on, reported."""

from __future__ import annotations

import pytest
from hands import (
    RESULT,
    by_mouse,
    find_costly_moves,
    from_lobby,
    make,
    my_turn,
    open_table,
    options,
    play_out,
    table_of,
)
from playwright.sync_api import Page, expect

from deals import random_position
from ludoteca.core.record import GameRecord

SMALL = {"colours": 2, "discs": 3, "white": 0, "black": 0}
DROP = """text => {
  const data = new DataTransfer();
  data.items.add(new File([text], "game.txt", { type: "text/plain" }));
  document.querySelector("main").dispatchEvent(
    new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: data }));
}"""
SLIDER = ".replay-bar input[type=range]"


@pytest.fixture
def finished(visit) -> Page:
    """The page of a small game of Big Points that is over."""
    page = visit().page
    open_table(page, "bigpoints", **options(**SMALL))
    play_out(page, by_mouse)
    return page


def record_of(page: Page) -> str:
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the record").click()
    return download.value.path().read_text()


def to(page: Page, place: int) -> None:
    """Push the slider to a place."""
    page.locator(SLIDER).evaluate(
        """(slider, place) => {
          slider.value = place;
          slider.dispatchEvent(new Event("input", { bubbles: true }));
        }""",
        place,
    )
    expect(page.locator(".replay-at")).to_have_text(f"{place} / {last(page)}")


def last(page: Page) -> int:
    return int(page.locator(SLIDER).get_attribute("max") or 0)


def test_a_record_dropped_on_the_page_opens_as_a_replay_of_the_same_moves(finished, visit):
    text = record_of(finished)
    other = visit().page
    other.goto("/")
    other.evaluate(DROP, text)
    other.wait_for_url("**/records/*")
    to(other, last(other))
    expect(other.locator(RESULT)).to_be_visible()
    moves = other.locator(".move-list a").count()
    assert moves == len(GameRecord.parse(text).moves) - first_stop(text)


def first_stop(text: str) -> int:
    """The number of moves of chance that a record begins with."""
    state = GameRecord.parse(text).replay()
    return next(n for n, move in enumerate(state.moves) if move.actor >= 0)


def test_what_is_no_record_is_refused_in_a_sentence_and_left_to_be_mended(visit):
    visitor = visit()
    visitor.expected = "422"
    visitor.page.goto("/")
    visitor.page.evaluate(DROP, "game: bridge\n")
    expect(visitor.page.locator("#record-error")).to_be_in_viewport()
    assert visitor.page.locator("#record-text").input_value() == "game: bridge\n"


def test_the_slider_goes_back_and_forth_over_a_whole_game(finished):
    page = finished
    page.get_by_role("link", name="Replay").click()
    page.locator(SLIDER).wait_for()
    end = last(page)
    to(page, end)
    boards = {end: page.locator(".board").inner_html()}
    for place in (0, end // 2, end, 0, end // 2):
        to(page, place)
        seen = page.locator(".board").inner_html()
        assert boards.setdefault(place, seen) == seen
    assert len(set(boards.values())) == 3
    # The arrow keys work anywhere on the page, and the address is that of the position.
    page.locator(".replay-at").click()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".replay-at")).to_have_text(f"{end // 2 + 1} / {end}")
    assert page.url.endswith(f"?move={end // 2 + 1}")
    page.reload()
    expect(page.locator(".replay-at")).to_have_text(f"{end // 2 + 1} / {end}")
    page.keyboard.press("Home")
    expect(page.locator(".replay-at")).to_have_text(f"0 / {end}")
    # A move of the list leads to the table after it, without another page.
    page.evaluate("window.stayed = true")
    page.locator(".move-list a").last.click()
    expect(page.locator(".replay-at")).to_have_text(f"{end} / {end}")
    expect(page.locator(".move-list [aria-current]").last).to_be_in_viewport()
    # By themselves the moves begin anew at the end, and stop there.
    play = page.get_by_label("Play the moves automatically")
    play.check(force=True)
    expect(page.locator(".replay-at")).to_have_text(f"1 / {end}")
    page.keyboard.press("End")
    expect(play).not_to_be_checked()
    assert page.evaluate("window.stayed")


FOLLOWS = """() => {
  const shown = parseInt(document.querySelector(".replay-at").textContent);
  return shown > 0 && shown === Number(document.querySelector("[data-slide]").value);
}"""


def test_the_table_follows_the_slider_while_it_is_dragged(finished):
    page = finished
    page.get_by_role("link", name="Replay").click()
    to(page, 0)
    box = page.locator(SLIDER).bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=3)
    page.wait_for_function(FOLLOWS)
    page.mouse.up()


def test_a_place_chosen_while_there_is_no_connection_is_shown_with_the_next(finished):
    page = finished
    page.get_by_role("link", name="Replay").click()
    page.locator(SLIDER).wait_for()
    end = last(page)
    to(page, end)
    page.evaluate("() => { regions.forEach((live) => live.socket.close()); showMove(1); }")
    expect(page.locator(".replay-at")).to_have_text(f"1 / {end}")


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)])
def test_nothing_covers_the_hand_in_a_replay(visit, size):
    page = visit(size=size).page
    from_lobby(page, "kuhn")
    play_out(page, by_mouse)
    page.goto(page.url + "/replay")
    page.locator(SLIDER).wait_for()
    own, foot = (page.locator(part).bounding_box() for part in (".own", ".replay-foot"))
    assert own["y"] + own["height"] <= foot["y"] + 1
    assert foot["y"] + foot["height"] <= size[1] + 1
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]


@pytest.mark.parametrize("players", [2, 5])
def test_the_piles_of_eras_are_seen_whole_in_a_replay(visit, players):
    page = visit().page
    state = random_position("eras", {"players": players}, 400, seed=3)
    page.goto("/")
    page.evaluate(DROP, GameRecord.from_state(state, [""] * players).to_text())
    page.locator(SLIDER).wait_for()
    # There before the style sheets are.
    page.wait_for_load_state()
    wrong = []
    for width, height in ((1280, 800), (1440, 900), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        piles, own = (page.locator(part).bounding_box() for part in (".er-piles", ".own"))
        if piles["y"] + piles["height"] > own["y"] + 1:
            wrong.append((width, height, piles, own))
    assert wrong == []


def test_on_phones_the_hands_of_buraco_and_the_deck_of_poker_are_seen_in_a_replay(visit):
    page = visit(size=(390, 740)).page
    for game, shown in (("buraco", ".rivals .fan[data-hand] .slot"), ("poker", ".pk-middle")):
        state = random_position(game, None, 60, seed=3)
        page.goto("/")
        page.evaluate(DROP, GameRecord.from_state(state, ["Ana"]).to_text())
        page.locator(SLIDER).wait_for()
        page.wait_for_load_state()
        expect(page.locator(shown).first).to_be_visible()
        felt, part = (page.locator(at).first.bounding_box() for at in (".centre", shown))
        assert part["y"] + part["height"] <= felt["y"] + felt["height"] + 1, game
        if game == "buraco":
            first, second = (page.locator(".own .fan-row").nth(n).bounding_box() for n in (0, 1))
            assert second["y"] > first["y"], "the own hand's rows lie one below the other"
            assert second["x"] == pytest.approx(first["x"], abs=40)
            assert second["x"] + second["width"] <= 390


# Of a table of mus: the width of its rim, the height of an own card in that of the window, and
# whether each own card lies beside the one before.
ROOM = """() => {
  const cards = [...document.querySelectorAll(".own .card")].map(
    (card) => card.getBoundingClientRect());
  const rim = getComputedStyle(document.querySelector(".stage"), "::before").borderTopWidth;
  return [parseFloat(rim) || 0, cards[0].height / innerHeight,
    cards.slice(1).every((card, n) => card.left >= cards[n].right)];
}"""


def test_a_replay_of_mus_has_the_rim_and_the_sizes_of_its_table(visit):
    page = visit().page
    state = random_position("mus", {"signs": "none", "corrido": "no"}, 5, seed=4)
    page.goto("/")
    page.evaluate(DROP, GameRecord.from_state(state, [""] * 4).to_text())
    page.locator(SLIDER).wait_for()
    page.wait_for_load_state()
    to(page, last(page))
    for size, tall in (((1440, 900), 0.24), ((390, 844), 0.15)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        rim, height, beside = page.evaluate(ROOM)
        assert (rim > 0) == (size[0] > 1264)
        assert height > tall, size
        assert beside, size


def test_all_hands_are_shown_afterwards_and_one_seats_eyes_can_be_taken(visit):
    page = visit().page
    from_lobby(page, "kuhn")
    play_out(page, by_mouse)
    page.get_by_role("link", name="Replay").click()
    page.locator(SLIDER).wait_for()
    hands = cards(page)
    assert len(hands) == 2
    assert "?" not in hands
    eyes = page.get_by_role("navigation", name="Point of view").get_by_role("link")
    expect(eyes.first).to_be_in_viewport()
    for seat in (0, 1):
        eyes.nth(seat + 1).click()
        expect(eyes.nth(seat + 1)).to_have_attribute("aria-current", "true")
        assert cards(page) == "".join(c if n == seat else "?" for n, c in enumerate(hands))


def cards(page: Page) -> str:
    """The card of each seat in the text of a table of Kuhn poker."""
    return table_of(page).split()[1]


def test_a_position_of_a_record_is_played_on(finished):
    page = finished
    page.get_by_role("link", name="Replay").click()
    page.locator(SLIDER).wait_for()
    to(page, last(page) // 2)
    page.get_by_role("button", name="Play on from here").click()
    page.wait_for_url("**/tables/*")
    assert my_turn(page)
    make(page, by_mouse)


def test_the_moves_that_cost_most_are_looked_for(finished):
    page = finished
    page.get_by_role("link", name="Replay").click()
    expect(find_costly_moves(page)).to_be_visible()


DRAWN = """<p class="why-better"><span class="drawn-move">add 5 to 6–8, discard 9</span>
<strong>Better:</strong> <span class="drawn-move">discard 5</span></p>"""


def test_what_was_better_is_a_line_below_what_was_done(finished):
    finished.set_viewport_size({"width": 1440, "height": 900})
    finished.get_by_role("link", name="Replay").click()
    finished.get_by_role("link", name="First move").click()
    place = finished.locator(".why-move")
    place.evaluate("(place, drawn) => place.insertAdjacentHTML('beforeend', drawn)", DRAWN)
    done, better = (one.bounding_box() for one in finished.locator(".why-better > span").all())
    assert done["y"] + done["height"] <= better["y"] + 8
    bar = finished.locator(".replay-bar").bounding_box()
    assert better["y"] + better["height"] < bar["y"]


def test_a_deal_is_reported_with_a_sentence(finished):
    page = finished
    page.get_by_role("link", name="Report this deal").click()
    page.get_by_label("What was wrong?").fill("The third move was not mine.")
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_role("heading", name="Thank you")).to_be_visible()
    page.get_by_role("link", name="Go to the table").click()
    expect(page.locator(RESULT)).to_be_visible()


def test_the_shuffle_of_a_finished_deal_is_checked_on_the_page(visit):
    page = visit().page
    from_lobby(page, "kuhn")
    play_out(page, by_mouse)
    page.get_by_role("link", name="Replay").click()
    page.get_by_role("link", name="Check the shuffle").click()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert page.locator("main .form-error").count() == 0


# Cards, discs and names that lie below the felt, out of the window, or under the bar.
HIDDEN = """() => {
  const box = (one) => one.getBoundingClientRect();
  const [felt, foot] = [".felt", ".replay-foot"].map((name) => box(document.querySelector(name)));
  const kinds = ":is(.card, .disc, .pawn, .step, .chip)";
  const parts = document.querySelectorAll(`.stage :is(.felt, .own) ${kinds}`);
  return Array.from(parts).filter((part) => {
    const { left, right, bottom } = box(part);
    if (!part.checkVisibility({ visibilityProperty: true })) return false;
    return left < -1 || right > innerWidth + 1 || bottom > innerHeight + 1
      || (part.closest(".felt") && bottom > felt.bottom + 2)
      || (foot.left === 0 && bottom > foot.top + 1);
  }).map((part) => part.className);
}"""


# What scrolls up and down beside the page itself, and whether the result lies over the own cards.
AT_THE_END = """() => {
  const scrolls = [...document.querySelectorAll("main *")].filter((one) =>
    one.checkVisibility() && /auto|scroll/.test(getComputedStyle(one).overflowY)
    && one.scrollHeight > one.clientHeight + 1);
  const result = document.querySelector(".stage .result").getBoundingClientRect();
  const covered = [...document.querySelectorAll(".own .card")].some((card) =>
    card.getBoundingClientRect().top < result.bottom - 1);
  return [scrolls.map((one) => one.className), covered];
}"""


@pytest.mark.parametrize("game", ["buraco", "mus", "poker"])
def test_at_the_end_of_a_replay_in_a_low_window_the_list_of_moves_scrolls_alone(visit, game):
    page = visit(size=(800, 600)).page
    state = random_position(game, None, 9999, seed=3)
    page.goto("/")
    page.evaluate(DROP, GameRecord.from_state(state, [""] * state.num_players).to_text())
    page.locator(SLIDER).wait_for()
    page.wait_for_load_state()
    to(page, last(page))
    expect(page.locator(RESULT)).to_be_visible()
    scrolls, covered = page.evaluate(AT_THE_END)
    assert set(scrolls) <= {"move-list"}
    assert not covered


@pytest.mark.parametrize(
    ("game", "options"),
    [("bigpoints", {"players": 5}), ("mus", None), ("poker", None), ("eras", {"players": 2})],
)
def test_all_of_the_table_is_seen_in_a_replay_of_every_size(visit, game, options):
    page = visit().page
    state = random_position(game, options, 400, seed=3)
    page.goto("/")
    page.evaluate(DROP, GameRecord.from_state(state, [""] * state.num_players).to_text())
    page.locator(SLIDER).wait_for()
    page.wait_for_load_state()
    to(page, last(page) // 3)
    hidden = {}
    for size in ((390, 844), (844, 390), (800, 600), (1440, 900)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        hidden[size] = page.evaluate(HIDDEN)
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    assert not any(hidden.values()), hidden
