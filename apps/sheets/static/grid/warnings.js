import { byId, state } from "./state.js";

// Cells that are protected by a warning alone may be changed, once one has said that one means to.
const CHANGES = /^(enterText|updateCells|repeatCell|copyPaste|cutPaste|autoFill|deleteRange|insertRange|deleteDimension|mergeCells|updateBorders|randomizeRange|trimWhitespace|textToColumns)$/;
const LAST = 1 << 30;

const areaOf = (given) => {
  if (given.dimension) {
    const [first, last] = [given.startIndex ?? 0, given.endIndex ?? LAST];
    return given.dimension === "ROWS" ? { top: first, bottom: last, left: 0, right: LAST } : { top: 0, bottom: LAST, left: first, right: last };
  }
  return { top: given.startRowIndex ?? 0, bottom: given.endRowIndex ?? LAST, left: given.startColumnIndex ?? 0, right: given.endColumnIndex ?? LAST };
};

// What a request changes: the ranges that it names, but for those that it copies from.
const areasOf = (given, kind) => {
  if (!given || typeof given !== "object") return [];
  if ("startRowIndex" in given || "startColumnIndex" in given || "dimension" in given) return (given.sheetId ?? 0) === state.gid ? [areaOf(given)] : [];
  if (given.start && given.rows) {
    const { sheetId = 0, rowIndex = 0, columnIndex = 0 } = given.start;
    const width = Math.max(...given.rows.map(({ values = [] }) => values.length), 1);
    return sheetId === state.gid ? [{ top: rowIndex, bottom: rowIndex + given.rows.length, left: columnIndex, right: columnIndex + width }] : [];
  }
  return Object.entries(given).flatMap(([name, each]) => (name === "source" && kind === "copyPaste" ? [] : areasOf(each, kind)));
};

const meet = (one, [top, left, bottom, right]) => one.top < bottom && top < one.bottom && one.left < right && left < one.right;

const asked = (warnings) => new Promise((settle) => {
  const dialog = byId("edit-warning").content.firstElementChild.cloneNode(true);
  const about = [...new Set(warnings.map(([, , , , text]) => text).filter(Boolean))].join(", ");
  dialog.querySelector("[data-about]").textContent = about ? ` (${about})` : "";
  dialog.addEventListener("close", () => {
    dialog.remove();
    // The browser gave it the focus back already, but not the caret.
    byId("cell-input").blur();
    byId("cell-input").focus({ preventScroll: true });
    settle(dialog.returnValue === "edit");
  });
  document.body.append(dialog);
  dialog.showModal();
});

// Whether requests are meant though they change what one is warned of.
export const isMeant = async (requests) => {
  const changed = requests.flatMap((each) => Object.entries(each)).filter(([kind]) => CHANGES.test(kind)).flatMap(([kind, given]) => areasOf(given, kind));
  const warnings = (state.sheet.warned ?? []).filter((each) => changed.some((area) => meet(area, each)));
  return !warnings.length || asked(warnings);
};
