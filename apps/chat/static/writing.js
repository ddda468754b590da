import { breakLine } from "./formatting.js";
import { closeCompletions } from "./completing.js";
import "./creating.js";
import "./details.js";
import "./own_emoji.js";
import "./picking.js";
import { dropEdit, forgetDraft } from "./drafts.js";
import { endPreview, takeFrom } from "./snippets.js";
import { toEnd, windowed } from "./log.js";
import { apply, ask, byId, isPlain, openDialog, placeOf, post, problemOf, refetch, say, toast } from "./places.js";
import "./paging.js";
import "./copying.js";
import "./documents.js";
import "./people.js";
import "./search.js";
import "./views.js";
import { offerUndo } from "./undoing.js";
import { takeUrgency } from "./urgency.js";
import "./sides.js";
import "./dragging.js";
import { reading } from "./reading.js";

reading();

// Writing: the composer is empty at once, for what comes next. Messages go one after the other, and one
// that is refused comes back.
let sending = Promise.resolve();
// Whoever sends the same words twice means it, unless the server was not reached and has them all the same.
let turns = 0;
let again = null;
const put = (text, value) => {
  text.value = value;
  text.dispatchEvent(new Event("input", { bubbles: true }));
};

// Why something was not taken stands above it.
const warn = (form, problem) => {
  const text = form.querySelector("textarea");
  form.querySelector(".problem")?.remove();
  for (const name of ["aria-invalid", "aria-describedby"]) text.removeAttribute(name);
  if (!problem) return;
  form.prepend(document.adoptNode(problem));
  text.setAttribute("aria-invalid", "true");
  text.setAttribute("aria-describedby", problem.id);
};

// It is of what was typed, and goes with it.
document.addEventListener("input", ({ target }) => {
  const form = target.closest?.("[data-composer]");
  if (form && target.name === "text" && !target.value) warn(form, null);
});

// Before a crowd is told, the page asks.
const asks = (answer) => Boolean(answer?.page.getElementById("ask-everybody"));

const refused = (form, answer) => {
  const text = form.querySelector("textarea");
  const problem = answer?.page.getElementById(`${text.id}-problem`);
  if (problem) warn(form, problem);
  else if (answer) toast(problemOf(answer), "danger");
  text.focus();
};

const send = (form, submitter) => {
  if (submitter?.matches("[data-schedules]")) return schedule(form, submitter);
  const [text, list] = [form.querySelector("textarea"), form.querySelector(".composer-files")];
  const [typed, files, values] = [text.value, [...list.children], new FormData(form)];
  const urgent = takeUrgency(form);
  const nonce = again?.typed === typed ? again.nonce : `${values.get("nonce")} ${++turns}`;
  values.set("nonce", nonce);
  if (form.closest("aside") || "newest" in byId("area").dataset) values.set("place", windowed(placeOf(document)));
  const pending = document.createElement("p");
  pending.className = "message-pending muted";
  pending.textContent = typed || files.map((file) => file.textContent.trim()).join(", ");
  pending.dataset.own = "";
  form.closest("aside, main").querySelector(".log-all").append(pending);
  toEnd(pending);
  warn(form, null);
  form.querySelector(":scope > .composer-notice")?.remove();
  closeCompletions();
  endPreview(form);
  list.replaceChildren();
  form.querySelector("[name=draft_id]")?.remove();
  put(text, "");
  forgetDraft(form);
  text.focus();
  sending = sending.then(() => ask("POST", form.action, values)).then((answer) => {
    pending.remove();
    again = answer ? null : { typed, nonce };
    return answer?.status < 300 && !asks(answer) ? sent(form, answer, typed, files, urgent) : unsent(form, answer, typed, files, urgent);
  });
};

// A message for later is no message yet: it leaves the composer when it is taken.
const schedule = async (form, submitter) => {
  const text = form.querySelector("textarea");
  if (!text.value.trim()) return text.focus();
  warn(form, null);
  const answer = await ask("POST", submitter.formAction, new FormData(form, submitter));
  if (answer?.status >= 400) toast(problemOf(answer), "danger");
  else if (answer) {
    put(text, "");
    forgetDraft(form);
    tell(form, answer.page);
  }
  return text.focus();
};

// What a command answers stands above the text until the next one is sent.
const tell = (form, page) => {
  const notice = page.getElementById(`${form.querySelector("textarea").id}-notice`);
  if (notice) form.prepend(document.adoptNode(notice));
  for (const told of form.parentElement.querySelectorAll("[data-outsiders]")) told.remove();
  for (const told of page.querySelectorAll("[data-outsiders]")) form.before(document.adoptNode(told));
};

const channelOf = (url) => /\/c\/[^/]+/.exec(new URL(url, location.href).pathname)?.[0];

const restore = (form, typed, files) => {
  const text = form.querySelector("textarea");
  form.querySelector(".composer-files").prepend(...files);
  put(text, [typed, text.value].filter(Boolean).join("\n"));
  text.focus();
};

const sent = async (form, answer, typed, files, urgent) => {
  tell(form, answer.page);
  if (channelOf(placeOf(answer.page) ?? "/") !== channelOf(form.action)) return location.assign(answer.url); // a command led elsewhere
  if (answer.page.querySelector("#dialogs dialog")) { // a command asks for more
    takeFrom(form.querySelector("textarea"));
    return openDialog(answer.page, answer.url, true);
  }
  const broadcast = form.querySelector("[name=broadcast]");
  if (broadcast) broadcast.checked = false;
  if (form.closest("aside") || "newest" in byId("area").dataset) await apply(answer);
  else return location.assign(answer.url); // one's own is at the end of the newest
  return typed.startsWith("/") ? null : offerUndo(form, () => {
    urgent();
    restore(form, typed, files);
  });
};

const unsent = (form, answer, typed, files, urgent) => {
  urgent();
  const text = form.querySelector("textarea");
  form.querySelector(".composer-files").prepend(...files);
  put(text, [typed, text.value].filter(Boolean).join("\n"));
  if (!form.isConnected) sessionStorage.setItem(`saved ${new URL(form.action).pathname}`, text.value);
  if (!asks(answer)) return refused(form, answer);
  takeFrom(text);
  return openDialog(answer.page, answer.url, false);
};

// Editing: the text gives way to the editor, one at a time. Whoever opens another finishes this first.
let edited = null;

const edit = async (message, url, back) => {
  if (edited?.form.isConnected) {
    say("Save or cancel this edit first.");
    return edited.form.querySelector("textarea").focus();
  }
  const answer = await ask("GET", url);
  const form = answer?.page.querySelector("[data-editor]");
  if (!form) return answer && toast(problemOf(answer), "danger");
  const shown = message.querySelector(".message-text");
  message.querySelector(":scope > .message-tools")?.remove();
  message.dataset.own = "";
  shown.hidden = true;
  shown.after(document.adoptNode(form));
  edited = { form, message, shown, back };
  const text = form.querySelector("textarea");
  text.focus();
  text.setSelectionRange(text.value.length, text.value.length);
  return form.scrollIntoView({ block: "nearest" });
};

const closeEditor = async (drops) => {
  const { form, message, shown, back } = edited;
  edited = null;
  await (drops ? dropEdit(form) : forgetDraft(form));
  form.remove();
  shown.hidden = false;
  delete message.dataset.own;
  byId(back)?.focus();
  refetch();
};

// It changed meanwhile: what it says now stands above the field, and saving again is meant.
const takeTheirs = (form, page) => {
  form.querySelector("[data-theirs]")?.remove();
  const theirs = page.querySelector("[data-editor] [data-theirs]");
  if (!theirs) return;
  form.querySelector("[name=seen]").value = page.querySelector("[data-editor] [name=seen]").value;
  form.querySelector("textarea").defaultValue = theirs.querySelector("pre").textContent;
  form.prepend(document.adoptNode(theirs));
};

const save = async (form) => {
  const text = form.querySelector("textarea");
  if (text.value === text.defaultValue && !("kept" in form.dataset)) return closeEditor(true);
  const answer = await post(form);
  if (!answer) return text.focus();
  if (answer.status >= 400) {
    takeTheirs(form, answer.page);
    return refused(form, answer);
  }
  say("Message saved");
  return closeEditor(false);
};

const cancel = async (link) => {
  if (edited) return closeEditor(true);
  await dropEdit(link.closest("[data-editor]"));
  return location.assign(link.href);
};

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[data-edit-link], a[data-cancel-edit]");
  const opens = link?.matches("[data-edit-link]");
  if (!link || !isPlain(event)) return;
  event.preventDefault();
  const message = link.closest(".message");
  if (opens) edit(message, link.href, message.id);
  else cancel(link);
});

// In the capturing phase, before chat.js takes it for one that leaves the page.
document.addEventListener("submit", (event) => {
  const form = event.target;
  const act = form.matches("[data-composer]") ? send : form.matches("[data-editor]") && edited ? save : null;
  if (!act) return;
  event.preventDefault();
  act(form, event.submitter);
}, true);

document.addEventListener("keydown", (event) => {
  const { target, key } = event;
  if (key === "Enter" && event.shiftKey && target.matches?.("[data-composer] textarea, [data-editor] textarea")) {
    if (breakLine(target)) event.preventDefault();
    return;
  }
  if (event.defaultPrevented || event.isComposing || document.querySelector("dialog:modal, :popover-open")) return;
  if (key === "Escape") document.querySelector("[data-cancel-edit], [data-close-panel]")?.click();
  if (key !== "ArrowUp" || !target.matches?.("[data-composer] textarea") || target.value) return;
  const { up } = target.form.dataset;
  if (up) {
    event.preventDefault();
    return [...target.closest("aside, main").querySelectorAll(".message")].at(-1)?.focus();
  }
  const own = [...target.closest("aside, main").querySelectorAll('.message[data-may~="edit"]')].at(-1);
  if (!own) return;
  event.preventDefault();
  edit(own, `${own.dataset.url}/edit`, target.id);
});

// Files: chosen, dropped or pasted, they are uploaded at once and wait in the composer as chips.
const upload = async (form, files) => {
  if (!files.length) return;
  const [text, list] = [form.querySelector("textarea"), form.querySelector(".composer-files")];
  const chip = document.createElement("li");
  chip.className = "file-chip";
  chip.setAttribute("aria-busy", "true");
  chip.textContent = `Uploading ${[...files].map((file) => file.name).join(", ")}`;
  list.append(chip);
  put(text, text.value);
  const values = new FormData();
  for (const file of files) values.append("file", file);
  const answer = await ask("POST", list.dataset.url, values);
  if (answer?.status < 300) chip.replaceWith(...[...answer.page.querySelectorAll("li")].map((each) => document.adoptNode(each)));
  else {
    chip.remove();
    if (answer) toast(problemOf(answer), "danger");
  }
  put(text, text.value);
  text.focus();
};

const composerAt = (target) => target.closest?.("main, aside")?.querySelector("[data-composer]");
document.addEventListener("click", ({ target }) => {
  const form = target.closest?.("[data-composer]");
  if (target.closest?.("[data-attach]")) form.querySelector("input[type=file]").click();
  if (target.closest?.("[data-remove-file]")) {
    target.closest("li").remove();
    put(form.querySelector("textarea"), form.querySelector("textarea").value);
    form.querySelector("textarea").focus();
  }
});
document.addEventListener("change", ({ target }) => {
  if (!target.matches?.("[data-composer] input[type=file]")) return;
  upload(target.form, [...target.files]);
  target.value = "";
});
document.addEventListener("paste", (event) => {
  if (!event.target.matches?.("[data-composer] textarea") || !event.clipboardData.files.length) return;
  event.preventDefault();
  upload(event.target.form, [...event.clipboardData.files]);
});
for (const name of ["dragover", "dragleave", "drop"])
  document.addEventListener(name, (event) => {
    const form = event.dataTransfer?.types.includes("Files") && composerAt(event.target);
    if (!form) return;
    event.preventDefault();
    form.classList.toggle("is-over", name === "dragover");
    if (name === "drop") upload(form, [...event.dataTransfer.files]);
  });
