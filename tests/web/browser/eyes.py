"""Sizes and languages that are looked at, and what to look for on a page."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

SIZES = ((320, 568), (390, 844), (844, 390), (768, 1024), (1280, 800))
TIGHT = SIZES[:1] + SIZES[2:3]  #: a small phone, upright and on its side
LANGUAGES = ("en", "pt", "es", "fi")

# Fetching the style sheets once more is only for a rule about locked orientations.
_ASKED = {"resultTypes": ["violations"], "preload": False}

WIDE = """() => {
  const room = document.documentElement.clientWidth;
  const wide = document.documentElement.scrollWidth - room;
  if (wide <= 0) return [];
  const out = [...document.querySelectorAll("main *")].filter(
    (part) => part.getBoundingClientRect().right > room + 1);
  const names = out.slice(0, 3).map((part) => `${part.tagName}.${part.className}`);
  return [`the page is ${wide} px too wide: ${names.join(", ")}`];
}"""

OUTSIDE = """() => {
  const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  const found = wide > 0 ? [`the page is ${wide} px too wide`] : [];
  for (const part of document.querySelectorAll("#table-root > .own, #table-root > .actions")) {
    const box = part.getBoundingClientRect();
    if (box.top < -1 || box.left < -1 || box.bottom > innerHeight + 1 || box.right > innerWidth + 1)
      found.push(`${part.className}: ${JSON.stringify(box)} in ${innerWidth}x${innerHeight}`);
  }
  // The rules and the menu are one press away.
  for (const tool of document.querySelectorAll(".tools > *")) {
    const { width, height, right, bottom } = tool.getBoundingClientRect();
    if (width < 24 || height < 24 || right > innerWidth || bottom > 60)
      found.push(`not in the head: ${tool.textContent}`);
  }
  for (const result of document.querySelectorAll(".result")) {
    // Where it lies over the hand instead of the felt, the whole table holds it.
    const around = result.offsetParent;
    const felt = (around.closest(".felt") ?? around).getBoundingClientRect();
    const cut = Math.round(result.getBoundingClientRect().bottom - felt.bottom);
    if (cut > 1) found.push(`${cut} px of the result are out of sight`);
  }
  for (const button of document.querySelectorAll("#table-root > .actions button")) {
    if (!button.checkVisibility()) continue;  // such as one for cards that are still to be picked
    const box = button.getBoundingClientRect();
    if (box.height < 20 || box.width < 20) found.push(`too small: ${button.textContent}`);
  }
  return found;
}"""


def outside(page: Page) -> list[str]:
    """The parts of the own hand and buttons that lie outside the viewport."""
    found: list[str] = page.evaluate(OUTSIDE)
    return found


def serious(page: Page) -> list[str]:
    """The findings that axe calls serious or critical, a line each."""
    found = Axe().run(page, options=_ASKED).response["violations"]
    return [
        f"{v['id']}: {v['help']}: {v['nodes'][0]['html'][:200]}"
        for v in found
        if v["impact"] in ("serious", "critical")
    ]
