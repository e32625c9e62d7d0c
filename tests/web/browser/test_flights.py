"""Flights: a showdown card by card after a breath, and stones that come from the table."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from frozen import moments, scene_of
from test_motion import passed_deal, sit

from ludoteca.web.kit.whole_table import draw

SHOWN = """(views) => {
  for (const [decision, html] of views.entries()) {
    endFlights();
    window.line.onmessage({ data: JSON.stringify({ type: "view", decision, html }) });
  }
  return document.getAnimations().filter(({ effect }) => effect.target.closest("#flights"))
    .map(({ effect }) => ({
      piece: effect.target.className, delay: effect.getTiming().delay,
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
