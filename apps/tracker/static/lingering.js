import { byId, peek } from "./visiting.js";

// Whoever lingers on a card, with the mouse or by keys, is told what it has no room for. Esc and whatever
// they do next take it away.
const PAUSE_MILLISECONDS = 700;
let wait = 0;
let card = null;
let turn = 0;

const box = () => byId("card-details");
const hide = () => {
  clearTimeout(wait);
  turn += 1;
  card?.querySelector("a").removeAttribute("aria-describedby");
  card = null;
  if (box()?.matches(":popover-open")) box().hidePopover();
};

const show = async (wanted) => {
  const mine = ++turn;
  const said = await peek(`${byId("board").dataset.moves}details/${wanted.dataset.key}`);
  if (!said || mine !== turn || !wanted.isConnected) return;
  card = wanted;
  box().innerHTML = said;
  box().showPopover();
  const [at, own] = [card.getBoundingClientRect(), box().getBoundingClientRect()];
  const isRight = at.right + own.width + 12 < innerWidth;
  box().style.left = `${Math.max(8, isRight ? at.right + 6 : at.left - own.width - 6)}px`;
  box().style.top = `${Math.max(8, Math.min(at.top, innerHeight - own.height - 8))}px`;
  card.querySelector("a").setAttribute("aria-describedby", box().id);
};

const begin = (target) => {
  const wanted = target.closest?.("#board .card");
  if (wanted && wanted === card) return;
  hide();
  if (wanted) wait = setTimeout(() => !document.querySelector(".is-dragging, .is-held") && show(wanted), PAUSE_MILLISECONDS);
};

document.addEventListener("pointerover", ({ target, pointerType }) => pointerType !== "touch" && begin(target));
document.addEventListener("focusin", ({ target }) => target.matches?.(":focus-visible") && begin(target));
document.addEventListener("focusout", ({ target }) => target.closest?.("#board .card") && hide());
document.addEventListener("pointerdown", hide);
document.addEventListener("keydown", hide);
document.addEventListener("scroll", hide, true);
document.addEventListener("taken", hide);
