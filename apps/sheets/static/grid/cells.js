import { nameAt, state } from "./state.js";
import { cellAt, styleOf } from "./store.js";
import { make } from "./geometry.js";
import { chipNodes } from "./chips.js";
import { pictureNode } from "./pictures.js";
import { filterAt, fits, reachOf } from "./texts.js";

// One cell on the page: its text, look and what stands in it. Most are a text and nothing else, and have one node;
// those whose text is longer than they are, or turned, hold it in a box that cuts it off.
const KINDS = { n: " is-number", b: " is-boolean", e: " is-error" };

const classOf = (cell, style, form, reach) => {
  const extra = cell?.extra;
  let found = `cell is-${form}`;
  if (!cell) return found;
  if (cell.style) found += ` s${cell.style}`;
  if (!style?.align) found += KINDS[cell.kind] ?? "";
  if (cell.kind === "e") found += " has-error";
  if (extra?.w) found += " is-invalid";
  if (extra?.n) found += " has-note";
  if (extra?.t) found += " has-thread";
  if (extra?.p) found += " is-pivot";
  if (extra?.u && !state.showsFormulas) found += " is-link";
  if (extra?.g) found += " is-drawn";
  if (reach) found += " is-long";
  if (style?.wrap) found += ` wrap-${style.wrap}`;
  return found;
};

const addCheck = (element, text, name) => {
  const isChecked = text === "TRUE";
  const box = make(`check${isChecked ? " is-checked" : ""}`, element, { role: "checkbox", "aria-checked": String(isChecked), "aria-label": name });
  box.dataset.check = "";
};

const addButton = (element, className, label, values) => {
  const open = document.createElement("button");
  Object.assign(open, { type: "button", className, tabIndex: -1 });
  open.setAttribute("aria-label", label);
  Object.assign(open.dataset, values);
  element.append(open);
};

// A part of a text, of which some may look otherwise: where that begins, and how.
const pieces = (runs) => (text, start = 0) => {
  const edges = [...runs.map(([from]) => from).filter((from) => from > start && from < start + text.length), start + text.length];
  let at = start;
  return edges.map((end) => {
    const css = runs.findLast(([from]) => from <= at)?.[1];
    const said = text.slice(at - start, end - start);
    at = end;
    if (!css) return said;
    const part = Object.assign(document.createElement("span"), { textContent: said });
    part.style.cssText = css;
    return part;
  });
};

const addText = (element, text, reach, { c: chips, r: runs = [] }) => {
  const inner = document.createElement("span");
  const write = runs.length ? pieces(runs) : (said) => [said];
  inner.append(...(chips && !state.showsFormulas ? chipNodes(text, chips, write) : write(text)));
  if (reach) inner.style.maxWidth = `${reach}px`;
  element.append(inner);
};

const write = (element, text) => {
  if (element.childNodes.length === 1 && element.firstChild.nodeType === Node.TEXT_NODE) element.firstChild.data = text;
  else element.textContent = text;
};

const fillIn = (element, cell, text, reach, filter, name) => {
  const extra = cell?.extra;
  element.replaceChildren();
  if (extra?.v === "checkbox") addCheck(element, text, name);
  else if (extra?.g) element.append(pictureNode(extra.g));
  else if (text) addText(element, text, reach, extra ?? {});
  if (extra?.v && extra.v !== "checkbox" && state.mayEdit) addButton(element, "choose", `Choose a value for ${name}`, { choose: extra.v });
  if (filter)
    addButton(element, `filter-button${filter === "on" ? " is-on" : ""}`, `Filter by ${text || name}${filter === "on" ? ", on" : ""}`, { dialog: "filter", query: `active=${name}` });
};

// Show a cell's text, look and state. box: its size in pixels.
export const draw = (element, row, column, merge, box) => {
  const cell = cellAt(row, column);
  const style = styleOf(cell);
  const text = cell?.text ?? "";
  const filter = filterAt(row, column);
  const reach = merge || !text ? 0 : reachOf(row, column, cell, style);
  const extra = cell?.extra;
  const isBare = !extra?.v && !extra?.c && !extra?.r && !extra?.g && !filter;
  const isPlain = isBare && (!text || fits(text, style, box.width, box.height));
  const mark = `${filter}${isPlain ? "" : "|"}${text}|${cell?.style ?? ""}|${cell?.kind ?? ""}|${isPlain ? 0 : reach}|${extra ? JSON.stringify(extra) : ""}`;
  if (element.drawn === mark) return;
  element.drawn = mark;
  element.isNamed = !isBare; // what is in it is named after its cell
  element.className = classOf(cell, style, isPlain ? "plain" : "cut", isPlain ? 0 : reach);
  if (isPlain) write(element, text);
  else fillIn(element, cell, text, reach, filter, nameAt(row, column));
  const told = extra ? [extra.e, extra.n, extra.w].filter(Boolean).join("\n") : "";
  if (told) {
    element.dataset.tooltip = told;
    element.setAttribute("aria-description", told); // the tooltip is there for whoever points at it
  } else if (element.dataset.tooltip) {
    delete element.dataset.tooltip;
    element.removeAttribute("aria-description");
  }
};
