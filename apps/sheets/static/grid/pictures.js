import { iconOf } from "./chips.js";

// What is drawn in cells in the place of a text: sparklines, and pictures of the company's files. Drawings are made
// for a box of 100 × 100 and stretched to their cells, so that they follow sizes and zoom by themselves.
const SPACE = "http://www.w3.org/2000/svg";

// Colours that people chose are lightened on dark ground, as those of texts are.
const inkOf = (name) => (name ? `light-dark(${name}, oklch(from ${name} max(l, 0.62) c h))` : "currentColor");

const sparkline = ({ said, parts }) => {
  const drawing = document.createElementNS(SPACE, "svg");
  const given = { class: "sparkline", viewBox: "0 0 100 100", preserveAspectRatio: "none", role: "img", "aria-label": said };
  for (const [name, value] of Object.entries(given)) drawing.setAttribute(name, value);
  for (const [d, ink, width] of parts) {
    const path = document.createElementNS(SPACE, "path");
    path.setAttribute("d", d);
    path.style.cssText = width ? `fill: none; stroke: ${inkOf(ink)}; stroke-width: calc(${width}px * var(--zoom, 1))` : `fill: ${inkOf(ink)}`;
    drawing.append(path);
  }
  return drawing;
};

const image = ({ said, url, mode, size }) => {
  const shown = Object.assign(document.createElement("img"), { className: `cell-image is-${mode}`, alt: said, src: url, draggable: false, decoding: "async" });
  if (size) [shown.style.width, shown.style.height] = size.map((each) => `calc(${each}px * var(--zoom, 1))`);
  return shown;
};

// Where a picture would be that lies outside, from where nothing is loaded.
const missing = ({ said }) => {
  const place = Object.assign(document.createElement("span"), { className: "no-image" });
  place.setAttribute("role", "img");
  place.setAttribute("aria-label", said);
  place.dataset.tooltip = said;
  place.append(iconOf("image"));
  return place;
};

export const pictureNode = (given) => {
  if (given.parts) return sparkline(given);
  return given.url ? image(given) : missing(given);
};
