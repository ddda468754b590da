import { isAtEnd } from "./log.js";
import { ask, byId, refetch } from "./places.js";

// Reading: what has been seen is noted when its end was in sight, in a tab that somebody looks at. What
// one has marked as unread stays so until one comes back to it.
const tabs = new BroadcastChannel("reading");
let isHeld = false;

const logs = () => [...document.querySelectorAll("[role=log]")];
const newestIn = (log) => [...log.querySelectorAll(".message")].at(-1);
const follow = () => (byId("follow") ? refetch() : htmx.trigger(byId("sidebar"), "live", {}));

const noted = new Map();
const note = async (url, values, key, ts) => {
  if (!ts || noted.get(key) >= ts) return;
  noted.set(key, ts);
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...values, ts })) form.set(name, value);
  const answer = await ask("POST", url, form);
  if (answer?.status !== 204) return;
  tabs.postMessage(location.pathname);
  if (!values.root) forget();
};

// What was just read is counted no more, without asking for the whole page again.
const forget = () => {
  const calls = Number(byId("area").dataset.calls ?? 0);
  document.title = document.title.replace(/^\((\d+)\) /, (_all, count) => (count > calls ? `(${count - calls}) ` : ""));
  const link = document.querySelector("#sidebar .unread[aria-current]");
  link?.classList.remove("unread");
  for (const each of link?.querySelectorAll(".visually-hidden, .sidebar-badge") ?? []) each.remove();
};

const look = () => {
  const area = byId("area");
  if (!area || document.hidden || !document.hasFocus()) return;
  for (const log of logs()) {
    const panel = log.closest("aside");
    const unread = panel ? panel.dataset.unread : "unread" in area.dataset && "newest" in area.dataset;
    if (!unread || !isAtEnd(log) || (isHeld && !panel)) continue;
    note(area.dataset.seen, panel ? { root: panel.dataset.unread } : {}, log.id, newestIn(log)?.dataset.key);
  }
};

// On the page of all threads, one is seen when all of its card is.
const watch = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries)
    if (isIntersecting) noteThread(target);
}, { threshold: 0.6 });
const noteThread = async ({ dataset, id }) => {
  if (noted.has(id)) return;
  noted.set(id, dataset.newest);
  const values = new URLSearchParams({ root: dataset.unreadThread, ts: dataset.newest });
  const headers = { "X-CSRF": document.querySelector("meta[name=csrf]").content };
  const answer = await fetch(dataset.seen, { method: "POST", body: values, headers });
  if (answer.ok) tabs.postMessage(location.pathname);
};

const markRead = async (area) => {
  const form = new FormData();
  form.set("ts", newestIn(byId("log"))?.dataset.key ?? "");
  form.set("place", location.pathname);
  isHeld = false;
  await ask("POST", area.dataset.read, form);
  tabs.postMessage(location.pathname);
  byId("new-line")?.remove();
  delete area.dataset.firstNew;
  follow();
};

export const reading = () => {
  document.addEventListener("settled", look);
  document.addEventListener("visibilitychange", look);
  addEventListener("focus", look);
  document.addEventListener("scroll", ({ target }) => {
    if (target.matches?.(".log-scroll")) look();
  }, true);
  tabs.addEventListener("message", follow);
  document.addEventListener("submit", ({ target }) => {
    if (/\/unread$/.test(target.getAttribute("action") ?? "")) isHeld = true;
  }, true);
  document.addEventListener("keydown", (event) => {
    const area = byId("area");
    if (event.key !== "Escape" || event.shiftKey || event.defaultPrevented || !area || !("unread" in area.dataset)) return;
    if (document.querySelector("dialog:modal, :popover-open:not(#toasts, #tooltip), [data-cancel-edit], [data-close-panel]")) return;
    markRead(area);
  });
  for (const card of document.querySelectorAll("[data-unread-thread]")) watch.observe(card);
  addEventListener("load", look);
};
