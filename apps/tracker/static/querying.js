// While a query is typed, what may stand there is offered; arrows choose, Enter or Tab takes it, Tab
// the first if none is chosen, Esc leaves.
const box = () => document.querySelector("textarea[data-suggests]");
const list = () => document.getElementById("jql-list");
const options = () => [...(list()?.querySelectorAll("[role=option]") ?? [])];
const chosen = () => options().find((option) => option.getAttribute("aria-selected") === "true");
// Whether a word is begun that the first of what is offered ends.
const begun = () => Number(options()[0]?.dataset.start) < Number(options()[0]?.dataset.end);
let asked = 0;

const close = () => {
  const open = list();
  if (open?.matches(":popover-open")) open.hidePopover();
  box()?.setAttribute("aria-expanded", "false");
  box()?.removeAttribute("aria-activedescendant");
};

const choose = (option) => {
  for (const each of options()) each.setAttribute("aria-selected", String(each === option));
  if (!option) return;
  box().setAttribute("aria-activedescendant", option.id);
  option.scrollIntoView({ block: "nearest" });
};

const offer = async () => {
  const query = box();
  const number = ++asked;
  const at = new URL(query.dataset.suggests, location.href);
  at.searchParams.set("jql", query.value);
  at.searchParams.set("position", String(query.selectionStart));
  const answer = await fetch(at, { headers: { "HX-Request": "true" } });
  if (number !== asked || !answer.ok || document.activeElement !== query) return;
  list().innerHTML = await answer.text();
  if (!options().length) {
    close();
    return;
  }
  const place = query.getBoundingClientRect();
  list().style.left = `${place.left}px`;
  list().style.top = `${place.bottom + 4}px`;
  if (!list().matches(":popover-open")) list().showPopover();
  query.setAttribute("aria-expanded", "true");
};

const take = (option) => {
  const query = box();
  const { text, start, end } = option.dataset;
  const rest = query.value.slice(Number(end));
  const space = rest.startsWith(" ") || text.endsWith(")") ? "" : " ";
  query.setRangeText(text + space, Number(start), Number(end), "end");
  close();
  query.focus();
  offer();
};

document.addEventListener("input", ({ target }) => {
  if (target.matches?.("textarea[data-suggests]")) offer();
});

document.addEventListener("keydown", (event) => {
  if (event.target !== box() || !box() || event.isComposing) return;
  const isOpen = list().matches(":popover-open");
  const { key } = event;
  if (key === "ArrowDown" && !isOpen && event.altKey) offer();
  else if (!isOpen) return;
  else if (key === "ArrowDown" || key === "ArrowUp") {
    const all = options();
    const place = all.indexOf(chosen()) + (key === "ArrowDown" ? 1 : -1);
    choose(all[(place + all.length) % all.length] ?? all[0]);
  } else if ((key === "Enter" || key === "Tab") && chosen()) take(chosen());
  else if (key === "Tab" && begun()) take(options()[0]);
  else if (key === "Escape") close();
  else return;
  event.preventDefault();
  event.stopPropagation();
}, true);

document.addEventListener("pointerdown", (event) => {
  const option = event.target.closest?.("#jql-list [role=option]");
  if (!option) return;
  event.preventDefault();
  take(option);
});
document.addEventListener("focusout", ({ target }) => {
  if (target === box()) close();
});
