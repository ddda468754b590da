// Copies an address, or what a field holds; where the browser lends its clipboard to secure pages alone, by way of a field.
const byField = (text) => {
  const field = document.createElement("textarea");
  const back = document.activeElement;
  field.value = text;
  field.className = "visually-hidden";
  document.body.append(field);
  field.select();
  const isDone = document.execCommand("copy");
  field.remove();
  back?.focus();
  return isDone;
};

document.addEventListener("click", async ({ target }) => {
  const button = target.closest?.("[data-copy], [data-copy-from]");
  if (!button) return;
  const { copy, copyFrom } = button.dataset;
  const text = copyFrom ? document.getElementById(copyFrom).value : new URL(copy, location.href).href;
  let isDone = false;
  try {
    await navigator.clipboard.writeText(text);
    isDone = true;
  } catch {
    isDone = byField(text);
  }
  const said = isDone ? { text: button.dataset.copied, tone: "success" } : { text: copyFrom ? "It cannot be copied here: select the text." : `Copy it yourself: ${text}`, tone: "info" };
  document.dispatchEvent(new CustomEvent("toast", { detail: said }));
});
