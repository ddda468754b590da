// Dashboards that are edited: widgets are moved by their grip and resized at their corner, or by arrow keys.
const grid = () => document.getElementById("widgets");
const cellOf = (widget) => widget.dataset.cell.split(":").map(Number);
const clamp = (value, least, most) => Math.min(Math.max(value, least), most);
const COLUMNS = 12;
const ROW = 52;

const place = (widget, cell) => {
  const values = { do: `place:${cell.join(":")}`, csrf: document.querySelector('meta[name="csrf"]').content };
  return htmx.ajax("POST", widget.dataset.widget, { target: "#widgets", select: "#widgets", swap: "morph:outerHTML", values });
};
const show = (widget, [column, row, width, height]) => {
  widget.style.gridColumn = `${column + 1} / span ${width}`;
  widget.style.gridRow = `${row + 1} / span ${height}`;
};

let drag = null;
document.addEventListener("pointerdown", (event) => {
  const part = event.target.closest?.("[data-grid] :is(.grip, .resize)");
  if (!part || event.button) return;
  event.preventDefault();
  const widget = part.closest(".widget");
  const gap = Number.parseFloat(getComputedStyle(grid()).columnGap);
  const step = [(grid().clientWidth + gap) / COLUMNS, ROW + gap];
  drag = { widget, step, from: cellOf(widget), cell: cellOf(widget), x: event.clientX, y: event.clientY, grows: part.matches(".resize") };
  widget.classList.add("is-held");
  part.focus?.();
});
document.addEventListener("pointermove", ({ clientX, clientY, buttons }) => {
  if (!drag) return;
  if (!buttons) return end();
  const [right, down] = [Math.round((clientX - drag.x) / drag.step[0]), Math.round((clientY - drag.y) / drag.step[1])];
  const [column, row, width, height] = drag.from;
  drag.cell = drag.grows
    ? [column, row, clamp(width + right, 2, COLUMNS - column), clamp(height + down, 2, 12)]
    : [clamp(column + right, 0, COLUMNS - width), Math.max(row + down, 0), width, height];
  show(drag.widget, drag.cell);
});
const end = () => {
  if (!drag) return;
  const { widget, cell, from } = drag;
  drag = null;
  widget.classList.remove("is-held");
  widget.removeAttribute("style");
  if (cell.join() !== from.join()) place(widget, cell);
};
document.addEventListener("pointerup", end);
document.addEventListener("pointercancel", end);

const KEYS = { ArrowLeft: ["left", "narrower"], ArrowRight: ["right", "wider"], ArrowUp: ["up", "shorter"], ArrowDown: ["down", "taller"] };
document.addEventListener("keydown", (event) => {
  const grip = event.target.closest?.("[data-grid] .grip");
  if (event.key === "Escape" && drag) {
    drag.cell = drag.from;
    return end();
  }
  if (!grip || !(event.key in KEYS) || event.ctrlKey || event.altKey || event.metaKey) return undefined;
  event.preventDefault();
  const widget = grip.closest(".widget");
  const item = widget.querySelector(`[data-step="${KEYS[event.key][Number(event.shiftKey)]}"]`);
  if (!item) return undefined;
  return place(widget, item.value.split(":").slice(1));
});
