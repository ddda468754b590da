import { cellRange, gridCell, gridRange, rangeName } from "./addresses.js";
import { byId, isTogether, mergeAt, on, root, sheetRanges, state, tell } from "./state.js";
import { inputAt, resync, send, styleOf, cellAt } from "./store.js";
import { boxOf, seen } from "./geometry.js";
import { reveal } from "./panes.js";
import { quotedTitle, takesReference, withTurnedDollars } from "./references.js";
import { choose, close, complete, dismiss, isOffering, taken } from "./completing.js";
import { areKept, chipRequest, chipsAt, keptChips, withoutChip } from "./chips.js";
import { mirror } from "./mirrors.js";
import { selectCell, stepFrom, goOn } from "./selecting.js";

// What is being typed into a cell: one session with two views, in the cell and in the formula bar.
const cell = byId("cell-input");
const bar = byId("formula-bar");
const editor = root.querySelector(".cell-editor");
const fieldOf = (session) => (session?.from === "bar" ? bar : cell);
export const field = () => fieldOf(state.session);

const show = () => {
  const { session } = state;
  for (const target of [cell, bar]) {
    if (target.value !== session.text) target.value = session.text;
    mirror(target);
  }
};

export const placeEditor = () => {
  const { session } = state;
  const { row, column } = session ?? state.active;
  const isHere = !session || session.gid === state.gid;
  editor.classList.toggle("is-open", Boolean(session) && isHere && session.from !== "bar");
  if (!isHere) return;
  const merge = mergeAt(row, column);
  const box = boxOf(merge ?? cellRange(row, column));
  Object.assign(editor.style, {
    left: `${box.left - 1}px`, top: `${box.top - 1}px`, minWidth: `${box.width + 1}px`, minHeight: `${box.height + 1}px`,
    maxWidth: `${Math.max(box.width + 1, seen.width - Math.max(box.left, 0) - 8)}px`,
  });
};

const showCell = () => {
  if (state.session) return;
  const { row, column } = state.active;
  cell.value = "";
  mirror(cell);
  bar.value = inputAt(row, column);
  mirror(bar);
  placeEditor();
};

// Blocks came: few of them hold the cell whose text is shown.
const showFilled = () => {
  if (!state.session && bar.value !== inputAt(state.active.row, state.active.column)) showCell();
};

export const focusCell = () => {
  if (document.activeElement !== cell) cell.focus({ preventScroll: true });
};

// Begin to type. mode: "enter", where arrows go on to other cells; "edit", where they move the caret.
export const startTyping = (text, mode, from = "cell") => {
  if (!state.mayEdit || state.session) return;
  const { row, column } = state.active;
  const [before, there] = [inputAt(row, column), chipsAt(row, column)];
  const chips = keptChips(there, before, text ?? before);
  state.session = { row, sheetRow: state.order.rowOf(row), column, gid: state.gid, text: text ?? before, before, chips, there, mode, from, amends: mode === "edit", point: null };
  const style = styleOf(cellAt(row, column));
  editor.dataset.align = style?.align ?? "";
  reveal(row, column);
  show();
  placeEditor();
  const target = field();
  if (document.activeElement !== target) target.focus({ preventScroll: true });
  if (from === "cell") target.setSelectionRange(target.value.length, target.value.length);
  tell("session");
  complete(target);
};

const end = () => {
  state.session = null;
  close();
  tell("session");
  showCell();
};

const goHome = async (session) => {
  if (session.gid !== state.gid) await resync(session.gid);
};

export const cancel = async () => {
  const { session } = state;
  if (!session) return;
  end();
  await goHome(session);
  selectCell(session.row, session.column);
  focusCell();
};

const MISSING = (text) => {
  const bare = text.replace(/"(?:[^"]|"")*"/g, "");
  const open = (bare.match(/\(/g)?.length ?? 0) - (bare.match(/\)/g)?.length ?? 0);
  return text.startsWith("=") && open > 0 ? ")".repeat(open) : "";
};

// Put what was typed into its cell. way: where to go on; null to stay.
export const commit = async (way = null, { fills = false, isArray = false } = {}) => {
  const { session } = state;
  if (!session) return true;
  let text = session.text + MISSING(session.text);
  if (isArray && text.startsWith("=")) text = `=ARRAYFORMULA(${text.slice(1)})`;
  const { ranges } = state;
  end();
  await goHome(session);
  if (session.gid === state.gid && way) goOn(way);
  else if (state.active.row !== session.row || state.active.column !== session.column) selectCell(session.row, session.column);
  focusCell();
  if (text === session.before && session.chips === session.there && !fills) return true;
  return put(session, text, fills ? ranges : []);
};

const put = async (session, text, ranges) => {
  const { gid, sheetRow: row, column, chips, amends } = session;
  const requests = [chips.length && !(amends && areKept(session, text)) ? chipRequest({ gid, row, column, text, chips }) : { enterText: { start: gridCell(gid, row, column), rows: [{ values: [text] }], amends } }];
  const source = gridRange(gid, cellRange(row, column));
  for (const destination of ranges.flatMap((range) => sheetRanges(range, gid))) requests.push({ copyPaste: { source, destination, pasteType: "PASTE_FORMULA", pasteOrientation: "NORMAL" } });
  return (await send(requests)) !== null;
};

// A text in a cell.
export const enter = (row, column, text) =>
  send([{ enterText: { start: gridCell(state.gid, state.order.rowOf(row), column), rows: [{ values: [text] }] } }]);

const set = (text, caret, { point = null, chip = null } = {}) => {
  const { session } = state;
  const chips = keptChips(session.chips, session.text, text);
  Object.assign(session, { text, point, chips: chip ? [...chips, chip].sort((one, other) => one.start - other.start) : chips });
  show();
  const target = field();
  target.setSelectionRange(caret, caret);
  tell("typed");
  placeEditor();
  complete(target);
};

export const insert = (text) => {
  const target = field();
  const { selectionStart: from, selectionEnd: to } = target;
  set(state.session.text.slice(0, from) + text + state.session.text.slice(to), from + text.length);
};

// Pointing: a reference is written where the caret is, and changes until something else is typed.
export const isPointing = () => Boolean(state.session?.point);
export const mayPoint = () => {
  const { session } = state;
  if (!session) return false;
  return Boolean(session.point) || takesReference(session.text, field().selectionStart);
};

export const point = (range) => {
  const { session } = state;
  const target = field();
  const from = session.point?.start ?? target.selectionStart;
  const to = session.point?.end ?? target.selectionEnd;
  const title = session.gid === state.gid ? "" : `${quotedTitle(state.sheet.title)}!`;
  // Rows that are seen one below the other, but stand elsewhere, are named as they are seen.
  const names = state.order.asSeen(range).map((each) => title + rangeName(each, state.sheet));
  const said = isTogether(range) ? names[0] : `{${names.join(";")}}`;
  const text = session.text.slice(0, from) + said + session.text.slice(to);
  set(text, from + said.length, { point: { start: from, end: from + said.length, range, gid: state.gid } });
};

const pointBy = (way, isReaching, count = 1) => {
  const { session } = state;
  const from = session.point?.head ?? session.point?.range ?? cellRange(session.row, session.column);
  const to = stepFrom({ row: from.top, column: from.left }, way, count);
  const next = cellRange(to.row, to.column);
  const anchor = isReaching ? session.point?.anchor ?? from : next;
  point({
    top: Math.min(anchor.top, next.top), left: Math.min(anchor.left, next.left),
    bottom: Math.max(anchor.bottom, next.bottom), right: Math.max(anchor.right, next.right),
  });
  Object.assign(state.session.point, { anchor, head: next });
  reveal(to.row, to.column);
};

const ARROWS = { ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right" };

const onArrow = (event) => {
  const { session } = state;
  const way = ARROWS[event.key];
  if (isOffering() && (way === "up" || way === "down") && !event.shiftKey) choose(field(), way === "up" ? -1 : 1);
  else if (session.point || (session.mode === "enter" && session.from === "cell" && mayPoint())) pointBy(way, event.shiftKey);
  else if (session.mode === "enter" && session.from === "cell" && !session.text.startsWith("=") && !event.shiftKey && !event.ctrlKey) commit(way);
  else return;
  event.preventDefault();
};

const take = (number) => {
  const found = isOffering() ? taken(field(), number) : null;
  if (found) set(found.text, found.caret, { chip: found.chip });
  return Boolean(found);
};

const onEnter = (event) => {
  event.preventDefault();
  if (take()) return;
  if (event.altKey) insert("\n");
  else if (event.ctrlKey && event.shiftKey) commit("down", { isArray: true });
  else if (event.ctrlKey || event.metaKey) commit(null, { fills: true });
  else commit(event.shiftKey ? "up" : "down");
};

// A key while something is being typed; whether it was one for the session.
export const onKey = (event) => {
  const { key } = event;
  if (ARROWS[key]) onArrow(event);
  else if (key === "Enter") onEnter(event);
  else if (key === "Tab") {
    event.preventDefault();
    if (!take()) commit(event.shiftKey ? "left" : "right");
  } else if (key === "Backspace" || key === "Delete") {
    const { selectionStart, selectionEnd } = field();
    const left = selectionStart === selectionEnd ? withoutChip(state.session, selectionStart, key === "Backspace") : null;
    if (left) {
      event.preventDefault();
      set(left.text, left.caret);
    }
  } else if (key === "Escape") {
    event.preventDefault();
    if (isOffering()) dismiss();
    else cancel();
  } else if (key === "F2") {
    event.preventDefault();
    state.session.mode = state.session.mode === "edit" ? "enter" : "edit";
    state.session.point = null;
  } else if (key === "F4") {
    event.preventDefault();
    const turned = withTurnedDollars(state.session.text, field().selectionStart);
    if (turned) set(turned.text, turned.caret);
  }
};

const onInput = (target, from) => {
  if (!state.mayEdit) return;
  if (!state.session) {
    const typed = target.value;
    startTyping(typed, from === "bar" ? "edit" : "enter", from);
    if (!state.session) return;
  }
  const { session } = state;
  Object.assign(session, { chips: keptChips(session.chips, session.text, target.value), text: target.value, point: null, from });
  show();
  placeEditor();
  tell("typed");
  complete(target);
};


export const type = (text) => {
  startTyping(text, "enter");
};

export const begin = () => {
  cell.addEventListener("input", () => onInput(cell, "cell"));
  bar.addEventListener("input", () => onInput(bar, "bar"));
  for (const target of [cell, bar]) {
    target.addEventListener("click", () => state.session && Object.assign(state.session, { point: null, mode: "edit" }) && complete(target));
    target.addEventListener("scroll", () => { target.parentElement.querySelector(".mirror").scrollTop = target.scrollTop; });
  }
  bar.addEventListener("focus", () => {
    if (!state.session) startTyping(undefined, "edit", "bar");
    else state.session.from = "bar";
    placeEditor();
  });
  bar.addEventListener("keydown", (event) => state.session && !event.isComposing && onKey(event));
  bar.addEventListener("blur", ({ relatedTarget }) => {
    // Whoever leaves it for something that is no part of the typing is done.
    if (state.session?.from !== "bar" || !relatedTarget || relatedTarget === cell || root.contains(relatedTarget)) return;
    commit();
  });
  byId("grid-lists").addEventListener("pointerdown", (event) => {
    const option = event.target.closest("[data-offer]");
    event.preventDefault();
    if (option) take(Number(option.dataset.offer));
  });
  on("selected", showCell);
  on("filled", showFilled);
  on("taken", showCell);
  on("moved", placeEditor);
  on("session", placeEditor);
  showCell();
};
