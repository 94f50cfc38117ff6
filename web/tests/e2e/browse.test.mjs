// Games: the list with a game of it on the board, by mouse and by keyboard.
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { becomes, fen, launch, open, shows, tabiyaHost, typed } from "./browser.mjs";

const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w";
const FIRST = ["1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7#", "1. d4 d5 2. c4 e6", "1. c4 c5 2. Nf3"];
const MATE = "r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b";

let browser, host, folder;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "tabiya-browse-"));
  const game = (n, moves) =>
    `[Event "Event ${n}"]\n[White "White ${n}"]\n[Black "Black ${n}"]\n[WhiteElo "${2000 + n}"]\n[BlackElo "2000"]\n[Date "${1990 + (n % 30)}.01.02"]\n[Result "1-0"]\n\n${moves} 1-0\n\n`;
  const all = Array.from({ length: 120 }, (_, i) => game(i + 1, FIRST[i] ?? `1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 6. ${["Be2", "Bg5", "Be3", "h3"][i % 4]}`));
  await writeFile(join(folder, "games.pgn"), all.join(""));
  [browser, host] = await Promise.all([launch(), tabiyaHost(join(folder, "games.pgn"))]);
});
after(async () => (await browser.close(), await host.close(), await rm(folder, { recursive: true })));

const row = (page) => page.locator(".list tr[aria-current]");
const chosen = (page, name) => row(page).getByRole("link", { name, exact: true }).waitFor();
const players = (page, white) => page.locator(".strip", { hasText: white }).waitFor();

async function games(options) {
  const { page, faults } = await open(browser, options);
  await page.goto(`${host.url}#/database`);
  await players(page, "White 1 ");
  return { page, faults };
}

test("the first game is on the board, the keys go through the list and open one", async () => {
  const { page, faults } = await games();
  await chosen(page, "White 1");
  await shows(page, START); // nothing was asked for: the board is free
  await page.keyboard.press("ArrowDown");
  await chosen(page, "White 2");
  await players(page, "White 2 ");
  await shows(page, "rnbqkbnr/ppp2ppp/4p3/3p4/2PP4/8/PP2PPPP/RNBQKBNR w"); // how it ended
  await page.keyboard.press("ArrowUp");
  await chosen(page, "White 1");
  await shows(page, MATE);
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await shows(page, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b");
  await page.keyboard.press("Enter");
  await page.locator(".topbar h1", { hasText: "White 1" }).waitFor();
  await shows(page, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b"); // where one stood
  await page.keyboard.press("Escape");
  await chosen(page, "White 1");
  await page.keyboard.press("Home");
  await shows(page, START);
  await page.reload(); // stays where one stood
  await chosen(page, "White 1");
  await players(page, "White 1 ");
  await shows(page, START);
  assert.deepEqual(faults, []);
});

test("over the ends of a page", async () => {
  const { page, faults } = await games();
  await page.locator(".list tbody tr").last().locator("td").nth(1).click();
  await chosen(page, "White 50");
  await page.keyboard.press("ArrowDown");
  await page.getByText("51–100 of 120").waitFor();
  await chosen(page, "White 51");
  await page.keyboard.press("ArrowUp");
  await page.getByText("1–50 of 120").waitFor();
  await chosen(page, "White 50");
  const inSight = () => row(page).evaluate((tr) => {
    const [at, box] = [tr, tr.closest(".body")].map((e) => e.getBoundingClientRect());
    return at.bottom <= box.bottom + 1;
  });
  await becomes(inSight, true, "it is in sight");
  assert.deepEqual(faults, []);
});

test("a click chooses, two open", async () => {
  const { page, faults } = await games();
  const third = page.locator(".list tbody tr").nth(2).locator("td").nth(1);
  await third.click();
  await chosen(page, "White 3");
  await players(page, "White 3 ");
  await page.locator(".score", { hasText: "c4" }).waitFor();
  await third.dblclick();
  await page.locator(".topbar h1", { hasText: "White 3" }).waitFor();
  assert.deepEqual(faults, []);
});

test("columns sort, and again as they are stored", async () => {
  const { page, faults } = await games();
  const first = page.locator(".list tbody tr").first();
  const by = (name) => page.locator(".list th").getByRole("button", { name });
  await by("Elo").click();
  await first.filter({ hasText: "White 120" }).waitFor();
  await chosen(page, "White 120");
  await by("Elo").click();
  await first.getByRole("link", { name: "White 1", exact: true }).waitFor();
  await by("Date").click();
  await first.filter({ hasText: "2019" }).waitFor();
  assert.deepEqual(faults, []);
});

test("what was found: how many, how they went, when, and by which openings", async () => {
  const { page, faults } = await games();
  const found = page.locator(".found");
  await found.getByText("120 games").waitFor();
  await found.getByText("100 %").waitFor();
  await found.locator(".years rect").nth(2).waitFor();
  await found.getByRole("button", { name: /Sicilian/ }).click();
  await found.getByText("117 games").waitFor();
  await found.getByText("of 120").waitFor();
  await page.getByRole("button", { name: "Position on the board" }).waitFor();
  await shows(page, "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w"); // where it was found
  assert.deepEqual(faults, []);
});

test("moves of one's own are not taken away by another search", async () => {
  const { page, faults } = await games();
  await typed(page, "b3");
  const board = await fen(page);
  await page.getByRole("button", { name: "Conditions" }).click();
  await page.locator("input[name=player]").fill("White 7");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await page.locator(".found", { hasText: "of 120" }).waitFor();
  assert.equal(await fen(page), board);
  assert.deepEqual(faults, []);
});

test("a phone has the game on the board, too, and opens by one touch", async () => {
  const { page, faults } = await games({ viewport: { width: 390, height: 844 } });
  await page.getByRole("tab", { name: "Moves" }).click();
  await page.locator(".score", { hasText: "Qxf7#" }).waitFor();
  await page.getByRole("tab", { name: "List" }).click();
  await page.locator(".list tbody tr").nth(1).locator("td").nth(1).click();
  await page.locator(".topbar h1", { hasText: "White 2" }).waitFor();
  assert.deepEqual(faults, []);
});
