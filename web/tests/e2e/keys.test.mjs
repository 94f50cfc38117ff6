// Every key of the map, and the board by keyboard alone.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { becomes, eventually, fen, launch, move, open, paste, shows, staticHost, typed } from "./browser.mjs";

let browser, host;
before(async () => ([browser, host] = await Promise.all([launch(), staticHost()])));
after(async () => (await browser.close(), await host.close()));

const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq";
const D4 = "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq";

async function begin(screen) {
  const { page, faults } = await open(browser);
  await page.goto(host.url);
  await page.getByRole("button", { name: "A London System" }).click();
  await page.locator(".about").waitFor();
  if (screen !== "explore") await page.goto(`${host.url}#/${screen}`);
  await page.locator(`#main.${screen} .boardhost`).waitFor();
  await shows(page, START);
  return { page, faults };
}

const pressed = (page, name) => page.getByRole("checkbox", { name }).isChecked();

test("Explore", async () => {
  const { page, faults } = await begin("explore");
  await page.keyboard.press("ArrowDown");
  await shows(page, D4);
  await page.keyboard.press("ArrowUp");
  await shows(page, START);
  // alternatives: 1. d4 has several answers
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.waitForFunction((f) => !document.querySelector(".boardhost").dataset.fen.startsWith(f), D4);
  const first = await fen(page);
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction((f) => !document.querySelector(".boardhost").dataset.fen.startsWith(f), first);
  const second = await fen(page);
  await page.keyboard.press("ArrowLeft");
  await shows(page, first);
  await page.keyboard.press("Home");
  await shows(page, START);
  await page.keyboard.press("End");
  await page.waitForFunction(() => document.querySelectorAll(".panel .moves li").length === 0);
  await page.keyboard.press("Home");
  await shows(page, START);
  await page.keyboard.press("1");
  await shows(page, D4);
  await page.keyboard.press("2");
  await shows(page, second);
  await page.keyboard.press("f");
  await page.locator('.boardhost[data-side="b"]').waitFor();
  await page.keyboard.press("f");
  await page.locator('.boardhost[data-side="w"]').waitFor();
  await page.getByRole("tab", { name: "Names" }).click();
  await page.locator(".explorer").waitFor();
  await page.keyboard.press("e");
  await page.getByText("Show names and database").waitFor();
  await page.keyboard.press("e");
  await page.locator(".explorer").waitFor();
  await page.keyboard.press("/");
  await becomes(() => page.evaluate(() => document.activeElement.id), "san");
  await page.keyboard.press("Escape");
  await eventually(async () => assert.notEqual(await page.evaluate(() => document.activeElement.id), "san"));
  await page.keyboard.press("?");
  await page.locator("dialog", { hasText: "Next alternative" }).waitFor();
  await page.keyboard.press("Escape");
  await page.locator("dialog").waitFor({ state: "detached" });
  // the space bar follows the first move of the list
  await page.keyboard.press("Home");
  await page.keyboard.press(" ");
  await shows(page, D4);
  assert.deepEqual(faults, []);
});

test("the space bar on a checkbox is the checkbox's", async () => {
  const { page, faults } = await begin("build");
  const box = page.getByRole("checkbox", { name: "Engine" });
  await box.focus();
  await page.keyboard.press(" ");
  await becomes(() => box.isChecked(), true);
  await page.keyboard.press(" ");
  await becomes(() => box.isChecked(), false);
  await shows(page, START);
  assert.deepEqual(faults, []);
});

test("the engine in the browser, by its key", async () => {
  const { page, faults } = await begin("explore");
  await page.keyboard.press("l");
  await page.locator(".engines", { hasText: /depth \d\d/ }).first().waitFor();
  await becomes(() => pressed(page, "Engine"), true);
  await page.keyboard.press("l");
  await page.locator(".engine").waitFor({ state: "detached" });
  assert.deepEqual(faults, []);
});

// Castling mates; the king alone could go to g1, too.
test("the engine in the browser castles as in Chess960", async () => {
  const { page, faults } = await open(browser);
  await page.goto(`${host.url}#/openings?fen=${encodeURIComponent("4rkr1/4p1p1/8/8/8/8/8/5K1R w K - 0 1")}`);
  await page.locator(".boardhost").waitFor();
  await page.keyboard.press("l");
  const line = (text) => page.locator(".engine li", { hasText: text }).first().waitFor();
  await line("O-O#");
  // and the next position is told it is none
  await paste(page, "4k3/8/4K3/8/8/8/8/7R w - - 0 1");
  await line("Rh8#");
  assert.deepEqual(faults, []);
});

test("transpositions", async () => {
  const { page, faults } = await open(browser);
  await page.goto(`${host.url}#/build`);
  await page.locator(".boardhost").waitFor();
  for (const line of [["d4", "Nf6", "c4"], ["c4", "Nf6", "d4"]]) {
    await page.keyboard.press("Home");
    for (const san of line) await typed(page, san);
    await page.keyboard.press("Escape");
  }
  const way = () => page.locator(".way").textContent();
  const one = await way();
  await page.keyboard.press("t");
  await page.waitForFunction((w) => document.querySelector(".way").textContent !== w, one);
  await page.keyboard.press("t");
  await page.waitForFunction((w) => document.querySelector(".way").textContent === w, one);
  assert.deepEqual(faults, []);
});

test("Build: undo and redo by each of their keys", async () => {
  const { page, faults } = await begin("build");
  for (const [back, forth] of [["ArrowLeft", "ArrowRight"], ["Control+z", "Control+y"], ["Control+z", "Control+Shift+z"]]) {
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowDown");
    await shows(page, D4);
    await page.keyboard.press(back);
    await shows(page, START);
    await page.keyboard.press(forth);
    await shows(page, D4);
    await page.keyboard.press("ArrowUp");
    await shows(page, START);
  }
  assert.deepEqual(faults, []);
});

test("Build: what is typed is kept when a piece is moved, and the keys are the board's", async () => {
  const { page, faults } = await open(browser);
  await page.goto(`${host.url}#/build`);
  await page.locator(".boardhost").waitFor();
  const E4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq";
  const E5 = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq";
  await page.getByLabel("Annotation of the next move").click();
  await page.keyboard.type("the first");
  await move(page, "e2", "e4");
  await shows(page, E4);
  const of = page.getByLabel("Annotation of e4", { exact: true });
  await becomes(() => of.inputValue(), "the first");
  await page.keyboard.press("ArrowLeft");
  await shows(page, START);
  await page.keyboard.press("ArrowRight");
  await shows(page, E4);
  // of the move that is there: saved before the next is made
  await of.click();
  await page.keyboard.press("End");
  await page.keyboard.type(" move");
  await move(page, "e7", "e5");
  await shows(page, E5);
  await page.keyboard.press("Control+z");
  await shows(page, E4);
  await becomes(() => of.inputValue(), "the first move");
  await page.keyboard.press("Control+z"); // the annotation
  await page.waitForFunction(() => document.querySelector(".annotation textarea").value === "the first");
  await page.keyboard.press("Control+y");
  await page.keyboard.press("Control+y");
  await shows(page, E5);
  // moves that are typed, too: the empty box has no use for these keys
  await typed(page, "Nf3");
  await page.keyboard.press("Control+z");
  await shows(page, E5);
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction((f) => !document.querySelector(".boardhost").dataset.fen.startsWith(f), E5);
  await page.keyboard.type("Nc6");
  await page.keyboard.press("ArrowLeft"); // within the text
  await page.keyboard.press("Enter");
  await page.locator(".way", { hasText: "Nc6" }).waitFor();
  assert.deepEqual(faults, []);
});

test("the key of the box for moves is no part of a move", async () => {
  const { page, faults } = await begin("explore");
  for (let i = 0; i < 3; i++) await page.keyboard.press("/");
  await page.keyboard.type("/d4");
  await becomes(() => page.locator("#san").inputValue(), "d4");
  await page.keyboard.press("Enter");
  await shows(page, D4);
  assert.deepEqual(faults, []);
});

test("Practice: no key answers", async () => {
  const { page, faults } = await begin("explore");
  await page.goto(`${host.url}#/practice`);
  await page.getByRole("button", { name: "From the start" }).click();
  await page.locator('.boardhost[data-input="w"]').waitFor();
  await shows(page, START);
  for (const key of ["ArrowDown", "ArrowRight", "End", "1", " ", "l", "e", "t"]) await page.keyboard.press(key);
  await page.keyboard.press("s"); // comes after them, to a question that is still open
  await page.locator(".hints").waitFor();
  await page.locator('.boardhost[data-input="w"]').waitFor();
  assert.ok((await fen(page)).startsWith(START));
  assert.equal(await page.locator(".panel .moves, .explorer, .engine").count(), 0);
  assert.deepEqual(faults, []);
});

test("a move on the board by keyboard alone", async () => {
  const { page, faults } = await begin("explore");
  await page.locator(".boardhost").focus();
  await page.keyboard.press("Enter"); // e4
  await page.keyboard.press("ArrowLeft"); // d4
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown"); // d2
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await shows(page, D4);
  assert.deepEqual(faults, []);
});

test("Lichess's keys", async () => {
  const { page, faults } = await begin("explore");
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByLabel("Arrow keys").selectOption("lichess");
  await page.keyboard.press("Escape");
  await page.locator("dialog").waitFor({ state: "detached" });
  await page.keyboard.press("ArrowRight");
  await shows(page, D4);
  await page.keyboard.press("ArrowLeft");
  await shows(page, START);
  assert.deepEqual(faults, []);
});
