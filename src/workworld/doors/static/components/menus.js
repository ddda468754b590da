import { mark } from "../marks.js";

// Menu button (https://www.w3.org/WAI/ARIA/apg/patterns/menu-button/). The browser closes the popover and
// gives the focus back; arrows, Home, End and first letters move within it. It is opened here, since the
// browser tells of what it opened only later, and a key pressed meanwhile would go to the button.
const items = (menu) => [...menu.querySelectorAll('[role^="menuitem"]')].filter((item) => item.checkVisibility());
const opener = (popover) => document.querySelector(`[popovertarget="${CSS.escape(popover.id)}"]`);
const BUTTONS = '[aria-haspopup="menu"][popovertarget]';
const menuOf = (button) => document.getElementById(button.getAttribute("popovertarget"));

const enter = (menu, place) => {
  const all = items(menu);
  for (const item of all) mark(item, "tabindex", "-1");
  if (!menu.contains(document.activeElement)) all.at(place)?.focus();
};

const open = (button, place) => {
  menuOf(button).showPopover({ source: button });
  enter(menuOf(button), place);
};

document.addEventListener("toggle", (event) => {
  const popover = event.target;
  if (!popover.matches?.("[popover]")) return;
  const button = opener(popover);
  if (button) mark(button, "aria-expanded", String(event.newState === "open"));
  if (popover.matches('[role="menu"]:popover-open')) enter(popover, 0);
}, true);

export const typeAhead = (all, from, letter) => {
  const starts = (item) => item.textContent.trim().toLowerCase().startsWith(letter.toLowerCase());
  return [...all.slice(from + 1), ...all.slice(0, from + 1)].find(starts);
};

document.addEventListener("keydown", (event) => {
  const button = event.target.closest?.(BUTTONS);
  if (button && ["ArrowDown", "ArrowUp"].includes(event.key)) {
    event.preventDefault();
    open(button, event.key === "ArrowUp" ? -1 : 0);
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
  const button = event.target.closest?.(BUTTONS);
  if (!button || event.defaultPrevented) return;
  event.preventDefault();
  if (menuOf(button).matches(":popover-open")) menuOf(button).hidePopover();
  else open(button, 0);
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
