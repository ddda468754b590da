import { byId, on, root, sheetRanges, state, tell } from "./state.js";
import { cellAt, send, undo } from "./store.js";
import { focusCell, insert, onKey as onTypingKey, startTyping } from "./editing.js";
import { elementAt } from "./panes.js";
import { enterChip } from "./chip_cards.js";
import { forget, valuesNext } from "./clipboards.js";
import { isChoosing, onKey as onChoosingKey } from "./choosing.js";
import { forgetTabs, goOn, isJumping, jump, move, page, rowStart, selectAll, selectLines, selected, sheetStart, whenThere } from "./selecting.js";
import { toggle } from "./dragging.js";

// The keyboard while the grid has the focus. What a control on the page does too, such as bold, the suite's own
// table of keys sees to.
const WAYS = { ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right" };

const selectedOnSheet = () => state.ranges.flatMap((range) => sheetRanges(range));
const clear = () => send(selectedOnSheet().map((range) => ({ updateCells: { range, fields: "userEnteredValue" } })));
const copied = (source, destination) => ({ copyPaste: { source, destination, pasteType: "PASTE_NORMAL", pasteOrientation: "NORMAL" } });

// Ctrl+D and Ctrl+R: the first row or column of the selection goes on over the rest; of a single one, what
// stands before it.
const fillFrom = (isDown) => {
  const range = selected();
  const requests = [];
  for (const each of state.ranges) {
    const { top, left, bottom, right } = each;
    const isOne = isDown ? bottom - top === 1 : right - left === 1;
    if (isOne && !(isDown ? top : left)) continue;
    const source = isDown ? { ...each, top: isOne ? top - 1 : top, bottom: isOne ? top : top + 1 } : { ...each, left: isOne ? left - 1 : left, right: isOne ? left : left + 1 };
    const destination = isOne ? each : isDown ? { ...each, top: top + 1 } : { ...each, left: left + 1 };
    const [from, to] = [sheetRanges(source), sheetRanges(destination)];
    requests.push(...to.map((part, at) => copied(from[isDown ? 0 : at], part)));
  }
  if (requests.length) send(requests);
  return range;
};

const ARROW = (event) => {
  const way = WAYS[event.key];
  if (event.ctrlKey || event.metaKey) jump(way, event.shiftKey);
  else move(way, event.shiftKey);
};

// A list of the cell's values, or what its column's filter lets through.
const openList = () => {
  const button = elementAt(state.active.row, state.active.column)?.querySelector(".filter-button");
  if (button) button.click();
  else tell("choose", state.active);
};

const isPlain = (event) => !event.ctrlKey && !event.metaKey && !event.altKey;
const isCtrl = (event) => (event.ctrlKey || event.metaKey) && !event.altKey;

const open = (event) => {
  const extra = cellAt(state.active.row, state.active.column)?.extra;
  if (extra?.v && extra.v !== "checkbox" && event.key === "Enter") tell("choose", state.active);
  else startTyping(undefined, "edit");
};

const onEnter = (event) => {
  const range = selected();
  const isOne = range.bottom - range.top === 1 && range.right - range.left === 1;
  if (event.shiftKey) goOn("up");
  else if (isOne && state.mayEdit && isPlain(event)) open(event);
  else goOn("down");
};

// Keys by what is pressed; what answers false is left to the browser.
const TABLE = [
  [(event) => WAYS[event.key] && !event.altKey, ARROW],
  [(event) => event.key === "ArrowDown" && event.altKey, openList],
  [(event) => event.key === "Tab" && isPlain(event), (event) => goOn(event.shiftKey ? "left" : "right")],
  [(event) => event.key === "Enter" && isPlain(event), onEnter],
  [(event) => event.key === "Enter" && event.altKey && !event.ctrlKey && !event.metaKey, () => enterChip(state.active)],
  [(event) => event.key === "Home" && isCtrl(event), (event) => sheetStart(event.shiftKey)],
  [(event) => event.key === "End" && isCtrl(event), (event) => jump("end", event.shiftKey)],
  [(event) => event.key === "Home" && isPlain(event), (event) => rowStart(event.shiftKey)],
  [(event) => event.key === "End" && isPlain(event), (event) => jump("rowEnd", event.shiftKey)],
  [(event) => event.key === "PageDown" && isPlain(event), (event) => page("down", event.shiftKey)],
  [(event) => event.key === "PageUp" && isPlain(event), (event) => page("up", event.shiftKey)],
  [(event) => event.key === "PageDown" && event.altKey && !event.ctrlKey, (event) => move("right", event.shiftKey, 8)],
  [(event) => event.key === "PageUp" && event.altKey && !event.ctrlKey, (event) => move("left", event.shiftKey, 8)],
  [(event) => isCtrl(event) && event.shiftKey && event.key === "PageDown", () => tell("act", { name: "next-sheet" })],
  [(event) => isCtrl(event) && event.shiftKey && event.key === "PageUp", () => tell("act", { name: "previous-sheet" })],
  [(event) => isCtrl(event) && event.key === "Backspace", () => tell("reveal")],
  [(event) => isCtrl(event) && event.shiftKey && event.key === " ", selectAll],
  [(event) => isCtrl(event) && event.key === " ", () => selectLines("column")],
  [(event) => event.shiftKey && isPlain(event) && event.key === " ", () => selectLines("row")],
  [(event) => isCtrl(event) && !event.shiftKey && event.key.toLowerCase() === "a", selectAll],
  [(event) => event.key === "Escape", () => forget()],
];

// Ctrl+Alt+= and Ctrl+Alt+-: rows, unless whole columns are selected; of several cells one is asked what gives way.
const isWide = ({ left, right }) => left === 0 && right >= state.columns.count;
const isHigh = ({ top, bottom }) => top === 0 && bottom >= state.rows.count;
const isOfLines = (event) => {
  const { top, left, bottom, right } = selected();
  const isSeveral = (bottom - top) * (right - left) > 1;
  return event.ctrlKey && event.altKey && (event.key === "=" || event.key === "-") && isSeveral && !isWide(selected());
};
const shift = ({ key }) => {
  const isMore = key === "=";
  if (!isHigh(selected())) return void document.dispatchEvent(new CustomEvent("sheets:ask", { detail: { dialog: isMore ? "insert" : "delete" } }));
  const { left, right } = selected();
  const range = { sheetId: state.gid, dimension: "COLUMNS", startIndex: left, endIndex: right };
  send([isMore ? { insertDimension: { range, inheritFromBefore: false } } : { deleteDimension: { range } }]);
};

const EDITING = [
  [isOfLines, shift],
  [(event) => event.key === "F4" && isPlain(event) && !event.shiftKey, () => document.dispatchEvent(new CustomEvent("sheets:act", { detail: { name: "repeat" } }))],
  [(event) => event.key === "F2" && isPlain(event) && !event.shiftKey, open],
  [(event) => (event.key === "Delete" || event.key === "Backspace") && isPlain(event), clear],
  [(event) => isCtrl(event) && !event.shiftKey && event.key.toLowerCase() === "z", () => undo("undo")],
  [(event) => isCtrl(event) && (event.key.toLowerCase() === "y" || (event.shiftKey && event.key.toLowerCase() === "z")), () => undo("redo")],
  [(event) => isCtrl(event) && !event.shiftKey && event.key.toLowerCase() === "d", () => fillFrom(true)],
  [(event) => isCtrl(event) && !event.shiftKey && event.key.toLowerCase() === "r", () => fillFrom(false)],
  [(event) => isCtrl(event) && event.shiftKey && event.key.toLowerCase() === "d", () => fillFrom(true)],
  [(event) => isCtrl(event) && (event.code === "Semicolon" || event.key === ";" || event.key === ":"), (event) => tell("stamp", { isTime: event.shiftKey })],
  [(event) => event.key === " " && isPlain(event) && !event.shiftKey && cellAt(state.active.row, state.active.column)?.extra?.v === "checkbox", () => toggle(state.ranges)],
  [(event) => isCtrl(event) && event.key === "Enter" && !event.shiftKey, () => fillActive()],
];

// Ctrl+Enter on a range that is not being typed into: the active cell's content in all of it.
const fillActive = () => {
  const { row, column } = state.active;
  const source = { top: row, left: column, bottom: row + 1, right: column + 1 };
  return send(selectedOnSheet().map((range) => copied(sheetRanges(source)[0], range)));
};

const onKey = (event) => {
  if (event.isComposing || ["Control", "Shift", "Alt", "Meta"].includes(event.key)) return;
  if (isJumping()) {
    event.preventDefault();
    return void whenThere(() => (isText(event) && !state.session ? startTyping(event.key, "enter") : isText(event) ? insert(event.key) : perform(event)));
  }
  perform(event);
};

const isText = (event) => event.key.length === 1 && isPlain(event);

const perform = (event) => {
  if (isChoosing()) onChoosingKey(event);
  else if (state.session) onTypingKey(event);
  else onGridKey(event);
};

const onGridKey = (event) => {
  if (isCtrl(event) && event.shiftKey && event.key.toLowerCase() === "v") return void valuesNext(); // the browser pastes then
  const row = [...TABLE, ...(state.mayEdit ? EDITING : [])].find(([fits]) => fits(event));
  if (!row) return;
  event.preventDefault();
  event.stopPropagation();
  if (!["Tab", "Enter"].includes(event.key)) forgetTabs();
  row[1](event);
};

const onNameBox = (event) => {
  if (event.key === "Enter") {
    event.preventDefault();
    tell("go", { range: event.target.value });
    focusCell();
  }
  if (event.key === "Escape") {
    event.preventDefault();
    focusCell();
    tell("refresh");
  }
};

export const begin = () => {
  byId("cell-input").addEventListener("keydown", onKey);
  byId("name-box").addEventListener("keydown", onNameBox);
  byId("name-box").addEventListener("focus", ({ target }) => target.select());
  byId("formula-bar").addEventListener("keydown", (event) => {
    if (state.session || event.key !== "Escape") return;
    event.preventDefault();
    focusCell();
  });
  byId("cell-input").addEventListener("focus", () => { if (state.session) state.session.from = "cell"; });
  // Wherever the grid is clicked, keys go on to the cell.
  root.addEventListener("focusin", ({ target }) => { if (target === root) focusCell(); });
  on("focus", focusCell);
  document.addEventListener("sheets:act", ({ detail }) => tell("act", detail));
};
