// Canvases and lists are swapped in place; an editor that comes takes the focus, once.
let taken = null;
const takeFocus = () => {
  const editor = document.querySelector("#canvas [data-takes-focus], #list [data-takes-focus]");
  const field = editor?.matches("textarea") ? editor : editor?.querySelector("[role=combobox], input:not([type=hidden]), textarea");
  if (field === taken) return;
  taken = field ?? null;
  if (!field || document.querySelector("dialog:modal")) return;
  field.focus();
  if (field.matches("textarea")) field.setSelectionRange(field.value.length, field.value.length);
};

document.addEventListener("htmx:afterSettle", takeFocus);
takeFocus();
