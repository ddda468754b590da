// Addresses in A1 notation. Ranges are rectangles counted from zero, their ends not within them.
export const letters = (index) => {
  let [text, rest] = ["", index + 1];
  for (; rest; rest = Math.floor((rest - 1) / 26)) text = String.fromCharCode(65 + ((rest - 1) % 26)) + text;
  return text;
};

export const columnOf = (text) =>
  [...text.toUpperCase()].reduce((found, letter) => found * 26 + letter.charCodeAt(0) - 64, 0) - 1;

export const cellName = (row, column) => `${letters(column)}${row + 1}`;

export const isOneCell = ({ top, left, bottom, right }) => bottom - top === 1 && right - left === 1;

// What a range is called on a grid of so many rows and columns: "B7", "B2:D9", "B:D", "3:7".
export const rangeName = (range, { rows, columns }) => {
  const { top, left, bottom, right } = range;
  if (top === 0 && bottom >= rows && !(left === 0 && right >= columns)) return `${letters(left)}:${letters(right - 1)}`;
  if (left === 0 && right >= columns && bottom - top < rows) return `${top + 1}:${bottom}`;
  return isOneCell(range) ? cellName(top, left) : `${cellName(top, left)}:${cellName(bottom - 1, right - 1)}`;
};

const SPAN = /^\$?([a-z]{1,3})?\$?([1-9]\d{0,7})?(?::\$?([a-z]{1,3})?\$?([1-9]\d{0,7})?)?$/i;

// The rectangle that a text names within a grid; null where it names none.
export const parseRange = (text, { rows, columns }) => {
  const found = SPAN.exec(text.trim());
  if (!found) return null;
  const [, fromColumn, fromRow, toColumn, toRow] = found;
  const isSpan = text.includes(":");
  if (!isSpan && !(fromColumn && fromRow)) return null;
  if (isSpan && !(fromColumn || fromRow) ) return null;
  if (isSpan && !(toColumn || toRow)) return null;
  const column = fromColumn ? columnOf(fromColumn) : 0;
  const row = fromRow ? Number(fromRow) - 1 : 0;
  const lastColumn = isSpan ? (toColumn ? columnOf(toColumn) : columns - 1) : column;
  const lastRow = isSpan ? (toRow ? Number(toRow) - 1 : rows - 1) : row;
  const range = {
    top: Math.min(row, lastRow), left: Math.min(column, lastColumn),
    bottom: Math.max(row, lastRow) + 1, right: Math.max(column, lastColumn) + 1,
  };
  return range.top < rows && range.left < columns ? { ...range, bottom: Math.min(range.bottom, rows), right: Math.min(range.right, columns) } : null;
};

export const holds = ({ top, left, bottom, right }, row, column) =>
  top <= row && row < bottom && left <= column && column < right;

export const meets = (one, other) =>
  one.top < other.bottom && other.top < one.bottom && one.left < other.right && other.left < one.right;

export const around = (one, other) => ({
  top: Math.min(one.top, other.top), left: Math.min(one.left, other.left),
  bottom: Math.max(one.bottom, other.bottom), right: Math.max(one.right, other.right),
});

export const cellRange = (row, column) => ({ top: row, left: column, bottom: row + 1, right: column + 1 });

// The vendor's form of a range.
export const gridRange = (sheetId, { top, left, bottom, right }) => ({
  sheetId, startRowIndex: top, endRowIndex: bottom, startColumnIndex: left, endColumnIndex: right,
});

export const gridCell = (sheetId, row, column) => ({ sheetId, rowIndex: row, columnIndex: column });
