// The search box of the top bar offers records while one types: a combobox whose options are places to go.
const PAUSE_MILLISECONDS = 150;
const SHORTEST = 2;
const box = document.querySelector(".topbar-search input");
const list = document.getElementById("crm-found");
let waiting = 0;
let asked = null;

const options = () => [...list.querySelectorAll('[role="option"]')];
const active = () => list.querySelector(".option.is-active");
const isOpen = () => list.matches(":popover-open");

const activate = (option) => {
  active()?.classList.remove("is-active");
  option?.classList.add("is-active");
  option?.scrollIntoView({ block: "nearest" });
  if (option) box.setAttribute("aria-activedescendant", option.id);
  else box.removeAttribute("aria-activedescendant");
};

const close = () => {
  clearTimeout(waiting);
  asked?.abort();
  if (isOpen()) list.hidePopover();
  activate(null);
  box.setAttribute("aria-expanded", "false");
};

const ask = async () => {
  asked?.abort();
  asked = new AbortController();
  const { signal } = asked;
  try {
    const url = `${list.dataset.src}?q=${encodeURIComponent(box.value.trim())}`;
    const answer = await fetch(url, { signal, headers: { "HX-Request": "true" } });
    if (!answer.ok) return close();
    const html = await answer.text();
    if (signal.aborted || document.activeElement !== box) return undefined;
    list.innerHTML = html;
    options().forEach((option, place) => { option.id = `${list.id}-${place}`; });
    if (!isOpen()) list.showPopover({ source: box });
    activate(null);
    box.setAttribute("aria-expanded", "true");
  } catch {
    // Another letter came, or there is no connection: the form still searches.
  }
  return undefined;
};

const later = () => {
  clearTimeout(waiting);
  if (box.value.trim().length < SHORTEST) close();
  else waiting = setTimeout(ask, PAUSE_MILLISECONDS);
};

const step = (by) => {
  const all = options();
  const here = all.indexOf(active());
  activate(all[(here < 0 && by < 0 ? all.length - 1 : here + by + all.length) % all.length]);
};

const onKey = (event) => {
  if (event.isComposing) return;
  if (event.key === "Escape" && isOpen()) {
    event.preventDefault();
    event.stopPropagation();
    close();
  } else if (event.key === "Enter" && isOpen() && active()) {
    event.preventDefault();
    location.assign(active().dataset.value);
  } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    event.preventDefault();
    if (isOpen()) step(event.key === "ArrowDown" ? 1 : -1);
    else later();
  }
};

if (box && list) {
  const states = { role: "combobox", "aria-autocomplete": "list", "aria-expanded": "false", "aria-controls": list.id };
  Object.entries(states).forEach(([name, value]) => box.setAttribute(name, value));
  box.addEventListener("input", later);
  box.addEventListener("keydown", onKey);
  box.addEventListener("blur", close);
  // The list takes no focus, so that leaving the box is what closes it.
  list.addEventListener("pointerdown", (event) => event.preventDefault());
  list.addEventListener("click", (event) => {
    const option = event.target.closest('[role="option"]');
    if (option) location.assign(option.dataset.value);
  });
}
