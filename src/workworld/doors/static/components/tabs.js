import { mark } from "../marks.js";

// Tabs (https://www.w3.org/WAI/ARIA/apg/patterns/tabs/): arrows go from tab to tab and show its panel.
export const chooseTab = (tab) => {
  for (const other of tab.closest('[role="tablist"]').querySelectorAll('[role="tab"]')) {
    const chosen = other === tab;
    mark(other, "aria-selected", String(chosen));
    mark(other, "tabindex", chosen ? "0" : "-1");
    const panel = document.getElementById(other.getAttribute("aria-controls"));
    if (panel) panel.hidden = !chosen;
  }
};

document.addEventListener("click", ({ target }) => {
  const tab = target.closest?.('[role="tab"]');
  if (tab) chooseTab(tab);
});

document.addEventListener("keydown", (event) => {
  const tab = event.target.closest?.('[role="tab"]');
  if (!tab) return;
  const all = [...tab.closest('[role="tablist"]').querySelectorAll('[role="tab"]')];
  const here = all.indexOf(tab);
  const steps = { ArrowRight: here + 1, ArrowLeft: here - 1 + all.length, Home: 0, End: all.length - 1 };
  if (!(event.key in steps)) return;
  event.preventDefault();
  const next = all[steps[event.key] % all.length];
  next.focus();
  next.click();
});
