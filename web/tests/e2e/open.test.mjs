// Everything that can be opened: links, pasted and dropped texts, files with
// faults; and pictures of the graph.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { becomes, drag, drop, inMenu, launch, ofGraph, open, paste, saved, shows, staticHost, told, typed } from "./browser.mjs";

let browser, host;
before(async () => ([browser, host] = await Promise.all([launch(), staticHost()])));
after(async () => (await browser.close(), await host.close()));

test("a share link opens elsewhere", async () => {
  const { page, context, faults } = await open(browser, { permissions: ["clipboard-read", "clipboard-write"] });
  await page.goto(`${host.url}#/build`);
  await typed(page, "Nf3");
  await typed(page, "d5");
  await told(page, "The link is in the clipboard.", async () => (await inMenu(page, "Share link")).click());
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(link, /#\/explore\?side=w&r=[\w-]+$/);
  await context.close();
  const other = await open(browser);
  await other.page.goto(link);
  await other.page.locator(".about", { hasText: "2 moves" }).waitFor();
  await other.page.goto(`${host.url}#/explore?r=AAAA`);
  await other.page.locator(".notices .error", { hasText: "damaged" }).waitFor();
  assert.deepEqual([...faults, ...other.faults], []);
});

test("a PGN is dropped and becomes a repertoire", async () => {
  const { page, faults } = await open(browser);
  await page.goto(host.url);
  await page.locator(".dropzone").waitFor();
  await drop(page, "lines.pgn", '[Event "?"]\n\n1. e4 e5 (1... c5 2. Nf3) 2. Nf3 *\n');
  await page.getByRole("dialog", { name: "What is lines.pgn?" }).waitFor();
  assert.equal(await page.locator(".about").count(), 0); // whose it is was not guessed
  await page.getByRole("button", { name: "A repertoire for Black" }).click();
  await page.locator(".about", { hasText: "Black · 6 positions · 5 moves" }).waitFor();
  assert.deepEqual(faults, []);
});

test("what only the server reads is told, and nothing else happens", async () => {
  const { page, faults } = await open(browser);
  await page.goto(`${host.url}#/explore`);
  await page.getByRole("button", { name: "A London System" }).click();
  await page.locator(".about", { hasText: "150 positions" }).waitFor();
  for (const name of ["games.cdb", "games.jsonl", "games.pgn.zst"]) {
    await drop(page, name, "\u0000");
    await page.locator(".notices .error", { hasText: `${name}: packed games, .cdb and .jsonl are read by the server.` }).waitFor();
  }
  assert.equal(await page.locator(".about", { hasText: "150 positions" }).count(), 1);
  assert.deepEqual(faults, []);
});

test("a file with a fault says where, and what was open stays open", async () => {
  const { page } = await open(browser);
  await page.goto(`${host.url}#/explore`);
  await page.getByRole("button", { name: "A London System" }).click();
  await page.locator(".about", { hasText: "150 positions" }).waitFor();
  await drop(page, "broken.txt", "v5.0\n= Broken\nwhite\n\nstart\n  Ke9 nonsense\n");
  await page.locator(".notices .error", { hasText: "broken.txt" }).first().waitFor();
  await becomes(() => page.locator(".notices .error").first().textContent(), /broken\.txt:?\d*/);
  await drop(page, "six.txt", "v6.0\n= Six\n");
  await page.getByText("six.txt:1:1: Unsupported version. Expected v5.0, but got v6.0 What was open stays open.").waitFor();
});

test("a pasted position is shown, pasted moves too", async () => {
  const { page, faults } = await open(browser);
  await page.goto(`${host.url}#/openings`);
  await page.locator(".boardhost").waitFor();
  await paste(page, "8/8/8/8/8/4k3/4p3/4K3 w - - 0 1");
  await shows(page, "8/8/8/8/8/4k3/4p3/4K3 w - -");
  await page.locator(".ending", { hasText: "Stalemate" }).waitFor();
  await paste(page, "8/8/8/8/8/4k3/8/4KN2 b - - 0 1");
  await page.locator(".ending", { hasText: "material" }).waitFor();
  await paste(page, "8/8/8/8/8/4k3/3q4/7K w - - 0 1");
  await page.locator(".ending", { hasText: "White can no longer win" }).waitFor();
  await paste(page, "1. e4 e5 2. Nf3");
  await shows(page, "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq");
  assert.deepEqual(faults, []);
});

test("an underpromotion is chosen", async () => {
  const { page, faults } = await open(browser);
  await page.goto(`${host.url}#/database?fen=${encodeURIComponent("7k/P7/8/8/8/8/8/K7 w - - 0 1")}`);
  await shows(page, "7k/P7/8/8/8/8/8/K7 w");
  await drag(page, "a7", "a8");
  await page.getByRole("dialog", { name: "Promote to" }).getByRole("button", { name: "Knight" }).click();
  await shows(page, "N6k/8/8/8/8/8/8/K7 b");
  assert.deepEqual(faults, []);
});

test("the graph as SVG and as PNG", async () => {
  const { page, faults } = await open(browser);
  await page.goto(host.url);
  await page.getByRole("button", { name: "A London System" }).click();
  await page.locator(".about").waitFor();
  await page.getByRole("button", { name: "Focus" }).click(); // the whole
  await page.locator("button[aria-label=Focus][aria-pressed=false]").waitFor();
  const svg = await saved(page, await ofGraph(page, "SVG"));
  assert.equal((svg.text.match(/<(circle|rect|path d="M[^"]*Z")/g) ?? []).length, 150 + 1); // and the paper
  const png = await saved(page, await ofGraph(page, "PNG"));
  assert.match(png.text, /^.PNG/);
  assert.deepEqual(faults, []);
});

test("cards come due and are kept", async () => {
  const { page, faults } = await open(browser);
  await page.goto(`${host.url}#/build`);
  for (const move of ["e4", "e5", "Nf3"]) await typed(page, move);
  await page.goto(`${host.url}#/practice`);
  await page.getByLabel("Due cards").check();
  await page.locator(".counters", { hasText: "2 Cards left" }).waitFor();
  await page.locator('.boardhost[data-input="w"]').waitFor();
  const at = await page.locator(".boardhost").getAttribute("data-fen");
  const [first, second] = at.startsWith("rnbqkbnr/pppppppp") ? [["e2", "e4"], ["g1", "f3"]] : [["g1", "f3"], ["e2", "e4"]];
  await drag(page, ...first);
  await page.locator(".counters", { hasText: "1 Card left" }).waitFor();
  await page.locator('.boardhost[data-input="w"]').waitFor();
  await page.waitForFunction((f) => document.querySelector(".boardhost").dataset.fen !== f, at);
  await drag(page, ...second);
  await page.getByText("Complete: no mistake").waitFor();
  await page.getByRole("img", { name: /Due in the coming days/ }).waitFor();
  await page.locator(".about", { hasText: "saved" }).waitFor();
  await page.reload();
  // what is complete may be shown still: another mode, and back, begins anew
  await page.getByLabel("Every move once").check();
  await page.getByLabel("Due cards").check();
  await page.getByText("No card is due.").waitFor();
  assert.deepEqual(faults, []);
});
