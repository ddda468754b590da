import { cellName, letters } from "./addresses.js";
import { begun, byId, ended, mergeAt, on, root, state, tell } from "./state.js";
import { ahead, cellAt, ensure, ROWS, styleOf } from "./store.js";

// The cells in sight, and few more: four panes, of which three stay where lines are frozen. What is out of
// sight is not on the page.
const OVER = { rows: 2, columns: 1 };
const REACH = 24;
const NEAR = { rows: 20, columns: 6 };
export const HEAD = { width: 46, height: 24 };
export const scroller = root.querySelector(".grid-scroll");
export const viewport = root.querySelector(".grid-view");
const spacer = root.querySelector(".grid-spacer");
const host = byId("grid-panes");
// What scrolls sideways lies beside the rows that own it, so that a row is one row to who cannot see.
const grid = byId("grid-rows");
const rest = byId("grid-rest");

const make = (className, parent, attributes = {}) => {
  const element = document.createElement("div");
  element.className = className;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  parent?.append(element);
  return element;
};
const place = (element, values) => {
  for (const [name, value] of Object.entries(values)) element.style[name] = `${value}px`;
};

const newPane = (isTop, isLeft) => {
  const element = make(`pane${isLeft ? " pane-left" : ""}${isTop ? " pane-top" : ""}`, isLeft ? grid : rest, { role: "presentation" });
  const layer = make("pane-layer", element, { role: "presentation" });
  return { isTop, isLeft, element, layer, overlay: make("pane-overlay", null, { "aria-hidden": "true" }), rows: new Map() };
};
const heads = {
  left: make("pane heads heads-left", grid, { role: "row", "aria-rowindex": "1", "aria-owns": "heads-right", "aria-label": "Columns" }),
  right: make("pane heads heads-right", rest, { role: "presentation", id: "heads-right" }),
};
const headLayer = make("pane-layer", heads.right, { role: "presentation" });
const corner = make("head corner", heads.left, { role: "columnheader", "aria-colindex": "1", "data-all": "" });
corner.append(Object.assign(document.createElement("span"), { className: "visually-hidden", textContent: "All cells" }));
export const panes = [newPane(true, true), newPane(true, false), newPane(false, true), newPane(false, false)];
for (const pane of panes) pane.element.append(pane.overlay);
const columnHeads = new Map();

export const frozen = () => ({
  width: state.columns.offset(state.sheet.frozenColumns),
  height: state.rows.offset(state.sheet.frozenRows),
});
const main = () => {
  const { width, height } = frozen();
  return {
    left: HEAD.width + width, top: HEAD.height + height,
    width: Math.max(0, scroller.clientWidth - HEAD.width - width), height: Math.max(0, scroller.clientHeight - HEAD.height - height),
  };
};

// Where a range lies within the view, in pixels; what scrolls may be out of sight.
export const boxOf = ({ top, left, bottom, right }) => {
  const x = (column, isEnd) => state.columns.offset(column) - (column - (isEnd ? 1 : 0) < state.sheet.frozenColumns ? 0 : scroller.scrollLeft);
  const y = (row, isEnd) => state.rows.offset(row) - (row - (isEnd ? 1 : 0) < state.sheet.frozenRows ? 0 : scroller.scrollTop);
  const box = { left: HEAD.width + x(left), top: HEAD.height + y(top) };
  return { ...box, width: HEAD.width + x(right, true) - box.left, height: HEAD.height + y(bottom, true) - box.top };
};

// What lies under a point of the page: a cell, and whether that is a head.
export const spotAt = (clientX, clientY) => {
  const { left, top } = viewport.getBoundingClientRect();
  const [x, y] = [clientX - left - HEAD.width, clientY - top - HEAD.height];
  const { width, height } = frozen();
  return {
    row: state.rows.at(y < height ? Math.max(y, 0) : y + scroller.scrollTop),
    column: state.columns.at(x < width ? Math.max(x, 0) : x + scroller.scrollLeft),
    isColumnHead: y < 0, isRowHead: x < 0,
  };
};

const windowOf = (axis, from, size, still, over) => {
  const first = Math.max(still, axis.at(from) - over);
  return [first, Math.min(axis.count, axis.at(from + size) + 1 + over)];
};

// Show a cell's text, look and state.
const draw = (element, row, column, merge) => {
  const cell = cellAt(row, column);
  const style = styleOf(cell);
  const text = cell?.text ?? "";
  const reach = merge ? 0 : reachOf(row, column, cell, style);
  const filter = filterAt(row, column);
  const mark = `${filter}${text}|${cell?.style ?? ""}|${cell?.kind ?? ""}|${reach}|${cell?.extra ? JSON.stringify(cell.extra) : ""}`;
  if (element.drawn === mark) return;
  element.drawn = mark;
  const extra = cell?.extra ?? {};
  const kind = { n: " is-number", b: " is-boolean", e: " is-error" }[cell?.kind] ?? "";
  element.className = `cell${cell?.style ? ` s${cell.style}` : ""}${style?.align ? "" : kind}${cell?.kind === "e" ? " has-error" : ""}${extra.w ? " is-invalid" : ""}${extra.n ? " has-note" : ""}${extra.t ? " has-thread" : ""}${reach ? " is-long" : ""}${style?.wrap ? ` wrap-${style.wrap}` : ""}`;
  const isPlain = text && !extra.v && !filter;
  const kept = isPlain && element.childNodes.length === 1 && element.firstChild.localName === "span" ? element.firstChild : null;
  if (!kept) element.replaceChildren();
  if (kept) {
    kept.firstChild.data = text;
    kept.style.maxWidth = reach ? `${reach}px` : "";
  } else if (extra.v === "checkbox") {
    const box = make(`check${text === "TRUE" ? " is-checked" : ""}`, element, { role: "checkbox", "aria-checked": String(text === "TRUE"), "aria-label": cellName(row, column) });
    box.dataset.check = "";
  } else if (text) {
    const inner = document.createElement("span");
    inner.textContent = text;
    if (reach) inner.style.maxWidth = `${reach}px`;
    element.append(inner);
  }
  if (extra.v && extra.v !== "checkbox" && state.mayEdit) {
    const open = document.createElement("button");
    Object.assign(open, { type: "button", className: "choose", tabIndex: -1 });
    open.setAttribute("aria-label", `Choose a value for ${cellName(row, column)}`);
    open.dataset.choose = extra.v;
    element.append(open);
  }
  if (filter) {
    const open = document.createElement("button");
    Object.assign(open, { type: "button", className: `filter-button${filter === "on" ? " is-on" : ""}`, tabIndex: -1 });
    open.setAttribute("aria-label", `Filter by ${text || cellName(row, column)}${filter === "on" ? ", on" : ""}`);
    Object.assign(open.dataset, { dialog: "filter", query: `active=${cellName(row, column)}` });
    element.append(open);
  }
  const told = [extra.e, extra.n, extra.w].filter(Boolean).join("\n");
  if (told) element.dataset.tooltip = told;
  else delete element.dataset.tooltip;
};

// Whether a cell is where one says which rows its column lets through; "on" where one has.
const filterAt = (row, column) => {
  const { filter } = state.sheet;
  if (!filter || row !== filter.range.top || column < filter.range.left || column >= filter.range.right) return "";
  return filter.columns.includes(column) ? "on" : "off";
};

// How far a text goes on over the empty cells beside it.
const reachOf = (row, column, cell, style) => {
  if (!cell?.text || cell.kind !== "t" || filterAt(row, column) || (style?.wrap && style.wrap !== "overflow") || (style?.align && style.align !== "left")) return 0;
  if (cell.extra?.v) return 0;
  let [width, next] = [state.columns.size(column), column + 1];
  const roomy = cell.text.length * 11 * state.zoom;
  const end = column < state.sheet.frozenColumns ? state.sheet.frozenColumns : state.columns.count;
  while (next < end && width < roomy && next - column < REACH && !cellAt(row, next)?.text && !mergeAt(row, next)) width += state.columns.size(next++);
  return width > state.columns.size(column) ? width : 0;
};

// The cell whose text may come into sight from the left.
const reachingIn = (row, first, least) => {
  if (cellAt(row, first)?.text) return null;
  for (let column = first - 1; column >= Math.max(least, first - REACH); column--) {
    if (cellAt(row, column)?.text) return column;
  }
  return null;
};

const columnsOfRow = (row, [first, last], least) => {
  const found = [];
  for (let column = first; column < last; column++) if (state.columns.size(column)) found.push(column);
  const from = reachingIn(row, first, least);
  if (from !== null) found.push(from);
  for (const merge of state.merges)
    if (merge.top === row && merge.left >= least && merge.left < first && merge.right > first) found.push(merge.left);
  return found;
};

const newLine = (pane) => {
  const line = { element: make("line", pane.layer, { role: pane.isLeft ? "row" : "presentation" }), cells: new Map() };
  if (!pane.isLeft) return line;
  line.head = make("head row-head", line.element, { role: "rowheader", "aria-colindex": "1" });
  place(line.head, { width: HEAD.width });
  return line;
};

// Let a line be that of a row: lines that go out of sight come in again on the other side.
const nameLine = (pane, line, row) => {
  if (pane.isLeft) {
    for (const [name, value] of [["aria-label", row + 1], ["aria-rowindex", row + 2], ["aria-owns", `row-${row}`]]) line.element.setAttribute(name, value);
    line.head.dataset.row = row;
    line.head.textContent = row + 1;
  } else line.element.id = `row-${row}`;
  for (const [column, element] of line.cells) {
    element.dataset.ref = cellName(row, column);
    if (element.querySelector("[aria-label]")) element.drawn = null; // what is in it is named after its cell
  }
};

const drawRow = (pane, row, across, spare) => {
  let line = pane.rows.get(row);
  if (!line) {
    line = spare.pop() ?? newLine(pane);
    nameLine(pane, line, row);
    pane.rows.set(row, line);
  }
  place(line.element, { top: state.rows.offset(row), height: state.rows.size(row) });
  line.head?.classList.toggle("has-hidden", row > 0 && !state.rows.size(row - 1));
  const wanted = columnsOfRow(row, across, pane.isLeft ? 0 : state.sheet.frozenColumns);
  const kept = new Set(wanted);
  for (const [column, element] of line.cells) {
    if (kept.has(column)) continue;
    element.remove();
    line.cells.delete(column);
  }
  for (const column of wanted) {
    const merge = mergeAt(row, column);
    if (merge && (merge.top !== row || merge.left !== column)) {
      line.cells.get(column)?.remove();
      line.cells.delete(column);
      continue;
    }
    let element = line.cells.get(column);
    if (!element) {
      element = make("cell", line.element, { "data-ref": cellName(row, column) });
      line.cells.set(column, element);
    }
    const wide = merge ? state.columns.offset(merge.right) - state.columns.offset(column) : state.columns.size(column);
    place(element, { left: state.columns.offset(column) + (pane.isLeft ? HEAD.width : 0), width: wide });
    if (merge) place(element, { height: state.rows.offset(merge.bottom) - state.rows.offset(row) });
    else element.style.height = "";
    element.toggleAttribute("data-merged", Boolean(merge));
    draw(element, row, column, merge);
  }
};

const drawHeads = (across) => {
  const wanted = new Set();
  const shown = [[0, state.sheet.frozenColumns], across];
  for (const [first, last] of shown)
    for (let column = first; column < last; column++) {
      if (!state.columns.size(column)) continue;
      wanted.add(column);
      const isStill = column < state.sheet.frozenColumns;
      let head = columnHeads.get(column);
      if (!head) {
        head = make("head column-head", null, { role: "columnheader", "aria-colindex": String(column + 2), "data-column": String(column) });
        head.textContent = letters(column);
        columnHeads.set(column, head);
      }
      const parent = isStill ? heads.left : headLayer;
      if (head.parentElement !== parent) parent.append(head);
      head.classList.toggle("has-hidden", column > 0 && !state.columns.size(column - 1));
      place(head, { left: state.columns.offset(column) + (isStill ? HEAD.width : 0), width: state.columns.size(column) });
    }
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
  const isTold = isIn || element.childElementCount > 0 || (row < bottom + NEAR.rows && column < right + NEAR.columns);
  const role = isTold ? "gridcell" : "presentation";
  if (element.getAttribute("role") !== role) {
    element.setAttribute("role", role);
    if (isTold) element.setAttribute("aria-colindex", String(column + 2));
    else for (const name of ["aria-colindex", "aria-selected"]) element.removeAttribute(name);
  }
  if (!isTold) return;
  if (element.getAttribute("aria-selected") !== String(isIn)) element.setAttribute("aria-selected", String(isIn));
};

const markSelected = () => {
  const isIn = (row, column) => state.ranges.some(({ top, left, bottom, right }) => top <= row && row < bottom && left <= column && column < right);
  for (const pane of panes)
    for (const [row, line] of pane.rows) {
      if (line.head) line.head.classList.toggle("is-filtered", isFiltered(row));
      if (line.head) line.head.classList.toggle("is-in", state.ranges.some((each) => each.top <= row && row < each.bottom));
      for (const [column, element] of line.cells) markCell(element, row, column, isIn(row, column));
    }
  for (const [column, head] of columnHeads) head.classList.toggle("is-in", state.ranges.some((each) => each.left <= column && column < each.right));
};

let drawn = "";
let drawnAcross = "";
const setSizes = () => {
  const { left, top, width, height } = main();
  place(viewport, { width: scroller.clientWidth, height: scroller.clientHeight });
  place(spacer, { width: HEAD.width + state.columns.total, height: HEAD.height + state.rows.total });
  place(corner, { width: HEAD.width, height: HEAD.height });
  place(heads.left, { left: 0, top: 0, width: left, height: HEAD.height });
  place(heads.right, { left, top: 0, width, height: HEAD.height });
  for (const pane of panes)
    place(pane.element, {
      left: pane.isLeft ? 0 : left, top: pane.isTop ? HEAD.height : top,
      width: pane.isLeft ? left : width, height: pane.isTop ? top - HEAD.height : height,
    });
  grid.setAttribute("aria-rowcount", String(state.sheet.rows + 1));
  grid.setAttribute("aria-colcount", String(state.sheet.columns + 1));
  host.dataset.gridlines = state.sheet.gridlines ? "shown" : "hidden";
  host.classList.toggle("has-frozen-rows", state.sheet.frozenRows > 0);
  host.classList.toggle("has-frozen-columns", state.sheet.frozenColumns > 0);
  root.style.setProperty("--zoom", state.zoom);
};

const shift = () => {
  const [x, y] = [scroller.scrollLeft, scroller.scrollTop];
  const still = frozen();
  for (const pane of panes) {
    const [left, top] = [pane.isLeft ? 0 : still.width + x, pane.isTop ? 0 : still.height + y];
    pane.layer.style.transform = `translate(${-left}px, ${-top}px)`;
    pane.overlay.style.transform = `translate(${(pane.isLeft ? HEAD.width : 0) - left}px, ${-top}px)`;
  }
  headLayer.style.transform = `translate(${-(still.width + x)}px, 0)`;
};

// Bring the page in line with what is known; `isWhole` if cells may be otherwise though the window is not,
// `isFresh` tells of which rows they may.
export const render = (isWhole = true, isFresh = () => true) => {
  const { width, height } = main();
  const still = frozen();
  const down = windowOf(state.rows, still.height + scroller.scrollTop, height, state.sheet.frozenRows, OVER.rows);
  const across = windowOf(state.columns, still.width + scroller.scrollLeft, width, state.sheet.frozenColumns, OVER.columns);
  const mark = [...down, ...across].join();
  shift();
  if (!isWhole && mark === drawn) return tell("moved");
  const isSameAcross = across.join() === drawnAcross;
  [drawn, drawnAcross] = [mark, across.join()];
  state.window = { top: down[0], bottom: down[1], left: across[0], right: across[1] };
  if (isWhole || !isSameAcross) drawHeads(across);
  for (const pane of panes) {
    const rows = new Set();
    const [first, last] = pane.isTop ? [0, state.sheet.frozenRows] : down;
    for (let row = first; row < last; row++) if (state.rows.size(row)) rows.add(row);
    for (const merge of state.merges)
      if (!pane.isTop && merge.top >= state.sheet.frozenRows && merge.top < first && merge.bottom > first) rows.add(merge.top);
    const spare = [];
    for (const [row, line] of pane.rows)
      if (!rows.has(row)) {
        spare.push(line);
        pane.rows.delete(row);
      }
    const sides = pane.isLeft ? [0, state.sheet.frozenColumns] : across;
    for (const row of rows) if (!isSameAcross || (isWhole && isFresh(row)) || !pane.rows.has(row)) drawRow(pane, row, sides, spare);
    for (const line of spare) line.element.remove();
  }
  markSelected();
  tell("moved");
};

// Blocks came: rows in sight that they have cells of are drawn.
const fill = (came) => {
  const { top, bottom } = state.window;
  const held = came.map((each) => [each.top, each.top + ROWS]);
  const isFresh = (row) => held.some(([first, last]) => first <= row && row < last);
  const isSeen = ([first, last]) => first < state.sheet.frozenRows || (first < bottom && last > top) || state.merges.length;
  if (held.some(isSeen)) render(true, isFresh);
};

let planned = false;
const soon = () => {
  if (planned) return;
  planned = true;
  begun(soon);
  requestAnimationFrame(() => {
    planned = false;
    const before = drawn;
    render(false);
    if (drawn !== before) ensure(ahead());
    ended(soon);
  });
};

export const elementAt = (row, column) => host.querySelector(`[data-ref="${cellName(row, column)}"]`);

// Scroll as little as is needed for a cell to be seen.
export const reveal = (row, column) => {
  const { width, height } = main();
  const still = frozen();
  const along = (axis, index, count, scrolled, size, held) => {
    if (index < count) return scrolled;
    const from = axis.offset(index) - held;
    if (from < scrolled) return from;
    return Math.max(scrolled, from + Math.min(axis.size(index), size) - size);
  };
  const x = along(state.columns, column, state.sheet.frozenColumns, scroller.scrollLeft, width, still.width);
  const y = along(state.rows, row, state.sheet.frozenRows, scroller.scrollTop, height, still.height);
  if (x === scroller.scrollLeft && y === scroller.scrollTop) return;
  scroller.scrollTo({ left: x, top: y, behavior: "instant" });
  render(false);
  ensure();
};

export const pageRows = () => Math.max(1, Math.floor(main().height / (state.sheet.rowSize * state.zoom)) - 1);

export const begin = () => {
  setSizes();
  render();
  scroller.addEventListener("scroll", soon, { passive: true });
  new ResizeObserver(() => {
    setSizes();
    render();
    ensure();
  }).observe(scroller);
  on("taken", ({ isOther }) => {
    setSizes();
    if (isOther) scroller.scrollTo({ left: 0, top: 0, behavior: "instant" });
    if (isOther) grid.setAttribute("aria-label", state.sheet.title);
    render();
    ensure();
  });
  on("filled", fill);
  on("selected", markSelected);
  on("resized", () => {
    setSizes();
    render();
  });
  ensure();
};
