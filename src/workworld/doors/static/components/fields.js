// Small behaviour of form fields: steppers, files, what is still loading, one submission at a time.
document.addEventListener("click", ({ target }) => {
  const step = target.closest?.("[data-step]");
  if (!step) return;
  const input = step.parentElement.querySelector("input");
  const bound = (value) => Math.min(Number(input.max || Infinity), Math.max(Number(input.min || -Infinity), value));
  input.value = String(bound(Number(input.value || 0) + Number(step.dataset.step) * Number(input.dataset.by || 1)));
  input.dispatchEvent(new Event("change", { bubbles: true }));
});

document.addEventListener("keydown", (event) => {
  const input = event.target;
  if (!input.matches?.(".stepper input") || !["ArrowUp", "ArrowDown"].includes(event.key)) return;
  event.preventDefault();
  input.parentElement.querySelector(`[data-step="${event.key === "ArrowUp" ? 1 : -1}"]`).click();
});

const sized = (bytes) => {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
};

const put = (input, files) => {
  const held = new DataTransfer();
  for (const file of input.multiple ? files : files.slice(0, 1)) held.items.add(file);
  input.files = held.files;
  input.dispatchEvent(new Event("change", { bubbles: true }));
};

const list = (input) => {
  const rows = [...input.files].map((file, place) => {
    const row = document.getElementById("file-made").content.firstElementChild.cloneNode(true);
    const [name, size] = row.querySelectorAll("span");
    name.textContent = file.name;
    size.textContent = sized(file.size);
    const remove = row.querySelector("button");
    remove.setAttribute("aria-label", `Remove ${file.name}`);
    remove.addEventListener("click", () => {
      put(input, [...input.files].filter((_file, other) => other !== place));
      input.focus();
    });
    return row;
  });
  input.closest(".drop").querySelector(".drop-files").replaceChildren(...rows);
};

document.addEventListener("change", ({ target }) => target.matches?.('.drop input[type="file"]') && list(target));
for (const name of ["dragenter", "dragover", "dragleave", "drop"])
  document.addEventListener(name, (event) => {
    const zone = event.target.closest?.(".drop");
    if (!zone) return;
    event.preventDefault();
    zone.classList.toggle("is-over", name === "dragenter" || name === "dragover");
    const input = zone.querySelector('input[type="file"]');
    if (name === "drop") put(input, [...input.files, ...event.dataTransfer.files]);
  });
document.addEventListener("paste", (event) => {
  const input = event.target.closest?.(".drop")?.querySelector('input[type="file"]');
  if (input && event.clipboardData.files.length) put(input, [...input.files, ...event.clipboardData.files]);
});
