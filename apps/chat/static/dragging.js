import { byId, say } from "./places.js";
import { nameOf, put } from "./sides.js";

// Moving a conversation into a section, and a section among the others: by the pointer, or with Space,
// arrows and Space. Menus do the same.
const THRESHOLD = 4;
const EDGE = 32;
const sections = () => [...document.querySelectorAll("#sidebar [data-section]")];
const sectionAt = (x, y) => document.elementFromPoint(x, y)?.closest("#sidebar [data-section]");
const titleOf = (section) => section.querySelector(".sidebar-fold span").textContent;
const accepts = (section, link) =>
  "ownSection" in section.dataset || ["starred", link.dataset.home].includes(section.dataset.section);
const clear = () => {
  for (const each of sections()) each.classList.remove("is-target", "is-refusing", "is-above", "is-below");
};

const intoSection = (link, section) => {
  if (!section || section.contains(link)) return;
  if (!accepts(section, link)) return say(`${nameOf(link)} does not belong under ${titleOf(section)}`);
  put(`${link.pathname}/section`, { section: section.dataset.section }, `${nameOf(link)} moved to ${titleOf(section)}`);
};

// A section goes above the one whose upper half the pointer is on, else above the next.
const isAbove = (section, y) => {
  const box = section.querySelector(".sidebar-heading").getBoundingClientRect();
  return y < box.top + box.height / 2 || (y < section.getBoundingClientRect().top + section.offsetHeight / 2);
};
const amongSections = (moved, section, y) => {
  if (!section || section === moved) return;
  const others = sections().filter((each) => each !== moved);
  const before = isAbove(section, y) ? section : others[others.indexOf(section) + 1];
  const { section: id } = moved.dataset;
  put(`${byId("sidebar").dataset.sections}/${id}/move`, { before: before?.dataset.section ?? "" }, `${titleOf(moved)} moved`);
};

let held = null; // what is under way: the link or section, where it began, and its ghost
const show = ({ link, section: moved }, x, y) => {
  clear();
  const over = sectionAt(x, y);
  if (link) for (const each of sections()) each.classList.toggle("is-refusing", !accepts(each, link));
  if (!over) return;
  if (link && accepts(over, link)) over.classList.add("is-target");
  if (moved && over !== moved) over.classList.add(isAbove(over, y) ? "is-above" : "is-below");
};
const lift = () => {
  held.ghost = document.createElement("div");
  held.ghost.className = "sidebar-ghost";
  held.ghost.textContent = held.link ? nameOf(held.link) : titleOf(held.section);
  document.body.append(held.ghost);
};
const scroll = (y) => {
  const box = byId("sidebar").getBoundingClientRect();
  if (y < box.top + EDGE) byId("sidebar").scrollTop -= EDGE / 4;
  if (y > box.bottom - EDGE) byId("sidebar").scrollTop += EDGE / 4;
};
const end = () => {
  held?.ghost?.remove();
  held = null;
  clear();
};

document.addEventListener("dragstart", (event) => {
  if (event.target.closest?.("#sidebar [data-home]")) event.preventDefault();
});
document.addEventListener("pointerdown", (event) => {
  const link = event.target.closest?.("#sidebar [data-home]");
  const heading = event.target.closest?.("#sidebar .sidebar-fold");
  if (event.button || event.pointerType === "touch" || !(link || heading)) return;
  held = { link, section: link ? null : heading.closest("[data-section]"), x: event.clientX, y: event.clientY };
});
document.addEventListener("pointermove", ({ clientX: x, clientY: y, buttons }) => {
  if (!held) return;
  if (!buttons) return end();
  if (!held.ghost && Math.hypot(x - held.x, y - held.y) < THRESHOLD) return;
  if (!held.ghost) lift();
  held.ghost.style.translate = `${x + 10}px ${y + 6}px`;
  scroll(y);
  show(held, x, y);
});
document.addEventListener("pointerup", ({ clientX: x, clientY: y }) => {
  if (!held?.ghost) return end();
  const { link, section } = held;
  const over = sectionAt(x, y);
  end();
  addEventListener("click", stop, { capture: true, once: true });
  setTimeout(() => removeEventListener("click", stop, { capture: true }));
  if (link) intoSection(link, over);
  else amongSections(section, over, y);
});
document.addEventListener("pointercancel", end);
const stop = (event) => {
  event.preventDefault();
  event.stopImmediatePropagation();
};

// By keys: Space picks up, arrows choose a section, Space or Enter drops, Escape leaves all as it was.
let picked = null;
const drop = () => {
  picked?.link.classList.remove("is-picked");
  clear();
  picked = null;
};
const choose = (step) => {
  const fitting = sections().filter((each) => accepts(each, picked.link));
  const now = fitting.indexOf(picked.section);
  picked.section = fitting[Math.min(Math.max(now + step, 0), fitting.length - 1)];
  clear();
  picked.section.classList.add("is-target");
  picked.section.scrollIntoView({ block: "nearest" });
  say(titleOf(picked.section));
};
document.addEventListener("keydown", (event) => {
  const { target, key } = event;
  if (held?.ghost && key === "Escape") return end();
  if (!picked && !(key === " " && target.matches?.("#sidebar [data-home]"))) return undefined;
  if (picked && !["ArrowUp", "ArrowDown", " ", "Enter", "Escape"].includes(key)) return drop();
  event.preventDefault();
  event.stopPropagation();
  if (!picked) {
    picked = { link: target, section: target.closest("[data-section]") };
    target.classList.add("is-picked");
    return say(`${nameOf(target)} is picked up: arrows choose a section, Space puts it there, Escape leaves it.`);
  }
  if (key.startsWith("Arrow")) return choose(key === "ArrowUp" ? -1 : 1);
  const { link, section } = picked;
  drop();
  if (key === "Escape") return say("It stays where it was");
  return intoSection(link, section);
}, true);
document.addEventListener("focusout", ({ target }) => {
  if (picked?.link === target) drop();
});
