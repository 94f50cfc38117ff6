#!/usr/bin/env node
// api-docs [OUT]: the reference of libtabiya and libtabiya-db as HTML in docs/api, or
// in OUT, made of the comments and declarations of include/tabiya.
//
// A header is a comment about itself, then blocks with an empty line between them: a
// comment and the declarations it is about.  Says what is wrong with them, and exits
// with 1 then: a function without a comment, a name in a comment that is declared
// nowhere.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const out = process.argv[2] ?? join(root, "docs/api");
const folder = join(root, "include/tabiya");
const ofDatabases = new Set(["store", "filter", "import", "engine"]);
const warnings = [];

const escape = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");

// --- reading -----------------------------------------------------------------

// The text of a comment: without its signs, and without the common indent.
function commentText(comment) {
  return comment
    .replace(/^\/\*+ ?/, "")
    .replace(/\s*\*+\/$/, "")
    .split("\n")
    .map((line) => line.replace(/^\s*\* ?/, "").trimEnd())
    .join("\n")
    .trim();
}

// Blocks of lines between empty ones, but for those inside of comments and braces.
function blocksOf(text) {
  const blocks = [];
  let lines = [];
  let depth = 0;
  let comment = false;
  for (const line of [...text.split("\n"), ""]) {
    if (line === "" && depth === 0 && !comment) {
      if (lines.length > 0) blocks.push(lines.join("\n"));
      lines = [];
      continue;
    }
    lines.push(line);
    for (const [sign] of line.matchAll(/\/\*|\*\/|[{}]/g)) {
      if (sign === "/*") comment = true;
      else if (sign === "*/") comment = false;
      else if (!comment) depth += sign === "{" ? 1 : -1;
    }
  }
  return blocks;
}

// What a reader wants to see of declarations: an inline function without its body.
function shown(code) {
  return code
    .replace(/^(static inline [\s\S]*?\))\n\{[\s\S]*?^\}$/gm, "$1;")
    .replace(/\bTBY_(API|MUST_USE|INLINE) /g, "")
    .replace(/^static inline /gm, "")
    .replace(/[ \t]+\\$/gm, " \\")
    .trim();
}

// The names that code declares.
function declared(code) {
  const names = new Set();
  const bare = code.replace(/\/\*[\s\S]*?\*\//g, "");
  for (const [, name] of bare.matchAll(/^#define (TBY_\w+)/gm)) names.add(name);
  for (const [, name] of bare.matchAll(/\b(tby_\w+)\((?!\*)/g)) names.add(name);
  for (const [, name] of bare.matchAll(/^typedef [^;{]*?\b(tby_\w+)(?:\([^;]*)?;/gm)) names.add(name);
  for (const [, name] of bare.matchAll(/^\} (tby_\w+);/gm)) names.add(name);
  for (const [, body] of bare.matchAll(/\benum\b[^{;]*\{([^}]*)\}/g))
    for (const [, name] of body.matchAll(/^\s*(TBY_\w+)/gm)) names.add(name);
  for (const [, body] of bare.matchAll(/\benum \{([^}]*)\}/g))
    for (const [, name] of body.matchAll(/\b(TBY_\w+)\s*(?:=|,|$)/g)) names.add(name);
  return names;
}

function readHeader(name) {
  const text = readFileSync(join(folder, `${name}.h`), "utf8");
  const about = /^\/\*[\s\S]*?\*\//.exec(text)?.[0] ?? "";
  const [, title, rest] = /^\w+\.h - ([\s\S]*)$/.test(commentText(about))
    ? [null, ...splitTitle(commentText(about).replace(/^\w+\.h - /, ""))]
    : [null, "", ""];
  if (!title) warnings.push(`${name}.h does not say what it is`);
  const items = [];
  for (const block of blocksOf(text.slice(about.length))) {
    const section = /^\/\* --- (.*?) -+\*?([\s\S]*?)\*?\/\n?/.exec(block);
    if (section) items.push({ section: capital(section[1]), comment: section[2].trim() && commentText(`/* ${section[2]}*/`) });
    let code = section ? block.slice(section[0].length) : block;
    const comment = /^\/\*[\s\S]*?\*\/\n?/.exec(code)?.[0] ?? "";
    code = code.slice(comment.length).trim();
    if (/^(#(ifndef|endif|include|undef)\b.*\n?|#define TBY_\w+_H$|TBY_(BEGIN|END)\n?|\s)*$/m.test(code) && !/[;(]/.test(code)) {
      if (comment && !code) items.push({ comment: commentText(comment.trim()), code: "", names: new Set() });
      continue;
    }
    const item = { comment: commentText(comment.trim()), code: shown(code), names: declared(code) };
    if (!item.comment && /^TBY_API\b/m.test(code)) warnings.push(`${name}.h: ${[...item.names][0]}() has no comment`);
    items.push(item);
  }
  return { name, title, rest, items };
}

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

// The first sentence, or paragraph, and the rest.
function splitTitle(text) {
  const end = /[.;](?=\s)|\n\n|$/.exec(text).index;
  return [capital(text.slice(0, end).replace(/\s+/g, " ")), text.slice(end).replace(/^[.;]?\s*/, "")];
}

// --- writing -----------------------------------------------------------------

const style = `
:root { color-scheme: light dark; --ink: #20242b; --quiet: #6a7280; --line: #e2dfd8; --card: #fff; --paper: #f3f1ed; --accent: #1d6b63; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8eaed; --quiet: #9aa3ae; --line: #2c3138; --card: #1b1e23; --paper: #131518; --accent: #5fc4b4; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.55 system-ui, sans-serif; }
main { max-width: 54rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
nav { font-size: 14px; color: var(--quiet); }
h1 { font-size: 1.6rem; margin: .4rem 0 0; } h2 { font-size: 1.1rem; margin: 2.2rem 0 .6rem; }
a { color: var(--accent); text-decoration: none; } a:hover, a:focus { text-decoration: underline; }
section { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: .2rem 1rem; margin: .8rem 0; }
pre { overflow-x: auto; font: 13px/1.5 ui-monospace, monospace; margin: .8rem 0; }
p code { font: 13px ui-monospace, monospace; }
section > pre:first-child { border-bottom: 1px solid var(--line); padding-bottom: .8rem; }
section > pre:only-child { border: 0; padding: 0; }
:target { background: color-mix(in srgb, var(--accent) 25%, transparent); border-radius: 4px; }
td { padding: .15rem .8rem .15rem 0; vertical-align: top; } .quiet { color: var(--quiet); }
.letters { columns: 16rem; list-style: none; padding: 0; font: 13px/1.7 ui-monospace, monospace; }`;

function page(title, body) {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)}</title><style>${style}
</style></head><body><main>
<nav><a href="index.html">libtabiya</a> · <a href="all.html">all names</a></nav>
${body}
</main></body></html>
`;
}

const headers = readdirSync(folder)
  .filter((file) => file.endsWith(".h"))
  .map((file) => readHeader(file.slice(0, -2)))
  .sort((a, b) => a.name.localeCompare(b.name));
const home = new Map(); // of each name its header
for (const { name, items } of headers)
  for (const item of items) for (const each of item.names ?? []) if (!home.has(each)) home.set(each, name);
for (const macro of ["TBY_API", "TBY_MUST_USE"]) home.delete(macro); // not shown
// X(symbol, ...) of rc.h
const codes = [...readFileSync(join(folder, "rc.h"), "utf8").replace(/\\\n/g, "").matchAll(/\bX\((\w+),\s*(-?\d+),\s*"(\w+)",\s*((?:"[^"]*"\s*)+)\)/g)]
  .map(([, symbol, number, name, text]) => ({ symbol: `TBY_${symbol}`, number, name, text: text.replace(/"\s*"|"/g, "").trim() }));
for (const { symbol } of codes) home.set(symbol, "rc");

// Names and headers as links; `here` are names that get their anchor.
function linked(text, here, anchors) {
  return escape(text).replace(/\b(tby_\w+|TBY_\w+)\b|\b(\w+)\.h\b/g, (whole, name, header) => {
    if (header) return headers.some((h) => h.name === header) ? `<a href="${header}.html">${whole}</a>` : whole;
    if (here?.has(name) && !anchors.has(name)) {
      anchors.add(name);
      return `<b id="${name}">${name}</b>`;
    }
    return home.has(name) ? `<a href="${home.get(name)}.html#${name}">${name}</a>` : name;
  });
}

// Paragraphs; lines that are indented stand as they are.
function prose(text, header) {
  for (const [, name] of text.matchAll(/\b(tby_\w+)\(\)/g))
    if (!home.has(name)) warnings.push(`${header}.h: a comment names ${name}(), which is declared nowhere`);
  return text
    .split(/\n\n/)
    .map((part) => {
      if (/^ {2}/m.test(part)) return `<pre>${linked(part)}</pre>`;
      return `<p>${linked(part).replace(/`([^`]+)`/g, "<code>$1</code>")}</p>`;
    })
    .join("\n");
}

function headerPage({ name, title, rest, items }) {
  const anchors = new Set();
  const parts = items.map(({ section, comment, code, names }) => {
    if (section) return `<h2>${escape(section)}</h2>${comment ? prose(comment, name) : ""}`;
    const text = comment ? prose(comment, name) : "";
    return code ? `<section><pre>${linked(code, names, anchors)}</pre>${text}</section>` : text;
  });
  const table = name !== "rc" ? "" : `<h2>All codes</h2><table>${codes.map((c) =>
    `<tr><td id="${c.symbol}"><code>${c.symbol}</code></td><td>${c.number}</td><td><code>${c.name}</code></td><td>${escape(c.text)}</td></tr>`).join("\n")}</table>`;
  const include = `<pre>#include &lt;tabiya/${name}.h&gt;</pre>`;
  return page(`tabiya/${name}.h`, `<h1>${name}.h</h1><p class="quiet">${escape(title)}</p>${include}
${rest ? prose(rest, name) : ""}${parts.join("\n")}${table}`);
}

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
for (const header of headers) writeFileSync(join(out, `${header.name}.html`), headerPage(header));
const list = (wanted) => `<table>${headers.filter(wanted).map((h) =>
  `<tr><td><a href="${h.name}.html">${h.name}.h</a></td><td>${escape(h.title)}</td></tr>`).join("\n")}</table>`;
writeFileSync(join(out, "index.html"), page("libtabiya", `<h1>libtabiya</h1>
<p>The headers of <code>include/tabiya</code>. How to begin is in the guide, docs/guide/library.md;
<code>&lt;tabiya/tabiya.h&gt;</code> is all of the first library.</p>
<h2>libtabiya</h2>${list((h) => !ofDatabases.has(h.name))}
<h2>libtabiya-db: databases, files of games, engines</h2>${list((h) => ofDatabases.has(h.name))}`));
writeFileSync(join(out, "all.html"), page("All names", `<h1>All names</h1><ul class="letters">${[...home]
  .sort(([a], [b]) => a.localeCompare(b))
  .map(([name, header]) => `<li><a href="${header}.html#${name}">${name}</a></li>`)
  .join("\n")}</ul>`));

for (const warning of warnings) console.error(`api-docs: ${warning}`);
process.exit(warnings.length > 0 ? 1 : 0);
