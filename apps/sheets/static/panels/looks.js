import { place } from "./places.js";

// How the active cell looks: buttons of the toolbar show it as pressed, and what toggles takes it back.
const activeCell = () => document.querySelector(`#grid [data-ref="${CSS.escape(place().active)}"]`);

const has = {
  bold: (style) => Number(style.fontWeight) >= 600,
  italic: (style) => style.fontStyle === "italic",
  underline: (style) => style.textDecorationLine.includes("underline"),
  strikethrough: (style) => style.textDecorationLine.includes("line-through"),
};

export const looks = (part) => {
  const cell = activeCell();
  if (!cell) return false;
  return [cell, ...cell.children].some((each) => has[part](getComputedStyle(each)));
};

const show = () => {
  for (const button of document.querySelectorAll("[data-shows]")) {
    const part = button.dataset.shows;
    if (part in has) button.setAttribute("aria-pressed", String(looks(part)));
  }
};

for (const name of ["sheets:selected", "sheets:shown"]) document.addEventListener(name, show);
