// The composer sends with Enter, breaks lines with Shift+Enter, grows with its text, and keeps what
// was typed but not sent while one looks elsewhere. The page works without this script too.
//
// It is a plain script in the head that listens on the document, so that it is there before the
// first composer is: a module would run only after the page is parsed, and whoever types faster
// than that, as agents do, would lose keys.
"use strict";

(() => {
  const composerOf = (element) => element.closest?.("[data-composer]");
  const partsOf = (form) => ({
    text: form.querySelector("textarea"),
    send: form.querySelector("button[type=submit]"),
    draft: `draft ${new URL(form.action).pathname}`,
  });
  const isBlank = (text) => text.value.trim() === "";

  const fit = ({ text, send }) => {
    send.disabled = isBlank(text);
    text.rows = Math.min(10, text.value.split("\n").length);
  };

  document.addEventListener("input", (event) => {
    const form = composerOf(event.target);
    if (!form || event.target.name !== "text") return;
    const parts = partsOf(form);
    if (parts.text.value) sessionStorage.setItem(parts.draft, parts.text.value);
    else sessionStorage.removeItem(parts.draft);
    fit(parts);
  });

  document.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    const form = composerOf(event.target);
    if (event.key === "Enter" && !event.shiftKey && form && event.target.name === "text") {
      event.preventDefault();
      if (!form.inert && !isBlank(event.target)) form.requestSubmit();
    } else if (event.key === "Escape") {
      document.querySelector("[data-close-panel]")?.click();
    }
  });

  document.addEventListener("submit", (event) => {
    const form = composerOf(event.target);
    if (!form) return;
    const { send, draft } = partsOf(form);
    sessionStorage.removeItem(draft); // a refused text comes back with the page
    send.disabled = true;
    form.inert = true; // a second Enter before the answer must not post twice
  });

  addEventListener("pageshow", (event) => {
    for (const form of document.querySelectorAll("[data-composer]")) {
      const parts = partsOf(form);
      const kept = sessionStorage.getItem(parts.draft) ?? "";
      form.inert = false; // the page may come back from the browser's history, sent text and all
      if (event.persisted || parts.text.value === "") parts.text.value = kept;
      fit(parts);
    }
  });

  document.addEventListener("DOMContentLoaded", () => {
    const asked = /^#(thread-)?m\d+$/.test(location.hash)
      ? document.getElementById(location.hash.slice(1))
      : null;
    asked?.scrollIntoView({ block: "nearest" });
    document.querySelector(".message-target")?.scrollIntoView({ block: "nearest" });

    const composers = [...document.querySelectorAll("[data-composer] textarea")];
    const refused = composers.find((composer) => composer.hasAttribute("aria-invalid"));
    const panel = document.querySelector("[data-close-panel]");
    if (!refused && !asked && !panel) return;
    if (document.activeElement !== document.body) return; // somebody was faster
    (refused ?? composers.at(asked?.closest("main") ? 0 : -1))?.focus();
  });
})();
