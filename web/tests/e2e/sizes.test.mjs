// What the page weighs, packed with gzip.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { WEB } from "./browser.mjs";

// The page itself is mostly script, style and pieces, too.
const dist = join(WEB, "dist");
const files = ["index.html", ...readdirSync(join(dist, "assets")).map((name) => `assets/${name}`)];
const weight = (names) =>
  files
    .filter((name) => names.test(name))
    .reduce((sum, name) => sum + gzipSync(readFileSync(join(dist, name)), { level: 9 }).length, 0);

// The first three are goals; the rest is what there is, so that it stays.
for (const [what, names, most] of [
  ["the page, scripts and styles", /\.(html|js|css)$/, 72_000],
  ["the core, which the page waits for", /\/tabiya-.*\.wasm$/, 90_000],
  ["the book and its module, loaded when the board stands", /\/(book-.*\.wasm|openings-.*\.txt)$/, 80_000],
  ["the module of the book alone", /\/book-.*\.wasm$/, 43_000],
  ["the module that lays out, loaded by its worker", /\/layout-.*\.wasm$/, 14_000],
  ["all modules", /\.wasm$/, 140_000],
])
  test(`${what}: at most ${most} bytes`, () => {
    const bytes = weight(names);
    console.log(`${what}: ${bytes} bytes`);
    assert.ok(bytes > 0 && bytes <= most, `${bytes} bytes`);
  });
