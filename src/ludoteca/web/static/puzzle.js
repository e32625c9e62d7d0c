/* The puzzle of the day: what is pressed or picked on its table chooses the same move in the list,
   which the page sends. */
"use strict";
const puzzle = document.querySelector("[data-choices]");

function choose(moves) {
  const number = JSON.parse(puzzle.dataset.choices)[moves.sort((a, b) => a - b).join(" ")];
  if (number !== undefined) document.querySelector(`[name=choice][value="${number}"]`).click();
}

puzzle?.addEventListener("click", ({ target }) => {
  const { act } = target.closest("[data-act]")?.dataset ?? {};
  if (act) choose(numbers(act));
});

puzzle?.addEventListener("submit", (event) => {
  event.preventDefault();
  if ("acts" in event.target.dataset) choose(chosenIn(event.target));
});
