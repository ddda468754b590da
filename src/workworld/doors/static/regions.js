// F6 goes round the regions of a page, Shift+F6 the other way. A region has the focus it had last.
const last = new WeakMap();
const regions = () =>
  [...document.querySelectorAll("[data-region]")].filter((region) => region.checkVisibility());

document.addEventListener("focusin", ({ target }) => {
  const region = target.closest("[data-region]");
  if (region && region !== target) last.set(region, target);
});

export const cycle = (step) => {
  const all = regions();
  if (!all.length) return;
  const here = all.indexOf(document.activeElement?.closest("[data-region]"));
  const next = all[here < 0 ? (step > 0 ? 0 : all.length - 1) : (here + step + all.length) % all.length];
  const before = last.get(next);
  (before?.isConnected && before.checkVisibility() ? before : next).focus();
};

document.addEventListener("keydown", (event) => {
  if (event.key !== "F6" || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  if (!document.querySelector("dialog:modal")) cycle(event.shiftKey ? -1 : 1);
});
