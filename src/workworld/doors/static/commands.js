import { begin, end } from "./ready.js";

// Keys do what the control on the page with that command would do, and nothing else: a shortcut to
// what is not there, or is disabled, does nothing.
const SEQUENCE_MILLISECONDS = 1000;
const table = JSON.parse(document.querySelector('meta[name="keys"]')?.content ?? "[]");
let typed = [];
let patience;

const isText = (element) =>
  element.matches?.("textarea, [contenteditable], input:not([type=checkbox], [type=radio], [type=button])");

// The digits' signs with Shift where the table of keys was written. Beside Ctrl or Alt the place of a key counts, not
// what other keyboards, or programs that press keys, call it.
const SIGNS = ")!@#$%^&*(";
const signOf = (event) => {
  const [, digit] = /^Digit(\d)$/.exec(event.code) ?? [];
  return digit && event.shiftKey && (event.ctrlKey || event.metaKey || event.altKey) ? SIGNS[digit] : event.key;
};

const named = (event) => {
  const sign = signOf(event);
  const key = sign === " " ? "Space" : sign.length === 1 ? sign.toLowerCase() : sign;
  // A sign such as ? needs Shift on some keyboards and not on others.
  const shift = event.shiftKey && (sign.length > 1 || sign.toLowerCase() !== sign.toUpperCase());
  return [event.ctrlKey || event.metaKey ? "Ctrl" : "", event.altKey ? "Alt" : "", shift ? "Shift" : "", key]
    .filter(Boolean)
    .join("+");
};

const scopeOf = (name, target) => {
  if (document.querySelector("dialog:modal")) return name === "dialog" ? document.querySelector("dialog:modal") : null;
  if (name === "global") return document;
  return target.closest?.(`[data-scope~="${name}"]`) ?? null;
};

const controlOf = (row, target) => {
  const scope = scopeOf(row.scope, target);
  const found = [...(scope?.querySelectorAll(`[data-command~="${row.command}"]`) ?? [])];
  return found.find((each) => !each.disabled && (each.checkVisibility() || each.closest("[popover]")));
};

export const run = (control) => {
  if (isText(control)) control.focus();
  else control.click();
};

// Widgets call it for the command that was chosen from a list.
export const command = (name) => {
  const control = controlOf({ scope: "global", command: name }, document.body);
  if (control) run(control);
  return Boolean(control);
};

const forget = () => {
  clearTimeout(patience);
  typed = [];
  end(forget);
};

const wait = () => {
  begin(forget);
  clearTimeout(patience);
  patience = setTimeout(forget, SEQUENCE_MILLISECONDS);
};

const single = (row) => !/Ctrl|Alt|Escape|\bF\d/.test(row.keys[0]);

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.isComposing || ["Control", "Shift", "Alt", "Meta"].includes(event.key)) return;
  const calm = document.documentElement.dataset.singleKeys === "off";
  const usable = table.filter((row) => !single(row) || !(calm || isText(event.target)));
  const keys = [...typed, named(event)];
  const fits = (row) => keys.every((key, place) => row.keys[place] === key);
  const rows = usable.filter(fits);
  const whole = rows.filter((row) => row.keys.length === keys.length);
  for (const row of whole) {
    const control = controlOf(row, event.target);
    if (!control) continue;
    event.preventDefault();
    forget();
    run(control);
    return;
  }
  if (rows.length > whole.length) {
    typed = keys;
    wait();
  } else if (typed.length) {
    forget();
  }
});

// What is called a button is pressed by the space bar too, be it a link.
document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.key !== " " || !event.target.matches?.('a[role="button"]')) return;
  event.preventDefault();
  if (!event.repeat) event.target.click();
});
