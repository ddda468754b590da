import { byId, root, state } from "./state.js";
import { read } from "./store.js";
import { enclosing, nameBegun } from "./references.js";

// What functions there are, while one is being typed, and what the arguments of one are. The server knows.
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

const offer = (field, found) => {
  offered = found;
  chosen = 0;
  const box = document.createElement("div");
  Object.assign(box, { id: "functions-offered", className: "function-list" });
  box.setAttribute("role", "listbox");
  box.setAttribute("aria-label", "Functions");
  box.append(...found.map(({ name, about }, number) => {
    const option = document.createElement("div");
    Object.assign(option, { id: `function-${number}`, className: "function-option" });
    option.setAttribute("role", "option");
    option.dataset.function = name;
    const told = document.createElement("span");
    told.textContent = about;
    option.append(Object.assign(document.createElement("strong"), { textContent: name }), told);
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

// Offer what fits what was typed, or tell of the function that the caret stands in.
export const complete = async (field) => {
  const { session } = state;
  if (!session?.text.startsWith("=")) return void close();
  const all = await functions();
  if (state.session !== session) return;
  const { text } = session;
  const caret = field.selectionStart;
  const begun = session.point || text === closed ? null : nameBegun(text, caret);
  if (text !== closed) closed = "";
  const found = begun ? all.filter(({ name }) => name.startsWith(begun.name)).slice(0, MOST) : [];
  if (found.length) return void offer(field, found);
  const inner = closed ? null : enclosing(text, caret);
  const help = inner && all.find(({ name }) => name === inner.name);
  if (help) explain(field, help, inner.argument);
  else close();
};

export const choose = (field, by) => {
  chosen = (chosen + by + offered.length) % offered.length;
  mark(field);
};

// What is written when the offered function is taken; null if there is none.
export const taken = (field, name = offered[chosen]?.name) => {
  const begun = nameBegun(state.session.text, field.selectionStart);
  if (!name || !begun) return null;
  const { text } = state.session;
  const rest = text.slice(field.selectionStart);
  const said = `${text.slice(0, begun.start)}${name}(`;
  return { text: said + (rest.startsWith("(") ? rest.slice(1) : rest), caret: said.length };
};

