import { begin, end } from "./ready.js";
import { toast } from "./components/toasts.js";

// Fragments: what every request carries, and what becomes of those that fail.
const proof = () => document.querySelector('meta[name="csrf"]')?.content ?? "";

document.addEventListener("htmx:configRequest", ({ detail }) => {
  if (detail.verb !== "get") detail.headers["X-CSRF"] = proof();
});

// What has left the page since is not shown anew: without a parent it knows no swap, and htmx would look for one for ever.
// A control that has left it while its request was under way has none either: it is told what its parents knew.
const onlyIfThere = (event) => {
  if (!event.target.isConnected) event.preventDefault();
  const asking = event.detail.requestConfig?.elt;
  if (asking && !asking.isConnected) asking.setAttribute("hx-ext", document.body.getAttribute("hx-ext"));
};

document.addEventListener("htmx:beforeSend", ({ detail }) => {
  begin(detail.xhr);
  detail.xhr.addEventListener("loadend", () => end(detail.xhr)); // of what has left, nobody hears htmx tell it
  detail.target?.addEventListener("htmx:beforeSwap", onlyIfThere);
  detail.target?.setAttribute("aria-busy", "true");
});

document.addEventListener("htmx:afterRequest", ({ detail }) => {
  if (detail.xhr) detail.target?.removeAttribute("aria-busy");
});

const unreached = "The server did not answer. What you entered is still here: try again.";
for (const name of ["htmx:sendError", "htmx:timeout"])
  document.addEventListener(name, () => toast(unreached, "danger"));

// A fragment for a widget of ours; null after a notice, if there is none to be had.
export const fragment = async (url, signal) => {
  const task = {};
  begin(task);
  try {
    const answer = await fetch(url, { signal, headers: { "HX-Request": "true" } });
    if (answer.redirected && !answer.url.startsWith(new URL(url, location.href).href.split("?")[0]))
      location.assign(answer.url);
    const text = await answer.text();
    if (answer.ok) return text;
    const said = new DOMParser().parseFromString(text, "text/html").querySelector(".toast-text");
    toast(said?.textContent ?? unreached, "danger");
  } catch (error) {
    if (error.name !== "AbortError") toast(unreached, "danger");
  } finally {
    end(task);
  }
  return null;
};
