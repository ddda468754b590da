import { sortable } from "./sorting.js";

// A table whose rows are put into another order by dragging: a form tells where the one that moved stands now, by its
// place or, if it asks for that, by the row that it comes after.
const table = document.querySelector("[data-sorts]");
const drop = (held, zone, before) => {
  const [row] = held;
  const others = [...zone.querySelectorAll("tr[data-move]")].filter((each) => each !== row);
  const at = before ? others.indexOf(before) : others.length;
  const form = document.getElementById(table.dataset.sorts);
  const { after, position } = form.elements;
  form.action = row.dataset.move;
  if (after) after.value = others[at - 1]?.dataset.row ?? "";
  position.value = after ? (at ? "" : "First") : at;
  form.requestSubmit();
};

if (table) {
  sortable({
    root: "[data-sorts]",
    item: "tr[data-move]",
    several: (row) => [row],
    nameOf: (row) => row.getAttribute("aria-label"),
    begin: () => null,
    accepts: () => true,
    refuse: () => null,
    drop,
  });
}
