import { addChip, dropChip } from "./comboboxes.js";

// Free words as chips: Enter or a comma makes one, Backspace in the empty field takes the last away.
const take = (input) => {
  for (const word of input.value.split(",").map((part) => part.trim())) addChip(input.parentElement, input, word, word);
  input.value = "";
};

document.addEventListener("keydown", (event) => {
  const input = event.target;
  if (!input.matches?.("[data-tags] > input") || event.isComposing) return;
  if ((event.key === "Enter" || event.key === ",") && input.value.trim()) {
    event.preventDefault();
    take(input);
  } else if (event.key === "Backspace" && input.value === "") {
    const last = [...input.parentElement.querySelectorAll(".chip")].at(-1);
    if (last) dropChip(last);
  }
});
document.addEventListener("focusout", ({ target }) => {
  if (target.matches?.("[data-tags] > input")) take(target);
});
