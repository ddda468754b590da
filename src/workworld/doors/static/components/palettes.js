import { command } from "../commands.js";
import { activate, activeOption, move, number, options } from "./lists.js";
import { later } from "../ready.js";
import { fragment } from "../requests.js";

// Command palette: a dialog with a combobox whose options are addresses and commands.
const PAUSE = 80;
const partsOf = (dialog) => ({ input: dialog.querySelector("input"), list: dialog.querySelector('[role="listbox"]') });

// The text that the options are for: whoever types fast presses Enter before those are there.
const asked = new WeakMap();

// What may be done with what the page shows: items of its menus of actions, chosen here as there.
const deeds = new WeakMap();

const deedsFor = (text) => {
  const wanted = text.trim().toLowerCase();
  const items = [...document.querySelectorAll('[data-actions] [role="menuitem"]:not([aria-disabled="true"])')];
  return items.filter((item) => item.textContent.toLowerCase().includes(wanted)).map((item) => {
    const option = document.createElement("div");
    option.className = "option";
    option.setAttribute("role", "option");
    option.setAttribute("aria-selected", "false");
    const [name, about] = [document.createElement("span"), document.createElement("small")];
    name.className = "option-text";
    about.textContent = item.closest("[data-actions]").dataset.actions;
    name.append(item.textContent.trim(), about);
    option.append(...[item.querySelector("svg")?.cloneNode(true), name].filter(Boolean));
    deeds.set(option, item);
    return option;
  });
};

const look = async (dialog) => {
  const { input, list } = partsOf(dialog);
  const url = new URL(dialog.dataset.src, location.href);
  const text = input.value;
  url.searchParams.set("q", text);
  const html = await fragment(url.href);
  if (html === null || input.value !== text) return;
  asked.set(dialog, text);
  list.innerHTML = html;
  // Of what was typed the page's own actions come first; before that, places to go to do.
  if (text.trim()) list.prepend(...deedsFor(text));
  else list.append(...deedsFor(text));
  number(list);
  const all = options(list);
  dialog.querySelector(".listbox-note").hidden = all.length > 0;
  activate(input, list, all[0]);
};

const choose = (dialog, option) => {
  const link = option.dataset.href ?? option.querySelector("a")?.href;
  dialog.close();
  if (deeds.has(option)) deeds.get(option).click();
  else if (option.dataset.run) command(option.dataset.run);
  else if (link) location.assign(link);
};

const enter = async (dialog) => {
  const { input, list } = partsOf(dialog);
  const text = input.value;
  if (asked.get(dialog) !== text) await look(dialog);
  const option = activeOption(list);
  if (option && dialog.open && [asked.get(dialog), input.value].every((now) => now === text)) choose(dialog, option);
};

// Before it opens: "toggle" comes a task later, when the first keys may have been typed already.
document.addEventListener("beforetoggle", ({ target, newState }) => {
  if (!target.matches?.("dialog[data-palette]") || newState !== "open") return;
  partsOf(target).input.value = "";
  asked.delete(target);
  look(target);
}, true);

document.addEventListener("input", ({ target }) => {
  const dialog = target.closest?.("dialog[data-palette]");
  if (dialog) later(dialog, PAUSE, () => look(dialog));
});

document.addEventListener("keydown", (event) => {
  const dialog = event.target.closest?.("dialog[data-palette]");
  if (!dialog) return;
  const { input, list } = partsOf(dialog);
  if (event.key === "Enter") {
    event.preventDefault();
    enter(dialog);
  } else if (!["Home", "End"].includes(event.key) && move(input, list, event.key)) {
    event.preventDefault();
  }
});

document.addEventListener("click", (event) => {
  const option = event.target.closest?.('dialog[data-palette] [role="option"]');
  if (!option) return;
  event.preventDefault();
  choose(option.closest("dialog"), option);
});
