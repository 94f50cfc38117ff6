// A repertoire of thousands of positions: what is around the current one can be
// read, is walked without delay, and what is left out can be reached.
import assert from "node:assert/strict";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { drop, eventually, fen, launch, open, run, staticHost, TABIYA } from "./browser.mjs";

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
  if (options) await page.getByRole("tab", { name: "Graph" }).click(); // of the phone
  await page.locator("canvas.graph[data-milliseconds]").waitFor();
  return { page, faults };
}

test("what is left out is a way on, and Focus says whether it is on", async () => {
  const { page, faults } = await begin();
  const button = page.getByRole("button", { name: "Focus" });
  const pressed = (on) => button.and(page.locator(`[aria-pressed=${on}]`)).waitFor();
  await pressed(true);
  const start = await fen(page);
  const box = await page.locator("canvas.graph").boundingBox();
  const strip = await page.locator("canvas.overview").boundingBox();
  // from below: the last row has counts, and positions whose single moves are folded
  search: for (let y = strip.y - 20; y > box.y + box.height / 3; y -= 20)
    for (let x = box.x + 20; x < box.x + box.width; x += 20) {
      await page.mouse.click(x, y);
      if ((await fen(page)) !== start) break search;
    }
  await eventually(async () => assert.notEqual(await fen(page), start));
  // the way is as long as the position is deep, whatever was folded
  await eventually(async () => {
    const [, turn, , , , moves] = (await page.locator(".boardhost").getAttribute("data-fen")).split(" ");
    assert.equal(await page.locator(".way li").count(), 2 * (Number(moves) - 1) + Number(turn === "b"));
  });
  await button.click();
  await pressed(false);
  await button.click();
  await pressed(true);
  assert.deepEqual(faults, []);
});

test("texts are as large on a fine screen as on a coarse one", async () => {
  const { page, faults } = await begin({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 3 });
  await eventually(async () => {
    const { ratio, wide } = await page.evaluate(() => {
      const canvas = document.querySelector("canvas.graph");
      return { ratio: canvas.getContext("2d").getTransform().a, wide: canvas.width / canvas.clientWidth };
    });
    assert.equal(ratio, 3);
    assert.ok(Math.abs(wide - 3) < 0.05, `${wide}`);
  });
  assert.deepEqual(faults, []);
});

test("a step in the whole graph draws its mark, and not everything again", async () => {
  const { page, faults } = await begin();
  const focused = (on) => page.locator(`button[aria-label=Focus][aria-pressed=${on}]`);
  await focused(true).click();
  await focused(false).waitFor();
  await page.getByRole("button", { name: "Fit" }).click();
  await page.evaluate(() => {
    const drawn = (globalThis.drawn = { lineTo: 0, arc: 0 });
    for (const name of Object.keys(drawn)) {
      const real = CanvasRenderingContext2D.prototype[name];
      CanvasRenderingContext2D.prototype[name] = function (...at) {
        drawn[name]++;
        return real.apply(this, at);
      };
    }
  });
  // names and the layout come when they come, and are drawn then; a mark is a circle
  const lines = [];
  for (let i = 0; i < 20 && lines.at(-1) !== 0; i++) {
    await page.evaluate(() => Object.assign(globalThis.drawn, { lineTo: 0, arc: 0 }));
    await page.keyboard.press(i % 2 ? "ArrowUp" : "ArrowDown");
    await page.waitForFunction(() => globalThis.drawn.arc > 0);
    lines.push(await page.evaluate(() => globalThis.drawn.lineTo));
  }
  assert.equal(lines.at(-1), 0, `${lines}`);
  assert.deepEqual(faults, []);
});
