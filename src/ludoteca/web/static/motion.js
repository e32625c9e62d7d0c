/* Motion: pieces (cards, discs, pawns: what has data-piece) go from where they lay to where they
   lie after a change of the table. It owns their flights, the layer #flights that they cross, and
   the celebration of a win. The page is what the server drew from the start of a flight on:
   nothing waits for it, and an act ends it. A piece is known by what it shows; all that lie face
   down have the same data-piece, "", so movement tells no more than the pictures do. */
"use strict";
const still = matchMedia("(prefers-reduced-motion: reduce)");
const [QUICKEST, SLOWEST, GRADE] = [120, 240, 60]; // milliseconds of a flight, by its length
const [BETWEEN, LAST_START] = [35, 420]; // milliseconds between cards that are dealt, at most
const DEAL = 600; // milliseconds in which all cards of a new deal set off
const LEAST = 2; // pixels that are worth a flight
const MOST = 80; // flights at once; more change places without
const [BREATH, TURN] = [350, 110]; // milliseconds before a showdown, of half a turn
const [NEXT_TURN, ALL_TURNS] = [170, 1300]; // milliseconds between the cards of a showdown; of many, for all of them
const [COMES, LEAVES] = [[0, 1, 1], [1, 0]]; // what is seen of a piece that comes from a deck or seat, or goes there
const EASE = "cubic-bezier(.25,.7,.3,1)";

const flights = new Set();
function fly(element, frames, timing) {
  return note(element.animate(frames, { easing: EASE, fill: "backwards", ...timing }));
}

function note(flight) {
  flights.add(flight);
  flight.finished.catch(() => {}).then(() => flights.delete(flight));
  return flight;
}

/* Whoever acts does not wait for what moves. */
function endFlights() {
  for (const flight of flights) flight.finish();
}

/* -- where pieces lie -------------------------------------------------------------------------- */
function survey(region) {
  const found = [];
  if (region.querySelector(".to-come")) return found; // nothing is dealt yet
  for (const node of region.querySelectorAll(":is(.felt, .own) [data-piece]")) {
    const box = node.getBoundingClientRect(), unit = node.closest(".slot") ?? node;
    const hand = node.closest(".seat, .own");
    if (box.width && box.height) found.push({ node, unit, hand, box, piece: node.dataset.piece });
  }
  return found;
}

/* No deal is going on: it is over, or nothing is dealt yet. */
const isBetween = (region) => region.querySelector(".result, .to-come") !== null;

/* The cards of a new deal but those that lie in heaps, in the order in which they are dealt: one to each hand, and again. */
function cardsDealt(region) {
  const rounds = new Map();
  const turn = ({ hand }) => rounds.set(hand, (rounds.get(hand) ?? 0) + 1).get(hand);
  const cards = survey(region).filter(({ node }) => node.matches(".card") && !node.closest(".pile, .heap"));
  return cards.map((card) => [turn(card), card]).sort(([one], [other]) => one - other).map(([, card]) => card);
}

const middle = ({ x, y, width, height }) => [x + width / 2, y + height / 2];
function distance(one, other) {
  const [[a, b], [c, d]] = [middle(one), middle(other)];
  return Math.hypot(a - c, b - d);
}

/* The nearest one of `among` that `fits`, if there is any. */
function nearest(box, among, fits) {
  let best = null, least = Infinity;
  for (const other of among) {
    const far = fits(other) ? distance(box, other.box) : Infinity;
    if (far < least) [best, least] = [other, far];
  }
  return best;
}

/* Each piece that is there now with where it was: the same element (in a hand its slot), else a card of the same hand that
   lay face down and was turned, the first for the first, else the same picture, else any that lay face down. At the end of
   a deal, whose hands are shown, nothing comes to a hand from elsewhere. */
function match(before, after, closes) {
  const byUnit = new Map(before.map((old) => [old.unit, old]));
  const left = new Set(before);
  const kept = [], rest = [];
  for (const now of after) {
    const old = byUnit.get(now.unit);
    if (old?.piece === now.piece && left.delete(old)) kept.push([old, now]);
    else rest.push(now);
  }
  const came = [], turned = [];
  const search = (pieces, find, into) =>
    pieces.filter((now) => {
      const old = find(now);
      if (old) into.push([old, now]);
      return !left.delete(old);
    });
  const backs = [...left].filter(({ hand, piece }) => hand && !piece);
  const shown = ({ hand, piece }) => piece && backs.find((old) => old.hand === hand && left.has(old));
  const comes = ({ hand }, old) => !closes || !hand || old.hand === hand;
  const near = (fits) => (now) => nearest(now.box, left, (old) => comes(now, old) && fits(now, old));
  const played = search(rest, shown, turned);
  const strange = search(played, near((now, old) => old.piece === now.piece), came);
  const fresh = search(strange, near((_now, old) => !old.piece), turned);
  return { kept, came, turned, fresh, gone: [...left] };
}

/* -- flights ----------------------------------------------------------------------------------- */
/* In steps, so that flights end together: each end is a frame that the page draws. */
function lasts(one, other) {
  const steps = Math.round(distance(one, other) / 4 / GRADE);
  return Math.min(SLOWEST, QUICKEST + GRADE * steps);
}

function offset(from, to) {
  const [[a, b], [c, d]] = [middle(from), middle(to)];
  return `translate(${a - c}px, ${b - d}px) scale(${from.width / to.width}, ${from.height / to.height})`;
}

/* In its place: the one transform of the piece, which the compositor then runs without styling it
   anew for each frame. A piece on its way goes on from where it is seen. */
const slides = new Set();
function slide(now, from) {
  const frames = { transform: [offset(from, now.box), "none"] };
  slides.add(fly(now.unit, frames, { duration: lasts(from, now.box) }));
}

/* Boxes are then those of the layout. */
function endSlides() {
  for (const flight of slides) flight.cancel();
  slides.clear();
}

/* Over everything else, which would cut it off: a copy of the piece, itself unseen until it lands. */
function cross(piece, from, to, { delay = 0, opacity } = {}) {
  const frames = { transform: [offset(from, to), "none"], ...(opacity && { opacity }) };
  const flight = carry(piece.node, to, frames, { delay, duration: lasts(from, to) });
  if (opacity === LEAVES) return;
  waitFor(flight, piece.node);
  // What is told of the pieces that lie together is told when the last has landed.
  const mark = piece.node.closest("[data-key]")?.querySelector(":scope > [data-of-pieces]");
  if (mark) waitFor(flight, mark);
}

/* A copy that is there as long as its flight. */
function carry(node, to, frames, timing) {
  const copy = copyOf(node, to);
  const flight = fly(copy, frames, timing);
  flight.finished.finally(() => copy.remove());
  return flight;
}

/* Turned where it lies, or on its way from elsewhere: the back until it is seen from the side, then
   the face. */
function turn(old, now, delay) {
  const start = offset(old.box, now.box);
  const back = { transform: [start, `${start} scaleX(0)`] }, face = { transform: [`${start} scaleX(0)`, "none"] };
  const ease = { duration: TURN, easing: "linear" };
  carry(old.node, now.box, back, { ...ease, delay, fill: "both" });
  const flight = carry(now.node, now.box, face, { ...ease, duration: unfolds(old, now), delay: delay + TURN });
  waitFor(flight, now.node);
  return flight;
}

const unfolds = (old, now) => TURN + lasts(old.box, now.box) - QUICKEST;

/* Pieces that wait, unseen, for their copies. Hidden by their style, which a new view takes away: an
   animation that changes nothing would be drawn anew for each frame. */
const awaited = new Map();
function hide(node, flight) {
  awaited.set(node, flight);
  node.style.opacity = "0";
}

function waitFor(flight, node) {
  hide(node, flight);
  flight.finished.finally(() => {
    if (awaited.get(node) !== flight) return;
    awaited.delete(node);
    node.style.opacity = "";
  });
}

/* A picture of a piece in a box of the window, above everything else. */
function copyOf(node, { x, y, width, height }) {
  const copy = node.cloneNode(true);
  for (const part of copy.querySelectorAll("input, .key, .hidden-words")) part.remove();
  for (const name of copy.getAttributeNames()) if (name !== "class") copy.removeAttribute(name);
  // The colour of a stone hangs on the class of those that it lies with.
  copy.classList.add("flying", ...(node.closest(".stones")?.className.match(/side-\d/) ?? []));
  Object.assign(copy.style, { left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` });
  copy.style.setProperty("--card-w", `${width}px`);
  layer(node).append(copy);
  return copy;
}

function layer(node) {
  let made = document.getElementById("flights");
  if (!made) {
    made = document.createElement("div");
    made.id = "flights";
    document.body.append(made);
  }
  // The colours of a game's pieces hang on its class.
  const game = [...(node.closest(".stage") ?? document.querySelector(".stage")).classList];
  made.className = game.filter((name) => name.startsWith("game-")).join(" ");
  return made;
}

/* Stones that were won are those of the head that are full and were not; those that were bet, those
   of a pot. */
const fullStones = (region, place) => [...region.querySelectorAll(`${place} .stone.full`)];

/* Change the region. Returns how many of its pieces have moved, null where there was no table, how
   many are dealt one by one, when the cards of a showdown are turned and when it is over, and what lets
   them fly: to be called once all else that the view changes is read and written, since each box that
   is read after a copy was laid out is a layout of the page. */
function move(region, change) {
  const full = new Set(fullStones(region, ".scores"));
  const before = survey(region), wasBetween = isBetween(region);
  const pushed = fullStones(region, ".pot").map((stone) => stone.getBoundingClientRect());
  const mover = region.querySelector(".chip.to-move"), seat = mover?.getBoundingClientRect();
  const isOwn = mover?.closest(".own") != null;
  const began = region.querySelector(".stage") !== null;
  endSlides();
  const scores = sumsShown(region), newest = numberOf(region.querySelector(".log li:last-child"));
  const heaps = [...region.querySelectorAll("[data-deals]")].map((heap) => heap.getBoundingClientRect());
  change();
  awaited.forEach((flight, node) => hide(node, flight));
  if (!began) return { moved: null, launch() {} };
  // Of a table that is looked at again no deal is new, however it is leafed through.
  const closes = !wasBetween && isBetween(region);
  const deals = wasBetween && !isBetween(region) && "turn" in region.dataset;
  dealing = deals || (dealing && flights.size > 0);
  const after = deals ? cardsDealt(region) : survey(region);
  const { kept, came, turned, ...others } = match(deals ? [] : before, after, closes);
  const far = ([old, now]) => distance(old.box, now.box) > LEAST;
  // At the end the table makes room for the count. What is only counted, put away or shown is at once where it then is.
  const slid = closes ? [] : kept.filter(far), crossed = came.filter(far);
  const fresh = others.fresh.filter(({ hand }) => !closes || !hand), gone = closes ? [] : others.gone;
  const moved = crossed.length + turned.length + fresh.length + gone.length;
  countUp(region, scores);
  if (still.matches || document.hidden || slid.length + moved > MOST) return { moved, launch() {} };
  // Hands are dealt from the deck, or the middle of a table that shows none, or the heap that is a hand
  // and was taken; what comes to the table comes from the seat that moved, and what leaves it goes there.
  const pile = [...region.querySelectorAll(".felt .pile .card")].find((card) => card.offsetWidth);
  const taken = heaps[region.querySelectorAll("[data-deals]").length];
  const deck = taken ?? (pile ?? region.querySelector(".felt")).getBoundingClientRect();
  const dealt = fresh.map((now) => [now, deals || isOwn || now.hand ? deck : seat ?? deck]);
  const sets = deals ? (n) => n * Math.min(BETWEEN, DEAL / dealt.length) : start;
  const boxed = (node) => ({ node, box: node.getBoundingClientRect() });
  const drawn = ({ box }) => box.width && box.height; // a game may draw no stones on a phone
  const stones = fullStones(region, ".scores").filter((stone) => !full.has(stone)).map(boxed).filter(drawn);
  const put = fullStones(region, ".pot").slice(pushed.length).map(boxed).filter(drawn);
  const pot = region.querySelector(".centre")?.getBoundingClientRect() ?? deck;
  // Cards of several hands at once are a showdown: a breath, then one after the other.
  const hands = new Set(turned.map(([, now]) => now.node.closest(".seat")));
  const shows = turned.length > 1 && !hands.has(null);
  const gap = Math.min(NEXT_TURN, ALL_TURNS / turned.length);
  const turns = shows ? turned.map((_pair, n) => BREATH + n * gap) : [];
  const ends = turns.map((begins, n) => begins + TURN + unfolds(...turned[n]));
  const over = Math.ceil(Math.max(0, ...ends));
  const launch = () => {
    if (over) holdResult(region, over);
    for (const [old, now] of slid) slide(now, old.box);
    for (const [old, now] of crossed) cross(now, old.box, now.box);
    const turning = turned.map(([old, now], n) => turn(old, now, turns[n] ?? start(n)));
    // The log tells at once what all hands are.
    const told = shows ? [...region.querySelectorAll(".log li")] : [];
    for (const line of told) if (numberOf(line) > newest) waitFor(turning.at(-1), line);
    for (const [n, [now, from]] of dealt.entries())
      cross(now, pile && from === deck ? deck : small(from, now.box), now.box, { delay: sets(n), opacity: COMES });
    for (const old of gone) cross(old, old.box, small(seat ?? old.box, old.box), { opacity: LEAVES });
    for (const [n, stone] of stones.entries())
      if (full.size) cross(stone, small(pushed[n] ?? pot, stone.box), stone.box, { delay: over + start(n), opacity: COMES });
    for (const [n, stone] of put.entries())
      if (seat) cross(stone, small(seat, stone.box), stone.box, { delay: start(n), opacity: COMES });
  };
  return { moved, dealt: dealt.length, turns, over, launch };
}

/* Who won is told, what hands are called, and the deal counted, once all hands are seen. */
function holdResult(region, wait) {
  const held = [...region.querySelectorAll(".result, .told-last")];
  for (const told of held.flatMap((part) => part.getAnimations({ subtree: true }))) {
    told.effect.updateTiming({ delay: told.effect.getTiming().delay + wait });
    note(told);
  }
}

const start = (n) => Math.min(n * BETWEEN, LAST_START);

/* A box of the size of a piece in the middle of another, such as a seat's name. */
function small(box, piece) {
  const [x, y] = middle(box), { width, height } = piece;
  return { x: x - width / 2, y: y - height / 2, width, height };
}

/* The cards of a new deal are on their way: whoever presses anything has seen enough of it. */
let dealing = false;

/* -- a count ----------------------------------------------------------------------------------- */
/* The figures of the head grow with the lines of a count that has just come: each line has the sums
   so far, and is shown by an animation. The head is marked until then: what hangs on the last sums is not told before. */
const figures = (region) => [...region.querySelectorAll(".scores .score-points")];
const isCounted = (region) => !counting?.isConnected && region.querySelector(".counted") !== null;
const sumsShown = (region) => (isCounted(region) ? null : figures(region).map((one) => one.textContent));
const sumsOf = (row) => [...row.querySelectorAll("td:is(.side-0, .side-1)")].map((cell) => cell.lastChild?.textContent);

let counting = null; // the last line of a count that has not been shown yet
let known = -1; // the number of the line whose sums were in the head before

function countUp(region, scores) {
  const last = [...region.querySelectorAll(".counted")].at(-1), shown = figures(region);
  if (!scores || !last || still.matches || document.hidden || scores.length !== shown.length) return;
  const sums = sumsOf(last);
  if (!shown.every((one, n) => one.textContent === sums[n])) return;
  shown.forEach((one, n) => (one.textContent = scores[n]));
  known = [...last.parentNode.children].findIndex((row) => sumsOf(row).join() === scores.join());
  region.querySelector(".scores").dataset.counting = "";
  counting = last;
}

document.addEventListener("animationstart", ({ animationName, target }) => {
  if (animationName !== "counted" || !counting?.isConnected) return;
  const sums = [...target.parentNode.children].indexOf(target) > known ? sumsOf(target) : [];
  figures(target.closest(".stage") ?? document).forEach((one, n) => (one.textContent = sums[n] ?? one.textContent));
  if (target !== counting) return;
  counting = null;
  delete document.querySelector(".scores[data-counting]")?.dataset.counting;
});

/* -- a win ------------------------------------------------------------------------------------- */
const SIGNS = ["♠", "♥", "♦", "♣"];
function celebrate(region) {
  const result = region.querySelector(".result");
  if (still.matches || document.hidden || !result) return;
  const { left, top, right, bottom } = result.getBoundingClientRect();
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  // Behind the card: where it lies nothing of them is seen.
  const behind = document.createElement("div");
  behind.className = "cheers";
  behind.style.clipPath = `path(evenodd, "M0 0H${innerWidth}V${innerHeight}H0Z M${left} ${top}H${right}V${bottom}H${left}Z")`;
  layer(result).append(behind);
  for (let n = 0; n < 28; n++) {
    const sign = document.createElement("i");
    sign.className = `cheer colour-${n % 6}`;
    sign.textContent = SIGNS[n % SIGNS.length];
    Object.assign(sign.style, { left: `${x}px`, top: `${y}px` });
    behind.append(sign);
    const turn = (n / 28) * 2 * Math.PI, far = 90 + 140 * Math.random();
    const [dx, dy] = [far * Math.cos(turn) * 1.5, far * Math.sin(turn)];
    const end = `translate(${dx}px, ${dy + 60}px) rotate(${360 * (Math.random() - 0.5)}deg) scale(.6)`;
    const frames = { transform: ["scale(.3)", `translate(${dx * 0.8}px, ${dy}px)`, end], opacity: [1, 1, 0] };
    fly(sign, frames, { duration: 900 + 300 * Math.random() }).finished.finally(() => {
      sign.remove();
      if (!behind.firstChild) behind.remove();
    });
  }
}
