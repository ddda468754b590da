// Where the selection is, as the vendor's requests name it. The grid tells it in its attributes.
const grid = () => document.getElementById("grid");

export const place = () => {
  const { workbook, gid, range, active, lens } = grid()?.dataset ?? {};
  return { workbook, gid: Number(gid ?? 0), range: range ?? "A1", active: active ?? "A1", lens: lens ?? "" };
};

const columnOf = (letters) => [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;

const corner = (text) => {
  const [, letters, digits] = /^\$?([A-Za-z]*)\$?(\d*)$/.exec(text) ?? [];
  return { column: letters ? columnOf(letters.toUpperCase()) : undefined, row: digits ? Number(digits) - 1 : undefined };
};

// "B2:D9", "C:C" or "3:7" as zero-based indexes of which the ends are not within.
export const gridRange = (text, sheetId) => {
  const [first, last = first] = text.split(":").map(corner);
  const found = { sheetId };
  const put = (name, one, other) => {
    if (one !== undefined) found[`start${name}Index`] = Math.min(one, other ?? one);
    if (other !== undefined) found[`end${name}Index`] = Math.max(one ?? other, other) + 1;
  };
  put("Row", first.row, last.row);
  put("Column", first.column, last.column);
  return found;
};

export const ranges = () => {
  const { gid, range } = place();
  return range.split(",").map((each) => gridRange(each.trim(), gid));
};

const lines = (dimension, start, end) => {
  const { gid } = place();
  return { sheetId: gid, dimension, startIndex: start, endIndex: end };
};

const span = (name) => {
  const all = ranges();
  const starts = all.map((each) => each[`start${name}Index`] ?? 0);
  const ends = all.map((each) => each[`end${name}Index`]).filter((each) => each !== undefined);
  const start = Math.min(...starts);
  return { start, end: ends.length ? Math.max(...ends) : start + 1 };
};

// Rows or columns that are selected, each run of them for itself, the last first: what is taken out moves none of the others.
export const runs = (dimension) => {
  const name = dimension === "ROWS" ? "Row" : "Column";
  const found = [];
  for (const each of ranges().sort((one, other) => (one[`start${name}Index`] ?? 0) - (other[`start${name}Index`] ?? 0))) {
    const [start, end] = [each[`start${name}Index`] ?? 0, each[`end${name}Index`] ?? (each[`start${name}Index`] ?? 0) + 1];
    if (found.length && start <= found.at(-1).endIndex) found.at(-1).endIndex = Math.max(found.at(-1).endIndex, end);
    else found.push(lines(dimension, start, end));
  }
  return found.reverse();
};

export const rows = () => lines("ROWS", span("Row").start, span("Row").end);
export const columns = () => lines("COLUMNS", span("Column").start, span("Column").end);
export const after = (found) => ({ ...found, startIndex: found.endIndex, endIndex: 2 * found.endIndex - found.startIndex });
