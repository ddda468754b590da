import { ask, byId, openDialog, peek, post, settle } from "./places.js";

// Views that apps show come when they come: they open above whatever page of chat is there, change when
// the app answers, and go when it wants nothing more.
const dialog = () => byId("app-view");

const leave = () => {
  if (!dialog()) return;
  dialog().dataset.done = "";
  dialog().close();
};

const show = (page, url) => {
  const [here, next] = [dialog(), page.getElementById("app-view")];
  if (!next) return leave();
  if (!here) {
    openDialog(page, url, true);
    guard();
    return;
  }
  if (here.dataset.closeAt !== next.dataset.closeAt) history.replaceState(history.state, "", url);
  for (const name of ["closeAt", "version"]) here.dataset[name] = next.dataset[name];
  Idiomorph.morph(here, next.innerHTML, { morphStyle: "innerHTML" });
  settle();
  here.querySelector("[aria-invalid=true]")?.focus();
};

const look = async () => {
  const found = await peek(byId("asked-view").dataset.src);
  if (found) byId("asked-view").replaceChildren(...found.body.childNodes);
  const link = byId("asked-view").querySelector("a");
  if (!link) return leave();
  const page = await peek(link.getAttribute("href"));
  if (page) show(page, link.getAttribute("href"));
};

document.addEventListener("live", ({ target }) => { if (target.id === "asked-view" && byId("follow")) look(); });

// What was asked before something is pressed is answered; Enter in a field of the form asks as well.
document.addEventListener("submit", (event) => {
  const asked = event.submitter?.closest(".block-ask");
  if (!asked) return;
  if (asked.matches(":popover-open")) return asked.hidePopover();
  event.preventDefault();
  event.stopImmediatePropagation();
  asked.showPopover();
}, true);

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.matches("[data-in-view]") || !byId("follow")) return;
  event.preventDefault();
  const answer = await post(form, event.submitter);
  if (answer) show(answer.page, answer.url);
});

// Escape closes it as its button does.
function guard() {
  const here = dialog();
  here?.addEventListener("close", () => {
    if ("done" in here.dataset || "left" in here.dataset) return;
    const values = new FormData();
    values.set("csrf", here.querySelector("[name=csrf]").value);
    ask("POST", here.dataset.closeAt, values);
  });
}
guard();
