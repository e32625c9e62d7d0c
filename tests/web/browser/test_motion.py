"""Movement at the table: what stands still, what flies, what is heard, pressed and dragged."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import groupby

import pytest
from eyes import SIZES
from frozen import CLOSELY, frozen_scene, moments, scene_of
from hands import MOVES, SENT
from playwright.sync_api import Locator, Page, expect
from visits import Server, Visitor

from ludoteca.core.numbers import Exact, Odd
from ludoteca.core.registry import load_game
from ludoteca.core.shuffles.shoe import Shoe
from ludoteca.games.eras.rules import NUMBER
from ludoteca.games.mus.ids import CUT, NOTHING, PASS, SAY, SIGN
from ludoteca.players.advice.advise import Advice
from ludoteca.table.scene import Scene
from ludoteca.web.kit.whole_table import draw

GAMES = ("bigpoints", "eras", "vangin", "poker", "mus", "buraco")
TWO_SIZES = ((390, 844), (1280, 800))

# The page's own script shows views that a test hands to it instead of a server.
NO_SERVER = """window.WebSocket = class {
  static OPEN = 1;
  readyState = 1;
  constructor() { window.line = this; setTimeout(() => this.onopen()); }
  send() {}
  close() {}
};"""
PLAY = """async ([views, close, stays]) => {
  const outer = [".stage-head", ".felt", ".own", ".actions", ".side", ".side > [data-key]"];
  const parts = [...outer, ".board", ".own > .chip", ".own [data-hand]", ".action-bar", ".seat",
    ".seat .chip", ".board > [data-key]",
    ".board > * > [data-key]:not([data-key=turned], [data-key=laid], [data-key=last])"];
  const shifts = [], boxes = {};
  const observer = new PerformanceObserver((list) => shifts.push(...list.getEntries()));
  const where = ({ node, previousRect: from, currentRect: to }) =>
    `${node?.className} ${[from.x, from.y]} to ${[to.x, to.y]}`;
  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  for (const [n, html] of views.entries()) {
    endFlights();
    await frame();
    // At the end the middle makes room for the result, and nothing else moves.
    const over = !stays && html.includes('data-key="result"');
    if (over || n === close) observer.disconnect();
    window.line.onmessage({ data: JSON.stringify({ type: "view", decision: n, html }) });
    regions.forEach((live) => live.hurry());
    await frame();
    if (n === 0) observer.observe({ type: "layout-shift" });
    const named = (over ? outer : parts).map((part) => [part, `#table-root ${part}`]);
    for (const [part, path] of named) for (const one of document.querySelectorAll(path)) {
      const { x, y, width, height } = one.getBoundingClientRect();
      const seen = (boxes[`${part} ${one.closest("[data-key]").dataset.key}`] ??= {});
      (seen[[x, y, width, height].map(Math.round).join(" ")] ??= []).push(n);
    }
  }
  await frame();
  observer.disconnect();
  const moved = Object.entries(boxes).filter(([, seen]) => Object.keys(seen).length > 1);
  return {
    moved: moved.map(([part, seen]) => part + JSON.stringify(seen)),
    shifts: shifts.map((one) => [one.value, ...one.sources.map(where)]),
  };
}"""


def sit(visitor: Visitor, server: Server, game: str) -> Page:
    """The page of a table of ``game``, which shows the views that it is given."""
    page, known = visitor.page, load_game(game)
    asked = {"game": game, "seats": ["friend"] * known.num_players(known.options())}
    headers = {"Origin": server.address}
    opened = page.request.post("/api/tables", data=asked, headers=headers)
    assert opened.ok, opened.text()
    page.add_init_script(NO_SERVER)
    page.goto(f"/tables/{opened.json()['id']}")
    return page


def deal(game: str) -> Iterator[Scene]:
    """What seat 0 sees of a deal; its own decisions before and after the odds, fewer or more."""
    odds = tuple(Odd(f"Chance {n}", Exact(Fraction(40 + n, 100))) for n in range(6))
    for n, state in enumerate(moments(game)):
        scene = scene_of(state)
        yield scene
        if state.current_player() == 0:
            # The chance of vangin lies on the table itself.
            known = odds[: 1 if game == "vangin" else 1 + n % 6]
            yield replace(scene, advice=Advice(odds=known))


@pytest.mark.parametrize(
    "sizes", [TWO_SIZES, pytest.param(SIZES, marks=pytest.mark.soak)], ids=["two", "five"]
)
@pytest.mark.parametrize("game", GAMES)
def test_no_box_moves_from_the_first_decision_of_a_deal_to_its_last(visit, server, game, sizes):
    """Of two sizes, every other view is shown at each, in turn."""
    page = sit(visit(reduced_motion="no-preference"), server, game)
    # Of the later part of a long deal only some decisions are drawn: they are no movement.
    views = [(str(draw(scene)), scene.seq < CLOSELY) for scene in deal(game)]
    step = 2 if sizes is TWO_SIZES else 1
    for number, (width, height) in enumerate(sizes):
        page.set_viewport_size({"width": width, "height": height})
        # The result lies over the middle there, and the board stays as well.
        over = game in ("bigpoints", "vangin")
        shown_here = views[number % step :: step]
        upright = width < height and width < 47 * 16
        for shown in stretches(shown_here) if upright else [shown_here]:
            close = sum(is_close for _view, is_close in shown)
            found = page.evaluate(PLAY, [[view for view, _is_close in shown], close, over])
            assert found["moved"] == [], f"{width}x{height}"
            assert found["shifts"] == [], f"{width}x{height}"


def stretches(views: list[tuple[str, bool]]) -> list[list[tuple[str, bool]]]:
    """The views of a deal, parted where a box of melds on an upright phone gets its first one.

    Until then it is a line, so that the hand has its room.
    """
    empty = re.compile(r'class="bu-pair [^"]*\bempty"')
    return [list(part) for _boxes, part in groupby(views, lambda view: len(empty.findall(view[0])))]


def passed_deal() -> Iterator[Scene]:
    """What seat 0 sees of mus to the count: all sign, and pass every lance; the signs are seen."""
    game = load_game("mus")
    state = game.new_state({"signs": "federation", "corrido": "no", "catch": 100})
    shoe = Shoe.shuffled(game, state.options, seed=3)
    while not state.is_terminal():
        if state.is_chance():
            state.apply_unchecked(shoe.draw(state))
            continue
        yield scene_of(state)
        legal = state.legal_actions()
        signs = [a for a in legal if SIGN <= a < SAY]
        state.apply_unchecked(next(a for a in (*signs[-1:], NOTHING, CUT, PASS) if a in legal))
    yield scene_of(state)


def test_seats_of_mus_stand_from_the_first_sign_to_the_count(visit, server):
    page = sit(visit(reduced_motion="no-preference"), server, "mus")
    views = [str(draw(scene)) for scene in passed_deal()]
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        moved = page.evaluate(PLAY, [views, len(views), False])["moved"]
        # The count takes the place of the lances.
        assert [part for part in moved if not part.startswith(".board")] == [], f"{width}x{height}"


SEND = """([html, decision, title]) =>
  window.line.onmessage({ data: JSON.stringify({ type: "view", decision, html, title }) })"""
FLYING = """() => document.getAnimations().map(({ effect }) => ({
  flies: effect.target.className, composite: effect.composite,
  properties: effect.getKeyframes().flatMap(Object.keys),
  lasts: effect.getTiming().duration, until: effect.getComputedTiming().endTime }))"""
HEARD = """const heard = (window.heard = []);
window.AudioContext = class {
  state = "running"; currentTime = 0; sampleRate = 8000; destination = {};
  createBuffer() { heard.push("noise"); return { getChannelData: () => [] }; }
};
const node = class {
  constructor(context, { frequency } = {}) {
    this.context = context;
    if (frequency) heard.push(frequency);
  }
  gain = { setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} };
  connect(other) { return other; }
  start() {}
  stop() {}
};
window.OscillatorNode = window.AudioBufferSourceNode = window.GainNode = node;
window.BiquadFilterNode = class extends node { constructor() { super(null, {}); } };
window.Notification = class {
  static permission = "default";
  static async requestPermission() { heard.push("asked"); return (this.permission = "granted"); }
  constructor(title, { body }) { heard.push(`${title}: ${body}`); }
};"""


def show(page: Page, scene: Scene, decision: int, title: str = "") -> None:
    page.evaluate(SEND, [str(draw(scene)), decision, title])


def test_cards_fly_for_a_quarter_of_a_second_at_most_and_an_act_ends_it(visit, server):
    page = sit(visit(reduced_motion="no-preference"), server, "vangin")
    show(page, frozen_scene("vangin", after=0), 0)
    show(page, frozen_scene("vangin", after=2), 1)
    flights = page.evaluate(FLYING)
    assert any("flying" in flight["flies"] for flight in flights)
    moving = {"transform", "opacity", "offset", "computedOffset", "easing", "composite"}
    for flight in flights:
        assert set(flight["properties"]) <= moving
        assert flight["composite"] == "replace", "else each frame of it is styled anew"
        assert flight["until"] <= 420 + 250, "dealt one after the other, not for long"
    page.locator("button.va-deck").click()
    page.wait_for_function("() => !document.querySelector('#flights > .flying')")
    page.emulate_media(reduced_motion="reduce")
    show(page, frozen_scene("vangin", after=4), 2)
    assert page.evaluate(FLYING) == []


TWICE = f"""(view) => {{
  const send = {SEND};
  const unseen = () => [...document.querySelectorAll(".felt [data-piece]")]
    .filter((piece) => getComputedStyle(piece).opacity === "0").length;
  send(view);
  const first = unseen();
  send(view);
  return [first, unseen(), document.querySelectorAll("#flights > .flying").length];
}}"""


def test_a_piece_is_not_seen_beside_its_flying_copy_when_a_second_view_comes(visit, server):
    page = sit(visit(reduced_motion="no-preference"), server, "vangin")
    show(page, frozen_scene("vangin", after=0), 0)
    view = str(draw(frozen_scene("vangin", after=2)))
    first, then, copies = page.evaluate(TWICE, [view, 1, ""])
    assert 0 < first == then <= copies
    page.wait_for_function("() => !document.querySelector('#flights > .flying')")
    assert page.locator(".felt [data-piece][style*='opacity: 0']").count() == 0


def test_a_turned_trick_is_seen_until_somebody_presses(visit, server):
    visitor = visit()
    visitor.page.clock.install(time=0)
    page = sit(visitor, server, "eras")
    page.clock.pause_at(60)
    turned = next(scene for scene in deal("eras") if "data-linger" in draw(scene))
    later = next(scene for scene in deal("eras") if scene.seq > turned.seq + 5)
    show(page, turned, 1)
    show(page, later, 2)
    assert page.locator("[data-linger]").count() == 1
    page.locator(".felt").click()
    page.clock.run_for(10)
    assert page.locator("[data-linger]").count() == 0


def test_a_card_a_turn_and_a_win_are_heard_unless_muted_and_the_hidden_page_calls(visit, server):
    visitor = visit()
    visitor.page.add_init_script(HEARD)
    page = sit(visitor, server, "vangin")
    turn, win = [660, 880], [523, 659, 784, 1047]
    show(page, frozen_scene("vangin", after=0), 0, "Vangin")
    assert page.evaluate("heard") == [], "nothing before the first press"
    page.locator(".felt").click()
    show(page, frozen_scene("vangin", after=1), 1, "● Vangin")
    assert page.evaluate("heard") == ["noise", *turn]
    won = frozen_scene("vangin", after=99)
    show(page, replace(won, result=(1.0,), totals=(1.0,)), 2, "Vangin")
    assert page.evaluate("heard.splice(0)")[3:] == win
    page.get_by_role("button", name="Menu").click()
    page.get_by_label("Notify me of my turn").check()
    page.get_by_label("Sound", exact=True).uncheck()
    page.wait_for_function("() => localStorage.getItem('ludoteca-switch-notify') === 'on'")
    page.evaluate("Object.defineProperty(document, 'hidden', { value: true })")
    show(page, frozen_scene("vangin", after=2), 3, "● Vangin")
    page.wait_for_function("() => heard.at(-1) === 'Vangin: Your turn'")
    assert "noise" not in page.evaluate("heard")
    page.reload()
    assert not page.get_by_label("Sound", exact=True).is_checked(), "it is remembered"


def press_while(page: Page, button: Locator, comes: Callable[[], None], how: str) -> None:
    """Press a button, and let something come before the pointer, or the space bar, goes up."""
    button.hover()
    button.focus()
    page.mouse.down() if how == "mouse" else page.keyboard.down(" ")
    comes()
    page.mouse.up() if how == "mouse" else page.keyboard.up(" ")


@pytest.mark.parametrize("how", ["mouse", "keyboard"])
def test_a_view_that_comes_while_a_button_is_pressed_takes_no_press_away(visit, server, how):
    page = sit(visit(), server, "kuhn")
    page.evaluate(SENT)
    show(page, frozen_scene("kuhn"), 1)
    button = page.locator(MOVES).first
    meant = [int(button.get_attribute("data-act") or -1)]
    later = frozen_scene("kuhn", after=1)
    press_while(page, button, lambda: show(page, later, 2), how)
    page.wait_for_function("() => sent.some((message) => message.type === 'act')")
    acts = [sent for sent in page.evaluate("sent") if sent["type"] == "act"]
    assert [(act["decision"], act["actions"]) for act in acts] == [(1, meant)]
    page.wait_for_function("() => document.querySelector('main').dataset.decision === '2'")


@pytest.mark.parametrize("how", ["mouse", "keyboard"])
def test_the_button_that_takes_the_seat_back_stays_while_a_machine_moves(visit, server, how):
    def moves(after: int) -> None:
        away = frozen_scene("mus", after=after)
        own = replace(away.seats[0], stood_in=True)
        show(page, replace(away, seats=(own, *away.seats[1:])), after)

    page = sit(visit(), server, "mus")
    page.evaluate(SENT)
    moves(1)
    button = page.get_by_role("button", name="Take my seat back")
    button.focus()
    drawn = button.element_handle()
    moves(2)
    assert drawn.evaluate("button => button === document.activeElement")
    press_while(page, button, lambda: moves(3), how)
    page.wait_for_function("() => sent.some((message) => message.type === 'back')")


def test_the_key_of_a_button_that_is_not_shown_makes_no_move(visit, server):
    """Of poker's two buttons that which goes with the cards picked is shown."""
    page = sit(visit(), server, "poker")
    page.evaluate(SENT)
    scene = next(scene for scene in deal("poker") if "pk-keep" in draw(scene))
    show(page, scene, scene.seq)
    page.locator("#pk-exchange .card-check").first.check(force=True)
    page.keyboard.press("0")
    page.locator("#pk-exchange .card-check").first.uncheck(force=True)
    assert not [one for one in page.evaluate("sent") if one["type"] == "act"]
    page.keyboard.press("0")
    page.wait_for_function("() => sent.some((message) => message.type === 'act')")


def test_enter_plays_the_picked_cards_from_a_card_and_from_nowhere_but_no_other_control(
    visit, server
):
    page = sit(visit(), server, "poker")
    page.evaluate(SENT)
    scene = next(scene for scene in deal("poker") if "pk-keep" in draw(scene))
    show(page, scene, scene.seq)
    acts = "() => sent.filter((message) => message.type === 'act').length"
    page.keyboard.press("Enter")
    page.keyboard.press("1")
    page.locator(".side summary:visible").first.focus()
    page.keyboard.press("Enter")
    assert page.evaluate(acts) == 0
    page.locator("#pk-exchange .card-check").nth(1).focus()
    page.keyboard.press("Space")
    expect(page.locator("#pk-exchange :checked")).to_have_count(2)
    page.keyboard.press("Enter")
    page.wait_for_function("() => sent.some((message) => message.type === 'act')")
    assert page.evaluate(acts) == 1


def test_a_card_carried_to_the_table_is_laid_and_one_dropped_elsewhere_goes_back(visit, server):
    page = sit(visit(), server, "eras")
    page.evaluate(SENT)
    show(page, frozen_scene("eras"), 1)
    carry(page, ".own > .chip")
    assert page.locator("#er-lay :checked").count() == 0
    card = carry(page, ".er-table")
    acts = [sent["actions"] for sent in page.evaluate("sent") if sent["type"] == "act"]
    assert acts == [[NUMBER + 1, card]]


def carry(page: Page, target: str) -> int:
    """Drag the second card of the hand there; its value."""
    card = page.locator("#er-lay label.card").nth(1)
    value = int(card.locator("input").input_value())
    card.hover()
    page.mouse.down()
    place = page.locator(target).bounding_box()
    assert place is not None
    page.mouse.move(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2, steps=5)
    assert page.locator("#flights > .flying").count() == 1
    page.mouse.up()
    return value
