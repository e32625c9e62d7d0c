/* Shuffles: what this browser was promised of each deal, and whether the opened seal keeps it. */
"use strict";
/* What this browser was promised and has added, by table: its tabs share it, a reload keeps it. */
const SHUFFLES = "ludoteca-shuffles";
const hexOf = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const promises = () => JSON.parse(localStorage.getItem(SHUFFLES) ?? "{}");
function keepPromise(table, promise) {
  const { [table]: _old, ...others } = promises();
  const newest = Object.entries({ ...others, ...(promise && { [table]: promise }) }).slice(-50);
  localStorage.setItem(SHUFFLES, JSON.stringify(Object.fromEntries(newest)));
}

/* True where the key opens the commitment; plain http has no hashes, and only compares. */
async function opens({ version, table, deal, given, given_hash, key, commitment }) {
  if (version !== 2 || !crypto.subtle) return true;
  const text = ["ludoteca commitment 2", table, deal, given, given_hash, key].join("\n");
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return hexOf(new Uint8Array(hash)) === commitment;
}
