import { byId, on, root, state, takeSheet, tell } from "./state.js";
import { begin as beginStore, send, undo, resync } from "./store.js";
import { begin as beginPanes, reveal } from "./panes.js";
import { begin as beginOverlays } from "./overlays.js";
import { begin as beginSelecting, go, select, selectEverything } from "./selecting.js";
import { begin as beginEditing, commit, enter, focusCell, type } from "./editing.js";
import { act as actClipboard, begin as beginClipboards, pasteAs } from "./clipboards.js";
import { begin as beginDragging } from "./dragging.js";
import { begin as beginChoosing } from "./choosing.js";
import { begin as beginChips } from "./chip_cards.js";
import { begin as beginKeys } from "./keys.js";
import { begin as beginPresence } from "./presence.js";
import { begin as beginFacts } from "./facts.js";
import { begin as beginThemes } from "./themes.js";
import { begin as beginLenses } from "./lenses.js";
import { addSheet, begin as beginTabs, showBeside } from "./tabs.js";
import { parseRange } from "./addresses.js";

// The grid of an editor: begins all its parts, and does what menus and panels ask for.
const zoom = (percent) => {
  state.zoom = percent / 100;
  takeSheet(state.sheet);
  tell("resized");
  tell("selected");
};

const stamp = async ({ isTime }) => {
  const { row, column } = state.active;
  await enter(row, column, state.now[isTime ? 1 : 0]);
};

const ACTS = {
  undo: () => undo("undo"),
  redo: () => undo("redo"),
  cut: () => actClipboard("cut"),
  copy: () => actClipboard("copy"),
  paste: () => actClipboard("paste"),
  "paste-values": () => actClipboard("paste-values"),
  "paste-as": ({ type: kind, transposed }) => pasteAs(kind, transposed),
  "select-all": selectEverything,
  go: ({ range, gid }) => go(range, gid),
  type: ({ text }) => type(text),
  zoom: ({ percent }) => zoom(Number(percent)),
  gridlines: () => {
    state.sheet.gridlines = !state.sheet.gridlines;
    send([{ updateSheetProperties: { properties: { sheetId: state.gid, gridProperties: { hideGridlines: !state.sheet.gridlines } }, fields: "gridProperties.hideGridlines" } }]);
  },
  formulas: () => {
    state.showsFormulas = !state.showsFormulas;
    root.dataset.formulas = state.showsFormulas ? "shown" : "hidden";
    tell("formulas");
  },
  "formula-bar": () => { byId("formula-row").hidden = !byId("formula-row").hidden; },
  "add-sheet": addSheet,
  "next-sheet": () => showBeside(1),
  "previous-sheet": () => showBeside(-1),
};

const beginFrame = () => {
  const title = byId("workbook-title");
  title?.addEventListener("keydown", (event) => {
    if (event.key === "Escape") title.value = title.defaultValue;
    if (event.key !== "Enter" && event.key !== "Escape") return;
    event.preventDefault(); // or the key would be typed into the cell
    focusCell();
  });
  title?.addEventListener("change", async () => {
    const said = title.value.trim();
    if (!said || said === title.defaultValue) title.value = title.defaultValue;
    else await send([{ updateSpreadsheetProperties: { properties: { title: said }, fields: "title" } }]);
  });
  on("titled", (said) => {
    byId("editor-title").textContent = said;
    document.title = document.title.replace(/^.* – /, `${said} – `);
    if (title && document.activeElement !== title) title.value = said;
    if (title) title.defaultValue = said;
  });
};

beginStore();
for (const begin of [beginThemes, beginPanes, beginOverlays, beginSelecting, beginEditing, beginClipboards, beginDragging, beginChoosing, beginChips, beginKeys, beginTabs, beginLenses, beginFacts, beginFrame]) begin();
on("go", ({ range }) => go(range));
on("act", (detail) => ACTS[detail.name]?.(detail));
on("stamp", stamp);
on("reveal", () => reveal(state.active.row, state.active.column));
on("refresh", () => tell("selected"));
for (const name of ["taken", "filled"]) on(name, () => document.dispatchEvent(new CustomEvent("sheets:shown", { detail: { gid: state.gid, revision: state.revision } })));
document.addEventListener("sheets:commands", async ({ detail }) => {
  await commit();
  await send(detail.requests);
});
document.addEventListener("sheets:applied", () => resync());

const wanted = new URL(location.href).searchParams.get("range");
const range = wanted && parseRange(wanted.split(",")[0], state.sheet);
select(range ? state.order.onPage(range)[0] : { top: 0, left: 0, bottom: 1, right: 1 });
if (document.activeElement === document.body) focusCell();
beginPresence();
root.dataset.there = "true";
