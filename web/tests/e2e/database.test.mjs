// With `tabiya serve`: games are imported through the page, found by a
// position that other orders of moves reach, looked at, varied and exported.
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { becomes, eventually, inMenu, launch, open, ROOT, saved, shows, tabiyaHost, told, typed } from "./browser.mjs";

let browser, host;
before(async () => ([browser, host] = await Promise.all([launch(), tabiyaHost(join(ROOT, "samples/games.pgn"), [])])));
after(async () => (await browser.close(), await host.close()));

// Two orders of moves into one position of the Queen's Gambit.
const GAMES = `[Event "One"]
[White "First, Ada"]
[Black "Second, Bob"]
[Date "2026.01.02"]
[Result "1-0"]

1. d4 { [%clk 0:10:00] [%eval 0.2] } d5 { [%clk 0:09:58] [%eval 0.1] } 2. c4 { [%clk 0:09:50] } e6 { [%clk 0:09:40] } 3. Nc3 Nf6 4. Bg5 Be7 1-0

[Event "Two"]
[White "Third, Cyd"]
[Black "Fourth, Dan"]
[Date "2026.02.03"]
[Result "0-1"]

1. c4 Nf6 2. Nc3 e6 3. d4 d5 4. cxd5 exd5 0-1
`;

test("import, find by transposition, view, vary, export", async () => {
  const { page, faults } = await open(browser);
  await page.goto(`${host.url}#/database`);
  await page.locator(".list a").first().waitFor();
  const before = Number((await page.locator(".topbar .what .quiet", { hasText: /^\d/ }).textContent()).replace(/\D/g, ""));
  const file = join(host.folder, "two.pgn");
  await writeFile(file, GAMES);
  await told(page, "two.pgn: 2 of 2 games imported.", () => page.locator(".gamesbar input[type=file]").setInputFiles(file));
  await page.getByText(`${before + 2} games`).first().waitFor();

  // the position after 1. d4 d5 2. c4 e6 3. Nc3 Nf6, whatever the order
  for (const san of ["d4", "d5", "c4", "e6", "Nc3", "Nf6"]) await typed(page, san);
  await shows(page, "rnbqkb1r/ppp2ppp/4pn2/3p4/2PP4/2N5/PP2PPPP/R1BQKBNR w KQkq");
  await page.getByRole("button", { name: "Conditions" }).click();
  await page.getByLabel("With the position on the board").check();
  await page.getByLabel("Date", { exact: true }).fill("2026");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await becomes(async () => (await page.locator(".list a").allTextContents()).sort(), ["First, Ada", "Third, Cyd"]);

  // a game opens at the position it was found by
  await page.getByRole("link", { name: "First, Ada" }).click();
  await page.locator(".topbar h1", { hasText: "Second, Bob" }).waitFor();
  await shows(page, "rnbqkb1r/ppp2ppp/4pn2/3p4/2PP4/2N5/PP2PPPP/R1BQKBNR w KQkq");
  await page.getByRole("img", { name: /^Clock/ }).waitFor();
  await page.getByRole("img", { name: /^Evaluation/ }).waitFor();
  await page.keyboard.press("Home");
  await shows(page, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await shows(page, "rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w");

  // a line of one's own, kept in the PGN, then deleted
  await typed(page, "Bf4");
  await page.locator(".variation", { hasText: "Bf4" }).waitFor();
  const pgn = await saved(page, page.getByRole("button", { name: "Download PGN" }));
  assert.match(pgn.text, /\( ?2\. ?Bf4 ?\)/);
  await page.locator("#san").press("Escape");
  await page.keyboard.press("Delete");
  await page.locator(".variation").waitFor({ state: "detached" });
  assert.deepEqual(faults, []);
});

test("a search that is not understood says so", async () => {
  const { page } = await open(browser);
  await page.goto(`${host.url}#/database`);
  await page.getByRole("button", { name: "Conditions" }).click();
  await page.getByText("More conditions").click();
  await page.getByLabel("Material", { exact: true }).fill("KXvK");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await page.locator(".panel .error").waitFor();
});

test("what is not understood has the name that is seen", async () => {
  const { page } = await open(browser);
  await page.goto(`${host.url}#/database`);
  await page.getByRole("button", { name: "Conditions" }).click();
  await page.getByLabel("Rating").fill("strong");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  const refused = page.locator(".panel .error", { hasText: "“Rating” is not understood" });
  await refused.waitFor(); // once: the table beside it is of what was found before
  await page.getByLabel("Rating").fill("");
  await page.locator("select[name=as]").selectOption("white");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await page.locator(".panel .error", { hasText: "“As” needs “Player”." }).waitFor();
});

test("the list is sorted as it says", async () => {
  const { page, faults } = await open(browser, { viewport: { width: 1920, height: 1080 } });
  await page.goto(`${host.url}#/database`);
  const column = (n) => page.locator(`.list tbody td:nth-child(${n})`).allInnerTexts();
  await page.locator(".list td").first().waitFor();
  await page.getByRole("button", { name: "Conditions" }).click();
  const sort = page.getByLabel("Sort");
  const sorted = async (by) => {
    await sort.selectOption({ label: by });
    await page.getByRole("button", { name: "Search", exact: true }).click();
  };
  await sorted("longest first");
  await eventually(async () => {
    const moves = (await column(7)).map(Number);
    assert.deepEqual(moves, [...moves].sort((a, b) => b - a));
    assert.ok(moves[0] > moves.at(-1));
  });
  await sorted("latest first");
  await eventually(async () => {
    const dates = await column(4);
    assert.deepEqual(dates, [...dates].sort().reverse());
    assert.ok(dates[0] > dates.at(-1));
  });
  await becomes(() => sort.locator("option").allInnerTexts(), ["as stored", "latest first", "best first", "longest first"]);
  assert.deepEqual(faults, []);
});

test("a player, a single move, and pages", async () => {
  const { page, faults } = await open(browser);
  await page.goto(`${host.url}#/database`);
  await page.locator(".list tbody tr").first().waitFor();
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByText(/51–\d+ of/).waitFor();
  await page.getByRole("button", { name: "Conditions" }).click();
  await page.getByText("More conditions").click();
  await page.getByLabel("A move", { exact: true }).fill("O-O-O");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await page.locator(".pages", { hasText: /1–(\d+) of \1/ }).waitFor(); // fewer than a page
  assert.deepEqual(faults, []);
});

test("moves of a game in the shortest notation", async () => {
  const { page, faults } = await open(browser);
  await page.goto(`${host.url}#/database?game=1`);
  await page.locator(".score").waitFor();
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByLabel("Moves of games").selectOption("short");
  await page.keyboard.press("Escape");
  // of the start, Nf3 is the only knight's move to the f-file
  await eventually(async () => {
    const moves = await page.locator(".score .one button").allTextContents();
    assert.ok(moves.includes("Nf") || moves.includes("Nc"), moves.slice(0, 8).join(" "));
    assert.ok(!moves.includes("Nf3"), moves.slice(0, 8).join(" "));
  });
  assert.deepEqual(faults, []);
});

test("players are completed, and found by how their names begin", async () => {
  const { page, faults } = await open(browser);
  await page.goto(`${host.url}#/database`);
  const name = await page.locator(".list a").first().textContent();
  await page.getByRole("button", { name: "+ Player" }).click();
  await becomes(() => page.evaluate(() => document.activeElement.name), "player");
  await page.getByLabel("Player", { exact: true }).fill(name.slice(0, 4));
  await page.locator(`#players option[value="${name}"]`).waitFor({ state: "attached" });
  await page.getByRole("button", { name: "Search", exact: true }).click();
  // the games of before are there until those that were found are
  const rows = page.locator(".list tbody tr");
  await rows.filter({ hasNotText: new RegExp(name.slice(0, 4), "i") }).first().waitFor({ state: "detached" });
  await rows.filter({ hasText: name }).first().waitFor();
  assert.deepEqual(faults, []);
});

test("lines of one's own are there after Escape and a look elsewhere", async () => {
  const { page, faults } = await open(browser);
  await page.goto(`${host.url}#/database`);
  await page.locator(".list a").first().click();
  await page.locator(".score").waitFor();
  await typed(page, "h4");
  await page.locator("#san").press("Escape"); // leaves the field
  await page.locator(".score", { hasText: "h4" }).waitFor();
  await page.getByRole("link", { name: "Openings", exact: true }).click();
  await page.getByRole("heading", { name: "Openings" }).waitFor();
  await page.goBack();
  await page.locator(".score", { hasText: "h4" }).waitFor();
  await page.keyboard.press("Escape"); // leaves the game
  await page.locator(".list").waitFor();
  assert.deepEqual(faults, []);
});

test("a repertoire of the server: opened and saved without an error", async () => {
  const { page, faults } = await open(browser);
  await writeFile(join(host.folder, "there.txt"), await readFile(join(ROOT, "samples/london.txt")));
  await page.goto(host.url);
  await page.getByRole("button", { name: /there$/ }).click();
  await page.locator(".about").waitFor();
  await page.goto(`${host.url}#/build`);
  await page.locator("#main.build").waitFor();
  await typed(page, "h4");
  await told(page, "there is saved on the server.", async () => (await inMenu(page, "Save on the server")).click());
  assert.match(await readFile(join(host.folder, "there.txt"), "utf8"), /-> h4/);
  // somebody else changes it: the moves of both are saved
  const text = await readFile(join(host.folder, "there.txt"), "utf8");
  await writeFile(join(host.folder, "there.txt"), `${text}start -> a4\n`);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Home");
  await typed(page, "b4");
  page.once("dialog", (dialog) => dialog.accept());
  await (await inMenu(page, "Save on the server")).click();
  await eventually(async () => {
    const both = await readFile(join(host.folder, "there.txt"), "utf8");
    for (const move of ["h4", "a4", "b4"]) assert.match(both, new RegExp(`start -> ${move}|-> ${move}`));
  });
  // one's own and the server's are where another is opened
  await page.keyboard.press("Escape");
  await (await inMenu(page, "Open another")).click();
  for (const where of [".own", ".served"]) await page.locator(`.openmenu ${where} .file`).first().waitFor();
  assert.deepEqual(faults.filter((f) => !f.includes("412")), []);
});

test("mates of the server's engine", async (t) => {
  const { engine } = await (await fetch(`${host.url}api/v1/health`)).json();
  if (!engine) return t.skip("no engine");
  const { page, faults } = await open(browser);
  for (const [fen, text] of [["7k/5ppp/8/8/8/8/8/K3R3 w - - 0 1", "#1"], ["k3r3/8/8/8/8/8/5PPP/6K1 b - - 0 1", "#−1"]]) {
    await page.goto(`${host.url}#/openings?fen=${encodeURIComponent(fen)}`);
    await shows(page, fen.split(" ")[0]);
    await page.getByRole("checkbox", { name: "Engine" }).check();
    await page.locator(".engine li", { hasText: text }).first().waitFor();
    await page.locator(".evalbar", { hasText: text }).waitFor();
  }
  assert.deepEqual(faults, []); // no table has these positions, and none is asked for
});

test("a server that cannot tell what it has leaves the rest of the page", async () => {
  const { page } = await open(browser);
  await page.route("**/api/v1/health", (route) => route.fulfill({ status: 500, json: { error: "store_damaged", message: "The database is damaged." } }));
  await page.goto(`${host.url}#/build`);
  await page.locator(".notices .error", { hasText: "The database is damaged." }).waitFor();
  await typed(page, "e4");
});

for (const [width, height] of [[1280, 800], [1024, 768], [390, 844]])
  test(`the list of games is as wide as there is room for, ${width}`, async () => {
    const { page } = await open(browser, { viewport: { width, height } });
    await page.goto(`${host.url}#/database`);
    await page.locator(".list td").first().waitFor();
    await becomes(() => page.locator(".list").evaluate((list) => list.offsetWidth <= list.parentElement.clientWidth), true);
    await becomes(() => page.locator(".list tr").nth(1).innerText(), /\b1834\b(?!\.)/);
  });

test("a long search says how far it is, and can be cancelled", async () => {
  const { page, faults } = await open(browser);
  await page.goto(`${host.url}#/database`);
  await page.locator(".list a").first().waitFor();
  const rows = await page.locator(".list tbody tr").count();
  let name = null;
  let left = null;
  await page.route("**/api/v1/games?*", (route) => {
    if (/limit=1\b/.test(route.request().url())) return route.continue(); // of the summary
    name = route.request().headers().question;
    left = new Promise((done) => page.once("requestfailed", (request) => done(request.url())));
    return undefined; // is never answered
  });
  await page.route("**/api/v1/questions/*", (route) => {
    assert.ok(route.request().url().endsWith(`/${name}`));
    return route.fulfill({ json: { running: true, seconds: 1.2, share: 0.42 } });
  });
  await page.getByRole("button", { name: "Conditions" }).click();
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await page.getByText("42 % of the games").waitFor();
  await page.getByRole("button", { name: "Cancel" }).click();
  assert.match(await left, /games\?/);
  await page.getByText("42 % of the games").waitFor({ state: "detached" });
  assert.equal(await page.locator(".list tbody tr").count(), rows); // what was there stays
  await page.close();
  assert.deepEqual(faults, []);
});
