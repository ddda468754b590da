// Files that are dropped on an issue, chosen or pasted are attached; those that go into a text are shown there.
const form = () => document.getElementById("attach-at-once");
let awaiting = null;

export const write = (text, said) => {
  text.focus();
  if (!document.execCommand("insertText", false, said)) text.setRangeText(said, text.selectionStart, text.selectionEnd, "end");
  text.dispatchEvent(new Event("input", { bubbles: true }));
};

const attach = (files, text) => {
  const held = new DataTransfer();
  for (const file of files) held.items.add(file);
  form().elements.file.files = held.files;
  awaiting = text ? { id: text.id, count: files.length } : null;
  htmx.trigger(form(), "submit");
};

export const choosePicture = (text) => {
  const chooser = form()?.elements.file;
  if (!chooser) return;
  chooser.onchange = () => chooser.files.length && attach([...chooser.files], text);
  chooser.click();
};

// What was attached stands last among the files.
document.addEventListener("htmx:afterSettle", ({ detail }) => {
  if (!awaiting || detail.requestConfig?.elt?.id !== "attach-at-once" || detail.xhr.status >= 400) return;
  const text = document.getElementById(awaiting.id);
  const cards = [...document.querySelectorAll("#attachments .file-card")].slice(-awaiting.count);
  awaiting = null;
  if (!text || !cards.length) return;
  const said = cards.map((card) => {
    const sign = card.querySelector("img") ? "!" : "";
    return `${sign}[${card.querySelector(".file-card-name").textContent}](${card.querySelector("a").href})`;
  });
  write(text, said.join("\n"));
});

for (const name of ["dragenter", "dragover", "dragleave", "drop"])
  document.addEventListener(name, (event) => {
    const issue = event.target.closest?.("[data-drop]");
    if (!issue || event.target.closest(".drop") || !event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    issue.classList.toggle("is-over", name === "dragenter" || name === "dragover");
    if (name === "drop") attach(event.dataTransfer.files, event.target.closest("textarea[data-rich]"));
  });
document.addEventListener("paste", (event) => {
  const issue = event.target.closest?.("[data-drop]");
  if (!issue || event.target.closest(".drop") || !event.clipboardData?.files.length) return;
  event.preventDefault();
  attach(event.clipboardData.files, event.target.closest("textarea[data-rich]"));
});

// How wide a picture is stands behind its address. The preview offers some widths, and a handle at the picture's corner.
const keepWidth = (text, picture, width) => {
  const address = new RegExp(`(/files/${picture})(?:#width=\\d+)?`, "g");
  text.value = text.value.replace(address, width ? `$1#width=${width}` : "$1");
  text.dispatchEvent(new Event("input", { bubbles: true }));
};
document.addEventListener("click", ({ target }) => {
  const button = target.closest?.("[data-width]");
  const box = button?.closest(".rich-box");
  if (!box) return;
  const { width, picture } = button.dataset;
  const text = box.querySelector("textarea");
  keepWidth(text, picture, width);
  const preview = box.querySelector("[data-preview]");
  const shown = document.getElementById(`${text.id}-shown`);
  htmx.ajax("POST", preview.dataset.preview, { target: `#${shown.id}`, swap: "innerHTML", values: { text: text.value } })
    .then(() => shown.querySelector(`[data-picture="${picture}"][data-width="${width}"]`)?.focus());
});

const pictureOf = (handle) => handle.parentElement.querySelector("img");
const widthOf = (handle) => Math.round(pictureOf(handle).getBoundingClientRect().width);
const size = (handle, wanted) => {
  const { ariaValueMin: least, ariaValueMax: most } = handle;
  const room = handle.closest(".rich-shown").clientWidth;
  const width = Math.round(Math.max(least, Math.min(wanted, most, Math.max(least, room))));
  pictureOf(handle).width = width;
  handle.ariaValueNow = width;
  handle.ariaValueText = `${width} pixels`;
  return width;
};
const settle = (handle, wanted) => {
  const box = handle.closest(".rich-box");
  const { resizes } = handle.dataset;
  const width = String(size(handle, wanted));
  keepWidth(box.querySelector("textarea"), resizes, width);
  for (const each of box.querySelectorAll(`[data-picture="${resizes}"]`)) each.ariaPressed = String(each.dataset.width === width);
};

let pulled = null; // the handle that is being dragged, where it was taken, and how wide the picture was
const release = () => {
  const { handle, before } = pulled;
  pulled = null;
  if (before) pictureOf(handle).setAttribute("width", before);
  else pictureOf(handle).removeAttribute("width");
  handle.ariaValueNow = before ?? handle.ariaValueMax;
  handle.ariaValueText = before ? `${before} pixels` : "Full width";
};
document.addEventListener("pointerdown", (event) => {
  const handle = event.target.closest?.("[data-resizes]");
  if (!handle || event.button) return;
  event.preventDefault();
  handle.focus();
  handle.setPointerCapture(event.pointerId);
  pulled = { handle, x: event.clientX, width: widthOf(handle), before: pictureOf(handle).getAttribute("width") };
});
document.addEventListener("pointermove", ({ clientX }) => {
  if (pulled) size(pulled.handle, pulled.width + clientX - pulled.x);
});
document.addEventListener("pointerup", ({ clientX }) => {
  if (!pulled) return;
  const { handle, x, width } = pulled;
  pulled = null;
  if (clientX !== x) settle(handle, width + clientX - x);
});
document.addEventListener("pointercancel", () => pulled && release());

const STEPS = { ArrowRight: 10, ArrowUp: 10, ArrowLeft: -10, ArrowDown: -10, PageUp: 100, PageDown: -100, Home: -Infinity, End: Infinity };
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && pulled) {
    event.preventDefault();
    event.stopImmediatePropagation();
    return release();
  }
  const handle = event.target.closest?.("[data-resizes]");
  const step = STEPS[event.key];
  if (!handle || !step || event.ctrlKey || event.metaKey || event.altKey) return undefined;
  event.preventDefault();
  event.stopImmediatePropagation();
  return settle(handle, widthOf(handle) + step);
}, { capture: true });
