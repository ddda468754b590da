import { activate, activeOption, move, number, options } from "./lists.js";
import { mark } from "../marks.js";
import { typeAhead } from "./menus.js";

// Select-only combobox (https://www.w3.org/WAI/ARIA/apg/patterns/combobox/examples/combobox-select-only/).
// A native one may or may not be painted, depending on the browser's build.
const listOf = (button) => document.getElementById(button.getAttribute("popovertarget"));
const buttonOf = (list) => document.querySelector(`[data-select][popovertarget="${CSS.escape(list.id)}"]`);

const choose = (button, option) => {
  const list = listOf(button);
  for (const other of list.querySelectorAll('[role="option"]'))
    mark(other, "aria-selected", String(other === option));
  const shown = option.querySelector(".option-text").firstChild.textContent.trim();
  button.querySelector(".select-value").textContent = shown;
  const field = document.getElementById(button.dataset.select);
  field.value = option.dataset.value;
  field.dispatchEvent(new Event("change", { bubbles: true }));
};

document.addEventListener("toggle", ({ target, newState }) => {
  const button = target.matches?.(".listbox[popover]") ? buttonOf(target) : null;
  if (!button) return;
  // It is told late, when keys may have moved through the list already.
  if (newState === "open" && activeOption(target)) return;
  number(target);
  activate(button, target, newState === "open" ? target.querySelector('[aria-selected="true"]') ?? options(target)[0] : null);
}, true);

document.addEventListener("click", ({ target }) => {
  const option = target.closest?.('.listbox [role="option"]');
  const button = option && buttonOf(option.closest(".listbox"));
  if (!button || option.getAttribute("aria-disabled") === "true") return;
  choose(button, option);
  listOf(button).hidePopover();
  button.focus();
});

document.addEventListener("keydown", (event) => {
  const button = event.target.closest?.("[data-select]");
  if (!button || event.ctrlKey || event.metaKey) return;
  const list = listOf(button);
  const isOpen = list.matches(":popover-open");
  const isLetter = event.key.length === 1 && event.key !== " ";
  if (!isOpen && (["ArrowDown", "ArrowUp", "Home", "End"].includes(event.key) || isLetter)) {
    list.showPopover({ source: button });
    number(list);
    activate(button, list, list.querySelector('[aria-selected="true"]') ?? options(list)[0]);
    if (!isLetter) return event.preventDefault();
  }
  if (isLetter) {
    const all = options(list);
    const found = typeAhead(all, all.indexOf(activeOption(list)), event.key);
    if (found) activate(button, list, found);
    event.preventDefault();
  } else if (isOpen && ["Enter", " ", "Tab"].includes(event.key)) {
    const option = activeOption(list);
    if (option) choose(button, option);
    list.hidePopover();
    if (event.key !== "Tab") event.preventDefault();
  } else if (move(button, list, event.key)) {
    event.preventDefault();
  }
});
