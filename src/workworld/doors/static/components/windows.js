// Long lists come in pages. A sentinel button loads the next one when it is pressed or comes into sight;
// the list keeps its place, and drops what is far off on the other side.
const watcher = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries)
    if (isIntersecting && target.isConnected && !target.hasAttribute("aria-busy")) htmx.trigger(target.querySelector("[hx-get]"), "seen");
});
const watched = new WeakSet();

const watch = () => {
  for (const sentinel of document.querySelectorAll("[data-sentinel]"))
    if (!watched.has(sentinel)) {
      watched.add(sentinel);
      watcher.observe(sentinel);
    }
};

let anchor = null;
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  const list = detail.requestConfig?.elt?.closest?.("[data-window]");
  if (!list) return;
  const first = [...list.children].find((child) => child.id && child.getBoundingClientRect().bottom > list.getBoundingClientRect().top);
  anchor = first && { list, id: first.id, top: first.getBoundingClientRect().top, older: list.firstElementChild.contains(detail.requestConfig.elt) };
});

document.addEventListener("htmx:afterSettle", () => {
  if (anchor) {
    const { list, id, top, older } = anchor;
    anchor = null;
    const held = document.getElementById(id);
    if (held) list.scrollTop += held.getBoundingClientRect().top - top;
    const items = [...list.children].filter((child) => child.id);
    const over = items.length - Number(list.dataset.window);
    // Only where a sentinel stands on the far side, so that what is dropped can be had again.
    const far = older ? list.lastElementChild : list.firstElementChild;
    if (over > 0 && far.matches("[data-sentinel]"))
      for (const item of older ? items.slice(-over) : items.slice(0, over)) item.remove();
  }
  watch();
});
for (const list of document.querySelectorAll("[data-window][data-from-end]")) list.scrollTop = list.scrollHeight;
watch();
