// The repertoire and the games joined: the gaps of a repertoire against the database are
// found and one is closed, and own games that are imported say where they left it.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { becomes, drop, eventually, launch, open, quickEngine, ROOT, sample, staticHost, tabiyaHost, told, typed } from "./browser.mjs";

let browser, host, served;
before(async () => ([browser, host, served] = await Promise.all([launch(), staticHost(), tabiyaHost(join(ROOT, "samples/games.pgn"), [])])));
after(async () => (await browser.close(), await host.close(), await served.close()));

const GAMBIT = "Queen's Gambit Declined by every road";
const rows = (page) => page.locator(".met li").evaluateAll((all) => all.map((li) => li.querySelector("b").textContent));

test("the gaps of a repertoire, and one is closed", async () => {
  const { page, faults } = await open(browser);
  await page.goto(served.url);
  await sample(page, GAMBIT);
  await page.getByRole("link", { name: "Build" }).click();
  await page.getByRole("tab", { name: "Gaps" }).click();
  // the most frequent first
  await page.locator(".held").getByText("58 % of 79 replies answered, in 52 games").waitFor();
  const before = await rows(page);
  assert.equal(before[0], "1. e4");
  // fewer games have fewer gaps
  await page.locator(".held").getByRole("button", { name: "since 2010" }).click();
  await becomes(async () => (await rows(page)).length < before.length, true);
  await page.locator(".held").getByRole("button", { name: "since 2010" }).click();
  await becomes(() => rows(page), before);
  // one key plays the reply, one the answer that is played most
  await page.keyboard.press("g");
  await becomes(() => page.locator(".wayline, .line").first().innerText().catch(() => ""), /e4/);
  await page.locator(".panel .explorer td b, .panel .explorer .move").first().waitFor();
  await page.keyboard.press(" ");
  await page.locator(".held", { hasText: "1 closed since." }).waitFor();
  assert.deepEqual(await rows(page), before.slice(1));
  // both moves are in the repertoire, and undo takes the answer out again
  await page.keyboard.press("Control+z");
  await becomes(() => rows(page), before);
  await page.keyboard.press("Control+y");
  await page.locator(".held").getByRole("button", { name: "Count again" }).click();
  await becomes(() => rows(page).then((r) => r.includes("1. e4")), false);
  assert.deepEqual(faults, []);
});

test("own games that are imported say where they left the repertoire", async () => {
  const { page, faults } = await open(browser);
  await page.goto(served.url);
  await page.locator(".dropzone").waitFor();
  const game = (n, moves, result) =>
    `[Event "Club"]\n[White "Other, ${n}"]\n[Black "Smith, Jane"]\n[Date "2024.01.0${n}"]\n[Result "${result}"]\n\n${moves} ${result}\n\n`;
  const mine = game(1, "1. d4 d5 2. c4 c6", "0-1") + game(2, "1. d4 d5 2. c4 c6 3. Nf3", "1-0") + game(3, "1. d4 d5 2. c4 e6 3. h4", "1/2-1/2");
  await drop(page, "mine.pgn", mine);
  await told(page, "mine.pgn: 3 of 3 games imported.", () => page.getByRole("button", { name: "Games for the database" }).click());
  await page.goto(`${served.url}#/`);
  await sample(page, GAMBIT);
  await page.getByRole("tab", { name: "My games" }).click();
  await page.getByLabel("Your name in the games").fill("Smith, Jane");
  await page.keyboard.press("Enter");
  await page.locator(".held", { hasText: "3 games with Black" }).waitFor();
  await becomes(() => rows(page), ["2... c6"]);
  const left = page.locator(".met li button");
  await becomes(() => left.innerText(), /2... c6\s+2\s+50 %\s+instead of e6/);
  await left.click();
  await becomes(() => page.locator(".boardhost").getAttribute("data-fen"), /^rnbqkbnr\/ppp1pppp\/8\/3p4\/2PP4\//);
  await page.locator(".held").getByRole("button", { name: /They left/ }).click();
  await becomes(() => rows(page), ["3. h4"]);
  // who one is stays known
  await page.reload();
  await page.getByRole("tab", { name: "My games" }).click();
  await page.locator(".held", { hasText: "3 games with Black" }).waitFor();
  assert.deepEqual(faults, []);
});

test("merging says what it brings, the engine fills in evaluations, both can be undone", async () => {
  const { page, faults } = await open(browser);
  await quickEngine(page);
  await page.goto(`${host.url}#/build`);
  for (const move of ["e4", "e5", "Nf3"]) await typed(page, move);
  await page.keyboard.press("Escape");
  assert.equal(await page.getByRole("tab", { name: "Gaps" }).count(), 0); // there is no database
  await page.getByRole("tab", { name: "More" }).click();
  const tools = page.locator(".held");
  await tools.locator("input[type=file]").setInputFiles({ name: "more.pgn", mimeType: "text/plain", buffer: Buffer.from("1. e4 e5 2. Nf3 Nc6 3. Bb5 *") });
  await tools.getByText("more.pgn brings 2 moves that are not here.").waitFor();
  await page.locator(".about", { hasText: "3 moves" }).waitFor();
  await tools.getByRole("button", { name: "Merge" }).click();
  await page.locator(".about", { hasText: "5 moves" }).waitFor();
  await tools.getByRole("button", { name: "Evaluate 1 position" }).click();
  await tools.getByText("All of them have an evaluation.").waitFor();
  await page.keyboard.press("Control+z");
  await tools.getByRole("button", { name: "Evaluate 1 position" }).waitFor();
  await page.keyboard.press("Control+z");
  await page.locator(".about", { hasText: "3 moves" }).waitFor();
  // the names that it comes to
  await tools.getByRole("button", { name: /King's Knight Opening/ }).click();
  await eventually(async () => assert.match(await page.locator(".boardhost").getAttribute("data-fen"), /5N2/));
  assert.deepEqual(faults, []);
});
