import { later } from "./ready.js";

// Elements with data-live="topic" and hx-get fetch themselves anew when the server says that the topic
// is not as it was; scripts that listen for "live" get the position too. One stream for a tab, and only while it is looked at: browsers allow six
// connections to a host.
const meta = document.querySelector('meta[name="live"]');
let since = meta?.dataset.since ?? "";
let stream = null;
let listened = "";

const topicsOf = (element) => element.dataset.live.split(" ").filter(Boolean);
// The server hears so many of them: first those of the frame, then what the page itself names first.
const MOST_TOPICS = 200;
const topics = () => {
  // The page itself says with the same attribute whether it listens.
  const named = new Set([...document.querySelectorAll("body [data-live]")].flatMap(topicsOf));
  return [...named].slice(0, MOST_TOPICS).sort().join(",");
};

const refetch = (changed) => {
  for (const element of document.querySelectorAll("body [data-live]"))
    if (!changed || topicsOf(element).some((topic) => changed.includes(topic)))
      htmx.trigger(element, "live", { position: changed ? since : "" });
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
  stream = new EventSource(`${meta.content}?topics=${encodeURIComponent(wanted)}&since=${since}`);
  stream.addEventListener("open", () => { document.documentElement.dataset.live = "open"; });
  const hear = (event, changed) => {
    since = event.lastEventId;
    refetch(changed);
  };
  stream.addEventListener("changed", (event) => hear(event, event.data.split(",")));
  stream.addEventListener("refresh", (event) => hear(event, null));
  stream.addEventListener("error", () => { document.documentElement.dataset.live = "closed"; });
};

if (meta) {
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
