import { replace } from "./formatting.js";
import { peek, say } from "./places.js";

// Completions: while a name is being typed, a list shows what may be meant. The text keeps the focus and
// its role, which is how people and tools find it; the list is told by aria-controls and announced.
const NAME = /(?:^|[\s([{"'*_~])([@#]|:(?=$|[a-z+-]))([\w.+-]{0,40})$/i;
const COMMAND = /^(\/)([a-z][\w-]*)?$/i;
const list = () => document.getElementById("completions");
const options = () => [...list().querySelectorAll('[role="option"]')];
const active = () => list().querySelector(".is-active");
let writing = null;
let asked = 0;
let answered = Promise.resolve(); // once the list is that of what was typed last

const begun = (text) => {
  if (text.selectionStart !== text.selectionEnd) return null;
  const before = text.value.slice(0, text.selectionStart);
  if ((before.match(/`/g)?.length ?? 0) % 2) return null; // within code nothing counts
  const found = COMMAND.exec(before) ?? NAME.exec(before);
  return found && { sign: found[1], name: found[2] ?? "", start: before.length - found[1].length - (found[2] ?? "").length };
};

const activate = (option) => {
  active()?.classList.remove("is-active");
  option?.classList.add("is-active");
  option?.scrollIntoView({ block: "nearest" });
  if (option) writing.text.setAttribute("aria-activedescendant", option.id);
  else writing.text.removeAttribute("aria-activedescendant");
};

export const closeCompletions = () => {
  asked += 1;
  if (!writing) return;
  activate(null);
  writing.text.removeAttribute("aria-controls");
  writing = null;
  if (list()?.matches(":popover-open")) list().hidePopover();
};

// What is written in full already needs nothing, nor does a colon, which may be one, or :D: Enter sends it.
const isWhole = ({ sign, name }) => options().some((option) => option.dataset.value.toLowerCase() === `${sign}${name}`.toLowerCase());

const open = (text, found) => {
  options().forEach((option, place) => { option.id = `completions-${place}`; });
  if (!options().length) return closeCompletions();
  writing = { text, found };
  text.setAttribute("aria-controls", "completions");
  if (!list().matches(":popover-open")) list().showPopover({ source: text.closest(".composer-box, form") });
  activate(isWhole(found) || (found.sign === ":" && found.name.length < 2) ? null : options()[0]);
  say(`${options().length} suggestion${options().length === 1 ? "" : "s"}`);
};

const look = async (text) => {
  const found = begun(text);
  if (!found) return closeCompletions();
  const turn = ++asked;
  const url = new URL(text.dataset.completions, location.href);
  url.searchParams.set("sign", found.sign);
  url.searchParams.set("q", found.name);
  const page = await peek(url.href);
  if (!page || turn !== asked || document.activeElement !== text) return;
  list().replaceChildren(...[...page.body.children].map((each) => document.adoptNode(each)));
  open(text, found);
};

const choose = (option) => {
  const { text, found } = writing;
  closeCompletions();
  replace(text, found.start, text.selectionStart, `${option.dataset.value} `);
  say(`${option.dataset.value} written`);
};

document.addEventListener("input", ({ target, isComposing }) => {
  if (target.matches?.("textarea[data-completions]") && !isComposing) answered = look(target);
});

const step = (key) => {
  const all = options();
  const here = all.indexOf(active());
  activate(all.at(key === "ArrowDown" ? (here + 1) % all.length : Math.max(here, 0) - 1));
};

// Who types fast presses Enter while the list is still that of fewer letters: it counts for the list to come.
const isLate = () => {
  const now = begun(writing.text);
  return !now || now.sign !== writing.found.sign || now.name !== writing.found.name;
};
const pressLater = async (key) => {
  const { text } = writing;
  const { value } = text;
  await answered;
  if (text.value !== value) return;
  if (writing?.text === text && active()) choose(active());
  else if (key === "Enter") text.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
};

// Before chat.js sends with Enter.
document.addEventListener("keydown", (event) => {
  if (event.target !== writing?.text || event.isComposing || event.shiftKey || event.ctrlKey || event.altKey) return;
  if (event.key === "Escape") closeCompletions();
  else if (["ArrowDown", "ArrowUp"].includes(event.key)) step(event.key);
  else if (["Enter", "Tab"].includes(event.key) && active()) {
    if (isLate()) pressLater(event.key);
    else choose(active());
  }
  else return;
  event.preventDefault();
  event.stopPropagation();
}, true);
document.addEventListener("pointerdown", (event) => {
  if (event.target.closest?.("#completions")) event.preventDefault(); // leaving the text is what closes it
});
document.addEventListener("click", ({ target }) => {
  const option = target.closest?.('#completions [role="option"]');
  if (option) choose(option);
  else if (writing && target === writing.text) look(target);
});
document.addEventListener("focusout", ({ target }) => {
  if (target === writing?.text) closeCompletions();
});
