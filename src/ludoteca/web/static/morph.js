/* Morphing: the page becomes what the server drew, by key, and keeps what is the person's own: open
   dialogs, checked cards, typed words, scroll and focus. */
"use strict";
function keyOf(node) {
  if (node.nodeType !== 1) return null;
  // A slot goes with its card.
  const held = node.classList.contains("slot") ? node.firstElementChild?.dataset.key : null;
  return node.dataset.key || node.id || held || null;
}

const pieceOf = (node) => node.dataset?.piece;

/* Attributes that belong to the person at the page, not to the server. */
const own = (element, name) => name === "open" && element.matches("dialog, details");

function morphAttributes(old, fresh) {
  for (const { name, value } of fresh.attributes)
    if (!own(old, name) && old.getAttribute(name) !== value) old.setAttribute(name, value);
  for (const { name } of [...old.attributes])
    if (!own(old, name) && !fresh.hasAttribute(name)) old.removeAttribute(name);
}

const alike = (old, fresh) =>
  old.nodeName === fresh.nodeName && keyOf(old) === keyOf(fresh) && pieceOf(old) === pieceOf(fresh);
const numberOf = (line) => Number(line?.dataset.number);

/* A log only grows: lines are added by number, so that a screen reader says each once. */
function morphLog(old, fresh) {
  const [first, newest] = [fresh.firstElementChild, fresh.lastElementChild].map(numberOf);
  for (const line of [...old.children])
    if (!(numberOf(line) >= first && numberOf(line) <= newest)) line.remove();
  const last = numberOf(old.lastElementChild);
  for (const line of [...fresh.children]) if (!(numberOf(line) <= last)) old.append(line);
}

function morphChildren(old, fresh) {
  const keyed = new Map();
  const wanted = new Set(Array.from(fresh.childNodes, keyOf));
  for (const child of [...old.childNodes]) {
    // What is gone goes first: what stays is then not moved, which would cost focus and scroll.
    if (!wanted.has(keyOf(child))) child.remove();
    else if (keyOf(child)) keyed.set(keyOf(child), child);
  }
  let place = old.firstChild;
  for (const child of [...fresh.childNodes]) {
    const key = keyOf(child);
    let match = key ? keyed.get(key) : place;
    if (!match || !alike(match, child)) match = null;
    if (match && match === place) place = place.nextSibling;
    else old.insertBefore(match ?? child, place);
    if (match) morph(match, child);
  }
  while (place?.nextSibling) place.nextSibling.remove();
  place?.remove();
}

/* What is awaited is of the position before for one turn of the person's; then it is hidden. */
function grow(part) {
  const { turn = "" } = part.dataset;
  part.toggleAttribute("data-outdated", !!part.awaitedAt && turn !== part.awaitedAt);
  part.awaitedAt ||= turn;
}

function morph(old, fresh) {
  if (old.isEqualNode(fresh)) return;
  // Other words are a new text, which does not move from where the old one stood.
  if (old.nodeType !== 1) return old.replaceWith(fresh);
  morphAttributes(old, fresh);
  // What is awaited stays as it was, and its look says that it is old.
  if (fresh.dataset && "await" in fresh.dataset && old.childNodes.length) return grow(old);
  delete old.awaitedAt;
  if (old.matches?.("[data-log]")) morphLog(old, fresh);
  else if (!old.matches?.("textarea")) morphChildren(old, fresh);
}

/* A new decision: what was half chosen for the last one is put back. */
function forgetDrafts(region) {
  for (const form of region.querySelectorAll("form[data-acts], form[data-picks]")) form.reset();
  for (const field of region.querySelectorAll("[data-filter]")) field.value = "";
}

/* A list shows what the words typed into its field let through, after a push as before. */
function narrow(field) {
  const wanted = field.value.trim().toLowerCase();
  for (const item of document.getElementById(field.dataset.filter)?.children ?? [])
    item.hidden = !item.textContent.toLowerCase().includes(wanted);
}

/* Ways of looking at things (the order of a hand), and one's name, are this browser's, at every table. */
const KEPT = "ludoteca-kept-";
function recall(region) {
  for (const radio of region.querySelectorAll("[data-kept]"))
    if (localStorage.getItem(KEPT + radio.name) === radio.value) radio.checked = true;
  const known = document.cookie.match(/(?:^|; )ludoteca_name=([^;]*)/);
  for (const field of region.querySelectorAll(".sit [name=name]"))
    if (known && !field.recalled) field.value = decodeURIComponent((field.recalled = known)[1]);
}
