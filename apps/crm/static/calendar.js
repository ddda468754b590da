// One's own calendar: meetings are moved and made longer by the pointer, in steps of a quarter of an hour; a stretch
// of an empty day becomes a new one. Where the pointer was released counts; the forms do all of it as well.
const ROW = 10;
const QUARTERS = 96;
const QUARTER = 15;
const THRESHOLD = 4;
const root = () => document.getElementById("crm-calendar");
const clamp = (value, least, most) => Math.min(Math.max(value, least), most);
const dayAt = (x, y) => document.elementsFromPoint(x, y).map((each) => each.closest?.("#crm-calendar [data-day]")).find(Boolean);
const quarterAt = (day, y) => clamp(Math.floor((y - day.getBoundingClientRect().top) / ROW), 0, QUARTERS - 1);
const clock = (quarter) => {
  const hour = Math.floor(quarter / 4) % 24;
  return `${((hour + 11) % 12) + 1}:${String((quarter % 4) * QUARTER).padStart(2, "0")} ${hour < 12 ? "AM" : "PM"}`;
};
const say = (text) => { document.getElementById("status").textContent = text; };

const send = async (id, values) => {
  const { view, date, moves } = root().dataset;
  const top = document.getElementById("calendar-hours")?.scrollTop;
  await htmx.ajax("POST", `${moves}/${id}/move`, { source: root(), target: "#crm-calendar", select: "#crm-calendar", swap: "morph:outerHTML", values: { ...values, view, date } });
  const frame = document.getElementById("calendar-hours");
  if (frame && top !== undefined) frame.scrollTop = top;
  document.querySelector(`[data-event="${CSS.escape(id)}"]`)?.focus({ preventScroll: true });
};

let drag = null;
document.addEventListener("dragstart", (event) => event.target.closest?.("#crm-calendar [data-event]") && event.preventDefault());
document.addEventListener("pointerdown", (event) => {
  if (event.button || !event.target.closest?.("#crm-calendar")) return;
  const { clientX: x, clientY: y } = event;
  const item = event.target.closest("[data-event]");
  const day = event.target.closest(".hours-day");
  if (item) drag = { item, x, y, grows: Boolean(event.target.closest("[data-edge]")), day: item.closest("[data-day]") };
  else if (day?.dataset.new && event.target === day) drag = { day, x, y, from: quarterAt(day, y) };
});

const mark = () => Object.assign(document.createElement("div"), { className: "meeting-new" });
const stretch = (y) => {
  const to = quarterAt(drag.day, y);
  drag.first = Math.min(drag.from, to);
  drag.length = Math.abs(to - drag.from) + 1;
  drag.mark ??= drag.day.appendChild(mark());
  drag.mark.style.gridRow = `${drag.first + 1} / span ${drag.length}`;
};
const shift = (x, y) => {
  const { item, grows } = drag;
  const over = dayAt(x, y) ?? drag.over ?? drag.day;
  const by = Math.round((y - drag.y) / ROW);
  item.classList.add("is-held");
  for (const each of root().querySelectorAll(".is-target")) each.classList.remove("is-target");
  drag.over = grows ? drag.day : over;
  if (item.dataset.first === undefined) return over.classList.add("is-target");
  const [first, length] = [Number(item.dataset.first), Number(item.dataset.length)];
  drag.first = grows ? first : clamp(first + by, 0, QUARTERS - 1);
  drag.length = grows ? clamp(length + by, 1, QUARTERS - first) : length;
  if (drag.over !== item.parentElement) drag.over.append(item);
  item.style.gridRow = `${drag.first + 1} / span ${Math.min(drag.length, QUARTERS - drag.first)}`;
  return undefined;
};
const show = ({ clientX: x, clientY: y }) => {
  if (!drag.isUnderWay && Math.hypot(x - drag.x, y - drag.y) < THRESHOLD) return;
  drag.isUnderWay = true;
  if (drag.item) shift(x, y);
  else stretch(y);
};
document.addEventListener("pointermove", (event) => {
  if (!drag) return;
  if (event.buttons) show(event);
  else put(null);
});

const back = ({ item, day, mark: made }) => {
  made?.remove();
  item?.classList.remove("is-held");
  item?.removeAttribute("style");
  if (item?.matches(".meeting") && item.parentElement !== day) day.append(item);
  for (const each of root()?.querySelectorAll(".is-target") ?? []) each.classList.remove("is-target");
};
let swallows = false;
const put = async (event) => {
  if (event) show(event);
  const done = drag;
  drag = null;
  if (!done?.isUnderWay) return;
  swallows = Boolean(event);
  setTimeout(() => { swallows = false; });
  const { item, over, first, length } = done;
  if (!event) back(done);
  else if (!item) {
    back(done);
    const url = new URL(done.day.dataset.new, location.href);
    url.searchParams.set("StartDateTime-time", clock(first));
    url.searchParams.set("EndDateTime-time", clock(Math.min(first + length, QUARTERS - 1)));
    await htmx.ajax("GET", url.pathname + url.search, { target: "#dialogs", swap: "innerHTML" });
  } else if (first === undefined) {
    const isElsewhere = over !== done.day;
    back(done);
    if (isElsewhere) await send(item.dataset.event, { day: over.dataset.day });
  } else {
    const isSame = over === done.day && first === Number(item.dataset.first) && length === Number(item.dataset.length);
    const minutes = done.grows ? length * QUARTER : Number(item.dataset.minutes);
    back(done);
    if (isSame) return;
    say(`${over.getAttribute("aria-label")}, ${clock(first)}`);
    await send(item.dataset.event, { day: over.dataset.day, start: first * QUARTER, minutes });
  }
};
document.addEventListener("pointerup", (event) => drag && put(event));
document.addEventListener("pointercancel", () => put(null));
document.addEventListener("keydown", (event) => event.key === "Escape" && drag && put(null));
document.addEventListener("click", (event) => {
  if (!swallows || !event.target.closest("#crm-calendar")) return;
  event.preventDefault();
  event.stopPropagation();
}, true);

// The day begins where people do.
const frame = document.getElementById("calendar-hours");
if (frame) frame.scrollTop = 7 * 4 * ROW;
