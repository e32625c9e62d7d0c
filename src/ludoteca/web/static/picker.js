/* Pickers: buttons that write into a field what would be typed. The field is what is sent; without
   this script it is typed into. Cards that are drawn lie above their buttons, where a press takes
   one back, and the field is folded. */
"use strict";
const PICKS = ".picks";

/* The texts in a field and, after `change`, the field with them. */
function textsOf(field) {
  const { between, apart } = field.dataset;
  if (apart) return field.value.replaceAll(apart, ` ${apart} `).split(/\s+/).filter(Boolean);
  return field.value.split(between ? /[\s,]+/ : /[\s,]*/).filter(Boolean);
}
function write(field, texts) {
  field.value = texts.join(field.dataset.between);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

function pick(button, field) {
  const texts = textsOf(field);
  const { text, most } = button.dataset;
  const there = texts.filter((other) => other.toUpperCase() === text.toUpperCase()).length;
  if (!text) texts.pop();
  else if (there < most) texts.push(text);
  write(field, there && there >= most ? texts.filter((other) => other !== text) : texts);
}

/* Each button tells how often its text is in the field. */
function count(field) {
  const texts = textsOf(field).map((text) => text.toUpperCase());
  for (const button of document.querySelectorAll(`${PICKS}[data-into="${field.id}"] button`)) {
    const n = texts.filter((text) => text === button.dataset.text.toUpperCase()).length;
    button.setAttribute("aria-pressed", String(n > 0));
    button.dataset.count = n > 1 ? String(n) : "";
  }
}

/* What is in a field whose buttons are drawn, in its order. */
function lay(field) {
  const place = document.querySelector(`.picked[data-of="${field.id}"]`);
  if (!place) return;
  const drawn = new Map();
  for (const button of document.querySelectorAll(`${PICKS}[data-into="${field.id}"] button`))
    drawn.set(button.dataset.text.toUpperCase(), button);
  const taken = new Map(); // of equal ones each has its next picture
  place.replaceChildren(
    ...textsOf(field).flatMap((text, index) => {
      const from = drawn.get(text.toUpperCase());
      if (!from) return [];
      const laid = from.cloneNode(true);
      laid.removeAttribute("aria-pressed");
      delete laid.dataset.count;
      const before = taken.get(from) ?? 0;
      taken.set(from, before + 1);
      const others = laid.querySelectorAll("template");
      if (before && others.length)
        laid.querySelector("svg").replaceWith(
          others[(before - 1) % others.length].content.cloneNode(true),
        );
      laid.dataset.taken = String(index);
      return [laid];
    }),
  );
  if (!place.children.length) place.textContent = place.dataset.empty;
}

document.addEventListener("click", (event) => {
  const taken = event.target.closest(".picked button");
  if (taken) {
    const field = document.getElementById(taken.parentElement.dataset.of);
    write(field, textsOf(field).filter((_text, index) => index !== Number(taken.dataset.taken)));
    return;
  }
  const button = event.target.closest(`${PICKS} button`);
  const into = button?.closest(PICKS).dataset.into;
  if (into) pick(button, document.getElementById(into));
});
document.addEventListener("input", (event) => {
  if (!("between" in event.target.dataset)) return;
  count(event.target);
  lay(event.target);
});
addEventListener("DOMContentLoaded", () => {
  for (const picks of document.querySelectorAll(PICKS)) {
    const field = document.getElementById(picks.dataset.into);
    picks.hidden = false;
    count(field);
    const typed = field.closest(".typed");
    if (typed) typed.open = false;
    const place = document.querySelector(`.picked[data-of="${field.id}"]`);
    if (place) place.hidden = false;
    lay(field);
  }
});
