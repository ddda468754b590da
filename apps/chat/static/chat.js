// The composer sends with Enter, breaks lines with Shift+Enter, grows with its text, and keeps what
// was typed but not sent while one looks elsewhere. The page works without this module too.

const asked = /^#(thread-)?m\d+$/.test(location.hash)
  ? document.getElementById(location.hash.slice(1))
  : null;
asked?.scrollIntoView({ block: "nearest" });
document.querySelector(".message-target")?.scrollIntoView({ block: "nearest" });

for (const form of document.querySelectorAll("[data-composer]")) {
  const text = form.querySelector("textarea");
  const send = form.querySelector("button[type=submit]");
  const draft = `draft ${new URL(form.action).pathname}`;

  const fit = () => {
    send.disabled = text.value.trim() === "";
    text.rows = Math.min(10, text.value.split("\n").length);
  };

  text.addEventListener("input", () => {
    if (text.value) sessionStorage.setItem(draft, text.value);
    else sessionStorage.removeItem(draft);
    fit();
  });
  text.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    if (!send.disabled) form.requestSubmit();
  });
  form.addEventListener("submit", () => {
    sessionStorage.removeItem(draft); // a refused text comes back with the page
    send.disabled = true;
    form.inert = true; // a second Enter before the answer must not post twice
  });
  addEventListener("pageshow", () => {
    form.inert = false; // the page may come back from the browser's history, text and all
    if (!text.hasAttribute("aria-invalid")) text.value = sessionStorage.getItem(draft) ?? "";
    fit();
  });
}

const close = document.querySelector("[data-close-panel]");
if (close) {
  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.isComposing) close.click();
  });
}

const composers = [...document.querySelectorAll("[data-composer] textarea")];
const refused = composers.find((composer) => composer.hasAttribute("aria-invalid"));
if (refused ?? asked ?? close) (refused ?? composers.at(asked?.closest("main") ? 0 : -1))?.focus();
