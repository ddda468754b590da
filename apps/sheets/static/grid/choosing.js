import { byId, nameAt, on, root, state } from "./state.js";
import { read } from "./store.js";
import { boxOf } from "./geometry.js";
import { enter, focusCell } from "./editing.js";

// The values that a cell's rule allows, to choose one.
const host = byId("grid-lists");
let at = null;
let chosen = 0;
const options = () => [...host.querySelectorAll("[data-value]")];

const close = () => {
  at = null;
  host.replaceChildren();
};
export const isChoosing = () => Boolean(at);

const mark = () => {
  for (const [number, option] of options().entries()) option.setAttribute("aria-selected", String(number === chosen));
  byId("cell-input").setAttribute("aria-activedescendant", `choice-${chosen}`);
  options()[chosen]?.scrollIntoView({ block: "nearest" });
};

const take = (value) => {
  const { row, column } = at;
  close();
  byId("cell-input").removeAttribute("aria-activedescendant");
  focusCell();
  enter(row, column, value);
};

export const open = async (row, column) => {
  const found = await read("choices", { gid: state.gid, row: state.order.rowOf(row), column });
  if (!found?.values.length) return;
  at = { row, column };
  chosen = Math.max(0, found.values.indexOf(found.now));
  const list = document.createElement("div");
  list.className = "function-list";
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", `Values for ${nameAt(row, column)}`);
  list.append(...found.values.map((value, number) => {
    const option = document.createElement("div");
    Object.assign(option, { id: `choice-${number}`, className: "function-option", textContent: value });
    option.setAttribute("role", "option");
    option.dataset.value = value;
    return option;
  }));
  host.replaceChildren(list);
  const box = boxOf({ top: row, left: column, bottom: row + 1, right: column + 1 });
  const below = box.top + box.height + list.offsetHeight <= root.clientHeight;
  Object.assign(list.style, { left: `${Math.min(box.left, root.clientWidth - list.offsetWidth - 8)}px`, top: `${below ? box.top + box.height : Math.max(0, box.top - list.offsetHeight)}px` });
  mark();
  focusCell();
};

// A key while the list is open; whether it was one for it.
export const onKey = (event) => {
  const all = options();
  if (event.key === "Escape") close();
  else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    chosen = (chosen + (event.key === "ArrowDown" ? 1 : -1) + all.length) % all.length;
    mark();
  } else if (event.key === "Enter" || event.key === "Tab") take(all[chosen].dataset.value);
  else return void close();
  event.preventDefault();
};

export const begin = () => {
  on("choose", ({ row, column }) => open(row, column));
  on("selected", () => at && (at.row !== state.active.row || at.column !== state.active.column) && close());
  on("moved", () => at && close());
  host.addEventListener("pointerdown", (event) => {
    const option = event.target.closest("[data-value]");
    if (!option) return;
    event.preventDefault();
    take(option.dataset.value);
  });
  document.addEventListener("pointerdown", ({ target }) => at && !target.closest("#grid-lists, [data-choose]") && close());
};
