import { tell } from "./deeds.js";

const MOST = 30;

// The list of functions: what is typed narrows it, and the one that is chosen goes into the active cell.
document.addEventListener("input", ({ target }) => {
  const list = document.getElementById(target.dataset?.narrows ?? "");
  if (!list) return;
  const wanted = target.value.trim().toLowerCase();
  let left = MOST;
  for (const item of list.querySelectorAll("li")) {
    const fits = !wanted || item.textContent.toLowerCase().includes(wanted);
    item.hidden = !fits || (wanted !== "" && left-- <= 0);
  }
  for (const group of list.querySelectorAll("details")) {
    group.hidden = !group.querySelector("li:not([hidden])");
    group.open = wanted !== "" && !group.hidden;
  }
});

document.addEventListener("click", ({ target }) => {
  const entry = target.closest?.("#functions-found button");
  if (!entry) return;
  entry.closest("dialog").close();
  tell("sheets:act", { name: "type", text: `=${entry.querySelector("b").textContent}(` });
});
