import { mark } from "../marks.js";

// Menu button (https://www.w3.org/WAI/ARIA/apg/patterns/menu-button/). The browser opens and closes the
// popover and gives the focus back; arrows, Home, End and first letters move within it.
const items = (menu) => [...menu.querySelectorAll('[role^="menuitem"]')].filter((item) => item.checkVisibility());
const opener = (popover) => document.querySelector(`[popovertarget="${CSS.escape(popover.id)}"]`);
let enterLast = false;

document.addEventListener("toggle", (event) => {
  const popover = event.target;
  if (!popover.matches?.("[popover]")) return;
  const button = opener(popover);
  if (button) mark(button, "aria-expanded", String(event.newState === "open"));
  if (!popover.matches('[role="menu"]')) return;
  const all = items(popover);
  for (const item of all) mark(item, "tabindex", "-1");
  if (event.newState === "open") all.at(enterLast ? -1 : 0)?.focus();
  enterLast = false;
}, true);

export const typeAhead = (all, from, letter) => {
  const starts = (item) => item.textContent.trim().toLowerCase().startsWith(letter.toLowerCase());
  return [...all.slice(from + 1), ...all.slice(0, from + 1)].find(starts);
};

document.addEventListener("keydown", (event) => {
  const button = event.target.closest?.('[aria-haspopup="menu"][popovertarget]');
  if (button && ["ArrowDown", "ArrowUp"].includes(event.key)) {
    event.preventDefault();
    enterLast = event.key === "ArrowUp";
    document.getElementById(button.getAttribute("popovertarget")).showPopover({ source: button });
    return;
  }
  const menu = event.target.closest?.('[role="menu"]');
  if (!menu) return;
  const all = items(menu);
  const here = all.indexOf(document.activeElement);
  const steps = { ArrowDown: here + 1, ArrowUp: here - 1 + all.length, Home: 0, End: all.length - 1 };
  let next = null;
  if (event.key in steps) next = all[steps[event.key] % all.length];
  else if (event.key === "Tab") menu.hidePopover();
  else if (event.key.length === 1 && event.key !== " " && !event.ctrlKey && !event.altKey && !event.metaKey)
    next = typeAhead(all, here, event.key);
  if (event.key in steps || next) event.preventDefault();
  next?.focus();
});

document.addEventListener("click", (event) => {
  const item = event.target.closest?.('[role^="menuitem"]');
  if (!item) return;
  if (item.getAttribute("aria-disabled") === "true") {
    event.preventDefault();
    event.stopImmediatePropagation();
    return;
  }
  item.closest("[popover]")?.hidePopover();
}, true);
