// The page as one file, opened by double-click.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { join } from "node:path";
import { drag, launch, layOutAnew, open, shows, WEB } from "./browser.mjs";

let browser;
before(async () => (browser = await launch()));
after(async () => browser.close());

test("one file from file://", async () => {
  const { page, faults } = await open(browser);
  await page.goto(pathToFileURL(join(WEB, "dist-single/index.html")).href);
  await page.getByRole("button", { name: "A London System" }).click();
  await page.locator(".about", { hasText: "150 positions" }).waitFor();
  await drag(page, "d2", "d4");
  await shows(page, "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq");
  // the layout runs in a worker made of the file itself
  await layOutAnew(page);
  // the book is inside
  await page.locator(".opening", { hasText: "Queen" }).waitFor();
  // and kept where the browser allows it
  await page.goto(pathToFileURL(join(WEB, "dist-single/index.html")).href);
  await page.locator(".files", { hasText: "150 positions" }).waitFor();
  assert.deepEqual(faults, []);
});

test("endgame tables of three men without a server, and the best line to mate", async () => {
  const { page, faults } = await open(browser);
  const file = pathToFileURL(join(WEB, "dist-single/index.html")).href;
  await page.goto(`${file}#/openings?fen=${encodeURIComponent("7k/8/5K2/6Q1/8/8/8/8 w - - 0 1")}`);
  await page.getByRole("tab", { name: "Tables" }).click();
  await page.locator(".verdicts tbody tr", { hasText: "Win in 1" }).first().waitFor();
  await page.locator(".verdicts tbody tr", { hasText: "Draw" }).first().waitFor();
  await page.getByRole("button", { name: "Play best line" }).click();
  await page.locator(".ending", { hasText: /checkmate/i }).waitFor();
  assert.deepEqual(faults, []);
});
