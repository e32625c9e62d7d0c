/* The guided first deal: one step at a time, with a ring and an arrow to the part of the table that
   the step means. The drawing lies over the page and takes no room; a step that was reached stays,
   also when the page is loaded again. */
"use strict";
const STEP = "ludoteca-step";
const GAP = 6; // pixels between a part and its ring
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

/* Where the line from the middle of a box to a point leaves the box. */
function edgeOf(box, x, y) {
  const [cx, cy] = [box.x + box.width / 2, box.y + box.height / 2];
  const reach = Math.max(Math.abs(x - cx) / (box.width / 2), Math.abs(y - cy) / (box.height / 2));
  return [cx + (x - cx) / reach, cy + (y - cy) / reach, reach];
}

function pointOut() {
  const lesson = lessonNow();
  pointer.remove();
  if (!lesson) return;
  const [moment, number] = JSON.parse(sessionStorage.getItem(STEP) ?? "[]");
  if (moment === momentOf(lesson)) showStep(number);
  const step = lesson.querySelector("[data-now]");
  const part = step?.dataset.part;
  const meant = part && lesson.closest("[data-live]").querySelector(`[data-key="${part}"]`);
  if (!meant?.checkVisibility() || meant.contains(lesson)) return;
  // Around what is drawn in the part, which may itself be as wide as the table.
  const seen = [...meant.children].filter((child) => child.checkVisibility());
  const boxes = (seen.length ? seen : [meant]).map((child) => child.getBoundingClientRect());
  const x = Math.max(Math.min(...boxes.map((box) => box.left)) - GAP, 2);
  const y = Math.max(Math.min(...boxes.map((box) => box.top)) - GAP, 2);
  const right = Math.min(Math.max(...boxes.map((box) => box.right)) + GAP, innerWidth - 2);
  const bottom = Math.min(Math.max(...boxes.map((box) => box.bottom)) + GAP, innerHeight - 2);
  const ring = { x, y, width: right - x, height: bottom - y };
  if (ring.width < 8 || ring.height < 8) return; // scrolled out of sight
  const [box, shaft, tip] = pointer.children;
  for (const [name, value] of Object.entries(ring)) box.setAttribute(name, value);
  const said = step.getBoundingClientRect();
  const [tx, ty] = edgeOf(ring, said.x + said.width / 2, said.y + said.height / 2);
  const [sx, sy, reach] = edgeOf(said, tx, ty);
  const near = reach <= 1 || Math.hypot(tx - sx, ty - sy) < 20; // beside each other: a ring is enough
  shaft.setAttribute("d", near ? "" : `M${sx} ${sy}L${tx} ${ty}`);
  const turn = (Math.atan2(ty - sy, tx - sx) * 180) / Math.PI;
  tip.setAttribute("transform", near ? "scale(0)" : `translate(${tx} ${ty}) rotate(${turn})`);
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
addEventListener("resize", pointOut);
document.addEventListener("scroll", pointOut, { capture: true, passive: true });
