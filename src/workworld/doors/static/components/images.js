// A picture seen whole or in its own size.
document.addEventListener("click", ({ target }) => {
  const zoom = target.closest?.("[data-zoom]");
  if (!zoom) return;
  const actual = zoom.closest(".lightbox").classList.toggle("is-actual");
  zoom.setAttribute("aria-pressed", String(actual));
});
