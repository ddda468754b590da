// Harnesses wait for this attribute instead of for time to pass. Modules run after parsing and in
// document order, so this one waits a turn for those that follow it.
const ready = async () => {
  await document.fonts.ready;
  document.documentElement.dataset.ready = "true";
};
if (document.readyState === "complete") ready();
else addEventListener("load", ready, { once: true });
