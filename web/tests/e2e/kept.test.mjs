// What was made here is not lost: by opening the same file again, a new one, a
// link, or the same repertoire in two tabs.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { becomes, drop, inMenu, launch, open, ROOT, sample, shows, staticHost, told, typed } from "./browser.mjs";

let browser, host;
before(async () => ([browser, host] = await Promise.all([launch(), staticHost()])));
after(async () => (await browser.close(), await host.close()));

const about = (page, text) => page.locator(".about", { hasText: text }).waitFor();
const kept = (page) => page.locator(".own .file").allInnerTexts();

test("a sample that was changed is not opened over its changes", async () => {
  const { page, faults } = await open(browser);
  await page.goto(host.url);
  await sample(page, "A London System");
  await page.goto(`${host.url}#/build`);
  await page.locator("#main.build").waitFor();
  await typed(page, "h4");
  await about(page, "168 moves");
  await page.goto(`${host.url}#/`); // at once: what waits to be saved is saved
  await drop(page, "london.txt", await readFile(join(ROOT, "samples/london.txt"), "utf8"));
  await page.locator("#main.explore").waitFor();
  await about(page, "168 moves");
  assert.deepEqual(faults, []);
});

test("what was changed last is there after a reload at once", async () => {
  const { page, faults } = await open(browser);
  await page.goto(`${host.url}#/build`);
  await typed(page, "e4");
  await about(page, "saved");
  for (const [n, san] of ["e5", "Nf3", "Nc6"].entries()) {
    await page.keyboard.press("Escape");
    await page.keyboard.press("End");
    await typed(page, san);
    await page.reload();
    await about(page, `${n + 2} moves`);
  }
  assert.deepEqual(faults, []);
});

test("what was changed last is there after a reload while it is written", async () => {
  const { page, faults } = await open(browser);
  await page.addInitScript(() => {
    // once it is asked for, a write that takes long
    const { get } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.get = function (key) {
      if (globalThis.long && this.transaction.mode === "readwrite") {
        globalThis.writing = true;
        for (let i = 0; i < 40_000; i++) get.call(this, key);
      }
      return get.call(this, key);
    };
  });
  await page.goto(`${host.url}#/build`);
  await typed(page, "e4");
  await about(page, "saved");
  await page.evaluate(() => (globalThis.long = true));
  await typed(page, "e5");
  await page.waitForFunction(() => globalThis.writing);
  await page.reload();
  await about(page, "2 moves");
  assert.deepEqual(faults, []);
});

test("another file of the same name gets a name of its own", async () => {
  const { page, faults } = await open(browser);
  await page.goto(host.url);
  await page.locator(".dropzone").waitFor();
  for (const [move, name] of [["e4", "mine.txt"], ["d4", "mine-2.txt"], ["e4", "mine.txt"]]) {
    await drop(page, "mine.txt", `v5.0\n= Mine\nwhite\nstart -> ${move}\n`);
    await page.locator(`.about h1[title="${name}"]`).waitFor();
  }
  await page.goto(`${host.url}#/`);
  await becomes(() => page.locator(".own .file").count(), 2);
  assert.deepEqual(faults, []);
});

test("a second new repertoire leaves the first one alone", async () => {
  const { page, faults } = await open(browser);
  await page.goto(`${host.url}#/build`);
  await typed(page, "e4");
  await typed(page, "e5");
  await (await inMenu(page, "Open another")).click();
  await page.locator(".openmenu .own .file", { hasText: "3 positions" }).waitFor();
  await page.getByRole("button", { name: "New, for White" }).click();
  await shows(page, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w");
  await typed(page, "d4");
  await about(page, "saved");
  await page.goto(`${host.url}#/`);
  await becomes(async () => (await kept(page)).map((t) => /\d+ positions/.exec(t)?.[0]).sort(), ["2 positions", "3 positions"]);
  assert.deepEqual(faults, []);
});

test("a name that is taken is not taken again", async () => {
  const { page, faults } = await open(browser);
  await page.goto(host.url);
  await sample(page, "A London System");
  await page.goto(`${host.url}#/`);
  await sample(page, "A Caro-Kann Defence");
  await page.goto(`${host.url}#/build`);
  await page.locator("#main.build").waitFor();
  await page.getByRole("button", { name: "Repertoire menu" }).click();
  await page.getByLabel("File name").fill("london");
  await page.getByLabel("File name").press("Tab");
  await page.locator(`.about h1[title="london-2.txt"]`).waitFor();
  await about(page, "saved");
  await page.goto(`${host.url}#/`);
  await becomes(async () => (await kept(page)).join(), /London[^]*Caro|Caro[^]*London/);
  assert.deepEqual(faults, []);
});

test("going back to a link does not undo what was changed since", async () => {
  const { page, context, faults } = await open(browser, { permissions: ["clipboard-read", "clipboard-write"] });
  await page.goto(`${host.url}#/build`);
  await typed(page, "e4");
  await told(page, "The link is in the clipboard.", async () => (await inMenu(page, "Share link")).click());
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await context.close();
  const other = await open(browser);
  await other.page.goto(link);
  await about(other.page, "1 move ");
  await other.page.getByRole("link", { name: "Build" }).click();
  await other.page.locator("#main.build").waitFor();
  await typed(other.page, "e4");
  await typed(other.page, "c5");
  await about(other.page, "2 moves");
  await about(other.page, "saved");
  await other.page.goBack();
  await other.page.waitForFunction(() => location.hash.startsWith("#/explore"));
  await other.page.reload();
  await about(other.page, "2 moves");
  assert.deepEqual([...faults, ...other.faults], []);
});

test("a repertoire that is too large for a link says so", async () => {
  const { page, faults } = await open(browser);
  await page.goto(host.url);
  await page.locator(".dropzone").waitFor();
  // notes that pack into some hundred kilobytes
  const note = (from) => Array.from({ length: 30_000 }, (_, i) => (((i + from) * 2654435761) >>> 0).toString(36)).join(" ");
  await drop(page, "large.txt", `v5.0\n= Large\nwhite\n# ${note(0)}\nstart -> e4\n# ${note(30_000)}\nstart -> d4\n`);
  await about(page, "Large");
  await (await inMenu(page, "Share link")).click();
  await page.locator(".notices .error", { hasText: "too large for a link" }).waitFor();
  assert.deepEqual(faults, []);
});

test("two tabs with one repertoire: the moves of both are kept", async () => {
  const { page, context, faults } = await open(browser);
  await page.goto(`${host.url}#/build`);
  await typed(page, "e4");
  await about(page, "saved");
  const other = await context.newPage();
  await other.goto(`${host.url}#/build`);
  await about(other, "1 move ");
  await other.keyboard.press("Home"); // it stands where the first one stood
  await typed(page, "e5");
  await about(page, "saved");
  await typed(other, "d4");
  await about(other, "3 moves");
  await about(other, "saved");
  await page.reload();
  await about(page, "3 moves");
  assert.deepEqual(faults, []);
});
