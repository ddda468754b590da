// An issue's own page: its details can be hidden, and the list that led here can be gone through.
const KEPT = "tracker.trail";
const root = document.documentElement;
const read = () => {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT)) ?? { keys: [] };
  } catch {
    return { keys: [] };
  }
};
const isPage = () => Boolean(document.querySelector("main #issue"));

// Whoever leaves a list takes along what it shows.
addEventListener("pagehide", () => {
  if (isPage()) return;
  const links = [...document.querySelectorAll("main a[data-issue]")].filter((link) => link.checkVisibility());
  const keys = [...new Set(links.map((link) => link.dataset.issue))];
  if (keys.length) sessionStorage.setItem(KEPT, JSON.stringify({ keys, from: location.pathname + location.search }));
});

const show = () => {
  const side = document.querySelector("[data-side]");
  side?.setAttribute("aria-expanded", String(root.dataset.details !== "hidden"));
  const nav = document.querySelector("[data-trail]");
  if (!nav) return;
  const { keys, from } = read();
  const { key } = document.getElementById("issue").dataset;
  const place = keys.indexOf(key);
  nav.hidden = place < 0;
  if (nav.hidden) return;
  document.querySelector("[data-up]").removeAttribute("data-command"); // back is the list then
  const to = (other) => location.pathname.replace(/[^/]+$/, encodeURIComponent(other));
  const [back, before, after] = nav.querySelectorAll("a");
  back.href = from;
  nav.querySelector("[data-place]").textContent = `${place + 1} of ${keys.length}`;
  for (const [link, other] of [[before, keys[place - 1]], [after, keys[place + 1]]]) {
    link.hidden = !other;
    if (other) link.href = to(other);
  }
};
root.dataset.details = sessionStorage.getItem("tracker.details") ?? "shown";
document.addEventListener("htmx:afterSettle", show);
show();

document.addEventListener("click", ({ target }) => {
  if (!target.closest?.("[data-side]")) return;
  root.dataset.details = root.dataset.details === "hidden" ? "shown" : "hidden";
  sessionStorage.setItem("tracker.details", root.dataset.details);
  show();
});
