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
export const takeFrom = (text) => { source = text; };
document.addEventListener("input", ({ target }) => {
  if (!target.matches?.("[data-composer] textarea")) return;
  const isOffered = target.form.querySelector("[data-long]");
  if (Boolean(isOffered) !== target.value.length >= LONG) offer(target.form, target.value.length);
});

document.addEventListener("click", (event) => {
  const { target } = event;
  const preview = target.closest?.("[data-previews]");
  if (preview) showPreview(preview);
  if (target.closest?.("[data-from-composer]")) source = fieldOf(target);
  const ignores = target.closest?.("[data-ignore]");
  if (ignores) {
    event.preventDefault();
    ignores.closest("[data-outsiders]").remove();
  }
  if (target.closest?.("[data-keep-long]")) target.closest("[data-long]").remove();
}, true);

// A dialog that was opened from a composer begins with what is written there, and empties it at its end.
document.addEventListener("settled", () => {
  const text = document.querySelector("dialog [data-composer-text]");
  if (!text || text.value || !source) return;
  text.value = source.value;
  text.form.querySelector("[data-composer-thread]").value = source.form.dataset.thread ?? "";
  const pressing = text.form.querySelector("[data-composer-pressing]");
  if (!pressing) return;
  const chosen = [...source.form.querySelectorAll("[data-urgencies] input:checked")].map((each) => each.value);
  pressing.hidden = "thread" in source.form.dataset;
  for (const each of pressing.querySelectorAll("input")) each.checked = chosen.includes(each.value);
});
document.addEventListener("posted", ({ detail }) => {
  if (detail.matches("[data-outsiders]")) detail.remove();
  if (detail.querySelector("[name=file_id]")) source?.form.querySelector(".composer-files").replaceChildren();
  if (detail.matches("[data-empties-composer]") && source?.isConnected) replace(source, 0, source.value.length, "");
});
