import { fieldOf, replace } from "./formatting.js";
import { byId, peek, say } from "./places.js";

// The emoji picker: it writes into the composer or editor from which it was opened.
let target = null;
let asked = 0;
const picker = () => byId("emoji-picker");

const look = async () => {
  const form = picker().querySelector("form");
  const turn = ++asked;
  const page = await peek(`${form.action}?${new URLSearchParams(new FormData(form))}`);
  if (!page || turn !== asked) return;
  picker().querySelector("[data-emoji-found]").replaceChildren(...[...page.body.children].map((each) => document.adoptNode(each)));
};

const keepTone = (tone) => { document.cookie = `emoji-tone=${tone}; path=/; max-age=31536000; samesite=lax`; };
const tone = () => /(?:^|; )emoji-tone=(\d)/.exec(document.cookie)?.[1] ?? "0";

const openPicker = (button) => {
  target = fieldOf(button);
  picker().querySelector("form").reset();
  for (const each of picker().querySelectorAll("[name=tone]")) each.checked = each.value === tone();
  picker().showPopover({ source: button });
  picker().querySelector("input").focus();
  look();
};

document.addEventListener("click", (event) => {
  const opens = event.target.closest?.("[data-emoji-open]");
  if (opens) openPicker(opens);
  const chosen = event.target.closest?.("#emoji-picker .emoji-choice");
  if (!chosen) return;
  event.preventDefault();
  picker().hidePopover();
  const space = target.selectionStart && !/\s$/.test(target.value.slice(0, target.selectionStart)) ? " " : "";
  replace(target, target.selectionStart, target.selectionEnd, `${space}:${chosen.value}: `);
  say(`${chosen.value} written`);
});
document.addEventListener("input", (event) => {
  if (event.target.matches?.("[name=tone]")) keepTone(event.target.value);
  if (event.target.closest?.("[data-emoji-search]")) look();
});
document.addEventListener("submit", (event) => {
  if (event.target.matches("[data-emoji-search]")) event.preventDefault();
}, true);
