import { mark } from "../marks.js";
import { typeAhead } from "./menus.js";

// Tree (https://www.w3.org/WAI/ARIA/apg/patterns/treeview/).
const nodes = (tree) => [...tree.querySelectorAll('[role="treeitem"]')].filter((node) => node.firstElementChild.checkVisibility());
const unfold = (node, open) => node.hasAttribute("aria-expanded") && mark(node, "aria-expanded", String(open));
const isOpen = (node) => node.getAttribute("aria-expanded") === "true";

const go = (node) => {
  for (const other of node.closest('[role="tree"]').querySelectorAll('[role="treeitem"]'))
    mark(other, "tabindex", other === node ? "0" : "-1");
  node.focus();
};

const choose = (node) => {
  for (const other of node.closest('[role="tree"]').querySelectorAll('[aria-selected="true"]'))
    mark(other, "aria-selected", "false");
  mark(node, "aria-selected", "true");
  node.querySelector(":scope > a.tree-row")?.click();
};

document.addEventListener("click", (event) => {
  const row = event.target.closest?.(".tree-row");
  if (!row || !event.isTrusted) return;
  const node = row.parentElement;
  go(node);
  if (event.target.closest(".twist") || !row.href) unfold(node, !isOpen(node));
  if (event.target.closest(".twist")) event.preventDefault();
  else if (!row.href) choose(node);
});

document.addEventListener("keydown", (event) => {
  const node = event.target.closest?.('[role="treeitem"]');
  if (!node || node !== event.target || event.ctrlKey || event.altKey || event.metaKey) return;
  const all = nodes(node.closest('[role="tree"]'));
  const here = all.indexOf(node);
  const parent = node.parentElement.closest('[role="treeitem"]');
  const acts = {
    ArrowDown: () => all[here + 1],
    ArrowUp: () => all[here - 1],
    Home: () => all[0],
    End: () => all.at(-1),
    ArrowRight: () => (isOpen(node) ? all[here + 1] : unfold(node, true)),
    ArrowLeft: () => (isOpen(node) ? unfold(node, false) : parent),
    Enter: () => choose(node),
    " ": () => choose(node),
  };
  const isLetter = event.key.length === 1 && event.key !== " ";
  if (!(event.key in acts) && !isLetter) return;
  event.preventDefault();
  const next = isLetter ? typeAhead(all, here, event.key) : acts[event.key]();
  if (next instanceof Element) go(next);
});
