"""Flights: a showdown card by card after a breath, and stones that come from the table."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice, pairwise

import numpy as np
import pytest
from frozen import moments, scene_of
from playwright.sync_api import expect
from test_motion import passed_deal, sit

from deals import positions, random_position
from ludoteca.core import rooms
from ludoteca.core.registry import load_game
from ludoteca.core.shuffles.shoe import Shoe
from ludoteca.games.buraco.face_moves import plays
from ludoteca.games.buraco.ids import PLAYING
from ludoteca.games.mus import face_words
from ludoteca.games.mus.ids import CUT, ENVITE
from ludoteca.table.scene import Draft, Scene
from ludoteca.web.kit.face import seen
from ludoteca.web.kit.whole_table import draw

SHOWN = """(views) => {
  for (const [decision, html] of views.entries()) {
    endFlights();
    window.line.onmessage({ data: JSON.stringify({ type: "view", decision, html }) });
  }
  return document.getAnimations().filter(({ effect }) => effect.target.closest("#flights"))
    .map(({ effect }) => ({
      piece: effect.target.className, delay: effect.getTiming().delay,
      seen: getComputedStyle(effect.target).opacity,
      colour: getComputedStyle(effect.target).backgroundColor,
      properties: [...new Set(effect.getKeyframes().flatMap(Object.keys))].sort(),
    }));
}"""


def test_hands_of_a_showdown_are_turned_one_card_after_the_other_after_a_breath(visit, server):
    page = sit(visit(reduced_motion="no-preference"), server, "mus")
    *_earlier, last, end = passed_deal()
    flights = page.evaluate(SHOWN, [str(draw(last)), str(draw(end))])
    cards = [one for one in flights if "card" in one["piece"].split()]
    faces = [one["delay"] for one in cards if "face-down" not in one["piece"].split()]
    assert len(faces) == 12, "three other hands of four"
    assert faces[0] >= 300
    assert all(later - earlier >= 100 for earlier, later in pairwise(faces))
    moved = {name for one in cards for name in one["properties"]}
    assert moved == {"composite", "computedOffset", "easing", "offset", "transform"}


RESULT = """(views) => {
  const heard = [];
  audio = { state: "running" };
  schedule = (_context, name, after = 0) => heard.push([name, after]);
  for (const [decision, html] of views.entries()) {
    endFlights();
    window.line.onmessage({ data: JSON.stringify({ type: "view", decision, html }) });
  }
  const begins = (path) => Math.min(...document.querySelector(path).getAnimations()
    .map(({ effect }) => effect.getTiming().delay));
  const turned = [...document.querySelectorAll("#flights > .card:not(.face-down)")];
  const ends = turned.flatMap((card) => card.getAnimations())
    .map(({ effect }) => effect.getComputedTiming().endTime);
  return { result: begins(".result"), count: begins(".counted"), last: Math.max(...ends), heard,
    seen: getComputedStyle(document.querySelector(".result")).opacity };
}"""


def test_who_won_is_told_and_counted_when_all_hands_are_seen_or_somebody_presses(visit, server):
    page = sit(visit(reduced_motion="no-preference"), server, "mus")
    *_earlier, last, end = passed_deal()
    told = page.evaluate(RESULT, [str(draw(last)), str(draw(end))])
    assert told["result"] >= told["last"] > 1500
    assert told["count"] >= told["last"]
    assert told["seen"] == "0"
    names = [name for name, _after in told["heard"]]
    assert names == ["card"] * 12, "the outcome is heard later"
    page.locator(".felt").click(position={"x": 3, "y": 3})
    expect(page.locator(".result")).to_have_css("opacity", "1", timeout=1000)


CALLED = """(views) => {
  for (const [decision, html] of views.entries()) {
    endFlights();
    window.line.onmessage({ data: JSON.stringify({ type: "view", decision, html }) });
  }
  const begins = (path) => document.querySelector(path).getAnimations()
    .map(({ effect }) => effect.getTiming().delay);
  const turned = [...document.querySelectorAll("#flights > .card:not(.face-down)")];
  const ends = turned.flatMap((card) => card.getAnimations())
    .map(({ effect }) => effect.getComputedTiming().endTime);
  const [called, felt] = [".seat > .pk-worth", ".felt"].map((path) => document.querySelector(path));
  return { scrolls: felt.scrollHeight - felt.clientHeight,
    theirs: begins(".seat > .pk-worth"), own: begins(".own > .pk-worth"),
    last: Math.max(...ends), seen: getComputedStyle(called).opacity };
}"""


def test_the_name_of_a_hand_of_poker_and_who_won_are_told_when_its_last_card_is_turned(
    visit, server
):
    page = sit(visit(reduced_motion="no-preference"), server, "poker")
    state = load_game("poker").new_state()
    shoe = Shoe.shuffled(state.game, state.options, seed=3)
    last = scene_of(state)
    while not state.is_terminal():
        chance, last = state.is_chance(), scene_of(state)
        state.apply_unchecked(shoe.draw(state) if chance else state.legal_actions()[-1])
    told = page.evaluate(CALLED, [str(draw(last)), str(draw(scene_of(state)))])
    assert told["last"] > 600, "cards of the other hand are turned"
    assert [told["theirs"], told["own"]] == [[pytest.approx(told["last"], abs=1)]] * 2
    assert told["seen"] == "0"
    assert told["scrolls"] <= 1, "the result comes to its place from below and needs no scrollbar"


def test_nothing_is_turned_slowly_where_motion_is_not_wanted(visit, server):
    page = sit(visit(reduced_motion="reduce"), server, "mus")
    *_earlier, last, end = passed_deal()
    assert page.evaluate(SHOWN, [str(draw(last)), str(draw(end))]) == []


def test_stones_that_are_won_come_from_the_table(visit, server):
    page = sit(visit(reduced_motion="no-preference"), server, "mus")
    first = scene_of(next(moments("mus")))
    assert first.view is not None
    views = []
    for points in (1, 4):
        record = first.view.record.copy()
        record["score"][0] = [points, 0]
        views.append(str(draw(replace(first, view=replace(first.view, record=record)))))
    flights = page.evaluate(SHOWN, views)
    assert [one["piece"].split()[0] for one in flights] == ["stone"] * 3


def bets_of_grande() -> list[Scene]:
    """What seat 0 sees before the first bet, after one of two stones, and after two more."""
    game = load_game("mus")
    state = game.new_state({"signs": "none", "corrido": "no"})
    shoe = Shoe.shuffled(game, state.options, seed=3)
    while state.is_chance():
        state.apply_unchecked(shoe.draw(state))
    state.apply_unchecked(CUT)
    scenes = [scene_of(state)]
    for _bet in range(2):
        state.apply_unchecked(ENVITE + 2)
        scenes.append(scene_of(state))
    return scenes


def test_stones_of_a_bet_come_from_the_seat_that_bets(visit, server):
    page = sit(visit(reduced_motion="no-preference"), server, "mus")
    before, bet, raised = (str(draw(scene)) for scene in bets_of_grande())
    for views in ([before, bet], [bet, raised]):
        flights = page.evaluate(SHOWN, views)
        assert [one["piece"].split()[0] for one in flights] == ["stone"] * 2
        assert all(one["colour"].startswith("rgb(") for one in flights), "not transparent"
    page.emulate_media(reduced_motion="reduce")
    assert page.evaluate(SHOWN, [before, bet]) == []


def test_cards_of_a_turn_leave_the_seat_one_by_one_and_are_not_seen_before(visit, server):
    page = sit(visit(reduced_motion="no-preference"), server, "eras")
    before, after = (str(draw(scene_of(state))) for state in islice(moments("eras"), 5, 7))
    cards = [one for one in page.evaluate(SHOWN, [before, after]) if "opacity" in one["properties"]]
    assert len({one["delay"] for one in cards}) > 5
    assert {one["seen"] for one in cards} == {"0"}


FROM = """(views) => {
  for (const [decision, html] of views.entries()) {
    endFlights();
    window.line.onmessage({ data: JSON.stringify({ type: "view", decision, html }) });
  }
  const flies = ({ effect }) => effect.target.closest("#flights");
  const flights = document.getAnimations().filter(flies);
  for (const flight of flights) flight.pause();
  for (const flight of flights) flight.currentTime = 0;
  return flights.map(({ effect }) => effect.target.getBoundingClientRect());
}"""


def test_what_a_meld_is_called_is_seen_when_its_cards_have_landed(visit, server):
    page = sit(visit(reduced_motion="no-preference"), server, "buraco")
    moves = positions("buraco", {"profile": "aberto"}, 5)
    state = next(s for s in moves if s.current_player() == 0 and s.record[0].phase == PLAYING)
    run = (3, 4, 5)
    state.record[0].hand[0, run] = 1
    state.record[0].in_hand[0] = int(state.record[0].hand[0].sum())
    before = str(draw(scene_of(state, 1)))
    for action in plays(state.view(0), run)[0].actions:
        state.apply_unchecked(action)
    after = str(draw(scene_of(state, 1)))
    assert page.evaluate(SHOWN, [before, after])
    mark = page.locator(".bu-mark").last
    expect(mark).to_have_css("opacity", "0")
    page.evaluate("endFlights()")
    expect(mark).to_have_css("opacity", "1")


def test_the_morto_that_is_taken_comes_from_its_heap_where_it_lies_while_melds_are_tried(
    visit, server
):
    page = sit(visit(reduced_motion="no-preference"), server, "buraco")
    moves = positions("buraco", {"profile": "aberto"}, 5)
    state = next(s for s in moves if s.current_player() == 0 and s.record[0].phase == PLAYING)
    s, run, rng = state.record[0], (3, 4, 5), np.random.default_rng(1)
    s.hand[0] = 0
    s.hand[0, run] = 1
    s.in_hand[0] = len(run)
    play = plays(state.view(0), run)[0]
    scene = scene_of(state)
    tried = replace(scene, draft=Draft(play.actions, (), scene.view.after(play.actions)))
    for action in play.actions:
        state.apply_unchecked(action)
    while state.is_chance():
        state.apply_unchecked(state.sample_chance(rng))
    page.evaluate(FROM, [str(draw(tried))])
    expect(page.locator("[data-deals]")).to_have_count(2)
    heap = page.locator("[data-deals]").last.bounding_box()
    begun = page.evaluate(FROM, [str(draw(tried)), str(draw(scene_of(state)))])
    inside = [
        one
        for one in begun
        if heap["x"] - 9 <= one["x"] + one["width"] / 2 <= heap["x"] + heap["width"] + 9
        and heap["y"] - 9 <= one["y"] + one["height"] / 2 <= heap["y"] + heap["height"] + 9
    ]
    assert len(inside) >= 10, "the cards of a morto"


def last_and_new(game: str) -> tuple[str, str, str]:
    """The last two views of a deal, and the first of the next."""
    *_earlier, last, end = moments(game)
    return tuple(str(draw(scene_of(state))) for state in (last, end, next(moments(game, seed=2))))


PATHS = """(views) => {
  for (const [decision, html] of views.entries()) {
    endFlights();
    regions.forEach((live) => (live.until = 0));
    window.line.onmessage({ data: JSON.stringify({ type: "view", decision, html }) });
  }
  const flown = document.getAnimations().filter(({ effect }) => effect.target.closest("#flights"));
  const middle = ({ effect: { target } }) => {
    const { x, y, width, height } = target.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  };
  for (const flight of flown) flight.pause();
  return flown.map((flight) => {
    const { delay, endTime } = flight.effect.getComputedTiming();
    const [from, to] = [delay, endTime - 0.01].map((time) => {
      flight.currentTime = time;
      return middle(flight);
    });
    return { piece: flight.effect.target.className, delay, endTime, from, to };
  });
}"""
AGAIN = """(html) => {
  window.line.onmessage({ data: JSON.stringify({ type: "view", decision: 1, html }) });
}"""
HANDS = """() => [...document.querySelectorAll(".rivals > .seat, .own")]
  .map((one) => one.getBoundingClientRect().toJSON())"""


def hand_of(place: list[float], hands: list[dict[str, float]]) -> int:
    """The number of the hand that a place lies in, or nearest to."""
    x, y = place
    far = [
        max(box["left"] - x, x - box["right"], 0) + max(box["top"] - y, y - box["bottom"], 0)
        for box in hands
    ]
    return far.index(min(far))


@pytest.mark.parametrize("game", ["buraco", "mus", "poker", "eras"])
def test_a_new_deal_is_dealt_from_one_place_a_card_to_each_hand_in_turn_in_a_second(
    visit, server, game
):
    page = sit(visit(reduced_motion="no-preference"), server, game)
    _last, end, new = last_and_new(game)
    dealt = page.evaluate(PATHS, [end, new])
    hands = page.evaluate(HANDS)
    cards = page.locator(":is(.rivals > .seat, .own) [data-hand] .card, .fan.rival .card").count()
    assert len(dealt) == cards
    assert len({(round(one["from"][0]), round(one["from"][1])) for one in dealt}) == 1
    order = [hand_of(one["to"], hands) for one in dealt]
    assert set(order[: len(hands)]) == set(range(len(hands)))
    assert [one["delay"] for one in dealt] == sorted({one["delay"] for one in dealt})
    assert max(one["endTime"] for one in dealt) < 1000
    assert page.locator(".heap [style*='opacity: 0']").count() == 0, "no heap is hollow"
    page.evaluate(AGAIN, new)
    assert page.locator("#flights > .flying").count() == cards, "another view ends nothing"
    page.locator(".felt").click(position={"x": 3, "y": 3})
    expect(page.locator("#flights > .flying")).to_have_count(0)
    page.emulate_media(reduced_motion="reduce")
    assert page.evaluate(PATHS, [end, new]) == []


def test_a_replay_that_is_leafed_back_from_the_end_deals_nothing(visit, server):
    page = sit(visit(reduced_motion="no-preference"), server, "mus")
    last, end, _new = last_and_new("mus")
    page.evaluate("delete document.querySelector('main').dataset.turn")
    flown = page.evaluate(PATHS, [end, last])
    assert len({tuple(one["from"]) for one in flown}) > 1


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)])
@pytest.mark.parametrize(("game", "seed"), [("buraco", 6), ("mus", 1), ("poker", 1)])
def test_at_the_end_of_a_deal_hands_are_turned_where_they_are_and_no_flights_cross(
    visit, server, game, seed, size
):
    page = sit(visit(reduced_motion="no-preference", size=size), server, game)
    options = {"profile": "burraco"} if game == "buraco" else None
    *_earlier, last, end = (
        str(draw(scene_of(state))) for state in list(positions(game, options, seed))[-2:]
    )
    cards = [one for one in page.evaluate(PATHS, [last, end]) if "card" in one["piece"]]
    hands = page.evaluate(HANDS)
    paths = [(hand_of(one["from"], hands), hand_of(one["to"], hands)) for one in cards]
    assert [path for path in paths if path[0] != path[1]] == []
    slid = (
        "document.getAnimations().filter(({ effect }) => effect.target.matches('.bu-card')).length"
    )
    assert page.evaluate(slid) == 0


def test_the_press_that_ends_a_deal_does_not_cut_the_showdown_off(visit, server):
    visitor = visit(reduced_motion="no-preference")
    visitor.page.clock.install(time=0)
    page = sit(visitor, server, "mus")
    page.clock.pause_at(60)
    last, end, _new = last_and_new("mus")
    page.evaluate(SHOWN, [last])
    page.locator(".to-rules").hover()
    page.evaluate("() => addEventListener('click', (event) => event.preventDefault())")
    page.mouse.down()
    page.mouse.up()
    page.clock.run_for(20)
    page.evaluate(PATHS, [last, end])
    page.clock.run_for(1000)
    assert page.locator("#flights > .flying").count() > 0


VOICE = """window.spoken = [];
const [english, spanish] = [{ lang: "en-GB" }, { lang: "es-ES" }];
Object.defineProperty(window, "speechSynthesis", { value: {
  getVoices: () => [english, spanish],
  speak: ({ text, lang, voice }) => window.spoken.push([text, lang, voice?.lang]),
} });
window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };"""


def test_bets_are_said_aloud_once_that_is_switched_on_by_a_voice_of_their_language(visit, server):
    visitor = visit()
    visitor.page.add_init_script(VOICE)
    page = sit(visitor, server, "mus")
    scenes = bets_of_grande()
    first, second = (
        face_words.word_of(scene, seen(scene), int(seen(scene).bettor) - 1) for scene in scenes[1:]
    )
    before, bet, raised = (str(draw(scene)) for scene in scenes)
    page.evaluate(SHOWN, [bet, before])
    assert page.evaluate("spoken") == [], "off until it is turned on"
    page.evaluate("document.querySelector('[data-switch=voice]').click()")
    page.evaluate(SHOWN, [bet, bet, raised])
    said = page.evaluate("spoken")
    assert said == [[first, "es", "es-ES"], [second, "es", "es-ES"]]


def test_the_switch_of_the_voice_is_there_where_there_are_a_voice_and_words(visit, server):
    switch = "document.querySelector('[data-switch=voice]').closest('label').hidden"
    for game, voice, hidden in (("mus", True, False), ("vangin", True, True), ("mus", False, True)):
        visitor = visit()
        none = "Object.defineProperty(window, 'speechSynthesis', { value: undefined });"
        visitor.page.add_init_script(VOICE if voice else none)
        page = sit(visitor, server, game)
        page.evaluate(SHOWN, [str(draw(scene_of(next(moments(game)))))])
        assert page.evaluate(switch) is hidden


SCORE_AFTER = f"""(views) => {{
  ({SHOWN})(views);
  return [...document.querySelectorAll(".scores .score-points")].map((one) => one.innerText);
}}"""


def test_the_score_grows_with_the_lines_of_a_count(visit, server):
    page = sit(visit(reduced_motion="no-preference"), server, "mus")
    *_earlier, last, end = passed_deal()
    page.evaluate(SHOWN, [str(draw(last))])
    figures = page.locator(".scores .score-points")
    before = figures.all_inner_texts()
    # Read in the task that draws the end: the first line of the count begins right after it.
    assert page.evaluate(SCORE_AFTER, [str(draw(end))]) == before
    final = page.locator(".counted").last.locator("td > span").all_inner_texts()
    assert final != before
    expect(figures).to_have_text(final)


END_TWICE = """([last, ...ends]) => {
  const send = (html, decision) =>
    window.line.onmessage({ data: JSON.stringify({ type: "view", decision, html }) });
  send(last, 1);
  endFlights();
  const texts = () => [...document.querySelectorAll(".score-points")].map((one) => one.innerText);
  const told = [texts()];
  for (const html of ends) {
    send(html, 2);
    told.push(texts());
  }
  return [told, getComputedStyle(document.querySelector(".result")).opacity,
    "counting" in document.querySelector(".scores").dataset];
}"""


def test_the_score_stays_until_it_is_counted_where_another_view_of_the_end_comes(visit, server):
    page = sit(visit(reduced_motion="no-preference"), server, "mus")
    *_earlier, last, end = (str(draw(scene)) for scene in passed_deal())
    (before, *after), seen, counts = page.evaluate(END_TWICE, [last, end, end])
    assert after == [before] * 2
    assert (seen, counts) == ("0", True)
    page.locator(".felt").click(position={"x": 3, "y": 3})
    final = page.locator(".counted").last.locator("td > span").all_inner_texts()
    assert final != before
    expect(page.locator(".scores .score-points")).to_have_text(final, timeout=1000)


HEAD_OF_COUNT = """([last, end]) => {
  const send = (html, decision) =>
    window.line.onmessage({ data: JSON.stringify({ type: "view", decision, html }) });
  send(last, 1);
  endFlights();
  const texts = () => [...document.querySelectorAll(".score-points")].map((one) => one.innerText);
  window.told = [texts()];
  const seen = new MutationObserver(() => told.push(texts()));
  send(end, 2);
  seen.observe(document.querySelector(".scores"), { childList: true, subtree: true });
  return [".side .decided", ".log li:last-child"]
    .map((path) => getComputedStyle(document.querySelector(path)).opacity);
}"""


def test_the_score_never_falls_while_mus_is_counted_and_who_won_stands_nowhere_before(
    visit, server
):
    page = sit(visit(reduced_motion="no-preference", size=(1440, 900)), server, "mus")
    states = list(positions("mus", {"signs": "none", "corrido": "no"}, 17))
    last, end = (str(draw(scene_of(state))) for state in states[-2:])
    assert page.evaluate(HEAD_OF_COUNT, [last, end]) == ["0", "0"]
    page.locator(".felt").click(position={"x": 3, "y": 3})
    for path in (".side .decided", ".log li:last-child"):
        expect(page.locator(path)).to_have_css("opacity", "1", timeout=1000)
    final = page.locator(".counted").last.locator("td > span").all_inner_texts()
    expect(page.locator(".scores .score-points")).to_have_text(final)
    told = [[int(n) for n in sums] for sums in page.evaluate("told")]
    assert any(told[0])
    assert told[0] != told[-1]
    for side in (0, 1):
        assert sorted(sums[side] for sums in told) == [sums[side] for sums in told]


TO_GO = """(html) => {
  window.line.onmessage({ data: JSON.stringify({ type: "view", decision: 9, html }) });
  return [...document.querySelectorAll(".bu-left")].map((one) => getComputedStyle(one).visibility);
}"""


def test_the_score_ends_at_the_last_line_of_a_count_where_that_takes_points_away(visit, server):
    game, options = load_game("buraco"), {"profile": "aberto"}
    views = [str(draw(scene_of(random_position(game, options, n, 3)))) for n in (40, 9999)]
    page = sit(visit(reduced_motion="no-preference"), server, "buraco")
    page.evaluate(SHOWN, views)
    head = page.locator(".scores .score-points")
    page.wait_for_function("""() => !document.getAnimations().some(({ animationName, playState }) =>
      animationName === "counted" && playState === "running")""")
    last_line = page.locator(".counted").last
    assert last_line.locator("b").first.inner_text().startswith("−")
    expect(head).to_have_text(last_line.locator("td > span").all_inner_texts())


def test_the_points_still_to_go_are_told_when_all_of_a_deal_are_counted(visit, server):
    game, options = load_game("buraco"), {"profile": "aberto"}
    last, end = (random_position(game, options, n, 3) for n in (40, 9999))
    page = sit(visit(reduced_motion="no-preference"), server, "buraco")
    page.evaluate(SHOWN, [str(draw(scene_of(last)))])
    assert page.evaluate(TO_GO, str(draw(scene_of(end)))) == ["hidden"] * 2
    expect(page.locator(".bu-left").first).to_be_visible()
    sums = page.locator(".counted").last.locator("td > span").all_inner_texts()
    expect(page.locator(".scores .score-points")).to_have_text(sums)
    left = [int(end.record[0].target) - int(n.replace("−", "-")) for n in sums]
    assert page.locator(".bu-left").all_inner_texts() == [f"{n:,} to go" for n in left]


def test_in_a_guided_deal_whose_bets_are_not_drawn_no_stone_flies(visit, server):
    page = sit(visit(reduced_motion="no-preference", size=(390, 844)), server, "mus")
    lesson = load_game("mus").hook(rooms.lesson)
    scenes = [replace(scene, lesson=tuple(lesson(scene.view))) for scene in bets_of_grande()]
    assert scenes[1].lesson
    before, bet, raised = (str(draw(scene)) for scene in scenes)
    for views in ([before, bet], [bet, raised]):
        assert page.evaluate(SHOWN, views) == []
