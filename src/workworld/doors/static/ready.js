// Harnesses wait for <html data-ready="true"> instead of for time to pass: it is so while no request,
// timer or widget has anything left to do. data-version counts how often it became so.
const root = document.documentElement;
const unfinished = new Set(["the page itself"]);

export const begin = (task) => {
  unfinished.add(task);
  root.dataset.ready = "false";
};

export const end = (task) => {
  if (!unfinished.delete(task)) return;
  // A turn later, so that whoever acts upon the end of one task may begin another.
  setTimeout(() => {
    if (unfinished.size || root.dataset.ready === "true") return;
    root.dataset.version = String(Number(root.dataset.version ?? 0) + 1);
    root.dataset.ready = "true";
  });
};

// Scripts of apps cannot import these, and say so by events.
document.addEventListener("begun", ({ detail }) => begin(detail));
document.addEventListener("ended", ({ detail }) => end(detail));

const waits = new Map();

// Do something once nobody has asked for it for so long; the last to ask counts.
export const later = (key, milliseconds, act) => {
  clearTimeout(waits.get(key));
  begin(key);
  waits.set(key, setTimeout(() => {
    waits.delete(key);
    act();
    end(key);
  }, milliseconds));
};

const loaded = async () => {
  await document.fonts.ready;
  end("the page itself");
};
if (document.readyState === "complete") loaded();
else addEventListener("load", loaded, { once: true });
