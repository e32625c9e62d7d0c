/* The picture of one's own result: drawn by the server as SVG, made a PNG here, and handed to the
   share sheet of the device; where it has none for files, it is downloaded. */
"use strict";
async function pictureOf(address) {
  const text = await (await fetch(address)).text();
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: 1200, height: 800 });
  canvas.getContext("2d").drawImage(image, 0, 0, 1200, 800);
  const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
  return new File([blob], "ludoteca.png", { type: "image/png" });
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-picture]");
  if (!button) return;
  const file = await pictureOf(button.dataset.picture);
  const told = { files: [file], text: document.getElementById(button.dataset.words).value };
  if (navigator.canShare?.(told)) return navigator.share(told).catch(() => {}); // closed again
  const link = document.createElement("a");
  [link.href, link.download] = [URL.createObjectURL(file), file.name];
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
});
