// Dialogs and drawers. The browser keeps the focus inside, closes them with Escape and gives the focus
// back. One that came as a fragment opens by itself, and closing it takes it off the page.
const present = (dialog) => {
  if (dialog.open) return;
  dialog.showModal();
  if (!dialog.querySelector("[autofocus]"))
    dialog.querySelector(".dialog-body :is(input:not([type=hidden]), textarea, [role=combobox])")?.focus();
};

const openLoaded = () => {
  for (const dialog of document.querySelectorAll("dialog[data-open]")) {
    dialog.removeAttribute("data-open");
    present(dialog);
  }
};

document.addEventListener("htmx:afterSettle", openLoaded);
document.addEventListener("DOMContentLoaded", openLoaded);

document.addEventListener("click", (event) => {
  const opens = event.target.closest?.("[data-opens]");
  if (opens) present(document.getElementById(opens.dataset.opens));
  if (event.target.closest?.("[data-closes]")) {
    event.preventDefault(); // one that works without scripts is a link
    event.target.closest("dialog")?.close();
  }
  const { target } = event;
  if (!target.matches?.("dialog[data-light]")) return;
  const box = target.getBoundingClientRect();
  const inside = event.clientX >= box.left && event.clientX <= box.right && event.clientY >= box.top && event.clientY <= box.bottom;
  if (!inside) target.close();
});

document.addEventListener("close", ({ target }) => {
  if (!target.matches?.("dialog")) return;
  if (target.dataset.closedUrl) history.replaceState(null, "", target.dataset.closedUrl);
  if (target.closest("#dialogs")) target.remove();
}, true);

// After a form in a dialog was taken, the server says so with HX-Trigger: dialog-done.
document.addEventListener("dialog-done", () => document.querySelector("dialog:modal")?.close());
// What a form downloads leaves the page as it is, so that nobody else closes its dialog.
document.addEventListener("submit", ({ target }) => {
  if (target.matches("[data-downloads]")) setTimeout(() => target.closest("dialog")?.close());
});
