/* What is read and played without a connection. Rules, glossaries and past puzzles are fetched with
   their style sheets and pictures when the worker is installed and when the language changes, kept,
   and kept anew whenever they are read; a day later the new puzzles are. A person's own are kept
   apart: the list of their finished matches, anew whenever they come to it or to the lobby, and the
   last deal of each match in it. They go when the person is forgotten here. Nothing is kept of a
   match that goes on: every other page without a connection is the page that says what is here. */
"use strict";
const [KEPT, OFFLINE, PUZZLES] = ["ludoteca-reading", "/offline", "/puzzles"];
const [OWN, MINE, FORGETTING] = ["ludoteca-own", "/mine", ["/me", "/mine/delete"]];
const READABLE = /^\/(offline$|puzzles(\/[\d-]+)?$|games\/\w+\/(rules|glossary)$|static\/)/;
const IN_PAGE = /(?:href|src)="(\/[^"#?]*)/g;
const IN_SHEET = /url\("?([^")#?]+)/g;
const REPLAY = /^\/tables\/\w+\/replay$/;

async function keep(cache, address, answer) {
  if (answer.ok && !answer.redirected) await cache.put(address, answer.clone());
}

/* Fetch an address and keep the answer under a name; the addresses in it, [] where there is none. */
async function keepRead(cache, address, name = address) {
  const answer = await fetch(address).catch(() => null);
  if (!answer?.ok) return [];
  await keep(cache, name, answer);
  const type = answer.headers.get("content-type") ?? "";
  const links = type.includes("html") ? IN_PAGE : type.includes("css") ? IN_SHEET : null;
  const found = links ? (await answer.text()).matchAll(links) : [];
  return Array.from(found, ([, link]) => new URL(link, new URL(address, location)).pathname);
}

/* The page that says that there is no connection, and all that can be reached from it; if not anew,
   the list of puzzles and what is not kept yet of it. Puzzles no longer in the list go. */
async function keepAll(anew) {
  const cache = await caches.open(KEPT);
  const found = new Set(anew ? [OFFLINE, PUZZLES] : [PUZZLES]);
  for (const address of found) {
    if (!anew && address !== PUZZLES && (await cache.match(address))) continue;
    for (const link of await keepRead(cache, address)) if (READABLE.test(link)) found.add(link);
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

let round = 0; // of keeping what is a person's own: the last one alone goes on

async function forgetOwn() {
  round++;
  await caches.delete(OWN);
}

/* A person's finished matches, and of each in the list its last deal, once; others go. */
async function keepOwn() {
  const own = ++round, cache = await caches.open(OWN);
  const links = await keepRead(cache, `${MINE}/kept`, MINE);
  if (!links.length) return;
  const listed = new Set(links.filter((link) => REPLAY.test(link)));
  for (const request of await cache.keys()) {
    const { pathname } = new URL(request.url);
    if (pathname !== MINE && !listed.delete(pathname)) await cache.delete(request);
  }
  for (const address of listed) {
    const drawn = await keepRead(cache, address.replace(/replay$/, "kept"), address);
    for (const link of drawn)
      if (link.startsWith("/static/") && !(await caches.match(link))) await keepRead(await caches.open(KEPT), link);
    if (own !== round) return;
  }
}

/* The kept page, with its sentence on what is here, and without what begins a game. */
async function told(kept) {
  const page = (await kept.text())
    .replace(" data-kept hidden", "")
    .replace(/action="\/games\/[^>]*><button/g, "$& disabled");
  return new Response(page, { headers: kept.headers });
}

async function fromNetwork(request, readable) {
  const { pathname } = new URL(request.url), isPage = request.mode === "navigate";
  try {
    const answer = await fetch(request);
    if (readable) await keep(await caches.open(KEPT), pathname, answer);
    return answer;
  } catch (error) {
    const kept = request.method === "GET" && (await caches.match(pathname));
    const said = kept || (isPage && (await caches.match(OFFLINE)));
    if (!said) throw error;
    return isPage ? told(said) : said;
  }
}

addEventListener("install", (event) =>
  event.waitUntil(keepAll(true).then(keepOwn).then(() => skipWaiting())));
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
addEventListener("fetch", (event) => {
  const { request } = event, { origin, pathname, searchParams } = new URL(request.url);
  if (origin !== location.origin) return;
  const isPage = request.mode === "navigate", isRead = request.method === "GET";
  const readable = isRead && READABLE.test(pathname);
  // A form of another site is not sent for it.
  if (!isRead && !request.referrer.startsWith(`${origin}/`)) return;
  if (!readable && !isPage) return;
  const forgotten = !isRead && FORGETTING.includes(pathname) && forgetOwn();
  const answer = fromNetwork(request, readable);
  event.respondWith(answer);
  if (forgotten) event.waitUntil(forgotten);
  if (!isPage || !isRead) return;
  // Another language: what was kept in the one before is kept anew.
  const anew = searchParams.has("lang") && (() => keepAll(true).then(forgetOwn).then(keepOwn));
  event.waitUntil(answer.then(anew || ((page) => keepPuzzles(pathname, page))));
  if (!anew && [MINE, "/"].includes(pathname)) event.waitUntil(answer.then(keepOwn));
});
