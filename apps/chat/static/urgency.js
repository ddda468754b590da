// How pressing a message is to be: the composer says it beside the button that sends. It holds for one message.
const choices = (form) => [...form.querySelectorAll("[data-urgencies] input")];

const show = (form) => {
  const shown = form.querySelector("[data-urgency]");
  if (!shown) return;
  const level = form.querySelector("[name=priority]:checked");
  const name = level && level.value !== "standard" ? level.parentElement.querySelector("span").textContent : "";
  const asks = form.querySelector("[name=acknowledge]").checked ? "to acknowledge" : "";
  shown.textContent = [name, asks].filter(Boolean).join(", ");
};

const choose = (form, isChosen) => {
  for (const each of choices(form)) each.checked = isChosen(each);
  show(form);
};

// An ordinary message is next; what is given back has it as it was.
export const takeUrgency = (form) => {
  const before = new Set(choices(form).filter((each) => each.checked));
  choose(form, (each) => each.value === "standard");
  return () => choose(form, (each) => before.has(each));
};

const formOf = (element) => element.closest?.("[data-urgencies]")?.closest("form");

document.addEventListener("change", ({ target }) => {
  const form = formOf(target);
  if (form) show(form);
});

// Enter takes the choice; it does not send.
document.addEventListener("keydown", (event) => {
  const form = formOf(event.target);
  if (!form || event.key !== "Enter") return;
  event.preventDefault();
  event.target.closest("[data-urgencies]").hidePopover();
  form.querySelector("textarea").focus();
});
document.addEventListener("posted", ({ detail }) => {
  const text = document.getElementById("channel-composer");
  if (text && detail.matches("[data-empties-composer]")) takeUrgency(text.form);
});
