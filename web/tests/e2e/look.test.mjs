// What stands where: the board beside the evaluation bar, the marks of the last
// move, sentences of Practice, and the order of things on a phone.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { becomes, drop, eventually, launch, narrowEnough, open, paste, quickEngine, sample, shows, staticHost, type, typed } from "./browser.mjs";

let browser, host;
before(async () => ([browser, host] = await Promise.all([launch(), staticHost()])));
after(async () => (await browser.close(), await host.close()));

async function begin(options) {
  const { page, faults } = await open(browser, options);
  await page.goto(host.url);
  await sample(page, "A London System");
  return { page, faults };
}

const box = (page, what) => page.locator(what).boundingBox();

for (const [width, height] of [[1440, 900], [1024, 768], [390, 844]])
  test(`the evaluation bar leaves the board in its place, ${width}`, async () => {
    const { page, faults } = await begin({ viewport: { width, height } });
    await quickEngine(page);
    const before = await box(page, ".boardrow");
    await page.keyboard.press("l");
    await page.locator(".evalbar[role=meter]").waitFor();
    await page.waitForFunction((w) => document.querySelector("svg.cm-chessboard").getBoundingClientRect().right <= w + 1, before.x + before.width);
    await narrowEnough(page, "Explore");
    await page.keyboard.press("l");
    assert.deepEqual(faults, []);
  });

for (const [width, height] of [[1280, 800], [390, 844]])
  test(`Build shows the whole title, ${width}`, async () => {
    const { page, faults } = await begin({ viewport: { width, height } });
    await page.goto(`${host.url}#/build`);
    const title = page.getByLabel("Title");
    await becomes(() => title.inputValue(), "A London System");
    await becomes(() => title.evaluate((it) => it.scrollWidth <= it.clientWidth), true);
    assert.deepEqual(faults, []);
  });

test("the last move is marked by whatever way one came", async () => {
  const { page, faults } = await begin();
  const marked = (n) => page.waitForFunction((n) => document.querySelectorAll(".marks .last").length === n, n);
  await marked(0);
  for (const [key, n] of [["ArrowDown", 2], ["ArrowUp", 0], ["End", 2], ["Home", 0], ["1", 2], ["ArrowDown", 2], ["ArrowRight", 2]]) {
    await page.keyboard.press(key);
    await marked(n);
  }
  // the squares of an alternative are its own: Black has moved, the piece stands on one of them
  const [from, to] = await page.evaluate(() => [...document.querySelectorAll(".marks .last")].map((r) => `${"abcdefgh"[r.getAttribute("x")]}${8 - r.getAttribute("y")}`));
  await page.keyboard.press("ArrowUp");
  await marked(2); // 1. d4
  await type(page, `${from}${to}`);
  await marked(2);
  assert.deepEqual(faults, []);
});

test("pasted into Build: moves are played from the start, positions are gone to", async () => {
  const { page, faults } = await begin();
  await page.goto(`${host.url}#/build`);
  await page.locator("#main.build .boardhost").waitFor();
  await page.keyboard.press("ArrowDown");
  await paste(page, "1. e4 c5 2. Nf3");
  await shows(page, "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq");
  await page.locator(".about", { hasText: "170 moves" }).waitFor();
  await paste(page, "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1");
  await shows(page, "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq");
  assert.match(page.url(), /#\/build/);
  await paste(page, "8/8/8/8/8/4k3/4p3/4K3 w - - 0 1"); // not in the repertoire: a board of its own
  await shows(page, "8/8/8/8/8/4k3/4p3/4K3 w");
  assert.deepEqual(faults, []);
});

test("a list of names that is none says so", async () => {
  const { page, faults } = await begin();
  await drop(page, "names.eco", "garbage");
  await page.locator(".notices .error", { hasText: "names.eco" }).waitFor();
  assert.deepEqual(faults, []);
});

test("Practice says what was wrong, and what was right until the next move", async () => {
  const { page, faults } = await open(browser);
  await page.goto(`${host.url}#/build`);
  await page.getByLabel("Annotation of the next move").fill("Takes the middle");
  for (const san of ["e4", "e5", "Nf3", "Nc6", "Bc4"]) await typed(page, san);
  await page.goto(`${host.url}#/practice`);
  await page.getByRole("button", { name: "From the start" }).click();
  await page.locator('#main.practice .boardhost[data-input="w"]').waitFor();
  await type(page, "d4");
  await page.locator(".said", { hasText: "d4 is not in the repertoire" }).waitFor();
  await type(page, "e4");
  await shows(page, "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w"); // after the reply
  await becomes(() => page.locator(".said").innerText(), "Takes the middle – Pawn to e4");
  assert.deepEqual(faults, []);
});

test("on a phone a question stands right below the board", async () => {
  const { page, faults } = await begin({ viewport: { width: 390, height: 844 } });
  await page.goto(`${host.url}#/practice`);
  await page.getByText("Your move").waitFor();
  await eventually(async () => {
    const [board, asked] = [await box(page, ".boardhost"), await box(page, ".question > h2")];
    assert.ok(asked.y >= board.y + board.height && asked.y + asked.height <= 740, `${asked.y}`);
  });
  // and steps are made without a keyboard
  await page.goto(`${host.url}#/explore`);
  await page.locator("#main.explore").waitFor();
  await page.getByRole("button", { name: "Forward" }).click();
  await shows(page, "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b");
  await page.getByRole("button", { name: "To the start" }).click();
  await shows(page, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w");
  assert.deepEqual(faults, []);
});

test("Openings: keys play the moves of the list that is shown", async () => {
  const { page, faults } = await open(browser);
  await page.goto(`${host.url}#/openings`);
  await page.locator(".explorer .move").nth(2).waitFor();
  const third = await page.locator(".explorer .move").nth(2).innerText();
  await page.keyboard.press("3");
  await page.waitForFunction(() => !document.querySelector(".boardhost").dataset.fen.startsWith("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w"));
  const after = await page.locator(".boardhost").getAttribute("data-fen");
  await page.keyboard.press("ArrowUp");
  await shows(page, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w");
  await page.keyboard.press("ArrowDown"); // where one was
  await shows(page, after);
  await page.keyboard.press("Home");
  await type(page, third);
  await shows(page, after);
  assert.deepEqual(faults, []);
});

test("a screen that could not be loaded is tried again", async () => {
  const { page } = await begin();
  await page.route(/assets\/screens-/, (route) => route.abort());
  await page.getByRole("link", { name: "Practice", exact: true }).click();
  await page.getByRole("alert").waitFor();
  await page.unroute(/assets\/screens-/);
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText("Variations left").waitFor();
});
