import { tell } from "./deeds.js";

// The list of functions: what is typed narrows it, and the one that is chosen goes into the active cell.
document.addEventListener("input", ({ target }) => {
  const list = document.getElementById(target.dataset?.narrows ?? "");
  if (!list) return;
  const wanted = target.value.trim().toLowerCase();
  for (const item of list.querySelectorAll("li")) item.hidden = !item.textContent.toLowerCase().includes(wanted);
  for (const section of list.querySelectorAll("section")) section.hidden = !section.querySelector("li:not([hidden])");
});

document.addEventListener("click", ({ target }) => {
  const entry = target.closest?.("[data-types]");
  if (!entry) return;
  entry.closest("dialog").close();
  tell("sheets:act", { name: "type", text: entry.dataset.types });
});
