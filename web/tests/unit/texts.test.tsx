// Every text of the page is in one table, texts.json, by which a language could follow.
// TBY_RENEW=1 writes it anew.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { beforeAll, expect, test, vi } from "vitest";

const { TABLE } = vi.hoisted(() => {
  // before anything else is loaded: a language that marks what it has translated
  const known = (key: string | symbol) => `«${String(key)}»`;
  globalThis.tabiyaTexts = new Proxy({}, { get: (_, key) => known(key) });
  return { TABLE: "texts.json" };
});
import { loadCore } from "../../src/core";
import conditions from "../../src/state/conditions.json";
import { dialog, route, type Dialog } from "../../src/state/app";
import { t } from "../../src/texts";
import { Shell } from "../../src/ui/shell";
import { settle, show } from "./support/page";

const files = ["", "ui", "state", "board", "graph"].flatMap((folder) =>
  readdirSync(join("src", folder)).filter((n) => /\.tsx?$/.test(n)).map((n) => join("src", folder, n)));

const SAID = ["title", "aria-label", "placeholder", "label"];
// The names of programs, formats and keys are the same everywhere.
const NAMES = /^(PGN|FEN|Ctrl K|tabiya.*|h|s|github\.com.*|px)$/;

// What a file says by t(), and what it says without.
function read(file: string) {
  const kind = file.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true, kind);
  const keys: string[] = [];
  const bare: string[] = [];
  const words = (text: string) => /[a-z]{2}/i.test(text) && !NAMES.test(text.trim());
  const visit = (n: ts.Node): void => {
    if (ts.isCallExpression(n) && ts.isIdentifier(n.expression)) {
      const [first, second] = n.arguments;
      if (n.expression.text === "t" && first && ts.isStringLiteralLike(first)) keys.push(first.text);
      if (n.expression.text === "counted" && second && ts.isStringLiteralLike(second)) keys.push(`{n} ${second.text}`, `{n} ${second.text}s`);
    }
    if (ts.isJsxText(n) && words(n.text)) bare.push(`${file}: ${n.text.trim()}`);
    if (ts.isJsxAttribute(n) && SAID.includes(n.name.getText()) && n.initializer && ts.isStringLiteral(n.initializer) && words(n.initializer.text))
      bare.push(`${file}: ${n.getText()}`);
    ts.forEachChild(n, visit);
  };
  visit(source);
  return { keys, bare };
}

test("texts.json is the table of all texts, and none is said without it", () => {
  const found = files.map(read);
  expect(found.flatMap((f) => f.bare)).toEqual([]);
  // those of the fields come with the conditions of the database
  const fields = conditions.flatMap(({ label, words }) => [label, ...words.map((w) => w.replaceAll("_", " "))]);
  const keys = [...new Set([...found.flatMap((f) => f.keys), ...fields])].filter((key) => /[a-z]/i.test(key)).sort();
  if (process.env.TBY_RENEW) writeFileSync(TABLE, `${JSON.stringify(keys, null, 1)}\n`);
  expect(JSON.parse(readFileSync(TABLE, "utf8"))).toEqual(keys);
});

test("values stand where the language puts them", () => {
  expect(t("{n} of {all}", { n: 1, all: 5 })).toBe("«1 of 5»");
  expect(t("{n} of {all}", { n: 1 })).toBe("«1 of {all}»");
});

beforeAll(() => loadCore());

// Texts that are seen and come from no table.
const untranslated = () => {
  const all = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found: string[] = [];
  for (let n = all.nextNode(); n; n = all.nextNode()) {
    const text = n.textContent!.trim();
    if (/[a-z]{3}/i.test(text) && !text.includes("«") && !NAMES.test(text)) found.push(text);
  }
  return found;
};

test("in another language nothing stays English", async () => {
  await show(<Shell />);
  await settle(() => document.querySelector(".welcome") !== null);
  expect(untranslated()).toEqual([]);
  for (const name of ["settings", "keys", "tour"] as Dialog[]) {
    dialog.value = name;
    await settle(() => document.querySelector("dialog") !== null && !document.querySelector("dialog ~ p"));
    const others = ["Deutsch", "Français", "Español, Italiano", "Português", "Nederlands", "Polski", "Home", "End"];
    expect(untranslated().filter((text) => !others.includes(text) && !/^Ctrl|, Ctrl/.test(text)), String(name)).toEqual([]);
    dialog.value = null;
    await settle();
  }
  route.value = { screen: "build", query: new URLSearchParams() };
  await settle(() => document.querySelector(".boardpane") !== null);
  expect(untranslated().filter((text) => !/^new repertoire/i.test(text))).toEqual([]);
});
