// Timelines and calendars: bars and items are dragged to other days, or moved by keys.
const DAY = 86400000;
const THRESHOLD = 4;
const byId = (id) => document.getElementById(id);
const moved = (iso, days) => new Date(Date.parse(`${iso}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);
const say = (text) => { byId("status").textContent = text; };

const send = async (root, key, values) => {
  const place = root.getAttribute("hx-get");
  await htmx.ajax("POST", root.dataset.dates + key, {
    source: root, target: `#${root.id}`, select: `#${root.id}`, swap: "morph:outerHTML",
    values: { ...values, dragged: "1", at: root.id === "timeline" ? "timeline" : "calendar", place },
  });
};

// Bars.
const chart = () => byId("timeline");
const shifted = ({ start, due }, edge, days) => {
  if (edge === "start") return { start: moved(start, days) > due ? due : moved(start, days), due };
  if (edge === "due") return { start, due: moved(due, days) < start ? start : moved(due, days) };
  return { start: moved(start, days), due: moved(due, days) };
};
const put = async (bar, edge, days) => {
  const key = bar.dataset.issue;
  const values = shifted(bar.dataset, edge, days);
  await send(chart(), key, values);
  chart().querySelector(`[data-bar][data-issue="${CSS.escape(key)}"]`)?.focus({ preventScroll: true });
  say(`${key}: ${values.start} to ${values.due}`);
};

let drag = null;
document.addEventListener("dragstart", (event) => event.target.closest?.("[data-bar], .month-item") && event.preventDefault());
document.addEventListener("pointerdown", (event) => {
  const bar = event.target.closest?.("#timeline[data-may] [data-bar]");
  if (event.button || event.pointerType === "touch" || !bar) return;
  drag = { bar, edge: event.target.dataset.edge ?? "", x: event.clientX, by: 0 };
});
document.addEventListener("pointermove", ({ clientX: x, buttons }) => {
  if (!drag || !buttons) {
    drag = null;
    return;
  }
  const day = Number(chart().dataset.day);
  drag.by = Math.round((x - drag.x) / day);
  if (Math.abs(x - drag.x) < THRESHOLD && !drag.isUnderWay) return;
  drag.isUnderWay = true;
  document.documentElement.classList.add("is-planning");
  const rect = drag.bar.querySelector("rect");
  drag.from ??= { x: Number(rect.getAttribute("x")), width: Number(rect.getAttribute("width")) };
  const by = drag.by * day;
  const left = drag.edge === "due" ? 0 : by;
  rect.setAttribute("x", drag.from.x + left);
  rect.setAttribute("width", Math.max(day, drag.from.width + (drag.edge === "due" ? by : drag.edge === "start" ? -by : 0)));
});
const stop = (event) => {
  event.preventDefault();
  event.stopImmediatePropagation();
};
document.addEventListener("pointerup", ({ clientX }) => {
  const done = drag;
  drag = null;
  document.documentElement.classList.remove("is-planning");
  if (!done) return;
  const by = Math.round((clientX - done.x) / Number(chart().dataset.day));
  if (!done.isUnderWay && Math.abs(clientX - done.x) < THRESHOLD) return;
  addEventListener("click", stop, { capture: true, once: true });
  setTimeout(() => removeEventListener("click", stop, { capture: true }));
  if (by) put(done.bar, done.edge, by);
  else if (done.from) {
    done.bar.querySelector("rect").setAttribute("x", done.from.x);
    done.bar.querySelector("rect").setAttribute("width", done.from.width);
  }
});
document.addEventListener("keydown", (event) => {
  const bar = event.target.closest?.("#timeline[data-may] [data-bar]");
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!bar || !step || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  put(bar, event.shiftKey ? "due" : "", step);
});

// Days of a calendar.
let held = null;
const cellAt = (x, y) => document.elementFromPoint(x, y)?.closest("#calendar td[data-day]");
document.addEventListener("pointerdown", (event) => {
  const item = event.target.closest?.("#calendar[data-may] .month-item[data-key]");
  if (event.button || event.pointerType === "touch" || !item || event.target.closest("button, .icon-button")) return;
  held = { item, x: event.clientX, y: event.clientY, ghost: null };
});
document.addEventListener("pointermove", ({ clientX: x, clientY: y, buttons }) => {
  if (!held || !buttons) return;
  if (!held.ghost && Math.hypot(x - held.x, y - held.y) < THRESHOLD) return;
  if (!held.ghost) {
    held.ghost = held.item.cloneNode(true);
    held.ghost.classList.add("month-ghost");
    held.ghost.setAttribute("aria-hidden", "true");
    held.ghost.style.width = `${held.item.offsetWidth}px`;
    document.body.append(held.ghost);
    document.documentElement.classList.add("is-planning");
  }
  held.ghost.style.translate = `${x + 8}px ${y + 4}px`;
  for (const cell of document.querySelectorAll("#calendar td.is-target")) cell.classList.remove("is-target");
  cellAt(x, y)?.classList.add("is-target");
});
document.addEventListener("pointerup", async ({ clientX: x, clientY: y }) => {
  const done = held;
  held = null;
  if (!done) return;
  const wasFar = done.ghost || Math.hypot(x - done.x, y - done.y) >= THRESHOLD;
  done.ghost?.remove();
  document.documentElement.classList.remove("is-planning");
  if (!wasFar) return;
  for (const cell of document.querySelectorAll("#calendar td.is-target")) cell.classList.remove("is-target");
  addEventListener("click", stop, { capture: true, once: true });
  setTimeout(() => removeEventListener("click", stop, { capture: true }));
  const cell = cellAt(x, y);
  if (!cell || cell.contains(done.item)) return;
  const { key } = done.item.dataset;
  await send(byId("calendar"), key, { due: cell.dataset.day });
  say(`${key} is due on ${cell.dataset.day}`);
});
