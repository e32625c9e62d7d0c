/* Rules, glossaries and past puzzles without a connection. They are fetched with their style sheets
   and pictures when the worker is installed and when the language changes, kept, and kept anew
   whenever they are read; a day later the new puzzles are. Nothing else is kept: every other page
   without a connection is the page that says so. */
"use strict";
const [KEPT, OFFLINE, PUZZLES] = ["ludoteca-reading", "/offline", "/puzzles"];
const READABLE = /^\/(offline$|puzzles(\/[\d-]+)?$|games\/\w+\/(rules|glossary)$|static\/)/;
const IN_PAGE = /(?:href|src)="(\/[^"#?]*)/g;
const IN_SHEET = /url\("?([^")#?]+)/g;

async function keep(cache, address, answer) {
  if (answer.ok && !answer.redirected) await cache.put(address, answer.clone());
}

/* The page that says that there is no connection, and all that can be reached from it; if not anew,
   the list of puzzles and what is not kept yet of it. Puzzles no longer in the list go. */
async function keepAll(anew) {
  const cache = await caches.open(KEPT);
  const found = new Set(anew ? [OFFLINE, PUZZLES] : [PUZZLES]);
  for (const address of found) {
    if (!anew && address !== PUZZLES && (await cache.match(address))) continue;
    const answer = await fetch(address).catch(() => null);
    if (!answer?.ok) continue;
    await keep(cache, address, answer);
    const type = answer.headers.get("content-type") ?? "";
    const links = type.includes("html") ? IN_PAGE : type.includes("css") ? IN_SHEET : null;
    for (const [, link] of links ? (await answer.text()).matchAll(links) : []) {
      const { pathname } = new URL(link, new URL(address, location));
      if (READABLE.test(pathname)) found.add(pathname);
    }
  }
  const isPuzzle = (address) => address.startsWith(`${PUZZLES}/`);
  if (![...found].some(isPuzzle)) return; // the list was not read
  for (const request of await cache.keys()) {
    const { pathname } = new URL(request.url);
    if (isPuzzle(pathname) && !found.has(pathname)) await cache.delete(request);
  }
}

const dayOf = (answer) => answer?.headers.get("date")?.slice(0, 16);

/* The puzzles of a new day, where a page is of another day than the kept list of puzzles. */
async function keepPuzzles(pathname, answer) {
  const isNew = pathname === PUZZLES || dayOf(answer) !== dayOf(await caches.match(PUZZLES));
  if (answer.ok && isNew) await keepAll(false);
}

async function fromNetwork(request, readable) {
  const cache = await caches.open(KEPT);
  try {
    const answer = await fetch(request);
    if (readable) await keep(cache, new URL(request.url).pathname, answer);
    return answer;
  } catch (error) {
    const kept = readable && (await cache.match(new URL(request.url).pathname));
    const said = request.mode === "navigate" && (await cache.match(OFFLINE));
    if (kept || said) return kept || said;
    throw error;
  }
}

addEventListener("install", (event) => event.waitUntil(keepAll(true).then(() => skipWaiting())));
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
addEventListener("fetch", (event) => {
  const { request } = event, { origin, pathname, searchParams } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  const readable = READABLE.test(pathname);
  if (!readable && request.mode !== "navigate") return;
  const answer = fromNetwork(request, readable);
  event.respondWith(answer);
  // Another language: what was kept in the one before is kept anew.
  if (searchParams.has("lang")) event.waitUntil(answer.then(() => keepAll(true)));
  else if (request.mode === "navigate") event.waitUntil(answer.then((page) => keepPuzzles(pathname, page)));
});
