import { sortable } from "./sorting.js";
import { byId, openMenu, place, post, problemOf, say, toast } from "./visiting.js";

// A backlog: issues go into sprints and to places in them, one or several at a time.
const backlog = () => byId("backlog");
const rows = () => [...backlog().querySelectorAll(".row")];
const rowOf = (key) => backlog().querySelector(`.row[data-key="${CSS.escape(key)}"]`);
const keysOf = (all) => all.map((row) => row.dataset.key);

// What is selected is known by keys, since rows come and go.
let chosen = new Set();
let anchor = "";
const mark = () => {
  const there = new Set(keysOf(rows()));
  chosen = new Set([...chosen].filter((key) => there.has(key)));
  for (const row of rows()) {
    const isChosen = chosen.has(row.dataset.key);
    row.classList.toggle("is-chosen", isChosen);
    row.querySelector(".row-pick").checked = isChosen;
  }
  const bar = byId("chosen");
  bar.hidden = !chosen.size;
  bar.querySelector("strong").textContent = `${chosen.size} selected`;
};
const choose = (keys, isOnly = false) => {
  if (isOnly) chosen.clear();
  for (const key of keys) chosen.add(key);
  mark();
  say(`${chosen.size} selected`);
};
const toggle = (key) => {
  anchor = key;
  if (chosen.delete(key)) mark();
  else choose([key]);
};
const upTo = (key) => {
  const all = keysOf(rows());
  const [from, to] = [all.indexOf(anchor || key), all.indexOf(key)].sort((a, b) => a - b);
  choose(all.slice(Math.max(from, 0), to + 1));
};
const clear = () => {
  chosen.clear();
  anchor = "";
  mark();
};
const several = (row) => (chosen.has(row.dataset.key) ? rows().filter((each) => chosen.has(each.dataset.key)) : [row]);

document.addEventListener("click", (event) => {
  const row = event.target.closest?.("#backlog .row");
  if (!row || event.button) return;
  const { key } = row.dataset;
  if (event.target.closest(".row-pick")) {
    if (event.shiftKey) upTo(key);
    else toggle(key);
    return;
  }
  if (event.target.closest("button, input")) return;
  if (!(event.ctrlKey || event.metaKey || event.shiftKey)) return;
  event.preventDefault(); // and no new tab or window
  event.stopImmediatePropagation();
  if (event.shiftKey) upTo(key);
  else toggle(key);
}, true);
document.addEventListener("keydown", (event) => {
  const { key, target } = event;
  if (key === "Escape" && chosen.size && !target.closest?.("dialog, [popover], input") && !document.querySelector(".is-held")) clear();
  const row = target.closest?.("#backlog .row");
  if (!row || !event.shiftKey || !["ArrowUp", "ArrowDown"].includes(key) || event.defaultPrevented) return;
  const all = rows();
  const next = all[all.indexOf(row) + (key === "ArrowDown" ? 1 : -1)];
  if (!next) return;
  event.preventDefault();
  if (!anchor) anchor = row.dataset.key;
  choose(keysOf([row, next]));
  next.querySelector("a").focus();
});
document.addEventListener("taken", mark);
document.addEventListener("htmx:afterSettle", ({ detail }) => detail?.target?.id === "backlog" && mark());

// Moving.
const plan = async (keys, values, said) => {
  const refused = await post(`${backlog().dataset.plan}plan`, { issue: keys, ...values });
  if (refused) return refused.isLost || toast(problemOf(refused), "danger");
  say(said);
  return undefined;
};
const drop = async (held, zone, before) => {
  const others = [...zone.querySelectorAll(".row")].filter((each) => !held.includes(each));
  const last = others.at(-1);
  const beside = before ? { before: before.dataset.key } : last ? { after: last.dataset.key } : {};
  const keys = keysOf(held);
  const origins = held.map((row) => [row, row.parentElement, row.nextElementSibling]);
  if (held.length === 1 && origins[0][1] === zone.querySelector("ol") && origins[0][2] === before) return;
  for (const row of held) zone.querySelector("ol").insertBefore(row, before);
  const name = zone.querySelector("ol").getAttribute("aria-label");
  const hasFailed = await plan(keys, { sprint: zone.dataset.sprint, ...beside }, `${keys.join(", ")} moved to ${name}`);
  if (hasFailed === undefined) return rowOf(keys[0])?.querySelector("a").focus({ preventScroll: true });
  for (const [row, from, next] of origins.reverse()) from.insertBefore(row, next?.parentElement === from ? next : null);
  return undefined;
};
sortable({
  root: "#backlog",
  item: ".row",
  several,
  nameOf: (row) => (several(row).length > 1 ? `${several(row).length} issues` : row.dataset.key),
  begin: () => null,
  accepts: () => true,
  refuse: () => null,
  drop,
});

const showMenu = (button, held) => {
  const query = new URLSearchParams(keysOf(held).map((key) => ["issue", key]));
  const sprints = new Set(held.map((row) => row.closest("[data-zone]").dataset.sprint));
  if (sprints.size === 1) query.set("in", [...sprints][0]);
  byId("card-menus").dataset.keys = keysOf(held).join(" ");
  return openMenu(button, `${backlog().dataset.plan}plan/menu?${query}&place=${place()}`);
};
document.addEventListener("click", (event) => {
  const { target } = event;
  const button = target.closest?.("#backlog .row-menu");
  if (button) showMenu(button, several(button.closest(".row")));
  const all = target.closest?.("[data-chosen-menu]");
  if (all) showMenu(all, rows().filter((row) => chosen.has(row.dataset.key)));
  if (target.closest?.("[data-chosen-clear]")) clear();
  const item = target.closest?.("#card-menu [data-plan-url]");
  if (!item) return;
  const keys = byId("card-menus").dataset.keys.split(" ");
  const { sprint, end } = item.dataset;
  plan(keys, { sprint, end }, `${keys.join(", ")} moved: ${item.textContent.trim()}`);
});
document.addEventListener("contextmenu", (event) => {
  const row = event.target.closest?.("#backlog .row");
  if (!row || event.shiftKey || event.target.closest("input")) return;
  event.preventDefault();
  showMenu(row.querySelector(".row-menu"), several(row));
});

// Estimates are edited in place: Enter or leaving the field saves, Escape leaves all as it was.
document.addEventListener("click", ({ target }) => {
  const shown = target.closest?.("#backlog .row-estimate");
  if (!shown) return;
  const field = document.createElement("input");
  Object.assign(field, { className: "input estimate-field", value: shown.dataset.estimate, autocomplete: "off" });
  field.setAttribute("aria-label", `Estimate of ${shown.closest(".row").dataset.key}`);
  shown.replaceWith(field);
  field.select();
  let isOver = false;
  const done = async (isSaved) => {
    if (isOver) return;
    isOver = true;
    const { key } = field.closest(".row").dataset;
    const isNew = isSaved && field.value.trim() !== shown.dataset.estimate;
    const refused = isNew ? await post(`${backlog().dataset.plan}estimate/${key}`, { estimate: field.value }) : null;
    if (refused && !refused.isLost) toast(problemOf(refused), "danger");
    if (field.isConnected) field.replaceWith(shown);
    if (isSaved !== "left") rowOf(key)?.querySelector(".row-estimate").focus();
  };
  field.addEventListener("blur", () => done("left"));
  field.addEventListener("keydown", (event) => {
    if (!["Enter", "Escape"].includes(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    done(event.key === "Enter");
  });
});

// New issues come one after the other; sprints change places.
document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.matches?.("[data-create], [data-swap]")) return;
  event.preventDefault();
  const values = Object.fromEntries(new FormData(form, event.submitter));
  const field = form.querySelector("[name=summary]");
  if (form.matches("[data-create]") && !values.summary.trim()) return void field.focus();
  const { sprint } = values;
  const refused = await post(form.action, values);
  if (refused) return void (refused.isLost || toast(problemOf(refused), "danger"));
  if (!field) return;
  const again = backlog().querySelector(`[data-create] [name=sprint][value="${sprint}"]`).form.querySelector("[name=summary]");
  again.value = "";
  again.focus();
  say("Issue created");
});
document.addEventListener("toggle", ({ target, newState }) => {
  if (target.matches?.(".inline-create") && newState === "open") target.querySelector("[name=summary]").focus();
}, true);
