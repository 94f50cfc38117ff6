// What others made is credited wherever the page goes, and nothing is in it that
// may not be.
import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { launch, open, staticHost, WEB } from "./browser.mjs";

let browser, host;
before(async () => ([browser, host] = await Promise.all([launch(), staticHost()])));
after(async () => Promise.all([browser.close(), host.close()]));

const filesOf = (folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile());
const installed = (name, file) => readFileSync(join(WEB, "node_modules", name, file), "utf8").trim();

// What the sources import, and what that needs.
function needed() {
  const found = new Set();
  const add = (name) => {
    if (found.has(name)) return;
    found.add(name);
    Object.keys(JSON.parse(installed(name, "package.json")).dependencies ?? {}).forEach(add);
  };
  for (const file of filesOf(join(WEB, "src")))
    for (const [, name] of readFileSync(file, "utf8").matchAll(/ from "(@[\w-]+\/[\w-]+|[\w-]+)["/]/g)) add(name);
  return found;
}

function credits(text, packages) {
  for (const name of packages) {
    assert.match(text, new RegExp(`^${name} \\d+\\.\\d+\\.\\d+: `, "m"), name);
    assert.ok(text.includes(installed(name, "LICENSE")), `the licence of ${name}`);
  }
  for (const words of ["CC BY-SA 3.0", "https://creativecommons.org/licenses/by-sa/3.0/", "User:Cburnett", "User:Rfc1394", "CC0 1.0", "https://github.com/lichess-org/chess-openings"]) assert.ok(text.includes(words), words);
}

test("every package in the page is named, with its licence", () => {
  const packages = needed();
  for (const name of ["preact", "@preact/signals", "@preact/signals-core", "cm-chessboard"]) assert.ok(packages.has(name), name);
  const text = readFileSync(join(WEB, "dist/THIRD-PARTY.txt"), "utf8");
  credits(text, packages);
  assert.match(text, /^stockfish \d+\.\d+\.\d+: GPL-3\.0$/m);
  assert.match(text, /https:\/\/github\.com\/nmrugg\/stockfish\.js/);
  assert.equal(readFileSync(join(WEB, "dist/LICENSE.txt"), "utf8"), readFileSync(join(WEB, "../LICENSE"), "utf8"));
});

test("the engine has its licence beside it", () => {
  const text = readFileSync(join(WEB, "dist/engine/Copying.txt"), "utf8");
  assert.equal(text.trim(), installed("stockfish", "Copying.txt"));
  assert.match(text, /GNU GENERAL PUBLIC LICENSE\s+Version 3/);
});

test("pieces that may not be sold are nowhere", () => {
  const path = /\sd="([^"]{30,})"/.exec(installed("cm-chessboard", "assets/pieces/staunty.svg"))[1];
  for (const file of [...filesOf(join(WEB, "dist")), ...filesOf(join(WEB, "dist-single"))]) {
    const text = readFileSync(file, "latin1");
    assert.ok(!/staunty|by-nc/i.test(file + text), file);
    assert.ok(!text.includes(path.slice(0, 20)), file);
  }
});

test("the page leads to the licences", async () => {
  const { page, faults } = await open(browser);
  await page.goto(host.url);
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByRole("button", { name: "About tabiya" }).click();
  for (const [name, words] of [["Their licences", "cm-chessboard"], ["GPL 3", "GNU GENERAL PUBLIC LICENSE"]]) {
    const link = await page.getByRole("link", { name }).evaluate((a) => a.href);
    const answer = await page.request.get(link);
    assert.equal(answer.status(), 200);
    assert.ok((await answer.text()).includes(words), link);
  }
  assert.deepEqual(faults, []);
});

test("the single file has the licences inside", async () => {
  const { page, faults } = await open(browser);
  await page.goto(pathToFileURL(join(WEB, "dist-single/index.html")).href);
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByRole("button", { name: "About tabiya" }).click();
  await page.getByText("Their licences").click();
  const text = await page.locator("dialog pre").textContent();
  credits(text, needed());
  assert.ok(!text.includes("stockfish"), "there is no engine in it");
  assert.deepEqual(faults, []);
});
