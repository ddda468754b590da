import { sortable } from "./sorting.js";

// A table whose rows are put into another order by dragging: the form tells the place of the one that moved.
const table = document.querySelector("[data-orders]");
const drop = (held, zone, before) => {
  const [row] = held;
  const others = [...zone.querySelectorAll("tr[data-move]")].filter((each) => each !== row);
  const form = document.getElementById(table.dataset.orders);
  form.action = row.dataset.move;
  form.elements.position.value = before ? others.indexOf(before) : others.length;
  form.requestSubmit();
};

sortable({
  root: "[data-orders]",
  item: "tr[data-move]",
  several: (row) => [row],
  nameOf: (row) => row.getAttribute("aria-label"),
  begin: () => null,
  accepts: () => true,
  refuse: () => null,
  drop,
});
