"""Entering a table and ending a deal: nothing moves; the arrows of a guided deal cross no word."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

import pytest
from eyes import LANGUAGES, SIZES
from frozen import moments, scene_of
from test_motion import GAMES, TWO_SIZES, sit

from ludoteca.core.registry import load_game
from ludoteca.table.scene import Scene
from ludoteca.web.kit.whole_table import draw

SHOW = """async (views) => {
  const shifts = [];
  const observer = new PerformanceObserver((list) => shifts.push(...list.getEntries()));
  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const put = async (html, decision) => {
    window.line.onmessage({ data: JSON.stringify({ type: "view", decision, html }) });
    regions.forEach((live) => live.hurry());
    await frame();
    endFlights();
    await frame();
  };
  await put(views[0], 0);
  observer.observe({ type: "layout-shift" });
  for (const [n, html] of views.slice(1).entries()) await put(html, n + 1);
  await frame();
  observer.disconnect();
  const where = ({ node, previousRect: from, currentRect: to }) =>
    `${node?.className} ${[from.x, from.y, from.width, from.height].map(Math.round)}` +
    ` to ${[to.x, to.y, to.width, to.height].map(Math.round)}`;
  return shifts.map((one) => [one.value, ...one.sources.map(where)]);
}"""


def not_dealt(scene: Scene, phase: str) -> Scene:
    """The table of ``scene`` before its first deal."""
    return replace(scene, phase=phase, view=None, deal=0, totals=(), log=(), undo="no")


@pytest.mark.parametrize("game", GAMES)
def test_nothing_moves_when_the_first_cards_come(visit, server, game):
    page = sit(visit(), server, game)
    first = scene_of(next(moments(game)))
    views = [not_dealt(first, "waiting"), not_dealt(first, "preparing"), first]
    for width, height in TWO_SIZES:
        page.set_viewport_size({"width": width, "height": height})
        shifts = page.evaluate(SHOW, [str(draw(view)) for view in views])
        assert shifts == [], f"{width}x{height}"


CUT_PROMPT = """() => {
  const prompt = document.querySelector(".prompt"), small = prompt.querySelector("small");
  const box = small.getBoundingClientRect(), felt = document.querySelector(".felt");
  const around = felt.getBoundingClientRect(), look = getComputedStyle(prompt);
  const held = prompt.getBoundingClientRect();
  return [
    box.height < 10 || look.clipPath !== "none" ? "unseen" : "",
    small.scrollHeight > small.clientHeight + 1 ? "lines" : "",
    small.scrollWidth > small.clientWidth + 1 ? "the end" : "",
    box.left < around.left || box.right > around.right ? "beside the felt" : "",
    look.overflow !== "visible" && box.bottom > held.bottom + 1 ? "below" : "",
  ].filter(Boolean);
}"""


@pytest.mark.parametrize("game", [game for game in GAMES if game != "vangin"])
def test_what_is_said_while_machines_are_made_ready_is_seen_whole_on_phones(frozen, game):
    wrong, first = [], scene_of(next(moments(game)))
    for language in LANGUAGES:
        page = frozen.show(not_dealt(first, "preparing"), language)
        for width, height in (*SIZES[:3], (360, 640)):
            page.set_viewport_size({"width": width, "height": height})
            wrong += [f"{language} {width}x{height}: {what}" for what in page.evaluate(CUT_PROMPT)]
    assert wrong == []


@pytest.mark.parametrize("game", ["eras", "poker", "vangin"])
def test_nothing_moves_when_the_result_comes(visit, server, game):
    page = sit(visit(), server, game)
    *_earlier, last, end = moments(game)
    views = [str(draw(scene_of(state))) for state in (last, end)]
    for width, height in TWO_SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(SHOW, views) == [], f"{width}x{height}"


# The words and cards that the drawing of a step crosses; nothing where it has no arrow.
CROSSED = """(html) => {
  window.line.onmessage({ data: JSON.stringify({ type: "view", decision: 1, html }) });
  regions.forEach((live) => live.hurry());
  const found = [];
  const steps = document.querySelectorAll("#table-root .lesson-step").length;
  for (let number = 0; number < steps; number++) {
    showStep(number);
    sessionStorage.setItem(STEP, JSON.stringify([momentOf(lessonNow()), number]));
    pointOut();
    const shaft = document.querySelector(".pointer .shaft");
    if (!shaft?.getAttribute("d")) continue;
    const arrow = shaft.getBoundingClientRect();
    const [left, right] = [arrow.left - 2, arrow.right + 2];
    const [top, bottom] = [arrow.top - 2, arrow.bottom + 2];
    const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    while (words.nextNode()) {
      const { data, parentElement } = words.currentNode;
      if (!data.trim() || !parentElement.checkVisibility({ visibilityProperty: true })) continue;
      range.selectNodeContents(words.currentNode);
      for (const box of range.getClientRects())
        if (box.left < right && box.right > left && box.top < bottom && box.bottom > top)
          found.push(`step ${number}: ${data}`);
    }
  }
  return { found, steps };
}"""


@pytest.mark.parametrize("game", GAMES)
def test_the_arrows_of_a_guided_deal_cross_no_word(visit, server, game):
    page = sit(visit(), server, game)
    guide = load_game(game).room("guide")
    shown = 0
    for width, height in TWO_SIZES:
        page.set_viewport_size({"width": width, "height": height})
        for state in islice(moments(game, options=guide.lesson_options()), 3):
            scene = replace(scene_of(state), lesson=tuple(guide.lesson(state.view(0))))
            crossed = page.evaluate(CROSSED, str(draw(scene)))
            assert crossed["found"] == [], f"{width}x{height} after {len(state.moves)} moves"
            shown += crossed["steps"]
    assert shown > 2


# The steps whose ring has room for more than the buttons that they mean, and how many mean one.
LOOSE_RINGS = """(html) => {
  window.line.onmessage({ data: JSON.stringify({ type: "view", decision: 1, html }) });
  regions.forEach((live) => live.hurry());
  const bar = document.querySelector("#table-root .actions"), found = [];
  let meant = 0;
  document.querySelectorAll("#table-root .lesson-step").forEach((step, number) => {
    sessionStorage.setItem(STEP, JSON.stringify([momentOf(lessonNow()), number]));
    pointOut();
    const part = step.dataset.part && partOf(bar.parentElement, step.dataset.part.split(" ")[0]);
    if (!part || !bar.contains(part)) return;
    meant++;
    const buttons = part.matches("button") ? [part] : [...part.querySelectorAll(".act")];
    const boxes = buttons.filter((b) => b.checkVisibility()).map((b) => b.getBoundingClientRect());
    const width = Math.max(...boxes.map((b) => b.right)) - Math.min(...boxes.map((b) => b.left));
    const ring = document.querySelector(".pointer rect").getBoundingClientRect();
    if (ring.width > width + 2 * GAP + 1) found.push(`step ${number}: ${ring.width} for ${width}`);
  });
  return { found, meant };
}"""


@pytest.mark.parametrize("game", ["bigpoints", "mus", "poker"])
def test_the_ring_of_a_guided_deal_is_around_the_buttons_that_a_step_means(visit, server, game):
    page = sit(visit(), server, game)
    guide = load_game(game).room("guide")
    meant = 0
    for width, height in TWO_SIZES:
        page.set_viewport_size({"width": width, "height": height})
        for state in islice(moments(game, options=guide.lesson_options()), 2):
            scene = replace(scene_of(state), lesson=tuple(guide.lesson(state.view(0))))
            rings = page.evaluate(LOOSE_RINGS, str(draw(scene)))
            assert rings["found"] == [], f"{width}x{height} after {len(state.moves)} moves"
            meant += rings["meant"]
    assert meant


# The pixels by which the rules before the first deal reach behind what is below them.
RULES_BEHIND = """() => {
  const edge = (part, side) => document.querySelector(part).getBoundingClientRect()[side];
  const end = Math.min(edge(".felt", "bottom"), edge(".own .chip", "top"));
  return Math.max(0, edge(".changed-rules", "bottom") - end);
}"""


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_rules_of_a_clock_are_read_whole_before_the_first_deal_on_phones(frozen, lang):
    scene = not_dealt(scene_of(next(moments("mus"))), "preparing")
    page = frozen.show(replace(scene, clock_setting=(300.0, 5.0)), lang)
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate(RULES_BEHIND) == 0
