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

// The dialog of reactions is searched by its form; what was typed last may not have been looked for yet.
const search = async (form) => {
  const page = await peek(`${form.action}?${new URLSearchParams(new FormData(form))}`);
  const found = page?.getElementById("emoji-found");
  if (found && form.isConnected) byId("emoji-found").replaceWith(document.adoptNode(found));
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

// Enter takes the first that was found, as soon as what was typed has been looked for.
document.addEventListener("submit", async (event) => {
  if (!event.target.matches("[data-emoji-search], #choose-emoji [role=search]")) return;
  event.preventDefault();
  event.stopPropagation();
  const dialog = event.target.closest("#choose-emoji, #emoji-picker");
  const wanted = event.target.elements.q.value;
  if (!wanted.trim()) return;
  if (dialog === picker()) await look();
  else await search(event.target);
  if (event.target.elements.q.value === wanted) dialog.querySelector(".emoji-choice")?.click();
}, true);
