import { byId, on, root, state, toast } from "./state.js";
import { resync, send } from "./store.js";
import { commit, focusCell } from "./editing.js";

// Sheets of the workbook: another one is shown without the page being loaded anew, so that a formula can point
// at it while it is typed.
const host = byId("sheet-tabs");
const links = () => [...host.querySelectorAll("[role=tab]")];

const mark = () => {
  for (const link of links()) {
    const isHere = Number(link.dataset.gid) === state.gid;
    link.setAttribute("aria-selected", String(isHere));
    link.tabIndex = isHere ? 0 : -1;
    link.parentElement.classList.toggle("is-here", isHere);
    const { color } = link.parentElement.dataset;
    link.parentElement.style.setProperty("--tab", color ?? "transparent");
  }
  const actions = host.querySelector("[data-tab-menu]");
  if (!actions) return;
  actions.dataset.tabMenu = state.gid;
  actions.setAttribute("aria-label", `Actions for sheet ${state.sheet.title}`);
};

const visited = (gid, pushes = true) => {
  const url = new URL(location.href);
  url.searchParams.set("gid", gid);
  url.searchParams.delete("range");
  if (pushes) history.pushState({ gid }, "", url);
  root.dataset.gid = gid;
  mark();
};

export const show = async (gid, { pushes = true } = {}) => {
  if (gid === state.gid) return;
  const { session } = state;
  if (session && !session.text.startsWith("=")) await commit();
  // What stands there until the other sheet has come is none of its cells.
  const grid = byId("grid-panes");
  grid.inert = true;
  const page = await resync(gid).finally(() => { grid.inert = false; });
  if (!page) return;
  visited(gid, pushes);
  if (!state.session) focusCell();
  host.querySelector(".is-here")?.scrollIntoView({ block: "nearest", inline: "nearest" });
};

export const showBeside = (by) => {
  const all = links();
  const here = all.findIndex((link) => Number(link.dataset.gid) === state.gid);
  const next = all[here + by];
  if (next) show(Number(next.dataset.gid));
};

export const addSheet = async () => {
  await commit();
  const replies = await send([{ addSheet: { properties: {} } }]);
  const made = replies?.[0]?.addSheet?.properties;
  if (made) show(made.sheetId);
};

const onClick = (event) => {
  if (event.target.closest("#add-sheet")) return void addSheet();
  const link = event.target.closest("a[data-gid]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  link.closest("[popover]")?.hidePopover();
  show(Number(link.dataset.gid));
};

const onKey = (event) => {
  const link = event.target.closest("[role=tab]");
  if (!link) return;
  const all = links();
  const to = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!to) return;
  event.preventDefault();
  all[(all.indexOf(link) + to + all.length) % all.length].focus();
};

export const begin = () => {
  on("visited", (gid) => visited(gid));
  host.addEventListener("click", onClick);
  host.addEventListener("keydown", onKey);
  on("tabs", (html) => {
    if (host.innerHTML === html) return;
    Idiomorph.morph(host, html, { morphStyle: "innerHTML" });
    htmx.process(host);
    mark();
    const isThere = links().some((link) => Number(link.dataset.gid) === state.gid);
    if (!isThere && links()[0]) {
      toast("This sheet is no longer there.", "info");
      show(Number(links()[0].dataset.gid));
    }
  });
  addEventListener("popstate", () => {
    const gid = Number(new URL(location.href).searchParams.get("gid") ?? links()[0]?.dataset.gid);
    if (gid !== state.gid) show(gid, { pushes: false });
  });
  mark();
};
