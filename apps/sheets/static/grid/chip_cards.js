import { parseRange } from "./addresses.js";
import { byId, later, on, root, state } from "./state.js";
import { cellAt, read } from "./store.js";
import { elementAt } from "./panes.js";
import { iconOf } from "./chips.js";

// The card of a chip or a link: beside it while the pointer or the focus is on one of both.
const host = byId("grid-card");
let shown = null;
let wanted = null;

const close = () => {
  wanted = null;
  if (!shown) return;
  shown = null;
  host.replaceChildren();
};

const put = (chip, name) => {
  const card = Object.assign(document.createElement("div"), { className: "chip-card" });
  card.setAttribute("role", "dialog");
  card.setAttribute("aria-label", name);
  host.replaceChildren(card);
  return card;
};

const beside = (card, chip) => {
  const [box, home] = [chip.getBoundingClientRect(), root.getBoundingClientRect()];
  const below = box.bottom - home.top + 4;
  const top = below + card.offsetHeight > home.height ? box.top - home.top - card.offsetHeight - 4 : below;
  card.style.left = `${Math.max(4, Math.min(box.left - home.left, home.width - card.offsetWidth - 20))}px`;
  card.style.top = `${Math.max(4, top)}px`;
};

const placeOf = (thing) => parseRange(thing.closest("[data-ref]").dataset.ref, state.sheet);

// What a link says of where it leads: a place in the workbook by the name of its sheet.
const where = (address) => {
  if (!address.startsWith("#")) return address;
  const wanted = new URLSearchParams(address.slice(1));
  const tab = document.querySelector(`#sheet-tabs [role=tab][data-gid="${CSS.escape(wanted.get("gid"))}"]`);
  return [tab?.textContent.trim() ?? "A sheet that was deleted", wanted.get("range")].filter(Boolean).join(", ");
};

const linkOf = (address) => {
  const link = Object.assign(document.createElement("a"), { className: "cell-link", href: address });
  if (!address.startsWith("#")) Object.assign(link, { target: "_blank", rel: "noopener noreferrer" });
  link.append(iconOf("link"), where(address));
  return link;
};

const openLink = (cell) => {
  const { top, left } = placeOf(cell);
  const address = cellAt(top, left)?.extra?.u;
  if (!address) return;
  shown = cell;
  const card = put(cell, `Link of ${cell.dataset.ref}`);
  card.append(linkOf(address));
  beside(card, cell);
};

const open = async (chip) => {
  wanted = chip;
  if (shown === chip) return;
  if (chip.matches(".cell")) return openLink(chip);
  const place = placeOf(chip);
  const found = await read("card", { gid: state.gid, row: place.top, column: place.left, start: chip.dataset.chip });
  if (!found || wanted !== chip || !chip.isConnected) return;
  shown = chip;
  const card = put(chip, `About ${chip.getAttribute("aria-label")}`);
  card.innerHTML = found.card;
  beside(card, chip);
};

const onPointer = ({ target }) => {
  if (state.session) return;
  const chip = target.closest?.(".chip, .cell.is-link") ?? null;
  if (!chip && target.closest?.("#grid-card")) wanted = shown;
  else if (!chip && host.contains(document.activeElement)) return;
  else if (chip || wanted) {
    wanted = chip;
    later("card", 250, () => (wanted ? open(wanted) : close()));
  }
};

// What the pointer is on stays in sight when the grid is drawn anew; going elsewhere by keys takes it away.
let chosen = "";
const onChange = () => {
  const over = wanted;
  const { row, column } = state.active;
  const isSame = chosen === `${state.gid} ${row} ${column}`;
  chosen = `${state.gid} ${row} ${column}`;
  close();
  if (state.session || !over?.matches(".cell:hover") || !(isSame || over === elementAt(row, column))) return;
  wanted = over;
  later("card", 250, () => wanted && open(wanted));
};

const leave = () => {
  close();
  byId("cell-input").focus({ preventScroll: true });
};

const onKey = (event) => {
  const chip = event.target.closest?.(".chip");
  if (!chip && !host.contains(event.target)) return;
  if (event.key === "Escape") leave();
  else if (chip && ["ArrowLeft", "ArrowRight"].includes(event.key)) {
    const all = [...chip.closest("[data-ref]").querySelectorAll(".chip")];
    all[all.indexOf(chip) + (event.key === "ArrowRight" ? 1 : -1)]?.focus();
  } else if (chip && ["Enter", " ", "Tab"].includes(event.key)) host.querySelector("a")?.focus();
  else return;
  event.preventDefault();
  event.stopPropagation();
};

// Whether a cell has a chip or a link, whose card is shown then.
export const enterChip = ({ row, column }) => {
  const cell = elementAt(row, column);
  const chip = cell?.querySelector(".chip");
  chip?.focus({ preventScroll: true });
  if (chip || !cell?.matches(".is-link")) return Boolean(chip);
  openLink(cell);
  host.querySelector("a")?.focus();
  return true;
};

export const begin = () => {
  root.addEventListener("pointerover", onPointer);
  root.addEventListener("pointerleave", () => onPointer({ target: root }));
  root.addEventListener("focusin", ({ target }) => target.closest?.(".chip") && open(target));
  root.addEventListener("keydown", onKey);
  host.addEventListener("click", ({ target }) => target.closest("a[href^='#']") && setTimeout(leave));
  for (const name of ["moved", "session", "selected"]) on(name, onChange);
};
