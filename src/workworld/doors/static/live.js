import { later } from "./ready.js";

// Elements with data-live="topic" and hx-get fetch themselves anew when the server says that the topic
// is not as it was. One stream for a tab, and only while it is looked at: browsers allow six
// connections to a host.
const address = document.querySelector('meta[name="live"]')?.content;
let stream = null;
let listened = "";

const topicsOf = (element) => element.dataset.live.split(" ").filter(Boolean);
const topics = () =>
  [...new Set([...document.querySelectorAll("[data-live]")].flatMap(topicsOf))].sort().join(",");

const refetch = (changed) => {
  for (const element of document.querySelectorAll("[data-live]"))
    if (!changed || topicsOf(element).some((topic) => changed.includes(topic)))
      htmx.trigger(element, "live");
};

const close = () => {
  stream?.close();
  stream = null;
  listened = "";
  document.documentElement.dataset.live = "closed";
};

const listen = () => {
  const wanted = topics();
  if (wanted === listened) return;
  close();
  if (!wanted || document.hidden) return;
  listened = wanted;
  stream = new EventSource(`${address}?topics=${encodeURIComponent(wanted)}`);
  stream.addEventListener("open", () => { document.documentElement.dataset.live = "open"; });
  stream.addEventListener("changed", ({ data }) => refetch(data.split(",")));
  stream.addEventListener("refresh", () => refetch(null));
  stream.addEventListener("error", () => { document.documentElement.dataset.live = "closed"; });
};

if (address) {
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) close();
    else {
      listen();
      refetch(null);
    }
  });
  document.addEventListener("htmx:afterSettle", () => later(listen, 0, listen));
  addEventListener("pagehide", close);
  addEventListener("pageshow", listen);
}
