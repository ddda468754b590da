// An issue beside a list or board: links with data-issue open it there, and the address says so. Without
// this script they lead to the issue's own page.
const panel = () => document.getElementById("panel");
const links = () => [...document.querySelectorAll("main a[data-issue]")].filter((link) => link.checkVisibility());
const shown = () => panel()?.querySelector("#issue")?.dataset.key ?? "";
const unlike = (keys) => keys.filter((key, place) => keys.indexOf(key) === place);

const address = (key) => {
  const url = new URL(location.href);
  if (key) url.searchParams.set("issue", key);
  else url.searchParams.delete("issue");
  url.hash = "";
  return url.href;
};

const remember = (key) => {
  if (address(key) === location.href) return;
  history.replaceState({ htmx: true }, "");
  history.pushState({ htmx: true }, "", address(key));
};

const marked = (key) => {
  for (const link of document.querySelectorAll("main [data-issue]"))
    if (link.dataset.issue === key) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
};

export const openPanel = async (url, key) => {
  const at = new URL(url, location.href);
  at.searchParams.set("panel", "1");
  await htmx.ajax("GET", at.href, { target: "#panel", swap: "outerHTML" });
  if (shown() !== key) return; // refused: a notice says so
  remember(key);
  marked(key);
  document.dispatchEvent(new CustomEvent("issue-shown", { detail: { key } }));
};

const close = () => {
  const key = shown();
  const host = document.createElement("div");
  host.id = "panel";
  host.hidden = true;
  panel().replaceWith(host);
  remember("");
  marked("");
  links().find((link) => link.dataset.issue === key)?.focus();
};

document.addEventListener("click", (event) => {
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.defaultPrevented) return;
  if (event.target.closest?.("[data-close-panel]")) {
    event.preventDefault();
    close();
    return;
  }
  const link = event.target.closest?.("a[data-issue]");
  if (!link || !panel() || document.querySelector("main #issue")) return;
  if (!link.closest("main, #panel")) return;
  event.preventDefault();
  openPanel(link.href, link.dataset.issue);
});

// J and K go through the issues of the list: those beside which one is open, or else the focus.
const step = (by) => {
  const all = links();
  const keys = unlike(all.map((link) => link.dataset.issue));
  const here = shown() || document.activeElement?.closest?.("[data-issue]")?.dataset.issue;
  const place = keys.indexOf(here);
  const key = place < 0 ? keys.at(by > 0 ? 0 : -1) : keys[place + by];
  const next = all.find((link) => link.dataset.issue === key);
  if (!next) return;
  next.focus();
  next.scrollIntoView({ block: "nearest" });
  if (shown()) openPanel(next.href, key);
};

document.addEventListener("click", ({ target }) => {
  const by = target.closest?.("[data-step-issue]")?.dataset.stepIssue;
  if (by) step(Number(by));
});

const isText = (element) => element.matches?.("textarea, [contenteditable], input:not([type=checkbox], [type=radio], [type=button])");
document.addEventListener("keydown", (event) => {
  const { key, target } = event;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isText(target)) return;
  if (document.documentElement.dataset.singleKeys === "off" || document.querySelector("dialog:modal") || shown()) return;
  if (document.querySelector("main #issue")) return;
  const steps = { j: 1, k: -1 };
  if (key in steps && links().length) {
    event.preventDefault();
    step(steps[key]);
  } else if (key === "o") {
    target.closest?.("a[data-issue]")?.click();
  }
});

marked(shown());
