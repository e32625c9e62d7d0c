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

function buttonsOf(field) {
  return [...document.querySelectorAll(`${PICKS}[data-into="${field.id}"] [data-text]`)];
}

/* A row opens complete and has any number of each piece. A piece of it that is pressed changes
   places with the next one that is pressed, or becomes the one pressed below. */
const ENDLESS = 99;
function isRow(field) {
  return Boolean(field.dataset.example) && buttonsOf(field)[0].dataset.most >= ENDLESS;
}
function laidOf(field) {
  return [...document.querySelectorAll(`.picked[data-of="${field.id}"] button`)];
}
function heldIn(field) {
  return laidOf(field).findIndex((laid) => laid.getAttribute("aria-pressed") === "true");
}
function pressInRow(field, index) {
  const held = heldIn(field);
  const texts = textsOf(field);
  if (held < 0 || held === index)
    laidOf(field)[index].setAttribute("aria-pressed", String(held < 0));
  else {
    [texts[held], texts[index]] = [texts[index], texts[held]];
    write(field, texts);
  }
}

function shuffled(texts) {
  const found = [...texts];
  for (let left = found.length - 1; left > 0; left--) {
    const other = Math.floor(Math.random() * (left + 1));
    [found[left], found[other]] = [found[other], found[left]];
  }
  return found;
}

/* Another example: the pieces of a row in another order, or as many cards of the deck. */
function another(field) {
  const { dataset } = field;
  const example = textsOf({ value: dataset.example, dataset });
  if (isRow(field)) {
    const there = textsOf(field);
    return write(field, shuffled(there.length ? there : example));
  }
  const buttons = buttonsOf(field).filter((button) => button.querySelector("svg"));
  const deck = buttons.flatMap((button, place) => Array(Number(button.dataset.most)).fill(place));
  const dealt = shuffled(deck).slice(0, example.length);
  write(field, dealt.sort((a, b) => a - b).map((place) => buttons[place].dataset.text));
  dataset.sample = field.value;
}

function pick(button, field) {
  const { text, most } = button.dataset;
  // The first card that is tapped makes room for one's own: it is not added to an example.
  const isSample = text && !isRow(field) && field.value === field.dataset.sample;
  const texts = isSample ? [] : textsOf(field);
  const there = texts.filter((other) => other.toUpperCase() === text.toUpperCase()).length;
  const held = isRow(field) ? heldIn(field) : -1;
  if (held >= 0) texts.splice(held, 1, ...(text ? [text] : []));
  else if (!text) texts.pop();
  else if (there < most) texts.push(text);
  write(field, held < 0 && there && there >= most ? texts.filter((other) => other !== text) : texts);
}

/* Each button tells how often its text is in the field. */
function count(field) {
  const texts = textsOf(field).map((text) => text.toUpperCase());
  for (const button of buttonsOf(field)) {
    const n = texts.filter((text) => text === button.dataset.text.toUpperCase()).length;
    button.setAttribute("aria-pressed", String(n > 0 && !isRow(field)));
    button.dataset.count = button.dataset.text && (n > 1 || isRow(field)) ? String(n) : "";
  }
}

/* What is in a field whose buttons are drawn, in its order. */
function lay(field) {
  const place = document.querySelector(`.picked[data-of="${field.id}"]`);
  if (!place) return;
  const drawn = new Map();
  for (const button of buttonsOf(field))
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
    const place = Number(taken.dataset.taken);
    if (isRow(field)) pressInRow(field, place);
    else write(field, textsOf(field).filter((_text, index) => index !== place));
    return;
  }
  const button = event.target.closest(`${PICKS} button`);
  const into = button?.closest(PICKS).dataset.into;
  if (!into) return;
  const field = document.getElementById(into);
  if (button.dataset.all === "clear") write(field, []);
  else if (button.dataset.all) another(field);
  else pick(button, field);
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
    field.dataset.sample = field.dataset.example ?? "";
    count(field);
    const typed = field.closest(".typed");
    if (typed) typed.open = false;
    const place = document.querySelector(`.picked[data-of="${field.id}"]`);
    if (place) place.hidden = false;
    lay(field);
  }
});
