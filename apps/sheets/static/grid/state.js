import { cellName, gridRange } from "./addresses.js";
import { axisOf } from "./axes.js";
import { orderOf } from "./orders.js";

// What all parts of the grid know: the sheet that is shown, what is selected, what is being typed.
export const byId = (id) => document.getElementById(id);
export const root = byId("grid");
export const start = JSON.parse(byId("grid-data").content.textContent);
export const state = {
  gid: start.gid,
  revision: start.revision,
  mayEdit: start.mayEdit,
  sheet: null,
  rows: null,
  // In which order its rows are seen.
  order: orderOf(null),
  columns: null,
  zoom: 1,
  showsFormulas: false,
  // The filter that is looked through, as the server calls it; none is the sheet's own.
  lens: start.page.sheet.filter?.lens ?? "",
  ranges: [{ top: 0, left: 0, bottom: 1, right: 1 }],
  active: { row: 0, column: 0 },
  // The end of the last range that goes on with the arrow keys, opposite the active cell.
  head: { row: 0, column: 0 },
  session: null,
  copied: null,
};

const bus = new EventTarget();
export const on = (name, act) => bus.addEventListener(name, ({ detail }) => act(detail));
export const tell = (name, detail) => bus.dispatchEvent(new CustomEvent(name, { detail }));

export const say = (text) => { byId("status").textContent = text; };
export const toast = (text, tone) => document.dispatchEvent(new CustomEvent("toast", { detail: { text, tone } }));
export const begun = (task) => document.dispatchEvent(new CustomEvent("begun", { detail: task }));
export const ended = (task) => document.dispatchEvent(new CustomEvent("ended", { detail: task }));

const waits = new Map();
// Do something once nobody has asked for it for so long; the last to ask counts.
export const later = (key, milliseconds, act) => {
  clearTimeout(waits.get(key));
  begun(key);
  waits.set(key, setTimeout(async () => {
    waits.delete(key);
    await act();
    if (!waits.has(key)) ended(key);
  }, milliseconds));
};

// What is typed, and a selection within one row, stay with their cells when rows are seen in another order; what
// reaches over several rows stays where it is seen.
const takeOrder = (sheet) => {
  const [before, order] = [state.order, orderOf(sheet.order)];
  state.order = order;
  const { session, active, ranges } = state;
  if (session?.gid === sheet.gid) session.row = order.placeOf(session.sheetRow);
  if (state.sheet?.gid !== sheet.gid || before.mark === order.mark) return;
  if (ranges.length > 1 || ranges[0].bottom - ranges[0].top > 1) return;
  const row = order.placeOf(before.rowOf(active.row));
  state.ranges = [{ ...ranges[0], top: row, bottom: row + 1 }];
  state.active = { ...active, row };
  state.head = { ...state.head, row };
};

export const takeSheet = (sheet) => {
  takeOrder(sheet);
  state.sheet = sheet;
  state.gid = sheet.gid;
  state.lens = sheet.filter?.lens ?? "";
  state.rows = axisOf(sheet.rows, sheet.rowSize, sheet.rowRuns, state.zoom);
  state.columns = axisOf(sheet.columns, sheet.columnSize, sheet.columnRuns, state.zoom);
  state.merges = sheet.merges.map(([top, left, bottom, right]) => ({ top, left, bottom, right }));
};

// What cells are called, and ranges of the page as the vendor names those of the sheet.
export const nameAt = (row, column) => cellName(state.order.rowOf(row), column);
export const sheetRanges = (range, gid = state.gid) => state.order.onSheet(range).map((each) => gridRange(gid, each));
// Whether what is seen one below the other also stands so.
export const isTogether = (range) => state.order.asSeen(range).length === 1;

export const mergeAt = (row, column) =>
  state.merges.find(({ top, left, bottom, right }) => top <= row && row < bottom && left <= column && column < right) ?? null;
