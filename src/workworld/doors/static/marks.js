// Attributes that scripts set while a widget is in use (what is open, active, in the tab order). The
// server knows nothing of them, so a swap leaves them as they are.
const marks = new WeakMap();

export const mark = (element, name, value) => {
  if (!marks.has(element)) marks.set(element, new Set());
  marks.get(element).add(name);
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
};

// What has data-own belongs to the browser as it is, such as an open editor.
const isShared = (node) => !(node.nodeType === 1 && "own" in node.dataset);
Idiomorph.defaults.callbacks.beforeNodeMorphed = isShared;
Idiomorph.defaults.callbacks.beforeNodeRemoved = isShared;
Idiomorph.defaults.restoreFocus = true;
// What is typed in a field stays. Of anything else that has the focus, such as a message, Idiomorph would
// leave the content as it was.
Object.defineProperty(Idiomorph.defaults, "ignoreActiveValue", {
  enumerable: true,
  get: () => document.activeElement?.matches("input, textarea, select") ?? false,
});
Idiomorph.defaults.callbacks.beforeAttributeUpdated = (name, element) =>
  !(marks.get(element)?.has(name) || (name === "open" && element.localName === "dialog"));
