// A toolbar above what is written in Markdown: each tool marks what is chosen, or begins where the caret is.
// Tools that apps add are theirs to handle; they have texts put in by the event `write`.
const WRAPS = { bold: ["**", "**"], italic: ["_", "_"], strike: ["~~", "~~"], code: ["`", "`"], link: ["[", "](https://)"] };
const LINES = { bullets: "- ", boxes: "- [ ] ", quote: "> ", heading1: "# ", heading2: "## ", heading3: "### " };
const BLOCKS = { codeblock: "```\n\0\n```\n", rule: "---\n\n" };

const put = (text, made, from, to) => {
  text.focus();
  text.setSelectionRange(from, to);
  // So that Ctrl+Z takes it back.
  if (!document.execCommand("insertText", false, made)) text.setRangeText(made, from, to, "end");
  text.dispatchEvent(new Event("input", { bubbles: true }));
};

// A mark counts within a line, behind what makes it an item or a heading.
const LINE = /^(\s*(?:[-*] (?:\[[ x]\] )?|\d+\. |> |#{1,3} )?)(.*?)(\s*)$/;
const wrapLines = (text, [open, close]) => {
  const { selectionStart: from, selectionEnd: to, value } = text;
  const lines = value.slice(from, to).split("\n").map((line) => LINE.exec(line).slice(1));
  const isOne = ([, said]) => said.startsWith(open) && said.endsWith(close) && said.length >= open.length + close.length;
  const areSo = lines.every((line) => !line[1] || isOne(line));
  const turned = (said) => (!said ? "" : areSo ? said.slice(open.length, said.length - close.length) : `${open}${said}${close}`);
  const made = lines.map(([before, said, after]) => `${before}${turned(said)}${after}`).join("\n");
  put(text, made, from, to);
  text.setSelectionRange(from, from + made.length);
};

const wrap = (text, [open, close]) => {
  const { selectionStart: from, selectionEnd: to, value } = text;
  const chosen = value.slice(from, to);
  if (chosen.includes("\n")) return wrapLines(text, [open, close]);
  const isSo = value.slice(from - open.length, from) === open && value.slice(to, to + close.length) === close;
  if (isSo) put(text, chosen, from - open.length, to + close.length);
  else put(text, `${open}${chosen}${close}`, from, to);
  const start = isSo ? from - open.length : from + open.length;
  text.setSelectionRange(start, start + chosen.length);
};

const prefix = (text, mark) => {
  const { selectionStart, selectionEnd: to, value } = text;
  const from = value.lastIndexOf("\n", selectionStart - 1) + 1;
  const lines = value.slice(from, to).split("\n");
  const marks = (place) => (typeof mark === "function" ? mark(place) : mark);
  const isSo = lines.every((line, place) => line.startsWith(marks(place)));
  put(text, lines.map((line, place) => (isSo ? line.slice(marks(place).length) : marks(place) + line)).join("\n"), from, to);
};

// What stands in lines of its own; the caret goes where its NUL is.
const block = (text, said) => {
  const { selectionEnd: at, value } = text;
  const before = !at || value.slice(0, at).endsWith("\n\n") ? "" : value[at - 1] === "\n" ? "\n" : "\n\n";
  const caret = said.indexOf("\0");
  put(text, `${before}${said.replace("\0", "")}`, at, at);
  if (caret >= 0) text.setSelectionRange(at + before.length + caret, at + before.length + caret);
};

const format = (text, deed) => {
  if (deed in WRAPS) wrap(text, WRAPS[deed]);
  else if (deed in LINES) prefix(text, LINES[deed]);
  else if (deed in BLOCKS) block(text, BLOCKS[deed]);
  else if (deed === "numbers") prefix(text, (place) => `${place + 1}. `);
};

// What apps ask for: a deed of those above, a text at the caret, or one in lines of its own.
document.addEventListener("write", ({ target, detail }) => {
  if (detail.deed) format(target, detail.deed);
  else if (detail.block) block(target, detail.block);
  else put(target, detail.text, target.selectionStart, target.selectionEnd);
});

document.addEventListener("mousedown", (event) => {
  if (event.target.closest?.(".rich-tools [data-format]")) event.preventDefault(); // the text keeps the focus
});

document.addEventListener("click", ({ target }) => {
  const tool = target.closest?.(".rich-tools [data-format]");
  if (tool) format(tool.closest(".rich-box").querySelector("textarea"), tool.dataset.format);
});

document.addEventListener("keydown", (event) => {
  const { target, key } = event;
  const tools = target.matches?.(".rich-tools > *") ? [...target.parentElement.children] : [];
  const here = tools.indexOf(target);
  const places = { ArrowLeft: here - 1 + tools.length, ArrowRight: here + 1, Home: 0, End: tools.length - 1 };
  if (here >= 0 && key in places) {
    event.preventDefault();
    tools[places[key] % tools.length].focus();
    return;
  }
  if (!target.matches?.("textarea[data-rich]") || !(event.ctrlKey || event.metaKey) || event.altKey) return;
  const deeds = { b: "bold", i: "italic" };
  if (!event.shiftKey && key.toLowerCase() in deeds) {
    event.preventDefault();
    format(target, deeds[key.toLowerCase()]);
  }
});

// A list goes on with the next line; an empty item ends it.
document.addEventListener("keydown", (event) => {
  const text = event.target;
  if (event.key !== "Enter" || event.shiftKey || event.ctrlKey || event.defaultPrevented || event.isComposing) return;
  if (!text.matches?.("textarea[data-rich]") || text.selectionStart !== text.selectionEnd) return;
  const from = text.value.lastIndexOf("\n", text.selectionStart - 1) + 1;
  const line = text.value.slice(from, text.selectionStart);
  const found = /^(\s*)(?:([-*] (?:\[[ x]\] )?)|(\d+)\. )(.*)$/.exec(line);
  if (!found) return;
  event.preventDefault();
  const next = found[3] ? `${Number(found[3]) + 1}. ` : found[2].replace("x", " ");
  if (found[4].trim()) put(text, `\n${found[1]}${next}`, text.selectionStart, text.selectionStart);
  else put(text, "", from, text.selectionStart);
});

// It grows with its text.
document.addEventListener("input", ({ target }) => {
  if (!target.matches?.("textarea[data-rich]")) return;
  target.dataset.least ??= target.rows;
  target.rows = Math.max(Number(target.dataset.least), Math.min(24, target.value.split("\n").length + 1));
});
