/* The puzzle of the day: what is pressed or picked on its table chooses the same move in the list,
   which the page sends. A past puzzle is not sent: its answer is in the page, hidden. */
"use strict";
const puzzle = document.querySelector("[data-choices]");

function choose(moves) {
  const number = JSON.parse(puzzle.dataset.choices)[moves.sort((a, b) => a - b).join(" ")];
  if (number !== undefined) document.querySelector(`.puzzle-choices [value="${number}"]`).click();
}

puzzle?.addEventListener("click", ({ target }) => {
  const { act } = target.closest("[data-act]")?.dataset ?? {};
  if (act) choose(numbers(act));
});

puzzle?.addEventListener("submit", (event) => {
  event.preventDefault();
  if ("acts" in event.target.dataset) choose(chosenIn(event.target));
});

document.querySelector("[data-past]")?.addEventListener("submit", (event) => {
  event.preventDefault();
  puzzle.inert = true;
  for (const part of document.querySelectorAll("[data-before]")) part.hidden = true;
  for (const part of document.querySelectorAll(`[data-after], [data-of~="${event.submitter.value}"]`))
    part.hidden = false;
  scrollTo(0, 0);
});
