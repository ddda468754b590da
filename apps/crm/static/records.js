// Records' pages: forms that warn before what was entered is lost, lookups, and the way through a list.
const TRAIL = "crm.trail";
const formOf = (element) => element?.closest?.("[data-record-form]");
const held = (form) => JSON.stringify([...new FormData(form)].filter(([name]) => name !== "csrf"));
const before = new WeakMap();
const sent = new WeakSet();
const isChanged = (form) => !("keeps" in form.dataset) && before.has(form) && !sent.has(form) && before.get(form) !== held(form);

// A form that stands on its page anyhow waits for the focus until somebody chooses it.
let isChosen = false;
document.addEventListener("click", ({ target }) => {
  isChosen = target.closest?.(".composer > .tabs a") != null;
}, true);

// A form that has come gets the focus: at the field that was asked for, or where something is wrong.
const begin = (form) => {
  before.set(form, form.querySelector(".record-errors") ? "" : held(form));
  const wrong = form.querySelector(".record-errors");
  const wanted = form.dataset.focus && document.getElementById(form.dataset.focus);
  if (wrong) wrong.focus();
  else if (wanted) {
    wanted.focus();
    wanted.scrollIntoView({ block: "nearest" });
    if (wanted.matches("input[type=text]")) wanted.select();
  } else if (document.activeElement === document.body && form.closest(".record-tab") && (isChosen || !("waits" in form.dataset))) {
    form.querySelector(".input:not([type=hidden]), [role=combobox]")?.focus();
  }
};
const beginAll = () => {
  for (const form of document.querySelectorAll("[data-record-form]")) if (!before.has(form)) begin(form);
};
document.addEventListener("htmx:afterSettle", beginAll);
beginAll();

document.addEventListener("submit", ({ target }) => {
  if (formOf(target)) sent.add(target);
}, true);
document.addEventListener("htmx:afterRequest", ({ target }) => {
  if (target.matches?.("[data-record-form]")) sent.delete(target);
});
addEventListener("beforeunload", (event) => {
  if ([...document.querySelectorAll("[data-record-form]")].some(isChanged)) event.preventDefault();
});

// Within the page nothing else asks: leaving a changed form does, once, and so does closing its dialog.
const ask = (form, leave) => {
  if (form.querySelector(".leave")) return;
  const box = document.createElement("div");
  box.className = "banner tone-warning leave";
  box.setAttribute("role", "alert");
  box.innerHTML = '<div><strong>What you entered is not saved.</strong> <button class="button button-small" type="button" data-stay>Keep editing</button> <button class="button button-small" type="button" data-leave>Discard</button></div>';
  form.querySelector(".record-save, .dialog-foot").before(box);
  box.querySelector("[data-stay]").addEventListener("click", () => {
    box.remove();
    form.querySelector("input:not([type=hidden]), textarea, [role=combobox]")?.focus();
  });
  box.querySelector("[data-leave]").addEventListener("click", () => {
    sent.add(form);
    box.remove();
    leave();
  });
  box.scrollIntoView({ block: "nearest" });
  box.querySelector("[data-stay]").focus();
};
document.addEventListener("cancel", (event) => {
  const form = event.target.querySelector?.("[data-record-form]");
  if (!form || !isChanged(form)) return;
  event.preventDefault();
  ask(form, () => event.target.close());
}, true);
document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[href], [data-closes]");
  if (!link || link.closest(".leave") || link.closest("#lookup-host dialog")) return;
  const inDialog = link.closest("dialog");
  const form = inDialog ? inDialog.querySelector("[data-record-form]") : document.querySelector("main [data-record-form]");
  if (!form || !isChanged(form) || link.matches("[aria-haspopup], [data-template-link]") || link.getAttribute("href")?.startsWith("#")) return;
  if (event.ctrlKey || event.metaKey || link.target === "_blank") return;
  event.preventDefault();
  event.stopImmediatePropagation();
  ask(form, () => link.click());
}, true);

// A dialog that was opened at an address of its own has nothing behind it: closing it leads on.
document.addEventListener("close", () => {
  const behind = document.querySelector("[data-behind]");
  if (behind && !document.querySelector("dialog[open]")) location.assign(behind.dataset.behind);
}, true);

// Escape closes a list or calendar that is open, and nothing else then.
addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !formOf(event.target)) return;
  if ([...document.querySelectorAll(":popover-open")].some((each) => each.popover === "auto")) event.stopImmediatePropagation();
}, true);

// What is wrong leads to its control, whichever kind it is.
document.addEventListener("click", (event) => {
  const link = event.target.closest?.(".record-errors a[href^='#']");
  const control = link && document.getElementById(link.getAttribute("href").slice(1));
  if (!control) return;
  event.preventDefault();
  const field = control.matches("fieldset") ? control.querySelector("input") : control;
  field.focus();
  field.scrollIntoView({ block: "center" });
});

document.addEventListener("dblclick", (event) => {
  const value = event.target.closest?.("[data-edits]");
  if (!value || event.target.closest("a, button")) return;
  getSelection()?.removeAllRanges();
  value.querySelector(".field-pencil")?.click();
});

// A lookup takes what was chosen in the search dialog, or was just made for it.
const choose = (id, value, label) => {
  const input = document.getElementById(id);
  if (!input) return;
  input.closest("[data-combobox]").querySelector("input[type=hidden]").value = value;
  input.value = label;
  input.dispatchEvent(new Event("change", { bubbles: true }));
  input.focus();
};
document.addEventListener("click", ({ target }) => {
  const choice = target.closest?.("[data-lookup-choice]");
  if (!choice) return;
  choice.closest("dialog").close();
  choose(choice.dataset.lookupChoice, choice.dataset.value, choice.dataset.label);
});
document.addEventListener("htmx:beforeSwap", (event) => {
  const made = new DOMParser().parseFromString(event.detail.serverResponse ?? "", "text/html").querySelector("[data-lookup-made]");
  if (!made) return;
  event.detail.shouldSwap = false;
  event.detail.elt.closest("dialog")?.close();
  choose(made.dataset.lookupMade, made.dataset.value, made.dataset.label);
});

// What a form did is told where one comes to: at once, or on the next page.
const SAID = "crm.said";
const tell = (text) => document.dispatchEvent(new CustomEvent("toast", { detail: { text, tone: "success" } }));
document.addEventListener("htmx:beforeOnLoad", ({ target, detail }) => {
  const text = target.dataset?.said;
  if (!text || detail.xhr.status >= 300) return;
  if (detail.xhr.getResponseHeader("HX-Redirect")) sessionStorage.setItem(SAID, text);
  else tell(text);
});
document.addEventListener("submit", ({ target }) => {
  if (target.matches("[data-said]:not([hx-post])")) sessionStorage.setItem(SAID, target.dataset.said);
});
const said = sessionStorage.getItem(SAID);
sessionStorage.removeItem(SAID);
if (said && document.querySelector("#record, .home, #list, .forecasts") && !document.querySelector("dialog[data-open], .record-errors")) tell(said);

// Of a record that others have deleted, the page stays as it was until one leaves it.
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (detail.xhr.status === 404 && detail.target?.id === "record" && detail.requestConfig?.verb === "get") detail.shouldSwap = false;
});

// Which fields a step asks for hangs on how it ends.
document.addEventListener("change", ({ target }) => {
  if (!target.matches?.("[data-step-form] input[name=value]")) return;
  for (const part of target.form.querySelectorAll("[data-for-value]"))
    part.hidden = part.dataset.forValue !== target.value;
});

// Whoever leaves a list takes along what it shows, and goes through it from record to record.
const main = () => document.getElementById("record");
addEventListener("pagehide", () => {
  if (main()) return;
  const links = [...document.querySelectorAll("main a[data-record]")].filter((link) => link.checkVisibility());
  const paths = [...new Set(links.map((link) => new URL(link.href).pathname))];
  if (paths.length) sessionStorage.setItem(TRAIL, JSON.stringify(paths));
});
// Whoever comes back to a record finds it where it was, though they have been to other lists since.
const placeOf = (record) => {
  const key = window.navigation?.currentEntry?.key; // of this step of the browser's history
  const kept = JSON.parse((key && sessionStorage.getItem(`${TRAIL}.${key}`)) || "{}");
  if (kept.record === record) return kept;
  const paths = JSON.parse(sessionStorage.getItem(TRAIL) ?? "[]");
  const place = paths.findIndex((path) => path.endsWith(`/${record}`));
  const found = { record, place, many: paths.length, previous: paths[place - 1], next: paths[place + 1] };
  if (key) sessionStorage.setItem(`${TRAIL}.${key}`, JSON.stringify(found));
  return found;
};
const showTrail = () => {
  const nav = document.querySelector("[data-record-trail]");
  if (!nav) return;
  const found = placeOf(main().dataset.record);
  nav.hidden = found.place < 0 || Boolean(nav.closest("#split-record")); // there the list stands beside it
  if (nav.hidden) return;
  nav.querySelector("[data-place]").textContent = `${found.place + 1} of ${found.many}`;
  for (const name of ["previous", "next"]) {
    const link = nav.querySelector(`[data-${name}]`);
    link.hidden = !found[name];
    if (found[name]) link.href = found[name];
  }
};
document.addEventListener("htmx:afterSettle", showTrail);
showTrail();

// A control that another one leads offers what fits that one's value, and nothing else.
const narrow = (part) => {
  const leading = document.getElementById(part.dataset.ledBy);
  if (!leading) return;
  const value = leading.matches("[type=checkbox]") ? String(leading.checked) : document.getElementById(leading.dataset.select)?.value ?? "";
  const allowed = new Set(JSON.parse(part.dataset.allowed)[value] ?? []);
  for (const box of part.querySelectorAll("input[type=checkbox]")) {
    box.closest(".choice").hidden = !allowed.has(box.value);
    if (!allowed.has(box.value)) box.checked = false;
  }
  const button = part.querySelector("[data-select]");
  if (!button) return;
  const list = document.getElementById(button.getAttribute("aria-controls"));
  for (const option of list.querySelectorAll('[role="option"]')) option.hidden = option.dataset.value !== "" && !allowed.has(option.dataset.value);
  button.disabled = !allowed.size;
  const chosen = list.querySelector('[aria-selected="true"]');
  if (chosen?.hidden) list.querySelector('[data-value=""]')?.click();
};
const narrowAll = () => {
  for (const part of document.querySelectorAll("[data-led-by]")) narrow(part);
};
document.addEventListener("change", ({ target }) => {
  if (formOf(target)) narrowAll();
});
document.addEventListener("htmx:afterSettle", narrowAll);
narrowAll();
