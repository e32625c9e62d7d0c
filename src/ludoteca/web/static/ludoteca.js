/* The table's script: it keeps live regions live and sends what people do. It draws nothing: every
   text and picture comes from the server as HTML and is morphed into the page (morph.js).
   What somebody has half done (checked cards, typed words, open dialogs, scroll, focus) is theirs:
   a push leaves it alone while the decision is the same. */
"use strict";

/* -- live regions --------------------------------------------------------------------------- */
const DOABLE = "[data-act]:enabled, [data-acts] input:enabled, .action-bar :is(button, a)";
const FINAL = new Set([4400, 4401, 4403, 4404, 4413]);
/* Milliseconds: between two looks at the connection, of quiet before it is asked, until a missing
   answer is shown, and until the connection is given up and made anew. */
const [LOOK_EVERY, QUIET, LATE, LOST] = [1000, 2000, 1500, 15_000];
const LINGERS = { slow: 2700, normal: 1800, fast: 800 }; // milliseconds, by the pace of the machines
const LINGER = LINGERS[document.documentElement.dataset.pace]; // that a turned trick is seen, where nobody presses
class Live {
  constructor(region) {
    this.region = region;
    this.pending = new Map();
    this.unsent = new Map();
    this.wait = 250;
    this.decision = null;
    this.connect();
    setInterval(() => this.beat(), LOOK_EVERY);
    addEventListener("online", () => this.connect());
    addEventListener("offline", () => (this.region.dataset.link = "down"));
    document.addEventListener("visibilitychange", () => document.hidden || this.beat());
  }

  connect() {
    if (this.final || this.socket?.readyState <= WebSocket.OPEN) return;
    const url = new URL(this.region.dataset.live, location.href);
    url.protocol = url.protocol.replace("http", "ws");
    this.socket = new WebSocket(url);
    [this.heard, this.asked] = [Date.now(), 0];
    this.socket.onopen = () => this.greet();
    this.socket.onmessage = (event) => this.hear(JSON.parse(event.data));
    this.socket.onclose = (event) => this.closed(event);
  }

  greet() {
    this.wait = 250;
    this.region.dataset.link = "up";
    const { lang, dataset: { pace } } = document.documentElement;
    this.post({ type: "hello", as: "html", lang, pace });
    for (const message of [...this.pending.values(), ...this.unsent.values()]) this.post(message);
    this.unsent.clear();
    this.tellPlace();
  }

  /* Where the slider of a replay stands: told again to a new connection, which does not know. */
  tellPlace() {
    const place = this.region.querySelector("[data-slide]");
    if (place) this.post({ type: "at", n: Number(place.value) });
  }

  closed(event) {
    this.final = FINAL.has(event.code);
    this.region.dataset.link = this.final ? "ended" : "down";
    if (event.reason) notice(event.reason, this.final ? 1e9 : undefined);
    if (this.final) return;
    if (event.code === 4429) this.wait = 10_000;
    setTimeout(() => this.connect(), this.wait * (0.5 + Math.random()));
    this.wait = Math.min(this.wait * 2, 10_000);
  }

  beat() {
    const now = Date.now(), waiting = this.asked && now - this.asked;
    if (this.socket?.readyState !== WebSocket.OPEN) this.connect();
    else if (waiting > LOST) this.socket.close();
    else if (waiting > LATE) this.region.dataset.link = "down";
    else if (!this.asked && !document.hidden && now - this.heard >= QUIET) {
      this.asked = now;
      this.post({ type: "ping" });
    }
  }

  /* Without a connection, the last message of its type is kept for the next. */
  post(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
    else if (!this.pending.has(message.id)) this.unsent.set(message.type, message);
  }

  /* An act is kept until the server has it, and sent again after a reconnection: its id makes
     sure that it is made once. A press that comes before its view is one too many. */
  act(actions, element) {
    clearTimeout(this.next);
    if (this.acted === this.decision) return;
    this.repeats = "repeats" in element.dataset;
    this.acted = this.decision;
    unsay();
    const id = crypto.randomUUID?.() ?? String(Math.random()).slice(2);
    const message = { type: "act", decision: this.decision, id, actions };
    this.pending.set(id, message);
    this.region.setAttribute("aria-busy", "true");
    element.dataset.pressed = "";
    endFlights();
    this.post(message);
  }

  /* What is chosen so far, told when it rests for a moment: the server answers with its odds. */
  choose(form) {
    clearTimeout(this.resting);
    const tell = () => this.post({ type: "choose", decision: this.decision, actions: chosenIn(form) });
    this.resting = setTimeout(tell, 200);
  }

  /* Moves that are tried, and what is picked for the next: the server shows the table after them. */
  draft(actions, picked) {
    this.post({ type: "draft", decision: this.decision, actions, picked });
  }

  /* What a button sends; its ring turns until there is an answer. Moves to try can take seconds:
     they are there once a view has other buttons. */
  send(text) {
    const message = JSON.parse(text);
    if (message.type === "suggest") this.sought = text;
    this.press(text);
    this.post(message);
  }

  press(text) {
    const found = [...this.region.querySelectorAll("[data-send]")].filter((one) => one.dataset.send === text);
    for (const one of found) {
      one.dataset.pressed = "";
      one.setAttribute("aria-busy", "true");
    }
    if (!found.length) this.sought = undefined;
  }

  settle(id) {
    this.pending.delete(id);
    this.sought = undefined;
    if (this.pending.size) return;
    this.region.removeAttribute("aria-busy");
    for (const one of this.region.querySelectorAll("[data-pressed]")) {
      delete one.dataset.pressed;
      one.removeAttribute("aria-busy");
    }
  }

  hear(message) {
    [this.heard, this.asked] = [Date.now(), 0];
    this.region.dataset.link = "up";
    const { type, id, code, sentence } = message;
    if (message.seal) this.checkSeal(message.seal);
    if (type === "view") this.show(message);
    else if (type === "nonce-wanted") this.addNonce(message);
    else if (type === "ack" || type === "refused") this.settle(id);
    if (type !== "refused" || code === "repeated") return;
    this.acted = undefined;
    notice(sentence);
  }

  /* The commitment is kept before the nonce is sent: later the server could choose another. */
  addNonce({ table, deal, commitment }) {
    const old = promises()[table];
    const same = old?.deal === deal;
    if (same && old.commitment !== commitment) return notice(this.region.dataset.broken, 1e9);
    const value = hexOf(crypto.getRandomValues(new Uint8Array(16)));
    keepPromise(table, { deal, commitment, nonces: [...(same ? old.nonces : []), value] });
    this.post({ type: "nonce", value });
  }

  /* Once a deal: its opened seal against what was promised and added. What is missing from the
     shuffle is told where the shuffle is, under "Fair shuffle". */
  async checkSeal(seal) {
    const { dataset } = this.region;
    if (dataset.leftOut !== String(seal.deal)) delete dataset.leftOut;
    const promise = promises()[seal.table];
    if (promise?.deal !== seal.deal) return;
    keepPromise(seal.table, null);
    const kept = promise.commitment === seal.commitment && (await opens(seal));
    if (!kept) notice(dataset.broken, 1e9);
    else if (!promise.nonces.some((nonce) => seal.nonces.includes(nonce))) dataset.leftOut = seal.deal;
  }

  /* A view. It waits while a control is pressed; what lingers, such as a trick that was turned, is
     seen for a while before it goes. */
  show(message) {
    this.newest = message;
    clearTimeout(this.held);
    if (pressed) return;
    const place = this.region.querySelector("[data-linger]");
    const goes = place && !message.html.includes(`data-linger="${place.dataset.linger}"`);
    const left = goes ? (this.until ?? 0) - performance.now() : 0;
    if (left <= 0) return this.put(message);
    this.held = setTimeout(() => this.show(message), left);
  }

  /* Whoever presses has seen enough. */
  hurry() {
    this.until = 0;
    if (dealing || outcomeIn(this.region)) endFlights();
    if (this.newest && this.newest !== this.shown) this.show(this.newest);
  }

  put(message) {
    this.shown = message;
    const { awaited = null } = message; // where, once the others have come; not if it was so before
    if (awaited && this.awaited === null) location.assign(awaited);
    this.awaited = awaited;
    const holder = document.createElement("template");
    holder.innerHTML = message.html;
    const focused = this.region.contains(document.activeElement) && document.activeElement;
    if (focused && focused !== this.region)
      this.from = { bar: Boolean(focused.closest(".action-bar")), key: focused.dataset.key };
    const was = this.region.querySelector("[data-linger]")?.dataset.linger;
    const before = listen(this.region);
    const isNew = message.decision !== this.decision;
    const { launch, ...pieces } = move(this.region, () => {
      // A new decision has new moves: none of the last one's under a finger. What is no move, such
      // as the button of who takes the seat back, means the same and stays.
      const old = isNew ? this.region.querySelectorAll(".action-bar > :not([data-send])") : [];
      for (const part of old) part.remove();
      morphChildren(this.region, holder.content);
      if (isNew) forgetDrafts(this.region);
      this.decision = message.decision ?? null;
      this.region.dataset.decision = this.decision ?? "";
      this.region.querySelectorAll("[data-filter]").forEach(narrow);
      recall(this.region);
      this.region.querySelectorAll("[data-names]").forEach(nameChoice);
      if (this.sought) this.press(this.sought);
    });
    const lingers = this.region.querySelector("[data-linger]")?.dataset.linger;
    if (lingers && lingers !== was) this.until = performance.now() + LINGER;
    if (message.title) document.title = message.title;
    sound(this.region, before, pieces);
    windClocks(this.region);
    pointOut();
    const onNothing = [document.body, this.region].includes(document.activeElement);
    if ((focused && document.activeElement !== focused) || (this.astray && onNothing)) this.refocus(focused);
    launch();
    const forced = this.repeats ? "[data-goes-on], [data-by-itself]" : "[data-by-itself]";
    const on = isNew && this.region.querySelector(forced);
    if (on) this.next = setTimeout(() => on.isConnected && on.click(), LINGER / 2);
  }

  /* What had the focus was moved, or is gone: go on with the same thing or the first that can be
     done, in the bar if the focus was there, now or in the view in which there is one. */
  refocus(focused) {
    const seen = [...this.region.querySelectorAll(DOABLE)].filter((part) => part.checkVisibility());
    const near = seen.filter((part) => !this.from?.bar || part.closest(".action-bar"));
    const next = near.find((part) => part.dataset.key === this.from?.key) ?? near[0] ?? seen[0];
    const kept = focused && focused !== this.region && focused.isConnected;
    this.astray = !kept && !next;
    (kept ? focused : next ?? this.region).focus({ preventScroll: true });
  }
}

const regions = new Map();
const liveOf = (element) => regions.get(element.closest("[data-live]"));
function notice(sentence, lasts = 8_000) {
  const place = document.getElementById("notice");
  place.textContent = sentence;
  place.classList.remove("visually-hidden");
  clearTimeout(place.timer);
  place.timer = setTimeout(() => (place.textContent = ""), lasts);
  place.passes = lasts < 1e9;
}
/* What the page says already flashes where it stands, in sight, and is only read out again. */
function pointAt(place) {
  const { width = 0 } = place?.getBoundingClientRect() ?? {};
  notice(place?.textContent ?? "");
  document.getElementById("notice").classList.toggle("visually-hidden", width > 1);
  const lit = { color: "var(--accent)", textDecoration: "underline 0.15rem var(--accent)" };
  place?.animate([{ ...lit, offset: 0 }, { ...lit, offset: 0.7 }], 2500);
}
/* What was missing or refused has been read when something else is done. */
function unsay() {
  if (document.getElementById("notice").passes) notice("");
}

/* -- presses -------------------------------------------------------------------------------- */
/* What was under the pointer when it came down is there when it goes up: a control that a view took
   away or moved meanwhile would not get its click. Elsewhere, whoever presses has seen enough; a slider that is
   dragged shows at once where it stands. */
const CONTROLS = "button, a, label, summary, input:not([data-slide])";
const TAP = 300; // milliseconds: a finger's click comes so long after it was lifted, at most
let pressed = false, lifted;
function releaseAfter(time) {
  clearTimeout(lifted);
  lifted = setTimeout(release, time);
}
for (const type of ["pointerdown", "keydown"])
  addEventListener(type, ({ key, button, target }) => {
    clearTimeout(lifted);
    pressed = (key === " " || button === 0) && target.closest(CONTROLS) !== null;
    if (!pressed) release();
  }, true);
for (const type of ["pointerup", "pointercancel", "keyup"])
  addEventListener(type, () => pressed && releaseAfter(TAP), true);
addEventListener("click", () => releaseAfter(0), true);
addEventListener("blur", release);

function release() {
  pressed = false;
  regions.forEach((live) => live.hurry());
}

/* -- what people do ------------------------------------------------------------------------- */
const numbers = (text) => (text.match(/\d+/g) ?? []).map(Number);
/* The moves that what is chosen in a form stands for; none where it is too little. */
function chosenIn(form) {
  const chosen = new FormData(form).getAll("a");
  const { most, least = 1, stop, counted, sets } = form.dataset;
  if (stop && chosen.length < Number(most)) chosen.push(stop);
  if (chosen.length < least) return [];
  if (sets) return [JSON.parse(sets)[chosen.join(" ")]];
  // How many come before which, and alone where they are all that there are.
  const all = counted && !form.querySelector("[name=a]:not(:checked)");
  if (counted) chosen.splice(0, all ? chosen.length : 0, `${+counted + chosen.length}`);
  return chosen.flatMap(numbers);
}

/* The name of what is chosen in a form is filled in where the page has names for it. */
function nameChoice(place) {
  const boxes = [...document.getElementById(place.dataset.names).querySelectorAll("[name=a]")];
  const chosen = boxes.reduce((sum, box, bit) => sum + (box.checked << bit), 0);
  const { words, sets } = place.dataset;
  place.textContent = chosen ? words.split("|")[numbers(sets)[chosen - 1]] : "";
}

/* Some boxes of a form are picked, and no others: they can be changed until they are sent. */
function checkOnly({ check, checkForm }) {
  const form = document.getElementById(checkForm), wanted = numbers(check);
  const boxes = [...form.querySelectorAll("[name=a]:enabled")];
  for (const box of boxes) box.checked = wanted.includes(Number(box.value));
  boxes[0]?.dispatchEvent(new Event("input", { bubbles: true }));
}

const PRESSED = ["act", "try", "check", "send", "open", "copy", "share"].map((name) => `[data-${name}]`).join();
document.addEventListener("click", (event) => {
  const element = event.target.closest(PRESSED);
  if (!element || element.getAttribute("aria-disabled") === "true") return;
  const { act, send, open, copy, share } = element.dataset;
  if (act) liveOf(element)?.act(numbers(act), element);
  else if ("try" in element.dataset) {
    for (const box of document.querySelectorAll("[data-picks] :checked")) box.checked = false;
    liveOf(element)?.draft(numbers(element.dataset.try), []);
  } else if ("check" in element.dataset) {
    checkOnly(element.dataset);
    if (event.detail) element.blur(); // pressed by a pointer: Enter is the golden button's again
  }
  else if (send) {
    if (!("pressed" in element.dataset)) liveOf(element)?.send(send);
  } else if (open) document.getElementById(open)?.showModal();
  else if (share) {
    const told = { title: document.title, url: document.getElementById(share).value };
    navigator.share(told).catch(() => {}); // the sheet was closed again
  }
  else if (copy) {
    // Where the page has no clipboard, as over plain http, the text is selected to be copied.
    const copied = navigator.clipboard?.writeText(document.getElementById(copy).value);
    copied?.then(() => (element.dataset.copied = "")) ?? document.getElementById(copy).select();
  }
});

// A field hides the property of its form that has its name ("matches" does), so that forms are
// recognised by what is around a field, and by their data.
document.addEventListener("submit", (event) => {
  const form = event.target;
  const live = liveOf(form);
  if (!live || !("acts" in form.dataset || "says" in form.dataset)) return;
  event.preventDefault();
  if ("acts" in form.dataset) {
    const moves = chosenIn(form);
    if (moves.length) live.act(moves, event.submitter ?? form);
    else pointAt(live.region.querySelector(".prompt > small")); // what is missing
  } else {
    const fields = Object.fromEntries(new FormData(form));
    for (const name of ["seat", "phrase", "at"]) if (name in fields) fields[name] = Number(fields[name]);
    live.post({ type: form.dataset.says, ...fields });
  }
});

/* A form that was sent is not sent again by a second press: the answer to the first would be lost. */
const SENT = 3000; // milliseconds; an answer that is a file leaves the page as it is
document.addEventListener("submit", (event) => {
  const form = event.target, method = event.submitter?.formMethod || form.getAttribute("method");
  if (event.defaultPrevented || method !== "post") return;
  if ("sent" in form.dataset) return event.preventDefault();
  form.dataset.sent = "";
  setTimeout(() => delete form.dataset.sent, SENT);
});

/* A form whose answer is shown in a dialog of the page. */
document.addEventListener("submit", async (event) => {
  const form = event.target, dialog = document.getElementById(form.dataset.shown ?? "");
  if (!dialog) return;
  event.preventDefault();
  const place = dialog.querySelector("[data-shown-here]"), { name, value } = event.submitter;
  const body = (place.asked = new URLSearchParams({ [name]: value, in_place: "yes" }));
  place.textContent = dialog.dataset.waits;
  dialog.showModal();
  const answer = await fetch(form.action, { method: "POST", body }).catch(() => null);
  const html = answer?.ok ? await answer.text() : "";
  if (place.asked !== body) return; // something else was asked meanwhile
  if (html) place.innerHTML = html;
  else place.textContent = dialog.dataset.failed;
});

/* The rules are shown beside the table, where the page has a place for them; asked for once. */
document.addEventListener("click", async (event) => {
  const link = event.target.closest("a[data-beside], .rules-beside a[href^='#']");
  const dialog = document.getElementById(link?.dataset.beside ?? "rules-beside");
  if (!link || !dialog || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (link.hash) return dialog.querySelector(link.hash)?.scrollIntoView();
  const place = dialog.querySelector("[data-shown-here]");
  dialog.showModal();
  if (place.firstElementChild) return;
  const answer = await fetch(link.href).catch(() => null);
  const page = new DOMParser().parseFromString(answer?.ok ? await answer.text() : "", "text/html");
  place.replaceChildren(page.querySelector(".rules-columns") ?? dialog.dataset.failed);
});

/* A menu is closed by Escape and by a press outside. */
for (const type of ["click", "keydown"])
  document.addEventListener(type, ({ key = "Escape", target }) => {
    if (key !== "Escape") return;
    for (const menu of document.querySelectorAll("details.menu[open]")) {
      if (type === "click" && menu.contains(target)) continue;
      menu.open = false;
      if (menu.contains(document.activeElement)) menu.firstElementChild.focus();
    }
  });

/* Keys: the one that a control names; Enter, on a card or nowhere, presses the golden button. */
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  if (event.target.matches("input:not([type=checkbox], [type=radio]), textarea, select")) return;
  if (document.querySelector("dialog[open]")) return;
  const enter = event.key === "Enter";
  if (enter && event.target.closest("button, a, summary, input:not(.card-check)")) return;
  const named = enter ? ".action-bar .main" : `[aria-keyshortcuts~="${CSS.escape(event.key)}"]`;
  const found = Array.from(document.querySelectorAll(named));
  const element = found.find((one) => one.checkVisibility());
  if (!element || element.disabled || !element.closest("[data-live], [data-choices]")) return;
  event.preventDefault();
  element.click();
});

document.addEventListener("input", (event) => {
  const element = event.target, live = liveOf(element);
  if (element.matches("[data-slide]")) live?.tellPlace();
  else if (element.matches("[data-filter]")) narrow(element);
  else if (element.matches("[data-submit]")) element.form.requestSubmit();
  else if (element.matches("[data-kept]")) localStorage.setItem(KEPT + element.name, element.value);
  const chosen = element.form?.querySelectorAll("[data-most] :checked").length;
  if (chosen > Number(element.form?.dataset.most)) element.checked = false;
  if (element.name === "a") {
    unsay();
    document.querySelectorAll("[data-names]").forEach(nameChoice);
  }
  if (element.closest("form[data-odds]")) live?.choose(element.form);
  const picks = element.form?.dataset.picks;
  if (picks !== undefined && element.name === "a")
    live?.draft(numbers(picks), new FormData(element.form).getAll("a").map(Number));
});

/* A record dropped on a page that takes one goes through that page's own form. */
const dropPlace = () => document.querySelector("[data-drop]");
document.addEventListener("dragover", (event) => dropPlace() && event.preventDefault());
document.addEventListener("drop", async (event) => {
  const place = dropPlace();
  const file = event.dataTransfer?.files[0];
  if (!place || !file) return;
  event.preventDefault();
  const area = place.querySelector("textarea");
  area.value = await file.text();
  area.form.requestSubmit();
});

/* The link to a seat, or a visitor's own, carries its token after the #, which no server log sees;
   it is scrubbed at once, and kept for this tab alone until it is used, so that the page can be
   loaded again. The server answers with what it opens, and a form to go on. */
async function showOpened(place) {
  const kept = `ludoteca-token-${place.dataset.tokenTo}`;
  if (location.hash) sessionStorage.setItem(kept, location.hash.slice(1));
  history.replaceState(null, "", location.pathname);
  const body = new URLSearchParams({ token: sessionStorage.getItem(kept) ?? "" });
  place.onsubmit = () => sessionStorage.removeItem(kept);
  place.querySelector("form")?.remove(); // of the link before: what is typed there would be lost
  const answer = await fetch(place.dataset.tokenTo, { method: "POST", body });
  place.innerHTML = await answer.text();
}

document.querySelector("[aria-invalid=true]")?.focus();
for (const region of document.querySelectorAll("[data-live]")) regions.set(region, new Live(region));
const showAllOpened = () => document.querySelectorAll("[data-token-to]").forEach(showOpened);
showAllOpened();
addEventListener("hashchange", showAllOpened); // a link that is pasted over this page
for (const button of document.querySelectorAll("[data-share]")) button.hidden = !navigator.canShare?.({ url: location.href });
