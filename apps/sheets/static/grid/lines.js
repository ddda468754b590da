import { mergeAt, nameAt, state } from "./state.js";
import { draw } from "./cells.js";
import { HEAD, make, place } from "./geometry.js";
import { columnsOfRow } from "./texts.js";

// The rows of a pane on the page. Cells stand in a row one after the other, and lines that go out of sight come in
// again on the other side: a frame writes what is new, and no more.
const newLine = (pane) => {
  const line = { element: make("line", pane.layer, { role: pane.isLeft ? "row" : "presentation" }), cells: new Map(), row: -1, sheetRow: -1, top: -1, height: -1, isAfterHidden: false };
  if (!pane.isLeft) return line;
  line.head = make("head row-head", line.element, { role: "rowheader", "aria-colindex": "1" });
  place(line.head, { width: HEAD.width });
  return line;
};

// Let a line be that of a row.
const nameLine = (pane, line, row) => {
  line.row = row;
  line.sheetRow = state.order.rowOf(row);
  if (pane.isLeft) {
    for (const [name, value] of [["aria-label", line.sheetRow + 1], ["aria-rowindex", row + 2], ["aria-owns", `row-${row}`]]) line.element.setAttribute(name, value);
    line.head.dataset.row = row;
    line.head.textContent = line.sheetRow + 1;
  } else line.element.id = `row-${row}`;
  for (const [column, element] of line.cells) {
    element.setAttribute("data-ref", nameAt(row, column));
    if (element.isNamed) element.drawn = null;
  }
};

const placeLine = (line, row) => {
  const [top, height] = [state.rows.offset(row), state.rows.size(row)];
  if (line.top !== top) line.element.style.top = `${top}px`;
  if (line.height !== height) line.element.style.height = `${height}px`;
  [line.top, line.height] = [top, height];
  const isAfterHidden = row > 0 && !state.rows.size(row - 1);
  if (line.head && isAfterHidden !== line.isAfterHidden) line.head.classList.toggle("has-hidden", isAfterHidden);
  line.isAfterHidden = isAfterHidden;
};

const placeCell = (element, gap, width, merge, height) => {
  if (element.gap !== gap) element.style.marginLeft = gap ? `${gap}px` : "";
  if (element.wide !== width) element.style.width = `${width}px`;
  [element.gap, element.wide] = [gap, width];
  if (Boolean(merge) === element.hasAttribute("data-merged") && !merge) return;
  element.style.height = merge ? `${height}px` : "";
  element.toggleAttribute("data-merged", Boolean(merge));
};

const dropCells = (line, wanted) => {
  const kept = new Set(wanted);
  const spare = [];
  for (const [column, element] of line.cells) {
    if (kept.has(column)) continue;
    element.remove(); // at once, or those beside it would have to go around it
    spare.push(element);
    line.cells.delete(column);
  }
  return spare;
};

// A cell that no longer is where it was, or a new one.
const cellFor = (line, row, column, spare) => {
  const element = spare.pop() ?? make("cell", null);
  element.setAttribute("data-ref", nameAt(row, column));
  element.drawn = null;
  element.removeAttribute("role");
  line.cells.set(column, element);
  return element;
};

const isCovered = (merge, row, column) => merge && (merge.top !== row || merge.left !== column);

// The line of a row with what its cells show.
export const drawRow = (pane, row, across, lines) => {
  let line = pane.rows.get(row);
  if (!line) {
    line = lines.pop() ?? newLine(pane);
    nameLine(pane, line, row);
    pane.rows.set(row, line);
  } else if (line.sheetRow !== state.order.rowOf(row)) nameLine(pane, line, row);
  placeLine(line, row);
  const wanted = columnsOfRow(row, across, pane.isLeft ? 0 : state.sheet.frozenColumns).filter((column) => !isCovered(mergeAt(row, column), row, column));
  const spare = dropCells(line, wanted);
  let end = pane.isLeft ? -HEAD.width : pane.from;
  let before = line.head ?? null;
  for (const column of wanted) {
    const merge = mergeAt(row, column);
    const element = line.cells.get(column) ?? cellFor(line, row, column, spare);
    const left = state.columns.offset(column);
    const width = merge ? state.columns.offset(merge.right) - left : state.columns.size(column);
    const height = merge ? state.rows.offset(merge.bottom) - state.rows.offset(row) : line.height;
    placeCell(element, left - end, width, merge, height);
    draw(element, row, column, merge, { width, height });
    const next = before ? before.nextSibling : line.element.firstChild;
    if (next !== element) line.element.insertBefore(element, next);
    [before, end] = [element, left + width];
  }
};
