// Whoever fills in a value of a bulk change means it: its tick is set by itself.
document.addEventListener("change", ({ target }) => tick(target));
document.addEventListener("input", ({ target }) => tick(target));
const tick = (control) => {
  const box = control.closest?.(".bulk-field")?.querySelector("input[name=change]");
  if (box && box !== control) box.checked = true;
};
