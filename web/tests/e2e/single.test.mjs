// The page as one file, opened by double-click.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { join } from "node:path";
import { drag, launch, open, shows, WEB } from "./browser.mjs";

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
  await page.getByRole("button", { name: "Lay out anew" }).click();
  await page.getByRole("button", { name: "Lay out anew" }).waitFor();
  // the book is inside
  await page.locator(".opening", { hasText: "Queen" }).waitFor();
  // and kept where the browser allows it
  await page.goto(pathToFileURL(join(WEB, "dist-single/index.html")).href);
  await page.locator(".files", { hasText: "167 moves" }).waitFor();
  assert.deepEqual(faults, []);
});
