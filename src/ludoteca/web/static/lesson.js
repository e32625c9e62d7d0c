/* The guided first deal: one step at a time, with a ring around the part of the table that the step
   means and a short arrow to it, where there is room for one beside all words and cards; the cards that
   it names are marked. The drawing lies over the page and takes no room; a step that was reached stays,
   also when the page is loaded again. */
"use strict";
const STEP = "ludoteca-step";
const GAP = 6; // pixels between a part and its ring
const ARROW = 34; // the length of an arrow
const WIDE = 18; // and its width
const PIECES = ".card, .disc, .act, .chip";
const FILLED = `${PIECES}, .result, .lesson-step[data-now], .count`;
const pointer = document.createElementNS("http://www.w3.org/2000/svg", "svg");
pointer.setAttribute("class", "pointer");
pointer.setAttribute("aria-hidden", "true");
pointer.innerHTML = '<rect rx="12"/><path class="shaft"/><path class="tip" d="M0 0-14-7-14 7z"/>';

const lessonNow = () => document.querySelector("[data-live] .lesson");
/* A step belongs to the decision for which it was read. */
const momentOf = (lesson) =>
  `${location.pathname} ${lesson.closest("[data-live]").dataset.decision}`;

function showStep(number) {
  const steps = lessonNow().querySelectorAll(".lesson-step");
  steps.forEach((step, n) => step.toggleAttribute("data-now", n === number));
}

/* The boxes of all words and cards of the table, which an arrow must not touch. */
function filled(region) {
  const boxes = [...region.querySelectorAll(FILLED)].map((part) => part.getBoundingClientRect());
  const walker = document.createTreeWalker(region, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (walker.nextNode()) {
    const words = walker.currentNode;
    if (!words.data.trim() || !words.parentElement.checkVisibility({ visibilityProperty: true }))
      continue;
    range.selectNodeContents(words);
    boxes.push(...range.getClientRects());
  }
  return boxes;
}

/* The tip of an arrow to a ring, and its direction: from the side of the step first, then from the
   others, at the middle of the side first. Nothing where words or cards lie everywhere. */
function arrowTo(ring, said, boxes) {
  const [right, bottom] = [ring.x + ring.width, ring.y + ring.height];
  const below = said.top + said.height / 2 < ring.y + ring.height / 2;
  const sides = [[0, -1], [-1, 0], [1, 0], [0, 1]];
  if (!below) sides.reverse();
  for (const [dx, dy] of sides) {
    for (const share of [0.5, 0.35, 0.65, 0.2, 0.8]) {
      const x = dx ? (dx < 0 ? ring.x : right) : ring.x + ring.width * share;
      const y = dy ? (dy < 0 ? ring.y : bottom) : ring.y + ring.height * share;
      const [fromX, fromY] = [x + dx * ARROW, y + dy * ARROW];
      const half = WIDE / 2;
      const [left, end] = [Math.min(x, fromX) - (dy && half), Math.max(x, fromX) + (dy && half)];
      const [top, low] = [Math.min(y, fromY) - (dx && half), Math.max(y, fromY) + (dx && half)];
      if (left < 0 || top < 0 || end > innerWidth || low > innerHeight) continue;
      const touched = (box) =>
        box.left < end && box.right > left && box.top < low && box.bottom > top;
      if (!boxes.some(touched)) return { x, y, dx, dy };
    }
  }
  return null;
}

/* A part by its key; `a>b` is the part b inside a. */
function partOf(region, keys) {
  return region.querySelector(keys.split(">").map((key) => `[data-key="${key}"]`).join(" "));
}

/* The cards that a step names. Of equal ones a picked one, else the last, which lies uppermost. */
function namedBy(step, region) {
  const named = new Set();
  for (const each of step?.dataset.pieces?.split(" ") ?? []) {
    const [part, piece] = each.split(":");
    const found = [...(partOf(region, part)?.querySelectorAll(`[data-piece="${piece}"]`) ?? [])];
    const free = found.filter((card) => !named.has(card));
    const card = free.find(isPicked) ?? free.at(-1);
    if (card) named.add(card);
  }
  return named;
}

const isPicked = (card) => !!card.querySelector(":checked");

function pointOut() {
  const lesson = lessonNow();
  pointer.remove();
  for (const card of document.querySelectorAll("[data-told]")) card.removeAttribute("data-told");
  if (!lesson) return;
  const [moment, number] = JSON.parse(sessionStorage.getItem(STEP) ?? "[]");
  if (moment === momentOf(lesson)) showStep(number);
  const step = lesson.querySelector("[data-now]");
  const region = lesson.closest("[data-live]");
  const named = namedBy(step, region);
  for (const card of named) card.dataset.told = "";
  const toPick = [...named].filter((card) => card.querySelector("[type=checkbox]"));
  const part = toPick.length && toPick.every(isPicked) ? step.dataset.press : step?.dataset.part;
  // Of several names the first that is seen: phones fold away what others show.
  const meant = part
    ?.split(" ")
    .map((keys) => partOf(region, keys))
    .find((found) => found?.checkVisibility());
  if (!meant || meant.contains(lesson)) return;
  // Around the cards that are named there, else around the cards and buttons of a seat or bar, which
  // may itself be as wide as the table, else around whatever is drawn in the part.
  const inside = [...named].filter((card) => meant.contains(card));
  const pieces = meant.matches(".own, .actions, .rivals, .seat") ? meant.querySelectorAll(PIECES) : [];
  const choices = [inside, meant.matches("button, .result") ? [meant] : pieces, meant.children, [meant]];
  const isSeen = (part) => part.checkVisibility() && part.getBoundingClientRect().width;
  const seen = choices.map((parts) => [...parts].filter(isSeen)).find((parts) => parts.length);
  if (!seen) return;
  const boxes = seen.map((part) => part.getBoundingClientRect());
  const x = Math.max(Math.min(...boxes.map((box) => box.left)) - GAP, 2);
  const y = Math.max(Math.min(...boxes.map((box) => box.top)) - GAP, 2);
  const right = Math.min(Math.max(...boxes.map((box) => box.right)) + GAP, innerWidth - 2);
  const bottom = Math.min(Math.max(...boxes.map((box) => box.bottom)) + GAP, innerHeight - 2);
  const ring = { x, y, width: right - x, height: bottom - y };
  if (ring.width < 8 || ring.height < 8) return; // scrolled out of sight
  const [box, shaft, tip] = pointer.children;
  for (const [name, value] of Object.entries(ring)) box.setAttribute(name, value);
  const said = step.getBoundingClientRect();
  const arrow = arrowTo(ring, said, filled(region));
  const { x: tipX, y: tipY, dx, dy } = arrow ?? {};
  shaft.setAttribute("d", arrow ? `M${tipX} ${tipY}l${dx * ARROW} ${dy * ARROW}` : "");
  const turn = (Math.atan2(-dy, -dx) * 180) / Math.PI;
  tip.setAttribute("transform", arrow ? `translate(${tipX} ${tipY}) rotate(${turn})` : "scale(0)");
  document.body.append(pointer);
}

document.addEventListener("click", (event) => {
  const asked = event.target.closest(".lesson [data-step]");
  if (!asked) return;
  const number = Number(asked.dataset.step);
  sessionStorage.setItem(STEP, JSON.stringify([momentOf(lessonNow()), number]));
  pointOut();
  lessonNow().querySelector("[data-now] [data-step]:last-child")?.focus();
});
document.addEventListener("change", () => lessonNow() && pointOut());
addEventListener("resize", pointOut);
document.addEventListener("scroll", pointOut, { capture: true, passive: true });
