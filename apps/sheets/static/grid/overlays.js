import { cellRange, parseRange } from "./addresses.js";
import { mergeAt, on, state } from "./state.js";
import { HEAD } from "./geometry.js";
import { panes } from "./panes.js";
import { others } from "./presence.js";
import { references } from "./references.js";

// What lies over the cells: the selection, the handle to fill with, what was copied, what a formula names.
export const extras = { fill: null, pointing: null };

const shape = (className, { top, left, bottom, right }) => {
  const element = document.createElement("div");
  element.className = `shape ${className}`;
  const [x, y] = [state.columns.offset(left), state.rows.offset(top)];
  Object.assign(element.style, {
    left: `${x - 1}px`, top: `${y - 1}px`,
    width: `${state.columns.offset(right) - x + 1}px`, height: `${state.rows.offset(bottom) - y + 1}px`,
  });
  return element;
};

const activeRange = () => {
  const { row, column } = state.active;
  return mergeAt(row, column) ?? cellRange(row, column);
};

const isMany = () => {
  const [one] = state.ranges;
  const active = activeRange();
  return state.ranges.length > 1 || one.bottom - one.top > active.bottom - active.top || one.right - one.left > active.right - active.left;
};

// The ranges of the formula that is being typed, each in its hue.
const named = () => {
  const { session } = state;
  if (!session) return [];
  const here = state.sheet.title.toLowerCase();
  const home = session.gid === state.gid;
  return references(session.text).flatMap((each) => {
    const isHere = each.title === null ? home : each.title.toLowerCase() === here;
    const range = isHere ? parseRange(each.text.replaceAll("$", ""), state.sheet) : null;
    return range ? state.order.onPage(range).map((part) => shape(`is-named ref-${each.hue}`, part)) : [];
  });
};

const shapes = () => {
  const found = [];
  const isTyping = state.session && state.session.gid === state.gid;
  const isElsewhere = state.session && !isTyping;
  if (!isElsewhere) {
    if (isMany() && !isTyping) for (const range of state.ranges) found.push(shape("is-selected", range));
    if (!isTyping) found.push(shape("is-active", activeRange()));
  }
  for (const { name, hue, range } of others()) {
    const box = shape(`is-others hue-line-${hue}`, range);
    box.append(Object.assign(document.createElement("span"), { className: `others-name hue-${hue}`, textContent: name }));
    found.push(box);
  }
  if (state.copied?.gid === state.gid) for (const range of state.copied.ranges) found.push(shape("is-copied", range));
  if (extras.fill) found.push(shape("is-filling", extras.fill));
  found.push(...named());
  return found;
};

// The handle stays the same element: of one that is replaced amid a press, no second click is told.
const handleOf = (overlay) => {
  const there = overlay.querySelector("[data-fill]");
  if (there) return there;
  const made = document.createElement("div");
  made.className = "fill-handle";
  made.dataset.fill = "";
  overlay.append(made);
  return made;
};

const placeHandle = (overlay, isEmpty) => {
  const handle = handleOf(overlay);
  handle.hidden = isEmpty || state.ranges.length !== 1 || Boolean(state.session) || !state.mayEdit;
  const { bottom, right } = state.ranges[0];
  Object.assign(handle.style, { left: `${state.columns.offset(right) - 5}px`, top: `${state.rows.offset(bottom) - 5}px` });
  return handle;
};

export const drawOverlays = () => {
  const made = shapes();
  for (const pane of panes) {
    const isEmpty = (pane.isTop && !state.sheet.frozenRows) || (pane.isLeft && !state.sheet.frozenColumns);
    const handle = placeHandle(pane.overlay, isEmpty);
    for (const each of [...pane.overlay.children]) if (each !== handle) each.remove();
    handle.before(...(isEmpty ? [] : made.map((each) => each.cloneNode(true))));
  }
};

export const guide = (axis, at) => {
  for (const pane of panes) {
    pane.element.querySelector(".guide")?.remove();
    if (at === null) continue;
    const line = document.createElement("div");
    line.className = `guide guide-${axis}`;
    const still = axis === "column" ? state.columns.offset(state.sheet.frozenColumns) + HEAD.width : state.rows.offset(state.sheet.frozenRows);
    const offset = axis === "column" ? at - (pane.isLeft ? 0 : still) : at - HEAD.height - (pane.isTop ? 0 : still);
    line.style[axis === "column" ? "left" : "top"] = `${offset}px`;
    pane.element.append(line);
  }
};

export const begin = () => {
  for (const name of ["selected", "taken", "resized", "typed", "session", "copied", "filling", "present"]) on(name, drawOverlays);
  drawOverlays();
};
