import { fieldOf, replace } from "./formatting.js";
import { byId, peek, say } from "./places.js";

// Previews and snippets: what a text looks like as a message, and long ones as files.
const LONG = 4000;

const showPreview = async (button) => {
  const text = fieldOf(button);
  const form = text.form;
  const shown = form.querySelector("[data-previewed]");
  const isOn = shown.hidden;
  if (isOn) {
    const values = new FormData();
    values.set("text", text.value);
    const page = await peek(form.dataset.preview, values);
    if (!page) return;
    shown.replaceChildren(...[...page.body.children].map((each) => document.adoptNode(each)));
  }
  endPreview(form, isOn);
  (isOn ? shown : text).focus();
};

export const endPreview = (form, isOn = false) => {
  const shown = form.querySelector("[data-previewed]");
  if (!shown) return;
  shown.hidden = !isOn;
  form.querySelector("textarea").hidden = isOn;
  form.querySelector("[data-previews]").setAttribute("aria-pressed", String(isOn));
};

// What is long reads better as a file: that is offered, and the text stays as it is.
const offer = (form, length) => {
  form.querySelector("[data-long]")?.remove();
  if (length < LONG) return;
  const note = byId("long-text").content.firstElementChild.cloneNode(true);
  const said = `${String(length).replace(/\B(?=(\d{3})+$)/g, ",")} characters are long for a message.`;
  note.querySelector("span").textContent = said;
  form.prepend(note);
  say(said);
};

let source = null;
document.addEventListener("input", ({ target }) => {
  if (!target.matches?.("[data-composer] textarea")) return;
  const isOffered = target.form.querySelector("[data-long]");
  if (Boolean(isOffered) !== target.value.length >= LONG) offer(target.form, target.value.length);
});

document.addEventListener("click", ({ target }) => {
  const preview = target.closest?.("[data-previews]");
  if (preview) showPreview(preview);
  if (target.closest?.("[data-snippet]")) source = fieldOf(target);
  if (target.closest?.("[data-keep-long]")) target.closest("[data-long]").remove();
}, true);

// The dialog begins with what was written in the composer, which is empty once the snippet is sent.
document.addEventListener("settled", () => {
  const text = byId("snippet-text");
  if (text && !text.value && source) text.value = source.value;
  const root = byId("snippet-thread");
  if (root && source) root.value = source.form.dataset.thread ?? "";
});
document.addEventListener("posted", ({ detail }) => {
  if (detail.matches("[data-snippet-form]") && source?.isConnected) replace(source, 0, source.value.length, "");
});
