// Without a server: a position that has no name of its own shows the last one
// on the way to it, three plies into the London sample.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { objections } from "./axe.mjs";
import { launch, open, staticHost } from "./browser.mjs";

let browser, host;
before(async () => ([browser, host] = await Promise.all([launch(), staticHost()])));
after(async () => (await browser.close(), await host.close()));

const LONDON = "D00 Queen's Pawn Game: Accelerated London System";

test("the name is inherited in Explore, Build and Openings, and a reload keeps it", async () => {
  const { page, context, faults } = await open(browser, {});
  const head = page.locator(".opening");
  const says = (text) => head.filter({ hasText: new RegExp(`^${text.replace(/[.]/g, "\\.")}$`) }).waitFor();
  await page.goto(host.url);
  await page.getByRole("button", { name: "A London System" }).click();
  await says("Start position");
  for (let i = 0; i < 3; i++) await page.keyboard.press("ArrowDown");
  await says(LONDON);
  const own = await head.evaluate((h) => h.classList.contains("inherited"));
  for (let i = 0; i < 3; i++) await page.keyboard.press("ArrowDown");
  const since = `${LONDON}, then 2... Nf6 3. e3 c5`;
  await says(since);
  assert.deepEqual([own, await head.evaluate((h) => h.classList.contains("inherited"))], [false, true]);
  assert.deepEqual(await objections(page), []);
  await page.goto(`${host.url}#/build`);
  await says(since);
  // a step is kept when one stands for a while
  await page.waitForFunction(() => localStorage.getItem("tabiya.last")?.includes("rnbqkb1r/pp2pppp/5n2/2pp4"));
  await page.reload();
  await says(since);
  await head.getByRole("link").click();
  await page.waitForURL(/openings/);
  await says(since);
  assert.deepEqual(faults, []);
  await context.close();
});
