import { peek } from "./places.js";

// What is typed is kept on the server, so that it is there on another day and in another browser. Until
// it is, the tab remembers that it has more than the server; see chat.js.
const PAUSE = 700;
const waiting = new Map();
const keyOf = (form) => `unsaved ${new URL(form.action).pathname}`;

const valuesOf = (form) => {
  const values = new FormData();
  values.set("text", form.querySelector("textarea").value);
  values.set("thread_ts", form.dataset.thread ?? "");
  return values;
};

const save = async (form) => {
  waiting.delete(form);
  const { value } = form.querySelector("textarea");
  const kept = await peek(form.dataset.draft, valuesOf(form));
  if (kept && form.querySelector("textarea").value === value) sessionStorage.removeItem(keyOf(form));
};

export const keepDraft = (form) => {
  sessionStorage.setItem(keyOf(form), "");
  clearTimeout(waiting.get(form));
  waiting.set(form, setTimeout(() => save(form), PAUSE));
};

// What is sent is no draft: the server forgets it with the message.
export const forgetDraft = (form) => {
  clearTimeout(waiting.get(form));
  waiting.delete(form);
  sessionStorage.removeItem(keyOf(form));
};

document.addEventListener("input", ({ target }) => {
  const form = target.closest?.("[data-composer]");
  if (form && target.name === "text") keepDraft(form);
});
addEventListener("pagehide", () => {
  for (const form of waiting.keys()) {
    const values = valuesOf(form);
    values.set("csrf", form.querySelector("[name=csrf]").value);
    navigator.sendBeacon(form.dataset.draft, values);
  }
});
