"""Mus in the browser: deals to their count by mouse, by touch and by keys; an órdago in two."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from eyes import LANGUAGES, outside, serious
from frozen import frozen_scene, scene_of
from hands import LAST, MOVES, RESULT, last_event, make, open_table
from playwright.sync_api import Page, expect
from test_motion import sit

from deals import random_position
from ludoteca.core.i18n import _, speaking
from ludoteca.core.numbers import Exact, Odd
from ludoteca.core.registry import load_game
from ludoteca.games.mus import face, face_words
from ludoteca.games.mus.face_signs import GESTURES
from ludoteca.games.mus.ids import MUS, NOTHING, TALKING
from ludoteca.games.mus.notation import PHRASE_WORDS, SIGN_WORDS
from ludoteca.players.advice.advise import Advice
from ludoteca.table.chairs import LONGEST_NAME
from ludoteca.table.scene import taught_hand, taught_state
from ludoteca.web.kit.whole_table import draw

MOST_ACTS = 60
HAND = "#mus-discard label.card"


def play_deal(page: Page, press) -> None:
    """Play to the end of the deal; ``press`` acts."""
    for _act in range(MOST_ACTS):
        page.locator(f"{RESULT}, {MOVES}, {HAND}").first.wait_for()
        if page.locator(RESULT).count():
            return
        make(page, press)
    raise AssertionError(f"no result after {MOST_ACTS} acts")


def test_a_deal_is_played_by_mouse_to_its_count(visit):
    page = visit().page
    open_table(page, "mus", option_signs="none")

    def by_mouse(page: Page) -> None:
        if page.locator(HAND).count():
            page.locator(HAND).nth(1).click()
            page.locator(HAND).nth(3).click()
            page.get_by_role("button", name="Discard").click()
        else:
            page.locator(".action-bar [data-act]:visible").first.click()

    play_deal(page, by_mouse)
    expect(page.locator(RESULT)).to_contain_text("Grande")
    expect(page.locator(".seat .fan .card.face-down")).to_have_count(0)
    expect(page.get_by_role("button", name="Next deal")).to_be_visible()


def test_an_ordago_takes_two_keys_and_decides_the_juego(visit):
    page = visit().page
    open_table(page, "mus", option_signs="none")

    def by_keys(page: Page) -> None:
        if page.locator(HAND).count():
            page.keyboard.press("1")
            page.keyboard.press("0")
        elif page.locator(".mus-ordago").count():
            before = last_event(page)
            page.keyboard.press("o")
            expect(page.locator("#mus-ordago")).to_be_visible()
            assert page.evaluate(f"Number({LAST})") == before, "one key alone bets nothing"
            page.keyboard.press("Enter")
        else:
            page.keyboard.press("2")

    play_deal(page, by_keys)
    expect(page.locator(RESULT)).to_be_visible()


def test_a_deal_with_signs_is_played_by_touch_on_a_phone(visit):
    page = visit(size=(390, 844), has_touch=True, is_mobile=True, device_scale_factor=2).page
    open_table(page, "mus", option_signs="short", option_corrido="no")
    looked = []

    def by_touch(page: Page) -> None:
        looked.extend(outside(page))
        if page.locator(HAND).count():
            page.locator(HAND).first.tap()
            page.get_by_role("button", name="Discard").tap()
        else:
            page.locator(".action-bar [data-act]:visible").last.tap()

    play_deal(page, by_touch)
    assert looked == []
    assert outside(page) == []
    assert serious(page) == []


CROSSED = """() => {
  const drawn = (path) => [...document.querySelectorAll(path)].filter(
    (part) => part.checkVisibility({ visibilityProperty: true }));
  const said = drawn(":is(.seat, .own) > :is(.bubble, .mus-made)");
  const others = drawn(`.chip, .felt .card, .own .card, .mus-mark, .stone, .mus-lance, .prompt,
    .mus-stake > *, .score > *`).filter((part) => !part.closest(".side"));
  const found = said.length < 8 ? [`only ${said.length} are drawn`] : [];
  const felt = document.querySelector(".felt").getBoundingClientRect();
  for (const [n, one] of said.entries()) {
    const a = one.getBoundingClientRect();
    if (a.left < felt.left || a.right > felt.right || a.top < felt.top)
      found.push(`${one.textContent}: outside`);
    for (const other of [...said.slice(n + 1), ...others]) {
      const b = other.getBoundingClientRect();
      if (b.width && a.left < b.right - 0.5 && b.left < a.right - 0.5
          && a.top < b.bottom - 0.5 && b.top < a.bottom - 0.5)
        found.push(`${one.textContent} on ${other.className} ${other.textContent}`);
    }
  }
  return found;
}"""
LONGEST = "Maria do Carmo de Oliveira Santos"[:LONGEST_NAME]
AT_A_DESKTOP = ((1280, 800), (1440, 900), (1920, 1080))


ASKED = """([decision, html]) => new Promise((done) => {
  const acts = [];
  window.line.send = (text) => {
    const { type, actions } = JSON.parse(text);
    if (type === "act") acts.push(actions);
  };
  window.line.onmessage({ data: JSON.stringify({ type: "view", decision, html }) });
  setTimeout(() => done(acts), 1500);
})"""


def test_who_has_no_sign_says_so_by_itself_where_machines_alone_would_see_how_quick_it_was(
    visit, server
):
    positions = (random_position(load_game("mus"), {"corrido": "no"}, 0, n) for n in range(200))
    seen = (scene_of(state, state.current_player()) for state in positions)
    none = next(scene for scene in seen if scene.view and scene.view.legal == (NOTHING,))
    others = [replace(s, kind="person") if s.seat != none.viewer else s for s in none.seats]
    page = sit(visit(), server, "mus")
    among_people = replace(none, seats=tuple(others))
    a_sign = next(scene for scene in seen if scene.view and len(scene.view.legal) > 1)
    for decision, scene, acts in ((5, among_people, []), (6, a_sign, []), (7, none, [[NOTHING]])):
        assert page.evaluate(ASKED, [decision, str(draw(scene))]) == acts


@pytest.mark.parametrize("loud", [False, True], ids=["phrase", "órdago"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_at_a_desktop_what_is_said_and_signed_crosses_nothing(frozen, monkeypatch, language, loud):
    """All seats say the longest phrase, or órdago, and make the sign that takes most words."""
    with speaking(language):
        phrase = max((_(words) for words in PHRASE_WORDS), key=len)
        signs = [_(made.does) + _(says) for made, says in zip(GESTURES, SIGN_WORDS, strict=True)]
    said = "¡Ahí va: órdago!" if loud else max(f"“{phrase}”", "A la mano con un pimiento", key=len)
    monkeypatch.setattr(face_words, "word_of", lambda *_seen: said)
    monkeypatch.setattr(face, "seen_sign", lambda *_seen: signs.index(max(signs, key=len)))
    wrong = []
    for after in (0, 5):
        scene = frozen_scene("mus", {"signs": "none", "corrido": "no"}, after=after, seed=4)
        page = frozen.show(scene, language)
        for width, height in AT_A_DESKTOP:
            page.set_viewport_size({"width": width, "height": height})
            wrong += [f"{width}x{height}: {what}" for what in page.evaluate(CROSSED)]
    assert wrong == []


ROOM = """() => {
  const box = (path) => [...document.querySelectorAll(path)].map(
    (part) => part.getBoundingClientRect());
  const size = (path) => parseFloat(getComputedStyle(document.querySelector(path)).fontSize);
  const [felt] = box(".felt"), cards = box(".own .card"), scores = box(".score");
  const words = [...document.querySelectorAll("main *")].filter(
    (part) => !part.closest(".score, .mus-stones") && part.checkVisibility());
  const { scrollHeight, clientHeight } = document.querySelector(".felt");
  return {
    largest: [size(".score-points"), size(".mus-stones"),
      Math.max(...words.map((part) => parseFloat(getComputedStyle(part).fontSize)))],
    beside: scores.length === 2 && scores[0].left >= felt.left && scores[1].right <= felt.right
      && scores[0].right < cards[0].left && scores[1].left > cards.at(-1).right
      && scores.every(({ top, bottom }) => top > cards[0].top && bottom <= cards[0].bottom),
    tall: cards[0].height / innerHeight,
    whole: scrollHeight <= clientHeight + 1,
  };
}"""


def test_at_a_desktop_cards_score_and_stake_are_the_largest_and_use_the_table(frozen):
    page = frozen.show(frozen_scene("mus", {"signs": "none", "corrido": "no"}, after=5, seed=4))
    for width, height in AT_A_DESKTOP[1:]:
        page.set_viewport_size({"width": width, "height": height})
        found = page.evaluate(ROOM)
        score, stake, others = found["largest"]
        assert score > stake > 1.5 * others, (width, found)
        assert found["beside"], (width, found)
        assert found["tall"] > 0.24, (width, found)
        assert found["whole"], width


def test_while_the_others_speak_the_odds_of_a_settled_lance_go(frozen):
    game = load_game("mus")
    names = [f"{lance}: your side wins" for lance in ("grande", "chica", "pares")]
    odds = tuple(Odd(name, Exact(Fraction(1, 2))) for name in names)
    state = taught_state(game, taught_hand(game, "chica"))  # grande was passed
    page = frozen.show(scene_of(state, 0, advice=Advice(odds=odds)))
    page.set_viewport_size({"width": 1440, "height": 900})
    bars = page.locator(".side .odd:visible")
    expect(bars).to_have_count(3)
    page.evaluate("document.querySelector('[data-key^=side-odds]').dataset.await = ''")
    expect(bars).to_have_count(2)
    expect(bars.first).to_contain_text("hica")


THROWN = """() => [...document.querySelectorAll(".felt .seat")].map((seat) => {
  const own = seat.querySelector(".mus-thrown").getBoundingClientRect();
  const cards = [...seat.querySelectorAll(".card")].map((one) => one.getBoundingClientRect());
  const others = ":scope > :is(.bubble:not(.silent), .chip, .mus-marks > *)";
  const said = [...seat.querySelectorAll(others)]
    .map((one) => one.getBoundingClientRect())
    .filter((box) => box.left < own.right && own.left < box.right
      && box.top < own.bottom && own.top < box.bottom);
  return own.left >= cards[0].left && own.right <= cards.at(-1).right && own.top >= cards[0].top
    && own.bottom <= cards[0].bottom + 2 && !said.length;
})"""


@pytest.mark.parametrize("size", [(1440, 900), (844, 390), (390, 844), (320, 568)])
def test_the_cards_that_a_seat_threw_stand_over_its_cards(frozen, size):
    game = load_game("mus")
    state = game.new_state({"signs": "none", "corrido": "no"})
    rounds = 0
    while rounds < 3 or state.is_chance():
        moves = state.possible_actions()
        rounds += state.record[0]["phase"] == TALKING and state.record[0]["turn"] == 3
        state.apply(moves[0] if MUS in moves or state.is_chance() else moves[-1])
    page = frozen.show(scene_of(state, state.current_player()))
    page.set_viewport_size({"width": size[0], "height": size[1]})
    assert page.locator(".mus-thrown").count() == 3
    assert page.evaluate(THROWN) == [True] * 3


CUT_OFF = """() => [...document.querySelectorAll(".seat > .bubble, .own > .bubble")]
  .filter((one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1
    || one.getBoundingClientRect().height > 30)
  .map((one) => `${one.textContent} ${one.className}`)"""


@pytest.mark.parametrize("said", ["A la mano con un pimiento", "¡Ahí va: órdago!", "Dos a grande"])
@pytest.mark.parametrize("size", [(390, 844), (360, 640), (320, 568)])
def test_on_a_phone_no_word_is_cut_off(frozen, monkeypatch, said, size):
    monkeypatch.setattr(face_words, "word_of", lambda *_seen: said)
    page = frozen.show(frozen_scene("mus", {"signs": "none", "corrido": "no"}, after=5, seed=4))
    page.set_viewport_size({"width": size[0], "height": size[1]})
    assert page.evaluate(CUT_OFF) == []


# How far the middle of each bubble's words is from the middle of the bubble, across and down.
OFF_CENTRE = """() => [...document.querySelectorAll(".seat > .bubble, .own > .bubble")]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }))
  .map((one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    const [words, box] = [range.getBoundingClientRect(), one.getBoundingClientRect()];
    return [words.left + words.right - box.left - box.right,
      words.top + words.bottom - box.top - box.bottom].map((off) => Math.abs(off / 2));
  })"""


@pytest.mark.parametrize("said", ["Paso", "Paso, tú verás", "A la mano con un pimiento"])
@pytest.mark.parametrize("size", [(390, 844), (320, 568)])
def test_on_a_phone_words_stand_in_the_middle_of_their_bubble(frozen, monkeypatch, said, size):
    monkeypatch.setattr(face_words, "word_of", lambda *_seen: said)
    page = frozen.show(frozen_scene("mus", {"signs": "none", "corrido": "no"}, after=5, seed=4))
    page.set_viewport_size({"width": size[0], "height": size[1]})
    off = page.evaluate(OFF_CENTRE)
    assert len(off) >= 3
    assert max(map(max, off)) < 3, off


@pytest.mark.parametrize("language", ["en", "pt"])
def test_on_phones_every_result_is_seen_whole(frozen, language):
    found = []
    for seed in range(20):
        scene = frozen_scene("mus", {"signs": "short", "corrido": "no"}, after=999, seed=seed)
        page = frozen.show(scene, language)
        for width, height in ((390, 844), (360, 740), (320, 568)):
            page.set_viewport_size({"width": width, "height": height})
            found += [f"{seed}, {width}x{height}: {what}" for what in outside(page)]
    assert not found, "\n".join(found)


CUT = """() => {
  const [reason, result, middle] = [".reason-here", ".result", ".centre"]
    .map((path) => document.querySelector(path));
  const line = parseFloat(getComputedStyle(reason).lineHeight);
  return reason.scrollHeight - reason.clientHeight >= line - 1
    && middle.clientHeight - result.offsetHeight >= line;
}"""


def test_on_phones_what_decided_a_deal_is_not_cut_while_the_middle_has_room(frozen):
    found = []
    for seed in (4, 8, 17, 28, 35, 54):
        options = {"signs": "short", "corrido": "no"}
        page = frozen.show(frozen_scene("mus", options, after=999, seed=seed), "pt")
        for width, height in ((390, 844), (360, 740)):
            page.set_viewport_size({"width": width, "height": height})
            if page.evaluate(CUT):
                found.append(f"{seed}, {width}x{height}")
    assert found == []


WHOLE = """() => {
  const reason = document.querySelector(".reason-here");
  return [reason.scrollHeight - reason.clientHeight, reason.clientHeight];
}"""


@pytest.mark.parametrize("name", ["", LONGEST])
def test_on_a_phone_what_decided_a_deal_of_six_lines_is_read_whole(frozen, name):
    """With names as short as those of machines at once; with the longest by a press."""
    scene = frozen_scene("mus", {"signs": "short", "corrido": "no"}, after=999, seed=17)
    if name:
        seats = tuple(replace(seat, kind="person", name=name) for seat in scene.seats)
        scene = replace(scene, seats=seats)
    for language in LANGUAGES:
        page = frozen.show(scene, language)
        page.set_viewport_size({"width": 390, "height": 844})
        assert page.locator(".counted").count() == 6
        if name:
            page.locator(".reason-here").click()
        cut, height = page.evaluate(WHOLE)
        assert cut <= 4, language
        assert height > 40
        assert outside(page) == []
