// Data tables: choosing rows, and the width and choice of columns.
const boxes = (table) => [...table.querySelectorAll("tbody input[data-select-row]")];

const count = (table) => {
  const all = boxes(table);
  const chosen = all.filter((box) => box.checked);
  const head = table.querySelector("input[data-select-all]");
  if (head) {
    head.checked = all.length > 0 && chosen.length === all.length;
    head.indeterminate = chosen.length > 0 && chosen.length < all.length;
  }
  const bar = document.getElementById(`${table.id}-chosen`);
  if (!bar) return;
  bar.hidden = chosen.length === 0;
  bar.querySelector("[data-count]").textContent = `${chosen.length} selected`;
};

let before = null;
document.addEventListener("click", (event) => {
  const box = event.target;
  if (!box.matches?.("input[data-select-row]")) return;
  const all = boxes(box.closest("table"));
  if (event.shiftKey && all.includes(before)) {
    const [from, to] = [all.indexOf(before), all.indexOf(box)].sort((a, b) => a - b);
    for (const between of all.slice(from, to + 1)) between.checked = box.checked;
  }
  before = box;
  count(box.closest("table"));
});

document.addEventListener("change", ({ target }) => {
  if (target.matches?.("input[data-select-all]")) {
    for (const box of boxes(target.closest("table"))) box.checked = target.checked;
    count(target.closest("table"));
  }
});

document.addEventListener("click", ({ target }) => {
  const item = target.closest?.("[data-column]");
  if (item?.getAttribute("role") !== "menuitemcheckbox") return;
  const show = item.getAttribute("aria-checked") !== "true";
  item.setAttribute("aria-checked", String(show));
  const table = document.getElementById(item.dataset.table);
  for (const each of table.querySelectorAll(`[data-in="${CSS.escape(item.dataset.column)}"]`)) each.hidden = !show;
});

const LEAST = 60;
const widen = (grip, width) => {
  const column = grip.closest("th");
  const wide = Math.max(LEAST, Math.round(width));
  column.style.width = column.style.minWidth = `${wide}px`;
  grip.setAttribute("aria-valuenow", String(wide));
};

document.addEventListener("pointerdown", (event) => {
  const grip = event.target.closest?.(".resizer");
  if (!grip) return;
  event.preventDefault();
  grip.focus();
  grip.setPointerCapture(event.pointerId);
  const start = event.clientX;
  const wide = grip.closest("th").offsetWidth;
  const follow = (at) => widen(grip, wide + at.clientX - start);
  grip.addEventListener("pointermove", follow);
  grip.addEventListener("pointerup", (at) => {
    follow(at);
    grip.removeEventListener("pointermove", follow);
  }, { once: true });
});

document.addEventListener("keydown", (event) => {
  const grip = event.target.closest?.(".resizer");
  if (!grip || !["ArrowLeft", "ArrowRight"].includes(event.key)) return;
  event.preventDefault();
  widen(grip, grip.closest("th").offsetWidth + (event.key === "ArrowRight" ? 16 : -16));
});
