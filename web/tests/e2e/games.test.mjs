// Games that come by the file: where a large one goes, what a packed one that is
// none does, and pages of a position while the board goes on.
import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";
import { becomes, drop, eventually, launch, open, shows, staticHost, tabiyaHost, told, typed } from "./browser.mjs";

const game = (white, moves, more = "") => `[Event "${white}${more}"]\n[White "${white}"]\n[Black "Other"]\n[Result "1-0"]\n\n${moves} 1-0\n\n`;
const many = (n, name, moves) => Array.from({ length: n }, (_, i) => game(`${name} ${i}`, moves)).join("");
const HERE = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq";

let browser, host, served, folder;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "tabiya-games-"));
  const file = join(folder, "games.pgn");
  await writeFile(file, many(60, "King", "1. e4 e5 2. Nf3") + many(70, "Queen", "1. d4 d5"));
  [browser, host, served] = await Promise.all([launch(), staticHost(), tabiyaHost(file)]);
});
after(async () => (await browser.close(), await host.close(), await served.close(), await rm(folder, { recursive: true })));

// Long comments: few games make more than 2 MB.
const large = () => Array.from({ length: 40 }, (_, i) => game(`Large ${i}`, `1. c4 {${`word${i} `.repeat(8000)}} c5`)).join("");

test("a PGN of more than 2 MB goes to the database", async () => {
  const text = large();
  assert.ok(text.length > 2 << 20);
  const { page, faults } = await open(browser);
  await page.goto(served.url);
  await page.locator(".dropzone").waitFor();
  await page.locator(".badge", { hasText: "130 games" }).waitFor(); // the server is known
  await told(page, "large.pgn: 40 of 40 games imported.", () => drop(page, "large.pgn", text));
  await page.waitForURL(/#\/database/);
  await page.locator(".topbar", { hasText: "170 games" }).waitFor();
  // a smaller one is a repertoire
  await page.goto(`${served.url}#/`);
  await page.locator(".dropzone").waitFor();
  await drop(page, "small.pgn", game("Small", "1. b3 e5 2. Bb2"));
  await page.getByRole("button", { name: "A repertoire for White" }).click();
  await page.locator(".about", { hasText: "3 moves" }).waitFor();
  assert.deepEqual(faults, []);
});

test("and without a server it says who takes it", async () => {
  const { page, faults } = await open(browser);
  await page.goto(host.url);
  await page.locator(".dropzone").waitFor();
  await drop(page, "large.pgn", large());
  await page.locator(".notices .error", { hasText: "large.pgn: games are imported by the server." }).waitFor();
  assert.equal(await page.locator(".about").count(), 0);
  assert.deepEqual(faults, []);
});

test("pages and export are of the position that was searched", async () => {
  const { page, faults } = await open(browser);
  await page.goto(`${served.url}#/database`);
  await page.locator(".list a").first().waitFor();
  await typed(page, "e4");
  await page.getByRole("button", { name: "+ Position on the board" }).click();
  await page.getByText("1–50 of 60").waitFor();
  // the board goes on; what was searched stays
  await typed(page, "c5");
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByText("51–60 of 60").waitFor();
  const link = page.getByRole("link", { name: "Export 60 as PGN" });
  await eventually(async () => assert.ok(new URL(await link.getAttribute("href"), served.url).searchParams.get("position").startsWith(HERE)));
  const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
  const text = await readFile(await download.path(), "utf8");
  assert.equal(text.match(/^\[White "King \d+"\]$/gm)?.length, 60);
  assert.doesNotMatch(text, /Queen/);
  // and a game that was found is shown there
  await page.getByRole("button", { name: "Previous" }).click();
  await page.getByRole("link", { name: "King 3", exact: true }).click();
  await shows(page, HERE);
  assert.deepEqual(faults, []);
});

test("a packed file that is none is refused with a sentence", async () => {
  const { page } = await open(browser); // a refusal is an error of the console, too
  await page.goto(served.url);
  await page.locator(".dropzone").waitFor();
  const games = await page.locator(".badge", { hasText: "games" }).innerText();
  for (const name of ["none.pgn.zst", "none.pgn.gz", "none.pgn.bz2", "none.zip", "none.7z", "none.cdb"]) {
    await drop(page, name, "this is no archive, and no games either");
    const notice = page.locator(".notices > div", { hasText: name });
    await becomes(() => notice.innerText(), /^[\w.]+: There is no game in the file\./, name);
    await notice.getByRole("button").click();
    await page.getByText("Add games").waitFor(); // the next one can come
  }
  await becomes(() => page.locator(".topbar .what .quiet").innerText(), games);
  // one that is packed after all
  const packed = gzipSync(game("Packed", "1. g3 g6")).toString("base64");
  const put = () => page.evaluate((text) => {
    const data = new DataTransfer();
    data.items.add(new File([Uint8Array.from(atob(text), (c) => c.charCodeAt(0))], "packed.pgn.gz"));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  }, packed);
  await told(page, "packed.pgn.gz: 1 of 1 game imported.", put);
});
