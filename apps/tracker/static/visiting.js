// Boards and backlogs without being loaded anew: each address answers with a whole page, of which the
// parts are taken that show issues. Everything but dragging works without this script too.
export const byId = (id) => document.getElementById(id);
export const say = (text) => { byId("status").textContent = text; };
export const toast = (text, tone) => document.dispatchEvent(new CustomEvent("toast", { detail: { text, tone } }));
const PARTS = ["narrow", "board", "backlog", "beside-backlog"];

let asked = 0;
const request = (verb, url, values) => new Promise((resolve) => {
  const source = byId("main").appendChild(document.createElement("i"));
  const handler = (_source, { xhr }) => resolve({ xhr, page: new DOMParser().parseFromString(xhr.responseText, "text/html") });
  htmx.ajax(verb, url, { source, values, handler }).catch(() => null).then(() => {
    source.remove();
    resolve(null);
  });
});

// A look at something that is no part of the page; null if there is none to be had.
export const peek = async (url) => {
  const answer = await request("GET", url);
  return answer?.xhr.status === 200 ? answer.xhr.responseText : null;
};

export const problemOf = ({ page }) =>
  (page.querySelector(".toast-text, .problem span, .field-problem span") ?? page.querySelector("h1"))?.textContent.trim() || "That did not work.";

// Whether somebody has unfolded something is for the browser to know.
const { callbacks } = Idiomorph.defaults;
const isUpdated = callbacks.beforeAttributeUpdated;
callbacks.beforeAttributeUpdated = (name, element, kind) =>
  !(name === "open" && element.matches("details")) && isUpdated(name, element, kind);

// What is being typed stays, and so does the focus.
const take = (page) => {
  for (const id of PARTS) {
    const [here, next] = [byId(id), page.getElementById(id)];
    if (here && next) Idiomorph.morph(here, next, { morphStyle: "outerHTML", ignoreActiveValue: true });
    if (here && next) htmx.process(byId(id));
  }
  const tools = page.querySelector(".project-tools");
  if (tools) Idiomorph.morph(document.querySelector(".project-tools"), tools, { morphStyle: "outerHTML" });
  htmx.process(document.querySelector(".project-tools"));
  document.dispatchEvent(new CustomEvent("taken"));
  htmx.trigger(document.body, "htmx:afterSettle", {});
};

const withIssue = (url) => {
  const to = new URL(url, location.href);
  const issue = new URL(location.href).searchParams.get("issue");
  if (issue && byId("panel")?.querySelector("#issue")) to.searchParams.set("issue", issue);
  return to.href;
};

// Show the page at another address of the same board or backlog.
export const visit = async (url, { push = true } = {}) => {
  const turn = ++asked;
  const answer = await request("GET", url);
  if (!answer || turn !== asked) return;
  if (answer.xhr.status !== 200) return void toast(problemOf(answer), "danger");
  const to = withIssue(url);
  if (to !== location.href) history[push ? "pushState" : "replaceState"]({ htmx: true }, "", to);
  take(answer.page);
};

export const refresh = () => visit(byId("board")?.getAttribute("hx-get") ?? byId("backlog").getAttribute("hx-get"), { push: false });

// Change something. Returns the answer if it was refused, or something is to be filled in first; else the
// page shows what is.
export const post = async (url, values) => {
  const turn = ++asked;
  const place = (byId("board") ?? byId("backlog")).getAttribute("hx-get");
  const answer = await request("POST", url, { ...values, place });
  if (!answer) return { isLost: true };
  if (answer.xhr.status >= 400 || answer.xhr.getResponseHeader("X-Screen")) return answer;
  if (turn === asked) take(answer.page);
  return null;
};

// Narrowing: the form's address is that of what it finds.
const address = (form) => {
  const values = new URLSearchParams([...new FormData(form)].filter(([, value]) => value));
  if (values.get("group") === "none" && !new URL(location.href).searchParams.has("group") && !form.querySelector("[name=group][value=none]:not([checked])")) values.delete("group");
  return `${location.pathname}${values.size ? `?${values}` : ""}`;
};
document.addEventListener("input", ({ target }) => {
  if (target.matches?.("#narrow [type=search]")) visit(address(target.form), { push: false });
});
document.addEventListener("change", ({ target }) => {
  if (target.form?.id === "narrow" && target.type !== "search") visit(address(target.form));
});
document.addEventListener("submit", (event) => {
  if (event.target.id !== "narrow") return;
  event.preventDefault();
  visit(address(event.target));
});
document.addEventListener("click", (event) => {
  if (event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const link = event.target.closest?.("a[data-fold], a[data-more], a.narrow-clear, a[data-in-place]");
  if (!link) return;
  event.preventDefault();
  if (link.matches(".narrow-clear")) byId("narrow").querySelector("[type=search]").value = "";
  visit(link.href);
});
document.addEventListener("keydown", (event) => {
  const fold = event.target.closest?.("a[data-fold]");
  if (event.key !== " " || !fold) return;
  event.preventDefault();
  fold.click();
});

// Menus of cards and rows are fetched when somebody asks for one.
let opener = null;
export const openMenu = async (button, url) => {
  opener = button;
  await htmx.ajax("GET", url, { source: "#card-menus", target: "#card-menus", swap: "innerHTML" });
  byId("card-menu")?.showPopover({ source: button });
};
document.addEventListener("toggle", ({ target, newState }) => {
  if (target.id !== "card-menu") return;
  opener?.setAttribute("aria-expanded", String(newState === "open"));
}, true);
export const place = () => encodeURIComponent((byId("board") ?? byId("backlog")).getAttribute("hx-get"));
