import { byId, say } from "./places.js";

// The sidebar's menus, which are fetched when somebody asks for one, and where things stand in it.
const menuOf = (element) => element.closest?.("#sidebar [data-menu]");
const linkOf = (element) => element.closest?.("#sidebar [data-home]");
const here = () => location.pathname + location.search;
export const nameOf = (link) => link.querySelector("span[dir]").firstChild.textContent;

const openMenu = async (source, url) => {
  await htmx.ajax("GET", url, { source: "#side-menus", target: "#side-menus", swap: "innerHTML" });
  byId("side-menu")?.showPopover({ source });
};

document.addEventListener("click", (event) => {
  const button = menuOf(event.target);
  if (!button) return;
  event.preventDefault();
  openMenu(button, button.dataset.menu);
});
document.addEventListener("keydown", (event) => {
  const button = menuOf(event.target);
  if (!button || ![" ", "ArrowDown"].includes(event.key)) return;
  event.preventDefault();
  openMenu(button, button.dataset.menu);
});
// Also by the key for menus, and by Shift+F10.
document.addEventListener("contextmenu", (event) => {
  const link = linkOf(event.target);
  if (!link || event.shiftKey) return;
  event.preventDefault();
  link.focus();
  openMenu(link, `${link.pathname}/menu?place=${encodeURIComponent(here())}`);
});

// What changes the sidebar takes nobody's place in it away, and is told to those who do not see it.
let focused = "";
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (detail.target?.id === "sidebar") focused = document.activeElement?.closest("#sidebar") ? document.activeElement.id : "";
});
document.addEventListener("htmx:afterSettle", ({ detail }) => {
  if (detail.target?.id === "sidebar" && focused && document.activeElement === document.body) byId(focused)?.focus();
});
const tabs = new BroadcastChannel("sidebar");
tabs.addEventListener("message", () => htmx.trigger(byId("follow") ?? byId("sidebar"), "live", {}));
document.addEventListener("htmx:afterRequest", ({ detail }) => {
  if (!detail.successful || detail.requestConfig.verb !== "post") return;
  const said = detail.elt.dataset?.said;
  if (said) say(said);
  if (detail.elt.closest?.("#sidebar, #side-menus")) tabs.postMessage("");
});

export const put = async (url, values, said) => {
  await htmx.ajax("POST", url, { source: "#side-menus", values: { ...values, place: here() }, target: "#sidebar", select: "#sidebar", swap: "morph:outerHTML" });
  say(said);
};

// Up and down go through what the sidebar shows.
document.addEventListener("keydown", (event) => {
  if (!event.target.matches?.("#sidebar .sidebar-link, #sidebar .sidebar-fold") || event.altKey || event.ctrlKey || event.metaKey) return;
  const all = [...byId("sidebar").querySelectorAll(".sidebar-link, .sidebar-fold")];
  const place = { ArrowDown: all.indexOf(event.target) + 1, ArrowUp: all.indexOf(event.target) - 1, Home: 0, End: all.length - 1 }[event.key];
  if (place === undefined || event.defaultPrevented) return;
  event.preventDefault();
  all[place]?.focus();
});
