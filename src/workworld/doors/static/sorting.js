// Moving things among lists: by the pointer, or with Space, arrows and Space. A single move of the pointer
// is enough, or none at all: where it was released counts.
const byId = (id) => document.getElementById(id);
const say = (text) => { byId("status").textContent = text; };
const THRESHOLD = 4;
const EDGE = 40;

export const sortable = ({ root, item, handle = item, several, nameOf, begin, accepts, refuse, drop }) => {
  const zones = () => [...document.querySelectorAll(`${root} [data-zone]`)];
  const zoneAt = (x, y) => document.elementFromPoint(x, y)?.closest(`${root} [data-zone]`);
  const itemsOf = (zone, held) => [...zone.querySelectorAll(item)].filter((each) => !held.includes(each));
  const listOf = (zone) => zone.querySelector("ol, tbody");
  const beforeAt = (zone, held, y) => itemsOf(zone, held).find((each) => {
    const box = each.getBoundingClientRect();
    return y < box.top + box.height / 2;
  }) ?? null;

  const markFor = (name) => {
    const made = document.createElement(name);
    made.className = "drop-mark";
    made.setAttribute("aria-hidden", "true");
    if (name === "tr") made.append(Object.assign(document.createElement("td"), { colSpan: 99 }));
    return made;
  };
  const [inList, inTable] = [markFor("li"), markFor("tr")];
  let mark = inList;
  const show = (zone, before) => {
    if (zone) {
      mark.remove();
      mark = listOf(zone).matches("tbody") ? inTable : inList;
    }
    for (const each of zones()) each.classList.toggle("is-target", each === zone);
    if (before) before.before(mark);
    else if (zone) listOf(zone).append(mark);
    else mark.remove();
  };
  const grey = (held) => {
    for (const each of zones()) each.classList.toggle("is-refusing", !accepts(each, held));
    if (mark.closest(".is-refusing")) show(null, null); // it was not known yet when the pointer came there
  };
  const clear = () => {
    mark.remove();
    for (const each of zones()) each.classList.remove("is-target", "is-refusing");
    for (const each of document.querySelectorAll(`${root} .is-held`)) each.classList.remove("is-held");
  };
  const land = (held, zone, before) => {
    if (!zone) return undefined;
    if (!accepts(zone, held)) return refuse(zone, held);
    return drop(held, zone, before);
  };

  let drag = null; // what is under way: the item pressed, where, and once it moves all that moves with it
  let missed = false;
  const lift = () => {
    drag.held = several(drag.item);
    drag.ghost = drag.item.cloneNode(true);
    drag.ghost.removeAttribute("id");
    drag.ghost.className += " drag-ghost";
    drag.ghost.style.width = `${drag.item.offsetWidth}px`;
    drag.ghost.setAttribute("aria-hidden", "true");
    if (drag.held.length > 1) drag.ghost.dataset.count = drag.held.length;
    document.body.append(drag.ghost);
    document.documentElement.classList.add("is-dragging");
    for (const each of drag.held) each.classList.add("is-held");
    const { held } = drag;
    Promise.resolve(begin(held)).then(() => drag?.held === held && grey(held));
  };
  const scroll = (x, y) => {
    for (let box = document.elementFromPoint(x, y)?.closest(root); box && box !== document.body; box = box.parentElement) {
      const { top, bottom, left, right } = box.getBoundingClientRect();
      if (box.scrollHeight > box.clientHeight) box.scrollTop += y < top + EDGE ? -EDGE / 4 : y > Math.min(bottom, innerHeight) - EDGE ? EDGE / 4 : 0;
      if (box.scrollWidth > box.clientWidth) box.scrollLeft += x < left + EDGE ? -EDGE / 4 : x > right - EDGE ? EDGE / 4 : 0;
    }
  };
  const end = () => {
    drag?.ghost?.remove();
    drag = null;
    document.documentElement.classList.remove("is-dragging");
    clear();
    if (missed) htmx.trigger(document.querySelector(root), "live", {});
    missed = false;
  };
  const stop = (event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };

  document.addEventListener("dragstart", (event) => {
    if (event.target.closest?.(`${root} ${item}`)) event.preventDefault();
  });
  document.addEventListener("pointerdown", (event) => {
    const pressed = event.target.closest?.(`${root} ${item}`);
    if (event.button || event.pointerType === "touch" || !pressed || !event.target.closest(handle) || event.target.closest("button, input, textarea, label, [role=menu]")) return;
    drag = { item: pressed, x: event.clientX, y: event.clientY };
  });
  document.addEventListener("pointermove", ({ clientX: x, clientY: y, buttons }) => {
    if (!drag) return;
    if (!buttons) return end();
    if (!drag.ghost && Math.hypot(x - drag.x, y - drag.y) < THRESHOLD) return;
    if (!drag.ghost) lift();
    drag.ghost.style.translate = `${x + 8}px ${y + 4}px`;
    scroll(x, y);
    const zone = zoneAt(x, y);
    const fits = zone && accepts(zone, drag.held);
    show(fits ? zone : null, fits ? beforeAt(zone, drag.held, y) : null);
  });
  document.addEventListener("pointerup", ({ clientX: x, clientY: y }) => {
    if (!drag) return;
    if (!drag.ghost && Math.hypot(x - drag.x, y - drag.y) < THRESHOLD) return end();
    if (!drag.ghost) lift();
    drag.ghost.remove();
    const { held } = drag;
    const zone = zoneAt(x, y);
    const before = zone ? beforeAt(zone, held, y) : null;
    end();
    addEventListener("click", stop, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", stop, { capture: true }));
    land(held, zone, before);
  });
  document.addEventListener("pointercancel", end);
  // What others do meanwhile shows once it is put down.
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (!(drag?.ghost || picked) || !event.detail.target?.matches?.(root)) return;
    event.detail.shouldSwap = false;
    missed = true;
  });

  // By keys: Space picks up, arrows choose a place, Space or Enter drops, Escape leaves all as it was.
  let picked = null;
  const put = () => {
    const { held, zone, index } = picked;
    const others = itemsOf(zone, held);
    show(zone, others[index] ?? null);
    mark.scrollIntoView({ block: "nearest", inline: "nearest" });
    say(`${listOf(zone).getAttribute("aria-label")}, place ${index + 1} of ${others.length + 1}`);
  };
  const toZone = (step, isVertical) => {
    const fitting = zones().filter((each) => accepts(each, picked.held));
    const next = fitting[fitting.indexOf(picked.zone) + step];
    if (!next) return;
    const most = itemsOf(next, picked.held).length;
    picked.index = isVertical ? (step > 0 ? 0 : most) : Math.min(picked.index, most);
    picked.zone = next;
  };
  const step = (key) => {
    const most = itemsOf(picked.zone, picked.held).length;
    if (key === "ArrowLeft" || key === "ArrowRight") toZone(key === "ArrowLeft" ? -1 : 1, false);
    else if (key === "ArrowUp" && picked.index > 0) picked.index -= 1;
    else if (key === "ArrowDown" && picked.index < most) picked.index += 1;
    else toZone(key === "ArrowUp" ? -1 : 1, true);
    put();
  };
  const pick = (pressed) => {
    const held = several(pressed);
    const zone = pressed.closest("[data-zone]");
    picked = { held, zone, link: document.activeElement, index: [...zone.querySelectorAll(item)].filter((each) => !held.includes(each) || each === pressed).indexOf(pressed) };
    for (const each of held) each.classList.add("is-held");
    const mine = picked;
    Promise.resolve(begin(held)).then(() => picked === mine && grey(held));
    say(`${nameOf(pressed)} is picked up: arrows choose a place, Space puts it there, Escape leaves it.`);
  };
  const leave = () => {
    picked = null;
    end();
  };
  document.addEventListener("keydown", (event) => {
    const { target, key } = event;
    if (drag?.ghost && key === "Escape") return end();
    const link = target.closest?.(`${root} ${item} :is(a[data-issue], [data-lift])`);
    if (!picked && !(key === " " && link && !event.ctrlKey)) return undefined;
    if (picked && !["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", " ", "Enter", "Escape"].includes(key)) return undefined;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (!picked) return pick(link.closest(item));
    if (key.startsWith("Arrow")) return step(key);
    const { held, zone, index } = picked;
    const before = itemsOf(zone, held)[index] ?? null;
    leave();
    if (key === "Escape") return say("It stays where it was");
    return land(held, zone, before);
  }, true);
  // A grip that is a button does for a click what it does for Space, for whoever cannot drag.
  document.addEventListener("click", ({ target }) => {
    const grip = target.closest?.(`${root} ${item} [data-lift]:not(a)`);
    if (!grip) return undefined;
    if (picked) return leave(), say("It stays where it was");
    grip.focus();
    return pick(grip.closest(item));
  });
  document.addEventListener("focusout", ({ target }) => {
    if (picked?.link === target && !byId("main").hidden) setTimeout(() => picked?.link === target && document.activeElement !== target && leave());
  });
};
