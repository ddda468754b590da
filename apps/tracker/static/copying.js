// Copies an address; where the browser lends its clipboard to secure pages alone, by way of a field.
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
  const button = target.closest?.("[data-copy]");
  if (!button) return;
  const text = new URL(button.dataset.copy, location.href).href;
  let isDone = false;
  try {
    await navigator.clipboard.writeText(text);
    isDone = true;
  } catch {
    isDone = byField(text);
  }
  const said = isDone ? { text: button.dataset.copied, tone: "success" } : { text: `Copy it yourself: ${text}`, tone: "info" };
  document.dispatchEvent(new CustomEvent("toast", { detail: said }));
});
