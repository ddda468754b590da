import { parseRange } from "./addresses.js";

// What formulas name, as far as writing them needs it: the server alone works them out.
const TOKEN = /"(?:[^"]|"")*"?|((?:'(?:[^']|'')+'|[A-Za-z_][\w.]*)!)?(\$?[A-Za-z]{1,3}\$?[1-9]\d*(?::\$?[A-Za-z]{1,3}(?:\$?[1-9]\d*)?)?|\$?[A-Za-z]{1,3}:\$?[A-Za-z]{1,3}|\$?[1-9]\d*:\$?[1-9]\d*)(?![\w(.])|[A-Za-z_][\w.]*\(?|\d+(?:\.\d+)?/g;
const HUES = 7;
export const isFormula = (text) => /^[=+]/.test(text) && text.length > 0;

// Every reference of a formula with where it stands; each place that is named has a hue of its own.
export const references = (text) => {
  if (!text.startsWith("=")) return [];
  const hues = new Map();
  const found = [];
  for (const match of text.matchAll(TOKEN)) {
    if (!match[2]) continue;
    const title = match[1] ? match[1].slice(0, -1).replace(/^'|'$/g, "").replaceAll("''", "'") : null;
    const key = `${title ?? ""}!${match[2].replaceAll("$", "").toUpperCase()}`;
    if (!hues.has(key)) hues.set(key, hues.size % HUES);
    found.push({ start: match.index, end: match.index + match[0].length, title, text: match[2], hue: hues.get(key) });
  }
  return found;
};

export const areaOf = (reference, grid) => parseRange(reference.text.replaceAll("$", ""), grid);

// Whether a reference can stand where the caret is.
export const takesReference = (text, caret) => {
  if (!text.startsWith("=")) return false;
  const before = text.slice(0, caret).trimEnd();
  const inText = (before.match(/"/g)?.length ?? 0) % 2;
  return !inText && /[=(,;:+\-*/^&<>{!]$/.test(before) && !/^[\w.$]/.test(text.slice(caret));
};

export const quotedTitle = (title) =>
  /^[A-Za-z_][\w.]*$/.test(title) && !/^([A-Za-z]{1,3}\d+|[Rr]\d*([Cc]\d*)?|[Cc]\d*)$/.test(title) ? title : `'${title.replaceAll("'", "''")}'`;

const turned = (corner) => {
  const [, columnFixed, column, rowFixed, row] = /^(\$?)([A-Za-z]*)(\$?)(\d*)$/.exec(corner);
  if (!column) return columnFixed || rowFixed ? row : `$${row}`;
  if (!row) return columnFixed ? column : `$${column}`;
  const ways = { "": ["$", "$"], "$$": ["", "$"], "_$": ["$", ""], "$_": ["", ""] };
  const now = columnFixed && rowFixed ? "$$" : rowFixed ? "_$" : columnFixed ? "$_" : "";
  const [first, second] = ways[now];
  return `${first}${column}${second}${row}`;
};

// F4: B7, $B$7, B$7, $B7 and B7 again. Null where the caret touches no reference.
export const withTurnedDollars = (text, caret) => {
  const at = references(text).find((each) => each.start <= caret && caret <= each.end);
  if (!at) return null;
  const head = text.slice(at.start, at.end - at.text.length);
  const said = head + at.text.split(":").map(turned).join(":");
  return { text: text.slice(0, at.start) + said + text.slice(at.end), caret: at.start + said.length };
};

// The function that the caret stands within, and in which of its arguments.
export const enclosing = (text, caret) => {
  const open = [];
  let quoted = false;
  for (let at = 0; at < caret; at++) {
    const sign = text[at];
    if (sign === '"') quoted = !quoted;
    else if (quoted) continue;
    else if (sign === "(") open.push({ name: /[A-Za-z][\w.]*$/.exec(text.slice(0, at))?.[0].toUpperCase() ?? "", argument: 0 });
    else if (sign === "{") open.push({ name: "", argument: 0 });
    else if (sign === ")" || sign === "}") open.pop();
    else if ((sign === "," || sign === ";") && open.length) open.at(-1).argument += 1;
  }
  return open.findLast((each) => each.name) ?? null;
};

// The beginning of a name before the caret, if one is being typed.
export const nameBegun = (text, caret) => {
  if (!text.startsWith("=") || /^[\w(.]/.test(text.slice(caret))) return null;
  const before = text.slice(0, caret);
  if ((before.match(/"/g)?.length ?? 0) % 2) return null;
  const found = /(?:^|[=(,;:+\-*/^&<>{\s])([A-Za-z][A-Za-z0-9.]*)$/.exec(before);
  return found ? { start: caret - found[1].length, name: found[1].toUpperCase() } : null;
};
