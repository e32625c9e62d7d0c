"""What a screen reader is told of a table, each line once; and the last lines, seen on phones."""

from __future__ import annotations

import pytest
from frozen import moments, scene_of
from playwright.sync_api import expect
from test_motion import SEND, deal, show, sit

from ludoteca.web.kit.whole_table import draw

LISTEN = """() => {
  const LIVE = "[aria-live=polite], [aria-live=assertive], [role=status], [role=log], [role=alert]";
  window.told = [];
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) for (const node of addedNodes) {
      const live = (target.closest ?? target.parentElement.closest).call(target, LIVE);
      const silent = !live || live.getAttribute("aria-live") === "off" || !live.checkVisibility();
      if (!silent) told.push(node.dataset?.number ?? node.textContent.trim());
    }
  }).observe(document.querySelector("main"), { subtree: true, childList: true });
}"""


@pytest.mark.parametrize("size", [(390, 844), (360, 640), (844, 390), (1280, 800)])
@pytest.mark.parametrize("game", ["mus", "vangin"])
def test_each_line_of_the_log_is_read_out_once_to_the_end_of_the_deal(visit, server, game, size):
    page = sit(visit(size=size), server, game)
    first, *scenes = deal(game)
    show(page, first, 0)
    page.evaluate(LISTEN)
    for n, scene in enumerate(scenes):
        page.evaluate(SEND, [str(draw(scene)), n + 1, ""])
        page.evaluate("regions.forEach((live) => live.hurry())")
    told = page.evaluate("told")
    lines = [str(line.number) for line in scenes[-1].log if line not in first.log]
    assert [told.count(line) for line in lines] == [1] * len(lines)
    assert sum(one in ("You win!", "You lose.", "Not this time.") for one in told) == 1


@pytest.mark.parametrize("size", [(390, 844), (360, 640), (844, 390)])
@pytest.mark.parametrize("game", ["mus", "buraco", "eras"])
def test_the_last_moves_fill_the_bar_of_phones_while_others_move(visit, server, game, size):
    page = sit(visit(size=size), server, game)
    waits = next(
        scene
        for scene in map(scene_of, moments(game))
        if len(scene.log) > 2 and not scene.seats[0].to_move
    )
    show(page, waits, 0)
    bar = page.locator(".actions")
    room = bar.bounding_box()
    lines = page.locator(".latest li")
    assert room is not None
    for line in (lines.nth(-1), lines.nth(-2)):
        box = line.bounding_box()
        assert box is not None
        assert room["y"] <= box["y"] <= box["y"] + box["height"] <= room["y"] + room["height"]
    assert bar.evaluate("bar => bar.scrollHeight <= bar.clientHeight")
    expect(page.locator(".action-bar > *")).to_have_count(0)


def test_the_signs_on_the_buttons_of_a_phone_are_no_part_of_their_names(visit, server):
    page = sit(visit(size=(390, 844)), server, "mus")
    show(page, next(deal("mus")), 0)
    for role, name in (("button", "Menu"), ("link", "Rules")):
        button = page.get_by_role(role, name=name, exact=True)
        expect(button).to_be_visible()
        assert f'{role} "{name}"' in button.aria_snapshot()
