"""Tables and pages on a phone: what is pressed is large enough for a finger."""

from __future__ import annotations

from itertools import islice

import pytest
from frozen import frozen_scene, moments, scene_of
from hands import invitation, open_table

GAMES = ("bigpoints", "buraco", "eras", "mus", "poker", "vangin")
LEAST = 40  #: pixels
PHONE = (390, 844)
AT_A_TABLE = (
    ".stage-head :is(a, button), .term, .action-bar button, .sorter > label, .va-chance summary, "
    ".side :is(a, summary, button, select), .er-last > summary, .lesson-turn button"
)
WITH_A_MOUSE = ".stage :is(a, button, summary, select, label):not(.card, .card *)"
LEAST_WITH_A_MOUSE = 24
ON_A_PAGE = "a, button, select, textarea, summary, label:has(input), input"
PAGES = ("/", "/games/mus/new", "/mine", "/day", "/about")
# A field in a label is pressed by it.
SMALL = """([pressed, least]) => {
  const reach = (part, side) => Math.max(
    part.getBoundingClientRect()[side],
    parseFloat(getComputedStyle(part, "::after")[side]) || 0,
  );
  return [...document.querySelectorAll(pressed)]
    .filter((part) => part.checkVisibility({ visibilityProperty: true }))
    .filter((part) => !(part.matches("input") && part.closest("label")))
    .filter((part) => Math.min(reach(part, "width"), reach(part, "height")) < least)
    .map((part) => `${part.className} ${reach(part, "width")}x${reach(part, "height")}`);
}"""


COVERED = """() => {
  const box = (path) => document.querySelector(path).getBoundingClientRect();
  const sheet = box(".side"), free = [".action-bar", ".own [data-hand]"];
  if (sheet.height < 150) return ["what is left of the sheet is too low"];
  return free.filter((path) => document.querySelector(path) && box(path).top < sheet.bottom);
}"""


@pytest.mark.parametrize("game", GAMES)
def test_what_is_pressed_at_a_table_on_a_phone_is_large_enough(frozen, game):
    frozen.visitor.page.set_viewport_size({"width": 390, "height": 844})
    for state in islice(moments(game), 0, 13, 4):
        page = frozen.show(scene_of(state))
        assert page.evaluate(SMALL, [AT_A_TABLE, LEAST]) == []
        page.locator(".side-button").click()
        assert page.evaluate(SMALL, [AT_A_TABLE, LEAST]) == []
        assert page.evaluate(COVERED) == [], "the sheet leaves the hand and the buttons free"


@pytest.mark.parametrize("game", ["buraco", "eras"])
def test_the_buttons_that_sort_a_hand_are_seen_as_large_as_they_are_pressed(frozen, game):
    page = frozen.show(scene_of(next(moments(game))))
    for width, height in (PHONE, (360, 640), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        boxes = [label.bounding_box() for label in page.locator(".sorter > label").all()]
        assert len(boxes) == 2
        assert min(min(box["width"], box["height"]) for box in boxes if box) >= LEAST


@pytest.mark.parametrize("game", GAMES)
def test_what_is_pressed_at_a_table_is_large_enough_for_a_mouse(frozen, game):
    rules = {"players": 5} if game == "eras" else None
    frozen.visitor.page.set_viewport_size({"width": 1440, "height": 900})
    *_, middle, end = (scene_of(state) for state in moments(game, options=rules))
    for scene in (middle, end):
        page = frozen.show(scene)
        assert page.evaluate(SMALL, [WITH_A_MOUSE, LEAST_WITH_A_MOUSE]) == []


@pytest.mark.parametrize("address", PAGES)
def test_what_is_pressed_on_a_page_on_a_phone_is_large_enough(visit, address):
    page = visit(size=PHONE).page
    page.goto(address)
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    assert page.evaluate(SMALL, [ON_A_PAGE, LEAST]) == []


def test_what_is_pressed_on_an_invitation_on_a_phone_is_large_enough(visit):
    host, guest = visit(size=PHONE).page, visit(size=PHONE).page
    open_table(host, "kuhn", seat1="friend")
    guest.goto(invitation(host))
    guest.get_by_role("button", name="Ready").wait_for()
    for page in (host, guest):
        assert page.evaluate(SMALL, [ON_A_PAGE, LEAST]) == []


# Around the middle of each place or step that is pressed, so many pixels belong to it alone; edges
# lie between two pixels.
MISSED = """([pressed, least]) => {
  const reach = least / 2 - 1;
  const around = [[0, 0], [-reach, 0], [reach, 0], [0, -reach], [0, reach]];
  const found = [...document.querySelectorAll(pressed)].filter((part) => part.checkVisibility());
  const missed = found.filter((part) => {
    const box = (part.closest(".cell") ?? part).getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    return !around.every(([dx, dy]) => part.contains(document.elementFromPoint(x + dx, y + dy)));
  });
  return [found.length, missed.map((part) => part.outerHTML.slice(0, 80))];
}"""


def test_discs_and_pawns_of_big_points_on_a_phone_are_large_enough_and_none_lies_on_another(frozen):
    page = frozen.visitor.page
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    discs = 0
    for state in islice(moments("bigpoints"), 0, 33, 8):
        frozen.show(scene_of(state, state.current_player()))
        pawns, missed = page.evaluate(MISSED, [".board .pawn.can", LEAST])
        assert (pawns > 0, missed) == (True, [])
        for pick in page.locator(".bp-pick").all():
            pick.check(force=True)
            own = f".of{pick.get_attribute('value')}"  # an extra move may share its disc
            alone = f".bp-takes:not(:has({own} ~ {own})) > {own}"
            found, missed = page.evaluate(MISSED, [alone, LEAST])
            assert missed == page.evaluate(SMALL, [alone, LEAST]) == []
            discs += found
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert discs > 20


def test_no_ring_of_big_points_is_painted_over_the_head_of_a_pawn_in_the_next_line(frozen):
    page = frozen.visitor.page
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    frozen.show(frozen_scene("bigpoints", {"players": 4}, after=31))
    pawn = page.locator(".cell > .pawn.p3").bounding_box()
    head = {"x": pawn["x"] + pawn["width"] / 2 - 4, "y": pawn["y"] + 2, "width": 8, "height": 6}
    lies = "([x, y]) => !!document.elementFromPoint(x, y).closest('.bp-ring')"
    assert page.evaluate(lies, [head["x"], head["y"]])  # and is pressed there
    seen = page.screenshot(clip=head)
    page.add_style_tag(content=".bp-ring::before { display: none }")
    assert page.screenshot(clip=head) == seen
