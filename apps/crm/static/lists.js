import "./list_rest.js";
import { sortable } from "./sorting.js";

// Lists of records: cells that keys move among and that are edited in place, ticks, widths, boards, filters.
const byId = (id) => document.getElementById(id);
const list = () => byId("list");
const grid = () => byId("records");
const toast = (text, tone) => document.dispatchEvent(new CustomEvent("toast", { detail: { text, tone } }));
const show = (verb, url, values, source) =>
  htmx.ajax(verb, url, { source: source ?? "#list", target: "#list", select: "#list", swap: "morph:outerHTML", values });

const lines = () => [...(grid()?.tBodies[0].rows ?? [])];
const cellsOf = (line) => [...line.cells].filter((cell) => !cell.matches(".pick"));
const headOf = (cell) => grid().tHead.rows[0].cells[cell.cellIndex];
const canEdit = (cell) => headOf(cell).hasAttribute("data-editable");
const cellOf = (target) => target.closest?.("#records tbody > tr > :is(td, th):not(.pick)");

// One cell is a stop of the Tab key: the one that was there last.
const stand = (cell) => {
  for (const each of grid().querySelectorAll('tbody [tabindex="0"]')) if (each !== cell) each.tabIndex = -1;
  cell.tabIndex = 0;
};
// A column is as wide as somebody made it, whatever its cells hold.
const fit = () => {
  const heads = [...grid().tHead.rows[0].cells];
  grid().classList.toggle("has-widths", heads.some((head) => head.style.width));
  for (const head of heads.filter((each) => each.style.width || each.style.maxWidth))
    for (const line of grid().rows) line.cells[head.cellIndex].style.maxWidth = head.style.width;
};
const settle = () => {
  if (!grid()) return;
  const [every, bar] = [grid().querySelector("[data-select-all]"), byId("records-chosen")];
  if (every && !grid().querySelector("[data-select-row]:checked")) {
    every.checked = every.indeterminate = false;
    bar.hidden = true;
  }
  if (!grid().querySelector('tbody [tabindex="0"]') && lines()[0]) stand(cellsOf(lines()[0])[0]);
  for (const head of grid().querySelectorAll("th[data-width]")) head.style.width = head.style.minWidth = `${head.dataset.width}px`;
  fit();
};
const go = (cell) => {
  if (!cell) return;
  stand(cell);
  cell.focus();
  cell.scrollIntoView({ block: "nearest", inline: "nearest" });
};

// The pencil stands in the cell that is pointed at or has the focus, and in no other.
let pencil = null;
const offer = (cell) => {
  if (pencil?.parentElement === cell) return;
  pencil?.remove();
  pencil = null;
  if (!cell || !canEdit(cell) || cell.querySelector(".cell-editor")) return;
  pencil = byId("cell-pencil").content.firstElementChild.cloneNode(true);
  pencil.setAttribute("aria-label", `Edit ${headOf(cell).querySelector(".sort").textContent.trim()}`);
  cell.append(pencil);
};
document.addEventListener("pointerover", ({ target }) => {
  const cell = cellOf(target);
  if (cell || !grid()?.contains(document.activeElement)) offer(cell);
});
document.addEventListener("focusin", ({ target }) => {
  const cell = cellOf(target);
  if (!cell) return;
  stand(cell);
  offer(cell);
});

// What was entered waits in a form until it is saved.
const kept = () => byId("edits")?.querySelector("[data-kept]");
const isPending = () => Boolean(kept()?.children.length);
const keep = (line, values) => {
  const names = new Set([...values.keys()]);
  for (const each of [...kept().children]) {
    const [id, name] = each.name.split(":");
    if (id === line.dataset.key && (names.has(name) || name === "version")) each.remove();
  }
  for (const [name, value] of [["version", line.dataset.version], ...values]) {
    kept().append(Object.assign(document.createElement("input"), { type: "hidden", name: `${line.dataset.key}:${name}`, value }));
  }
  byId("edits").classList.add("is-open");
};

const labelOf = (form) => {
  const control = form.querySelector(".select-value, [role=combobox], textarea, .input");
  const ticked = [...form.querySelectorAll("input[type=checkbox]:checked")];
  if (form.querySelector("input[type=checkbox]")) return ticked.length > 0 && form.querySelectorAll("input[type=checkbox]").length === 1 ? "✓" : ticked.map((each) => each.closest("label").textContent.trim()).join("; ");
  const parts = form.querySelector(".moment") ? [...form.querySelectorAll(".input")].map((each) => each.value) : [control?.value || control?.textContent || ""];
  const said = parts.join(" ").trim();
  return said === "--None--" ? "" : said;
};
let open = null; // the cell that is being edited: its editor, and what it held
const finish = ({ isKept, next = null } = {}) => {
  if (!open) return;
  const { cell, form, before } = open;
  open = null;
  const values = new FormData(form);
  const label = labelOf(form);
  const hadFocus = form.contains(document.activeElement);
  form.remove();
  if (isKept && JSON.stringify([...values]) !== before) {
    keep(cell.closest("tr"), values);
    cell.textContent = label || "–";
    cell.classList.remove("is-wrong");
    cell.removeAttribute("aria-invalid");
    cell.classList.add("is-changed");
  }
  if (next) edit(next);
  else if (hadFocus) go(cell);
};
const edit = async (cell) => {
  if (!cell || !canEdit(cell) || open?.cell === cell) return;
  finish({ isKept: true });
  const line = cell.closest("tr");
  const form = Object.assign(document.createElement("form"), { className: "cell-editor", noValidate: true });
  form.dataset.scope = "editor";
  form.setAttribute("aria-label", `${headOf(cell).querySelector(".sort").textContent.trim()} of ${line.getAttribute("aria-label")}`);
  offer(null);
  cell.append(form);
  const field = headOf(cell).dataset.in;
  await htmx.ajax("GET", `${grid().dataset.cells}?id=${line.dataset.key}&field=${encodeURIComponent(field)}`, { source: form, target: form, swap: "innerHTML" });
  if (!form.firstElementChild) return void form.remove();
  form.scrollIntoView({ block: "nearest", inline: "nearest" });
  open = { cell, form, before: JSON.stringify([...new FormData(form)]) };
  const control = form.querySelector("[data-select], [role=combobox], input:not([type=hidden]), textarea");
  control?.focus();
  if (control?.matches("input[type=text]")) control.select();
};
const beside = (cell, step) => {
  const all = lines().flatMap(cellsOf).filter(canEdit);
  return all[all.indexOf(cell) + step] ?? null;
};

document.addEventListener("submit", (event) => {
  if (!event.target.matches?.(".cell-editor")) return;
  event.preventDefault();
  finish({ isKept: true });
}, true);
document.addEventListener("change", ({ target }) => {
  if (open && target.id?.endsWith("-value") && target.type === "hidden" && open.form.contains(target)) finish({ isKept: true });
});
document.addEventListener("focusout", ({ target, relatedTarget }) => {
  if (!open || !open.form.contains(target) || open.form.contains(relatedTarget)) return;
  const { form } = open;
  setTimeout(() => {
    if (open?.form === form && !form.contains(document.activeElement) && !document.querySelector("dialog:modal") && document.hasFocus()) finish({ isKept: true });
  });
});
document.addEventListener("dblclick", (event) => {
  const cell = cellOf(event.target);
  if (!cell || event.target.closest("a, button, .cell-editor") || !canEdit(cell)) return;
  getSelection()?.removeAllRanges();
  edit(cell);
});
document.addEventListener("click", (event) => {
  const button = event.target.closest?.(".cell-pencil");
  if (button) edit(button.parentElement);
});

const inEditor = (event) => {
  if (event.key === "Escape") finish({ isKept: false });
  else if (event.key === "Tab") finish({ isKept: true, next: beside(open.cell, event.shiftKey ? -1 : 1) });
  else if (event.key === "Enter" && !event.target.matches("textarea, [data-select], button")) finish({ isKept: true });
  else return;
  event.preventDefault();
};
const tick = (line) => line.querySelector("[data-select-row]")?.click();
const inCell = (event, cell) => {
  const line = cell.closest("tr");
  const all = lines();
  const row = all.indexOf(line);
  const column = cellsOf(line).indexOf(cell);
  const moves = {
    ArrowUp: () => go(all[row - 1] && cellsOf(all[row - 1])[column]),
    ArrowDown: () => go(all[row + 1] && cellsOf(all[row + 1])[column]),
    ArrowLeft: () => go(cellsOf(line)[column - 1]),
    ArrowRight: () => go(cellsOf(line)[column + 1]),
    Home: () => go(cellsOf(line)[0]),
    End: () => go(cellsOf(line).at(-1)),
    F2: () => edit(cell),
    Enter: () => (cell.matches(".title") ? cell.querySelector("a").click() : canEdit(cell) ? edit(cell) : line.querySelector(".title a")?.click()),
    " ": () => tick(line),
  };
  const isPressed = ["Enter", " "].includes(event.key) && event.target.closest("a, button");
  if (!(event.key in moves) || isPressed) return;
  event.preventDefault();
  moves[event.key]();
};
const isTyping = (target) => target.closest?.("input:not([type=checkbox]), textarea, [contenteditable], dialog, [popover], .cell-editor");
const isPlain = (event) => !event.ctrlKey && !event.metaKey && !event.altKey && document.documentElement.dataset.singleKeys !== "off";
const step = (by) => {
  const all = grid() ? lines().map((line) => line.querySelector(".title a") ?? cellsOf(line)[0]) : [...document.querySelectorAll(".split-line")];
  const here = all.findIndex((each) => (each.closest("tr") ?? each).contains(document.activeElement) || (!grid() && document.activeElement.closest(".split-view") === null && each.ariaCurrent === "true"));
  const next = all[here < 0 ? 0 : here + by];
  next?.focus();
  next?.scrollIntoView({ block: "nearest" });
};
document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.isComposing) return;
  const { target, key } = event;
  if (open?.form.contains(target)) return inEditor(event);
  const cell = cellOf(target);
  if (cell) inCell(event, cell);
  if (event.defaultPrevented || !isPlain(event) || isTyping(target) || !list()) return;
  if (key === "j" || key === "k") step(key === "j" ? 1 : -1);
  else if (key === "x" && target.closest("#records tbody tr")) tick(target.closest("tr"));
});

// Ticks: all that match, beyond what the page shows.
const all = () => byId("ticks")?.elements.all;
document.addEventListener("click", ({ target }) => {
  const button = target.closest?.("[data-all]");
  if (!button) return;
  for (const box of grid().querySelectorAll("[data-select-row]")) box.checked = true;
  all().value = "1";
  byId("records-chosen").querySelector("[data-count]").textContent = `${button.dataset.all} selected`;
});
document.addEventListener("change", ({ target }) => {
  if (all() && target.matches?.("[data-select-row], [data-select-all]")) all().value = "";
});

// Leaving what is not saved is asked for.
addEventListener("beforeunload", (event) => {
  if (isPending()) event.preventDefault();
});
document.addEventListener("htmx:beforeRequest", (event) => {
  const { elt } = event.detail;
  if (elt.id === "list" && (isPending() || open || document.querySelector("dialog:modal, #records [data-select-row]:checked"))) event.preventDefault();
});
document.addEventListener("click", ({ target }) => {
  if (target.closest?.("[data-drop-edits]")) kept().replaceChildren();
}, true);

// Columns: their menus, widths, and whether their texts wrap.
const look = () => {
  const values = new URLSearchParams({ view: grid().dataset.view });
  for (const head of grid().tHead.rows[0].cells) {
    if (!head.dataset.in) continue;
    if (head.style.width) values.append(`width.${head.dataset.in}`, String(Number.parseInt(head.style.width, 10)));
    if (head.matches(".is-wrapped")) values.append("wrapped", head.dataset.in);
  }
  htmx.ajax("POST", grid().dataset.looks, { source: "#list", swap: "none", values: Object.fromEntries([...new Set(values.keys())].map((name) => [name, values.getAll(name)])) });
};
for (const name of ["pointerup", "keyup"]) {
  document.addEventListener(name, ({ target }) => {
    const grip = target.closest?.("#records .resizer");
    if (!grip) return;
    setTimeout(() => {
      fit();
      look();
    });
  });
}
let column = null;
document.addEventListener("click", ({ target }) => {
  const button = target.closest?.("[data-column-menu]");
  if (button) {
    column = button.closest("th");
    const menu = byId("column-menu");
    menu.setAttribute("aria-label", button.getAttribute("aria-label"));
    menu.querySelector('[data-column-deed="wrap"]').setAttribute("aria-checked", String(column.matches(".is-wrapped")));
    button.setAttribute("aria-expanded", "true"); // it stays in sight, and the menu with it
    menu.showPopover({ source: button });
    menu.querySelector("[role^=menuitem]").focus();
  }
  const deed = target.closest?.("[data-column-deed]")?.dataset.columnDeed;
  if (!deed || !column) return;
  byId("column-menu").hidePopover();
  if (deed === "wrap") {
    const wraps = !column.matches(".is-wrapped");
    for (const line of grid().rows) line.cells[column.cellIndex].classList.toggle("is-wrapped", wraps);
    look();
    return;
  }
  const url = new URL(column.querySelector(".sort").href);
  url.searchParams.set("dir", deed);
  show("GET", url.href).then(() => history.pushState({ htmx: true }, "", url.href));
});
document.addEventListener("toggle", ({ target, newState }) => {
  if (target.id === "column-menu" && newState === "closed") column?.querySelector("[data-column-menu]").setAttribute("aria-expanded", "false");
}, true);
document.addEventListener("click", ({ target }) => {
  if (!target.closest?.("[data-reset-widths]")) return;
  for (const head of grid().tHead.rows[0].cells) {
    head.style.width = head.style.minWidth = "";
    head.removeAttribute("data-width");
  }
  fit();
  look();
});

// A list is searched while one types.
let pause = 0;
document.addEventListener("input", ({ target }) => {
  if (target.id !== "list-q") return;
  clearTimeout(pause);
  pause = setTimeout(() => target.form.requestSubmit(), 300);
});

// Forms that send themselves with each choice, and filters, whose form changes with what is chosen.
document.addEventListener("change", ({ target }) => {
  const { form } = target;
  if (form?.matches("[data-sends]")) form.requestSubmit();
  if (!form?.matches("[data-filters]") || !/\.(field|operator)$|^scope$/.test(target.name)) return;
  if (target.name.endsWith(".field")) {
    const rest = target.name.replace(/field$/, "");
    for (const each of form.querySelectorAll(`[name="${rest}value"], [name="${rest}operator"]`)) each.disabled = true;
  }
  htmx.trigger(form, "submit");
});
document.addEventListener("click", ({ target }) => {
  const button = target.closest?.("[data-columns] [data-move]");
  if (!button) return;
  const item = button.closest("li");
  const other = button.dataset.move === "up" ? item.previousElementSibling : item.nextElementSibling;
  if (other) other[button.dataset.move === "up" ? "before" : "after"](item);
  button.focus();
});

// Boards: cards go into other columns; a column that needs more than that asks for it first.
const board = () => byId("board");
const nameOf = (card) => card.querySelector("a").textContent;
const move = async (card, value, back) => {
  const refused = ({ detail }) => {
    if (detail.xhr.status >= 400 || detail.xhr.getResponseHeader("X-Screen")) back?.();
  };
  card.addEventListener("htmx:afterRequest", refused, { once: true });
  const { key } = card.dataset;
  await show("POST", `${board().dataset.moves}${key}/move`, { group: board().dataset.group, value, place: list().dataset.place }, card);
  byId(`card-${key}`)?.querySelector("a").focus({ preventScroll: true });
};
sortable({
  root: "#board",
  item: ".record-card",
  several: (card) => [card],
  nameOf,
  begin: () => null,
  accepts: (zone) => !zone.dataset.closed,
  refuse: (zone) => toast(zone.dataset.closed, "danger"),
  drop: ([card], zone) => {
    const [from, next] = [card.parentElement, card.nextElementSibling];
    const into = zone.querySelector("ol");
    if (from === into) return;
    into.prepend(card);
    move(card, zone.dataset.value, () => from.insertBefore(card, next));
  },
});
// What comes while a card is held shows once it is put down.
let isMissed = false;
document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.target?.id !== "list" || !document.documentElement.matches(".is-dragging")) return;
  event.detail.shouldSwap = false;
  isMissed = true;
});
document.addEventListener("pointerup", () => {
  if (isMissed) setTimeout(() => list() && htmx.trigger(list(), "live"));
  isMissed = false;
});
document.addEventListener("click", async ({ target }) => {
  const button = target.closest?.("#board .card-menu");
  if (button) {
    const card = button.closest(".record-card");
    await htmx.ajax("GET", `${board().dataset.moves}${card.dataset.key}/menu?group=${board().dataset.group}`, { source: "#card-menus", target: "#card-menus", swap: "innerHTML" });
    byId("card-menu")?.showPopover({ source: button });
  }
  const item = target.closest?.("#card-menu [data-move-to]");
  if (item) {
    byId("card-menu").hidePopover();
    move(byId(`card-${item.dataset.key}`), item.dataset.moveTo);
  }
});

document.addEventListener("htmx:afterSettle", settle);
settle();

// Whoever closes a panel is back at what opens it.
document.addEventListener("htmx:afterSettle", ({ detail }) => {
  const { backTo } = detail.requestConfig?.elt?.dataset ?? {};
  if (backTo && document.activeElement === document.body) byId(backTo)?.focus();
});
