// Options of a listbox: what the select, the combobox and the palette have in common.
import { mark } from "../marks.js";

export const options = (list) =>
  [...list.querySelectorAll('[role="option"]:not([aria-disabled="true"])')].filter((option) => !option.hidden);
export const activeOption = (list) => list.querySelector(".option.is-active");

export const activate = (owner, list, option) => {
  activeOption(list)?.classList.remove("is-active");
  option?.classList.add("is-active");
  option?.scrollIntoView({ block: "nearest" });
  mark(owner, "aria-activedescendant", option ? option.id : null);
};

// Whether the key moved through the list.
export const move = (owner, list, key) => {
  const all = options(list);
  const here = all.indexOf(activeOption(list));
  const steps = {
    ArrowDown: here + 1, ArrowUp: (here < 0 ? 0 : here) - 1 + all.length,
    PageDown: Math.min(here + 10, all.length - 1), PageUp: Math.max(here - 10, 0),
    Home: 0, End: all.length - 1,
  };
  if (!all.length || !(key in steps)) return false;
  activate(owner, list, all[steps[key] % all.length]);
  return true;
};

export const number = (list) => {
  list.querySelectorAll('[role="option"]').forEach((option, place) => {
    option.id = `${list.id}-${place}`;
  });
};
