import { sortable } from "./sorting.js";

// Gadgets are moved by their heads, or by the grip with Space and arrows; their menus do the same.
sortable({
  root: "#dashboard",
  item: ".gadget",
  handle: ".gadget-head",
  several: (gadget) => [gadget],
  nameOf: (gadget) => gadget.querySelector("h2").textContent.trim(),
  begin: () => null,
  accepts: () => true,
  refuse: () => null,
  drop: ([gadget], zone, before) => {
    const others = [...zone.querySelectorAll(".gadget")].filter((each) => each !== gadget);
    const form = document.getElementById("gadget-move");
    form.action = `${form.action.replace(/\/gadgets\/.*$/, "")}/gadgets/${gadget.dataset.gadget}/edit`;
    form.elements.column.value = zone.dataset.column;
    form.elements.position.value = before ? others.indexOf(before) : others.length;
    form.requestSubmit();
  },
});
