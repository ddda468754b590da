// The part of a channel's log that is in the page: its bounds, where one is in it, and what is new below.
const scrollOf = (log) => log.closest(".log-scroll");
const linesOf = (log) => [...log.querySelectorAll(".message")];
const areaOf = () => document.getElementById("area");
const isWhole = (log) => log.id !== "log" || "newest" in areaOf().dataset;

export const isAtEnd = (log) => isWhole(log) && Math.abs(scrollOf(log).scrollTop) < 40;
export const toEnd = (log) => { scrollOf(log).scrollTop = 0; };

// An address that asks for the page with the messages that are in view here, and more of them if wanted.
export const windowed = (address, more = "") => {
  const url = new URL(address, location.href);
  if (!areaOf()) return url.pathname + url.search;
  const lines = document.querySelectorAll("#log > .message");
  const { newest, firstNew } = areaOf().dataset;
  if (lines.length && url.pathname.match(/\/c\/[^/]+/)?.[0] === location.pathname.match(/\/c\/[^/]+/)?.[0]) {
    url.searchParams.set("from", lines[0].dataset.key);
    if (newest === undefined) url.searchParams.set("to", lines[lines.length - 1].dataset.key);
    if (firstNew) url.searchParams.set("new", firstNew);
    if (more) url.searchParams.set("more", more);
  }
  return url.pathname + url.search;
};

// What is in sight stays where it is, whatever comes or goes above and below it.
export const held = (log) => {
  const scroll = scrollOf(log);
  if (isAtEnd(log)) return () => toEnd(log);
  const { top, bottom } = scroll.getBoundingClientRect();
  const seen = linesOf(log).map((line) => ({ line, at: line.getBoundingClientRect() }));
  const inSight = seen.filter(({ at }) => at.bottom > top && at.top < bottom);
  return () => {
    const kept = inSight.find(({ line }) => line.isConnected);
    if (kept) scroll.scrollTop += kept.line.getBoundingClientRect().top - kept.at.top;
    else toEnd(log);
  };
};

// Whoever reads older messages is told how many have come, and gets to them in one go.
const hintOf = (log) => log.closest("main, aside").querySelector("[data-to-end]");
const hint = (log) => {
  const button = hintOf(log);
  const fresh = Number(button.dataset.fresh ?? 0);
  if (isAtEnd(log)) delete button.dataset.fresh;
  const scroll = scrollOf(log);
  button.hidden = isAtEnd(log) || (isWhole(log) && !fresh && -scroll.scrollTop < scroll.clientHeight);
  button.querySelector("span").textContent = fresh ? `${fresh} new message${fresh === 1 ? "" : "s"}` : "Jump to latest";
};

const spoken = (line) => {
  const author = line.getAttribute("aria-label").split(",")[0];
  return `${author}: ${line.querySelector(".message-text")?.textContent.trim() ?? ""}`;
};

// Watches a log while it is taken anew: what has come at its end is told, and counted if it is out of sight.
export const watched = (log) => {
  const last = linesOf(log).at(-1)?.id;
  const [wasAtEnd, wasWhole] = [isAtEnd(log), isWhole(log)];
  return () => {
    const lines = linesOf(log);
    const place = lines.findIndex((line) => line.id === last);
    const come = place < 0 || !wasWhole ? [] : lines.slice(place + 1);
    if (come.length) document.getElementById("status").textContent = come.slice(-3).map(spoken).join(". ");
    if (come.length && !wasAtEnd) hintOf(log).dataset.fresh = String(Number(hintOf(log).dataset.fresh ?? 0) + come.length);
    hint(log);
  };
};

document.addEventListener("scroll", ({ target }) => {
  const log = target.matches?.(".log-scroll") && target.querySelector("[role=log]");
  if (log) hint(log);
}, true);
