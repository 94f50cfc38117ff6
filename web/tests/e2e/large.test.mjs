// A repertoire of thousands of positions: what is around the current one can be
// read, is walked without delay, and what is left out can be reached.
import assert from "node:assert/strict";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { drop, fen, launch, open, run, staticHost, TABIYA } from "./browser.mjs";

let browser, host, text;
before(async () => {
  const folder = await mkdtemp(join(tmpdir(), "tabiya-large-"));
  const [pgn, file] = [join(folder, "openings.pgn"), join(folder, "openings.txt")];
  await run(TABIYA, ["eco", "export", "--out", pgn]);
  await run(TABIYA, ["rep", "import", pgn, "--color", "white", "--output", file]);
  text = await readFile(file, "utf8");
  await rm(folder, { recursive: true });
  [browser, host] = await Promise.all([launch(), staticHost()]);
});
after(async () => (await browser.close(), await host.close()));

async function begin(options) {
  const { page, faults } = await open(browser, options);
  await page.goto(host.url);
  await page.locator(".dropzone").waitFor();
  await drop(page, "openings.txt", text);
  await page.locator(".about", { hasText: /\d\d,\d{3} positions/ }).waitFor();
  await page.locator("canvas.graph[data-milliseconds]").waitFor();
  return { page, faults };
}

test("what is left out is a way on, and Focus says whether it is on", async () => {
  const { page, faults } = await begin();
  const button = page.getByRole("button", { name: "Focus" });
  assert.equal(await button.getAttribute("aria-pressed"), "true");
  const start = await fen(page);
  const box = await page.locator("canvas.graph").boundingBox();
  const strip = await page.locator("canvas.overview").boundingBox();
  // from below: the last row has counts, and positions whose single moves are folded
  search: for (let y = strip.y - 20; y > box.y + box.height / 3; y -= 20)
    for (let x = box.x + 20; x < box.x + box.width; x += 20) {
      await page.mouse.click(x, y);
      if ((await fen(page)) !== start) break search;
    }
  assert.ok((await page.locator(".way li").count()) >= 1);
  assert.notEqual(await fen(page), start);
  await button.click();
  assert.equal(await button.getAttribute("aria-pressed"), "false");
  await button.click();
  assert.equal(await button.getAttribute("aria-pressed"), "true");
  assert.deepEqual(faults, []);
});

test("texts are as large on a fine screen as on a coarse one", async () => {
  const { page, faults } = await begin({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 3 });
  const { ratio, wide } = await page.evaluate(() => {
    const canvas = document.querySelector("canvas.graph");
    return { ratio: canvas.getContext("2d").getTransform().a, wide: canvas.width / canvas.clientWidth };
  });
  assert.equal(ratio, 3);
  assert.ok(Math.abs(wide - 3) < 0.05, `${wide}`);
  assert.deepEqual(faults, []);
});
