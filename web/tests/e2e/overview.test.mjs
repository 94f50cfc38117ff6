// The overview of a large graph: its width and colour, chosen and explained.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { becomes, eventually, hoverUntil, laidOut, launch, narrowEnough, ofGraph, open, ROOT, saved, shows, staticHost, tabiyaHost } from "./browser.mjs";
import { objections } from "./axe.mjs";

const GAMES = join(ROOT, "samples/games.pgn");
let browser, served, host;
before(async () => ([browser, served, host] = await Promise.all([launch(), tabiyaHost(GAMES), staticHost()])));
after(async () => (await browser.close(), await served.close(), await host.close()));

// All games as one repertoire: thousands of positions.
async function large(page, url) {
  await page.goto(url);
  await page.locator(".dropzone input").setInputFiles({ name: "games.pgn", mimeType: "text/plain", buffer: readFileSync(GAMES) });
  await page.getByRole("button", { name: "A repertoire for White" }).click();
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
// When it is drawn, otherwise than before, and stays so.
function settled(page, before = new Set()) {
  let last = null;
  return eventually(async () => {
    const now = await pixels(page);
    const same = now.sum === last?.sum;
    last = now;
    assert.ok(same && !before.has(now.sum), "the overview is not drawn otherwise");
    assert.ok(now.filled > 1000, `${now.filled} pixels`);
    return now;
  });
}

const legend = (page) => page.getByRole("group", { name: "Legend" });

async function menu(page) {
  if ((await page.locator(".graphmenu").count()) === 0) await page.getByRole("button", { name: "More of the graph" }).click();
  return page.locator(".graphmenu");
}

test("games and score, from the database", async () => {
  const { page, faults } = await open(browser);
  await large(page, served.url);
  const group = await menu(page);
  await becomes(() => group.getByLabel("Width").inputValue(), "games");
  await becomes(() => group.getByLabel("Colour").inputValue(), "score");
  await legend(page).getByText("52 games, score").waitFor();
  await legend(page).getByText("score 0 %").waitFor();
  await legend(page).getByText("width: games").waitFor();
  const start = await (await fetch(`${served.url}api/v1/position`)).json();
  const { white, draws, black } = start.database;
  const score = Math.round(((white + draws / 2) / (white + draws + black)) * 100);
  const color = (await page.locator(".about").textContent()).includes("White ·") ? score : 100 - score;
  await legend(page).getByText(`score ${color} %`).waitFor();
  // the list says the same of each move as the server
  const first = start.database.moves[0];
  await page.locator("nav[aria-label='Graph as a list'] button", { hasText: `${first.reached} games` }).first().waitFor({ state: "attached" });
  await eventually(async () => assert.ok((await pixels(page)).colours > 10));
  const games = await settled(page);
  const seen = new Set([games.sum]);
  for (const [label, value, said] of [["Colour", "plain", "transposition"], ["Width", "lines", "width: lines"], ["Width", "due", "width: due cards"], ["Colour", "retention", "retention 0 %"]]) {
    await group.getByLabel(label).selectOption(value);
    await legend(page).getByText(said).waitFor();
    seen.add((await settled(page, seen)).sum);
  }
  await legend(page).getByText("due, known with 0 %").waitFor();
  // chosen for good
  await page.reload();
  await becomes(async () => (await menu(page)).getByLabel("Width").inputValue(), "due");
  assert.deepEqual(faults, []);
});

test("the graph says the names of openings, and shows a board under the pointer", async () => {
  const { page, faults } = await open(browser);
  await page.goto(host.url);
  await page.getByRole("button", { name: "A London System" }).click();
  await laidOut(page);
  // names come when they come
  await becomes(async () => (await saved(page, await ofGraph(page, "SVG"))).text, /font-style="italic"[^>]*>Queen's Pawn</);
  const box = await page.locator("canvas.graph").boundingBox();
  const board = page.locator(".graphtip .tipboard use");
  const rows = Array.from({ length: Math.floor(box.height / 6) - 10 }, (_, i) => [box.x + box.width / 2, box.y + 60 + 6 * i]);
  await hoverUntil(page, rows, board);
  assert.equal(await board.count(), 32);
  assert.deepEqual(faults, []);
});

test("without a server, and on small graphs when it is wanted", async () => {
  const { page, faults } = await open(browser);
  await page.goto(host.url);
  await page.getByRole("button", { name: "A London System" }).click();
  await page.locator(".about").waitFor();
  const strip = page.locator("canvas.overview");
  await laidOut(page);
  assert.equal(await strip.isVisible(), false);
  await page.getByRole("button", { name: "Overview" }).focus();
  await page.keyboard.press("Enter");
  await strip.waitFor();
  const group = await menu(page);
  await becomes(() => group.getByLabel("Width").inputValue(), "lines");
  await becomes(() => group.locator("option[value=games]").evaluate((o) => o.disabled), true);
  await becomes(() => group.locator("option[value=score]").evaluate((o) => o.disabled), true);
  await group.getByLabel("Colour").selectOption("evaluation");
  await legend(page).getByText("evaluation worse").waitFor();
  // a click goes to the position of a bar: the second row is 1. d4
  await becomes(() => strip.evaluate((canvas) => canvas.height), 56);
  const box = await strip.boundingBox();
  await page.mouse.click(box.x + box.width * 0.3, box.y + 3.5);
  await shows(page, "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq");
  assert.deepEqual(faults, []);
});

test("it reads well", async () => {
  const { page, faults } = await open(browser);
  await large(page, served.url);
  await legend(page).getByText("52 games, score").waitFor();
  for (const viewport of [{ width: 1440, height: 900 }, { width: 390, height: 844 }]) {
    await page.setViewportSize(viewport);
    await becomes(() => objections(page), []);
    await page.emulateMedia({ colorScheme: "dark" });
    await page.locator(":root[data-theme=dark]").waitFor();
    await becomes(() => objections(page, ["color-contrast"]), []);
    await page.emulateMedia({ colorScheme: "light" });
    await narrowEnough(page, "Explore");
  }
  assert.deepEqual(faults, []);
});
