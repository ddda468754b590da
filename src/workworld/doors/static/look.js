// What somebody chose for this browser is shown at once; the server has put it into a cookie.
document.addEventListener("look", ({ detail }) => {
  const root = document.documentElement;
  for (const [name, value] of Object.entries(detail)) {
    if (name === "elt") continue;
    root.dataset[name] = value;
    for (const control of document.querySelectorAll(`[data-look="${name}"]`)) {
      if (control.matches("[role=menuitemradio]"))
        control.setAttribute("aria-checked", String(control.value === value));
      else if (control.type === "radio") control.checked = control.value === value;
    }
  }
});
