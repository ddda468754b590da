import { gridCell, gridRange } from "./addresses.js";
import { byId, isTogether, on, root, say, sheetRanges, state, tell, toast } from "./state.js";
import { cellAt, hasAll, send } from "./store.js";
import { commit } from "./editing.js";
import { select, selected } from "./selecting.js";

// Copying and pasting. Other programs get text and a table; this grid knows its own by a private kind that
// says where it came from, so that formulas and looks come along, and what was cut is moved.
const PRIVATE = "application/x-workworld-cells";
// One browser's clipboard serves several pages and people: what another one copied is only text here.
const mark = () => `${root.dataset.workbook} ${document.querySelector('meta[name="live"]')?.content ?? ""}`;

const shown = ({ top, left, bottom, right }) => {
  const rows = [];
  for (let row = top; row < bottom; row++) {
    if (!state.rows.size(row)) continue;
    const line = [];
    for (let column = left; column < right; column++) if (state.columns.size(column)) line.push(cellAt(row, column)?.text ?? "");
    rows.push(line);
  }
  return rows;
};

const used = (range) => {
  // Whole rows and columns go on for long behind the last thing in them.
  const { top, left } = range;
  let [bottom, right] = [Math.min(range.bottom, top + 5000), Math.min(range.right, left + 400)];
  const isBlank = (rows, columns) => {
    for (let row = rows[0]; row < rows[1]; row++) for (let column = columns[0]; column < columns[1]; column++) if (cellAt(row, column)?.text) return false;
    return true;
  };
  const isWhole = range.bottom >= state.rows.count || range.right >= state.columns.count;
  if (!isWhole) return range;
  while (bottom > top + 1 && isBlank([bottom - 1, bottom], [left, right])) bottom -= 1;
  while (right > left + 1 && isBlank([top, bottom], [right - 1, right])) right -= 1;
  return { top, left, bottom, right };
};

const quoted = (text) => (/[\t\n"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
const escaped = (text) => {
  const holder = document.createElement("p");
  holder.textContent = text;
  return holder.innerHTML.replaceAll("\n", "<br>");
};

// The rows of the sheet that are seen in a range, where they are seen in another order.
const rowsIn = (range) => {
  if (isTogether(range)) return null;
  const rows = [];
  for (let place = range.top; place < range.bottom; place++) if (!isOut(place)) rows.push(state.order.rowOf(place));
  return rows;
};
const OVERLAPS = "Cells of rows that are sorted in a filter view cannot be cut to where they overlap themselves.";

const copy = (event, isCut) => {
  if (state.session) return;
  event.preventDefault();
  if (state.ranges.length > 1) return void toast("That cannot be done with several ranges at once.", "danger");
  const range = selected();
  const rows = shown(used(range));
  const source = { gid: state.gid, range: state.order.asSeen(range)[0], rows: rowsIn(range), isCut };
  event.clipboardData.setData("text/plain", rows.map((line) => line.map(quoted).join("\t")).join("\n"));
  const table = rows.map((line) => `<tr>${line.map((text) => `<td>${escaped(text)}</td>`).join("")}</tr>`).join("");
  event.clipboardData.setData("text/html", `<table>${table}</table>`);
  event.clipboardData.setData(PRIVATE, JSON.stringify({ mark: mark(), ...source }));
  state.copied = { ...source, ranges: [range], shape: state.sheet.shape, order: state.order.mark };
  tell("copied");
  if (!hasAll(used(range))) toast("Other programs get the part of it that was in sight.", "info");
  say(`${root.dataset.range} ${isCut ? "cut" : "copied"}`);
};

export const forget = () => {
  if (!state.copied) return;
  state.copied = null;
  tell("copied");
};

const own = (data) => {
  const text = data.getData(PRIVATE);
  if (!text || !state.copied) return null;
  try {
    const found = JSON.parse(text);
    return found.mark === mark() ? found : null;
  } catch {
    return null;
  }
};

// Where what was copied comes to lie: as often as it fits into the selection, else once.
const target = (range) => {
  const { top, left, bottom, right } = selected();
  const [height, width] = [range.bottom - range.top, range.right - range.left];
  const [down, across] = [bottom - top, right - left];
  const fits = down % height === 0 && across % width === 0;
  return fits ? selected() : { top, left, bottom: Math.min(top + height, state.rows.count), right: Math.min(left + width, state.columns.count) };
};

// Rows that a filter lets nobody see are neither copied nor pasted over. Which rows go where, in runs.
const isOut = (row) => {
  const range = state.sheet.filter?.range;
  return Boolean(range) && row > range.top && row < range.bottom && !state.rows.size(row);
};
const runsOf = (sources, top) => {
  const runs = [];
  let place = top;
  for (const from of sources) {
    while (isOut(place)) place += 1;
    if (place >= state.rows.count) break;
    const [last, row] = [runs.at(-1), state.order.rowOf(place)];
    place += 1;
    if (last && last.from + last.length === from && last.to + last.length === row) Object.assign(last, { length: last.length + 1, end: place });
    else runs.push({ from, to: row, length: 1, end: place });
  }
  return runs;
};
const MOST_RUNS = 2000;

const seenRows = (gid, range) => {
  const rows = [];
  for (let row = range.top; row < range.bottom; row++) if (gid !== state.gid || !isOut(state.order.placeOf(row))) rows.push(row);
  return rows;
};

const pasteVisible = async (gid, range, rows, to, pasteType) => {
  const runs = runsOf(rows, to.top);
  const right = Math.min(to.left + range.right - range.left, state.columns.count);
  const requests = runs.map(({ from, to: row, length }) => ({
    copyPaste: { source: gridRange(gid, partOf(from, length, range.left, range.right)), destination: gridRange(state.gid, partOf(row, length, to.left, right)), pasteType, pasteOrientation: "NORMAL" },
  }));
  const end = runs.at(-1);
  if (await send(requests)) select({ top: to.top, left: to.left, bottom: end.end, right }, null, { shows: false });
};

// Whether rows that are filtered out lie in what is copied, or where it goes.
const crosses = (gid, range, to) => {
  if (range.bottom - range.top > MOST_RUNS) return false;
  for (let row = range.top; row < range.bottom; row++) if (gid === state.gid && isOut(state.order.placeOf(row))) return true;
  for (let row = to.top; row < to.bottom; row++) if (isOut(row)) return true;
  return false;
};

const partOf = (top, length, left, right) => ({ top, left, bottom: top + length, right });
const rowsOfSheet = ({ top, bottom }) => Array.from({ length: bottom - top }, (_, at) => top + at);

// Cells are cut to rows that stand elsewhere on the sheet, or from such: piece by piece, so that none is both.
const cutApart = async (gid, range, rows, to, pasteType) => {
  const runs = runsOf(rows, to.top);
  const width = range.right - range.left;
  const isBeside = gid !== state.gid || to.left >= range.right || to.left + width <= range.left;
  const taken = new Set(rows);
  if (!isBeside && runs.some(({ to: row, length }) => rowsOfSheet({ top: row, bottom: row + length }).some((each) => taken.has(each)))) return void toast(OVERLAPS, "danger");
  forget();
  const requests = runs.map(({ from, to: row, length }) => ({
    cutPaste: { source: gridRange(gid, partOf(from, length, range.left, range.right)), destination: gridCell(state.gid, row, to.left), pasteType },
  }));
  const end = runs.at(-1);
  if (await send(requests)) select({ top: to.top, left: to.left, bottom: end.end, right: Math.min(to.left + width, state.columns.count) }, null, { shows: false });
};

// Rows become columns where rows, there or here, stand elsewhere on the sheet.
const pasteTurned = async (gid, range, rows, to, pasteType) => {
  const across = runsOf(Array.from({ length: range.right - range.left }, (_, at) => range.left + at), to.top);
  const columns = rows.slice(0, state.columns.count - to.left);
  const requests = columns.flatMap((row, at) =>
    across.map(({ from, to: into, length }) => ({
      copyPaste: {
        source: gridRange(gid, partOf(row, 1, from, from + length)), destination: gridRange(state.gid, partOf(into, length, to.left + at, to.left + at + 1)),
        pasteType, pasteOrientation: "TRANSPOSE",
      },
    })));
  if (requests.length > MOST_RUNS) return void toast("That is too much to be transposed while rows are sorted in a filter view.", "danger");
  if (await send(requests)) select({ top: to.top, left: to.left, bottom: across.at(-1).end, right: to.left + columns.length }, null, { shows: false });
};

const pasteOwn = async ({ gid, range, rows, isCut }, pasteType, isTransposed) => {
  const to = target(rows ? { ...range, top: 0, bottom: rows.length } : range);
  const into = isTransposed ? { ...to, bottom: to.top + range.right - range.left, right: to.left + (rows?.length ?? range.bottom - range.top) } : to;
  const isApart = rows || !isTogether(into);
  if (isApart && isCut) return cutApart(gid, range, rows ?? rowsOfSheet(range), to, pasteType);
  if (isApart && isTransposed) return pasteTurned(gid, range, rows ?? seenRows(gid, range), to, pasteType);
  if (isCut) {
    forget();
    const cut = { source: gridRange(gid, range), destination: gridCell(state.gid, state.order.rowOf(to.top), to.left), pasteType };
    if (await send([{ cutPaste: cut }]))
      select({ top: to.top, left: to.left, bottom: Math.min(to.top + range.bottom - range.top, state.rows.count), right: Math.min(to.left + range.right - range.left, state.columns.count) });
    return;
  }
  if (isApart || (!isTransposed && crosses(gid, range, to))) {
    const seen = rows ?? seenRows(gid, range);
    const often = isApart ? Math.max(1, Math.floor((to.bottom - to.top) / seen.length)) : 1;
    return pasteVisible(gid, range, Array(often).fill(seen).flat(), to, pasteType);
  }
  const source = gridRange(gid, range);
  const pasteOrientation = isTransposed ? "TRANSPOSE" : "NORMAL";
  if (await send([{ copyPaste: { source, destination: sheetRanges(into)[0], pasteType, pasteOrientation } }])) select(into, null, { shows: false });
};

// The rows of a table in HTML, or of text with tabs between and quotes where needed.
const rowsOf = (text) => {
  const rows = [[""]];
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    const line = rows.at(-1);
    if (isQuoted && sign === '"' && text[at + 1] === '"') line[line.length - 1] += text[++at];
    else if (sign === '"' && (isQuoted || line.at(-1) === "")) isQuoted = !isQuoted;
    else if (!isQuoted && sign === "\t") line.push("");
    else if (!isQuoted && sign === "\n") rows.push([""]);
    else if (isQuoted || sign !== "\r") line[line.length - 1] += sign;
  }
  if (isQuoted) return text.replaceAll("\r", "").split("\n").map((line) => line.split("\t"));
  return rows;
};
const tableOf = (html) => {
  const table = new DOMParser().parseFromString(html, "text/html").querySelector("table");
  return table && [...table.rows].map((row) => [...row.cells].map((each) => {
    for (const line of each.querySelectorAll("br")) line.replaceWith("\n");
    return each.textContent;
  }));
};

// Lines of text into the rows that a filter lets one see.
const pasteLines = async (found, { top, left }) => {
  const runs = runsOf(found.keys(), top);
  const requests = runs.map(({ from, to, length }) => ({
    enterText: { start: gridCell(state.gid, to, left), rows: found.slice(from, from + length).map((values) => ({ values })) },
  }));
  const end = runs.at(-1);
  const right = left + Math.max(...found.map((line) => line.length));
  if (await send(requests)) select({ top, left, bottom: end.end, right }, null, { shows: false });
};

const pasteRows = async (rows) => {
  const found = rows.length > 1 && rows.at(-1).length === 1 && rows.at(-1)[0] === "" ? rows.slice(0, -1) : rows;
  const width = Math.max(...found.map((line) => line.length));
  const range = target({ top: 0, left: 0, bottom: found.length, right: width });
  if (!isTogether(range) || crosses(null, range, range)) return pasteLines(found, range);
  const repeated = [];
  for (let row = range.top; row < range.bottom; row++) {
    const line = found[(row - range.top) % found.length] ?? [];
    const values = [];
    for (let column = range.left; column < range.right; column += width) values.push(...line, ...Array(width - line.length).fill(""));
    repeated.push({ values: values.slice(0, range.right - range.left) });
  }
  if (await send([{ enterText: { start: gridCell(state.gid, state.order.rowOf(range.top), range.left), rows: repeated } }])) select(range, null, { shows: false });
};

let pasteType = "PASTE_NORMAL";
const paste = async (event) => {
  if (state.session || !state.mayEdit) return;
  event.preventDefault();
  const wanted = pasteType;
  pasteType = "PASTE_NORMAL";
  const found = own(event.clipboardData);
  if (found) return void pasteOwn(found, wanted);
  const table = tableOf(event.clipboardData.getData("text/html"));
  const text = event.clipboardData.getData("text/plain");
  if (table?.length) await pasteRows(table);
  else if (text) await pasteRows(rowsOf(text));
};

// Paste what is marked in the way of "paste special".
export const pasteAs = (type, isTransposed) => {
  const { copied } = state;
  if (!copied) return void toast("Copy cells first.", "info");
  return pasteOwn({ ...copied, isCut: copied.isCut && type === "PASTE_NORMAL" }, type, isTransposed);
};

// By menu: the keys of a browser are at hand everywhere, its clipboard only if it allows.
export const act = async (name) => {
  await commit();
  byId("cell-input").focus({ preventScroll: true });
  if (name === "paste" || name === "paste-values") {
    if (state.copied) return pasteAs(name === "paste" ? "PASTE_NORMAL" : "PASTE_VALUES");
    try {
      return await pasteRows(rowsOf(await navigator.clipboard.readText()));
    } catch {
      return toast("Press Ctrl+V to paste what another program copied.", "info");
    }
  }
  if (!document.execCommand(name)) toast(`Press Ctrl+${name === "cut" ? "X" : "C"} to ${name}.`, "info");
};

export const valuesNext = () => { pasteType = "PASTE_VALUES"; };

export const begin = () => {
  const input = byId("cell-input");
  input.addEventListener("copy", (event) => copy(event, false));
  input.addEventListener("cut", (event) => (state.mayEdit ? copy(event, true) : copy(event, false)));
  input.addEventListener("paste", paste);
  on("taken", () => {
    // What was cut or copied may be elsewhere once rows came or went.
    const { copied } = state;
    if (copied?.gid === state.gid && (copied.shape !== state.sheet.shape || copied.order !== state.order.mark)) forget();
  });
};
