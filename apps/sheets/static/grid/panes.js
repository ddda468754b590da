import { begun, byId, ended, nameAt, on, root, state, tell } from "./state.js";
import { ahead, ensure, ROWS } from "./store.js";
import { frozen, HEAD, look, main, make, measure, place, scroller, seen, viewport, windowOf } from "./geometry.js";
import { corner, drawHeads, headLayer, heads, markSelected } from "./heads.js";
import { drawRow } from "./lines.js";

// The cells in sight, and few more: four panes, of which three stay where lines are frozen. What is out of
// sight is not on the page.
const OVER = { rows: 2, columns: 1 };
const spacer = root.querySelector(".grid-spacer");
const host = byId("grid-panes");
// What scrolls sideways lies beside the rows that own it, so that a row is one row to who cannot see.
const grid = byId("grid-rows");
const rest = byId("grid-rest");

// from: where the layer with its rows begins, in pixels.
const newPane = (isTop, isLeft) => {
  const element = make(`pane${isLeft ? " pane-left" : ""}${isTop ? " pane-top" : ""}`, isLeft ? grid : rest, { role: "presentation" });
  const layer = make("pane-layer", element, { role: "presentation" });
  return { isTop, isLeft, element, layer, overlay: make("pane-overlay", element, { "aria-hidden": "true" }), rows: new Map(), from: 0 };
};
export const panes = [newPane(true, true), newPane(true, false), newPane(false, true), newPane(false, false)];

let drawn = "";
let drawnAcross = "";
const setSizes = () => {
  measure();
  const { left, top, width, height } = main();
  place(viewport, { width: seen.width, height: seen.height });
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
  const still = frozen();
  for (const pane of panes) {
    const [left, top] = [pane.isLeft ? 0 : still.width + seen.x, pane.isTop ? 0 : still.height + seen.y];
    pane.layer.style.transform = `translate(${pane.from - left}px, ${-top}px)`;
    pane.overlay.style.transform = `translate(${(pane.isLeft ? HEAD.width : 0) - left}px, ${-top}px)`;
  }
  headLayer.style.transform = `translate(${-(still.width + seen.x)}px, 0)`;
};

const rowsOf = (pane, down) => {
  const rows = new Set();
  const [first, last] = pane.isTop ? [0, state.sheet.frozenRows] : down;
  for (let row = first; row < last; row++) if (state.rows.size(row)) rows.add(row);
  for (const merge of state.merges)
    if (!pane.isTop && merge.top >= state.sheet.frozenRows && merge.top < first && merge.bottom > first) rows.add(merge.top);
  return rows;
};

const drawPane = (pane, down, across, mayDiffer) => {
  const rows = rowsOf(pane, down);
  const spare = [];
  for (const [row, line] of pane.rows)
    if (!rows.has(row)) {
      spare.push(line);
      pane.rows.delete(row);
    }
  const sides = pane.isLeft ? [0, state.sheet.frozenColumns] : across;
  for (const row of rows) if (mayDiffer(row) || !pane.rows.has(row)) drawRow(pane, row, sides, spare);
  for (const line of spare) line.element.remove();
};

// Bring the page in line with what is known; `isWhole` if cells may be otherwise though the window is not,
// `isFresh` tells of which rows they may.
export const render = (isWhole = true, isFresh = () => true) => {
  look();
  const { width, height } = main();
  const still = frozen();
  const down = windowOf(state.rows, still.height + seen.y, height, state.sheet.frozenRows, OVER.rows);
  const across = windowOf(state.columns, still.width + seen.x, width, state.sheet.frozenColumns, OVER.columns);
  const mark = [...down, ...across].join();
  for (const pane of panes) pane.from = pane.isLeft ? 0 : state.columns.offset(across[0]);
  shift();
  if (!isWhole && mark === drawn) return tell("moved");
  const isSameAcross = across.join() === drawnAcross;
  [drawn, drawnAcross] = [mark, across.join()];
  state.window = { top: down[0], bottom: down[1], left: across[0], right: across[1] };
  if (isWhole || !isSameAcross) drawHeads(across);
  for (const pane of panes) drawPane(pane, down, across, (row) => !isSameAcross || (isWhole && isFresh(row)));
  markSelected(panes);
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

export const elementAt = (row, column) => host.querySelector(`[data-ref="${nameAt(row, column)}"]`);

// Scroll as little as is needed for a cell to be seen.
export const reveal = (row, column) => {
  look();
  const { width, height } = main();
  const still = frozen();
  const along = (axis, index, count, scrolled, size, held) => {
    if (index < count) return scrolled;
    const from = axis.offset(index) - held;
    if (from < scrolled) return from;
    return Math.max(scrolled, from + Math.min(axis.size(index), size) - size);
  };
  const x = along(state.columns, column, state.sheet.frozenColumns, seen.x, width, still.width);
  const y = along(state.rows, row, state.sheet.frozenRows, seen.y, height, still.height);
  if (x === seen.x && y === seen.y) return;
  scroller.scrollTo({ left: x, top: y, behavior: "instant" });
  render(false);
  ensure();
};

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
    grid.setAttribute("aria-label", state.sheet.title);
    render();
    ensure();
  });
  on("filled", fill);
  on("selected", () => markSelected(panes));
  on("resized", () => {
    setSizes();
    render();
  });
  ensure();
};
