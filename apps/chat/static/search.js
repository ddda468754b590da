// The search field: the first option searches for what stands in it, the others complete it.
document.addEventListener("change", ({ target }) => {
  const form = target.closest?.("[data-search]");
  if (!form || target.name !== "q") return;
  const chosen = form.querySelector("[data-combobox] > input[type=hidden]").value;
  if (!chosen) return; // left after typing
  if (chosen === "go") form.requestSubmit();
  else if (!chosen.endsWith(":")) target.value += " ";
});

const asked = document.querySelector("[data-search] input[autofocus]");
asked?.setSelectionRange(asked.value.length, asked.value.length);
