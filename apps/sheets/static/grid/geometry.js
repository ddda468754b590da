import { root, state } from "./state.js";

// Where cells lie in the window of the grid. How far it is scrolled and how large it is are read once a frame:
// asked for between two writes, the browser would lay the page out for the answer.
export const HEAD = { width: 46, height: 24 };
export const scroller = root.querySelector(".grid-scroll");
export const viewport = root.querySelector(".grid-view");
export const seen = { x: 0, y: 0, width: 0, height: 0 };

export const look = () => {
  [seen.x, seen.y] = [scroller.scrollLeft, scroller.scrollTop];
};
export const measure = () => {
  [seen.width, seen.height] = [scroller.clientWidth, scroller.clientHeight];
};

export const frozen = () => ({
  width: state.columns.offset(state.sheet.frozenColumns),
  height: state.rows.offset(state.sheet.frozenRows),
});

// The pane that scrolls both ways.
export const main = () => {
  const { width, height } = frozen();
  return {
    left: HEAD.width + width, top: HEAD.height + height,
    width: Math.max(0, seen.width - HEAD.width - width), height: Math.max(0, seen.height - HEAD.height - height),
  };
};

// Where a range lies within the view, in pixels; what scrolls may be out of sight.
export const boxOf = ({ top, left, bottom, right }) => {
  const x = (column, isEnd) => state.columns.offset(column) - (column - (isEnd ? 1 : 0) < state.sheet.frozenColumns ? 0 : seen.x);
  const y = (row, isEnd) => state.rows.offset(row) - (row - (isEnd ? 1 : 0) < state.sheet.frozenRows ? 0 : seen.y);
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

// The lines of an axis that are in sight, and few more.
export const windowOf = (axis, from, size, still, over) => {
  const first = Math.max(still, axis.at(from) - over);
  return [first, Math.min(axis.count, axis.at(from + size) + 1 + over)];
};

export const pageRows = () => Math.max(1, Math.floor(main().height / (state.sheet.rowSize * state.zoom)) - 1);

export const make = (className, parent, attributes = {}) => {
  const element = document.createElement("div");
  element.className = className;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  parent?.append(element);
  return element;
};

export const place = (element, values) => {
  for (const [name, value] of Object.entries(values)) element.style[name] = `${value}px`;
};
