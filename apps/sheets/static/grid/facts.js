import { byId, later, on, root, state } from "./state.js";
import { blocksOf, ensure, read } from "./store.js";

// What the selection sums up to, below the grid; and where it is, in the page's address.
const address = () => {
  const url = new URL(location.href);
  url.searchParams.set("gid", state.gid);
  url.searchParams.set("range", root.dataset.range);
  history.replaceState(history.state, "", url);
};

let factsOf = "";
const facts = async () => {
  const { gid, revision } = state;
  const asked = `${gid} ${root.dataset.range} ${revision}`;
  if (asked === factsOf || document.querySelector("dialog:modal")) return; // below a dialog nobody reads them
  factsOf = asked;
  address();
  const isOne = state.ranges.length === 1 && state.ranges[0].bottom - state.ranges[0].top === 1 && state.ranges[0].right - state.ranges[0].left === 1;
  if (isOne) return void byId("facts").replaceChildren();
  const names = blocksOf(state.ranges.at(-1));
  if (names) ensure(names);
  const found = await read("statistics", { gid, ranges: root.dataset.range });
  if (!found || factsOf !== asked) return;
  byId("facts").replaceChildren(...found.facts.map(([label, value]) => {
    const fact = document.createElement("span");
    fact.append(`${label}: `, Object.assign(document.createElement("strong"), { textContent: value }));
    return fact;
  }));
};

const soon = () => later("facts", 120, facts);

export const begin = () => {
  on("selected", () => state.session || soon());
  document.addEventListener("close", soon, true);
};
