// The composer sends with Enter, breaks lines with Shift+Enter, grows with its text, and keeps what
// was typed but not sent while one looks elsewhere. Everything works without this script too.
//
// It is a plain script in the head that listens on the document, so that it is there before the
// first composer is: a module would run only after the page is parsed, and whoever types faster
// than that, as agents do, would lose keys. What can wait stands in writing.js
// and places.js.
"use strict";

(() => {
  const formOf = (element) => element.closest?.("[data-composer]");
  const draftOf = (form) => `saved ${new URL(form.action).pathname}`;
  const textOf = (form) => form.querySelector("textarea");

  const canSend = (form) => {
    const files = form.querySelectorAll(".composer-files > li");
    const waits = [...files].some((file) => file.hasAttribute("aria-busy"));
    return !waits && (files.length > 0 || textOf(form).value.trim() !== "");
  };

  const fit = (form) => {
    form.querySelector("button[type=submit]").disabled = !canSend(form);
    textOf(form).rows = Math.min(10, textOf(form).value.split("\n").length);
  };

  // Within a block of code that is not ended yet, Enter breaks the line.
  const isInCode = (text) =>
    (text.value.slice(0, text.selectionStart).match(/```/g)?.length ?? 0) % 2 === 1;

  // The page may come back from the browser's history, sent text and all. What the server keeps stands in
  // a new composer already, unless this tab was left before it was kept.
  const known = new WeakSet();
  const takeUp = (again) => {
    for (const form of document.querySelectorAll("[data-composer]")) {
      form.inert = false;
      const isUnsaved = sessionStorage.getItem(`un${draftOf(form)}`) !== null;
      if (again || (isUnsaved && !known.has(form))) textOf(form).value = sessionStorage.getItem(draftOf(form)) ?? "";
      known.add(form);
      fit(form);
    }
  };

  document.addEventListener("input", ({ target }) => {
    const form = formOf(target);
    if (!form || target.name !== "text") return;
    if (target.value) sessionStorage.setItem(draftOf(form), target.value);
    else sessionStorage.removeItem(draftOf(form));
    fit(form);
  });

  document.addEventListener("keydown", (event) => {
    const { target } = event;
    if (event.key !== "Enter" || event.shiftKey || event.isComposing || event.defaultPrevented) return;
    if (!target.matches?.("[data-composer] textarea, [data-editor] textarea")) return;
    const form = target.form;
    const isSent = event.ctrlKey || event.metaKey;
    if (!isSent && (form.dataset.enter === "breaks" || isInCode(target))) return;
    event.preventDefault();
    if (!form.inert && (!formOf(form) || canSend(form))) form.requestSubmit();
  });

  // Before writing.js is there to post in place, a second Enter must not post twice.
  document.addEventListener("submit", (event) => {
    const form = formOf(event.target);
    if (!form || event.defaultPrevented) return;
    sessionStorage.removeItem(draftOf(form)); // a refused text comes back with the page
    form.querySelector("button[type=submit]").disabled = form.inert = true;
  });

  // What can be done with the message that has the mouse or the focus.
  let held = null;
  const toolsOf = (message) => message?.querySelector(":scope > .message-tools");
  const isSo = (message, wanted) => {
    const is = message.dataset.is.split(" ");
    return wanted.startsWith("!") ? !is.includes(wanted.slice(1)) : is.includes(wanted);
  };
  const offer = (message) => {
    if (message === held && toolsOf(message)) return;
    if (toolsOf(held)?.querySelector(":popover-open")) return; // its menu is in use
    if (held && held !== message) toolsOf(held)?.remove();
    held = message;
    const template = document.getElementById("tools-template");
    if (!message?.dataset.url || !template || toolsOf(message) || message.querySelector(".message-editor")) return;
    const tools = template.content.firstElementChild.cloneNode(true);
    const author = message.getAttribute("aria-label").split(",")[0];
    const may = message.dataset.may.split(" ");
    tools.dataset.own = "";
    tools.setAttribute("aria-label", `Message of ${message.getAttribute("aria-label")}`);
    for (const tool of tools.querySelectorAll("a, button")) {
      const { needs, path, label } = tool.dataset;
      const isHere = (needs === "reply" || tool.name === "emoji") && message.closest("#panel"); // which is narrow
      if (isHere || (needs && !may.includes(needs)) || (tool.dataset.if && !isSo(message, tool.dataset.if))) {
        tool.remove();
        continue;
      }
      if (tool.matches("a")) tool.href = path ? message.dataset.url + path : message.dataset.threadUrl;
      else if (path) tool.setAttribute("formaction", message.dataset.url + path);
      if (label) tool.setAttribute("aria-label", `${label} ${author}`);
    }
    message.append(tools);
  };

  document.addEventListener("pointerover", ({ target }) => {
    const message = target.closest?.(".message");
    if (message) offer(message);
    else if (!held?.contains(document.activeElement) && !target.closest?.("[popover]")) offer(null);
  });
  document.addEventListener("focusin", ({ target }) => {
    const message = target.closest?.(".message");
    if (!message) return;
    offer(message);
    rove();
  });

  // Arrows go through the messages; the log is one stop on the way through the page.
  const rove = () => {
    for (const log of document.querySelectorAll("[role=log]")) {
      const messages = [...log.querySelectorAll(".message")];
      const here = messages.find((message) => message.contains(document.activeElement)) ?? messages.at(-1);
      for (const message of messages)
        for (const stop of [message, ...message.querySelectorAll("a, button:not([role^=menuitem]), summary")]) stop.tabIndex = message === here && isStop(stop) ? 0 : -1;
    }
  };
  // A toolbar is one stop too: the tool that has the focus, or the first one.
  const toolsIn = (bar) => [...bar.querySelectorAll(":scope > .icon-button")];
  const isStop = (control) => {
    const bar = control.closest(".message-tools");
    return !bar || control === (toolsIn(bar).find((tool) => tool === document.activeElement) ?? toolsIn(bar)[0]);
  };
  document.addEventListener("keydown", (event) => {
    const tools = event.target.matches?.(".message-tools > .icon-button") ? toolsIn(event.target.parentElement) : [];
    const here = tools.indexOf(event.target);
    const places = { ArrowLeft: here - 1 + tools.length, ArrowRight: here + 1, Home: 0, End: tools.length - 1 };
    if (here < 0 || !(event.key in places)) return;
    event.preventDefault();
    tools[places[event.key] % tools.length].focus();
  });
  document.addEventListener("keydown", (event) => {
    if (!event.target.matches?.(".message") || !["ArrowUp", "ArrowDown", "Home", "End"].includes(event.key)) return;
    const messages = [...event.target.closest("[role=log]").querySelectorAll(".message")];
    const here = messages.indexOf(event.target);
    const places = { ArrowUp: here - 1, ArrowDown: here + 1, Home: 0, End: messages.length - 1 };
    event.preventDefault();
    messages[places[event.key]]?.focus();
  });

  document.addEventListener("settled", () => {
    takeUp(false);
    const again = held?.isConnected && toolsOf(held) && !toolsOf(held).querySelector(":popover-open") ? held : null;
    if (again && !toolsOf(again).contains(document.activeElement)) { // it may be otherwise by now
      toolsOf(again).remove();
      offer(again);
    }
    rove();
  });
  // Whoever goes from one page to a conversation means to write there: the first letters are text then, and no
  // shortcuts. Where one is by address, or by Back, nothing is meant yet.
  const isComeTo = () =>
    /\/c\/[^/]+$/.test(location.pathname)
    && document.referrer.startsWith(`${location.origin}/`)
    && performance.getEntriesByType("navigation")[0].type === "navigate";

  addEventListener("pageshow", (event) => takeUp(event.persisted));
  document.addEventListener("DOMContentLoaded", () => {
    rove();
    const asked = /^#(thread-)?m\d+$/.test(location.hash) ? document.getElementById(location.hash.slice(1)) : null;
    asked?.scrollIntoView({ block: "nearest" });
    document.querySelector(".message-target")?.scrollIntoView({ block: "center" });
    if (!asked && !document.querySelector(".message-target")) document.querySelector(".new-line")?.scrollIntoView({ block: "start" });

    const editor = document.querySelector("[data-editor] textarea");
    const composers = [...document.querySelectorAll("[data-composer] textarea")];
    const refused = composers.find((composer) => composer.hasAttribute("aria-invalid"));
    if (editor) {
      editor.scrollIntoView({ block: "center" });
      editor.setSelectionRange(editor.value.length, editor.value.length);
    }
    if (!refused && !asked && !editor && !isComeTo() && !document.querySelector("[data-close-panel]")) return;
    if (document.activeElement !== document.body) return; // somebody was faster
    (refused ?? editor ?? composers.at(asked?.closest("main") ? 0 : -1))?.focus();
  });
})();
