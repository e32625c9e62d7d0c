"""Tables on a phone: what is pressed is large enough for a finger."""

from __future__ import annotations

from itertools import islice

import pytest
from frozen import moments, scene_of

GAMES = ("bigpoints", "buraco", "eras", "mus", "poker", "vangin")
LEAST = 40  #: pixels
SMALL = """least => {
  const pressed = ".stage-head :is(a, button), .term, .action-bar button, "
    + ".side :is(summary, button, select)";
  const reach = (part, side) => Math.max(
    part.getBoundingClientRect()[side],
    parseFloat(getComputedStyle(part, "::after")[side]) || 0,
  );
  return [...document.querySelectorAll(pressed)]
    .filter((part) => part.checkVisibility({ visibilityProperty: true }))
    .filter((part) => Math.min(reach(part, "width"), reach(part, "height")) < least)
    .map((part) => `${part.className} ${reach(part, "width")}x${reach(part, "height")}`);
}"""


@pytest.mark.parametrize("game", GAMES)
def test_what_is_pressed_at_a_table_on_a_phone_is_large_enough(frozen, game):
    frozen.visitor.page.set_viewport_size({"width": 390, "height": 844})
    for state in islice(moments(game), 0, 13, 4):
        page = frozen.show(scene_of(state))
        assert page.evaluate(SMALL, LEAST) == []
        page.locator(".side-button").click()
        assert page.evaluate(SMALL, LEAST) == []
