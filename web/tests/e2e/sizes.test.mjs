// What the page weighs, packed with gzip.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { WEB } from "./browser.mjs";

const assets = join(WEB, "dist/assets");
const weight = (endings) =>
  readdirSync(assets)
    .filter((name) => endings.some((e) => name.endsWith(e)))
    .reduce((sum, name) => sum + gzipSync(readFileSync(join(assets, name)), { level: 9 }).length, 0);

for (const [what, endings, most] of [
  ["scripts and styles", [".js", ".css"], 70_000],
  // the goal is 90,000: see bench/README.md
  ["the core", [".wasm"], 135_000],
  ["the book", [".tsv"], 80_000],
])
  test(`${what}: at most ${most} bytes`, () => {
    const bytes = weight(endings);
    console.log(`${what}: ${bytes} bytes`);
    assert.ok(bytes > 0 && bytes <= most, `${bytes} bytes`);
  });
