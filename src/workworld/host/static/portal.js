// Copies what stands beside a button, and keeps what changes by itself as it is now.
const EVERY_MS = 3000;

for (const button of document.querySelectorAll("[data-copies]")) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    const text = document.getElementById(button.dataset.copies).textContent;
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = "Copied";
    } catch {
      getSelection().selectAllChildren(document.getElementById(button.dataset.copies));
      button.textContent = "Press Ctrl+C";
    }
    setTimeout(() => { button.textContent = "Copy"; }, 2000);
  });
}

// What takes a while says so; a second press would only ask for it again.
for (const form of document.querySelectorAll("form[data-takes-a-while]")) {
  form.addEventListener("submit", () => {
    const said = document.getElementById(form.dataset.takesAWhile);
    if (said) said.hidden = false;
    setTimeout(() => { for (const each of form.querySelectorAll("button")) each.disabled = true; });
  });
}

async function follow() {
  const parts = [...document.querySelectorAll("[data-live]")];
  if (!parts.length || document.hidden) return;
  const answer = await fetch(location.href, { headers: { Accept: "text/html" } }).catch(() => null);
  if (!answer?.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const part of parts) {
    const now = fresh.getElementById(part.id);
    // Whoever has the focus in it, or reads it by selecting, is left alone.
    if (!now || part.contains(document.activeElement) || part.isEqualNode(now)) continue;
    part.replaceWith(document.adoptNode(now));
  }
}
setInterval(follow, EVERY_MS);
