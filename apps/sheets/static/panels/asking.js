// Fields of a dialog that only some choices ask for: data-when names the field of the choice, data-is its values.
const valueOf = (form, name) => {
  const all = [...form.querySelectorAll(`[name="${CSS.escape(name)}"]`)];
  return (all.find((each) => each.type !== "radio" || each.checked) ?? all[0])?.value ?? "";
};

const show = (dialog) => {
  const form = dialog?.querySelector("form");
  for (const each of form?.querySelectorAll("[data-when]") ?? [])
    each.hidden = !each.dataset.is.split(" ").includes(valueOf(form, each.dataset.when));
};

document.addEventListener("change", ({ target }) => show(target.closest?.("#sheet-dialog")));
document.addEventListener("htmx:afterSettle", () => show(document.getElementById("sheet-dialog")));
