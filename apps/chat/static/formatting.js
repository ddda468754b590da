// Formatting: what the buttons above the text do to what is selected in it. What is typed by a script is
// typed as by hand, so that the browser can take it back.
export const fieldOf = (element) => element.closest("[data-composer], [data-editor]")?.querySelector("textarea");

export const replace = (text, start, end, value, from = start + value.length, to = from) => {
  text.focus();
  text.setSelectionRange(start, end);
  if (!document.execCommand(value ? "insertText" : "delete", false, value)) {
    text.setRangeText(value, start, end, "end");
    text.dispatchEvent(new InputEvent("input", { bubbles: true }));
  }
  text.setSelectionRange(from, to);
};

const wrapped = (value, mark) => value.length > 2 * mark.length && value.startsWith(mark) && value.endsWith(mark);

// A mark counts within a line, and where words begin and end.
const wrapLine = (line, mark) => line.replace(/^(\s*)(.*?)(\s*)$/s, (_all, before, inner, after) => inner && `${before}${mark}${inner}${mark}${after}`);

const wrap = (text, mark) => {
  const { selectionStart: start, selectionEnd: end, value } = text;
  const chosen = value.slice(start, end);
  const size = mark.length;
  const isInside = value.slice(start - size, start) === mark && value.slice(end, end + size) === mark;
  if (isInside && start >= size) return replace(text, start - size, end + size, chosen, start - size, end - size);
  if (!chosen) return replace(text, start, end, mark + mark, start + size);
  const lines = chosen.split("\n");
  const isOn = lines.every((line) => !line.trim() || wrapped(line.trim(), mark));
  const next = lines.map((line) => (isOn ? line.replace(mark, "").replace(new RegExp(`\\${mark}(\\s*)$`), "$1") : wrapLine(line, mark))).join("\n");
  return replace(text, start, end, next, start, start + next.length);
};

const MARKS = { "•": /^• /, 1: /^\d+\. /, ">": /^> ?/ };
const numbered = (kind, place) => (kind === "1" ? `${place + 1}. ` : `${kind} `);

const prefix = (text, kind) => {
  const { value } = text;
  const start = value.lastIndexOf("\n", text.selectionStart - 1) + 1;
  const stop = value.indexOf("\n", text.selectionEnd);
  const end = stop < 0 ? value.length : stop;
  const lines = value.slice(start, end).split("\n");
  const isOn = lines.every((line) => MARKS[kind].test(line));
  const bare = (line) => (kind === ">" ? line : line.replace(MARKS["•"], "").replace(MARKS[1], ""));
  const next = lines.map((line, place) => (isOn ? line.replace(MARKS[kind], "") : numbered(kind, place) + bare(line))).join("\n");
  replace(text, start, end, next, lines.length > 1 ? start : start + next.length, start + next.length);
};

const FENCE = "```";
const block = (text) => {
  const { selectionStart: start, selectionEnd: end, value } = text;
  const chosen = value.slice(start, end);
  if (chosen.startsWith(`${FENCE}\n`) && chosen.endsWith(`\n${FENCE}`)) {
    const inner = chosen.slice(4, -4);
    return replace(text, start, end, inner, start, start + inner.length);
  }
  const before = start && value[start - 1] !== "\n" ? "\n" : "";
  const after = end < value.length && value[end] !== "\n" ? "\n" : "";
  const from = start + before.length + 4;
  return replace(text, start, end, `${before}${FENCE}\n${chosen}\n${FENCE}${after}`, from, from + chosen.length);
};

// Links: their text and address are asked for.
let linking = null;
const openLink = (text) => {
  const dialog = document.getElementById("link-dialog");
  const [label, address] = dialog.querySelectorAll("input");
  linking = { text, start: text.selectionStart, end: text.selectionEnd };
  const chosen = text.value.slice(linking.start, linking.end).replaceAll("\n", " ");
  const isAddress = /^https?:\/\/\S+$/.test(chosen);
  label.value = isAddress ? "" : chosen;
  address.value = isAddress ? chosen : "";
  dialog.showModal();
  (label.value ? address : label).focus();
};

document.addEventListener("submit", (event) => {
  if (!event.target.matches("[data-link-form]")) return;
  event.preventDefault();
  const [label, address] = event.target.querySelectorAll("input");
  const typed = address.value.trim().replaceAll(" ", "%20");
  const url = /^https?:\/\//.test(typed) ? typed : `https://${typed}`;
  const said = label.value.trim().replaceAll(/[[\]\n]/g, " ");
  event.target.closest("dialog").close();
  replace(linking.text, linking.start, linking.end, said && said !== url ? `[${said}](${url})` : url);
}, true);

const act = (button) => {
  const text = fieldOf(button);
  const { wrap: mark, lines } = button.dataset;
  if (mark) wrap(text, mark);
  else if (lines) prefix(text, lines);
  else if ("block" in button.dataset) block(text);
  else if ("link" in button.dataset) openLink(text);
};

// Within a list, a new line is the next item; one that is empty ends the list.
export const breakLine = (text) => {
  const start = text.value.lastIndexOf("\n", text.selectionStart - 1) + 1;
  const line = text.value.slice(start, text.selectionStart);
  const item = /^(• |> |(\d+)\. )/.exec(line);
  if (!item || text.selectionStart !== text.selectionEnd) return false;
  const next = item[2] ? `${Number(item[2]) + 1}. ` : item[1];
  if (line === item[1]) replace(text, start, text.selectionStart, "");
  else replace(text, text.selectionStart, text.selectionStart, `\n${next}`);
  return true;
};

document.addEventListener("click", ({ target }) => {
  const button = target.closest?.("[data-bar] button");
  if (button) act(button);
  const inserts = target.closest?.("[data-insert]");
  if (inserts) {
    const text = fieldOf(inserts);
    const { selectionStart: at, value } = text;
    const space = at && !/\s$/.test(value.slice(0, at)) ? " " : "";
    replace(text, at, text.selectionEnd, space + inserts.dataset.insert);
  }
  const toggles = target.closest?.("[data-toggle-bar]");
  if (toggles) {
    const isHidden = document.documentElement.dataset.bar !== "off";
    localStorage.setItem("bar", isHidden ? "off" : "on");
    showBar(isHidden);
    fieldOf(toggles).focus();
  }
});

const showBar = (isHidden) => {
  document.documentElement.dataset.bar = isHidden ? "off" : "on";
  for (const each of document.querySelectorAll("[data-toggle-bar]")) {
    const said = isHidden ? "Show formatting" : "Hide formatting";
    each.setAttribute("aria-pressed", String(!isHidden));
    each.setAttribute("aria-label", said);
    each.dataset.tooltip = said;
  }
};
const settle = () => {
  if (localStorage.getItem("bar") === "off") showBar(true);
  for (const bar of document.querySelectorAll("[data-bar]:not(:has([tabindex='0']))")) bar.querySelector("button").tabIndex = 0;
};
document.addEventListener("settled", settle);
settle();

// The bar is one stop on the way through the page. Pressing a button leaves the focus in the text.
document.addEventListener("pointerdown", (event) => {
  if (event.target.closest?.("[data-bar] button, [data-insert]")) event.preventDefault();
});
document.addEventListener("keydown", (event) => {
  const bar = event.target.closest?.("[data-bar]");
  if (!bar || !["ArrowLeft", "ArrowRight", "Home", "End"].includes(event.key)) return;
  event.preventDefault();
  const all = [...bar.querySelectorAll("button")];
  const here = all.indexOf(event.target);
  const places = { ArrowLeft: here - 1, ArrowRight: (here + 1) % all.length, Home: 0, End: -1 };
  for (const each of all) each.tabIndex = -1;
  const next = all.at(places[event.key]);
  next.tabIndex = 0;
  next.focus();
});

// With Shift, what a digit's key gives differs between keyboards; the key itself does not.
const DIGITS = { Digit7: "1", Digit8: "•", Digit9: ">" };
document.addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || !event.shiftKey || !DIGITS[event.code]) return;
  if (!event.target.matches?.("[data-composer] textarea, [data-editor] textarea")) return;
  event.preventDefault();
  prefix(event.target, DIGITS[event.code]);
}, true);
