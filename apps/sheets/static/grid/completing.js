import { byId, root, state } from "./state.js";
import { read } from "./store.js";
import { iconOf } from "./chips.js";
import { enclosing, nameBegun } from "./references.js";

// What functions there are, while one is being typed, and what the arguments of one are; behind "@" what a smart chip
// may stand for. The server knows.
const MOST = 12;
const host = byId("grid-lists");
let known = null;
let offered = [];
let chosen = 0;
let closed = "";

const functions = async () => {
  if (known) return known;
  known = (await read("functions"))?.functions ?? [];
  return known;
};

const list = () => byId("functions-offered");
export const isOffering = () => Boolean(list());

export const close = () => {
  host.replaceChildren();
  offered = [];
  for (const field of [byId("cell-input"), byId("formula-bar")]) {
    field.removeAttribute("aria-activedescendant");
    field.removeAttribute("aria-controls");
  }
};

// Until something else is typed, nothing more is offered.
export const dismiss = () => {
  closed = state.session?.text ?? "";
  close();
};

const put = (field, element) => {
  host.replaceChildren(element);
  const [box, home] = [field.closest(".cell-editor, .formula-field").getBoundingClientRect(), root.getBoundingClientRect()];
  const below = box.bottom - home.top + 2;
  const top = below + element.offsetHeight > home.height && box.top - home.top > element.offsetHeight ? box.top - home.top - element.offsetHeight - 2 : below;
  Object.assign(element.style, {
    left: `${Math.max(4, Math.min(box.left - home.left, home.width - element.offsetWidth - 8))}px`,
    top: `${Math.max(4, top)}px`,
  });
};

const mark = (field) => {
  for (const [number, option] of [...list().children].entries()) option.setAttribute("aria-selected", String(number === chosen));
  field.setAttribute("aria-controls", "functions-offered");
  field.setAttribute("aria-activedescendant", `function-${chosen}`);
  list().children[chosen]?.scrollIntoView({ block: "nearest" });
};

const offer = (field, found, label) => {
  offered = found;
  chosen = 0;
  const box = document.createElement("div");
  Object.assign(box, { id: "functions-offered", className: "function-list" });
  box.setAttribute("role", "listbox");
  box.setAttribute("aria-label", label);
  box.append(...found.map(({ name, about, icon }, number) => {
    const option = document.createElement("div");
    Object.assign(option, { id: `function-${number}`, className: "function-option" });
    option.setAttribute("role", "option");
    option.dataset.offer = number;
    const told = document.createElement("span");
    told.textContent = about;
    const said = document.createElement("strong");
    if (icon) said.append(iconOf(icon));
    said.append(name);
    option.append(said, told);
    return option;
  }));
  put(field, box);
  mark(field);
};

const explain = (field, { name, arguments: parts, about }, argument) => {
  const box = document.createElement("div");
  box.className = "function-help";
  box.setAttribute("role", "note");
  box.setAttribute("aria-label", `How ${name} is called`);
  const line = document.createElement("p");
  line.className = "function-form";
  line.append(`${name}(`);
  const last = parts.length - 1;
  const here = Math.min(argument, last);
  for (const [number, part] of parts.entries()) {
    if (number) line.append(", ");
    line.append(Object.assign(document.createElement(number === here ? "strong" : "span"), { textContent: part }));
  }
  line.append(")");
  box.append(line);
  if (about) box.append(Object.assign(document.createElement("p"), { className: "muted small", textContent: about }));
  put(field, box);
};

// What is typed behind the sign of a chip, and where that stands.
const chipBegun = (text, caret) => {
  const found = /(?:^|[\s(,;:])@((?:[^@\s][^@\n]{0,60})?)$/.exec(text.slice(0, caret));
  return found ? { start: caret - found[1].length - 1, name: found[1] } : null;
};

const completeChip = async (field, session) => {
  const { text } = session;
  const begun = text === closed ? null : chipBegun(text, field.selectionStart);
  if (text !== closed) closed = "";
  if (!begun) return void close();
  const found = (await read("chips", { text: begun.name }))?.offers ?? [];
  if (state.session !== session || session.text !== text) return;
  const named = found.map((each) => ({ name: each.title, about: each.hint, ...each }));
  if (named.length) offer(field, named, "Smart chips");
  else close();
};

// Offer what fits what was typed, or tell of the function that the caret stands in.
export const complete = async (field) => {
  const { session } = state;
  if (session && !session.text.startsWith("=")) return completeChip(field, session);
  if (!session) return void close();
  const all = await functions();
  if (state.session !== session) return;
  const { text } = session;
  const caret = field.selectionStart;
  const begun = session.point || text === closed ? null : nameBegun(text, caret);
  if (text !== closed) closed = "";
  const found = begun ? all.filter(({ name }) => name.startsWith(begun.name)).slice(0, MOST) : [];
  if (found.length) return void offer(field, found, "Functions");
  const inner = closed ? null : enclosing(text, caret);
  const help = inner && all.find(({ name }) => name === inner.name);
  if (help) explain(field, help, inner.argument);
  else close();
};

export const choose = (field, by) => {
  chosen = (chosen + by + offered.length) % offered.length;
  mark(field);
};

// What is written when an offered function or chip is taken; null if there is none.
export const taken = (field, number = chosen) => {
  const one = offered[number];
  const { text } = state.session;
  const caret = field.selectionStart;
  const isChip = one?.title !== undefined;
  const begun = isChip ? chipBegun(text, caret) : nameBegun(text, caret);
  if (!one || !begun) return null;
  const [before, rest] = [text.slice(0, begun.start), text.slice(caret)];
  if (!isChip) {
    const said = `${before}${one.name}(`;
    return { text: said + (rest.startsWith("(") ? rest.slice(1) : rest), caret: said.length, chip: null };
  }
  const end = before.length + one.text.length;
  return { text: before + one.text + rest, caret: end, chip: one.chip && { start: before.length, end, chip: one.chip } };
};
