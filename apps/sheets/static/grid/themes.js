import { on, root, start, tell } from "./state.js";
import { forgetWidths } from "./texts.js";

// The workbook's theme: how cells look that have no look of their own, and the colours that palettes offer.
let shown = "";

const take = (theme) => {
  const mark = JSON.stringify(theme);
  if (mark === shown) return;
  shown = mark;
  for (const name of ["--cell", "--cell-ink", "--cell-font", "--cell-link", "--cell-scheme", "--line"]) {
    const value = theme.cells?.[name];
    if (value) root.style.setProperty(name, value);
    else root.style.removeProperty(name);
  }
  for (const [name, code] of Object.entries(theme.colors)) document.documentElement.style.setProperty(`--theme-${name.toLowerCase()}`, code);
  forgetWidths();
};

export const begin = () => {
  take(start.page.theme);
  on("themed", (theme) => {
    take(theme);
    tell("resized");
  });
};
