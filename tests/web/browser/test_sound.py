"""The sounds of a table, rendered by the browser and measured."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import combinations

from frozen import moments, scene_of
from test_motion import show, sit

from ludoteca.table.deal import LogLine
from ludoteca.table.events import PHRASES

# "last" is the seconds after which a sound is silent, "edge" the largest sample of its first
# quarter of a millisecond and its last millisecond, "hertz" the strongest of its frequencies.
MEASURE = """async () => {
  const rate = 44100;
  const measured = {};
  for (const name of ["card", ...Object.keys(TUNES)]) {
    const context = new OfflineAudioContext(1, 2 * rate, rate);
    schedule(context, name);
    const all = (await context.startRendering()).getChannelData(0);
    const end = all.findLastIndex((value) => value !== 0) + 1;
    const heard = all.slice(all.findIndex((value) => value !== 0), end);
    const most = (samples) => samples.reduce((peak, value) => Math.max(peak, Math.abs(value)), 0);
    const edge = Math.max(most(heard.slice(0, rate / 4000)), most(heard.slice(-rate / 1000)));
    const strength = (hertz) => {
      const turn = (2 * Math.PI * hertz) / rate;
      const real = heard.reduce((sum, value, n) => sum + value * Math.cos(turn * n), 0);
      const other = heard.reduce((sum, value, n) => sum + value * Math.sin(turn * n), 0);
      return Math.hypot(real, other);
    };
    let [hertz, strongest] = [0, 0];
    for (let tried = 100; tried < 6000; tried *= 1.02) {
      const now = strength(tried);
      if (now > strongest) [hertz, strongest] = [tried, now];
    }
    measured[name] = { peak: most(heard), edge, last: end / rate, hertz };
  }
  return measured;
}"""


def apart(one: float, other: float) -> bool:
    """True where the larger is at least a fifth larger."""
    return max(one, other) >= 1.2 * min(one, other)


def test_sounds_are_quiet_and_short_do_not_click_and_can_be_told_apart(visit):
    page = visit().page
    page.goto("/")
    sounds = page.evaluate(MEASURE)
    assert set(sounds) == {"card", "chip", "feat", "turn", "won", "even", "lost"}
    for name, sound in sounds.items():
        assert -40 < 20 * math.log10(sound["peak"]) < -6, name
        assert sound["edge"] < sound["peak"] / 20, f"{name} clicks"
        assert sound["last"] < 1, name
    for one, other in combinations(sounds, 2):
        ways = [(sounds[one][what], sounds[other][what]) for what in ("last", "hertz")]
        assert any(apart(*way) for way in ways), f"{one} sounds like {other}"


def test_cards_that_are_dealt_one_by_one_are_heard_one_by_one(visit, server):
    page = sit(visit(), server, "mus")
    heard = """(pieces) => {
      const region = document.querySelector("[data-live]"), heard = [];
      audio = { state: "running" };
      schedule = (_context, name, after) => heard.push(name, after);
      sound(region, listen(region), pieces);
      return heard;
    }"""
    assert page.evaluate(heard, {"moved": 0, "dealt": 0}) == []
    assert page.evaluate(heard, {"moved": 2, "dealt": 0}) == ["card", 0]
    names = page.evaluate(heard, {"moved": 20, "dealt": 12})
    assert names[::2] == ["card"] * 6
    assert names[1::2] == sorted(set(names[1::2])), "each after the last"


def test_who_comes_to_a_table_that_waits_and_what_is_said_there_are_heard(visit, server):
    page = sit(visit(), server, "mus")
    state = next(moments("mus"))
    people = scene_of(state).seats
    alone = (*people[:1], *(replace(seat, kind="open", name="") for seat in people[1:]))
    met = (*alone[:1], replace(alone[1], kind="person", name="Bo"), *alone[2:])
    waiting = {"view": None, "phase": "waiting", "log": ()}
    show(page, scene_of(state, seats=alone, **waiting), 2, "Mus")
    page.evaluate("""() => {
      window.heard = [], audio = { state: "running" };
      schedule = (_context, name) => heard.push(name);
    }""")
    show(page, scene_of(state, seats=met, **waiting), 2, "Mus")
    assert page.evaluate("heard") == ["chip"]
    said = waiting | {"log": (LogLine(9, 1, PHRASES[0]),)}
    for _time in range(2):
        show(page, scene_of(state, seats=met, **said), 2, "Mus")
        assert page.evaluate("heard") == ["chip", "chip"]


def test_a_pile_that_is_taken_is_heard_and_a_look_that_takes_nothing_is_a_card_alone(visit, server):
    page = sit(visit(), server, "vangin")
    scenes = [scene_of(state) for state in moments("vangin")]
    show(page, scenes[0], 0)
    page.evaluate("""() => {
      window.heard = [], audio = { state: "running" };
      schedule = (_context, name) => heard.push(name);
    }""")
    assert len(scenes) > 5
    for n, scene in enumerate(scenes[1:-1]):
        assert scene.view is not None
        show(page, scene, n + 1)
        taken = int(scene.view.record[0].hit) > 0
        *cards, last = page.evaluate("heard.splice(0)")
        assert {*cards} <= {"card"}
        assert last == ("feat" if taken else "card")
