// A point of a chart that leads somewhere. A picture has no links within it: by keys and for whoever does not see
// it, the same links stand in the table below.
document.addEventListener("click", (event) => {
  const point = event.target.closest?.("[data-href]");
  if (!point) return;
  if (event.ctrlKey || event.metaKey) window.open(point.dataset.href, "_blank", "noopener");
  else location.assign(point.dataset.href);
});
