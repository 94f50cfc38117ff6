// The overview of a large graph: its width and colour, chosen and explained.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { launch, open, ROOT, shows, staticHost, tabiyaHost } from "./browser.mjs";
import { objections } from "./axe.mjs";

const GAMES = join(ROOT, "samples/games.pgn");
let browser, served, host;
before(async () => ([browser, served, host] = await Promise.all([launch(), tabiyaHost(GAMES), staticHost()])));
after(async () => (await browser.close(), await served.close(), await host.close()));

// All games as one repertoire: thousands of positions.
async function large(page, url) {
  await page.goto(url);
  await page.locator(".dropzone input").setInputFiles({ name: "games.pgn", mimeType: "text/plain", buffer: readFileSync(GAMES) });
  await page.locator(".graphhost canvas.overview").waitFor();
}

// The strip as it is drawn.
const pixels = (page) =>
  page.evaluate(() => {
    const canvas = document.querySelector("canvas.overview");
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    let filled = 0;
    const colours = new Set();
    for (let i = 0; i < data.length; i += 4)
      if (data[i + 3] === 255) filled++, colours.add(`${data[i]} ${data[i + 1]} ${data[i + 2]}`);
    return { filled, colours: colours.size, sum: data.reduce((a, b) => (a * 31 + b) >>> 0, 0) };
  });
// When it is drawn otherwise than before, and stays so; or never is.
async function settled(page, before = new Set()) {
  let last = null;
  for (let i = 0; i < 60; i++) {
    const now = await pixels(page);
    if (now.sum === last?.sum && !before.has(now.sum)) return now;
    last = now;
    await page.waitForTimeout(200);
  }
  return last;
}

test("games and score, from the database", async () => {
  const { page, faults } = await open(browser);
  await large(page, served.url);
  const group = page.getByRole("group", { name: "Overview" });
  assert.equal(await group.getByLabel("Width").inputValue(), "games");
  assert.equal(await group.getByLabel("Colour").inputValue(), "score");
  await group.getByText("52 games, score").waitFor();
  await group.getByText("100 %").waitFor(); // the legend
  const start = await (await fetch(`${served.url}api/v1/position`)).json();
  const { white, draws, black } = start.database;
  const score = Math.round(((white + draws / 2) / (white + draws + black)) * 100);
  const color = (await page.locator(".about").textContent()).includes("· white ·") ? score : 100 - score;
  await group.getByText(`score ${color} %`).waitFor();
  // the list says the same of each move as the server
  const first = start.database.moves[0];
  await page.locator("nav[aria-label='Graph as a list'] button", { hasText: `${first.reached} games` }).first().waitFor({ state: "attached" });
  const games = await settled(page);
  assert.ok(games.colours > 10, `${games.colours} colours`);
  const seen = new Set([games.sum]);
  for (const [label, value] of [["Colour", "plain"], ["Width", "lines"], ["Width", "due"], ["Colour", "retention"]]) {
    await group.getByLabel(label).selectOption(value);
    const now = await settled(page, seen);
    assert.ok(now.filled > 1000, `${value}: ${now.filled} pixels`);
    assert.ok(!seen.has(now.sum), `${value} is drawn otherwise`);
    seen.add(now.sum);
  }
  await group.getByText("due, known with 0 %").waitFor();
  // chosen for good
  await page.reload();
  assert.equal(await group.getByLabel("Width").inputValue(), "due");
  assert.deepEqual(faults, []);
});

test("without a server, and on small graphs when it is wanted", async () => {
  const { page, faults } = await open(browser);
  await page.goto(host.url);
  await page.getByRole("button", { name: "A London System" }).click();
  await page.locator(".about").waitFor();
  const strip = page.locator("canvas.overview");
  assert.equal(await strip.isVisible(), false);
  await page.getByRole("button", { name: "Overview" }).focus();
  await page.keyboard.press("Enter");
  await strip.waitFor();
  const group = page.getByRole("group", { name: "Overview" });
  assert.equal(await group.getByLabel("Width").inputValue(), "lines");
  assert.equal(await group.locator("option[value=games]").evaluate((o) => o.disabled), true);
  assert.equal(await group.locator("option[value=score]").evaluate((o) => o.disabled), true);
  // a click goes to the position of a bar: the second row is 1. d4
  const box = await strip.boundingBox();
  const rows = await page.evaluate(() => document.querySelector("canvas.overview").height);
  assert.equal(rows, 56);
  await page.mouse.click(box.x + box.width * 0.3, box.y + 3.5);
  await shows(page, "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq");
  assert.deepEqual(faults, []);
});

for (const colorScheme of ["light", "dark"])
  test(`it reads well, ${colorScheme}`, async () => {
    for (const viewport of [{ width: 1440, height: 900 }, { width: 390, height: 844 }]) {
      const { page, context, faults } = await open(browser, { colorScheme, viewport });
      await large(page, served.url);
      await page.getByRole("group", { name: "Overview" }).getByText("52 games, score").waitFor();
      assert.deepEqual(await objections(page), []);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `${wide} pixels wider than the window`);
      assert.deepEqual(faults, []);
      await context.close();
    }
  });
