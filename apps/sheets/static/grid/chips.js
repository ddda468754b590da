import { gridCell } from "./addresses.js";
import { root } from "./state.js";
import { cellAt } from "./store.js";

// Smart chips: parts of texts that stand for a person or a thing. The server tells where they are, and what it is.
export const chipsAt = (row, column) =>
  (cellAt(row, column)?.extra?.c ?? []).map(([start, end, icon, sort, chip]) => ({ start, end, icon, sort, chip }));

// The chips of a text that was typed on: those of which a part was changed are chips no more.
export const keptChips = (chips, before, after) => {
  if (!chips.length || before === after) return chips;
  const most = Math.min(before.length, after.length);
  let [head, tail] = [0, 0];
  while (head < most && before[head] === after[head]) head += 1;
  while (tail < most - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  const [end, by] = [before.length - tail, after.length - before.length];
  return chips.flatMap((each) => {
    if (each.end <= head) return [each];
    return each.start >= end ? [{ ...each, start: each.start + by, end: each.end + by }] : [];
  });
};

// Whether the chips of a text are those that stay of the text as it was: the server keeps them, and how parts look.
export const areKept = ({ chips, there, before }, text) => {
  const kept = keptChips(there, before, text);
  return kept.length === chips.length && kept.every(({ start, chip }, at) => chips[at].start === start && chips[at].chip === chip);
};

// The text without the chip that a caret is in or beside; null where there is none.
export const withoutChip = ({ text, chips }, caret, isBehind) => {
  const found = chips.find(({ start, end }) => (isBehind ? start < caret && caret <= end : start <= caret && caret < end));
  return found ? { text: text.slice(0, found.start) + text.slice(found.end), caret: found.start } : null;
};

// What puts a text with chips into a cell: a sign in the place of each.
export const chipRequest = ({ gid, row, column, text, chips }) => {
  let [said, at] = ["", 0];
  const chipRuns = [...chips].sort((one, other) => one.start - other.start).map(({ start, end, chip }) => {
    said += text.slice(at, start);
    at = end;
    const run = { startIndex: said.length, chip };
    said += "@";
    return run;
  });
  const value = { userEnteredValue: { stringValue: said + text.slice(at) }, chipRuns };
  return { updateCells: { start: gridCell(gid, row, column), rows: [{ values: [value] }], fields: "userEnteredValue,chipRuns" } };
};

export const iconOf = (name) => {
  const space = "http://www.w3.org/2000/svg";
  const icon = document.createElementNS(space, "svg");
  icon.setAttribute("class", "icon");
  icon.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(space, "use");
  use.setAttribute("href", `${root.dataset.sprite}#${name}`);
  icon.append(use);
  return icon;
};

// A text on the page with its chips as buttons. write: how to say what stands between them.
export const chipNodes = (text, chips, write) => {
  const nodes = [];
  let at = 0;
  for (const [start, end, icon, sort] of chips) {
    const said = text.slice(start, end);
    const button = Object.assign(document.createElement("button"), { type: "button", className: "chip", tabIndex: -1 });
    button.dataset.chip = start;
    button.setAttribute("aria-label", `${said}, ${sort}`);
    button.append(iconOf(icon), said);
    nodes.push(...write(text.slice(at, start), at), button);
    at = end;
  }
  return [...nodes, ...write(text.slice(at), at)];
};
