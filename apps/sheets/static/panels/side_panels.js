import { place } from "./places.js";

// Editors that stand beside the grid rather than over it, so that cells can be selected while they are open: what
// is selected goes into the field of the editor that one was in last, if that takes a range.
const body = document.querySelector(".editor-body");
const panel = () => body?.querySelector("dialog[data-beside]");
let field = null;
// The button of the editor that was pressed, which keeps the focus in the editor that takes its place.
let pressed = "";

const point = (to) => {
  field?.classList.remove("is-picking");
  field = to;
  field?.classList.add("is-picking");
};

const open = () => {
  const fresh = document.querySelector("#dialogs dialog[data-open-beside], .editor-body dialog[data-open-beside]");
  if (!fresh || !body) return;
  fresh.removeAttribute("data-open-beside");
  if (fresh.parentElement !== body) {
    panel()?.remove();
    body.append(fresh);
  }
  point(null);
  fresh.show();
  const fields = fresh.querySelector(".dialog-body :is(input:not([type=hidden], [data-picks]), textarea, [role=combobox])");
  const again = pressed && fresh.querySelector(`button[id="${CSS.escape(pressed)}"]`);
  pressed = "";
  (again || fresh.querySelector(".dialog-body [autofocus]") || (fields ?? fresh.querySelector(".dialog-body button")))?.focus();
};

const close = (dialog = panel()) => {
  if (dialog?.open) dialog.close();
};

document.addEventListener("htmx:afterSettle", open);
// Whatever dialog comes next takes its place.
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  const held = document.activeElement;
  pressed = detail.target?.id === "sheet-dialog" && held.matches("button") && detail.target.contains(held) ? held.id : "";
  if (detail.target?.id === "dialogs" && detail.xhr.status < 300 && detail.xhr.responseText.includes("<dialog")) panel()?.remove();
});
document.addEventListener("dialog-done", () => close());
document.addEventListener("close", ({ target }) => {
  if (!target.matches?.("dialog[data-beside]")) return;
  point(null);
  target.remove();
  document.getElementById("cell-input")?.focus({ preventScroll: true });
}, true);
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || event.defaultPrevented || !event.target.closest?.("dialog[data-beside]")) return;
  event.preventDefault();
  close();
});

document.addEventListener("focusin", ({ target }) => {
  if (!target.closest?.("dialog[data-beside]")) return;
  point(target.matches("[data-picks]") ? target : null);
});

const titleOf = (gid) => document.querySelector(`#sheet-tabs [role=tab][data-gid="${gid}"]`)?.textContent.trim() ?? "";
const quoted = (title) => (/^[A-Za-z_]\w*$/.test(title) ? title : `'${title.replaceAll("'", "''")}'`);

document.addEventListener("sheets:selected", () => {
  // Not what was selected before: only where the focus has left the field for the grid.
  if (!field?.isConnected || document.activeElement === field || panel()?.contains(document.activeElement)) return;
  const { gid, range } = place();
  const home = Number(panel().querySelector("[name=gid]")?.value);
  const ranges = field.dataset.picks === "many" ? range.split(",") : range.split(",").slice(0, 1);
  const prefix = field.value.includes("!") || gid !== home ? `${quoted(titleOf(gid))}!` : "";
  field.value = ranges.map((each) => `${prefix}${each.trim()}`).join(", ");
  field.dispatchEvent(new Event("change", { bubbles: true }));
});

open();
