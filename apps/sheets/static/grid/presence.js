import { parseRange } from "./addresses.js";
import { byId, later, on, root, state, tell } from "./state.js";
import { note, read } from "./store.js";

// Who else has the workbook open: their pictures at the top, what they have selected over the cells. What one has
// selected oneself is told to others only while there are some.
const host = byId("present");
let people = [];
let told = "";

const mine = () => ({ gid: state.gid, range: (root.dataset.range ?? "A1").split(",")[0] });
const say = async () => {
  const now = mine();
  if (told === JSON.stringify(now)) return;
  told = JSON.stringify(now);
  await draw(await note("present", now));
};

const picture = ({ name, initials, hue, gid, range }) => {
  const button = document.createElement("button");
  Object.assign(button, { type: "button", className: `avatar avatar-medium hue-${hue}`, textContent: initials });
  button.setAttribute("aria-label", `Go to where ${name} is`);
  button.dataset.tooltip = name;
  button.addEventListener("click", () => tell("act", { name: "go", range, gid }));
  return button;
};

const draw = async (found) => {
  if (!found) return;
  people = found.people;
  host.replaceChildren(...people.map(picture));
  host.hidden = !people.length;
  tell("present");
  if (people.length) await say();
};

const show = async () => draw(await read("present"));

// What others have selected on this sheet, for the layer over the cells.
export const others = () => people.flatMap(({ name, hue, gid, range }) => {
  const found = gid === state.gid ? parseRange(range, state.sheet) : null;
  return found ? state.order.onPage(found).map((part) => ({ name, hue, range: part })) : [];
});

export const begin = () => {
  if (!host) return;
  host.addEventListener("live", show);
  on("selected", () => people.length && later("presence", 250, say));
  addEventListener("pagehide", () => note("present", { leaves: true }, { keepalive: true }));
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) told = "";
    say();
  });
  if (document.readyState === "complete") say();
};
