// While @name is being typed, a list shows who may be meant; Enter or Tab takes one. The text keeps the focus.
const NAME = /(?:^|[\s(["'*_~])@([\w.-]{0,40})$/;
let writing = null;
let turn = 0;

const list = () => document.getElementById("mention-list") ?? made();
const made = () => {
  const box = document.createElement("div");
  Object.assign(box, { id: "mention-list", className: "listbox", popover: "manual" });
  box.setAttribute("role", "listbox");
  box.setAttribute("aria-label", "People to mention");
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
  return NAME.exec(text.value.slice(0, text.selectionStart))?.[1] ?? null;
};

const look = async (text) => {
  const name = begun(text);
  if (name === null) {
    close();
    return;
  }
  const mine = ++turn;
  const url = new URL(text.dataset.people, location.href);
  url.searchParams.set("q", name);
  const answer = await fetch(url, { headers: { "HX-Request": "true" } });
  const html = answer.ok ? await answer.text() : "";
  if (mine !== turn || document.activeElement !== text) return;
  const box = list();
  const within = text.closest("dialog") ?? document.body; // what is modal shows only what is within
  if (box.parentElement !== within) within.append(box);
  box.innerHTML = html;
  options().forEach((option, place) => { option.id = `mention-${place}`; });
  if (!options().length) {
    close();
    return;
  }
  writing = text;
  text.setAttribute("aria-controls", box.id);
  if (!box.matches(":popover-open")) box.showPopover({ source: text });
  activate(options()[0]);
  document.getElementById("status").textContent = `${options().length} people`;
};

const take = (option) => {
  const text = writing;
  const from = text.selectionStart - begun(text).length - 1; // with its sign
  const to = text.selectionStart;
  close();
  text.focus();
  text.setSelectionRange(from, to);
  const said = `${option.dataset.value} `;
  if (!document.execCommand("insertText", false, said)) text.setRangeText(said, from, to, "end");
};

document.addEventListener("input", ({ target }) => {
  if (target.matches?.("textarea[data-rich][data-people]")) look(target);
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
