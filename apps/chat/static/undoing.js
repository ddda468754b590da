import { apply, ask, byId, placeOf, problemOf, say, toast } from "./places.js";
import { windowed } from "./log.js";

// What was just sent can be taken back for five seconds, if nobody answers it meanwhile: it is in the
// composer again, with its files.
const SECONDS = 5;

const isRightToLeft = (text) => {
  const probe = document.createElement("bdi"); // begins on the side on which its script does
  probe.textContent = text;
  document.body.append(probe);
  const { direction } = getComputedStyle(probe);
  probe.remove();
  return direction === "rtl";
};

const remove = (button, text) => {
  if (button === document.activeElement) text.focus();
  button.remove();
};

const undo = async (url, restore) => {
  const values = new FormData();
  values.set("place", windowed(placeOf(document)));
  const answer = await ask("POST", url, values);
  if (answer?.status >= 400) return toast(problemOf(answer), "danger");
  if (!answer) return null;
  restore();
  say("Taken back");
  return apply(answer);
};

export const offerUndo = (form, restore) => {
  const within = form.closest("aside, main");
  within?.querySelector(".undo-send")?.remove();
  const own = within && [...within.querySelectorAll('.message[data-may~="unsend"]')].at(-1);
  if (!own || !("undo" in form.dataset)) return;
  const button = byId("undo-send").content.firstElementChild.cloneNode(true);
  // What was just written stands on the side on which its script begins: the offer leaves it uncovered.
  button.classList.toggle("at-start", isRightToLeft(own.querySelector(".message-text")?.textContent ?? ""));
  const text = form.querySelector("textarea");
  const { url } = own.dataset;
  button.addEventListener("click", () => {
    remove(button, text);
    undo(`${url}/unsend`, restore);
  });
  within.querySelector(".to-end").append(button);
  setTimeout(() => remove(button, text), SECONDS * 1000);
};
