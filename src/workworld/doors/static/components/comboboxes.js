import { activate, activeOption, move, number, options } from "./lists.js";
import { mark } from "../marks.js";
import { later } from "../ready.js";
import { fragment } from "../requests.js";

// Combobox with a list (https://www.w3.org/WAI/ARIA/apg/patterns/combobox/): the options are on the page
// or come from the server while one types; one or several can be chosen, and new ones made.
const PAUSE_MILLISECONDS = 120;
const asked = new WeakMap();
// Which are to come, and which of those are to be chosen from as soon as they have: Enter was pressed before.
const awaited = new WeakSet();
const hurried = new WeakSet();
// Which somebody types into: what stands in the others is their value, which narrows nothing.
const typing = new WeakSet();
const listOf = (input) => document.getElementById(input.getAttribute("aria-controls"));
const boxOf = (input) => input.closest("[data-combobox]");
const isMany = (input) => "many" in boxOf(input).dataset;
const words = (input) => (isMany(input) || typing.has(input) ? input.value.trim() : "");
const chosen = (box) => [...box.querySelectorAll('.chip input[type="hidden"]')].map((field) => field.value);

const open = (input) => {
  const list = listOf(input);
  if (!list.matches(":popover-open")) list.showPopover({ source: boxOf(input) });
  mark(input, "aria-expanded", "true");
};
const close = (input) => {
  const list = listOf(input);
  if (list.matches(":popover-open")) list.hidePopover();
  activate(input, list, null);
  mark(input, "aria-expanded", "false");
};

const offer = (input) => {
  const list = listOf(input);
  const box = boxOf(input);
  const text = words(input);
  const taken = isMany(input) ? chosen(box) : [];
  let exact = false;
  for (const option of list.querySelectorAll('[role="option"]:not([data-create])')) {
    const label = option.querySelector(".option-text").firstChild.textContent.trim();
    const fits = "src" in box.dataset || option.textContent.toLowerCase().includes(text.toLowerCase());
    option.hidden = !fits || taken.includes(option.dataset.value);
    exact ||= label.toLowerCase() === text.toLowerCase();
  }
  const create = list.querySelector("[data-create]");
  if (create) {
    create.hidden = !text || exact || taken.includes(text);
    create.dataset.value = text;
    create.querySelector(".option-text").textContent = `Create “${text}”`;
  }
  number(list);
  const all = options(list);
  list.querySelector(".listbox-note").hidden = all.length > 0;
  open(input);
  const value = isMany(input) ? null : box.querySelector('input[type="hidden"]').value;
  activate(input, list, text ? all[0] : all.find((option) => value && option.dataset.value === value) ?? null);
};

const ask = async (input) => {
  const box = boxOf(input);
  if (!("src" in box.dataset)) return offer(input);
  awaited.add(input);
  asked.get(input)?.abort();
  const request = new AbortController();
  asked.set(input, request);
  const url = new URL(box.dataset.src, location.href);
  url.searchParams.set("q", words(input));
  const html = await fragment(url.href, request.signal);
  if (request.signal.aborted) return undefined;
  awaited.delete(input);
  const isHurried = hurried.delete(input);
  if (html === null || document.activeElement !== input) return undefined;
  listOf(input).querySelector("[data-options]").innerHTML = html;
  offer(input);
  const option = isHurried && activeOption(listOf(input));
  if (option) choose(input, option);
  return undefined;
};

// What was chosen has a detail, unlike what was only typed: nobody's value is empty, and chosen all the same.
const tell = (input, text) => {
  const status = document.getElementById("status");
  if (status) status.textContent = text;
  input.dispatchEvent(new CustomEvent("change", { bubbles: true, detail: text }));
};

export const addChip = (box, input, value, label) => {
  if (!value || chosen(box).includes(value)) return;
  const chip = document.getElementById("chip-made").content.firstElementChild.cloneNode(true);
  chip.querySelector(".chip-text").textContent = label;
  chip.querySelector("button").setAttribute("aria-label", `Remove ${label}`);
  Object.assign(chip.querySelector("input"), { name: box.dataset.name, value });
  box.insertBefore(chip, input);
  tell(input, `${label} added`);
};

export const dropChip = (chip) => {
  const input = chip.parentElement.querySelector("input:not([type=hidden])");
  const label = chip.querySelector(".chip-text").textContent;
  chip.remove();
  input.focus();
  tell(input, `${label} removed`);
};

const choose = (input, option) => {
  const box = boxOf(input);
  const label = option.dataset.create === undefined
    ? option.querySelector(".option-text").firstChild.textContent.trim() : option.dataset.value;
  if (isMany(input)) {
    addChip(box, input, option.dataset.value, label);
    input.value = "";
  } else {
    input.value = label;
    typing.delete(input);
    box.querySelector('input[type="hidden"]').value = option.dataset.value;
    tell(input, `${label} chosen`);
  }
  close(input);
};

document.addEventListener("input", ({ target }) => {
  if (!target.matches?.("[data-combobox] [role=combobox]")) return;
  if (!isMany(target)) boxOf(target).querySelector('input[type="hidden"]').value = "";
  typing.add(target);
  hurried.delete(target);
  if (!("src" in boxOf(target).dataset)) return offer(target);
  awaited.add(target);
  later(target, PAUSE_MILLISECONDS, () => ask(target));
  return undefined;
});

document.addEventListener("keydown", (event) => {
  const input = event.target;
  if (!input.matches?.("[data-combobox] [role=combobox]") || event.isComposing) return;
  const list = listOf(input);
  const isOpen = list.matches(":popover-open");
  if (event.key === "Escape" && isOpen) {
    event.preventDefault();
    hurried.delete(input);
    close(input);
  } else if (event.key === "Enter" && awaited.has(input)) {
    event.preventDefault();
    hurried.add(input);
  } else if (event.key === "Enter" && isOpen) {
    event.preventDefault();
    const option = activeOption(list);
    if (option) choose(input, option);
  } else if (event.key === "Backspace" && input.value === "" && isMany(input)) {
    const last = [...boxOf(input).querySelectorAll(".chip")].at(-1);
    if (last) dropChip(last);
  } else if (["ArrowDown", "ArrowUp"].includes(event.key)) {
    event.preventDefault();
    if (isOpen) move(input, list, event.key);
    else ask(input);
  }
});

document.addEventListener("click", (event) => {
  const { target } = event;
  const option = target.closest?.('.listbox [role="option"]');
  const input = option && document.querySelector(`[data-combobox] [aria-controls="${CSS.escape(option.closest(".listbox").id)}"]`);
  if (input) {
    choose(input, option);
    input.focus();
  }
  if (target.closest?.(".chip [data-drop]")) dropChip(target.closest(".chip"));
  const box = target.closest?.(".box");
  if (box && target === box) box.querySelector("input:not([type=hidden])").focus();
  if (target.matches?.("[data-combobox] [role=combobox]")) {
    if (!isMany(target) && !typing.has(target)) target.select();
    ask(target);
  }
});

// The list takes no focus, so that leaving the field is what closes it.
document.addEventListener("pointerdown", (event) => {
  if (event.target.closest?.(".listbox")) event.preventDefault();
});
document.addEventListener("focusout", ({ target }) => {
  if (target.matches?.("[data-combobox] [role=combobox]")) close(target);
});
