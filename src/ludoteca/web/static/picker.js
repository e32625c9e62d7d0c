/* Pickers: buttons that write into the field above them what would be typed. The field is what is
   sent; without this script it is typed into. */
"use strict";
const PICKS = ".picks";

/* The texts in a field and, after `change`, the field with them. */
const textsOf = (field) =>
  field.value.split(field.dataset.between ? /[\s,]+/ : /[\s,]*/).filter(Boolean);
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

document.addEventListener("click", (event) => {
  const button = event.target.closest(`${PICKS} button`);
  const into = button?.closest(PICKS).dataset.into;
  if (into) pick(button, document.getElementById(into));
});
document.addEventListener("input", (event) => "between" in event.target.dataset && count(event.target));
addEventListener("DOMContentLoaded", () => {
  for (const picks of document.querySelectorAll(PICKS)) {
    picks.hidden = false;
    count(document.getElementById(picks.dataset.into));
  }
});
