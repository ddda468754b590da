import { isAtEnd, toEnd, windowed } from "./log.js";
import { ask, byId, isPlain, placeOf, say, take } from "./places.js";

// Older and newer messages come when their button is pressed or comes near; what is in sight stays in place,
// and what is far off on the other side goes.
const NEAR = 300;
let loading = false;

const load = async (button, isAsked) => {
  if (loading) return;
  loading = true;
  const { more } = button.dataset;
  button.setAttribute("aria-busy", "true");
  const place = placeOf(document);
  const answer = await ask("GET", windowed(place, more));
  loading = false;
  if (answer?.status !== 200 || place !== placeOf(document)) return button.removeAttribute("aria-busy");
  // Who came by Tab to a button that loads by itself is led on to where they were in the log.
  const stop = !isAsked && document.activeElement === button && byId("log").querySelector(".message[tabindex='0']");
  await take(answer.page);
  if (stop && document.activeElement === document.body) (stop.isConnected ? stop : byId("log").querySelector(".message"))?.focus({ preventScroll: true });
  if (!isAsked) return undefined;
  say(more === "older" ? "Older messages loaded" : "Newer messages loaded");
  if (document.activeElement === document.body) byId("log").querySelector(".message")?.focus({ preventScroll: true });
  return undefined;
};

// No observer of intersections: it tells a frame late, and the page would seem to be ready until then.
const look = (near) => {
  const scroll = byId("log")?.closest(".log-scroll");
  if (!scroll || loading || document.querySelector("dialog:is([data-open], :modal)")) return;
  const { top, bottom } = scroll.getBoundingClientRect();
  for (const button of document.querySelectorAll("[data-more]")) {
    const at = button.getBoundingClientRect();
    if (at.bottom > top - near && at.top < bottom + near) return void load(button, false);
  }
};

const jump = async (link) => {
  if (!("newest" in byId("area").dataset)) {
    const address = new URL(placeOf(document), location.href);
    address.searchParams.set("at", "end");
    const answer = await ask("GET", address.pathname + address.search);
    if (answer?.status !== 200) return location.assign(link.href);
    await take(answer.page);
  }
  toEnd(byId("log"));
  return byId("channel-composer")?.focus();
};

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("[data-more], [data-to-end]");
  if (!link || !isPlain(event)) return;
  event.preventDefault();
  if (link.matches("[data-more]")) load(link, true);
  else if (link.closest("aside")) toEnd(link.closest("aside").querySelector("[role=log]"));
  else jump(link);
});

document.addEventListener("scroll", ({ target }) => target.matches?.(".log-scroll") && look(NEAR), true);
document.addEventListener("settled", () => look(NEAR));
addEventListener("resize", () => byId("log") && (isAtEnd(byId("log")) || look(NEAR)));
document.addEventListener("DOMContentLoaded", () => look(0)); // after chat.js has gone to where the page is about
