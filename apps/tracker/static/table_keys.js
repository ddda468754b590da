// A table that is written in Markdown: Tab goes to its next cell and Shift+Tab to the one before, Enter begins
// another row, and an empty row ends it. Beyond the last cell Tab leads on, as everywhere.
const ROW = /^\s*\|.*\|\s*$/;

const lineAt = (text, place) => {
  const from = text.value.lastIndexOf("\n", place - 1) + 1;
  const end = text.value.indexOf("\n", place);
  const to = end < 0 ? text.value.length : end;
  return { from, to, said: text.value.slice(from, to) };
};

const cellsOf = (line) => {
  const bars = [...line.said.matchAll(/(?<!\\)\|/g)].map((match) => line.from + match.index);
  return bars.slice(0, -1).map((bar, place) => ({ from: bar + 1, to: bars[place + 1] }));
};

const isRule = (line) => /^[\s|:-]+$/.test(line.said) && line.said.includes("-");

const choose = (text, { from, to }) => {
  const said = text.value.slice(from, to);
  const before = said.length - said.trimStart().length;
  const start = said.trim() ? from + before : Math.min(from + 1, to);
  text.setSelectionRange(start, start + said.trim().length);
};

const beside = (text, line, by) => {
  let next = line;
  do {
    const place = by > 0 ? next.to + 1 : next.from - 1;
    if (place < 0 || place > text.value.length) return null;
    next = lineAt(text, place);
  } while (isRule(next));
  return ROW.test(next.said) ? next : null;
};

const toCell = (text, by) => {
  const line = lineAt(text, text.selectionStart);
  const cells = cellsOf(line);
  const here = cells.findLastIndex((cell) => cell.from <= text.selectionStart);
  const next = cells[here + by];
  if (next) return choose(text, next) ?? true;
  const other = beside(text, line, by);
  if (!other) return false;
  choose(text, cellsOf(other).at(by > 0 ? 0 : -1));
  return true;
};

const put = (text, said, from, to) => {
  text.setSelectionRange(from, to);
  if (!document.execCommand(said ? "insertText" : "delete", false, said)) text.setRangeText(said, from, to, "end");
};

const newRow = (text) => {
  const line = lineAt(text, text.selectionStart);
  const cells = cellsOf(line);
  if (!isRule(line) && cells.every(({ from, to }) => !text.value.slice(from, to).trim())) {
    put(text, "", line.from, line.to);
    return;
  }
  const next = line.to < text.value.length ? lineAt(text, line.to + 1) : line;
  const end = isRule(next) ? next.to : line.to; // below its head stands its rule
  put(text, `\n|${"  |".repeat(cells.length)}`, end, end);
  text.setSelectionRange(end + 3, end + 3);
};

document.addEventListener("keydown", (event) => {
  const text = event.target;
  if (!text.matches?.("textarea[data-rich]") || event.defaultPrevented || event.isComposing) return;
  if (event.ctrlKey || event.metaKey || event.altKey || !ROW.test(lineAt(text, text.selectionStart).said)) return;
  if (event.key === "Tab" && toCell(text, event.shiftKey ? -1 : 1)) event.preventDefault();
  else if (event.key === "Enter" && !event.shiftKey) {
    event.preventDefault();
    newRow(text);
  }
});
