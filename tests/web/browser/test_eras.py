"""Eräs korttipeli in the browser: rounds to their result by mouse, by keys, by touch; the hand."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction

import pytest
from eyes import serious
from frozen import frozen_scene, scene_of
from hands import RESULT, SENT, make, unfold
from playwright.sync_api import Page, expect

from deals import positions
from ludoteca.core.numbers import Exact, Odd
from ludoteca.games.eras.rules import NUMBER
from ludoteca.players.advice.advise import Advice
from ludoteca.web.kit.whole_table import draw

MOST_ACTS = 60
CHOICES = "#er-lay .card-check"
SHORT = {"values": "5", "suits": "2", "hand": "4", "rounds": "1"}
"""Ten cards: a round of a few tricks."""


def open_round(page: Page, players: int, **options: str) -> None:
    """A table against machines, of one short round."""
    page.goto(f"/games/eras/new?players={players}")
    unfold(page)
    for name, value in {**SHORT, **options}.items():
        field = page.locator(f"#option-{name}")
        if field.get_attribute("type") == "checkbox":
            field.set_checked(value == "yes")
        else:
            field.fill(value)
    page.get_by_role("button", name="Open the table").click()


def play_round(page: Page, act) -> str:
    """Play until the round is over; the words of the result."""
    for _act in range(MOST_ACTS):
        page.locator(RESULT).or_(page.locator("#er-lay")).first.wait_for()
        if page.locator(RESULT).count():
            return page.locator(RESULT).inner_text()
        make(page, act)
    raise AssertionError(f"no result after {MOST_ACTS} acts")


def send(page: Page):
    """The button that sends what is chosen."""
    return page.locator('.action-bar [form="er-lay"]')


@pytest.mark.parametrize("players", [pytest.param(2, marks=pytest.mark.soak), 4])
def test_a_round_is_played_by_mouse_to_its_result(visit, players):
    page = visit(reduced_motion="no-preference").page
    open_round(page, players)

    def lay_two(page: Page) -> None:
        for n in range(min(2, page.locator(CHOICES).count())):
            page.locator(CHOICES).nth(n).click()
        send(page).click()

    told = play_round(page, lay_two)
    assert "round" in told or "match" in told
    expect(page.locator(".er-piles tbody tr")).to_have_count(players)
    points = [int(text) for text in page.locator(".er-points b").all_inner_texts()]
    cards = page.locator(".er-group > i").count()
    assert cards == 10, "every card is in a pile"
    assert sum(points) >= 10
    expect(page.locator(".er-trick.turned .won")).to_have_count(1)
    expect(page.get_by_role("link", name="Replay")).to_be_visible()


def test_a_round_is_played_by_keys_alone(visit):
    page = visit().page
    open_round(page, 3)

    def by_keys(page: Page) -> None:
        page.keyboard.press("1")
        page.keyboard.press("Enter")

    assert play_round(page, by_keys)


def test_the_best_combination_is_picked_by_one_key_and_others_can_go_with_it(visit):
    page = visit().page
    open_round(page, 2, values="7", suits="4")
    page.locator("#er-lay").wait_for()
    said = page.locator("[data-key=best]").inner_text()
    cards = re.findall(r"[A2-9][♠♥♦♣]", said)
    page.keyboard.press("8")
    expect(page.locator("#er-lay :checked")).to_have_count(4)
    page.keyboard.press("9")
    expect(page.locator("#er-lay :checked")).to_have_count(len(cards))
    page.locator("[data-key=best]").click()  # by the pointer it leaves Enter to the golden button
    assert page.evaluate("() => document.activeElement === document.body")
    expect(page.locator(".log li:not([class])")).to_have_count(0)
    page.locator("#er-lay label.card:not(:has(:checked))").first.click()
    cards.append("one more")
    make(page, lambda p: p.keyboard.press("Enter"))
    expect(page.locator(".log li:not([class])").first).to_have_text(
        re.compile(rf"^You lay( \S+){{{len(cards)}}}\.$")
    )


def test_a_round_with_retreat_is_played_by_touch_on_a_phone(visit):
    page = visit(size=(390, 844), has_touch=True, is_mobile=True, device_scale_factor=2).page
    open_round(page, 2, values="6", retreat="yes")
    taken_back = []

    def by_touch(page: Page) -> None:
        word = page.locator(".er-do").text_content()
        n = {"Lay": 2, "Show": 1}.get(word, 1)
        for k in range(min(n, page.locator(CHOICES).count())):
            page.locator(CHOICES).nth(k).tap()
        if word == "Take back":
            taken_back.append(True)
        send(page).tap()

    play_round(page, by_touch)
    assert taken_back, "cards were taken back at least once"
    expect(page.locator(".er-piles")).to_be_visible()


def test_without_a_card_the_button_says_what_is_missing_and_nothing_is_sent(visit):
    page = visit().page
    open_round(page, 2)
    page.locator("#er-lay").wait_for()
    page.evaluate(SENT)
    expect(page.get_by_role("button", name="Choose cards")).to_be_visible()
    send(page).click()
    expect(page.locator("#notice")).to_have_text(re.compile("choose the cards to lay", re.I))
    page.keyboard.press("0")
    assert page.evaluate("sent.filter((message) => message.type === 'act')") == []
    page.keyboard.press("1")
    page.keyboard.press("2")
    expect(page.locator("#notice")).to_be_empty()
    expect(send(page).locator(".er-type")).not_to_be_empty()  # the combination chosen
    counted = "e => getComputedStyle(e, '::after').content"
    assert "counter" in send(page).locator(".er-do").evaluate(counted)
    expect(page.locator("#er-lay :checked")).to_have_count(2)


def test_sorting_by_suit_moves_the_cards_and_keeps_what_is_chosen(visit):
    page = visit().page
    open_round(page, 2, values="13", suits="4", hand="7")
    page.locator("#er-lay").wait_for()
    page.locator(CHOICES).nth(1).click()
    chosen = page.locator("#er-lay :checked").get_attribute("value")
    assert shown(page) == sorted(shown(page))
    page.get_by_role("radio", name="Sort by suit").click()
    by_suit = shown(page)
    assert by_suit == sorted(by_suit, key=lambda kind: (-(kind % 4), kind))
    assert page.locator("#er-lay :checked").get_attribute("value") == chosen
    make(page, lambda p: send(p).click())
    page.locator(".er-trick, .er-last").first.wait_for()
    expect(page.get_by_role("radio", name="Sort by suit")).to_be_checked()


def shown(page: Page) -> list[int]:
    """The kinds of the hand from left to right."""
    place = "boxes => boxes.map(b => [b.closest('.slot').getBoundingClientRect().x, +b.value])"
    return [kind for _x, kind in sorted(page.locator(CHOICES).evaluate_all(place))]


def test_the_odds_of_each_lay_and_of_what_is_chosen_stand_beside_the_cards(visit):
    page = visit().page
    open_round(page, 2, values="13", suits="4", hand="7")
    odd = page.locator(".odd").first
    odd.wait_for()
    expect(odd).to_contain_text("win with")
    odd.locator("summary").click()
    expect(odd.locator("p")).to_contain_text("uniformly random set of those unseen")
    chosen = page.locator("[data-key=side-chosen]")
    expect(chosen).to_have_count(0)
    page.locator("#er-lay label.card").first.click()
    expect(chosen.locator(".odd-name")).to_contain_text("single card")
    page.locator("#er-lay label.card").first.click()
    expect(chosen).to_have_count(0)


def test_a_table_that_is_played_has_no_serious_violation(visit):
    page = visit(size=(390, 844)).page
    open_round(page, 5, values="13", suits="4", hand="7")
    page.locator("#er-lay").wait_for()
    page.keyboard.press("9")
    make(page, lambda p: p.keyboard.press("Enter"))
    page.locator("#er-lay").wait_for()
    assert serious(page) == []


CUT = """() => [".centre", ".er-table"].filter((path) => {
  const box = document.querySelector(path);
  return box.scrollHeight > box.clientHeight + 1;
})"""


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_trick_the_last_one_and_all_piles_are_seen_whole_on_a_desktop(frozen, players):
    wrong = []
    for after in (3, 9):
        page = frozen.show(frozen_scene("eras", {"players": players}, after=after))
        for width, height in ((1280, 800), (1366, 768), (1440, 900), (1920, 1080)):
            page.set_viewport_size({"width": width, "height": height})
            wrong += [f"{after} {width}x{height}: {path}" for path in page.evaluate(CUT)]
    assert wrong == []


SHORTENED = """() => [...document.querySelectorAll(".er-last > summary, .er-told")].filter(
  (line) => line.scrollWidth > line.clientWidth + 1
    || line.getBoundingClientRect().bottom
      > document.querySelector(".er-table").getBoundingClientRect().bottom + 1,
).map((line) => line.textContent)"""


@pytest.mark.parametrize(("players", "after"), [(2, 9), (2, 400), (3, 9), (4, 400), (5, 400)])
def test_the_line_of_the_last_trick_is_told_whole_on_a_phone(frozen, players, after):
    scene = frozen_scene("eras", {"players": players}, after=after)
    for language in ("en", "fi"):
        page = frozen.show(scene, language)
        assert page.locator(".er-last, .er-told").count()
        for width, height in ((390, 844), (320, 568), (844, 390)):
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(SHORTENED) == [], (language, width)


OVERLAPS = """() => {
  const box = (path) => document.querySelector(path).getBoundingClientRect();
  const result = box(".result");
  return [".er-trick", ".er-piles"].filter((path) => {
    const { left, right, top, bottom } = box(path);
    return result.left < right && left < result.right && result.top < bottom && top < result.bottom;
  });
}"""


@pytest.mark.parametrize("players", [2, 5])
def test_the_result_leaves_the_last_trick_and_the_piles_in_sight(frozen, players):
    page = frozen.show(frozen_scene("eras", {"players": players}, after=400))
    page.locator(".result").wait_for()
    for width, height in ((1280, 800), (1440, 900), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(OVERLAPS) == []


# -- what is awaited, what is missing --------------------------------------------------------------

MORPH = """html => {
  const fresh = document.createElement("template");
  fresh.innerHTML = html;
  morphChildren(document.getElementById("main"), fresh.content);
}"""
SAID = "part => getComputedStyle(part, '::after').content"


def test_odds_of_the_position_before_say_so_until_the_new_ones_are_there(frozen):
    odd = Odd("win with K♥, single card", Exact(Fraction(1, 4), "always"))
    old = frozen_scene("eras", after=0, advice=Advice(odds=(odd,)))
    page = frozen.show(old)
    part, value = page.locator("[data-key^=side-odds-].side-part"), page.locator(".odd-value").first
    assert part.evaluate(SAID) == "none"
    before = part.bounding_box()
    page.evaluate(MORPH, str(draw(replace(old, advice=None))))
    expect(value).to_be_visible()
    assert part.evaluate(SAID) == '"of the position before"'
    expect(value).to_have_css("font-weight", "400")
    assert part.bounding_box() == before, "nothing moves"
    page.evaluate(MORPH, str(draw(old)))
    assert part.evaluate(SAID) == "none"


def test_odds_that_are_more_than_a_position_old_are_hidden_and_leave_their_room(frozen):
    odd = Odd("win with K♥, single card", Exact(Fraction(1, 4), "always"))
    old = frozen_scene("eras", after=0, advice=Advice(odds=(odd,)))
    page = frozen.show(old)
    part, value = page.locator("[data-key^=side-odds-].side-part"), page.locator(".odd-value").first
    before = part.bounding_box()
    for decision, shown in ((1, True), (1, True), (2, False), (3, False)):
        page.evaluate(MORPH, str(draw(replace(old, advice=None, decision=decision))))
        expect(value).to_be_visible(visible=shown)
        assert part.bounding_box() == before, "nothing moves"
    assert "as soon as they are worked out" in part.evaluate(SAID.replace("after", "before"))
    assert part.evaluate(SAID) == "none"
    page.evaluate(MORPH, str(draw(replace(old, decision=3))))
    expect(value).to_be_visible()
    assert part.evaluate(SAID) == "none"


def test_what_is_missing_is_lit_in_the_prompt_and_no_message_lies_over_it(visit):
    page = visit().page
    open_round(page, 2)
    page.locator("#er-lay").wait_for()
    page.evaluate(SENT)
    send(page).click()
    said, notice = page.locator(".prompt > small"), page.locator("#notice")
    expect(notice).to_have_text(said.inner_text())  # it is read out
    expect(notice).to_have_css("clip-path", "inset(50%)")
    assert said.evaluate("line => line.getAnimations().length") == 1


# -- phones ----------------------------------------------------------------------------------------

WIDTHS = "path => [...document.querySelectorAll(path)].map(e => e.getBoundingClientRect().width)"
WIDE = "e => e.scrollWidth - e.clientWidth"


@pytest.mark.parametrize(("players", "hand", "lay"), [(2, 84, 80), (3, 76, 44), (5, 64, 36)])
def test_the_cards_have_the_height_of_a_phone(frozen, players, hand, lay):
    for after in (6, 400):
        page = frozen.show(frozen_scene("eras", {"players": players}, after=after))
        page.set_viewport_size({"width": 390, "height": 844})
        assert page.evaluate(CUT) == [], after
        if after == 6:
            assert min(page.evaluate(WIDTHS, ".er-hand .card")) >= hand
            assert max(page.evaluate(WIDTHS, ".er-cards > .card")) >= lay
    page.set_viewport_size({"width": 844, "height": 390})
    assert page.evaluate(CUT) == []


BEYOND = """() => [...document.querySelectorAll(".er-cards > .card")].filter((card) =>
  card.getBoundingClientRect().right > card.closest(".er-lay").getBoundingClientRect().right
).length"""


@pytest.mark.parametrize("number", [2, 3, 4, 7])
@pytest.mark.parametrize("players", [2, 3])
def test_the_cards_of_a_lay_end_within_its_place_on_a_phone(frozen, players, number):
    def laid(state, _rng):
        legal = list(state.legal_actions())
        return NUMBER + number if NUMBER + number in legal else legal[0]

    deal = positions("eras", {"players": players}, choose=laid)
    state = next(state for state in deal if state.record["pile"].any())
    page = frozen.show(scene_of(state))
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.locator(".er-trick.turned .card")).to_have_count(players * number)
    assert page.evaluate(BEYOND) == 0


@pytest.mark.parametrize("players", [2, 5])
def test_the_table_of_rounds_is_seen_whole(frozen, players):
    scene = frozen_scene("eras", {"players": players}, after=400)
    deals = (tuple(100.0 + seat for seat in range(players)),) * 9
    scene = replace(scene, phase="over", deals=(*deals, scene.result))
    for language in ("en", "fi"):
        page = frozen.show(scene, language)
        for width, height in ((1440, 900), (390, 844), (844, 390)):
            page.set_viewport_size({"width": width, "height": height})
            assert page.locator(".result").evaluate(WIDE) <= 0, (language, width)
            if width < 844 or height > 390:
                assert page.evaluate(OVERLAPS) == [], (language, width)
