"""Own hand and buttons are in the viewport, in every language and at every size; nothing is cut."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from eyes import LANGUAGES, SIZES, TIGHT, outside, serious
from frozen import frozen_scene, moments, scene_of
from playwright.sync_api import expect

from deals import by, positions, random_position
from ludoteca.core import rooms
from ludoteca.core.i18n import speaking
from ludoteca.core.numbers import Exact, Odd
from ludoteca.core.player_names import seat_names
from ludoteca.core.record import GameRecord
from ludoteca.core.registry import load_game
from ludoteca.core.state import State
from ludoteca.games.mus.ids import ORDAGO
from ludoteca.games.vangin.odds import odds_at
from ludoteca.players.advice.advise import Advice
from ludoteca.players.factory import make_player
from ludoteca.table.chairs import LONGEST_NAME
from ludoteca.table.deal import LogLine

VIEWS = {
    "bigpoints": {"game": "bigpoints", "options": {"players": 4}, "after": 9},
    "bigpoints for two": {"game": "bigpoints", "after": 3},
    "eras": {"game": "eras", "after": 8},
    "eras, five with a lay to make": {"game": "eras", "options": {"players": 5}, "after": 24},
    "eras, five at the end": {"game": "eras", "options": {"players": 5}, "after": 999, "seed": 2},
    "eras, retreat": {"game": "eras", "options": {"retreat": "yes"}, "after": 10, "seed": 3},
    "poker": {"game": "poker"},
    "poker, fold or stay": {"game": "poker", "after": 4, "seed": 2},
    "poker, showdown": {"game": "poker", "after": 99, "seed": 4},
    "vangin": {"game": "vangin", "after": 3},
    "mus": {"game": "mus", "options": {"signs": "none"}, "after": 1},
    "mus, signs and talk": {
        "game": "mus",
        "options": {"signs": "federation", "talk": "yes", "corrido": "no"},
        "seed": 2,
    },
    "mus at the end": {"game": "mus", "after": 99, "seed": 17},  # the longest count: six lines
    "buraco": {"game": "buraco", "after": 60},
    "buraco, a closed pile": {
        "game": "buraco",
        "options": {"profile": "stbl"},
        "after": 91,
        "seed": 2,
    },
    "buraco at the end": {"game": "buraco", "after": 9999, "seed": 3},
    "minimus": {"game": "minimus", "after": 3},
    "minirummy": {"game": "minirummy", "after": 4},
    "leduc": {"game": "leduc", "after": 1},
}


def test_a_long_line_of_a_plain_table_is_wrapped(frozen, monkeypatch):
    notation = load_game("minimus").notation
    text = notation.table_text
    long = " ".join(["a declaration of thirty letters"] * 6) + "\n" + "x" * 300
    monkeypatch.setattr(notation, "table_text", lambda seen, seat: f"{text(seen, seat)}\n{long}")
    page = frozen.show(frozen_scene("minimus", after=3))
    for width, height in ((390, 844), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        wide = "e => e.scrollWidth - e.clientWidth"
        assert page.locator(".plain-table").evaluate(wide) <= 0
        assert outside(page) == []


def test_the_bar_of_big_points_always_has_its_moves_and_a_mouse_has_the_board_too(frozen):
    page = frozen.show(frozen_scene("bigpoints"))
    moves, discs = page.locator(".bp-group"), page.locator(".bp-take:visible")
    for width, height, lit in ((1440, 900, True), (1280, 800, True), (390, 844, False)):
        page.set_viewport_size({"width": width, "height": height})
        assert bool(discs.count()) == lit
        expect(moves.first).to_have_css("opacity", "1")
        assert page.locator(".bp-moves").evaluate("e => e.getBoundingClientRect().bottom") <= height


def test_the_row_of_big_points_has_shorter_lines_and_larger_discs_on_an_upright_phone(frozen):
    page = frozen.show(frozen_scene("bigpoints"))
    page.set_viewport_size({"width": 390, "height": 844})
    first, ninth = (page.locator(".cell").nth(n).bounding_box() for n in (0, 8))
    assert ninth["y"] > first["y"]
    assert min(first["width"], first["height"]) > 36


def test_the_result_of_vangin_lies_on_no_pile(frozen):
    for piles in (5, 13):
        scene = frozen_scene("vangin", {"values": 13, "board": piles}, after=99)
        page = frozen.show(scene)
        for width, height in ((1440, 900), (1280, 720)):
            page.set_viewport_size({"width": width, "height": height})
            result, table = (page.locator(at).bounding_box() for at in (".result", ".va-piles"))
            assert result["y"] >= table["y"] + table["height"], (piles, width)
            chart = page.locator(".va-course").bounding_box()
            assert chart["y"] >= result["y"] + result["height"] - 1, (piles, width)


def test_the_result_of_vangin_leaves_the_title_of_its_chart_in_sight(frozen):
    page = frozen.show(frozen_scene("vangin", after=400, seed=3))
    for width, height in ((1440, 900), (1280, 800), (1280, 720)):
        page.set_viewport_size({"width": width, "height": height})
        result, title = (page.locator(at).bounding_box() for at in (".result", "figcaption"))
        assert title["y"] >= result["y"] + result["height"], (width, height)


@pytest.mark.parametrize("language", LANGUAGES)
def test_on_a_phone_the_chance_of_vangin_has_a_line_and_its_words_the_width(frozen, language):
    scene = frozen_scene("vangin", after=3)
    with speaking(language):
        odds = odds_at(scene.view, np.random.default_rng())
    page = frozen.show(replace(scene, advice=Advice(odds=odds)), language)
    page.set_viewport_size({"width": 390, "height": 844})
    parts = (".va-chance", ".va-chance .odd-value", ".va-chance .bar", ".va-last")
    strip, number, bar, words = (page.locator(at).bounding_box() for at in parts)
    assert number["y"] + number["height"] <= strip["y"] + strip["height"] - 4
    assert number["y"] < bar["y"] + bar["height"]  # beside it
    assert words["width"] > 300
    assert page.locator(".va-last").evaluate("e => e.scrollHeight - e.clientHeight") <= 0


def test_the_cards_of_vangin_have_the_height_of_a_phone(frozen):
    page = frozen.show(frozen_scene("vangin", after=2))
    for (width, height), pile, turned in (((390, 844), 58, 76), ((844, 390), 52, 58)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.locator(".va-pile .card").first.bounding_box()["width"] >= pile
        assert page.locator(".va-group > .counting").bounding_box()["width"] >= turned
        assert outside(page) == []


def test_the_legend_of_vangin_comes_with_the_first_look(frozen):
    for looks, shown in ((0, 0), (1, 2)):
        page = frozen.show(frozen_scene("vangin", after=looks))
        expect(page.locator(".va-bars small:visible")).to_have_count(shown)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_title_of_the_chart_of_vangin_is_above_its_bars(frozen, language):
    page = frozen.show(frozen_scene("vangin", after=3), language)
    for width, height in ((1440, 900), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        title, bars = (page.locator(at).bounding_box() for at in ("figcaption", ".va-course"))
        assert abs(title["x"] - bars["x"]) < 2
        assert 0 <= bars["y"] - title["y"] - title["height"] < 6
        assert outside(page) == []


PILES = """() => {
  const box = (path) => document.querySelector(path).getBoundingClientRect();
  const felt = box(".board"), piles = box(".va-piles"), turned = box(".va-turned");
  const beside = turned.left > piles.right;
  return [piles.bottom > felt.bottom + 1 ? "piles" : "",
    turned.bottom > felt.bottom + 1 ? "deck" : "",
    !beside && turned.top < piles.bottom ? "the deck on the piles" : ""].filter(Boolean);
}"""


def test_piles_and_deck_of_vangin_are_seen_whole_however_many_piles_there_are(frozen):
    """Few piles are large cards, and on phones stand in two rows."""
    for piles in (2, 4, 5, 6, 8, 13):
        page = frozen.show(frozen_scene("vangin", {"values": 13, "board": piles}, after=1))
        for width, height in (*SIZES, (360, 640), (1024, 700)):
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(PILES) == [], (piles, width, height)


def test_a_replay_keeps_no_room_for_buttons(frozen):
    page = frozen.show(frozen_scene("mus", after=1))
    page.set_viewport_size({"width": 390, "height": 844})
    stage = page.locator(".stage")
    stage.evaluate("e => e.parentElement.classList.add('replay')")
    page.locator("body").evaluate("e => e.classList.add('record-page')")
    room = "e => getComputedStyle(e).getPropertyValue('--actions')"
    assert stage.evaluate(room) == "0rem"


UNSEEN = """() => {
  const felt = document.querySelector(".felt").getBoundingClientRect();
  const parts = [...document.querySelectorAll(".plain-table, .plain-played")];
  return parts.map((part) => part.getBoundingClientRect()).filter(
    (box) => box.top < felt.top || box.bottom > felt.bottom).length;
}"""


def test_score_and_stake_of_a_plain_table_are_in_view_with_a_trick_of_four(frozen, monkeypatch):
    """They are in its text, which lay below the cards and out of sight."""
    notation = load_game("minimus").notation
    trick = [("1", 0), ("2", 1), ("3", 2), ("4", 3)]
    monkeypatch.setattr(notation, "cards_on_table", lambda seen: ["4", *trick], raising=False)
    scene = frozen_scene("minimus", {"held": 2}, after=3)
    for language in LANGUAGES:
        page = frozen.show(scene, language)
        for width, height in ((1200, 850), (390, 844)):
            page.set_viewport_size({"width": width, "height": height})
            assert page.locator(".plain-played").count() == 4
            assert page.evaluate(UNSEEN) == 0, (language, width)


@pytest.mark.parametrize(
    "roomy", [False, pytest.param(True, marks=pytest.mark.soak)], ids=["tight", "every size"]
)
@pytest.mark.parametrize("view", VIEWS)
def test_own_hand_and_buttons_are_in_the_viewport_and_accessible(frozen, view, roomy):
    """In every language where there is least room; with more room in one of them, or in all."""
    scene = frozen_scene(**VIEWS[view])
    own = LANGUAGES[list(VIEWS).index(view) % len(LANGUAGES)]
    wrong = []
    for language in LANGUAGES:
        page = frozen.show(scene, language)
        for width, height in SIZES if roomy or language == own else TIGHT:
            page.set_viewport_size({"width": width, "height": height})
            wrong += [f"{language} {width}x{height}: {what}" for what in outside(page)]
    for (width, height), scheme in (((390, 844), "light"), ((1280, 800), "dark")):
        page.emulate_media(color_scheme=scheme)
        page.set_viewport_size({"width": width, "height": height})
        wrong += [f"{scheme} {width}x{height}: {what}" for what in serious(page)]
    assert wrong == []


MESSAGES = (
    "This decision is over: the table has gone on meanwhile.",
    "The shuffle of this deal is not the one that was promised to this browser. Download the "
    "record and tell the others at the table.",
)
LIES_OVER = """said => {
  const found = [], told = document.getElementById("notice");
  const link = document.querySelector(".link-lost");
  link.style.display = "block";
  told.textContent = said;
  for (const [name, message] of [["the connection", link], ["a message", told]]) {
    const a = message.getBoundingClientRect();
    if (a.top < 0 || a.left < 0 || a.right > innerWidth) found.push(`${name} is cut`);
    for (const path of [".prompt", ".own", ".actions"]) {
      const b = document.querySelector(path).getBoundingClientRect();
      if (a.bottom > b.top && b.bottom > a.top && a.right > b.left && b.right > a.left)
        found.push(`${name} lies over ${path}`);
    }
  }
  return found;
}"""


@pytest.mark.parametrize("view", ["bigpoints", "eras", "poker", "mus", "buraco", "leduc"])
def test_no_message_lies_over_whose_turn_it_is_the_hand_or_the_buttons(frozen, view):
    page = frozen.show(frozen_scene(**VIEWS[view]))
    wrong = []
    for width, height in (*SIZES, (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        for said in MESSAGES:
            found = page.evaluate(LIES_OVER, said)
            wrong += [f"{width}x{height}, {said[:13]}: {what}" for what in found]
    assert wrong == []


@pytest.mark.parametrize("game", ["eras", "poker"])
def test_on_a_phone_on_its_side_the_own_name_is_seen(frozen, game):
    page = frozen.show(frozen_scene(game))
    for width, height in ((844, 390), (720, 450)):
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator(".own > .chip")).to_be_visible()
        assert outside(page) == []


COVERED = """() => {
  const box = (path) => document.querySelector(path).getBoundingClientRect();
  const step = box(".lesson"), told = box(".result");
  const over = step.bottom > told.top && told.bottom > step.top
    && step.right > told.left && told.right > step.left;
  const cut = (part) => part.scrollHeight > part.clientHeight + 1;
  return [over ? "the result covers the step" : "",
    ...[...document.querySelectorAll(".felt, .centre, .er-table")].map(
      (part) => cut(part) ? `${part.className} is cut` : "")].filter(Boolean);
}"""


@pytest.mark.parametrize("game", ["bigpoints", "eras", "poker"])
def test_the_last_step_of_a_guided_deal_and_its_result_are_seen_whole(frozen, game):
    known = load_game(game)
    over = frozen_scene(game, known.hook(rooms.lesson_options)(), after=999, seed=2)
    scene = replace(over, lesson=tuple(known.hook(rooms.lesson)(over.view)))
    for language in LANGUAGES:
        page = frozen.show(scene, language)
        for width, height in ((390, 844), (1280, 800)):
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(COVERED) == [], f"{language} {width}x{height}"


HIDDEN = """() => {
  const step = document.querySelector(".lesson").getBoundingClientRect();
  return [...document.querySelectorAll(".seat .card")].filter((card) => {
    const { left, right, top, bottom } = card.getBoundingClientRect();
    return left < step.right && step.left < right && top < step.bottom && step.top < bottom;
  }).length;
}"""


def test_the_last_step_of_the_guided_deal_of_mus_covers_no_cards(frozen):
    game = load_game("mus")
    over = frozen_scene(game, game.hook(rooms.lesson_options)(), after=999, seed=2)
    scene = replace(over, lesson=tuple(game.hook(rooms.lesson)(over.view)))
    for language in LANGUAGES:
        page = frozen.show(scene, language)
        for width, height in ((390, 844), (1280, 800), (1440, 900)):
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(HIDDEN) == 0, f"{language} {width}x{height}"


STEP_LIES_OVER = """paths => {
  const found = [], steps = [...document.querySelectorAll(".lesson-step")];
  for (const step of steps) {
    for (const other of steps) other.toggleAttribute("data-now", other === step);
    const said = step.getBoundingClientRect();
    for (const part of document.querySelectorAll(paths)) {
      const box = part.getBoundingClientRect();
      if (box.left < said.right && said.left < box.right && box.top < said.bottom
          && said.top < box.bottom) found.push(`${step.dataset.part}: ${part.textContent}`);
    }
  }
  return steps.length ? found : ["no steps"];
}"""


def test_no_step_of_buraco_lies_over_the_others_on_a_phone_on_its_side(frozen):
    game = load_game("buraco")
    for after in (0, 1):
        scene = frozen_scene(game, game.hook(rooms.lesson_options)(), after=after)
        for language in LANGUAGES:
            with speaking(language):
                steps = tuple(game.hook(rooms.lesson)(scene.view))
            page = frozen.show(replace(scene, lesson=steps), language)
            page.set_viewport_size({"width": 844, "height": 390})
            assert page.evaluate(STEP_LIES_OVER, ".rivals .chip") == [], (after, language)


def test_a_step_of_mus_about_the_others_lies_over_no_name_of_a_lance(frozen):
    game = load_game("mus")
    scene = frozen_scene(game, game.hook(rooms.lesson_options)(), after=1)
    for language in LANGUAGES:
        with speaking(language):
            steps = tuple(game.hook(rooms.lesson)(scene.view))
        page = frozen.show(replace(scene, lesson=steps), language)
        page.set_viewport_size({"width": 320, "height": 568})
        assert page.evaluate(STEP_LIES_OVER, ".mus-lance .term") == [], language


def without_ordago(state: State, rng: np.random.Generator) -> int:
    return int(rng.choice([move for move in state.legal_actions() if move != ORDAGO]))


RING_OF_THE_COUNT = """() => {
  const live = document.querySelector("main");
  live.dataset.live = "";
  pointOut();
  delete live.dataset.live;
  const box = (part) => part.getBoundingClientRect();
  const told = document.querySelector(".result"), panel = box(told);
  const ring = box(document.querySelector(".pointer rect"));
  const around = ["left", "top", "right", "bottom"].every(
    (side) => Math.abs(ring[side] - panel[side]) < 10);
  const over = (a) => (b) => a.left < b.right && b.left < a.right
    && a.top + 1 < b.bottom && b.top < a.bottom - 1;
  const cards = [...document.querySelectorAll(".seat .card, .own .chip")].map(box);
  const step = box(document.querySelector(".lesson"));
  return [around ? "" : "the ring is not around the count",
    told.scrollHeight > told.clientHeight + 1 ? "the count is cut" : "",
    cards.some(over(panel)) ? "cards lie over the count" : "",
    cards.some(over(step)) ? "the step lies over cards" : ""].filter(Boolean);
}"""


def test_the_count_of_a_guided_deal_of_mus_is_seen_whole_and_the_ring_is_around_it(frozen):
    game = load_game("mus")
    options = game.hook(rooms.lesson_options)()
    *_before, end = positions(game, options, seed=21, choose=without_ordago)
    scene = scene_of(end)
    scene = replace(scene, lesson=tuple(game.hook(rooms.lesson)(scene.view)))
    for language in ("en", "fi"):
        page = frozen.show(scene, language)
        assert page.locator(".counted").count() == 5
        for width, height in ((390, 844), (1280, 800), (1440, 900)):
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(RING_OF_THE_COUNT) == [], f"{language} {width}x{height}"


CUT = """() => [".felt", ".side-odds"].filter((path) => {
  const box = document.querySelector(path);
  return box?.checkVisibility() && box.scrollHeight > box.clientHeight + 1;
})"""


def test_the_steps_of_a_guided_deal_and_five_odds_of_mus_have_room(frozen):
    scene = frozen_scene("mus", {"signs": "none"}, after=1)
    lesson = load_game("mus").hook(rooms.lesson)
    longest = "punto: nobody has juego, and your side wins"
    odds = [Odd(longest, Exact(Fraction(n, 10)), given="If unseen:") for n in range(5)]
    advice = Advice(odds=(*(replace(odd, name="grande") for odd in odds[1:]), odds[0]))
    page = frozen.show(replace(scene, lesson=tuple(lesson(scene.view)), advice=advice))
    assert page.locator(".lesson-step").count() > 1
    for width, height in (*SIZES[1:], (1366, 768)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(CUT) == [], f"{width}x{height}"


RING_CUT = """() => [...document.querySelectorAll(".side-odds summary")].filter((row) => {
  const box = row.closest(".side-odds").getBoundingClientRect();
  const { left, right } = row.getBoundingClientRect();
  return left - box.left < 5 || box.right - right < 5;  // 3 px of the ring, 2 px around it
}).length"""


def test_unfolded_odds_have_room_and_the_ring_of_the_focus_too(frozen):
    odds = tuple(Odd(f"Chance {n}", Exact(Fraction(n, 20))) for n in range(9))
    page = frozen.show(replace(frozen_scene("poker"), advice=Advice(odds=odds)))
    page.locator(".more-odds > summary").click()
    for width, height in ((1440, 900), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(CUT) == [], f"{width}x{height}"
        assert page.evaluate(RING_CUT) == 0


STEPS = """() => {
  const scrolled = [".felt", ".actions"].filter((path) => {
    const box = document.querySelector(path);
    return box.scrollHeight > box.clientHeight + 1;
  });
  const found = scrolled.map((path) => `${path} scrolls`);
  const felt = document.querySelector(".felt").getBoundingClientRect();
  const steps = [...document.querySelectorAll(".lesson-step")];
  for (const step of steps) {
    for (const other of steps) other.toggleAttribute("data-now", other === step);
    const said = step.getBoundingClientRect();
    const name = step.dataset.part ?? "nothing";
    if (said.top < felt.top || said.bottom > felt.bottom) found.push(`${name}: its step is cut`);
    for (const button of step.querySelectorAll("button")) {
      const { x, y, width, height } = button.getBoundingClientRect();
      if (!button.contains(document.elementFromPoint(x + width / 2, y + height / 2)))
        found.push(`${name}: a button of its step is covered`);
    }
    const meant = document.querySelector(`[data-key="${step.dataset.part}"]`);
    for (const part of meant?.children ?? []) {
      const box = part.getBoundingClientRect();
      if (!part.checkVisibility() || !box.width || !box.height) continue;
      if (box.top < -1 || box.bottom > innerHeight + 1) found.push(`${name}: out of sight`);
      if (box.top + 1 < said.bottom && said.top + 1 < box.bottom
          && box.left + 1 < said.right && said.left + 1 < box.right) found.push(`${name}: covered`);
    }
  }
  return steps.length ? found : ["no steps"];
}"""


@pytest.mark.parametrize("name", ["bigpoints", "buraco", "eras", "mus", "poker", "vangin"])
def test_a_step_of_a_guided_deal_covers_nothing_that_it_means_and_nothing_scrolls(frozen, name):
    game = load_game(name)
    wrong = []
    for after in (0, 1):  # the welcome, and the next decision: where there are others, it is theirs
        scene = frozen_scene(game, game.hook(rooms.lesson_options)(), after=after)
        with speaking("fi"):
            steps = tuple(game.hook(rooms.lesson)(scene.view))
        page = frozen.show(replace(scene, lesson=steps), "fi")
        for width, height in TIGHT:
            page.set_viewport_size({"width": width, "height": height})
            wrong += [f"{after} {width}x{height}: {what}" for what in page.evaluate(STEPS)]
    assert wrong == []


CUT_OFF = """() => {
  const cut = (part) => part.scrollHeight > part.clientHeight + 1
    || part.scrollWidth > part.clientWidth + 1;
  return [...document.querySelectorAll(".felt, .actions, .er-table")].filter(cut).map(
    (part) => part.className);
}"""
WHOLE = (
    "bigpoints",
    "eras",
    "eras, five with a lay to make",
    "mus, signs and talk",
    "poker",
    "poker, fold or stay",
)


def test_tables_are_seen_whole_at_twice_their_size_and_on_the_smallest_phone(frozen):
    """At twice its size a desktop of 1440 x 900 has 720 x 450 points."""
    wrong = []
    for view in WHOLE:
        page = frozen.show(frozen_scene(**VIEWS[view]))
        for width, height in ((720, 450), *TIGHT):
            page.set_viewport_size({"width": width, "height": height})
            wrong += [f"{view} {width}x{height}: {what}" for what in page.evaluate(CUT_OFF)]
    assert wrong == []


BELOW_THE_DECK = """() => document.querySelector(".own").getBoundingClientRect().top
  - document.querySelector(".pk-middle").getBoundingClientRect().bottom"""


@pytest.mark.parametrize("language", ["en", "pt", "es", "fi"])
@pytest.mark.parametrize("view", ["poker", "poker, fold or stay"])
def test_the_deck_of_poker_is_seen_whole_on_phones(frozen, view, language):
    page = frozen.show(frozen_scene(**VIEWS[view]), language)
    for width, height in ((390, 844), (393, 852), (412, 915), (375, 812), (360, 740)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(BELOW_THE_DECK) >= 0, f"{width}x{height}"


STACKED = """() => {
  const box = (path) => document.querySelector(path).getBoundingClientRect();
  const found = [".stage-head", ".felt", "#table-root > .own", "#table-root > .actions"].map(box);
  const all = document.scrollingElement;
  return {
    heights: found.map(({ height }) => height),
    apart: found.every((part, n) => !n || part.top >= found[n - 1].bottom - 1),
    reached: found[3].bottom + scrollY <= all.scrollHeight + 1 && all.scrollWidth <= innerWidth,
    card: box(".own .card").width,
  };
}"""


@pytest.mark.parametrize("view", ["buraco", "mus", "poker", "poker, showdown"])
def test_at_four_times_its_size_a_table_is_scrolled_as_a_whole(frozen, view):
    """A desktop of 1440 x 900 then has 360 x 225 points."""
    page = frozen.show(frozen_scene(**VIEWS[view]))
    page.set_viewport_size({"width": 360, "height": 225})
    told = page.evaluate(STACKED)
    assert told["apart"]
    assert told["reached"]
    assert told["heights"][1] > 200
    assert told["card"] > 40
    page.locator(".actions").scroll_into_view_if_needed()
    expect(page.locator(".own .card").last).to_be_in_viewport()


def test_at_four_times_its_size_the_piles_of_vangin_are_legible(frozen):
    """They are as wide as there is room, and the table is scrolled as a whole."""
    page = frozen.show(frozen_scene("vangin", after=2))
    page.set_viewport_size({"width": 360, "height": 225})
    widths = "cards => cards.map(card => card.getBoundingClientRect().width)"
    assert min(page.locator(".va-pile > .card").evaluate_all(widths)) > 36
    inner = "() => [...document.querySelectorAll('.felt, .board')].filter("
    inner += "e => e.scrollHeight > e.clientHeight + 1).length"
    assert page.evaluate(inner) == 0
    assert page.evaluate("document.scrollingElement.scrollHeight") > 225


@pytest.mark.parametrize("size", [(390, 844), (320, 568), (844, 390), (1280, 800)])
@pytest.mark.parametrize("language", ["en", "pt"])
def test_the_result_of_vangin_leaves_the_piles_in_sight(frozen, language, size):
    page = frozen.show(frozen_scene("vangin", after=400, seed=3), language)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    expect(page.locator(".va-fatal")).to_be_visible()
    result = page.locator(".result").bounding_box()
    cards = [card.bounding_box() for card in page.locator(".va-pile > .card").all()]
    assert cards
    assert all(
        card["y"] >= result["y"] + result["height"] - 1
        or card["y"] + card["height"] <= result["y"] + 1
        or card["x"] + card["width"] <= result["x"] + 1
        for card in cards
    )


CLOCKED = ["bigpoints", "eras, five with a lay to make", "poker", "mus", "buraco"]

# The tails of letters hang out of a line.
NAME_CUT = """() => [...document.querySelectorAll(".own .chip-name")].filter(
  (name) => name.scrollWidth > name.clientWidth || name.scrollHeight > name.clientHeight + 3
).length"""


@pytest.mark.parametrize("view", ["buraco", "mus", "poker"])
def test_a_name_is_seen_whole_beside_a_clock_on_phones(frozen, view):
    scene = frozen_scene(**VIEWS[view])
    named = [
        replace(seat, name="Guest Wintergreen", clock=299.0, ticking=True)
        if seat.seat == scene.viewer
        else seat
        for seat in scene.seats
    ]
    page = frozen.show(replace(scene, seats=tuple(named)))
    for width, height in ((360, 640), (390, 844), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator(".own .clock")).to_be_visible()
        assert page.evaluate(NAME_CUT) == 0, f"{width}x{height}"


PILE = """() => [...document.querySelectorAll(".bu-pile .bu-card")].map(
  (card) => card.getBoundingClientRect()).map(({ left, right }) => [left, right])"""


def test_the_cards_of_the_pile_of_buraco_lie_side_by_side_while_there_is_room(frozen):
    game = load_game("buraco")
    state = next(s for s in moments(game) if int(s.record[0].pile.sum()) == 3)
    page = frozen.show(scene_of(state))
    for width, height in ((1440, 900), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        first, second, third = page.evaluate(PILE)
        assert first[1] <= second[0] < second[1] <= third[0], width


def test_the_name_of_a_pair_of_buraco_stands_beside_its_points(frozen):
    page = frozen.show(frozen_scene("buraco", after=20))
    page.set_viewport_size({"width": 1440, "height": 900})
    for score in page.locator(".scores > .score").all():
        name = score.locator(".score-name").bounding_box()
        points = score.locator(".score-points")
        assert points.bounding_box()["x"] - name["x"] - name["width"] < 16
        expect(points).to_have_css("text-align", "left")


def test_the_ring_of_the_focus_on_the_menu_is_seen_whole_on_a_phone_on_its_side(frozen):
    page = frozen.show(frozen_scene("buraco"))
    page.set_viewport_size({"width": 844, "height": 390})
    menu = page.locator("[data-open=table-menu]")
    menu.focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    ring = "e => parseFloat(getComputedStyle(e).outlineOffset) + 3"
    assert menu.bounding_box()["y"] >= menu.evaluate(ring)


DECK_CUT = """() => {
  const felt = document.querySelector(".felt").getBoundingClientRect();
  const parts = [...document.querySelectorAll(".pk-middle *")];
  return parts.filter((part) => part.getBoundingClientRect().bottom > felt.bottom).length;
}"""


def test_the_deck_of_poker_is_seen_whole_below_clocks_on_a_phone(frozen):
    name = "Guest Wintergreen the 3rd"[:LONGEST_NAME]
    for after, viewer in ((0, 0), (0, 1), (2, 0)):
        scene = frozen_scene("poker", after=after, viewer=viewer)
        seats = [replace(seat, name=name, clock=299.0, ticking=True) for seat in scene.seats]
        for language in LANGUAGES:
            page = frozen.show(replace(scene, seats=tuple(seats)), language)
            page.set_viewport_size({"width": 390, "height": 844})
            assert page.evaluate(DECK_CUT) == 0, (after, viewer, language)


# Of a name beside a clock at least two letters and the dots are seen; a clock is one line.
SQUEEZED = """() => [...document.querySelectorAll(".chip:has(> .clock)")].flatMap((chip) => {
  const [name, clock] = [chip.querySelector(".chip-name"), chip.querySelector(".clock")];
  const text = document.createRange();
  text.selectNodeContents(name);
  const em = parseFloat(getComputedStyle(name).fontSize);
  const seen = Math.min(name.clientWidth, text.getBoundingClientRect().width);
  const line = parseFloat(getComputedStyle(clock).lineHeight);
  const found = [];
  if (seen < 2.2 * em) found.push(`${seen} px of ${name.textContent}`);
  if (clock.clientHeight > 1.6 * line) found.push(`${clock.textContent} in two lines`);
  const box = chip.getBoundingClientRect(), inside = clock.getBoundingClientRect();
  if (inside.right > box.right + 1 || inside.bottom > box.bottom + 1) found.push("clock outside");
  return found;
})"""
CHIP_HEIGHTS = "() => [...document.querySelectorAll('.chip')].map((chip) => chip.offsetHeight)"


@pytest.mark.parametrize("view", CLOCKED)
def test_every_name_is_seen_beside_a_clock_that_is_one_line_on_phones(frozen, view):
    scene = frozen_scene(**VIEWS[view])
    heights = {}
    for left in (299.0, 9.0):
        named = (
            replace(seat, kind="person", name="Ana <b>&", clock=left, ticking=True, level="")
            for seat in scene.seats
        )
        page = frozen.show(replace(scene, seats=tuple(named)))
        for size in ((390, 844), (360, 640), (844, 390)):
            page.set_viewport_size({"width": size[0], "height": size[1]})
            assert page.evaluate(SQUEEZED) == [], (size, left)
            assert page.evaluate(CHIP_HEIGHTS) == heights.setdefault(
                size, page.evaluate(CHIP_HEIGHTS)
            ), "a chip grows when its clock runs short"


ROOM = """() => {
  const bar = document.querySelector(".actions").getBoundingClientRect();
  const button = document.querySelector(".action-bar .button").getBoundingClientRect();
  return [button.top - bar.top, innerHeight - button.bottom].map(Math.round);
}"""


def test_the_button_of_poker_has_as_much_room_below_as_above(frozen):
    page = frozen.show(frozen_scene("poker"))
    page.set_viewport_size({"width": 1440, "height": 900})
    above, below = page.evaluate(ROOM)
    assert abs(above - below) <= 1, "the line above the bar is one pixel"
    assert below >= 8


STOCK_LINE = """() => {
  const line = document.querySelector(".mus-stake > span").getBoundingClientRect();
  const plate = document.querySelector(".own > .chip").getBoundingClientRect();
  return Math.round(line.bottom - plate.top);
}"""


def test_the_line_of_the_stock_lies_above_the_own_plate_on_phones(frozen):
    scene = frozen_scene(**VIEWS["mus"])
    timed = tuple(replace(seat, clock=299.0, ticking=True) for seat in scene.seats)
    page = frozen.show(replace(scene, seats=timed))
    for width, height in ((390, 844), (360, 740), (360, 640)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(STOCK_LINE) <= 0, (width, height)


COVERED_CARDS = """() => [...document.querySelectorAll(".seat .card")].filter((card) => {
  const { x, y, width, height } = card.getBoundingClientRect();
  const places = [[0.2, 0.2], [0.8, 0.2], [0.2, 0.4], [0.8, 0.4]];
  return !places.every(([dx, dy]) =>
    card.contains(document.elementFromPoint(x + dx * width, y + dy * height)));
}).length"""


def test_on_phones_the_hands_that_are_shown_in_mus_are_legible(frozen):
    page = frozen.show(frozen_scene(**VIEWS["mus at the end"]))
    for width, height in SIZES[:3]:
        page.set_viewport_size({"width": width, "height": height})
        assert page.locator(".seat .card").count() == 12
        assert page.evaluate(COVERED_CARDS) == 0, (width, height)
        winners = page.locator(".count-lines tbody .count-note:nth-child(3)")
        expect(winners.filter(has_text=re.compile(r"\w")).first).to_be_visible()


def test_the_row_of_big_points_and_its_stair_fill_a_wide_table(frozen):
    page = frozen.show(frozen_scene("bigpoints"))
    wide = "path => document.querySelector(path).getBoundingClientRect().width"
    for width, height in ((1440, 900), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        row, felt = (page.evaluate(wide, path) for path in (".bp-track", ".felt"))
        assert row > 0.7 * felt, (width, row / felt)


MANY_MELDS = {
    "aberto": ({"profile": "aberto"}, 3),
    "fechado": ({"profile": "fechado"}, 2),
    "burraco": ({"profile": "burraco"}, 5),
    "two players": ({"profile": "aberto", "players": 2}, 4),
}

CUT_MELDS = """() => [...document.querySelectorAll(".bu-meld")].filter((meld) => {
  const box = meld.getBoundingClientRect();
  const pair = meld.closest(".bu-pair").getBoundingClientRect();
  return box.bottom > pair.bottom + 1 || box.right > pair.right + 1
    || meld.querySelector(".bu-card").getBoundingClientRect().width < 15
    || !meld.contains(document.elementFromPoint(box.left + 5, box.bottom - 5));
}).map((meld) => meld.getAttribute("aria-label"))"""


@pytest.mark.parametrize("rules", MANY_MELDS)
def test_all_melds_are_seen_whole_late_in_a_deal_and_at_its_end(frozen, rules):
    options, seed = MANY_MELDS[rules]
    game = load_game("buraco")
    choose = by(make_player(game, "advanced"))
    states = list(positions(game, options, seed, choose=choose))
    late = [state for state in states if state.current_player() == 0][-1]
    assert max(late.record[0].melds) > 6
    wrong = []
    for state in (late, states[-1]):
        page = frozen.show(scene_of(state))
        for width, height in (*SIZES[1:], (720, 450), (1440, 900), (1920, 1080)):
            page.set_viewport_size({"width": width, "height": height})
            wrong += [f"{width}x{height}: {what}" for what in page.evaluate(CUT_MELDS)]
    assert wrong == []


CUT_LINE = "line => line.checkVisibility() && line.scrollHeight > line.clientHeight + 1"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_last_move_of_big_points_is_told_whole_on_phones(frozen, language):
    page, longest, scene = frozen.visitor.page, "", None
    with speaking(language), seat_names(["Guest Wintergreen the 3rd"[:LONGEST_NAME]] * 2):
        for state in moments("bigpoints", options={"backward": "any"}):
            for action in state.legal_actions():
                seen = state.record[0]
                _who, text = state.game.notation.log_line([(seen, action)], seen, 9)
                longest, scene = max((longest, scene), (text, scene_of(state)), key=_first_length)
    frozen.show(replace(scene, log=(LogLine(1, 1, longest, whole=True),)), language)
    for width, height in ((390, 844), (360, 800), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        assert not page.locator(".actions > .latest").evaluate(CUT_LINE), longest


def _first_length(pair: tuple[str, object]) -> int:
    return len(pair[0])


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_long_move_and_what_decided_are_told_whole_in_the_replay_of_phones(visit, language):
    state = random_position("bigpoints", {}, 400, 3)
    page = visit(size=(390, 844), locale=language).page
    seats = ["Guest Wintergreen the 3rd"[:LONGEST_NAME], "advanced"]
    text = GameRecord.from_state(state, seats).to_text()
    page.goto("/")
    page.locator("[name=record]").evaluate("(field, text) => { field.value = text; }", text)
    page.locator("form:has([name=record])").evaluate("form => form.submit()")
    page.wait_for_url("**/records/*")
    line = page.locator(".why-line")
    last = int(page.locator("[data-slide]").get_attribute("max") or 0)
    for stop in (*range(0, last, 3), last):
        page.goto(f"{page.url.partition('?')[0]}?move={stop}")
        assert not line.evaluate(CUT_LINE), line.inner_text()


def test_the_chances_of_vangin_their_bars_and_their_words_are_together_on_a_phone(frozen):
    frozen.visitor.page.set_viewport_size({"width": 390, "height": 844})
    for language in LANGUAGES:
        page = frozen.show(frozen_scene("vangin", after=5), language)
        paths = (".va-bars > figcaption", ".va-course", ".va-left")
        words, bars, number = (page.locator(path).bounding_box() for path in paths)
        for upper, lower in ((words, bars), (bars, number)):
            assert 0 <= lower["y"] - upper["y"] - upper["height"] <= 8
            assert abs(lower["x"] + lower["width"] / 2 - upper["x"] - upper["width"] / 2) <= 8
        assert outside(page) == []
