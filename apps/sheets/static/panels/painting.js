import { place, ranges } from "./places.js";
import { tell } from "./deeds.js";

// Painting: the look of what is selected goes to what is selected next.
let source = null;
const button = () => document.querySelector('[data-act="paint"]');

const show = () => button()?.setAttribute("aria-pressed", String(source !== null));

document.addEventListener("sheets:act", ({ detail }) => {
  if (detail.name !== "paint") return;
  source = source ? null : ranges()[0];
  show();
  if (source) tell("toast", { text: "Select the cells that are to look the same.", tone: "info" });
});

document.addEventListener("pointerup", ({ target }) => {
  if (!source || !target.closest?.("#grid")) return;
  const from = source;
  source = null;
  show();
  const requests = ranges().map((destination) => ({ copyPaste: { source: from, destination, pasteType: "PASTE_FORMAT" } }));
  if (place().workbook) tell("sheets:commands", { requests });
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !source) return;
  source = null;
  show();
});
