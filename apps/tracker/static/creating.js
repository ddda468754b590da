// The dialog of a new issue: another project or type changes its fields and keeps what was typed, and
// closing it asks first if anything was.
const form = () => document.querySelector("#create form");
const typed = new WeakSet();
const FIELD = ".create-field, label";
let waiting = null; // the form whose other fields are asked for, and what is entered in the meantime

document.addEventListener("input", ({ target }) => {
  const here = target.closest?.("#create form");
  if (!here) return;
  typed.add(here);
  if (here === waiting?.here) waiting.late.add(target.closest(FIELD) ?? target);
});

document.addEventListener("focusin", ({ target }) => {
  if (waiting?.here.contains(target)) waiting.focused = target.id;
});

// What was entered while the answer was on its way stands in the new form as well, where that has the field.
const carryOver = ({ late, focused }) => {
  for (const field of late) {
    const { id } = field.id ? field : field.querySelector("[id]") ?? {};
    const there = id && form()?.querySelector(`#${CSS.escape(id)}`)?.closest(field.matches(FIELD) ? FIELD : "*");
    if (!there) continue;
    there.replaceWith(field);
  }
  if (focused) document.getElementById(focused)?.focus();
};

document.addEventListener("change", ({ target }) => {
  if (!target.matches?.("#create-project-value, #create-type-value")) return;
  const here = target.form;
  const values = Object.fromEntries(new FormData(here));
  const lists = {};
  for (const name of Object.keys(values)) lists[name] = new FormData(here).getAll(name);
  const asked = waiting = { here, late: new Set(), focused: "" };
  htmx.ajax("POST", here.dataset.again, { target: "#create form", select: "#create form", swap: "outerHTML", values: { ...lists, again: "1" } })
    .then(() => {
      if (!form()) return;
      carryOver(asked);
      if (typed.has(here)) typed.add(form());
    });
});

// Esc and the cross first ask, once.
const asks = (dialog) => typed.has(dialog.querySelector("form")) && !dialog.querySelector(".leave");
const ask = (dialog) => {
  const template = dialog.querySelector("template.leave-template");
  dialog.querySelector(".dialog-foot").before(template.content.firstElementChild.cloneNode(true));
  dialog.querySelector(".leave button").focus();
};
document.addEventListener("cancel", (event) => {
  if (event.target.id !== "create" || !asks(event.target)) return;
  event.preventDefault();
  ask(event.target);
}, true);
document.addEventListener("click", (event) => {
  const dialog = event.target.closest?.("#create");
  if (!dialog) return;
  if (event.target.closest("[data-stays]")) {
    dialog.querySelector(".leave")?.remove();
    control(dialog)?.focus();
    return;
  }
  if (!event.target.closest("[data-closes]") || event.target.closest(".leave") || !asks(dialog)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  ask(dialog);
}, true);
const control = (dialog) => dialog.querySelector("#new-summary") ?? dialog.querySelector("input:not([type=hidden])");

document.addEventListener("htmx:afterSettle", ({ target }) => {
  if (target.closest?.("#create") || target.id === "dialogs" || target.querySelector?.("#create")) {
    const dialog = document.getElementById("create");
    const wrong = dialog?.querySelector('[aria-invalid="true"]');
    if (wrong) wrong.focus();
    else if (dialog && !dialog.contains(document.activeElement)) control(dialog)?.focus();
  }
});
