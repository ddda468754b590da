import { byId, on, root, state, tell } from "./state.js";
import { resync } from "./store.js";
import { focusCell } from "./editing.js";
import { go } from "./selecting.js";

// Filter views: rows are hidden for who looks through one, and for nobody else. The server says which; the
// address of the page tells what is looked through, so that it can be sent to somebody.
const address = () => {
  const url = new URL(location.href);
  for (const name of ["fvid", "lens"]) url.searchParams.delete(name);
  if (state.lens) url.searchParams.set("fvid", state.lens);
  url.hash = "";
  history.replaceState(history.state, "", url);
};

const look = async (lens) => {
  state.lens = lens;
  await resync();
  focusCell();
};

// Links name the sheet, the view and the range behind "#".
const fromHash = async () => {
  const wanted = new URLSearchParams(location.hash.slice(1));
  const [gid, view, range] = [wanted.get("gid"), wanted.get("fvid"), wanted.get("range")];
  if (gid !== null && Number(gid) !== state.gid && (await resync(Number(gid)))) tell("visited", state.gid);
  if (view) await look(view);
  if (range) await go(range, gid ?? state.gid);
  if (!view) address();
};

export const begin = () => {
  on("taken", () => {
    const isOther = root.dataset.lens !== state.lens;
    root.dataset.lens = state.lens;
    if (isOther) address();
  });
  on("bar", (html) => {
    if (byId("lens-bar").innerHTML === html) return;
    byId("lens-bar").innerHTML = html;
    htmx.process(byId("lens-bar"));
  });
  document.addEventListener("sheets:lens", ({ detail }) => look(detail.lens));
  addEventListener("hashchange", () => /[#&](gid|fvid|range)=/.test(location.hash) && fromHash());
  if (/[#&](gid|fvid)=/.test(location.hash)) fromHash();
};
