import { sortable } from "./sorting.js";

// The report builder: fields are dragged into columns and groups, and no change gets lost on its way.
const builder = () => document.getElementById("builder");

// What a button asks for goes through the form, as if it had been pressed; the click that ends a drag does not.
const perform = (deed) => setTimeout(() => {
  const button = Object.assign(document.createElement("button"), { type: "submit", name: "do", value: deed, hidden: true });
  builder().append(button);
  button.click();
  button.remove();
});
const placeOf = (zone, before, held) => {
  const others = [...zone.querySelectorAll("[data-drag]")].filter((each) => !held.includes(each));
  return before ? others.indexOf(before) : others.length;
};
const isColumn = (item) => "place" in item.dataset;

sortable({
  root: ".builder",
  item: "[data-drag]",
  handle: ".grip",
  several: (item) => [item],
  nameOf: (item) => item.dataset.name,
  begin: () => {},
  accepts: () => true,
  refuse: () => {},
  drop: ([item], zone, before) => {
    const { field, place } = item.dataset;
    if (zone.dataset.zone === "rows") return perform(`add-row:${field}`);
    const to = placeOf(zone, before, [item]);
    return perform(isColumn(item) ? `move-column:${place}@${to}` : `add-column:${field}@${to}`);
  },
});

// A later request takes the place of one that is under way; what a button had asked for there is asked again.
let pending = [];
document.addEventListener("htmx:configRequest", ({ detail }) => {
  if (detail.elt !== builder()) return;
  const asked = [detail.parameters.do, pending].flat().filter(Boolean);
  detail.parameters.do = asked;
  pending = asked;
});
document.addEventListener("htmx:afterSwap", ({ detail }) => {
  if (detail.target?.id === "builder") pending = [];
});
