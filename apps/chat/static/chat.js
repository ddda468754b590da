// The composer sends with Enter, breaks lines with Shift+Enter, grows with its text, and keeps what
// was typed but not sent while one looks elsewhere. Messages offer what can be done with them while
// they have the mouse or the focus. Panels, dialogs and reactions come without the page being loaded
// anew. Everything works without this script too.
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

  const takeUp = (again) => {
    for (const form of document.querySelectorAll("[data-composer]")) {
      const parts = partsOf(form);
      const kept = sessionStorage.getItem(parts.draft) ?? "";
      form.inert = false; // the page may come back from the browser's history, sent text and all
      if (again || parts.text.value === "") parts.text.value = kept;
      fit(parts);
    }
  };

  document.addEventListener("input", (event) => {
    const form = composerOf(event.target);
    if (!form || event.target.name !== "text") return;
    const parts = partsOf(form);
    if (parts.text.value) sessionStorage.setItem(parts.draft, parts.text.value);
    else sessionStorage.removeItem(parts.draft);
    fit(parts);
  });

  const lastOwn = (form) => {
    const log = form.closest("aside, main").querySelector("[role=log]");
    return [...log.querySelectorAll(".message")].reverse().find((each) => may(each).includes("edit"));
  };

  document.addEventListener("keydown", (event) => {
    if (event.isComposing || event.defaultPrevented) return;
    const form = composerOf(event.target);
    if (event.key === "Enter" && !event.shiftKey && form && event.target.name === "text") {
      event.preventDefault();
      if (!form.inert && !isBlank(event.target)) form.requestSubmit();
    } else if (event.key === "ArrowUp" && form && event.target.value === "") {
      const own = lastOwn(form);
      if (own) location.assign(`${own.dataset.url}/edit`);
    } else if (event.key === "Escape" && !document.querySelector("dialog:modal, :popover-open")) {
      document.querySelector("[data-cancel-edit], [data-close-panel]")?.click();
    }
  });

  // Writing: the answer is the page that the browser would have been led to, of which the messages
  // are taken. A refusal brings the composer too, with the reason.
  const regions = ["sidebar", "head", "log", "thread-log"];
  const taking = (ids) => ids.filter((id) => document.getElementById(id)).map((id) => `#${id}:morph`).join(",");

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented || !window.htmx || !form.matches("[data-composer], [data-in-place]")) {
      if (composerOf(form)) leave(form);
      return;
    }
    event.preventDefault();
    const values = { ...Object.fromEntries(new FormData(form)) };
    if (event.submitter?.name) values[event.submitter.name] = event.submitter.value;
    const composer = composerOf(form);
    if (composer) partsOf(form).send.disabled = form.inert = true;
    const source = document.getElementById("follow");
    htmx.ajax("POST", form.action, { source, values, swap: "none", selectOOB: taking(regions) }).then(() => {
      if (composer) sent(form);
    });
  });

  // Without htmx, a second Enter before the answer must not post twice.
  const leave = (form) => {
    sessionStorage.removeItem(partsOf(form).draft); // a refused text comes back with the page
    partsOf(form).send.disabled = form.inert = true;
  };

  let answer = null;
  document.addEventListener("htmx:afterRequest", ({ detail }) => { answer = detail.xhr; });

  const sent = (form) => {
    form.inert = false;
    const parts = partsOf(form);
    const page = new DOMParser().parseFromString(answer?.responseText ?? "", "text/html");
    const problem = page.getElementById(`${parts.text.id}-problem`);
    document.getElementById(`${parts.text.id}-problem`)?.remove();
    if (answer?.status < 300) {
      parts.text.value = "";
      parts.text.removeAttribute("aria-invalid");
      sessionStorage.removeItem(parts.draft);
      const broadcast = form.querySelector("[name=broadcast]");
      if (broadcast) broadcast.checked = false;
      const scroll = form.parentElement.querySelector(".log-scroll");
      if (scroll) scroll.scrollTop = scroll.scrollHeight;
      // Where older messages are shown, one's own is at the end of the newest.
      if (!form.closest("aside") && !document.querySelector("#follow")?.getAttribute("hx-select-oob").includes("#log"))
        location.assign(answer.responseURL);
    } else if (problem) {
      form.prepend(problem);
      parts.text.setAttribute("aria-invalid", "true");
      parts.text.setAttribute("aria-describedby", problem.id);
    } else if (answer?.responseURL && answer.getResponseHeader("Content-Type")?.startsWith("text/html")) {
      const said = page.querySelector(".toast-text, h1");
      document.dispatchEvent(new CustomEvent("toast", { detail: { text: said?.textContent ?? "It was not sent.", tone: "danger" } }));
    }
    fit(parts);
    parts.text.focus();
  };

  // Panels and dialogs have addresses of their own.
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[data-panel-link], a[data-dialog-link]");
    if (!link || !window.htmx || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    const target = link.matches("[data-dialog-link]") ? "#dialogs" : "#panel";
    const opener = link.closest(".message")?.id;
    htmx.ajax("GET", link.href, { source: document.getElementById("follow"), target, select: target, swap: "morph:outerHTML", selectOOB: taking(["head"]), push: link.href })
      .then(() => {
        if (answer?.status >= 400) location.assign(link.href);
        else opened(target, link, opener);
      });
  });

  const opened = (target, link, opener) => {
    if (target === "#dialogs") return;
    history.pushState({ htmx: true }, "", link.href);
    takeUp(false);
    const title = document.querySelector("#panel h2")?.textContent;
    const status = document.getElementById("status");
    if (status) status.textContent = title ? `${title} opened` : "Panel closed";
    const field = document.querySelector("#panel textarea, #panel input:not([type=hidden])");
    if (field) field.focus();
    else document.getElementById(opener ?? "channel-composer")?.focus();
  };
  addEventListener("popstate", () => location.reload());

  // What can be done with the message that has the mouse or the focus.
  const may = (message) => (message.dataset.may ?? "").split(" ");
  let held = null;

  const offer = (message) => {
    if (message === held && message?.querySelector(".message-tools")) return;
    if (held && held !== message) held.querySelector(".message-tools[data-copied]")?.remove();
    held = message;
    const template = document.getElementById("tools-template");
    if (!message?.dataset.may || !template || message.querySelector(".message-tools, .message-editor")) return;
    const tools = template.content.firstElementChild.cloneNode(true);
    const author = message.getAttribute("aria-label").split(",")[0];
    tools.dataset.copied = "";
    tools.setAttribute("aria-label", `Message of ${message.getAttribute("aria-label")}`);
    for (const tool of [...tools.children]) {
      if (!may(message).includes(tool.dataset.needs)) tool.remove();
      tool.href = tool.dataset.path ? message.dataset.url + tool.dataset.path : message.dataset.threadUrl;
      tool.setAttribute("aria-label", `${tool.dataset.label} ${author}`);
    }
    message.append(tools);
  };

  document.addEventListener("pointerover", ({ target }) => {
    const message = target.closest?.(".message");
    if (message) offer(message);
    else if (!held?.contains(document.activeElement)) offer(null);
  });
  document.addEventListener("focusin", ({ target }) => {
    const message = target.closest?.(".message");
    if (message) offer(message);
  });

  // Arrows go through the messages; the log is one stop on the way through the page.
  const rove = () => {
    for (const log of document.querySelectorAll("[role=log]")) {
      const messages = [...log.querySelectorAll(".message")];
      if (!messages.some((message) => message.tabIndex === 0)) messages.at(-1)?.setAttribute("tabindex", "0");
    }
  };
  document.addEventListener("keydown", (event) => {
    if (!event.target.matches?.(".message") || !["ArrowUp", "ArrowDown", "Home", "End"].includes(event.key)) return;
    const messages = [...event.target.closest("[role=log]").querySelectorAll(".message")];
    const here = messages.indexOf(event.target);
    const places = { ArrowUp: here - 1, ArrowDown: here + 1, Home: 0, End: messages.length - 1 };
    const next = messages[places[event.key]];
    if (!next) return;
    event.preventDefault();
    event.target.setAttribute("tabindex", "-1");
    next.setAttribute("tabindex", "0");
    next.focus();
  });

  addEventListener("pageshow", (event) => takeUp(event.persisted));
  document.addEventListener("htmx:afterSettle", rove);

  document.addEventListener("DOMContentLoaded", () => {
    rove();
    const asked = /^#(thread-)?m\d+$/.test(location.hash)
      ? document.getElementById(location.hash.slice(1))
      : null;
    asked?.scrollIntoView({ block: "nearest" });
    document.querySelector(".message-target")?.scrollIntoView({ block: "nearest" });

    const editor = document.querySelector("[data-editor] textarea");
    const composers = [...document.querySelectorAll("[data-composer] textarea")];
    const refused = composers.find((composer) => composer.hasAttribute("aria-invalid"));
    const panel = document.querySelector("[data-close-panel]");
    if (editor) {
      editor.scrollIntoView({ block: "center" });
      editor.setSelectionRange(editor.value.length, editor.value.length);
    }
    if (!refused && !asked && !panel && !editor) return;
    if (document.activeElement !== document.body) return; // somebody was faster
    (refused ?? editor ?? composers.at(asked?.closest("main") ? 0 : -1))?.focus();
  });
})();
