// A long list begins with some of its rows. The others come by their button, when it comes near, or when keys
// lead beyond the last row.
const byId = (id) => document.getElementById(id);
const NEAR = 200;
let whole = ""; // the list whose rows are all there, by its address

const extend = async () => {
  const link = byId("list-rest");
  if (!link || link.getAttribute("aria-busy")) return;
  link.setAttribute("aria-busy", "true");
  const { place } = byId("list").dataset;
  const before = byId("records").tBodies[0].rows.length;
  await htmx.ajax("GET", link.dataset.rest, { source: link, target: "#records > tbody", select: "#records > tbody > tr", swap: "beforeend" });
  const rows = byId("records")?.tBodies[0].rows ?? [];
  if (!link.isConnected || rows.length === before) return link.removeAttribute("aria-busy");
  whole = place;
  const hadFocus = link === document.activeElement;
  link.parentElement.remove();
  if (hadFocus) rows[before].querySelector(":is(td, th):not(.pick)").focus();
  return undefined;
};

const look = (near) => {
  const link = byId("list-rest");
  const wrap = link?.closest(".list-wrap");
  if (!wrap || document.querySelector("dialog:modal")) return;
  if (link.getBoundingClientRect().top < Math.min(wrap.getBoundingClientRect().bottom, innerHeight) + near) extend();
};

document.addEventListener("click", (event) => {
  if (!event.target.closest?.("#list-rest") || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  extend();
});
document.addEventListener("keydown", ({ key, target }) => {
  if (key === "ArrowDown" && target.closest?.("#records tbody tr:last-child")) extend();
});
document.addEventListener("scroll", ({ target }) => target.matches?.(".list-wrap") && look(NEAR), true);
document.addEventListener("htmx:afterSettle", () => look(0));
addEventListener("resize", () => look(0));
look(0);

// What shows the list anew shows all of it, once all of it was there.
document.addEventListener("htmx:configRequest", ({ detail }) => {
  if (!whole || byId("list")?.dataset.place !== whole) return;
  const all = `${whole}${whole.includes("?") ? "&" : "?"}rows=all`;
  if (detail.path === whole) detail.path = all;
  if (detail.parameters.place === whole) detail.parameters.place = all;
});
