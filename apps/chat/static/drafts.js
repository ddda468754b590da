import { peek } from "./places.js";

// What is typed is kept on the server, so that it is there on another day and in another browser. Until
// it is, the tab remembers that it has more than the server; see chat.js. What is made of a message that
// stands already is kept beside it.
const PAUSE = 700;
const waiting = new Map();
const keyOf = (form) => `unsaved ${new URL(form.action).pathname}`;

const valuesOf = (form) => {
  const values = new FormData();
  values.set("text", form.querySelector("textarea").value);
  if (form.matches("[data-editor]")) values.set("seen", form.querySelector("[name=seen]").value);
  else values.set("thread_ts", form.dataset.thread ?? "");
  for (const each of form.querySelectorAll("[data-urgencies] input:checked")) values.set(each.name, each.value);
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

// An edit that is given up is forgotten before anything else is shown.
export const dropEdit = async (form) => {
  forgetDraft(form);
  if (!("kept" in form.dataset || "typed" in form.dataset)) return;
  const values = valuesOf(form);
  values.set("text", "");
  await peek(form.dataset.draft, values);
};

document.addEventListener("input", ({ target }) => {
  const form = target.closest?.("[data-composer], [data-editor]");
  if (!form || target.name !== "text") return;
  if (form.matches("[data-editor]")) form.dataset.typed = "";
  keepDraft(form);
});
document.addEventListener("change", ({ target }) => {
  const form = target.closest?.("[data-urgencies]") && target.closest("[data-composer]");
  if (form) keepDraft(form);
});
addEventListener("pagehide", () => {
  for (const form of waiting.keys()) {
    const values = valuesOf(form);
    values.set("csrf", form.querySelector("[name=csrf]").value);
    navigator.sendBeacon(form.dataset.draft, values);
  }
});
