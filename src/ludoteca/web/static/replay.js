/* A replay: the arrow keys, those for pages (a part of the deal, such as a trick or a lance), the list of moves, autoplay, and the move in the address. All of them
   move the slider, which tells the server where it stands (ludoteca.js). */
"use strict";
const STEP_EVERY = 1500; // milliseconds between two moves that play by themselves
const slider = () => document.querySelector("[data-slide]");

function showMove(move) {
  const place = slider();
  const before = place.value;
  place.value = move;
  if (place.value !== before) place.dispatchEvent(new Event("input", { bubbles: true }));
}

document.addEventListener("input", ({ target }) => {
  if (target.matches("[data-slide]"))
    history.replaceState(null, "", target.dataset.address + target.value);
  if (target.matches("[data-autoplay]")) playOn(target);
});

document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-move]");
  if (!link || !slider() || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  showMove(link.dataset.move);
  link.closest("[popover]")?.hidePopover(); // on small screens the sheet covers the table
});

const STEPS = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };
const LEAPS = { PageUp: -1, PageDown: 1 };

/* The place where the part of the deal before or after this one begins, else the first or last. */
function leap(place, way) {
  const marks = Array.from(place.list?.options ?? [], (option) => Number(option.value));
  const there = marks.filter((mark) => way * (mark - place.value) > 0);
  return way > 0 ? Math.min(...there, place.max) : Math.max(...there, 0);
}

document.addEventListener("keydown", (event) => {
  const place = slider();
  if (!place || !(event.key in STEPS || event.key in LEAPS) || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.matches("input:not([type=checkbox]), textarea, select")) return;
  event.preventDefault();
  if (event.key in LEAPS) return showMove(leap(place, LEAPS[event.key]));
  const wanted = Number(place.value) + STEPS[event.key];
  showMove(Math.min(Math.max(wanted, 0), place.max));
});

/* The box is looked for anew at each step: it stops where it is unchecked, or gone. */
function playOn(box) {
  clearInterval(playOn.timer);
  if (!box.checked) return;
  if (slider().value === slider().max) showMove(0);
  playOn.timer = setInterval(() => {
    showMove(Number(slider().value) + 1);
    if (slider().value === slider().max) box.checked = false;
    if (!box.checked) clearInterval(playOn.timer);
  }, STEP_EVERY);
}

/* The move that is shown stays in sight in the list, which alone is scrolled. */
function keepInSight() {
  const list = document.querySelector(".move-list");
  const shown = list?.querySelector("[aria-current]");
  if (!shown?.checkVisibility() || shown === list.shown) return;
  list.shown = shown;
  const [own, all] = [shown.getBoundingClientRect(), list.getBoundingClientRect()];
  if (own.top < all.top || own.bottom > all.bottom) list.scrollTop += own.top - all.top - all.height / 2;
}
keepInSight();
document.addEventListener("toggle", keepInSight, true); // on small screens the list is folded away
const shown = { subtree: true, attributes: true, attributeFilter: ["aria-current"] };
new MutationObserver(keepInSight).observe(document.documentElement, shown);
