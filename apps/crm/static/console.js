// The console: cases that are open stand in tabs, and below them what was opened out of the one shown.
// Which ones is kept in the browser, and so is what was written to a case and not sent yet.
const bar = document.querySelector("[data-console]");
const KEPT = `crm.console ${bar?.dataset.console}`;
const FROM = "crm.console.from";
const MOST = 12;
const load = (key, usual) => {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? usual;
  } catch {
    return usual;
  }
};
const keep = (key, value, isEmpty) => isEmpty ? localStorage.removeItem(key) : localStorage.setItem(key, JSON.stringify(value));
const tabsKept = () => load(KEPT, []);
const keepTabs = (tabs) => keep(KEPT, tabs, !tabs.length);

// The address of the record whose page this is; none in lists, beside which a record may stand.
// A form that was refused shows the page at an address of its own, which only takes forms.
const record = () => document.querySelector("main #record");
const place = () => {
  const { record: id, object } = record()?.dataset ?? {};
  const path = `${object}/${id}`;
  return location.pathname.includes(`/${path}`) ? `${bar.dataset.console.split(" ")[0]}${path}` : "";
};

const draftOf = (url) => `crm.draft ${bar.dataset.console} ${url}`;
const isUnsaved = (url) => Object.keys(load(draftOf(url), {})).length > 0;
const form = () => document.getElementById("feed-form");
const caseOf = (given) => new URL(given.action).pathname.replace(/\/feed$/, "");
const keepDraft = (given, isSent = false) => {
  const url = caseOf(given);
  const drafts = load(draftOf(url), {});
  const { write, text, cc } = Object.fromEntries(new FormData(given));
  drafts[write] = { text, cc };
  if (isSent || !text.trim()) delete drafts[write];
  keep(draftOf(url), drafts, !Object.keys(drafts).length);
};
const showDraft = () => {
  const given = form();
  if (!given) return;
  if (given.elements.text.value) keepDraft(given);
  const held = load(draftOf(caseOf(given)), {})[given.elements.write.value];
  if (!held || given.elements.text.value) return;
  given.elements.text.value = held.text;
  if (given.elements.cc && !given.elements.cc.value) given.elements.cc.value = held.cc ?? "";
};

// The tab in which a page stands: a case's own, or that of the case out of which it was opened.
const tabOf = (tabs, url) => {
  const holds = (tab) => tab.subs.some((sub) => sub.url === url);
  const from = tabs.find((tab) => tab.url === sessionStorage.getItem(FROM));
  return tabs.find((tab) => tab.url === url) ?? (from && holds(from) ? from : tabs.find(holds));
};

const note = () => {
  const url = place();
  let tabs = tabsKept();
  if (!record()) {
    const gone = location.pathname;
    tabs = tabs.filter((tab) => tab.url !== gone);
    for (const tab of tabs) tab.subs = tab.subs.filter((sub) => sub.url !== gone);
  }
  if (url) {
    const title = document.getElementById("record-title").textContent.trim();
    const isCase = record().dataset.object === "Case";
    const from = tabs.find((tab) => tab.url === sessionStorage.getItem(FROM));
    const known = isCase ? tabs.find((tab) => tab.url === url) : tabOf(tabs, url)?.subs.find((sub) => sub.url === url);
    if (known) known.title = title;
    else if (isCase) tabs.push({ url, title, subs: [] });
    else if (from) from.subs = [...from.subs, { url, title }].slice(-MOST);
    const here = tabOf(tabs, url);
    if (here) sessionStorage.setItem(FROM, here.url);
    if (tabs.length > MOST) tabs.splice(tabs.findIndex((tab) => tab !== here && !isUnsaved(tab.url)), 1);
  }
  keepTabs(tabs);
};

const line = (row, { url, title, text, isHere, isUnsaved: unsaved, isFixed }) => {
  const made = document.getElementById("console-tab").content.firstElementChild.cloneNode(true);
  const [link, close] = [made.querySelector("a"), made.querySelector("button")];
  link.href = url;
  link.querySelector(".console-title").textContent = text ?? title;
  link.querySelector(".console-unsaved").hidden = !unsaved;
  if (isHere) link.setAttribute("aria-current", isHere);
  close.dataset.close = url;
  close.setAttribute("aria-label", `Close ${title}`);
  if (isFixed) close.remove();
  row.append(made);
  return made;
};

const draw = () => {
  const [cases, parts] = bar.querySelectorAll("ul");
  const [tabs, url] = [tabsKept(), place()];
  const here = tabOf(tabs, url);
  const isList = document.getElementById("list") && location.pathname.includes("/Case/");
  bar.hidden = !tabs.length || !(here || isList);
  cases.replaceChildren();
  parts.replaceChildren();
  parts.hidden = !here?.subs.length;
  if (bar.hidden) return;
  for (const tab of tabs)
    line(cases, { ...tab, isUnsaved: isUnsaved(tab.url), isHere: tab === here && (tab.url === url ? "page" : "true") });
  if (!parts.hidden) {
    line(parts, { ...here, text: "Case", isHere: here.url === url && "page", isFixed: true });
    for (const sub of here.subs) line(parts, { ...sub, isHere: sub.url === url && "page" });
  }
  const at = tabs.indexOf(here);
  const links = [...cases.querySelectorAll("a")];
  if (links.length > 1 || at < 0) {
    links.at((at + 1) % links.length).dataset.command = "crm.next-tab";
    const before = links.at(at < 0 ? -1 : at - 1);
    before.dataset.command = `${before.dataset.command ?? ""} crm.previous-tab`.trim();
  }
  const shown = bar.querySelector('[aria-current="page"]');
  shown?.parentElement.querySelector("button")?.setAttribute("data-command", "crm.close-tab");
  shown?.scrollIntoView({ block: "nearest", inline: "nearest" });
};

const closeTab = (button) => {
  const url = button.dataset.close;
  const tabs = tabsKept();
  const here = tabOf(tabs, place());
  const tab = tabs.find((each) => each.url === url);
  if (tab && isUnsaved(url) && !button.dataset.asked) {
    button.dataset.asked = "yes";
    button.setAttribute("aria-label", `Close ${tab.title} and discard what you wrote`);
    document.dispatchEvent(new CustomEvent("toast", { detail: { text: `What you wrote to “${tab.title}” is not sent. Close it again to discard it.`, tone: "warning" } }));
    return;
  }
  const at = tab ? tabs.indexOf(tab) : -1;
  if (tab) {
    tabs.splice(at, 1);
    localStorage.removeItem(draftOf(url));
  } else if (here) here.subs = here.subs.filter((sub) => sub.url !== url);
  keepTabs(tabs);
  const isLeft = tab ? tab === here || tab.url === here?.url : url === place();
  if (isLeft) location.assign(tab ? (tabs[at] ?? tabs.at(-1))?.url ?? bar.dataset.list : here.url);
  else {
    draw();
    (bar.querySelector("[aria-current]") ?? bar.querySelector("a") ?? document.getElementById("main")).focus();
  }
};

if (bar) {
  const refresh = () => {
    note();
    showDraft();
    draw();
  };
  bar.addEventListener("click", ({ target }) => {
    const button = target.closest("[data-close]");
    if (button) closeTab(button);
  });
  // What is opened out of a case stays with it; whoever goes elsewhere leaves it.
  document.addEventListener("click", ({ target }) => {
    const link = target.closest?.("a[href]");
    if (link && !link.closest("#record, [data-console]")) sessionStorage.removeItem(FROM);
  }, true);
  document.addEventListener("input", ({ target }) => {
    if (!target.closest?.("#feed-form")) return;
    keepDraft(form());
    draw();
  });
  document.addEventListener("htmx:beforeOnLoad", ({ target, detail }) => {
    if (target.id === "feed-form" && detail.xhr.status < 300) keepDraft(target, true);
  });
  document.addEventListener("htmx:afterSettle", refresh);
  addEventListener("storage", draw);
  refresh();
}
