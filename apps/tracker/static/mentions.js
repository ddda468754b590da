import { format } from "./writing.js";

// While @name, /thing or :emoji: is being typed, a list shows what may be meant; Enter or Tab takes one. The
// text keeps the focus.
const KINDS = [
  { begun: /(?:^|[\s(["'*_~])@([\w.-]{0,40})$/, of: "mentions", label: "People to mention", said: "people" },
  { begun: /(?:^|\s)\/([a-z0-9 ]{0,20})$/i, of: "blocks", label: "What to insert", said: "things to insert" },
  { begun: /(?:^|\s):([a-z0-9_+-]{2,30})$/, of: "emoji", label: "Emoji", said: "emoji" },
];
let writing = null;
let kind = null;
let turn = 0;

const list = () => document.getElementById("mention-list") ?? made();
const made = () => {
  const box = document.createElement("div");
  Object.assign(box, { id: "mention-list", className: "listbox", popover: "manual" });
  box.setAttribute("role", "listbox");
  return box;
};
const options = () => [...list().querySelectorAll('[role="option"]')];
const active = () => list().querySelector(".is-active");

const activate = (option) => {
  active()?.classList.remove("is-active");
  option?.classList.add("is-active");
  option?.scrollIntoView({ block: "nearest" });
  if (option) writing?.setAttribute("aria-activedescendant", option.id);
};

const close = () => {
  turn += 1;
  writing?.removeAttribute("aria-activedescendant");
  writing?.removeAttribute("aria-controls");
  writing = null;
  if (list().matches(":popover-open")) list().hidePopover();
};

const begun = (text) => {
  if (text.selectionStart !== text.selectionEnd) return null;
  const before = text.value.slice(0, text.selectionStart);
  for (const each of KINDS) {
    const match = each.begun.exec(before);
    if (match) return { kind: each, typed: match[1] };
  }
  return null;
};

const look = async (text) => {
  const found = begun(text);
  if (!found) {
    close();
    return;
  }
  const mine = ++turn;
  const url = new URL(`${text.dataset.offers}/${found.kind.of}`, location.href);
  url.searchParams.set("q", found.typed.trim());
  const answer = await fetch(url, { headers: { "HX-Request": "true" } });
  const html = answer.ok ? await answer.text() : "";
  if (mine !== turn || document.activeElement !== text) return;
  const box = list();
  const within = text.closest("dialog") ?? document.body; // what is modal shows only what is within
  if (box.parentElement !== within) within.append(box);
  box.innerHTML = html;
  if (!document.getElementById("attach-at-once")) box.querySelector('[data-value="image"]')?.remove();
  box.setAttribute("aria-label", found.kind.label);
  options().forEach((option, place) => { option.id = `mention-${place}`; });
  if (!options().length) {
    close();
    return;
  }
  [writing, kind] = [text, found.kind];
  text.setAttribute("aria-controls", box.id);
  if (!box.matches(":popover-open")) box.showPopover({ source: text });
  activate(options()[0]);
  document.getElementById("status").textContent = `${options().length} ${kind.said}`;
};

const take = (option) => {
  const text = writing;
  const isBlock = kind.of === "blocks";
  const from = text.selectionStart - begun(text).typed.length - 1; // with its sign
  const to = text.selectionStart;
  close();
  text.focus();
  text.setSelectionRange(from, to);
  const said = isBlock ? "" : `${option.dataset.value} `;
  if (!document.execCommand(said ? "insertText" : "delete", false, said)) text.setRangeText(said, from, to, "end");
  if (isBlock) format(text, option.dataset.value);
};

document.addEventListener("input", ({ target }) => {
  if (target.matches?.("textarea[data-rich][data-offers]")) look(target);
});
document.addEventListener("keydown", (event) => {
  if (!writing || event.target !== writing || event.isComposing) return;
  const all = options();
  const here = all.indexOf(active());
  const steps = { ArrowDown: here + 1, ArrowUp: here - 1 + all.length };
  if (event.key in steps) activate(all[steps[event.key] % all.length]);
  else if (["Enter", "Tab"].includes(event.key) && active()) take(active());
  else if (event.key === "Escape") close();
  else return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);
document.addEventListener("pointerdown", (event) => {
  if (event.target.closest?.("#mention-list")) event.preventDefault();
});
document.addEventListener("click", ({ target }) => {
  const option = target.closest?.('#mention-list [role="option"]');
  if (option && writing) take(option);
});
document.addEventListener("focusout", ({ target }) => {
  if (target === writing) close();
});
