import { letters } from "./addresses.js";
import { byId, state } from "./state.js";
import { HEAD, make, place } from "./geometry.js";

// The heads of columns, and which cells and heads are told to be selected.
const NEAR = { rows: 20, columns: 6 };
const grid = byId("grid-rows");
export const heads = {
  left: make("pane heads heads-left", grid, { role: "row", "aria-rowindex": "1", "aria-owns": "heads-right", "aria-label": "Columns" }),
  right: make("pane heads heads-right", byId("grid-rest"), { role: "presentation", id: "heads-right" }),
};
export const headLayer = make("pane-layer", heads.right, { role: "presentation" });
export const corner = make("head corner", heads.left, { role: "columnheader", "aria-colindex": "1", "data-all": "" });
corner.append(Object.assign(document.createElement("span"), { className: "visually-hidden", textContent: "All cells" }));
const columnHeads = new Map();

const newHead = (column) => {
  const head = make("head column-head", null, { role: "columnheader", "aria-colindex": String(column + 2), "data-column": String(column) });
  head.textContent = letters(column);
  columnHeads.set(column, head);
  return head;
};

const drawHead = (column) => {
  const isStill = column < state.sheet.frozenColumns;
  const head = columnHeads.get(column) ?? newHead(column);
  const parent = isStill ? heads.left : headLayer;
  if (head.parentElement !== parent) parent.append(head);
  head.classList.toggle("has-hidden", column > 0 && !state.columns.size(column - 1));
  place(head, { left: state.columns.offset(column) + (isStill ? HEAD.width : 0), width: state.columns.size(column) });
};

export const drawHeads = (across) => {
  const wanted = new Set();
  for (const [first, last] of [[0, state.sheet.frozenColumns], across])
    for (let column = first; column < last; column++) if (state.columns.size(column)) wanted.add(column);
  for (const column of wanted) drawHead(column);
  for (const [column, head] of columnHeads)
    if (!wanted.has(column)) {
      head.remove();
      columnHeads.delete(column);
    }
};

const isFiltered = (row) => {
  const range = state.sheet.filter?.range;
  return Boolean(range) && row >= range.top && row < range.bottom;
};

// Who cannot see is told of empty cells near what is written, and of those that are selected: a large window has
// hundreds of others.
const markCell = (element, row, column, isIn) => {
  const [bottom, right] = state.sheet.used;
  const isTold = isIn || Boolean(element.firstChild) || (row < bottom + NEAR.rows && column < right + NEAR.columns);
  const role = isTold ? "gridcell" : "presentation";
  if (element.getAttribute("role") !== role) {
    element.setAttribute("role", role);
    if (isTold) element.setAttribute("aria-colindex", String(column + 2));
    else for (const name of ["aria-colindex", "aria-selected"]) element.removeAttribute(name);
  }
  if (!isTold) return;
  if (element.getAttribute("aria-selected") !== String(isIn)) element.setAttribute("aria-selected", String(isIn));
};

export const markSelected = (panes) => {
  for (const pane of panes)
    for (const [row, line] of pane.rows) {
      const ranges = state.ranges.filter((each) => each.top <= row && row < each.bottom);
      if (line.head) line.head.classList.toggle("is-filtered", isFiltered(row));
      if (line.head) line.head.classList.toggle("is-in", ranges.length > 0);
      for (const [column, element] of line.cells) markCell(element, row, column, ranges.some(({ left, right }) => left <= column && column < right));
    }
  for (const [column, head] of columnHeads) head.classList.toggle("is-in", state.ranges.some((each) => each.left <= column && column < each.right));
};
