// What Build says of positions and moves, and undo and redo after a reload.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { becomes, eventually, inMenu, launch, open, saved, shows, staticHost, typed } from "./browser.mjs";

let browser, host;
before(async () => ([browser, host] = await Promise.all([launch(), staticHost()])));
after(async () => (await browser.close(), await host.close()));

const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq";
const kept = (page) => page.locator(".about", { hasText: "saved" }).waitFor();
const text = async (page) => (await saved(page, await inMenu(page, "Download the file"))).text;

async function build(page, moves) {
  await page.goto(`${host.url}#/build`);
  await page.locator(".boardhost[data-input]").waitFor();
  for (const move of moves) await typed(page, move);
}

test("undo and redo survive a reload", async () => {
  const { page, faults } = await open(browser);
  await build(page, ["d4", "d5", "c4"]);
  await page.getByLabel("Annotation of c4").fill("offers a pawn");
  await page.getByLabel("Annotation of c4").press("Tab");
  await page.getByRole("button", { name: "! for c4", exact: true }).click();
  await page.getByRole("button", { name: "Undo" }).click(); // the mark
  await kept(page);
  const before = await text(page);
  assert.match(before, /# offers a pawn\n.* -> c4\n/);

  await page.reload();
  await shows(page, "rnbqkbnr/ppp1pppp/8/3p4/2PP4/8/PP2PPPP/RNBQKBNR b KQkq"); // where it was left
  await becomes(() => text(page), before);
  await page.getByRole("button", { name: "Redo" }).click();
  await page.locator('.glyph[aria-label="! for c4"][aria-pressed="true"]').waitFor();
  await becomes(() => page.getByRole("button", { name: "Redo" }).isDisabled(), true);
  for (let i = 0; i < 2; i++) await page.getByRole("button", { name: "Undo" }).click();
  await becomes(() => page.getByLabel("Annotation of c4").inputValue(), "");
  await page.getByLabel("Annotation of c4").blur();
  for (const expected of ["rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w", "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b", START]) {
    await page.keyboard.press("Control+z");
    await shows(page, expected);
  }
  await becomes(() => page.getByRole("button", { name: "Undo" }).isDisabled(), true);
  await kept(page);
  await page.reload();
  await shows(page, START);
  for (let i = 0; i < 4; i++) await page.getByRole("button", { name: "Redo" }).click();
  await becomes(() => page.getByLabel("Annotation of c4").inputValue(), "offers a pawn");
  assert.deepEqual(faults, []);
});

test("what an older version kept opens without a history", async () => {
  const { page, faults } = await open(browser);
  await build(page, ["e4"]);
  await kept(page);
  // on a page that has none open, and so writes none
  await page.goto(`${host.url}#/`);
  await page.reload();
  await page.locator(".file", { hasText: /\d positions?/ }).waitFor();
  await page.evaluate(
    () =>
      new Promise((done) => {
        const request = indexedDB.open("tabiya", 1);
        request.onsuccess = () => {
          const transaction = request.result.transaction("repertoires", "readwrite");
          transaction.oncomplete = done; // a reload takes away what is not
          const store = transaction.objectStore("repertoires");
          store.getAll().onsuccess = ({ target }) => {
            for (const { log, ...rest } of target.result) store.put(rest);
          };
        };
      }),
  );
  await page.reload();
  await page.locator(".file", { hasText: /\d positions?/ }).click();
  await page.locator(".about", { hasText: "1 move" }).waitFor();
  await page.goto(`${host.url}#/build`);
  await page.locator("#main.build").waitFor();
  await becomes(() => page.getByRole("button", { name: "Undo" }).isDisabled(), true);
  assert.deepEqual(faults, []);
});

test("evaluations and marks are set, refused, undone and cleared", async () => {
  const { page, faults } = await open(browser);
  await build(page, ["e4"]);
  const box = page.getByLabel("Evaluation");
  const enter = async (value) => (await box.fill(value), await box.press("Enter"));
  for (const [value, shown] of [["+0.35", "white +0.35"], ["-1.2", "black +1.20"], ["#-3", "black M3"], ["black M2", "black M2"]]) {
    await enter(value);
    await page.waitForFunction((t) => document.querySelector(".evaluation input").value === t, shown);
  }
  await becomes(() => text(page), /^rnbqkbnr\/pppppppp\/8\/8\/4P3\/8\/PPPP1PPP\/RNBQKBNR b .* : .*, black M2$/m);
  await enter("rather good");
  await page.locator(".notices .error", { hasText: "Expected an evaluation" }).waitFor();
  await becomes(() => box.inputValue(), "black M2");
  await page.getByRole("button", { name: "Undo" }).click();
  await becomes(() => box.inputValue(), "black M3");
  await page.getByRole("button", { name: "Clear evaluation" }).click();
  await becomes(() => box.inputValue(), "");
  await eventually(async () => assert.doesNotMatch(await text(page), /black M/));
  await page.getByRole("button", { name: "Undo" }).click();

  // marks: one of the move, one of the position, others beside them
  const more = page.getByLabel("More marks for e4");
  await page.getByRole("button", { name: "!! for e4" }).click();
  for (const nag of ["14", "16", "146"]) await more.selectOption(nag);
  await becomes(() => text(page), /-> e4!! \$16 \$146$/m);
  await page.getByRole("button", { name: "± for e4" }).click();
  await becomes(() => text(page), /-> e4!! \$146$/m);

  // Explore shows them and changes nothing
  await page.goto(`${host.url}#/explore`);
  await page.getByRole("tab", { name: "Notes" }).click();
  await page.getByText("Evaluation black M3").waitFor();
  await becomes(() => page.getByLabel("Evaluation", { exact: true }).count(), 0);
  await page.keyboard.press("Home");
  await page.getByRole("tab", { name: /^Repertoire/ }).click();
  await page.locator(".moves", { hasText: "e4!! N" }).waitFor();
  await shows(page, START);
  assert.deepEqual(faults, []);
});
