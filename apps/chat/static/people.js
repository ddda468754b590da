import { byId, visit } from "./places.js";

// Whoever points at the name or the picture of somebody for a while, or goes there by the keyboard, sees who
// it is. The card stays while one is in it; Escape, a click elsewhere and scrolling close it.
const WAIT = 400;
const GRACE = 200;
const known = new Map();
let card = null;
let over = null;
let timer = 0;

const linkAt = (target) =>
  target.closest?.("[data-person]") ?? target.closest?.(".message > .avatar")?.parentElement.querySelector(".author-link");
const addressOf = (link) => new URL(link.href ?? link.dataset.person, location.href);

const cardOf = async (link) => {
  const url = addressOf(link);
  url.pathname += "/card";
  if (!known.has(url.href)) {
    const answer = await fetch(url).catch(() => null);
    if (!answer?.ok) return null;
    known.set(url.href, await answer.text());
  }
  const page = new DOMParser().parseFromString(known.get(url.href), "text/html");
  return document.adoptNode(page.body.firstElementChild);
};

const close = () => {
  clearTimeout(timer);
  over = null;
  card?.remove();
  card = null;
};

const open = async (link) => {
  const made = await cardOf(link);
  if (!made || over !== link || !link.isConnected) return;
  card?.remove();
  card = made;
  document.body.append(made);
  made.showPopover({ source: link });
};

// Anew for each thing that is pointed at, so that passing over many asks for none.
const point = (link) => {
  if (link === over) return clearTimeout(card ? timer : 0);
  clearTimeout(timer);
  over = link;
  timer = setTimeout(() => open(link), WAIT);
};
const leave = () => {
  clearTimeout(timer);
  if (card) timer = setTimeout(close, GRACE);
  else over = null;
};

document.addEventListener("pointerover", ({ target, pointerType }) => {
  if (pointerType === "touch") return;
  const link = linkAt(target);
  if (link) point(link);
  else if (card?.contains(target)) clearTimeout(timer);
  else if (!card?.contains(document.activeElement) && document.activeElement !== over) leave();
});
document.addEventListener("focusin", ({ target }) => {
  const link = target.matches?.("[data-person]:focus-visible") ? target : null;
  if (link) point(link);
  else if (!card?.contains(target)) close();
});
document.addEventListener("pointerdown", ({ target }) => card?.contains(target) || close());
document.addEventListener("click", ({ target }) => target.closest?.("[data-person], .person-card a") && setTimeout(close));
document.addEventListener("submit", (event) => {
  const url = event.target.id === "see-person" && addressOf(event.submitter);
  if (!url || !byId("panel")) return;
  event.preventDefault();
  visit(url.href, true);
});
document.addEventListener("scroll", () => card?.contains(document.activeElement) || close(), true);
document.addEventListener("settled", () => {
  known.clear(); // somebody may have come or gone
  if (over && !over.isConnected) close();
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !card) return;
  event.preventDefault();
  const back = card.contains(document.activeElement) ? over : null;
  close();
  back?.focus();
}, true);
