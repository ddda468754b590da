import { apply, ask, byId, isPlain, peek, post, problemOf, settle, toast } from "./places.js";

// A channel's details lie above its page. Their tabs and forms come and go within the dialog, which has
// one entry in the history, whatever tab it shows: Back closes it.
const details = (node) => node.closest?.("#details");

const taken = ({ page }) => {
  const [here, next] = [byId("details"), page.getElementById("details")];
  if (!here || !next) return false;
  here.setAttribute("aria-label", next.getAttribute("aria-label"));
  Idiomorph.morph(here, next.innerHTML, { morphStyle: "innerHTML" });
  settle();
  if (!here.contains(document.activeElement) || document.activeElement === here)
    (here.querySelector("[aria-invalid=true], .details-fact form :is(input:not([type=hidden]), textarea)") ?? byId("details-body")).focus();
  return true;
};

const show = async (url) => {
  const answer = await ask("GET", url);
  if (!answer || answer.status >= 400 || !taken(answer)) location.assign(url);
  else history.replaceState(history.state, "", url);
};

const send = async (form, submitter) => {
  const answer = await post(form, submitter);
  if (!answer) return;
  if (answer.status < 400 && answer.hasMoved) return void location.replace(answer.url);
  if (!answer.hasMoved) await apply(answer);
  if (!taken(answer) || answer.status >= 400) toast(problemOf(answer), "danger");
  else if (form.dataset.said) toast(form.dataset.said, "success");
};

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[data-tab-link]");
  if (!link || !details(link) || !isPlain(event)) return;
  event.preventDefault();
  show(link.href);
});

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("[data-in-details]")) return;
  event.preventDefault();
  if (form.method === "get") show(`${form.getAttribute("action")}?${new URLSearchParams(new FormData(form))}`);
  else send(form, event.submitter);
});

// What others change shows in the open dialog, save where something is being typed.
const PARTS = ":scope > header h2, :scope > .tabs, #people, .details-fact[id]:not(:has(form))";
const counterpart = (part, page) =>
  part.id ? page.getElementById(part.id) : page.querySelector(`#details > ${part.matches("h2") ? "header h2" : ".tabs"}`);

document.addEventListener("followed", async () => {
  const url = byId("details")?.open && location.href;
  const page = url && (await peek(url));
  const [here, next] = [byId("details"), page?.getElementById("details")];
  if (!here || !next || url !== location.href) return;
  here.setAttribute("aria-label", next.getAttribute("aria-label"));
  for (const part of here.querySelectorAll(PARTS)) {
    const renewed = counterpart(part, page);
    if (renewed && !renewed.matches(":has(form.form)")) Idiomorph.morph(part, renewed, { morphStyle: "outerHTML" });
  }
  settle();
});
