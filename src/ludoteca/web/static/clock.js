/* Clocks: those that run count down between two views of the table. A view says how many seconds
   are left, in data-left; the deadline is counted from its arrival, on this browser's own clock,
   so that it need not agree with the server's. */
"use strict";
const [SOON, SHORT] = [30, 10]; // seconds
const TICK = 250; // milliseconds

/* After each view: the server's seconds are new. */
function windClocks(region) {
  for (const clock of region.querySelectorAll("[data-left]"))
    clock.deadline = performance.now() + 1000 * Number(clock.dataset.left);
}

function tick() {
  for (const clock of document.querySelectorAll("[data-left]")) {
    if (clock.deadline === undefined) continue; // drawn with the page, before the first view
    const left = Math.max(0, Math.floor((clock.deadline - performance.now()) / 1000));
    const short = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    const text = left < 3600 ? short : `${Math.round(left / 3600)} h`; // as the server writes it
    if (clock.textContent !== text) {
      clock.ariaLabel = clock.ariaLabel?.replace(clock.textContent, text);
      clock.textContent = text;
    }
    clock.classList.toggle("soon", left < SOON);
    if (left < SHORT && left > 0 && clock.closest(".own") && !clock.classList.contains("short")) play("chip");
    clock.classList.toggle("short", left < SHORT);
  }
}

setInterval(tick, TICK);
