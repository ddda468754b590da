import { tell } from "./deeds.js";

// The values of a filter: what is typed narrows the list, and all that are listed are chosen or none.
const choices = (from) => [...from.closest("fieldset").querySelectorAll(".value-list .choice")];

document.addEventListener("input", ({ target }) => {
  if (!target.matches?.("[data-narrows-values]")) return;
  const wanted = target.value.trim().toLowerCase();
  for (const each of choices(target)) each.hidden = !each.textContent.trim().toLowerCase().includes(wanted);
});

document.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && event.target.matches?.("[data-narrows-values]")) event.preventDefault();
});

document.addEventListener("click", async ({ target }) => {
  const all = target.closest?.("[data-checks]");
  for (const each of all ? choices(all) : []) if (!each.hidden) each.querySelector("input").checked = all.dataset.checks === "1";
  const copies = target.closest?.("[data-copies]");
  if (!copies) return;
  await navigator.clipboard.writeText(new URL(copies.dataset.copies, location.href).href).catch(() => null);
  tell("toast", { text: "The link is copied.", tone: "success" });
});
