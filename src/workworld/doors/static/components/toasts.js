// Notices that go by themselves, and the list of those that have gone. How long one stays is an
// animation, which waits while it is looked at or has the focus.
const NOTICES = "notices";
const MOST = 20;
const host = () => document.getElementById("toasts");

const keep = (shown) => {
  const text = shown.querySelector(".toast-text")?.textContent.trim();
  const kept = JSON.parse(sessionStorage.getItem(NOTICES) ?? "[]");
  sessionStorage.setItem(NOTICES, JSON.stringify([{ text, tone: shown.dataset.tone }, ...kept].slice(0, MOST)));
};

export const toast = (text, tone = "info") => {
  const made = document.getElementById(`toast-${tone}`).content.firstElementChild.cloneNode(true);
  made.querySelector(".toast-text").textContent = text;
  host().append(made);
};

const arrived = () => {
  for (const shown of host().querySelectorAll(".toast:not([data-kept])")) {
    shown.dataset.kept = "";
    keep(shown);
  }
  if (host().childElementCount && !host().matches(":popover-open")) host().showPopover();
  if (!host().childElementCount && host().matches(":popover-open")) host().hidePopover();
};

if (host()) {
  new MutationObserver(arrived).observe(host(), { childList: true });
  arrived();
}
document.addEventListener("animationend", ({ animationName, target }) => {
  if (animationName === "stay") target.remove();
});
document.addEventListener("click", ({ target }) => {
  if (target.closest?.("[data-dismiss]")) target.closest(".toast, .banner, .chip")?.remove();
});
document.addEventListener("toast", ({ detail }) => toast(detail.text, detail.tone));

document.addEventListener("toggle", ({ target, newState }) => {
  if (target.id !== "notices" || newState !== "open") return;
  const list = target.querySelector(".recent");
  const kept = JSON.parse(sessionStorage.getItem(NOTICES) ?? "[]");
  list.replaceChildren(...kept.map(({ text, tone }) => {
    const item = document.createElement("li");
    item.className = `toast tone-${tone}`;
    item.textContent = text;
    return item;
  }));
  target.querySelector(".recent-none").hidden = kept.length > 0;
}, true);
