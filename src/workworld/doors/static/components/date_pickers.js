import { mark } from "../marks.js";
import { fragment } from "../requests.js";

// Date picker (https://www.w3.org/WAI/ARIA/apg/patterns/dialog-modal/examples/datepicker-dialog/). What is
// typed counts; the server reads it, and knows which day it is.
const MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];
const DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const DAY = 86_400_000;

const parsed = (iso) => {
  const parts = /^(\d{4})-(\d\d)-(\d\d)$/.exec(iso ?? "");
  return parts ? new Date(Date.UTC(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3]))) : null;
};
const iso = (date) => date.toISOString().slice(0, 10);
const plus = (date, days) => new Date(date.getTime() + days * DAY);
const inMonth = (date, months) => {
  const first = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  return plus(first, Math.min(date.getUTCDate(), last) - 1);
};
const weekday = (date) => (date.getUTCDay() + 6) % 7;
const spoken = (date) => `${DAYS[weekday(date)]} ${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
const today = () => parsed(document.documentElement.dataset.today);
const inputOf = (calendar) => document.getElementById(calendar.dataset.calendar);

const cell = (date, shown, chosen) => {
  const td = document.createElement("td");
  td.setAttribute("role", "gridcell");
  td.setAttribute("aria-selected", String(iso(date) === chosen));
  const button = document.createElement("button");
  button.type = "button";
  button.dataset.day = iso(date);
  button.tabIndex = iso(date) === iso(shown) ? 0 : -1;
  button.textContent = String(date.getUTCDate());
  button.setAttribute("aria-label", spoken(date));
  if (iso(date) === document.documentElement.dataset.today) button.setAttribute("aria-current", "date");
  if (date.getUTCMonth() !== shown.getUTCMonth()) button.className = "is-outside";
  td.append(button);
  return td;
};

const draw = (calendar, shown, hasFocus) => {
  calendar.dataset.shown = iso(shown);
  const month = `${MONTHS[shown.getUTCMonth()]} ${shown.getUTCFullYear()}`;
  calendar.querySelector("[data-month]").textContent = month;
  calendar.querySelector("table").setAttribute("aria-label", month);
  const first = plus(shown, 1 - shown.getUTCDate());
  const start = plus(first, -weekday(first));
  const rows = Array.from({ length: 6 }, (_, week) => {
    const tr = document.createElement("tr");
    tr.append(...DAYS.map((_name, day) => cell(plus(start, week * 7 + day), shown, inputOf(calendar).dataset.iso)));
    return tr;
  });
  calendar.querySelector("tbody").replaceChildren(...rows);
  if (hasFocus) calendar.querySelector(`[data-day="${iso(shown)}"]`).focus();
};

const put = (calendar, text) => {
  const input = inputOf(calendar);
  input.value = text;
  input.dispatchEvent(new Event("input", { bubbles: true }));
  input.dispatchEvent(new Event("change", { bubbles: true }));
  calendar.hidePopover();
  input.focus();
};

document.addEventListener("toggle", ({ target, newState }) => {
  if (target.matches?.("[data-calendar]") && newState === "open")
    draw(target, parsed(inputOf(target).dataset.iso) ?? today(), true);
}, true);

document.addEventListener("click", ({ target }) => {
  const calendar = target.closest?.("[data-calendar]");
  if (!calendar) return;
  const shown = parsed(calendar.dataset.shown);
  const day = target.closest("[data-day]");
  const months = target.closest("[data-months]")?.dataset.months;
  if (day) put(calendar, day.dataset.day);
  else if (months) draw(calendar, inMonth(shown, Number(months)), false);
  else if (target.closest("[data-today]")) put(calendar, document.documentElement.dataset.today);
  else if (target.closest("[data-clear]")) put(calendar, "");
});

document.addEventListener("keydown", (event) => {
  const opener = event.target;
  if (opener.matches?.("[data-date]") && event.key === "ArrowDown" && event.altKey) {
    event.preventDefault();
    document.getElementById(opener.dataset.date).showPopover({ source: opener });
  }
  const calendar = event.target.closest?.("[data-calendar]");
  if (!calendar || !event.target.matches("[data-day]")) return;
  const at = parsed(event.target.dataset.day);
  const months = event.shiftKey ? 12 : 1;
  const moves = {
    ArrowLeft: () => plus(at, -1), ArrowRight: () => plus(at, 1), ArrowUp: () => plus(at, -7), ArrowDown: () => plus(at, 7),
    Home: () => plus(at, -weekday(at)), End: () => plus(at, 6 - weekday(at)),
    PageUp: () => inMonth(at, -months), PageDown: () => inMonth(at, months),
  };
  if (!(event.key in moves)) return;
  event.preventDefault();
  draw(calendar, moves[event.key](), true);
});

document.addEventListener("change", async ({ target }) => {
  if (!target.matches?.("[data-date]")) return;
  const url = new URL(target.dataset.readsAt, location.href);
  url.searchParams.set("text", target.value);
  const html = await fragment(url.href);
  const said = document.getElementById(`${target.id}-read`); // gone if the form closed meanwhile
  if (html === null || !said) return;
  const read = new DOMParser().parseFromString(html, "text/html").querySelector("[data-iso]");
  target.dataset.iso = read.dataset.iso;
  mark(target, "aria-invalid", String(Boolean(target.value) && !read.dataset.iso));
  said.textContent = read.textContent;
});
