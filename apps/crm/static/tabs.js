// Tabs for which there is no room stand in a menu behind the last one.
const bar = document.querySelector(".crm-tabs");
const row = bar?.querySelector("ul");
const more = bar?.querySelector(".crm-more");

const fit = () => {
  const tabs = [...row.children];
  const items = [...document.querySelectorAll("#crm-more [role=menuitem]")];
  const show = (place, isShown) => {
    tabs[place].hidden = !isShown;
    items[place].hidden = isShown;
  };
  more.hidden = true;
  tabs.forEach((_tab, place) => show(place, true));
  if (row.scrollWidth <= row.clientWidth) return;
  more.hidden = false;
  for (let place = tabs.length - 1; place > 0 && row.scrollWidth > row.clientWidth; place -= 1)
    if (!tabs[place].querySelector("[aria-current]")) show(place, false);
};
if (row) {
  new ResizeObserver(fit).observe(bar);
  // The page is ready with its letters, which may be before its first frame.
  const lettered = () => document.fonts.ready.then(fit);
  addEventListener("load", lettered, { once: true });
}
