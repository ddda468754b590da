import { parseRange } from "./addresses.js";
import { byId, later, on, root, state } from "./state.js";
import { read } from "./store.js";
import { elementAt } from "./panes.js";

// The card of a chip: beside it while the pointer or the focus is on one of both.
const host = byId("grid-card");
let shown = null;
let wanted = null;

const close = () => {
  wanted = null;
  if (!shown) return;
  shown = null;
  host.replaceChildren();
};

const put = (chip, markup) => {
  const card = Object.assign(document.createElement("div"), { className: "chip-card", innerHTML: markup });
  card.setAttribute("role", "dialog");
  card.setAttribute("aria-label", `About ${chip.getAttribute("aria-label")}`);
  host.replaceChildren(card);
  const [box, home] = [chip.getBoundingClientRect(), root.getBoundingClientRect()];
  const below = box.bottom - home.top + 4;
  const top = below + card.offsetHeight > home.height ? box.top - home.top - card.offsetHeight - 4 : below;
  card.style.left = `${Math.max(4, Math.min(box.left - home.left, home.width - card.offsetWidth - 20))}px`;
  card.style.top = `${Math.max(4, top)}px`;
};

const open = async (chip) => {
  wanted = chip;
  if (shown === chip) return;
  const place = parseRange(chip.closest("[data-ref]").dataset.ref, state.sheet);
  const found = await read("card", { gid: state.gid, row: place.top, column: place.left, start: chip.dataset.chip });
  if (!found || wanted !== chip || !chip.isConnected) return;
  shown = chip;
  put(chip, found.card);
};

const onPointer = ({ target }) => {
  if (state.session) return;
  const chip = target.closest?.(".chip") ?? null;
  if (!chip && target.closest?.("#grid-card")) wanted = shown;
  else if (!chip && host.contains(document.activeElement)) return;
  else if (chip || wanted) {
    wanted = chip;
    later("card", 250, () => (wanted ? open(wanted) : close()));
  }
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

// Whether a cell has a chip, whose card is shown then.
export const enterChip = ({ row, column }) => {
  const chip = elementAt(row, column)?.querySelector(".chip");
  chip?.focus({ preventScroll: true });
  return Boolean(chip);
};

export const begin = () => {
  root.addEventListener("pointerover", onPointer);
  root.addEventListener("pointerleave", () => onPointer({ target: root }));
  root.addEventListener("focusin", ({ target }) => target.closest?.(".chip") && open(target));
  root.addEventListener("keydown", onKey);
  for (const name of ["moved", "session", "selected"]) on(name, close);
};
