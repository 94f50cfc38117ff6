// "Analyse this game" with an engine of the server: progress, curve, accuracy, mistakes
// as exercises, and the PGN that comes of it.
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { reads } from "./axe.mjs";
import { becomes, FAKE, launch, open, saved, tabiyaHost, typed } from "./browser.mjs";

const PGN = '[Event "Paris"]\n[White "Legall"]\n[Black "Brie"]\n[Result "1-0"]\n\n' +
  "1. e4 e5 2. Nf3 d6 3. Bc4 Bg4 4. Nc3 g6 5. Nxe5 Bxd1 6. Bxf7+ Ke7 7. Nd5# 1-0\n";

let browser, host, folder;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "tabiya-analysis-"));
  const games = join(folder, "games.pgn");
  await writeFile(games, PGN);
  [browser, host] = await Promise.all([launch(), tabiyaHost(games)]);
});
after(async () => (await browser.close(), await host.close(), await rm(folder, { recursive: true })));

const opened = async (size) => {
  const { page, faults } = await open(browser, size);
  await page.goto(`${host.url}#/analysis?game=1`);
  await page.locator(".score .one").first().waitFor();
  if (size) await page.getByRole("tab", { name: "Tools" }).click(); // on a phone
  await page.getByRole("button", { name: "Analyse this game" }).waitFor();
  return { page, faults };
};

// Neither to be begun, nor under way, nor broken off.
const analysed = (page) => page.getByRole("button", { name: /^(Analyse this game|Cancel|Go on with the analysis)$/ }).waitFor({ state: "detached" });

test("a game is analysed, and its mistakes are exercises", { skip: !FAKE }, async () => {
  const { page, faults } = await opened();
  await page.getByRole("button", { name: "Analyse this game" }).click();
  // the engine says so of every move: all but the last are blunders or the best
  const chip = page.getByRole("tab", { name: /^Mistakes \d+$/ });
  await analysed(page);
  const count = Number((await chip.innerText()).split(" ")[1]);
  assert.ok(count >= 8, String(count));
  await becomes(async () => (await page.locator(".accuracy b").allInnerTexts()).join(), /^\d+,\d+$/);
  await becomes(() => page.locator(".plot .dot").count(), count);
  await becomes(() => page.locator(".remark").first().innerText(), /^Blunder: /);
  const { text } = await saved(page, page.getByRole("button", { name: "Download PGN" }));
  assert.match(text, /\[WhiteAccuracy "[\d.]+"\]/);
  assert.match(text, /7\. Nd5# \{\[%eval #0\]\} 1-0/);
  assert.match(text, /\$4\s+\{\[%eval /);
  assert.match(text, /\(2\. /);
  await chip.click();
  await becomes(() => page.locator(".mistakes li").count(), count);
  await reads(page, "the mistakes");
  await page.getByRole("button", { name: /^Solve / }).nth(1).click();
  await page.getByRole("heading", { name: "Find the better move" }).waitFor();
  await page.getByRole("button", { name: "Hint" }).click();
  const said = () => page.locator(".question [role=status]").innerText();
  await becomes(said, /^Move the piece on [a-h][1-8]\.$/);
  await reads(page, "an exercise");
  await page.getByRole("button", { name: "Solution" }).click();
  await becomes(said, /^Better was /);
  const best = (await said()).split(" ").at(-1).slice(0, -1);
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByText(`Mistake 3 of ${count}`).waitFor();
  await page.getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: /^Solve / }).nth(1).click();
  await typed(page, best);
  await page.locator(".question .right", { hasText: `${best} is the engine's choice.` }).waitFor();
  await page.getByRole("button", { name: "Close" }).click();
  // and it is all there after a reload
  await page.reload();
  await page.locator(".accuracy").waitFor();
  await becomes(() => page.locator(".plot .dot").count(), count);
  assert.deepEqual(faults, []);
});

test("it can be cancelled and gone on with", { skip: !FAKE }, async () => {
  const { page, faults } = await opened({ viewport: { width: 390, height: 844 } });
  // the engine is not done before it is to be
  let [asked, goOn] = [0, null];
  const later = new Promise((done) => (goOn = done));
  await page.route("**/api/v1/engine?*", async (route) => {
    if (++asked > 4) await later;
    await route.continue().catch(() => {}); // it may have been cancelled
  });
  await page.getByRole("button", { name: "Analyse this game" }).click();
  await page.locator(".accuracy").waitFor();
  await page.locator(".plot .curve").first().waitFor();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Go on with the analysis" }).waitFor();
  // leaving and coming back
  await page.goto(`${host.url}#/database`);
  await page.locator(".list a").first().waitFor();
  await page.goto(`${host.url}#/analysis?game=1`);
  await page.locator(".accuracy").waitFor();
  await page.getByRole("button", { name: "Go on with the analysis" }).click();
  await page.getByRole("button", { name: "Cancel" }).waitFor();
  goOn();
  await analysed(page);
  assert.deepEqual(faults, []);
});
