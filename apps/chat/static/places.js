import { held, watched, windowed } from "./log.js";

// Chat's pages without being loaded anew: panels, dialogs, editors and forms come and go in place, and
// what others write appears. Every address answers with a whole page, of which that is taken which is
// not as it was. Everything works without this script too.

export const byId = (id) => document.getElementById(id);
export const placeOf = (page) => page.getElementById("follow")?.dataset.place;
const stepOf = (position) => Number.parseInt(position, 10);
export const say = (text) => { byId("status").textContent = text; };
export const toast = (text, tone) => document.dispatchEvent(new CustomEvent("toast", { detail: { text, tone } }));

// Asking: the answer is a page with its status and address, or null if the server was not reached. Each
// request has an element of its own to come from, which no swap takes away while it is under way.
let asked = 0;
const request = (verb, url, values, turn) => new Promise((resolve) => {
  const source = (byId("follow") ?? document.body).appendChild(document.createElement("i"));
  if (values?.has("file")) source.setAttribute("hx-encoding", "multipart/form-data");
  const handler = (_source, { xhr }) => {
    const elsewhere = xhr.getResponseHeader("HX-Redirect");
    if (elsewhere) location.assign(elsewhere);
    else resolve({ page: new DOMParser().parseFromString(xhr.responseText, "text/html"), status: xhr.status, url: xhr.responseURL, turn });
  };
  htmx.ajax(verb, url, { source, values, handler }).catch(() => null).then(() => {
    source.remove();
    resolve(null);
  });
});

export const ask = (verb, url, values) => request(verb, url, values, ++asked);

// A look at something that is no state of the page, such as what may be meant: null if there is none.
export const peek = async (url, values) => {
  const answer = await request(values ? "POST" : "GET", url, values, asked);
  return answer?.status === 200 ? answer.page : null;
};

export const problemOf = ({ page }) =>
  (page.querySelector(".toast-text, .problem span, .field-problem span") ?? page.querySelector("h1"))?.textContent.trim() || "That did not work.";

// Where one is in a log is for the browser to know.
const { callbacks } = Idiomorph.defaults;
const isUpdated = callbacks.beforeAttributeUpdated;
callbacks.beforeAttributeUpdated = (name, element, kind) =>
  !(name === "tabindex" && element.closest("[role=log]"))
  && !(name === "open" && element.matches("details"))
  && isUpdated(name, element, kind);

// Taking: parts with the same address are morphed, others are replaced.
const morph = (id, page) => {
  const [here, next] = [byId(id), page.getElementById(id)];
  if (here && next) Idiomorph.morph(here, next, { morphStyle: "outerHTML" });
};

const takeLog = (id, within, page) => {
  const settled = [held(byId(id)), watched(byId(id))];
  morph(within, page);
  for (const after of settled) after();
};

const takeThread = (page) => {
  const { unread } = page.querySelector("#panel .panel").dataset;
  if (unread) document.querySelector("#panel .panel").dataset.unread = unread;
  morph("follow-thread", page);
  takeLog("thread-log", "thread-log", page);
};

const takePanel = (page, whole) => {
  if (!byId("panel")) return;
  if (placeOf(page) !== placeOf(document)) byId("panel").replaceWith(document.adoptNode(page.getElementById("panel")));
  else if (byId("thread-log")) takeThread(page);
  else if (whole) morph("panel", page);
  else morph("people", page);
};

const footing = (page) => page.querySelector("#foot [data-composer]") ? "composer" : page.getElementById("foot")?.textContent;

export const settle = () => {
  htmx.process(document.body);
  document.dispatchEvent(new CustomEvent("settled"));
  htmx.trigger(document.body, "htmx:afterSettle", {});
};

let known = "";
export const take = async (page, whole = false) => {
  known = page.querySelector("meta[name=live]").dataset.since;
  for (const id of ["sidebar", "chat-me", "head", "bar", "tab"]) morph(id, page);
  if (footing(page) !== footing(document)) morph("foot", page);
  takePanel(page, whole);
  Object.assign(byId("follow").dataset, page.getElementById("follow").dataset);
  for (const nonce of document.querySelectorAll("main [name=nonce], aside [name=nonce]")) nonce.value = known;
  document.title = page.title;
  if (byId("area") && page.getElementById("area")) takeLog("log", "area", page);
  settle();
};

// An answer may be older than one that was asked for after it, and one may have gone elsewhere meanwhile.
export const apply = async ({ page, turn }, whole = false) => {
  const isHere = placeOf(page) === placeOf(document);
  if (isHere) await take(page, whole);
  if (!isHere || turn !== asked) refetch();
};

// What was shown has gone: a panel leaves its conversation, and a conversation that one is in no more
// leaves the page that one comes in by.
const leave = async (conversation) => {
  const answer = await ask("GET", conversation);
  location.assign(answer?.status === 404 ? conversation.replace(/c\/[^/]+$/, "") : conversation);
};

// Following what others do.
let following = false;
let again = false;
export const refetch = async () => {
  again = true;
  if (following) return;
  following = true;
  while (again) {
    again = false;
    const place = placeOf(document);
    const address = windowed(place);
    const answer = await ask("GET", address);
    if (!answer) break;
    if (answer.status === 404) await leave(place.match(/^.*\/c\/[^/?]+/)[0]);
    else if (answer.turn !== asked || address !== windowed(placeOf(document))) again = true;
    else if (answer.status === 200 && !placeOf(answer.page)) location.assign(answer.url); // it is elsewhere now
    else if (answer.status === 200) {
      await take(answer.page);
      document.dispatchEvent(new CustomEvent("followed"));
    }
  }
  following = false;
};
document.addEventListener("live", ({ target, detail }) => {
  if (target.id === "follow" && !(stepOf(detail.position) <= stepOf(known))) refetch(); // one's own doing is there
});

// Panels and dialogs have addresses of their own: opening one goes there, Back closes it.
let opener = null;
const refocus = () => {
  const back = opener?.isConnected ? opener : byId("channel-composer") ?? byId("main");
  back.focus();
};

export const openDialog = (page, url, isNew) => {
  byId("dialogs").replaceChildren(...[...page.getElementById("dialogs").children].map((each) => document.adoptNode(each)));
  const dialog = byId("dialogs").firstElementChild;
  if (isNew) {
    delete dialog.dataset.closedUrl;
    history.pushState({ dialog: true }, "", url);
  }
  dialog.addEventListener("close", () => {
    if (history.state?.dialog && !("left" in dialog.dataset)) history.back();
    setTimeout(() => document.activeElement === document.body && refocus());
  });
  settle();
};

const openPanel = async (answer, url, isNew) => {
  document.dispatchEvent(new CustomEvent("visited"));
  await take(answer.page);
  if (answer.turn !== asked) refetch();
  if (isNew && url !== location.href) history.pushState({}, "", url);
  const panel = document.querySelector("#panel .panel");
  say(panel ? `${panel.querySelector("h2").textContent} opened` : "Closed");
  if (!panel) return refocus();
  const field = panel.querySelector(".composer textarea, input:not([type=hidden], [type=file]), textarea");
  return (field ?? panel).focus();
};

let visits = 0;
export const visit = async (url, isNew) => {
  const turn = ++visits;
  const answer = await ask("GET", windowed(url));
  if (!answer || turn !== visits) return;
  if (answer.status >= 400 || !placeOf(answer.page)) location.assign(url);
  else if (answer.page.querySelector("#dialogs dialog")) openDialog(answer.page, url, isNew);
  else await openPanel(answer, url, isNew);
};

export const isPlain = (event) => !(event.ctrlKey || event.metaKey || event.shiftKey || event.button);
document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[data-panel-link], a[data-dialog-link]");
  if (!link || !isPlain(event) || !byId("follow") || (link.matches("[data-panel-link]") && !byId("panel"))) return;
  event.preventDefault();
  const last = `panel ${location.pathname.match(/\/c\/[^/]+/)?.[0]}`;
  if (link.matches("[data-close-panel]")) sessionStorage.setItem(last, location.href);
  else if (link.matches("[data-last-panel]")) link.href = sessionStorage.getItem(last) ?? link.href;
  if (!link.matches("[data-close-panel]"))
    opener = link.closest(".message") ?? document.querySelector(link.closest("[role=menu]") ? "[popovertarget=channel-menu]" : ".channel-members");
  visit(link.href, true);
});

addEventListener("popstate", () => {
  const dialog = document.querySelector("#dialogs dialog");
  if (dialog) {
    dialog.dataset.left = "";
    delete dialog.dataset.closedUrl;
    dialog.close();
  }
  const here = location.pathname + location.search;
  const place = placeOf(document);
  if (place && here !== place) visit(here, false);
});

// Forms in panels, dialogs and below messages.
const busy = new Set();
export const post = async (form, submitter) => {
  const source = submitter ?? form;
  if (busy.has(source)) return null;
  busy.add(source);
  const values = new FormData(form, submitter);
  const place = placeOf(document);
  values.set("place", windowed(place));
  const answer = await ask("POST", submitter?.getAttribute("formaction") ?? form.action, values);
  busy.delete(source);
  return answer && { ...answer, hasMoved: placeOf(answer.page) !== place };
};

const postInPlace = async (form, submitter) => {
  const [panel, dialog] = [form.closest("#panel"), form.closest("dialog")]; // it may be gone by then
  const answer = await post(form, submitter);
  if (!answer) return;
  if (answer.status >= 400) {
    if (panel && !answer.hasMoved) await apply(answer, true);
    const wrong = panel?.querySelector("[aria-invalid=true]");
    if (wrong) wrong.focus();
    else toast(problemOf(answer), "danger");
    return;
  }
  if (answer.hasMoved) return void location.replace(answer.url); // where it stood has gone
  dialog?.close();
  document.dispatchEvent(new CustomEvent("posted", { detail: form }));
  await apply(answer, Boolean((panel && !panel.querySelector("[role=log]")) || dialog));
  const { said } = { ...form.dataset, ...submitter?.dataset };
  if (said) toast(said, "success");
  if (document.activeElement === document.body) panel ? byId("panel").querySelector(".panel").focus() : refocus();
};

document.addEventListener("submit", (event) => {
  if (!event.target.matches("[data-in-place]")) return;
  event.preventDefault();
  postInPlace(event.target, event.submitter);
});
