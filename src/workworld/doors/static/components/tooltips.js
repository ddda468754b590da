import { mark } from "../marks.js";

// One tooltip for the page: on hover and on focus by the keyboard, gone with Escape. It says what the
// control is named, so that it is no second name for it.
const tip = document.getElementById("tooltip");

const hide = () => tip?.matches(":popover-open") && tip.hidePopover();
const show = (control) => {
  tip.textContent = control.dataset.tooltip;
  const isName = control.getAttribute("aria-label") === control.dataset.tooltip;
  if (!isName) mark(control, "aria-describedby", "tooltip");
  // A part of a picture is no anchor: there the tip is put beside it by numbers.
  const isPart = control instanceof SVGElement;
  if (!tip.matches(":popover-open")) tip.showPopover(isPart ? {} : { source: control });
  const { left, top, width } = control.getBoundingClientRect();
  const [x, y] = [left + width / 2 - tip.offsetWidth / 2, top - tip.offsetHeight - 12];
  const within = (at, most) => `${Math.max(0, Math.min(at, most))}px`;
  Object.assign(tip.style, isPart
    ? { positionArea: "none", left: within(x, innerWidth - tip.offsetWidth - 12), top: within(y, innerHeight) }
    : { positionArea: "", left: "", top: "" });
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
