import { mark } from "../marks.js";

// One tooltip for the page: on hover and on focus by the keyboard, gone with Escape. It says what the
// control is named, so that it is no second name for it.
const tip = document.getElementById("tooltip");

const hide = () => tip?.matches(":popover-open") && tip.hidePopover();
const show = (control) => {
  tip.textContent = control.dataset.tooltip;
  const isName = control.getAttribute("aria-label") === control.dataset.tooltip;
  if (!isName) mark(control, "aria-describedby", "tooltip");
  if (!tip.matches(":popover-open")) tip.showPopover({ source: control });
};
const controlAt = (target) => target.closest?.("[data-tooltip]");

document.addEventListener("pointerover", ({ target }) => {
  const control = controlAt(target);
  hide();
  if (control) show(control);
});
document.addEventListener("focusin", ({ target }) => {
  hide();
  // A turn later: the focus may come of a popover that is opening just now.
  if (controlAt(target) === target && target.matches(":focus-visible"))
    setTimeout(() => document.activeElement === target && show(target));
});
document.addEventListener("focusout", hide);
document.addEventListener("pointerdown", hide);
document.addEventListener("keydown", ({ key }) => key === "Escape" && hide());
