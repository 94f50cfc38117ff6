// What the page weighs: its compressed files, and what `tabiya serve` really
// sends.
import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { get } from "node:http";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { launch, open, ROOT, tabiyaHost, WEB } from "./browser.mjs";

let browser, host;
before(async () => ([browser, host] = await Promise.all([launch(), tabiyaHost(join(ROOT, "samples/games.pgn"))])));
after(async () => Promise.all([browser.close(), host.close()]));

const dist = join(WEB, "dist");
const files = readdirSync(dist, { recursive: true, encoding: "utf8" }).filter((name) => statSync(join(dist, name)).isFile());
const plain = files.filter((name) => !/\.(gz|br)$/.test(name));

// The page itself is mostly script, style and pieces, too.
const weight = (names) => plain.filter((name) => names.test(name)).reduce((sum, name) => sum + statSync(join(dist, `${name}.gz`)).size, 0);

// Goals of their own within those of what is really sent, below; the names once had
// 80,000, for a list of 3,608 positions and half as many result codes.
for (const [what, names, most] of [
  ["the page, scripts and styles", /^(index\.html|assets\/(?!analysis-|tools-).*\.(js|css))$/, 118_000],
  ["Analysis, loaded when it is first opened", /\/analysis-.*\.js$/, 13_000],
  ["what is found out about a repertoire, loaded when it is asked", /\/tools-.*\.js$/, 6_000],
  ["the core, which the page waits for", /\/tabiya-.*\.wasm$/, 90_000],
  ["the names and their module, loaded when the board stands", /\/(names-.*\.wasm|openings-.*\.txt)$/, 82_000],
  ["the module of the names alone", /\/names-.*\.wasm$/, 44_000],
  ["the module that lays out, loaded by its worker", /\/layout-.*\.wasm$/, 14_000],
  ["the module of endgame tables, loaded with the first ending", /\/endgame-.*\.wasm$/, 28_000],
  ["all modules", /^assets\/.*\.wasm$/, 171_000],
])
  test(`${what}: at most ${most} bytes`, () => {
    const bytes = weight(names);
    console.log(`${what}: ${bytes} bytes`);
    assert.ok(bytes > 0 && bytes <= most, `${bytes} bytes`);
  });

test("what gains by it is there compressed, and is the same", () => {
  for (const name of plain) {
    const bytes = readFileSync(join(dist, name));
    const forms = [["gz", gunzipSync], ["br", brotliDecompressSync]].filter(([ending]) => files.includes(`${name}.${ending}`));
    assert.equal(forms.length, name === "inline.txt" ? 0 : 2, name);
    for (const [ending, expand] of forms) {
      const small = readFileSync(join(dist, `${name}.${ending}`));
      assert.ok(expand(small).equals(bytes) && small.length < bytes.length, `${name}.${ending}`);
      if (ending === "gz") assert.equal(small.readUInt32LE(4), 0, `${name}.gz has a date`);
    }
  }
});

// How many bytes of body come for a client that takes these codings.
const sent = (url, codings) =>
  new Promise((done, failed) =>
    get(url, { headers: { "accept-encoding": codings } }, (answer) => {
      let bytes = 0;
      answer.on("data", (data) => (bytes += data.length));
      answer.on("end", () => done(bytes));
    }).on("error", failed));

async function sum(urls, codings) {
  const all = await Promise.all(urls.map((url) => sent(url, codings)));
  return all.reduce((a, b) => a + b, 0);
}

test("what the browser asks for comes compressed, and is small", async () => {
  const { page, faults } = await open(browser);
  const asked = [];
  page.on("response", (answer) => asked.push([answer.url(), answer.headers()]));
  const urls = () => asked.splice(0).map(([url, headers]) => {
    if (!url.includes("/api/v1/") || url.includes("/names")) assert.ok(headers["content-encoding"], `${url} is not compressed`);
    return url;
  });
  await page.goto(host.url);
  await page.getByRole("button", { name: "A London System" }).waitFor();
  await page.waitForLoadState("networkidle");
  const first = urls();
  assert.ok(first.some((url) => /\/tabiya-.*\.wasm$/.test(url)), first.join(" "));
  assert.ok(!first.some((url) => /\/endgame-/.test(url)), first.join(" "));
  await page.goto(`${host.url}#/openings`);
  await page.getByRole("button", { name: /Sicilian Defense/ }).first().waitFor();
  await page.waitForLoadState("networkidle");
  const names = urls().filter((url) => /\/names\?format=list$/.test(url));
  assert.equal(names.length, 1);
  for (const [what, list, most] of [["the first load", first, 160_000], ["the names", names, 90_000]]) {
    const bytes = await sum(list, "gzip");
    console.log(`${what}: ${bytes} bytes with gzip, ${await sum(list, "gzip, br")} for a browser, ${await sum(list, "identity")} as they are`);
    assert.ok(bytes > 10_000 && bytes <= most, `${what}: ${bytes} bytes`);
  }
  assert.deepEqual(faults, []);
});
