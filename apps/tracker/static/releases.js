import { sortable } from "./sorting.js";

// A table whose rows are put into another order: the form in it says after which one the row comes.
const table = document.querySelector("[data-sorts]");
const drop = (held, zone, before) => {
  const [row] = held;
  const others = [...zone.querySelectorAll("tr[data-row]")].filter((each) => each !== row);
  const at = before ? others.indexOf(before) : others.length;
  const form = document.getElementById(table.dataset.sorts);
  form.action = row.dataset.move;
  form.elements.after.value = others[at - 1]?.dataset.row ?? "";
  form.elements.position.value = at ? "" : "First";
  form.requestSubmit();
};

if (table) {
  sortable({
    root: "[data-sorts]",
    item: "tr[data-row]",
    several: (row) => [row],
    nameOf: (row) => row.getAttribute("aria-label"),
    begin: () => null,
    accepts: () => true,
    refuse: () => null,
    drop,
  });
}
