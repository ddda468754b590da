import { isAtEnd } from "./log.js";
import { ask, byId, refetch } from "./places.js";

// Reading: what has been seen is noted when its end was in sight, in a tab that somebody looks at. What
// one has marked as unread stays so until one comes back to it.
const tabs = new BroadcastChannel("reading");
let isHeld = false;
let kept = null; // the open thread, if it was marked as unread

const logs = () => [...document.querySelectorAll("[role=log]")];
const newestIn = (log) => [...log.querySelectorAll(".message")].at(-1);
const follow = () => (byId("follow") ? refetch() : htmx.trigger(byId("sidebar"), "live", {}));

const relook = () => {
  htmx.trigger(byId("bell"), "live", {});
  follow();
};

const noted = new Map();
const note = async (url, values, key, ts) => {
  if (!ts || noted.get(key) >= ts) return;
  noted.set(key, ts);
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...values, ts })) form.set(name, value);
  const answer = await ask("POST", url, form);
  if (answer?.status !== 204) return;
  tabs.postMessage(location.pathname);
  if (values.root) relook();
  else forget();
};

// What was just read is counted no more, without asking for the whole page again, unless one was told of it.
const forget = () => {
  const calls = Number(byId("area").dataset.calls ?? 0);
  if (calls || document.querySelector(".bell-count")) relook();
  document.title = document.title.replace(/^\((\d+)\) /, (_all, count) => (count > calls ? `(${count - calls}) ` : ""));
  const link = document.querySelector("#sidebar .unread[aria-current]");
  link?.classList.remove("unread");
  for (const each of link?.querySelectorAll(".visually-hidden, .sidebar-badge") ?? []) each.remove();
};

const look = () => {
  const area = byId("area");
  if (!area || document.hidden || !document.hasFocus()) return;
  if (document.querySelector("#panel .panel")?.dataset.thread !== kept) kept = null;
  for (const log of logs()) {
    const panel = log.closest("aside");
    const unread = panel ? panel.dataset.unread : "unread" in area.dataset && "newest" in area.dataset;
    if (!unread || !isAtEnd(log) || (panel ? panel.dataset.thread === kept : isHeld || "kept" in area.dataset)) continue;
    note(area.dataset.seen, panel ? { root: unread } : {}, panel ? unread : log.id, newestIn(log)?.dataset.key);
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
  document.addEventListener("visited", () => { kept = null; }); // be it the thread that was just left
  document.addEventListener("settled", look);
  document.addEventListener("visibilitychange", look);
  addEventListener("focus", look);
  document.addEventListener("scroll", ({ target }) => {
    if (target.matches?.(".log-scroll")) look();
  }, true);
  tabs.addEventListener("message", relook);
  document.addEventListener("submit", ({ target, submitter }) => {
    const action = submitter?.getAttribute("formaction") ?? target.getAttribute("action") ?? "";
    if (action.endsWith("/unread")) isHeld = true;
    if (action.endsWith("/thread-unread")) kept = submitter.closest(".panel").dataset.thread;
    noted.delete(kept);
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
