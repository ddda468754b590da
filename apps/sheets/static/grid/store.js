import { isMeant } from "./warnings.js";
import { begun, byId, ended, on, root, say, start, state, takeSheet, tell, toast } from "./state.js";

// The cells that the browser holds, and how it asks for them and for changes. The server works out
// everything; what is held here is only what it said last.
export const ROWS = 50;
const COLUMNS = 20;
const MOST_BLOCKS = 240;
const WIDEST = 1 << 15;
// Looks by which texts are larger than usual, or not in a line.
const UNEVEN = /font-size|font-family|font-style|padding-|--turn/;
const UNREACHED = "The server did not answer. What you entered is still here: try again.";

const blocks = new Map();
const asked = new Map();
const sheetOfStyles = new CSSStyleSheet();
const styles = new Map();
document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheetOfStyles];

const blockOf = (row, column) => Math.floor(row / ROWS) * WIDEST + Math.floor(column / COLUMNS);

// What a block holds of a row is read once somebody looks at it: of blocks fetched ahead many a row never is.
const lineOf = (block, row) => {
  const line = block?.get(row);
  if (!line || line instanceof Map) return line;
  const cells = new Map();
  for (const [column, text = "", kind = "", style = "", extra] of line) cells.set(column, { text, kind, style, extra });
  block.set(row, cells);
  return cells;
};
export const cellAt = (row, column) => lineOf(blocks.get(blockOf(row, column)), row)?.get(column) ?? null;
export const textAt = (row, column) => cellAt(row, column)?.text ?? "";
// Whether a cell holds something; null where that is not known here.
export const isFilled = (row, column) => {
  if (row >= state.sheet.used[0] || column >= state.sheet.used[1] || blocks.has(blockOf(row, column))) return Boolean(textAt(row, column));
  return null;
};
// What was put in, as the formula bar shows it.
export const inputAt = (row, column) => {
  const cell = cellAt(row, column);
  return cell ? cell.extra?.i ?? cell.text : "";
};
export const styleOf = (cell) => styles.get(cell?.style) ?? null;

const nameOf = (top, left) => `${top}:${left}`;
const keyOf = (name) => blockOf(...name.split(":").map(Number));
const home = (value, size) => Math.floor(value / size) * size;

const takeStyles = (given) => {
  for (const [id, [css, wrap, align]] of Object.entries(given)) {
    if (styles.has(id)) continue;
    styles.set(id, { wrap, align, isPlain: !wrap && !UNEVEN.test(css) });
    sheetOfStyles.insertRule(`@layer app { .cell.s${id} { ${css} } }`, sheetOfStyles.cssRules.length);
  }
};

const takeBlock = (block) => {
  takeStyles(block.styles);
  const lines = new Map();
  for (const [row, ...line] of block.rows) lines.set(row, line);
  blocks.delete(blockOf(block.top, block.left)); // it counts as the newest
  blocks.set(blockOf(block.top, block.left), lines);
  for (const oldest of blocks.keys()) {
    if (blocks.size <= MOST_BLOCKS) break;
    blocks.delete(oldest);
  }
};

const forget = () => {
  blocks.clear();
  asked.clear();
};

// A whole answer: how the sheet is built, and the blocks in sight.
const take = (page) => {
  const isOther = page.sheet && page.sheet.gid !== state.sheet?.gid;
  state.revision = page.revision;
  state.now = page.now ?? state.now;
  if (page.sheet) {
    forget();
    takeSheet(page.sheet);
  }
  for (const block of page.blocks) takeBlock(block);
  if (page.title !== undefined) tell("titled", page.title);
  if (page.tabs !== undefined) tell("tabs", page.tabs);
  if (page.bar !== undefined) tell("bar", page.bar);
  if (page.theme !== undefined) tell("themed", page.theme);
  tell("taken", { isOther });
};

const refusalOf = (text) => {
  const page = new DOMParser().parseFromString(text, "text/html");
  return (page.querySelector(".toast-text") ?? page.querySelector("h1"))?.textContent.trim() || "That did not work.";
};

const ask = async (url, options = {}) => {
  const task = {};
  begun(task);
  try {
    const proof = document.querySelector('meta[name="csrf"]').content;
    const answer = await fetch(url, { ...options, headers: { "HX-Request": "true", "X-CSRF": proof, ...options.headers } });
    const leads = answer.headers.get("HX-Redirect");
    if (leads) location.assign(leads);
    if (answer.ok && answer.headers.get("content-type")?.startsWith("application/json")) return { found: await answer.json() };
    return { refused: leads ? "" : refusalOf(await answer.text()), status: answer.status };
  } catch {
    return { refused: UNREACHED, status: 0 };
  } finally {
    ended(task);
  }
};

const at = (part, values = {}) => {
  const query = new URLSearchParams(values).toString();
  return `${root.dataset.workbook}/${part}${query ? `?${query}` : ""}`;
};

// Something to be read; null after a notice if there is none to be had.
export const read = async (part, values) => {
  const { found, refused } = await ask(at(part, values));
  if (refused) toast(refused, "danger");
  return found ?? null;
};

// Something of which nobody is told that it failed; what is answered, if it did not.
export const note = async (part, values, options = {}) => {
  const headers = { "Content-Type": "application/json" };
  const { found } = await ask(at(part), { method: "POST", headers, body: JSON.stringify(values), ...options });
  return found ?? null;
};

const inSight = () => {
  const { top, left, bottom, right } = state.window;
  const found = [];
  for (const [from, to] of [[0, state.sheet.frozenRows], [top, bottom]])
    for (const [first, last] of [[0, state.sheet.frozenColumns], [left, right]])
      for (let row = home(from, ROWS); row < to; row += ROWS)
        for (let column = home(first, COLUMNS); column < last; column += COLUMNS) {
          const name = nameOf(row, column);
          if (!found.includes(name)) found.push(name);
        }
  return found;
};

// What is in sight, with what comes next that way when somebody scrolls on.
let before = { top: 0, left: 0 };
export const ahead = () => {
  const { top, left, bottom, right } = state.window;
  const found = inSight();
  const [down, along] = [Math.sign(top - before.top), Math.sign(left - before.left)];
  before = { top, left };
  const next = (value, end, size, way, count) => {
    const at = home(way > 0 ? end - 1 : value, size) + way * size;
    return at >= 0 && at < count ? at : null;
  };
  const row = down ? next(top, bottom, ROWS, down, state.sheet.rows) : null;
  const column = along ? next(left, right, COLUMNS, along, state.sheet.columns) : null;
  if (row !== null) for (let each = home(left, COLUMNS); each < right; each += COLUMNS) found.push(nameOf(row, each));
  if (column !== null) for (let each = home(top, ROWS); each < bottom; each += ROWS) found.push(nameOf(each, column));
  return [...new Set(found)];
};

// See to it that blocks are there. They are asked for one after the other, and never twice.
export const ensure = (names = inSight()) => {
  const { gid } = state;
  const missing = names.filter((name) => !blocks.has(keyOf(name)) && !asked.has(name));
  if (!missing.length) return Promise.all(names.map((name) => asked.get(name)).filter(Boolean));
  const task = (async () => {
    const page = await read("blocks", { gid, blocks: missing.join(","), formulas: state.showsFormulas ? 1 : 0, ...through() });
    for (const name of missing) if (asked.get(name) === task) asked.delete(name);
    if (!page || gid !== state.gid) return;
    if (page.revision !== state.revision) return resync();
    for (const block of page.blocks) takeBlock(block);
    tell("filled", page.blocks);
  })();
  for (const name of missing) asked.set(name, task);
  return task;
};

// The blocks of a range, or null where that is too much to be held.
export const blocksOf = ({ top, left, bottom, right }) => {
  const found = [];
  for (let row = home(top, ROWS); row < bottom; row += ROWS)
    for (let column = home(left, COLUMNS); column < right; column += COLUMNS) {
      if (found.length >= MOST_BLOCKS / 2) return null;
      found.push(nameOf(row, column));
    }
  return found;
};

export const hasAll = (range) => blocksOf(range)?.every((name) => blocks.has(keyOf(name))) ?? false;

let queue = Promise.resolve();
const inTurn = (act) => {
  queue = queue.then(act, act);
  return queue;
};

const through = () => (state.lens ? { lens: state.lens } : {});
const view = () => ({ ...through(), gid: state.gid, blocks: inSight().join(","), formulas: state.showsFormulas });
export const resync = (gid = state.gid) => inTurn(async () => {
  const sight = gid === state.gid && state.sheet ? inSight().join(",") : "0:0";
  const page = await read("blocks", { gid, blocks: sight, whole: 1, formulas: state.showsFormulas ? 1 : 0, ...(gid === state.gid ? through() : {}) });
  if (page) take(page);
  return page;
});

let unsaved = 0;
const saved = (text) => { if (byId("saved")) byId("saved").textContent = text; };
const post = (part, values) => inTurn(async () => {
  unsaved += 1;
  saved("Saving…");
  const { found, refused } = await ask(at(part), {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ ...values(), view: view() }),
  });
  unsaved -= 1;
  if (!unsaved) saved(found ? "All changes are saved" : "Not saved");
  if (found) take(found.page);
  else toast(refused, "danger");
  return found ?? { refused };
});

// Change the workbook by the vendor's requests. Returns the replies, or null after a notice.
export const send = async (requests) => {
  if (!(await isMeant(requests))) return null;
  const found = await post("commands", () => ({ revision: state.revision, shape: state.sheet.shape, gid: state.gid, requests }));
  if (found.refused !== undefined) await resync();
  return found.replies ?? null;
};

export const undo = async (part) => {
  const found = await post(part, () => ({}));
  if (found.label) say(`${part === "undo" ? "Undone" : "Redone"}: ${found.label}`);
  if (found.range) tell("act", { name: "go", range: found.range, gid: found.gid });
};

// What others change comes by itself: the server tells that something did, and what is in sight is read again.
let heard = false;
const hear = async () => {
  if (heard) return;
  heard = true;
  await inTurn(async () => {
    heard = false;
    const page = await read("blocks", { ...view(), formulas: state.showsFormulas ? 1 : 0, whole: 1, known: state.revision });
    if (page && page.revision !== state.revision) take(page);
  });
};
root.addEventListener("live", hear);
on("formulas", () => resync());

export const begin = () => {
  state.window = { top: 0, left: 0, bottom: 1, right: 1 };
  takeSheet(start.page.sheet);
  state.now = start.page.now;
  for (const block of start.page.blocks) takeBlock(block);
};
