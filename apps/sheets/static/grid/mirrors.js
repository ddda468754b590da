import { state } from "./state.js";
import { chipsAt } from "./chips.js";
import { references } from "./references.js";

// What is typed into a field, below it: with the references of formulas in their hues, and chips marked.
export const mirror = (target) => {
  const text = target.value;
  const layer = target.parentElement.querySelector(".mirror");
  const parts = [];
  let at = 0;
  const chips = state.session?.chips ?? (text ? chipsAt(state.active.row, state.active.column) : []);
  for (const each of [...references(text), ...chips]) {
    parts.push(text.slice(at, each.start));
    const span = document.createElement("span");
    span.className = each.chip ? "chip-mark" : `ref-${each.hue}`;
    span.textContent = text.slice(each.start, each.end);
    parts.push(span);
    at = each.end;
  }
  layer.replaceChildren(...parts, text.slice(at), "\u200b");
  layer.scrollTop = target.scrollTop;
};
