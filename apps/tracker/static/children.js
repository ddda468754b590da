import { sortable } from "./sorting.js";

// The issues below an issue are put into another order by dragging, or with Space, arrows and Space.
const put = ([held], zone, before) => {
  const others = [...zone.querySelectorAll(".issue-line")].filter((each) => each !== held);
  const beside = before ? { before: before.dataset.key } : { after: others.at(-1)?.dataset.key };
  const isThere = held.nextElementSibling === before || (!before && !held.nextElementSibling);
  if (isThere || !(beside.before || beside.after)) return undefined;
  zone.querySelector("ol").insertBefore(held, before);
  return htmx.ajax("POST", zone.dataset.order, {
    source: "#issue", target: "#issue", select: "#issue", swap: "morph:outerHTML", values: { child: held.dataset.key, ...beside },
  });
};
sortable({
  root: "#children",
  item: "[data-zone] .issue-line",
  several: (line) => [line],
  nameOf: (line) => line.dataset.key,
  begin: () => null,
  accepts: () => true,
  refuse: () => null,
  drop: put,
});
