/* The form of a new table: what depends on what was chosen (the seats, the names of machines, what is
   usual) is drawn anew by the server and morphed in place. Without this script, buttons that change
   the form send it, and the page comes back with everything filled in. */
"use strict";
let asked = 0; // the last answer alone counts
let presses = []; // buttons that no answer has told of yet
const filledIn = (form) => String(new URLSearchParams(new FormData(form)));

async function redraw(form, button) {
  if (button) presses.push([button.name, button.value]);
  const before = filledIn(form);
  const filled = new URLSearchParams([...new FormData(form), ...presses]);
  const number = ++asked;
  const drawn = await fetch(`${form.getAttribute("action")}?${filled}`)
    .then((answer) => (answer.ok ? answer.text() : null)).catch(() => null);
  if (number !== asked) return;
  notice(drawn === null ? form.dataset.failed : "");
  if (drawn === null) return; // what was pressed is sent again with the next change
  if (filledIn(form) !== before) return redraw(form); // something was typed meanwhile
  const fresh = new DOMParser().parseFromString(drawn, "text/html");
  presses = [];
  morphChildren(form, fresh.querySelector(".new-table"));
  const typing = form.querySelector("input:focus"), text = typing?.value;
  form.reset(); // to what the server drew, which is what was filled in
  if (typing) typing.value = text;
}

document.addEventListener("submit", (event) => {
  const form = event.target, button = event.submitter;
  if (!form.matches(".new-table") || button?.getAttribute("formmethod") !== "get") return;
  event.preventDefault();
  redraw(form, button);
});

document.addEventListener("change", ({ target }) => {
  const form = target.closest(".new-table");
  if (form && target.closest(".drawn-seat, .rule")) redraw(form);
});

document.addEventListener("click", ({ target }) => {
  const step = target.closest(".stepper .step");
  if (!step) return;
  const number = step.parentElement.querySelector("input");
  if (step.dataset.step > 0) number.stepUp();
  else number.stepDown();
  number.dispatchEvent(new Event("change", { bubbles: true }));
});
