// Notices cover nothing for good, and do not follow to the next screen; an import
// says what became of the games, and every count follows.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { becomes, drop, launch, narrowEnough, open, ROOT, sample, tabiyaHost, told, typed } from "./browser.mjs";

const SAMPLES = join(ROOT, "samples/games.pgn");
let browser, host;
before(async () => ([browser, host] = await Promise.all([launch(), tabiyaHost(SAMPLES)])));
after(async () => (await browser.close(), await host.close()));

const notices = (page) => page.locator(".notices > div");

for (const [width, height] of [[1440, 900], [390, 844]])
  test(`whatever can be pressed can be scrolled free of a notice, ${width}`, async () => {
    const { page, faults } = await open(browser, { viewport: { width, height } });
    await page.goto(host.url);
    await sample(page, "A London System");
    for (const screen of ["build", "database", "practice", "openings", ""]) {
      await page.goto(`${host.url}#/${screen}`);
      await page.locator(`#main.${screen || "home"} :is(.boardhost, .home-grid)`).waitFor();
      if (screen === "openings") await page.locator(".families li").first().waitFor();
      await drop(page, "a.cards.tsv", "nonsense");
      await drop(page, "b.cards.tsv", "nonsense");
      await notices(page).nth(1).waitFor();
      const covered = () => page.evaluate(() => {
        const found = [];
        for (const it of document.querySelectorAll("#main :is(button, a, input, select, textarea, summary, .dropzone)")) {
          if (it.closest(".hidden") || !it.checkVisibility() || it.matches(".dropzone input, [type=checkbox]")) continue;
          it.scrollIntoView({ block: "nearest" });
          const { left, top, width, height } = it.getBoundingClientRect();
          const seen = document.elementFromPoint(left + width / 2, top + height - 2);
          if (seen?.closest(".notices")) found.push(it.textContent || it.name);
        }
        return found;
      });
      await becomes(covered, [], screen);
      await narrowEnough(page, screen);
    }
    assert.deepEqual(faults, []);
  });

test("a notice belongs to its screen, unless the page leads on with it", async () => {
  const { page } = await open(browser);
  await page.goto(host.url);
  await sample(page, "A London System");
  await drop(page, "a.eco", "nonsense");
  await notices(page).waitFor();
  await page.getByRole("link", { name: "Build", exact: true }).click();
  await page.locator("#main.build").waitFor();
  await becomes(() => notices(page).count(), 0);
  await drop(page, "b.eco", "nonsense");
  await notices(page).waitFor();
  await page.goBack();
  await page.locator("#main.explore").waitFor();
  await becomes(() => notices(page).count(), 0);
  // another move than the sample has: opened again it says so, on the next screen
  await page.goto(`${host.url}#/build`);
  await page.locator("#main.build").waitFor();
  await typed(page, "h4");
  await page.locator(".about", { hasText: "saved" }).waitFor();
  await page.getByRole("link", { name: "tabiya", exact: true }).click();
  await page.locator("#main.home").waitFor();
  await drop(page, "c.cards.tsv", "nonsense"); // said at Home, and left there
  await notices(page).waitFor();
  const text = await readFile(join(ROOT, "samples/london.txt"), "utf8");
  await told(page, "is opened as you left it in this browser", () => drop(page, "london.txt", text));
  await page.locator("#main.explore").waitFor();
  await becomes(() => notices(page).filter({ hasNotText: "is opened as you left it" }).count(), 0);
});

test("an import says how many were duplicates, and every count follows", async () => {
  const { page, faults } = await open(browser);
  await page.goto(`${host.url}#/database`);
  await page.getByText("1–50 of 52").waitFor();
  const more = '\n[Event "New"]\n[White "New, Ann"]\n[Black "New, Bob"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 1-0\n\n[Event "Bad"]\n[Result "1-0"]\n\n1. e4 e4 1-0\n';
  await drop(page, "again.pgn", (await readFile(SAMPLES, "utf8")) + more);
  const said = notices(page).filter({ hasText: "again.pgn" });
  await said.waitFor();
  await becomes(() => said.innerText(), /again\.pgn: 1 of 54 games imported, 52 duplicates, 1 error\. The first error: \d+:\d+: /);
  await becomes(() => said.getAttribute("class"), "warning"); // one bad game does not make it red
  await page.locator(".imported", { hasText: "1 of 54 games imported, 52 duplicates, 1 error." }).waitFor();
  for (const where of [".topbar", ".found"]) await page.locator(where, { hasText: "53 games" }).waitFor();
  await page.getByText("1–50 of 53").waitFor();
  await page.getByRole("link", { name: "Export 53 as PGN" }).waitFor();
  await page.getByRole("link", { name: "tabiya", exact: true }).click();
  await page.locator(".badge", { hasText: "53 games" }).waitFor();
  // of a file without a game that can be read nothing is imported: that is an error
  await drop(page, "bad.jsonl", "nonsense\n");
  await notices(page).and(page.locator(".error")).filter({ hasText: "bad.jsonl" }).waitFor();
  assert.deepEqual(faults, []);
});

test("counts that were asked for before an import are asked for again", async () => {
  const { page } = await open(browser);
  await page.goto(host.url);
  await sample(page, "A London System");
  const said = page.getByRole("group", { name: "Legend" }).getByRole("status");
  await said.filter({ hasText: /\d games, score/ }).waitFor();
  const before = Number((await said.innerText()).match(/^\d+/)[0]);
  await page.getByRole("link", { name: "Games", exact: true }).click();
  await page.locator("#main.database").waitFor();
  await drop(page, "one.pgn", '[Event "Newer"]\n[White "New, Cyd"]\n[Black "New, Dan"]\n[Result "1-0"]\n\n1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 Be7 1-0\n');
  await page.locator(".imported", { hasText: "1 of 1 game imported." }).waitFor();
  await page.getByRole("link", { name: "Repertoire", exact: true }).click();
  await said.filter({ hasText: `${before + 1} games, score` }).waitFor();
});
