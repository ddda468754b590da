// Attributes that scripts set while a widget is in use (what is open, active, in the tab order). The
// server knows nothing of them, so a swap leaves them as they are.
const marks = new WeakMap();

export const mark = (element, name, value) => {
  if (!marks.has(element)) marks.set(element, new Set());
  marks.get(element).add(name);
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
};

Idiomorph.defaults.restoreFocus = true;
Idiomorph.defaults.ignoreActiveValue = true;
Idiomorph.defaults.callbacks.beforeAttributeUpdated = (name, element) =>
  !(marks.get(element)?.has(name) || (name === "open" && element.localName === "dialog"));
