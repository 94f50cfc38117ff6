// Without a server: a position that has no name of its own shows the last one
// on the way to it, three plies into the London sample.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { objections } from "./axe.mjs";
import { becomes, fen, launch, open, staticHost, typed } from "./browser.mjs";

let browser, host;
before(async () => ([browser, host] = await Promise.all([launch(), staticHost()])));
after(async () => (await browser.close(), await host.close()));

const LONDON = "D00 Queen's Pawn Game: Accelerated London System";

test("the name is inherited in Explore, Build and Openings, and a reload keeps it", async () => {
  const { page, faults } = await open(browser, {});
  const head = page.locator(".opening");
  const says = (text) => head.filter({ hasText: new RegExp(`^${text.replace(/[.]/g, "\\.")}$`) }).waitFor();
  await page.goto(host.url);
  await page.getByRole("button", { name: "A London System" }).click();
  await says("Start position");
  for (let i = 0; i < 3; i++) await page.keyboard.press("ArrowDown");
  await says(LONDON);
  const inherited = () => head.evaluate((h) => h.classList.contains("inherited"));
  await becomes(inherited, false);
  for (let i = 0; i < 3; i++) await page.keyboard.press("ArrowDown");
  const since = `${LONDON}, then 2... Nf6 3. e3 c5`;
  await says(since);
  await becomes(inherited, true);
  await becomes(() => objections(page), []);
  await page.goto(`${host.url}#/build`);
  await page.locator("#main.build").waitFor();
  await says(since);
  // a step is kept when one stands for a while
  await page.waitForFunction(() => localStorage.getItem("tabiya.last")?.includes("rnbqkb1r/pp2pppp/5n2/2pp4"));
  await page.reload();
  await says(since);
  await head.getByRole("link").click();
  await page.locator("#main.openings").waitFor();
  await says(since);
  await page.reload();
  await says(since);
  assert.deepEqual(faults, []);
});

// A defence that has a name, and moves that no list has.
const WAY = ["e4", "d6", "d4", "a5", "h3", "h6"];

for (const screen of ["openings", "database"])
  test(`a walk on the board of ${screen} and its name are there after a reload`, async () => {
    const { page, faults } = await open(browser, {});
    await page.goto(`${host.url}#/${screen}`);
    for (const san of WAY) await typed(page, san);
    const head = page.locator(".opening.inherited", { hasText: /, then .*3\. h3 h6$/ });
    await head.waitFor();
    const [said, stood] = [await head.innerText(), await fen(page)];
    await page.reload();
    await head.waitFor();
    await becomes(async () => [await head.innerText(), await fen(page)], [said, stood]);
    // a link to a position on the way, and further from there
    const link = `#/${screen}?fen=${encodeURIComponent(await page.locator(".boardhost").getAttribute("data-fen"))}`;
    await page.evaluate((to) => new Promise((done) => (addEventListener("hashchange", done, { once: true }), (location.hash = to))), link);
    await typed(page, "a3");
    await page.locator(".opening.inherited", { hasText: /4\. a3$/ }).waitFor();
    await page.reload();
    await becomes(async () => [await head.innerText(), await fen(page)], [said, stood]);
    assert.deepEqual(faults, []);
  });
