import { place } from "./places.js";
import { tell } from "./deeds.js";

// Charts lie over the cells: they scroll and grow with them, and come anew when the workbook has changed.
const host = document.getElementById("sheet-charts");
const scroller = document.querySelector(".grid-scroll");
let shown = "";
let zoom = 1;
let held = null;

const HEAD = { width: 46, height: 24 };

// Lines that are frozen cover what is scrolled below them.
const boundsOfCells = () => {
  const grid = document.getElementById("grid").getBoundingClientRect();
  const pane = document.querySelector("#grid-panes .pane:not(.pane-top, .pane-left, .heads)")?.getBoundingClientRect();
  return {
    left: pane && scroller.scrollLeft ? pane.left - grid.left : HEAD.width,
    top: pane && scroller.scrollTop ? pane.top - grid.top : HEAD.height,
  };
};

const lay = () => {
  if (!host || host.hidden) return;
  zoom = Number(getComputedStyle(document.getElementById("grid")).getPropertyValue("--zoom")) || 1;
  const { left, top } = boundsOfCells();
  Object.assign(host.style, { left: `${left}px`, top: `${top}px` });
  for (const chart of host.children) {
    const { left: x, top: y, width, height } = chart.dataset;
    Object.assign(chart.style, {
      left: `${HEAD.width - left + Number(x) * zoom - scroller.scrollLeft}px`,
      top: `${HEAD.height - top + Number(y) * zoom - scroller.scrollTop}px`,
      width: `${Number(width) * zoom}px`,
      height: `${Number(height) * zoom}px`,
    });
  }
};

const load = async (mark) => {
  shown = mark;
  const task = {};
  tell("begun", task);
  const answer = await fetch(`${host.dataset.src}?gid=${place().gid}`, { headers: { "HX-Request": "true" } }).catch(() => null);
  if (answer?.ok && shown === mark) {
    host.innerHTML = await answer.text();
    host.hidden = !host.childElementCount;
    lay();
  }
  tell("ended", task);
};

document.addEventListener("sheets:shown", ({ detail }) => {
  if (!host) return;
  const mark = `${detail.gid}:${detail.revision}`;
  if (mark !== shown) load(mark);
  lay();
});
scroller?.addEventListener("scroll", lay, { passive: true });
addEventListener("resize", lay);
document.addEventListener("sheets:selected", lay);

const moved = ({ chart, corner, from, box }, event) => {
  const [x, y] = [(event.clientX - from.x) / zoom, (event.clientY - from.y) / zoom];
  const found = corner
    ? { ...box, width: Math.max(120, box.width + x), height: Math.max(120, box.height + y) }
    : { ...box, left: Math.max(0, box.left + x), top: Math.max(0, box.top + y) };
  for (const [name, value] of Object.entries(found)) chart.dataset[name] = String(Math.round(value));
  lay();
};

host?.addEventListener("pointerdown", (event) => {
  const corner = event.target.closest("[data-corner]");
  const handle = corner ?? event.target.closest(".sheet-chart-head");
  if (!handle || event.target.closest("button") || !host.querySelector("[data-corner]") || event.button) return;
  const chart = handle.closest("[data-chart]");
  const box = Object.fromEntries(["left", "top", "width", "height"].map((name) => [name, Number(chart.dataset[name])]));
  held = { chart, corner, from: { x: event.clientX, y: event.clientY }, box };
  handle.setPointerCapture(event.pointerId);
  event.preventDefault();
});
host?.addEventListener("pointermove", (event) => { if (held) moved(held, event); });
host?.addEventListener("pointerup", (event) => {
  if (!held) return;
  const { chart, box } = held;
  moved(held, event);
  held = null;
  const { chart: id, left, top, width, height } = chart.dataset;
  if (["left", "top", "width", "height"].every((name) => Number(chart.dataset[name]) === box[name])) return;
  const { workbook, gid } = place();
  htmx.ajax("POST", `${workbook}/deeds/move-chart`, { target: "#dialogs", swap: "none", values: { chart: id, gid, left, top, width, height } });
});

if (host) load("");
