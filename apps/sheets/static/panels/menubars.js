import { place } from "./places.js";

// The menu bar (https://www.w3.org/WAI/ARIA/apg/patterns/menubar/): one stop, arrows from menu to menu.
const bar = document.querySelector(".menubar");
const heads = () => [...(bar?.querySelectorAll(".menubar-item") ?? [])];
const menuOf = (head) => document.getElementById(head.getAttribute("popovertarget"));

const goTo = (head, opened) => {
  for (const each of heads()) each.tabIndex = each === head ? 0 : -1;
  head.focus();
  if (opened) menuOf(head).showPopover({ source: head });
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

// Menus of cells, rows, columns and tabs open where one clicked.
export const openAt = (menu, x, y, isAbove = false) => {
  menu.style.position = "fixed";
  menu.style.inset = "auto";
  menu.showPopover();
  const { width, height } = menu.getBoundingClientRect();
  menu.style.left = `${Math.max(4, Math.min(x, innerWidth - width - 4))}px`;
  menu.style.top = `${Math.max(4, Math.min(isAbove ? y - height - 4 : y, innerHeight - height - 4))}px`;
  menu.querySelector('[role^="menuitem"]')?.focus();
};

const KINDS = [["rowheader", "row"], ["columnheader", "column"], ["gridcell", "cell"]];
const menuFor = (target) => {
  const [, kind] = KINDS.find(([role]) => target.closest?.(`#grid [role="${role}"]`)) ?? [];
  return kind && document.getElementById(`menu-on-${kind}`);
};

document.addEventListener("contextmenu", (event) => {
  const menu = menuFor(event.target);
  if (!menu) return;
  event.preventDefault();
  openAt(menu, event.clientX, event.clientY);
});

// A tab's menu is about the sheet that is shown, so that one is shown first.
document.addEventListener("click", ({ target }) => {
  const button = target.closest?.("[data-tab-menu]");
  const menu = button && document.getElementById("menu-on-tab");
  if (!menu) return;
  const { left, top } = button.getBoundingClientRect();
  const open = () => openAt(menu, left, top, true);
  const gid = button.dataset.tabMenu;
  if (Number(gid) === place().gid) return void open();
  document.addEventListener("sheets:shown", () => setTimeout(open), { once: true });
  document.querySelector(`#sheet-tabs [role=tab][data-gid="${CSS.escape(gid)}"]`)?.click();
});

const close = (menu) => {
  menu.hidePopover();
  document.getElementById("cell-input")?.focus();
};

const openOnes = () => document.querySelectorAll(".menu[popover=manual]:popover-open");
document.addEventListener("pointerdown", ({ target }) => {
  for (const menu of openOnes()) if (!menu.contains(target)) menu.hidePopover();
}, true);
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const menu of openOnes()) {
    event.preventDefault();
    close(menu);
  }
});

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
