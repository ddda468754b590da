import { around, cellRange, gridRange, holds, isOneCell } from "./addresses.js";
import { isTogether, mergeAt, root, sheetRanges, state, tell, toast } from "./state.js";
import { cellAt, read, send, textAt } from "./store.js";
import { HEAD, scroller, spotAt, viewport } from "./geometry.js";
import { extras, guide } from "./overlays.js";
import { commit, field, focusCell, mayPoint, point, startTyping } from "./editing.js";
import { add, forgetTabs, reach, reachLine, select, selectCell, selected, selectEverything, selectLine } from "./selecting.js";

// What the pointer does: it selects, points while a formula is typed, fills, and moves the edges of lines.
const NEAR = 4;
let drag = null;

// The edge of a line that is near a point of a head, if one is.
const edgeAt = (event) => {
  if (!state.mayEdit) return null;
  const head = event.target.closest?.(".column-head, .row-head");
  if (!head) return null;
  const axis = head.matches(".column-head") ? "column" : "row";
  const box = head.getBoundingClientRect();
  const index = Number(head.dataset[axis]);
  const [at, first, last] = axis === "column" ? [event.clientX, box.left, box.right] : [event.clientY, box.top, box.bottom];
  if (last - at <= NEAR) return { axis, index };
  const lines = axis === "column" ? state.columns : state.rows;
  if (at - first < NEAR && index > 0) return { axis, index: lines.step(index, -1) };
  return null;
};

const dimension = (axis) => (axis === "column" ? "COLUMNS" : "ROWS");
const allOf = (axis, index) => {
  // Of several whole lines that are selected, all get the same size.
  const range = state.ranges.find((each) => (axis === "column"
    ? each.top === 0 && each.bottom >= state.rows.count && each.left <= index && index < each.right
    : each.left === 0 && each.right >= state.columns.count && each.top <= index && index < each.bottom));
  if (!range) return [index, index + 1];
  return axis === "column" ? [range.left, range.right] : [range.top, range.bottom];
};
const lineRanges = (axis, index) => {
  const [startIndex, endIndex] = allOf(axis, index);
  const found = { sheetId: state.gid, dimension: dimension(axis), startIndex, endIndex };
  if (axis === "column") return [found];
  return state.order.onSheet({ top: startIndex, bottom: endIndex }).map(({ top, bottom }) => ({ ...found, startIndex: top, endIndex: bottom }));
};

const resizing = ({ axis, index }, event) => {
  const lines = axis === "column" ? state.columns : state.rows;
  const from = axis === "column" ? event.clientX : event.clientY;
  const size = lines.size(index);
  const home = viewport.getBoundingClientRect();
  const origin = axis === "column" ? home.left : home.top;
  const sizeAt = ({ clientX, clientY }) => Math.max(4, Math.round(size + (axis === "column" ? clientX : clientY) - from));
  return {
    move: (to) => guide(axis, from - origin + sizeAt(to) - size),
    drop: (to) => {
      guide(axis, null);
      const pixelSize = Math.max(2, Math.round(sizeAt(to) / state.zoom));
      if (sizeAt(to) !== size) send(lineRanges(axis, index).map((range) => ({ updateDimensionProperties: { range, properties: { pixelSize }, fields: "pixelSize" } })));
    },
    cancel: () => guide(axis, null),
  };
};

// How a range grows towards a cell when it is filled: along one axis only.
const filledTo = (from, { row, column }) => {
  const down = row >= from.bottom ? row - from.bottom + 1 : Math.min(0, row - from.top);
  const across = column >= from.right ? column - from.right + 1 : Math.min(0, column - from.left);
  if (!down && !across) return null;
  return Math.abs(down) >= Math.abs(across)
    ? { dimension: "ROWS", length: down, range: { ...from, top: down < 0 ? row : from.top, bottom: down > 0 ? row + 1 : from.bottom } }
    : { dimension: "COLUMNS", length: across, range: { ...from, left: across < 0 ? column : from.left, right: across > 0 ? column + 1 : from.right } };
};

// A series goes on from row to row of the sheet: where rows are seen in another order, cells are copied, each row
// after the other.
const copies = (source, range) => {
  const [height, requests] = [source.bottom - source.top, []];
  for (let row = range.top; row < range.bottom; row++) {
    if (row >= source.top && row < source.bottom) continue;
    const from = source.top + ((((row - source.top) % height) + height) % height);
    const [one, other] = [from, row].map((place) => gridRange(state.gid, { ...source, top: state.order.rowOf(place), bottom: state.order.rowOf(place) + 1 }));
    requests.push({ copyPaste: { source: one, destination: other, pasteType: "PASTE_NORMAL", pasteOrientation: "NORMAL" } });
  }
  return requests;
};

export const fill = async (source, { dimension: along, length, range }, isCopy = false) => {
  const series = (each) => ({ autoFill: { useAlternateSeries: isCopy, sourceAndDestination: { source: each, dimension: along, fillLength: length } } });
  const requests = along === "ROWS" && !isTogether(range) ? copies(source, range) : sheetRanges(source).map(series);
  if (await send(requests)) select(range, null, { shows: false });
};

const filling = () => {
  const source = selected();
  let found = null;
  return {
    move: (event) => {
      found = filledTo(source, spotAt(event.clientX, event.clientY));
      extras.fill = found?.range ?? null;
      tell("filling");
    },
    drop: (event) => {
      extras.fill = null;
      tell("filling");
      if (found) fill(source, found, event.ctrlKey || event.metaKey);
    },
    cancel: () => {
      extras.fill = null;
      tell("filling");
    },
  };
};

// As far as cells beside a range go on where rows are seen in another order.
const besideHere = ({ bottom, left, right }) => {
  const column = left > 0 && textAt(bottom, left - 1) ? left - 1 : right;
  let row = bottom;
  while (row < state.order.end && textAt(row, column)) row += 1;
  return { row: row - 1 };
};

// A double click on the handle fills down as far as there is something beside.
const fillDown = async () => {
  const source = selected();
  const found = state.order.touches({ top: source.top, bottom: source.bottom + 1 })
    ? besideHere(source)
    : await read("edges", { gid: state.gid, row: source.bottom - 1, column: source.left, last: source.right, way: "beside" });
  if (found && found.row >= source.bottom) fill(source, { dimension: "ROWS", length: found.row - source.bottom + 1, range: { ...source, bottom: found.row + 1 } });
};

const pointing = (spot) => {
  const from = cellRange(spot.row, spot.column);
  const range = (to) => {
    if (spot.isColumnHead) return { top: 0, bottom: state.rows.count, left: Math.min(spot.column, to.column), right: Math.max(spot.column, to.column) + 1 };
    if (spot.isRowHead) return { left: 0, right: state.columns.count, top: Math.min(spot.row, to.row), bottom: Math.max(spot.row, to.row) + 1 };
    return around(from, mergeAt(to.row, to.column) ?? cellRange(to.row, to.column));
  };
  point(range(spot));
  return { move: (event) => point(range(spotAt(event.clientX, event.clientY))), drop: () => field().focus({ preventScroll: true }) };
};

const selecting = (event, spot) => {
  const isFurther = event.ctrlKey || event.metaKey;
  if (spot.isColumnHead && spot.isRowHead) {
    selectEverything();
    return {};
  }
  const axis = spot.isColumnHead ? "column" : spot.isRowHead ? "row" : null;
  if (axis) {
    if (event.shiftKey) reachLine(axis, spot[axis]);
    else selectLine(axis, spot[axis], isFurther);
    return { move: (to) => reachLine(axis, spotAt(to.clientX, to.clientY)[axis]) };
  }
  if (event.shiftKey) reach(spot.row, spot.column, { shows: false });
  else if (isFurther) add(mergeAt(spot.row, spot.column) ?? cellRange(spot.row, spot.column));
  else selectCell(spot.row, spot.column);
  return {
    move: (to) => {
      const { row, column } = spotAt(to.clientX, to.clientY);
      const { top, left, bottom, right } = selected();
      const isSame = (row === top || row === bottom - 1) && (column === left || column === right - 1) && isOneCell(selected());
      if (!isSame || !holds(selected(), row, column)) reach(row, column, { shows: false });
    },
  };
};

// A click on something within a cell: a box to tick, a list to choose from.
const inside = (event, { row, column }) => {
  if (!state.mayEdit || state.session) return false;
  if (event.target.closest("[data-check]")) {
    selectCell(row, column);
    toggle([{ top: row, left: column, bottom: row + 1, right: column + 1 }]);
    return true;
  }
  if (event.target.closest("[data-choose]")) {
    selectCell(row, column);
    tell("choose", { row, column });
    return true;
  }
  return false;
};

// Tick boxes, or take ticks away: all as the first is not.
export const toggle = (ranges) => {
  const { row, column } = state.active;
  const value = cellAt(row, column)?.text !== "TRUE";
  const requests = [];
  for (const { top, left, bottom, right } of ranges)
    for (let at = top; at < Math.min(bottom, top + 1000); at++)
      for (let across = left; across < right; across++)
        if (cellAt(at, across)?.extra?.v === "checkbox")
          requests.push({ enterText: { start: { sheetId: state.gid, rowIndex: state.order.rowOf(at), columnIndex: across }, rows: [{ values: [value ? "TRUE" : "FALSE"] }] } });
  if (requests.length) send(requests);
  return requests.length > 0;
};

const startOf = (event, spot) => {
  const edge = edgeAt(event);
  if (event.target.closest("[data-fill]")) return filling();
  if (state.session) {
    if (mayPoint()) return pointing(spot);
    commit();
  }
  if (edge) return resizing(edge, event);
  forgetTabs();
  if (inside(event, spot)) return null;
  return selecting(event, spot);
};

// Near its edges the grid scrolls on.
let pull = null;
const scrollOn = (event) => {
  const box = viewport.getBoundingClientRect();
  const by = (at, low, high) => (at < low ? at - low : at > high ? at - high : 0);
  const [x, y] = [by(event.clientX, box.left + HEAD.width, box.right - 4), by(event.clientY, box.top + HEAD.height, box.bottom - 4)];
  clearTimeout(pull);
  if (!x && !y) return;
  scroller.scrollBy({ left: Math.sign(x) * Math.min(Math.abs(x), 60), top: Math.sign(y) * Math.min(Math.abs(y), 60), behavior: "instant" });
  pull = setTimeout(() => {
    if (!drag) return;
    drag.move?.(event);
    scrollOn(event);
  }, 40);
};

const begun = (event) => {
  if (event.target.closest(".cell-editor.is-open")) return;
  const box = scroller.getBoundingClientRect();
  if (event.clientX - box.left >= scroller.clientWidth || event.clientY - box.top >= scroller.clientHeight) return; // its bars
  const spot = spotAt(event.clientX, event.clientY);
  const isTarget = event.target.closest(".grid-panes");
  if (!isTarget) return;
  if (event.button === 2) {
    const isIn = state.ranges.some((range) => holds(range, spot.row, spot.column));
    if (!isIn && !state.session) selecting({ ctrlKey: false, shiftKey: false }, spot);
    return;
  }
  if (event.button) return;
  event.preventDefault();
  const made = startOf(event, spot);
  if (!state.session) focusCell();
  if (!made) return;
  drag = made;
};

export const begin = () => {
  scroller.addEventListener("pointerdown", begun);
  // On the whole page: with the pointer captured, a second click would be told of the wrong element.
  document.addEventListener("pointermove", (event) => {
    if (drag) {
      drag.move?.(event);
      if (drag.move) scrollOn(event);
      return;
    }
    const edge = scroller.contains(event.target) ? edgeAt(event) : null;
    root.dataset.edge = edge ? edge.axis : "";
  });
  const ended = (event) => {
    const done = drag;
    drag = null;
    clearTimeout(pull);
    if (event.type === "pointerup") {
      done?.move?.(event);
      done?.drop?.(event);
    } else done?.cancel?.();
  };
  document.addEventListener("pointerup", ended);
  document.addEventListener("pointercancel", ended);
  scroller.addEventListener("dblclick", (event) => {
    if (event.target.closest("[data-fill]")) return void fillDown();
    const edge = edgeAt(event);
    if (edge) return void send(lineRanges(edge.axis, edge.index).map((dimensions) => ({ autoResizeDimensions: { dimensions } })));
    if (event.target.closest(".head, [data-check], [data-choose]") || state.session) return;
    if (!event.target.closest(".cell")) return;
    if (state.mayEdit) startTyping(undefined, "edit");
    else toast("You may only look at this workbook.", "info");
  });
};
