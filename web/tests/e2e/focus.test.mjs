// By keyboard alone: where the focus is after dialogs and changes of the
// screen, and that keys do not reach behind a dialog.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { becomes, drag, eventually, fen, inMenu, launch, open, sample, shows, staticHost, typed } from "./browser.mjs";

let browser, host;
before(async () => ([browser, host] = await Promise.all([launch(), staticHost()])));
after(async () => (await browser.close(), await host.close()));

const focused = (page) => page.evaluate(() => document.activeElement.getAttribute("aria-label") ?? (document.activeElement.id || document.activeElement.textContent.trim()));

async function begin() {
  const { page, faults } = await open(browser);
  await page.goto(host.url);
  await sample(page, "A London System");
  return { page, faults };
}

test("dialogs keep the keys, and give the focus back", async () => {
  const { page, faults } = await begin();
  const before = await fen(page);
  const button = "Settings";
  for (const opens of ["Enter", "?"]) {
    await page.getByRole("button", { name: button, exact: true }).focus();
    await page.keyboard.press(opens);
    await page.locator("dialog[open]").waitFor();
    for (const key of ["ArrowDown", "f", "1", "End"]) await page.keyboard.press(key);
    await page.keyboard.press("Escape"); // comes after them
    await page.locator("dialog").waitFor({ state: "detached" });
    assert.equal(await fen(page), before);
    assert.equal(await page.locator(".boardhost").getAttribute("data-side"), "w");
    await becomes(() => focused(page), button);
  }
  // from one dialog to another
  await page.getByRole("button", { name: "Settings", exact: true }).click();
  await page.getByRole("button", { name: "About tabiya" }).click();
  await page.locator("dialog", { hasText: "cm-chessboard" }).waitFor();
  await becomes(() => focused(page), "Close");
  await page.keyboard.press("Escape");
  await page.locator("dialog").waitFor({ state: "detached" });
  await becomes(() => focused(page), "Settings");
  assert.deepEqual(faults, []);
});

test("the focus is not lost with the screen", async () => {
  const { page, faults } = await begin();
  await becomes(() => focused(page), "main");
  await (await inMenu(page, "Open another")).focus();
  await page.keyboard.press("Enter");
  await page.locator(".openmenu").waitFor();
  await page.waitForFunction(() => document.activeElement.id === "main");
  assert.deepEqual(faults, []);
});

const LINE = ["e4", "d5", "exd5", "c6", "dxc6", "Nf6", "cxb7", "e6"];

test("a promotion is chosen in a dialog, by hand and by keyboard", async () => {
  const { page, faults } = await open(browser);
  await page.goto(`${host.url}#/build`);
  await page.locator(".boardhost").waitFor();
  for (const san of LINE) await typed(page, san);
  const before = await fen(page);
  await drag(page, "b7", "a8");
  await page.locator("dialog", { hasText: "Promote to" }).waitFor();
  await becomes(() => focused(page), "Queen");
  for (let i = 0; i < 6; i++) await page.keyboard.press("Tab"); // does not lead out
  assert.ok(await page.evaluate(() => document.activeElement === document.body || document.activeElement.closest("dialog") !== null));
  await page.keyboard.press("Escape");
  await page.locator("dialog").waitFor({ state: "detached" });
  assert.equal(await fen(page), before);

  await page.locator(".boardhost").focus();
  await page.keyboard.press("Enter"); // e4
  for (const key of ["ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowUp", "ArrowUp", "ArrowUp", "Enter", "ArrowLeft", "ArrowUp", "Enter"]) await page.keyboard.press(key);
  await page.locator("dialog", { hasText: "Promote to" }).waitFor();
  await page.getByRole("button", { name: "Knight" }).focus();
  await page.keyboard.press("Enter");
  await shows(page, "Nnbqkb1r/p4ppp/4pn2/8/8/8/PPPP1PPP/RNBQKBNR b KQk");
  await becomes(() => focused(page), /^Chess board/);
  assert.deepEqual(faults, []);
});

test("Escape in a field leaves the field, not the screen", async () => {
  const { page, faults } = await begin();
  await page.keyboard.press("/");
  await becomes(() => focused(page), "Type a move");
  await page.keyboard.type("N");
  await page.keyboard.press("Escape");
  await eventually(async () => assert.notEqual(await focused(page), "Type a move"));
  await page.keyboard.press("ArrowDown"); // of the screen that is still there
  await shows(page, "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b");
  assert.match(page.url(), /#\/explore/);
  assert.deepEqual(faults, []);
});
