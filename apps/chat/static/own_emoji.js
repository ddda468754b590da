// The form of a new emoji: the picture is looked at before it is sent, and gives the emoji its name.
const nameOf = (file) => file.name.replace(/\.[^.]*$/, "").toLowerCase().replace(/[^a-z0-9+_'-]+/g, "_").slice(0, 100);

const drawn = (canvas, picture) => {
  const scale = Math.min(canvas.width / picture.width, canvas.height / picture.height);
  const [width, height] = [picture.width * scale, picture.height * scale];
  const paper = canvas.getContext("2d");
  paper.clearRect(0, 0, canvas.width, canvas.height);
  paper.drawImage(picture, (canvas.width - width) / 2, (canvas.height - height) / 2, width, height);
};

const look = async (field) => {
  const shown = field.form.querySelector("[data-emoji-preview]");
  const [file] = field.files;
  shown.hidden = true;
  const picture = file && await createImageBitmap(file).catch(() => null);
  const isTooLarge = file && file.size > Number(field.dataset.largest);
  field.setCustomValidity(isTooLarge ? "An emoji's image may have 128 KB." : file && !picture ? "An emoji's image is a PNG, a GIF or a JPEG." : "");
  if (!field.reportValidity()) return;
  for (const canvas of shown.querySelectorAll("canvas")) drawn(canvas, picture);
  shown.hidden = false;
  const name = field.form.elements.name;
  if (!name.value) name.value = nameOf(file);
};

document.addEventListener("change", ({ target }) => {
  if (target.matches?.("[data-own-emoji] input[type=file]")) look(target);
});
