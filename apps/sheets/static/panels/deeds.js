import { after, columns, gridRange, place, ranges, rows, runs } from "./places.js";
import { looks } from "./looks.js";

// What entries of menus and buttons do: see pages/menu_entries.py.
export const tell = (name, detail) => document.dispatchEvent(new CustomEvent(name, { detail }));

const COLOUR = /^#(..)(..)(..)$/;
const colourOf = (code) => {
  const found = COLOUR.exec(code);
  if (!found) return { themeColor: code };
  const [red, green, blue] = found.slice(1).map((part) => parseInt(part, 16) / 255);
  return { rgbColor: { red, green, blue } };
};

// What the server alone knows of a sheet: the table around the selection, the rows that are sorted.
const onServer = async () => {
  const { workbook, gid, range } = place();
  const task = {};
  tell("begun", task);
  const answer = await fetch(`${workbook}/places?${new URLSearchParams({ gid, range })}`).catch(() => null);
  const found = answer?.ok ? await answer.json() : { table: ranges()[0], sheetRows: { sheetId: gid } };
  tell("ended", task);
  return found;
};

const filled = (template, known) => {
  if (Array.isArray(template)) return template.map((each) => filled(each, known));
  if (template && typeof template === "object")
    return Object.fromEntries(Object.entries(template).map(([name, each]) => [name, filled(each, known)]));
  return typeof template === "string" && template in known ? known[template] : template;
};

const places = (colour) => {
  const { gid, active } = place();
  const cell = gridRange(active, gid);
  return {
    $sheet: gid,
    $first: ranges()[0],
    $cell: cell,
    $column: cell.startColumnIndex,
    $rows: rows(),
    $columns: columns(),
    "$rows-after": after(rows()),
    "$columns-after": after(columns()),
    "$last-row": rows().endIndex,
    "$last-column": columns().endIndex,
    "$not-bold": !looks("bold"),
    "$not-italic": !looks("italic"),
    "$not-underline": !looks("underline"),
    "$not-strikethrough": !looks("strikethrough"),
    $color: colour ? colourOf(colour) : undefined,
  };
};

// What is done to each run of rows or columns that are selected; new ones come beside all of them.
const EACH = /deleteDimension|updateDimensionProperties|autoResizeDimensions/;

// What was done last, to be repeated on other cells: what it turned on there it turns on here.
let last = null;
document.addEventListener("sheets:act", ({ detail }) => {
  if (detail.name === "repeat" && last) send(...last);
});

export const send = async (template, colour, turned = {}) => {
  const text = JSON.stringify(template);
  const known = { ...places(colour), ...turned };
  last = [template, colour, Object.fromEntries(Object.entries(known).filter(([name]) => name.startsWith("$not-")))];
  if (/\$table|\$sheet-rows/.test(text)) {
    const found = await onServer();
    known.$table = found.table;
    known["$sheet-rows"] = found.sheetRows;
  }
  const several = { $range: ranges, $rows: () => runs("ROWS"), $columns: () => runs("COLUMNS") };
  const requests = template.flatMap((each) => {
    const said = JSON.stringify(each);
    const name = Object.keys(several).find((one) => said.includes(`"${one}"`) && (one === "$range" || EACH.test(said)));
    return name ? several[name]().map((range) => filled(each, { ...known, [name]: range })) : [filled(each, known)];
  });
  tell("sheets:commands", { requests });
};

const asked = (query) => {
  const { workbook, gid, range, active, lens } = place();
  const values = new URLSearchParams(query);
  for (const [name, value] of Object.entries({ gid, selected: range, active, lens })) if (value !== "" && !values.has(name)) values.set(name, value);
  return { workbook, values };
};

export const openDialog = (name, query = "") => {
  const { workbook, values } = asked(query);
  return htmx.ajax("GET", `${workbook}/dialogs/${name}?${values}`, { target: "#dialogs", swap: "innerHTML" });
};

// What the grid would have asked.
document.addEventListener("sheets:ask", ({ detail }) => openDialog(detail.dialog));

const ask = (deed) => {
  const [name, query] = deed.split("?");
  const { workbook, values } = asked(query);
  htmx.ajax("POST", `${workbook}/deeds/${name}`, { target: "#dialogs", swap: "none", values: Object.fromEntries(values) });
};

// What the grid takes for what menus say.
const acts = (name, value) => {
  if (name === "paste" && value === "TRANSPOSE") return { name: "paste-as", type: "PASTE_NORMAL", transposed: true };
  if (name === "paste" && value) return { name: "paste-as", type: value };
  return { name, percent: value, text: value };
};

const perform = (control) => {
  const { dialog, query, act, value, deed, requests, color } = control.dataset;
  if (dialog) openDialog(dialog, query);
  else if (act) tell("sheets:act", acts(act, value));
  else if (deed) ask(deed);
  else if (requests) send(JSON.parse(requests));
  else if (color) send(JSON.parse(control.closest("[data-colored]").dataset.colored), color);
  else return false;
  return true;
};

document.addEventListener("click", (event) => {
  const control = event.target.closest?.("[data-dialog], [data-act], [data-deed], [data-requests], [data-color]");
  if (!control || control.matches(".sheet-tab") || control.disabled) return;
  if (!perform(control)) return;
  event.preventDefault();
  if (!control.dataset.dialog) document.getElementById("cell-input")?.focus({ preventScroll: true });
});

// Files that are saved are those of the sheet at hand.
document.addEventListener("click", ({ target }) => {
  const link = target.closest?.("a[data-export]");
  if (link) link.href = `${link.href.split("?")[0]}?${new URLSearchParams({ gid: place().gid, selected: place().range })}`;
}, true);

// One palette comes with the page, the others are the same.
const [first, ...others] = document.querySelectorAll(".color-choices");
for (const each of others) each.append(...[...first.children].map((choice) => choice.cloneNode(true)));
