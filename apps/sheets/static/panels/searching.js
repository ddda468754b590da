// Searching the menus: every entry of them is an option of a dialog, of which those are shown that fit.
const named = (item) => {
  const menu = item.closest(".menu");
  const heading = [...menu.querySelectorAll(".menu-heading, .menu-item")]
    .slice(0, [...menu.querySelectorAll(".menu-heading, .menu-item")].indexOf(item))
    .findLast((each) => each.matches(".menu-heading"))?.textContent;
  return { label: item.querySelector("span").textContent, from: [menu.getAttribute("aria-label"), heading].filter(Boolean).join(" › ") };
};

const entries = () => [...document.querySelectorAll('.menu[id^="menu-"]:not([popover="manual"]) .menu-item')];

const fill = (dialog) => {
  const list = dialog.querySelector("[data-entries]");
  const template = dialog.querySelector("template");
  const wanted = dialog.querySelector("input").value.trim().toLowerCase();
  list.replaceChildren();
  for (const item of entries()) {
    const { label, from } = named(item);
    if (!`${label} ${from}`.toLowerCase().includes(wanted)) continue;
    const made = template.content.firstElementChild.cloneNode(true);
    made.querySelector("span").textContent = label;
    made.querySelector("small").textContent = from;
    made.addEventListener("click", () => {
      dialog.close();
      item.click();
    });
    list.append(made);
    if (list.childElementCount >= 12) break;
  }
  dialog.querySelector("[data-none]").hidden = list.childElementCount > 0;
};

document.addEventListener("input", ({ target }) => {
  const dialog = target.closest?.("#search-menus");
  if (dialog) fill(dialog);
});

document.addEventListener("htmx:afterSettle", () => {
  const dialog = document.getElementById("search-menus");
  if (dialog && !dialog.querySelector("[data-entries]").childElementCount) fill(dialog);
});

document.addEventListener("keydown", (event) => {
  const dialog = event.target.closest?.("#search-menus");
  if (!dialog) return;
  const options = [...dialog.querySelectorAll("[data-entries] button")];
  const here = options.indexOf(document.activeElement);
  if (event.key === "ArrowDown") (options[here + 1] ?? options[0])?.focus();
  else if (event.key === "ArrowUp") (options[here - 1] ?? dialog.querySelector("input")).focus();
  else if (event.key === "Enter" && here < 0) options[0]?.click();
  else return;
  event.preventDefault();
});
