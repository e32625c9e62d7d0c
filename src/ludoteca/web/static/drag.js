/* Dragging: a card or pawn that can be picked is carried to a place that can be pressed, and does
   what picking it and pressing there would do. Dropped elsewhere on the felt it sends what is
   picked, as the button of its form does; anywhere else it goes back. It owns the picture that
   follows the pointer; picking and pressing are those of the page, so keys, presses and drags
   never differ. */
"use strict";
const FAR = 8; // pixels from which a press is a drag
const WAIT = 1500; // milliseconds for the server to say where a picked card can go
const TARGET = "[data-act], [data-try]";
let drag = null;

document.addEventListener("pointerdown", (event) => {
  const box = event.button === 0 && event.target.closest(".live label")?.querySelector("[name]");
  const piece = box?.closest("[data-piece]");
  drag = piece && !box.disabled ? { box, piece, x: event.clientX, y: event.clientY } : null;
});

document.addEventListener("pointermove", (event) => {
  if (!drag) return;
  const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
  if (!drag.picture && Math.hypot(dx, dy) < FAR) return;
  if (!drag.picture) lift(event.pointerId);
  drag.picture.style.transform = `translate(${dx}px, ${dy}px) scale(1.06)`;
  light(event);
});

/* Pick the piece, as a press on it would, and let a picture of it follow. */
function lift(pointer) {
  const { piece, box } = drag, { x, y, width, height } = piece.getBoundingClientRect();
  drag.picture = copyOf(piece, { x, y, width, height });
  piece.setPointerCapture?.(pointer);
  drag.was = box.checked;
  if (!box.checked) box.click();
}

function placeAt({ clientX, clientY }) {
  const under = document.elementFromPoint(clientX, clientY);
  return under?.closest(".live .felt") && (under.closest(TARGET) ?? under.closest(".felt"));
}

function light(event) {
  const place = placeAt(event);
  if (place === drag.place) return;
  drag.place?.classList.remove("drop");
  drag.place = place;
  if (place?.matches(TARGET)) place.classList.add("drop");
}

document.addEventListener("pointerup", (event) => {
  const { picture, box, place, was } = drag ?? {};
  drag = null;
  if (!picture) return;
  picture.remove();
  place?.classList.remove("drop");
  // The press that ends a drag is not one on the card.
  addEventListener("click", swallow, { capture: true });
  setTimeout(() => removeEventListener("click", swallow, { capture: true }));
  const fell = placeAt(event);
  if (!fell) {
    if (!was && box.checked) box.click();
  } else if (fell.matches(TARGET)) fell.click();
  else if (box.form && "acts" in box.form.dataset) send(box.form);
  else later({ clientX: event.clientX, clientY: event.clientY }, performance.now() + WAIT);
});

document.addEventListener("pointercancel", () => {
  drag?.picture?.remove();
  drag = null;
});

function swallow(event) {
  if (!event.isTrusted) return;
  event.preventDefault();
  event.stopPropagation();
}

/* The form's own button sends, so that what it refuses is refused here too. */
function send(form) {
  const button = [...form.elements].find((one) => one.type === "submit");
  if (button && !button.disabled) form.requestSubmit(button);
}

/* A card dropped before the server has said what it can do: look again when it has. */
function later(point, until) {
  const place = placeAt(point);
  if (place?.matches(TARGET)) place.click();
  else if (performance.now() < until) setTimeout(() => later(point, until), 50);
}
