/* The names of machines at a new table: each has another one, given in the order of the seats, as
   the table will (core/player_names.py). Without this script they stay as they were drawn. */
"use strict";
const NAME = /^[^,;]+/;

document.addEventListener("change", ({ target }) => {
  const form = target.closest("[data-more-names]");
  if (!form) return;
  const own = JSON.parse(form.dataset.names), more = JSON.parse(form.dataset.moreNames), taken = [];
  for (const select of form.querySelectorAll(".drawn-seat select")) {
    for (const option of select.options) {
      const first = own[option.value];
      if (!first) continue;
      const name = [first, ...more].find((name) => !taken.includes(name)) ?? `${first} ${taken.length + 1}`;
      option.text = option.text.replace(NAME, name);
    }
    if (own[select.value]) taken.push(select.selectedOptions[0].text.match(NAME)[0]);
  }
});
