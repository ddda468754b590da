import "./lingering.js";
import { openPanel } from "./panel.js";
import { sortable } from "./sorting.js";
import { byId, openMenu, peek, place, post, problemOf, say, toast } from "./visiting.js";

// A board: cards go into other columns as far as their workflow lets them, and to places within them.
const board = () => byId("board");
const cardOf = (key) => board().querySelector(`.card[data-key="${CSS.escape(key)}"]`);
const titleOf = (zone) => byId(`column-${[...zone.parentElement.children].indexOf(zone)}`).textContent;

// A transition that asks for something first does so beside the board.
const askFirst = async (key, screen) => {
  await openPanel(`${cardOf(key).querySelector("a").href}`, key);
  await htmx.ajax("GET", screen, { target: "#dialogs", swap: "innerHTML" });
};

const send = async (key, url, values, said) => {
  const refused = await post(url, values);
  cardOf(key)?.querySelector("a").focus({ preventScroll: true });
  if (!refused) return void say(said);
  if (refused.isLost) return undefined;
  const screen = refused.xhr.getResponseHeader("X-Screen");
  if (screen) await askFirst(key, screen);
  else toast(problemOf(refused), "danger");
  return refused;
};

// It stands there at once, and goes back if it is refused.
const put = async (card, zone, before) => {
  const list = zone.querySelector("ol");
  const last = [...list.querySelectorAll(".card")].filter((each) => each !== card).at(-1);
  const beside = before ? { before: before.dataset.key } : last ? { after: last.dataset.key } : {};
  const [from, next] = [card.parentElement, card.nextElementSibling];
  if (from === list && (next === before || (!before && !next))) return;
  list.insertBefore(card, before);
  const { key } = card.dataset;
  const refused = await send(key, `${board().dataset.moves}move/${key}`, { column: zone.dataset.column, ...beside }, `${key} moved to ${titleOf(zone)}`);
  if (refused && card.isConnected && from.isConnected) from.insertBefore(card, next?.isConnected && next.parentElement === from ? next : null);
};

let ways = { key: "", moves: null };
const look = async ([card]) => {
  const { key } = card.dataset;
  ways = { key, moves: null };
  const found = await peek(`${board().dataset.moves}moves/${key}`);
  if (found && ways.key === key) ways.moves = JSON.parse(found);
};
const moveTo = (zone) => ways.moves?.find((each) => String(each.column) === zone.dataset.column);
const isOwnLane = (zone, [card]) => zone.closest(".lane") === card.closest(".lane");
sortable({
  root: "#board",
  item: ".card",
  several: (card) => [card],
  nameOf: (card) => card.dataset.key,
  begin: look,
  accepts: (zone, held) => isOwnLane(zone, held) && moveTo(zone)?.legal !== false,
  refuse: (zone, held) => toast(isOwnLane(zone, held) ? moveTo(zone).reason : "Cards stay in their lane: edit the issue to change it.", "danger"),
  drop: ([card], zone, before) => put(card, zone, before),
});

const menuOf = (card) => `${board().dataset.moves}menu/${card.dataset.key}?place=${place()}`;
document.addEventListener("click", (event) => {
  const button = event.target.closest?.("#board .card-menu");
  if (button) openMenu(button, menuOf(button.closest(".card")));
  const item = event.target.closest?.("#card-menu [data-key]");
  if (!item || !board()) return;
  const { key, move, column, transition, end } = item.dataset;
  const card = cardOf(key);
  if (move) send(key, move, { column, transition }, `${key} moved`);
  if (!end) return;
  const others = [...card.parentElement.querySelectorAll(".card")].filter((each) => each !== card);
  put(card, card.closest("[data-zone]"), end === "top" ? others[0] ?? null : null);
});
document.addEventListener("contextmenu", (event) => {
  const card = event.target.closest?.("#board .card");
  if (!card || event.shiftKey) return;
  event.preventDefault();
  openMenu(card.querySelector(".card-menu"), menuOf(card));
});

// N and P go to the next and previous column; - and = fold and unfold the lanes.
document.addEventListener("keydown", (event) => {
  const { key, target } = event;
  if (!board() || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || target.closest?.("input, textarea, [contenteditable], dialog, [popover], #panel")) return;
  if (document.documentElement.dataset.singleKeys === "off") return;
  if (key === "n" || key === "p") {
    const cells = [...board().querySelectorAll("[data-zone]")].filter((zone) => zone.querySelector(".card"));
    const here = cells.indexOf(target.closest?.("[data-zone]"));
    const next = cells[here < 0 ? 0 : here + (key === "n" ? 1 : -1)];
    next?.querySelector(".card a").focus();
  } else if (key === "-" || key === "=") {
    const wanted = key === "-" ? "true" : "false";
    const lanes = [...board().querySelectorAll(`[data-fold][aria-expanded="${wanted}"]`)];
    (lanes.find((each) => each.closest(".lane-head").nextElementSibling?.contains(target)) ?? lanes[0])?.click();
  }
});
