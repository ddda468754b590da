import { say, toast } from "./places.js";

// Copying a message's link or text, or the link of a file. Where the browser lends its clipboard to secure pages alone, a field
// from which it copies does as well.
const byField = (text) => {
  const field = document.createElement("textarea");
  const back = document.activeElement;
  field.value = text;
  field.className = "visually-hidden";
  document.body.append(field);
  field.select();
  const isDone = document.execCommand("copy");
  field.remove();
  back?.focus();
  return isDone;
};

const copied = async (text) => {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return byField(text);
  }
};

export const linkOf = (message) => {
  const [, root, channel, ts] = /^(.*)\/c\/([^/]+)\/m\/([\d.]+)$/.exec(message.dataset.url);
  const link = new URL(`${root}/archives/${channel}/p${ts.replace(".", "")}`, location.href);
  const parent = message.dataset.threadUrl.split("/").at(-1);
  if (parent !== ts) {
    link.searchParams.set("thread_ts", parent);
    link.searchParams.set("cid", channel);
  }
  return link.href;
};

document.addEventListener("click", async ({ target }) => {
  const item = target.closest?.("[data-copy]");
  const message = item?.closest(".message");
  const link = item?.dataset.link; // of what is no message
  if (!message && !link) return;
  const isLink = item.dataset.copy === "link";
  const text = link ? new URL(link, location.href).href : isLink ? linkOf(message) : message.querySelector(".message-text").innerText.replace(/\s*\(edited\)$/, "");
  if (await copied(text)) toast(isLink ? "Link copied" : "Text copied", "success");
  else say("The browser does not let this page copy.");
});

// A button that writes what it says into a field.
document.addEventListener("click", ({ target }) => {
  const button = target.closest?.("[data-fills]");
  const field = button?.form.elements[button.dataset.fills];
  if (!field) return;
  field.value = button.dataset.value;
  field.focus();
});
