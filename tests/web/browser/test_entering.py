"""Entering a table and ending a deal: nothing that is there already moves."""

from __future__ import annotations

from dataclasses import replace

import pytest
from frozen import moments, scene_of
from test_motion import GAMES, TWO_SIZES, sit

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


@pytest.mark.parametrize("game", ["eras", "poker", "vangin"])
def test_nothing_moves_when_the_result_comes(visit, server, game):
    page = sit(visit(), server, game)
    *_earlier, last, end = moments(game)
    views = [str(draw(scene_of(state))) for state in (last, end)]
    for width, height in TWO_SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(SHOW, views) == [], f"{width}x{height}"
