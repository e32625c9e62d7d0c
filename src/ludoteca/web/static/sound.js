/* Sound: a card, a chip, a feat, your turn, won, drawn, lost, made by the browser and quiet; what the bubbles
   say, by the device's own voice; and the notice that it is your turn while the page is hidden. It
   owns the switches of the table's menu, which this browser remembers: data-switch="sound", on unless
   it was turned off, and "voice" and "notify", off until they are turned on. No sound comes before the first press, as browsers have it. */
"use strict";
const SWITCH = "ludoteca-switch-";
const isOn = (name) => (localStorage.getItem(SWITCH + name) ?? (name === "sound" ? "on" : "off")) === "on";
const LOUD = 0.07; // of full
let audio = null;

/* Notes: hertz, seconds until it begins, seconds that it lasts, share of the loudness. */
const TUNES = {
  chip: [[2300, 0, 0.05, 0.5], [3100, 0.035, 0.06, 0.4]],
  feat: [[1175, 0.06, 0.1, 0.5], [1568, 0.15, 0.3, 0.5]],
  turn: [[660, 0.12, 0.16, 0.8], [880, 0.24, 0.24, 0.8]],
  won: [[523, 0, 0.2, 1], [659, 0.11, 0.2, 1], [784, 0.22, 0.2, 1], [1047, 0.33, 0.45, 1]],
  even: [[523, 0, 0.2, 0.8], [523, 0.2, 0.3, 0.8]],
  lost: [[392, 0, 0.25, 0.8], [330, 0.2, 0.4, 0.8]],
};

function play(name, after = 0) {
  if (audio?.state === "running" && isOn("sound") && !document.hidden) schedule(audio, name, after);
}

/* The nodes of a sound in a context, which may be one that renders it to be measured. */
function schedule(context, name, after = 0) {
  if (name === "card") return rustle(context, after);
  for (const [hertz, after, lasts, share] of TUNES[name]) {
    const tone = new OscillatorNode(context, { type: "triangle", frequency: hertz });
    sounds(tone, context.currentTime + after, lasts, share);
  }
}

/* A card on cloth: a breath of filtered noise. */
function rustle(context, after) {
  const buffer = context.createBuffer(1, context.sampleRate * 0.13, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let n = 0; n < samples.length; n++) samples[n] = Math.random() * 2 - 1;
  const noise = new AudioBufferSourceNode(context, { buffer });
  const filter = new BiquadFilterNode(context, { type: "bandpass", frequency: 2600, Q: 0.7 });
  sounds(noise, context.currentTime + after, 0.12, 1.3, filter);
}

function sounds(source, at, lasts, share, filter) {
  const { context } = source;
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(LOUD * share, at + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + lasts);
  (filter ? source.connect(filter) : source).connect(gain).connect(context.destination);
  source.start(at);
  source.stop(at + lasts);
}

/* -- what is heard of a change of the table ------------------------------------------------------- */
const isMyTurn = (title) => title.startsWith("●");
const chipsIn = (region) => region.querySelectorAll(":is(.scores, .pot) .stone.full").length;
/* What was achieved and lies there to be seen, such as a canastra. */
const featsIn = (region) => region.querySelectorAll(".felt [data-feat]").length;
/* Who has come to a table that waits, and what has been said at any. */
const socialIn = (region) => [...region.querySelectorAll(".to-come .is-person, .said")].map((one) => one.dataset.key);
const outcomeIn = (region) => region.querySelector("[data-outcome]")?.dataset.outcome;

/* The table as far as it is heard, to be compared with what it becomes. */
const listen = (region) => ({ title: document.title, chips: chipsIn(region), feats: featsIn(region), outcome: outcomeIn(region), said: saidIn(region), social: socialIn(region) });

/* What the bubbles say, by the seat and the moment in which it is said. */
const nameOf = (bubble) => `${bubble.parentElement.dataset.key} ${bubble.dataset.key}`;
const saidIn = (region) => new Map([...region.querySelectorAll(".bubble:not(.silent)")].map((one) => [nameOf(one), one]));

/* The switch of the voice is there where the device can speak and a table has words. */
function offerVoice(region) {
  const label = document.querySelector("[data-switch=voice]")?.closest("label");
  if (label) label.hidden = !globalThis.speechSynthesis || !region.querySelector(".bubble");
}

/* New words aloud, in the language in which they stand, by a voice of it if the device has one. */
function speak(region, before) {
  if (!isOn("voice") || !globalThis.speechSynthesis || document.hidden) return;
  for (const [name, bubble] of saidIn(region)) {
    if (before.said.has(name)) continue;
    const spoken = new SpeechSynthesisUtterance(bubble.textContent);
    spoken.lang = bubble.closest("[lang]").lang;
    spoken.voice = speechSynthesis.getVoices().find(({ lang }) => lang.startsWith(spoken.lang)) ?? null;
    speechSynthesis.speak(spoken);
  }
}

/* `dealt` cards that set off one by one are heard so, as long as they take; those of a showdown at
   their `turns`, in milliseconds, and the outcome when it is `over`. */
const [EACH, HEARD] = [0.07, 6]; // seconds between cards, and how many are heard
function sound(region, before, { moved, dealt = 1, turns = [], over = 0 }) {
  offerVoice(region);
  if (moved !== null) speak(region, before);
  const outcome = outcomeIn(region);
  // The end of a deal at a table; not of one that is looked at again, or was over before.
  if (moved !== null && region.dataset.turn && outcome && outcome !== before.outcome) {
    for (const turn of turns) play("card", turn / 1000);
    if (!over) return tellOutcome(region, outcome);
    return void setTimeout(() => outcomeIn(region) === outcome && tellOutcome(region, outcome), over);
  }
  const news = moved !== null && socialIn(region).some((key) => !before.social.includes(key));
  if (news || chipsIn(region) !== before.chips) play("chip");
  else if (moved) for (let n = 0; n < Math.max(1, Math.min(dealt, HEARD)); n++) play("card", n * EACH);
  if (moved && featsIn(region) > before.feats) play("feat");
  if (!isMyTurn(document.title) || isMyTurn(before.title)) return;
  play("turn");
  if (document.hidden && isOn("notify")) call(region.dataset.turn);
}

function tellOutcome(region, outcome) {
  play(outcome);
  if (outcome === "won") celebrate(region);
}

/* A phone has no Notification of the page itself, only of its service worker. */
async function call(words) {
  navigator.vibrate?.(200);
  if (globalThis.Notification?.permission !== "granted") return;
  const worker = await navigator.serviceWorker?.getRegistration();
  const about = { body: words, tag: location.pathname };
  const name = document.title.replace("● ", "");
  if (worker) return worker.showNotification(name, about);
  const shown = new Notification(name, about);
  shown.onclick = () => focus();
}

/* -- the switches -------------------------------------------------------------------------------- */
for (const box of document.querySelectorAll("[data-switch]")) {
  const name = box.dataset.switch;
  box.checked = isOn(name);
  box.addEventListener("change", async () => {
    if (name === "notify" && box.checked && globalThis.Notification)
      box.checked = (await Notification.requestPermission()) === "granted";
    localStorage.setItem(SWITCH + name, box.checked ? "on" : "off");
    if (box.checked) play("turn");
  });
}

/* Browsers let a page sound once it was pressed. */
function wake() {
  if (!document.querySelector("[data-live]") || !isOn("sound")) return;
  audio ??= new AudioContext();
  if (audio.state === "suspended") audio.resume().catch(() => {});
}
for (const event of ["pointerup", "keydown"]) addEventListener(event, wake);
