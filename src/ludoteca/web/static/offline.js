/* Has the rules and past puzzles kept for use without a connection (service-worker.js), where the
   browser can: over https, or on this machine. After the page is there, so that nothing waits for it. */
"use strict";
addEventListener("load", () => navigator.serviceWorker?.register("/service-worker.js").catch(() => {}));
