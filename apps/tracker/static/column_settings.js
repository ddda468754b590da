import { sortable } from "./sorting.js";

// Statuses of a board's columns are dragged from one to another; a form tells where one was dropped.
const form = document.getElementById("place-status");
const drop = (held, zone, before) => {
  form.elements.status.value = held[0].dataset.status;
  form.elements.column.value = zone.dataset.column;
  form.elements.before.value = before?.dataset.status ?? "";
  form.requestSubmit();
};

sortable({
  root: "#columns",
  item: ".placed",
  several: (status) => [status],
  nameOf: (status) => status.dataset.name,
  begin: () => null,
  accepts: () => true,
  refuse: () => null,
  drop,
});
