import { place } from "./places.js";

// The menu bar (https://www.w3.org/WAI/ARIA/apg/patterns/menubar/): one stop, arrows from menu to menu.
const bar = document.querySelector(".menubar");
const heads = () => [...(bar?.querySelectorAll(".menubar-item") ?? [])];
const menuOf = (head) => document.getElementById(head.getAttribute("popovertarget"));

const goTo = (head, opened) => {
  for (const each of heads()) each.tabIndex = each === head ? 0 : -1;
  head.focus();
  if (!opened) return;
  menuOf(head).showPopover({ source: head });
  menuOf(head).querySelector('[role^="menuitem"]')?.focus();
};

const beside = (head, step) => {
  const all = heads();
  return all[(all.indexOf(head) + step + all.length) % all.length];
};

bar?.addEventListener("keydown", (event) => {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  goTo(beside(event.target, step), false);
});

document.addEventListener("keydown", (event) => {
  const menu = event.target.closest?.('.menu[role="menu"]');
  const head = menu && heads().find((each) => menuOf(each) === menu);
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!head || !step) return;
  event.preventDefault();
  menu.hidePopover();
  goTo(beside(head, step), true);
});

// While one menu is open, pointing at another head opens that.
bar?.addEventListener("pointerover", ({ target }) => {
  const head = target.closest(".menubar-item");
  const open = heads().find((each) => menuOf(each).matches(":popover-open"));
  if (!head || !open || open === head) return;
  menuOf(open).hidePopover();
  goTo(head, true);
});

// What is shown is ticked, as it is when the menu opens.
const SHOWN = {
  formulas: () => document.getElementById("grid").dataset.formulas === "shown",
  gridlines: () => document.getElementById("grid-panes").dataset.gridlines === "shown",
  "formula-bar": () => !document.getElementById("formula-row").hidden,
};
for (const head of heads())
  menuOf(head).addEventListener("beforetoggle", ({ target }) => {
    for (const entry of target.querySelectorAll("[data-ticked]")) entry.setAttribute("aria-checked", String(SHOWN[entry.dataset.ticked]()));
  });

// Menus of cells, rows, columns and tabs are on the page while they are open, where one clicked.
const menuOn = (kind) => {
  const open = document.getElementById(`menu-on-${kind}`);
  const template = document.querySelector(`template[data-menu-on="${kind}"]`);
  if (open || !template) return open;
  document.body.append(template.content.cloneNode(true));
  const menu = document.getElementById(`menu-on-${kind}`);
  const { classList } = document.querySelector(`#grid [data-ref="${CSS.escape(place().active)}"]`) ?? menu;
  for (const entry of menu.querySelectorAll("[data-on]")) if (!classList.contains(`is-${entry.dataset.on}`)) entry.remove();
  menu.addEventListener("toggle", ({ newState }) => newState === "closed" && menu.remove());
  return menu;
};

const openAt = (kind, x, y, isAbove = false) => {
  const menu = menuOn(kind);
  if (!menu) return false;
  menu.style.position = "fixed";
  menu.style.inset = "auto";
  menu.showPopover();
  const { width, height } = menu.getBoundingClientRect();
  menu.style.left = `${Math.max(4, Math.min(x, innerWidth - width - 4))}px`;
  menu.style.top = `${Math.max(4, Math.min(isAbove ? y - height - 4 : y, innerHeight - height - 4))}px`;
  menu.querySelector('[role^="menuitem"]')?.focus();
  return true;
};

// A tab's menu is about the sheet that is shown, so that one is shown first.
const openOnTab = (gid, { left, top }) => {
  const open = () => openAt("tab", left, top, true);
  if (gid === place().gid) return void open();
  document.addEventListener("sheets:shown", () => setTimeout(open), { once: true });
  document.querySelector(`#sheet-tabs [role=tab][data-gid="${CSS.escape(gid)}"]`)?.click();
};

const KINDS = [["row-head", "row"], ["column-head", "column"], ["cell", "cell"]];
const kindOf = (target) => KINDS.find(([name]) => target.closest?.(`#grid-panes .${name}`))?.[1];

document.addEventListener("contextmenu", (event) => {
  const tab = event.target.closest?.("#sheet-tabs [role=tab]");
  if (tab && document.querySelector('template[data-menu-on="tab"]')) {
    event.preventDefault();
    openOnTab(Number(tab.dataset.gid), tab.getBoundingClientRect());
  } else if (kindOf(event.target) && openAt(kindOf(event.target), event.clientX, event.clientY)) event.preventDefault();
});

// The keys for it open the menu of what is selected, beside the active cell.
document.addEventListener("keydown", (event) => {
  if (event.key !== "ContextMenu" && !(event.key === "F10" && event.shiftKey)) return;
  if (event.target.id !== "cell-input" || event.target.closest(".is-open")) return;
  const { range } = place();
  const kind = /^\d+:/.test(range) ? "row" : /^[A-Z]+:/.test(range) ? "column" : "cell";
  const { left, bottom } = event.target.getBoundingClientRect();
  if (openAt(kind, left, bottom)) event.preventDefault();
});

document.addEventListener("click", ({ target }) => {
  const button = target.closest?.("[data-tab-menu]");
  if (button) openOnTab(Number(button.dataset.tabMenu), button.getBoundingClientRect());
});

const toGrid = () => document.getElementById("cell-input")?.focus({ preventScroll: true });
const openOnes = () => document.querySelectorAll(".menu[popover=manual]:popover-open");
document.addEventListener("pointerdown", ({ target }) => {
  for (const menu of openOnes()) if (!menu.contains(target)) menu.hidePopover();
}, true);
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const menu of openOnes()) {
    event.preventDefault();
    menu.hidePopover();
    toGrid();
  }
});

// From the bars, Escape leads back to the cells; so does a dialog that is closed.
for (const each of document.querySelectorAll(".menubar, .toolbar"))
  each.addEventListener("keydown", (event) => event.key === "Escape" && !event.target.closest("[popover]") && toGrid());
document.addEventListener("close", ({ target }) => {
  if (target.id === "sheet-dialog") setTimeout(() => document.querySelector("dialog:modal") || toGrid());
}, true);

// A toolbar is one stop, too.
const toolbar = document.querySelector(".toolbar");
const tools = () => [...(toolbar?.querySelectorAll("button") ?? [])].filter((each) => !each.disabled);
for (const [place, tool] of tools().entries()) tool.tabIndex = place ? -1 : 0;
toolbar?.addEventListener("keydown", (event) => {
  const all = tools();
  const here = all.indexOf(event.target);
  const next = { ArrowRight: here + 1, ArrowLeft: here - 1 + all.length, Home: 0, End: all.length - 1 }[event.key];
  if (next === undefined || here < 0) return;
  event.preventDefault();
  const tool = all[next % all.length];
  for (const each of all) each.tabIndex = each === tool ? 0 : -1;
  tool.focus();
});
