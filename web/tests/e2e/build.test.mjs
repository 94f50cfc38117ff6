// A repertoire built by hand, annotated, undone, kept over a reload, practised
// with a mistake, exported, and read back by the C reader.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { becomes, drag, fen, inMenu, launch, move, open, run, saved, shows, staticHost, TABIYA, type, typed } from "./browser.mjs";

let browser, host;
before(async () => ([browser, host] = await Promise.all([launch(), staticHost()])));
after(async () => (await browser.close(), await host.close()));

test("build, annotate, undo, reload, practise, export", async () => {
  const { page, faults } = await open(browser);
  await page.goto(`${host.url}#/build`);
  await drag(page, "e2", "e4");
  await shows(page, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq");
  await page.getByLabel("Annotation of the next move").fill("The open game");
  await move(page, "e7", "e5");
  await becomes(() => page.getByLabel("Annotation of the next move").inputValue(), "");
  await becomes(() => page.getByLabel("Annotation of e5").inputValue(), "The open game");
  // castling by dragging the king, and a move that is typed
  for (const [from, to] of [["g1", "f3"], ["b8", "c6"], ["f1", "c4"], ["f8", "c5"], ["e1", "g1"]]) await move(page, from, to);
  await shows(page, "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 b kq");
  await typed(page, "Nge7");
  const end = await fen(page);

  // undo takes the move away and nothing else; redo brings it back
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+z");
  await shows(page, "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 b kq");
  await becomes(() => page.locator(".panel .moves li").count(), 0);
  await page.keyboard.press("Control+Shift+z");
  await shows(page, end);

  // an illegal move springs back and says why
  await type(page, "Ke9");
  await page.locator(".notices .error").waitFor();
  await page.locator(".notices .error button").click();
  assert.equal(await fen(page), end);

  await page.getByLabel("Title").fill("Made by hand");
  await page.getByLabel("Title").press("Tab");
  await page.getByRole("button", { name: "Repertoire menu" }).click();
  await page.getByLabel("File name").fill("by-hand");
  await page.getByLabel("File name").press("Tab");
  await page.locator(".about", { hasText: "by-hand.txt" }).waitFor();
  await page.keyboard.press("Escape");
  await page.locator(".about", { hasText: "saved" }).waitFor();

  await page.reload();
  await page.locator(".about", { hasText: "8 moves" }).waitFor();
  await becomes(() => page.getByLabel("Title").inputValue(), "Made by hand");

  const text = await saved(page, await inMenu(page, "Download the file"));
  assert.equal(text.name, "by-hand.txt");
  const pgn = await saved(page, await inMenu(page, "Download as PGN"));
  assert.match(pgn.text, /1\. ?e4 e5 \{ ?The open game ?\}/);
  assert.match(await run(TABIYA, ["pgn", "check", pgn.path]), /Sound +1\n/);

  // practise it: the board is turned, a wrong move counts, the right one goes on
  await page.goto(`${host.url}#/practice`);
  await page.getByRole("button", { name: "From the start" }).click();
  await page.locator('.boardhost[data-input="w"]').waitFor();
  await drag(page, "d2", "d4");
  await page.locator(".counters", { hasText: "1 Mistake" }).waitFor();
  await shows(page, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq");
  await page.getByRole("button", { name: "Show the moves" }).click();
  await page.locator(".hints", { hasText: "Pawn to e4" }).waitFor();
  for (const [position, from, to] of [
    ["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w", "e2", "e4"],
    ["rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w", "g1", "f3"],
    ["r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w", "f1", "c4"],
    ["r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w", "e1", "g1"],
  ]) {
    await shows(page, position);
    await page.locator('.boardhost[data-input="w"]').waitFor();
    await drag(page, from, to);
  }
  await page.getByText("Complete: 1 mistake").waitFor();
  assert.deepEqual(faults, []);
});
