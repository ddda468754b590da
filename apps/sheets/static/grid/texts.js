import { mergeAt, root, state } from "./state.js";
import { cellAt, styleOf } from "./store.js";

// How wide texts are, told without laying the page out: no text is wider than its letters are by themselves.
const PADDING = 8;
const LINE = 19;
const REACH = 24;
const SIZE = 13;
const CHIP = 26;
const glyphs = new Map();
let pen = null;

const begun = () => {
  pen = document.createElement("canvas").getContext("2d");
  pen.font = `700 ${SIZE}px ${fontOf()}`;
  // All digits are as wide as the widest, so that those of a column stand below each other.
  const widest = Math.max(...[..."0123456789"].map((each) => pen.measureText(each).width));
  for (const digit of "0123456789") glyphs.set(digit, widest);
};
document.fonts.ready.then(() => glyphs.clear());
// Of cells that have no font of their own.
const fontOf = () => getComputedStyle(root).getPropertyValue("--cell-font") || getComputedStyle(root).fontFamily;
// What was measured was of another font.
export const forgetWidths = () => glyphs.clear();

const widthOf = (text) => {
  if (!glyphs.size) begun();
  let width = PADDING;
  for (const each of text) {
    if (!glyphs.has(each)) glyphs.set(each, pen.measureText(each).width);
    width += glyphs.get(each) * state.zoom;
  }
  return width;
};

// Whether a text is sure to lie within its cell, so that nothing needs to be cut off. Texts longer than cells are
// wide are not measured.
export const fits = (text, style, width, height) =>
  text.length * 4 * state.zoom < width && height >= LINE * state.zoom && (!style || style.isPlain) && !text.includes("\n") && widthOf(text) <= width;

// Whether a cell is where one says which rows its column lets through; "on" where one has.
export const filterAt = (row, column) => {
  const { filter } = state.sheet;
  if (!filter || row !== filter.range.top || column < filter.range.left || column >= filter.range.right) return "";
  return filter.columns.includes(column) ? "on" : "off";
};

// Whether something stands in a cell, over which no text goes on.
const shows = (cell) => cell?.text || cell?.extra?.g;

// How far a text goes on over the empty cells beside it.
export const reachOf = (row, column, cell, style) => {
  if (!cell?.text || cell.kind !== "t" || filterAt(row, column) || (style?.wrap && style.wrap !== "overflow") || (style?.align && style.align !== "left")) return 0;
  if (cell.extra?.v) return 0;
  let [width, next] = [state.columns.size(column), column + 1];
  const roomy = (cell.text.length * 11 + (cell.extra?.c?.length ?? 0) * CHIP) * state.zoom;
  const end = column < state.sheet.frozenColumns ? state.sheet.frozenColumns : state.columns.count;
  while (next < end && width < roomy && next - column < REACH && !shows(cellAt(row, next)) && !mergeAt(row, next)) width += state.columns.size(next++);
  return width > state.columns.size(column) ? width : 0;
};

// The cell whose text may come into sight from the left.
const reachingIn = (row, first, least) => {
  if (shows(cellAt(row, first))) return null;
  for (let column = first - 1; column >= Math.max(least, first - REACH); column--) {
    const cell = cellAt(row, column);
    if (shows(cell)) return reachOf(row, column, cell, styleOf(cell)) ? column : null;
  }
  return null;
};

// The columns of which a row has cells on the page, from the left.
export const columnsOfRow = (row, [first, last], least) => {
  const found = [];
  for (const merge of state.merges)
    if (merge.top === row && merge.left >= least && merge.left < first && merge.right > first) found.push(merge.left);
  const from = reachingIn(row, first, least);
  if (from !== null && !mergeAt(row, from)) found.push(from);
  for (let column = first; column < last; column++) if (state.columns.size(column)) found.push(column);
  return found;
};
