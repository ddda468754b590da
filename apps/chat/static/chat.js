// The composer sends with Enter, breaks lines with Shift+Enter, and grows with its text. The page
// works without this module too: the form is an ordinary one.

for (const log of document.querySelectorAll("[data-stick-to-end]")) {
  const anchor = location.hash && log.querySelector(`#${CSS.escape(location.hash.slice(1))}`);
  if (anchor) anchor.scrollIntoView({ block: "nearest" });
  else log.scrollTop = log.scrollHeight;
}
document.querySelector(".message-target")?.scrollIntoView({ block: "center" });

for (const form of document.querySelectorAll("[data-composer]")) {
  const text = form.querySelector("textarea");
  const send = form.querySelector("button[type=submit]");

  const fit = () => {
    send.disabled = text.value.trim() === "";
    text.rows = Math.min(10, text.value.split("\n").length);
  };

  text.addEventListener("input", fit);
  text.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    if (!send.disabled) form.requestSubmit();
  });
  form.addEventListener("submit", () => {
    send.disabled = true;
    form.inert = true; // a second Enter before the answer must not post twice
  });
  addEventListener("pageshow", () => {
    form.inert = false; // the page may come back from the browser's history
    fit();
  });
  fit();
}

const composers = document.querySelectorAll("[data-composer] textarea");
if (location.hash || document.querySelector("[aria-invalid]")) composers[composers.length - 1]?.focus();
