// A form in two steps; without this script both stand below each other.
const stepped = (node) => node.closest?.("form[data-stages]");

const show = (form, step) => {
  for (const part of form.querySelectorAll("[data-stage]")) part.hidden = part.dataset.stage !== step;
  for (const button of form.querySelectorAll("[data-to-stage]")) button.hidden = button.dataset.toStage === step;
  form.querySelector("[type=submit]").hidden = step === "1";
  form.dataset.stages = step;
};

const isGood = (form) => form.elements.name.reportValidity() && !form.querySelector("#name-check .field-problem");

const go = (form, step) => {
  if (step === "2" && !isGood(form)) return form.elements.name.focus();
  show(form, step);
  form.querySelector(`[data-stage="${step}"] :is(input:not([type=hidden]), [role=combobox])`).focus();
};

for (const form of document.querySelectorAll("form[data-stages]")) show(form, form.dataset.stages);

document.addEventListener("click", ({ target }) => {
  const button = target.closest?.("[data-to-stage]");
  if (button) go(stepped(button), button.dataset.toStage);
});

// Enter in the first step leads to the second one.
document.addEventListener("submit", (event) => {
  if (stepped(event.target)?.dataset.stages !== "1") return;
  event.preventDefault();
  go(event.target, "2");
});

// Names have no capitals and no spaces, so what is typed becomes what may stand there.
document.addEventListener("input", ({ target }) => {
  if (target.name !== "name" || !stepped(target)) return;
  const [typed, place] = [target.value, target.selectionStart];
  const good = typed.toLowerCase().replaceAll(" ", "-");
  if (good === typed) return;
  target.value = good;
  target.setSelectionRange(place, place);
}, true);
