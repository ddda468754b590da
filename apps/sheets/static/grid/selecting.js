import { around, cellRange, parseRange, rangeName } from "./addresses.js";
import { byId, mergeAt, nameAt, on, root, say, state, tell, toast } from "./state.js";
import { blocksOf, cellAt, ensure, inputAt, isFilled, read, resync, textAt } from "./store.js";
import { pageRows } from "./geometry.js";
import { reveal } from "./panes.js";

// Which cells are selected: ranges, of which the last is the one that grows, and the active cell in it.
const whole = () => ({ top: 0, left: 0, bottom: state.rows.count, right: state.columns.count });

// A range with all of the merged cells that it touches.
const grown = (range) => {
  let found = range;
  for (let before = null; before !== found;) {
    before = found;
    for (const merge of state.merges) {
      const touches = merge.top < found.bottom && found.top < merge.bottom && merge.left < found.right && found.left < merge.right;
      const isIn = merge.top >= found.top && merge.bottom <= found.bottom && merge.left >= found.left && merge.right <= found.right;
      if (touches && !isIn) found = around(found, merge);
    }
  }
  return found;
};

// Rows that are seen in another order may stand in many places.
const MOST_NAMED = 1000;
export const nameOfRanges = () => {
  const found = state.ranges.flatMap(state.order.onSheet);
  if (found.length <= MOST_NAMED) return found.map((range) => rangeName(range, state.sheet)).join(",");
  toast("Too many rows that stand elsewhere on the sheet: menus and buttons act on the active cell alone.", "info");
  return nameAt(state.active.row, state.active.column);
};
export const selected = () => state.ranges.at(-1);

const tellSelected = () => {
  const { row, column } = state.active;
  const name = nameAt(row, column);
  root.dataset.gid = state.gid;
  root.dataset.range = nameOfRanges();
  root.dataset.active = name;
  if (document.activeElement !== byId("name-box")) byId("name-box").value = root.dataset.range.includes(",") ? name : root.dataset.range;
  tell("selected", {});
  document.dispatchEvent(new CustomEvent("sheets:selected"));
  if (state.session) return;
  byId("cell-input").setAttribute("aria-label", `Cell ${name}`);
  say(`${root.dataset.range} ${cellAt(row, column)?.extra?.g?.said ?? textAt(row, column)}`.trim());
};

// Select one range and no other; the active cell is its first unless said.
export const select = (range, active = null, { shows = true } = {}) => {
  const found = grown(range);
  state.ranges = [found];
  state.active = active ?? { row: found.top, column: found.left };
  const merge = mergeAt(state.active.row, state.active.column);
  if (merge) state.active = { row: merge.top, column: merge.left };
  state.head = { ...state.active };
  tellSelected();
  if (shows) reveal(state.active.row, state.active.column);
};

export const selectCell = (row, column) => select(cellRange(row, column));

// A further range beside those that are selected.
export const add = (range) => {
  const found = grown(range);
  state.ranges = [...state.ranges, found];
  state.active = { row: found.top, column: found.left };
  state.head = { ...state.active };
  tellSelected();
};

// Let the last range reach from the active cell to another.
export const reach = (row, column, { shows = true } = {}) => {
  state.head = { row, column };
  state.ranges = [...state.ranges.slice(0, -1), grown(around(cellRange(state.active.row, state.active.column), cellRange(row, column)))];
  tellSelected();
  if (shows) reveal(row, column);
};

// Whole rows or columns from the active one to another.
export const reachLine = (axis, index) => {
  const { row, column } = state.active;
  const range = axis === "row"
    ? { ...whole(), top: Math.min(row, index), bottom: Math.max(row, index) + 1 }
    : { ...whole(), left: Math.min(column, index), right: Math.max(column, index) + 1 };
  state.ranges = [...state.ranges.slice(0, -1), grown(range)];
  tellSelected();
};

export const selectLine = (axis, index, isFurther) => {
  const range = axis === "row" ? { ...whole(), top: index, bottom: index + 1 } : { ...whole(), left: index, right: index + 1 };
  const active = axis === "row" ? { row: index, column: state.columns.first() } : { row: state.rows.first(), column: index };
  if (isFurther) add(range);
  else select(range, active, { shows: false });
  state.active = active;
  tellSelected();
};

export const selectLines = (axis) => {
  const { top, left, bottom, right } = selected();
  select(axis === "row" ? { ...whole(), top, bottom } : { ...whole(), left, right }, state.active, { shows: false });
};

export const isLines = (range = selected()) => ({
  rows: range.left === 0 && range.right >= state.columns.count,
  columns: range.top === 0 && range.bottom >= state.rows.count,
});

// First the data around the cell, then all cells.
export const selectAll = async () => {
  const { row, column } = state.active;
  const found = await read("edges", { gid: state.gid, row: state.order.rowOf(row), column, way: "around" });
  if (!found) return;
  const { top, left, bottom, right } = selected();
  const region = state.order.onPage(found.range ?? whole()).reduce(around);
  const isSame = top <= region.top && left <= region.left && bottom >= region.bottom && right >= region.right;
  const isOne = region.bottom - region.top === 1 && region.right - region.left === 1;
  select(isSame || isOne ? whole() : region, { row, column }, { shows: false });
};
export const selectEverything = () => select(whole(), state.active, { shows: false });

const DELTAS = { up: [-1, 0], down: [1, 0], left: [0, -1], right: [0, 1] };

// One step from a cell; merged cells are one stop.
export const stepFrom = ({ row, column }, way, count = 1) => {
  const [down, across] = DELTAS[way];
  const merge = mergeAt(row, column);
  const from = merge
    ? { row: down > 0 ? merge.bottom - 1 : merge.top, column: across > 0 ? merge.right - 1 : merge.left }
    : { row, column };
  const to = {
    row: down ? state.rows.step(from.row, down * count) : row,
    column: across ? state.columns.step(from.column, across * count) : column,
  };
  return to;
};

export const move = (way, isReaching, count = 1) => {
  if (isReaching) {
    const to = stepFrom(state.head, way, count);
    reach(to.row, to.column);
    return;
  }
  const to = stepFrom(state.active, way, count);
  selectCell(to.row, to.column);
};

// To the edge of the data, where what it takes to know it is at hand; else null.
const edgeHere = ({ row, column }, way) => {
  const [down, across] = DELTAS[way] ?? [];
  if (down === undefined) return null;
  const last = down ? state.rows.count - 1 : state.columns.count - 1;
  const end = down + across > 0 ? last : 0;
  const isSome = (index) => (down ? isFilled(index, column) : isFilled(row, index));
  const by = down + across;
  let at = down ? row : column;
  if (at === end) return { row, column };
  const first = isSome(at) && isSome(at + by);
  for (at += by; at !== end; at += by) {
    const here = first ? isSome(at + by) : isSome(at);
    if (here === null) return null;
    if (first ? !here : here) break;
  }
  return down ? { row: at, column } : { row, column: at };
};

// Rows in another order are gone through here; all else the server knows.
const edgeFar = async (from, way) => {
  const { rowOf, placeOf, touches, end } = state.order;
  const range = { top: Math.min(from.row, end), bottom: Math.max(from.row, end) + 1, left: from.column, right: from.column + 1 };
  const names = ["up", "down"].includes(way) && touches(range) ? blocksOf(range) : null;
  if (names) await ensure(names);
  const known = names && edgeHere(from, way);
  if (known) return known;
  const found = await read("edges", { gid: state.gid, row: rowOf(from.row), column: from.column, way });
  if (!found) return null;
  return way === "end" ? found : { ...found, row: placeOf(found.row) };
};

let jumping = 0;
let waiting = [];
export const isJumping = () => jumping > 0;
// Keys that are pressed while the server is asked where a jump leads count afterwards.
export const whenThere = (act) => waiting.push(act);

// To the edge of the data; the server knows where that is not known here.
export const jump = async (way, isReaching) => {
  const from = isReaching ? state.head : state.active;
  const land = ({ row, column }) => (isReaching ? reach(row, column) : selectCell(row, column));
  const known = edgeHere(from, way);
  if (known) return void land(known);
  jumping += 1;
  const found = await edgeFar(from, way);
  jumping -= 1;
  if (found) land(found);
  const acts = waiting;
  waiting = [];
  for (const act of acts) act();
};

export const page = (way, isReaching) => move(way, isReaching, pageRows());
export const rowStart = (isReaching) => (isReaching ? reach(state.head.row, 0) : selectCell(state.active.row, state.columns.first()));
export const sheetStart = (isReaching) =>
  isReaching ? reach(0, 0) : selectCell(state.rows.step(-1, 1), state.columns.step(-1, 1));

// Enter and Tab go round within a range that is selected; else Enter after some Tabs goes back to the
// column where they began.
let tabbedFrom = null;
export const goOn = (way) => {
  const range = selected();
  const isOne = range.bottom - range.top === 1 && range.right - range.left === 1;
  const merge = mergeAt(range.top, range.left);
  const isMerged = merge && merge.bottom === range.bottom && merge.right === range.right;
  if (!isOne && !isMerged) return void within(range, way);
  if (way === "right" || way === "left") tabbedFrom ??= { column: state.active.column };
  const back = way === "down" ? tabbedFrom?.column : undefined;
  const to = stepFrom(state.active, way);
  selectNext(to.row, back ?? to.column, way);
};
const selectNext = (row, column, way) => {
  const kept = way === "right" || way === "left" ? tabbedFrom : null;
  selectCell(row, column);
  tabbedFrom = kept;
};
export const forgetTabs = () => { tabbedFrom = null; };

const within = (range, way) => {
  let { row, column } = state.active;
  const isAcross = way === "left" || way === "right";
  const by = way === "right" || way === "down" ? 1 : -1;
  const count = (range.bottom - range.top) * (range.right - range.left);
  for (let tries = 0; tries < count; tries++) {
    if (isAcross) column += by;
    else row += by;
    if (column >= range.right) [column, row] = [range.left, row + 1];
    if (column < range.left) [column, row] = [range.right - 1, row - 1];
    if (row >= range.bottom) [row, column] = [range.top, isAcross ? column : column + 1];
    if (row < range.top) [row, column] = [range.bottom - 1, isAcross ? column : column - 1];
    if (column >= range.right) column = range.left;
    if (column < range.left) column = range.right - 1;
    const merge = mergeAt(row, column);
    if (state.rows.size(row) && state.columns.size(column) && (!merge || (merge.top === row && merge.left === column))) break;
  }
  state.active = { row, column };
  tellSelected();
  reveal(row, column);
};

const selectOnSheet = (range) => {
  const [first, ...others] = state.order.onPage(range);
  select(first);
  for (const other of others) add(other);
};

// Where a text of the name box leads: an address on this sheet at once, anything else by way of the server.
export const go = async (text, gid) => {
  const here = gid === undefined || Number(gid) === state.gid ? parseRange(text.replaceAll("$", ""), state.sheet) : null;
  if (here) return void selectOnSheet(here);
  const values = { text };
  values.gid = gid ?? state.gid;
  const found = await read("spots", values);
  if (!found) return;
  if (found.gid !== state.gid) {
    if (!(await resync(found.gid))) return;
    tell("visited", found.gid);
  }
  selectOnSheet(found.range);
};

export const begin = () => {
  on("taken", ({ isOther }) => {
    if (isOther) return void select(cellRange(state.rows.first(), state.columns.first()), null, { shows: false });
    const limit = (range) => ({
      top: Math.min(range.top, state.rows.count - 1), left: Math.min(range.left, state.columns.count - 1),
      bottom: Math.min(range.bottom, state.rows.count), right: Math.min(range.right, state.columns.count),
    });
    state.ranges = state.ranges.map(limit);
    const inside = ({ row, column }) => ({ row: Math.min(row, state.rows.count - 1), column: Math.min(column, state.columns.count - 1) });
    state.active = inside(state.active);
    state.head = inside(state.head);
    tellSelected();
  });
  on("filled", () => {
    if (cellAt(state.active.row, state.active.column)) tell("inputKnown", inputAt(state.active.row, state.active.column));
  });
};
