import { choosePicture } from "./pictures.js";

// What the tracker puts into Markdown beside what all editors have: panels, tables, pictures, names.
const PANELS = { info: "NOTE", success: "TIP", note: "IMPORTANT", warning: "WARNING", error: "CAUTION" };
const SIGNS = { mention: "@", emoji: ":" };
const TABLE = "| Column | Column |\n| --- | --- |\n| | |\n";
const write = (text, detail) => text.dispatchEvent(new CustomEvent("write", { bubbles: true, detail }));

// What none of the editors has that are beside it; whether it was one of those.
const formatOwn = (text, deed) => {
  if (deed === "table") {
    write(text, { block: TABLE });
    const head = text.value.lastIndexOf("Column | Column", text.selectionStart);
    text.setSelectionRange(head, head + "Column".length);
  } else if (deed in SIGNS) write(text, { text: SIGNS[deed] });
  else if (deed === "image") choosePicture(text);
  else if (deed.startsWith("panel-")) write(text, { block: `> [!${PANELS[deed.slice(6)]}]\n> \0` });
  else if (deed.startsWith("date:")) write(text, { text: `${deed.slice(5)} ` });
  else return false;
  return true;
};

export const format = (text, deed) => {
  if (!formatOwn(text, deed)) write(text, { deed });
};

const textOf = (inside) => inside.closest(".rich-box").querySelector("textarea");

document.addEventListener("click", async ({ target }) => {
  const tool = target.closest?.(".rich-tools [data-format]");
  if (tool) formatOwn(textOf(tool), tool.dataset.format);
  const button = target.closest?.("[data-preview]");
  if (!button) return;
  const text = textOf(button);
  const shown = document.getElementById(`${text.id}-shown`);
  const opens = button.getAttribute("aria-pressed") !== "true";
  if (opens) await htmx.ajax("POST", button.dataset.preview, { target: `#${shown.id}`, swap: "innerHTML", values: { text: text.value } });
  button.setAttribute("aria-pressed", String(opens));
  shown.hidden = !opens;
  text.hidden = opens;
  (opens ? button : text).focus();
});
