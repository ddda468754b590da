// Fields that are edited in place: a choice or Enter saves, leaving the field too, Esc leaves it as it was.
// Without this script the same links and forms do, one page at a time.
const editorOf = (element) => element?.closest?.("[data-inline-editor]");
const control = (form) => form.querySelector(".input:not([type=hidden]), textarea, [role=combobox], input[type=checkbox]");
const held = (form) => JSON.stringify([...new FormData(form)].filter(([name]) => !["csrf", "version"].includes(name)));
const before = new WeakMap();
const AT_ONCE = ["select", "cascading", "sprint", "user", "parent", "flag"];
const STAYS = ["paragraph"];

// An editor that has come gets the focus, and what is chosen from is shown at once.
const begin = (form) => {
  before.set(form, held(form));
  const field = control(form);
  if (!field) return;
  field.focus();
  if (field.matches("[data-select]")) field.click();
  else if (field.matches("input")) field.select();
  if (field.matches("textarea")) field.setSelectionRange(field.value.length, field.value.length);
  if (["user", "sprint", "parent"].includes(form.dataset.inlineEditor)) {
    // All that can be chosen, not only what begins like what is.
    field.placeholder = field.value || field.placeholder;
    field.value = "";
    field.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowDown", bubbles: true, cancelable: true }));
  }
};

// So does a comment that is to be edited.
const beginEntry = () => {
  const text = document.querySelector(".entry [data-comment-form] textarea:not([data-begun])");
  if (!text) return;
  text.dataset.begun = "";
  text.focus();
  text.setSelectionRange(text.value.length, text.value.length);
};

document.addEventListener("htmx:afterSettle", () => {
  for (const form of document.querySelectorAll("[data-inline-editor]")) if (!before.has(form)) begin(form);
  beginEntry();
  const added = document.querySelector("[data-adds]:not([data-begun])");
  if (added) {
    added.dataset.begun = "";
    added.querySelector(added.dataset.adds === "link" ? "#link-other" : ".input, [role=combobox]")?.focus();
  }
});
for (const form of document.querySelectorAll("[data-inline-editor]")) begin(form);
beginEntry();

const cancel = (form) => form.querySelector("[data-command~='tracker.cancel']").click();
const save = (form) => {
  if (form.dataset.sent) return;
  if (before.get(form) === held(form)) {
    cancel(form);
    return;
  }
  form.dataset.sent = "1";
  form.requestSubmit();
};

document.addEventListener("change", ({ target, detail }) => {
  const form = editorOf(target);
  if (!form || !AT_ONCE.includes(form.dataset.inlineEditor)) return;
  if (target.matches("[role=combobox]") && !target.matches("[data-select]") && !detail) {
    const chosen = form.querySelector("[data-combobox] input[type=hidden]").value;
    if (!chosen && target.value) return; // typed, and nothing chosen yet
  }
  save(form);
});

document.addEventListener("focusout", ({ target, relatedTarget }) => {
  const form = editorOf(target);
  if (!form || STAYS.includes(form.dataset.inlineEditor) || form.contains(relatedTarget)) return;
  // A turn later: what comes next may be in a list or calendar of the editor.
  setTimeout(() => {
    if (!form.isConnected || form.dataset.sent || form.contains(document.activeElement) || !document.hasFocus()) return;
    if (form.querySelector(":popover-open")) return;
    if (AT_ONCE.includes(form.dataset.inlineEditor)) cancel(form);
    else save(form);
  });
});

document.addEventListener("submit", ({ target }) => {
  if (target.matches?.("[data-inline-editor]")) target.dataset.sent = "1";
}, true);

// What has data-own outlives every change of the page, until what it holds is saved: then it is the server's again.
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  const source = detail.requestConfig?.elt;
  const own = source?.closest?.("[data-own]");
  if (detail.xhr.status < 400 && own && source.matches("form")) {
    if (own.id === "comment-new") {
      const text = own.querySelector("textarea");
      // Others' news may come before the answer, and somebody may be writing the next comment already.
      const said = detail.requestConfig.parameters.body ?? text.value;
      text.value = text.value.startsWith(said.trimEnd()) ? text.value.slice(said.trimEnd().length).trimStart() : text.value;
      text.dispatchEvent(new Event("input", { bubbles: true }));
    } else own.removeAttribute("data-own");
  }
});

// After a save the focus goes back to where the field is edited from.
document.addEventListener("htmx:afterSwap", ({ detail }) => {
  const form = detail.requestConfig?.elt;
  if (!form?.matches?.("[data-inline-editor], [data-inline-editor] *")) return;
  const id = form.querySelector?.("[name=field]")?.value ?? editorOf(form)?.querySelector("[name=field]")?.value;
  if (id && (document.activeElement === document.body || !document.activeElement))
    document.querySelector(`#field-${CSS.escape(id)} .field-edit, #field-${CSS.escape(id)} .section-head a`)?.focus();
});

// The value itself is where one clicks, as wide as it is; links within it lead where they lead.
document.addEventListener("click", (event) => {
  const value = event.target.closest?.(".field-value, .issue-title");
  if (!value || event.target.closest("a, button, form, input") || String(getSelection())) return;
  value.querySelector(".field-edit")?.click();
});

document.addEventListener("dblclick", ({ target }) => {
  const section = target.closest?.("#field-description .prose");
  if (section) section.parentElement.querySelector(".section-head a")?.click();
});

// A comment that is begun is its writer's, whatever is shown besides.
document.addEventListener("focusin", ({ target }) => {
  const zone = target.closest?.(".comment-new");
  if (!zone) return;
  zone.classList.add("is-open");
  zone.dataset.own = "";
});
document.addEventListener("focusout", ({ target, relatedTarget }) => {
  const zone = target.closest?.(".comment-new");
  if (zone && !zone.contains(relatedTarget) && !zone.querySelector("textarea").value.trim()) delete zone.dataset.own;
});
// What outlived a change leads back to what is shown now, not to what was when it came.
document.addEventListener("htmx:configRequest", ({ detail }) => {
  const now = detail.verb === "post" && detail.elt.closest?.("[data-own]")?.closest("#issue")?.getAttribute("hx-get");
  if (now) detail.path = detail.path.split("?")[0] + new URL(now, location.href).search;
});

// A comment that the address names.
const focused = () => {
  if (!/^#comment-\d+$/.test(location.hash)) return;
  const entry = document.getElementById(location.hash.slice(1));
  for (const other of document.querySelectorAll(".entry.is-target")) other.classList.remove("is-target");
  entry?.classList.add("is-target");
  entry?.scrollIntoView({ block: "center" });
};
addEventListener("hashchange", focused);
focused();

document.addEventListener("keydown", (event) => {
  if (event.key !== "m" || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.matches?.("input, textarea") || document.querySelector("dialog:modal")) return;
  if (document.documentElement.dataset.singleKeys === "off") return;
  const text = document.getElementById("comment-text");
  if (!text) return;
  event.preventDefault();
  text.focus();
});

document.addEventListener("click", async ({ target }) => {
  const button = target.closest?.("[data-quote]");
  if (!button) return;
  const answer = await fetch(button.dataset.url);
  const text = document.getElementById("comment-text");
  if (!answer.ok || !text) return;
  text.value = `${text.value && `${text.value.trimEnd()}\n\n`}${await answer.text()}`;
  text.dispatchEvent(new Event("input", { bubbles: true }));
  text.focus();
  text.setSelectionRange(text.value.length, text.value.length);
});
