"""Movement at the table: what stands still, what flies, what is heard, what can be dragged."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import pytest
from eyes import SIZES
from frozen import decisions, scene_of
from playwright.sync_api import Page
from visits import Server, Visitor

from ludoteca.core.numbers import Exact, Odd
from ludoteca.core.registry import load_game
from ludoteca.players.advice.advise import Advice
from ludoteca.table.scene import Scene
from ludoteca.web.kit import table

GAMES = ("bigpoints", "eras", "vangin", "poker", "mus", "buraco")
TWO_SIZES = ((390, 844), (1280, 800))
LEAST = 0.02  #: a shift of the layout: a meld that grows pushes another one to the next line

# The page's own script shows views that a test hands to it instead of a server.
NO_SERVER = """window.WebSocket = class {
  static OPEN = 1;
  readyState = 1;
  constructor() { window.line = this; setTimeout(() => this.onopen()); }
  send() {}
  close() {}
};"""
PLAY = """async (views) => {
  const parts = [".stage-head", ".felt", ".board", ".own", ".own > .chip", ".own [data-hand]",
    ".actions", ".action-bar", ".seat", ".seat .chip", ".board > [data-key]",
    ".board > * > [data-key]:not([data-key=turned], [data-key=laid], [data-key=last])"];
  const shifts = [], boxes = {};
  const observer = new PerformanceObserver((list) => shifts.push(...list.getEntries()));
  const where = ({ node, previousRect: from, currentRect: to }) =>
    `${node?.className} ${[from.x, from.y]} to ${[to.x, to.y]}`;
  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  for (const [n, html] of views.entries()) {
    endFlights();
    await frame();
    window.line.onmessage({ data: JSON.stringify({ type: "view", decision: n, html }) });
    await frame();
    if (n === 0) observer.observe({ type: "layout-shift" });
    for (const part of parts) for (const one of document.querySelectorAll(`#table-root ${part}`)) {
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
    """What seat 0 sees of a deal to its last decision; its own ones before and after the odds."""
    odds = (Odd("A chance", Exact(Fraction(41, 100))),)
    for state in decisions(game):
        if state.is_terminal():
            return
        scene = scene_of(state)
        yield scene
        if state.current_player() == 0:
            yield replace(scene, advice=Advice(odds=odds))


@pytest.mark.parametrize(
    "sizes", [TWO_SIZES, pytest.param(SIZES, marks=pytest.mark.soak)], ids=["two", "five"]
)
@pytest.mark.parametrize("game", GAMES)
def test_no_box_moves_from_the_first_decision_of_a_deal_to_its_last(visit, server, game, sizes):
    page = sit(visit(reduced_motion="no-preference"), server, game)
    views = [str(table.draw(scene)) for scene in deal(game)]
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        found = page.evaluate(PLAY, views)
        assert found["moved"] == [], f"{width}x{height}"
        large = [shift for shift in found["shifts"] if shift[0] >= LEAST]
        assert large == [], f"{width}x{height}"
