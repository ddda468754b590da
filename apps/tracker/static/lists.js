// Lists of issues: a summary leads where the key beside it does, and the box of a query sends itself.
document.addEventListener("click", (event) => {
  const summary = event.target.closest?.(".issue-table .line-summary");
  if (!summary || summary.closest("button") || String(getSelection())) return;
  summary.closest("tr").querySelector("a[data-issue]")?.click();
});

// Enter searches; Shift+Enter begins a new line.
document.addEventListener("keydown", (event) => {
  const box = event.target.closest?.("form[data-jql] textarea");
  if (!box || event.key !== "Enter" || event.shiftKey || event.isComposing || event.defaultPrevented) return;
  event.preventDefault();
  box.form.requestSubmit();
});

// A query that cannot be read shows where.
const fault = document.querySelector("textarea[data-fault-line]");
if (fault && fault.dataset.faultLine !== "0") {
  const before = fault.value.split("\n").slice(0, Number(fault.dataset.faultLine) - 1).join("\n").length;
  const at = Math.min(fault.value.length, before + (before ? 1 : 0) + Number(fault.dataset.faultColumn) - 1);
  fault.focus();
  fault.setSelectionRange(at, Math.min(fault.value.length, at + Number(fault.dataset.faultLength)));
}

// After a cell was edited in place the focus is where it was.
let edited = "";
document.addEventListener("htmx:beforeRequest", ({ detail }) => {
  const cell = detail.elt.closest?.("#list td.is-edited");
  if (cell) edited = `#${CSS.escape(cell.closest("tr").id)} .${cell.classList[0]} .cell-edit`;
});
document.addEventListener("htmx:afterSettle", () => {
  if (!edited) return;
  const button = document.querySelector(edited);
  edited = "";
  if (button && (!document.activeElement || document.activeElement === document.body)) button.focus();
});
