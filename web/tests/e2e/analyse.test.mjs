// Analysis: a pasted game is changed and saved, a position set up, arrows drawn; undo,
// a reload, the keyboard alone, and what axe says.
import assert from "node:assert/strict";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { after, before, test } from "node:test";
import { reads } from "./axe.mjs";
import { drag, launch, move, open, paste, ROOT, saved, shows, staticHost, tabiyaHost, typed, WEB } from "./browser.mjs";

const PGN = `[Event "Club"]
[White "Ann"]
[Black "Bob"]
[Result "1-0"]

{A short one.} 1. e4 {[%clk 0:10:00]} e5 (1... c5 2. Nf3) 2. Nf3 Nc6 3. Bb5 a6 1-0
`;

let browser, host;
before(async () => ([browser, host] = await Promise.all([launch(), staticHost()])));
after(async () => (await browser.close(), await host.close()));

const score = (page) => page.locator(".score");
// Waits until the moves are these, with what is said of them.
async function reading(page, expected) {
  await page
    .waitForFunction((text) => document.querySelector(".score")?.textContent.replace(/\s+/g, " ").trim() === text, expected, { timeout: 20_000 })
    .catch(async () => assert.equal((await score(page).textContent()).replace(/\s+/g, " ").trim(), expected));
}

async function pasted(options) {
  const { page, faults } = await open(browser, options);
  await page.goto(`${host.url}#/analysis`);
  await score(page).waitFor();
  await paste(page, PGN);
  await page.locator(".topbar h1", { hasText: "Ann – Bob" }).waitFor();
  await reading(page, "A short one.1. e4e51… c52. Nf32. Nf3Nc63. Bb5a61–0");
  return { page, faults };
}

const go = (page, san) => score(page).getByRole("button", { name: san, exact: true }).first().click();
const press = (page, name) => page.getByRole("button", { name, exact: true }).click();
const ofMove = async (page, name) => (await press(page, "More of the move"), await page.locator(".movebar .sheet").getByRole("button", { name }).click());
const pgn = async (page) => (await saved(page, page.getByRole("button", { name: "Download PGN" }))).text;

// Draws with the right button.
async function draw(page, from, to, ...keys) {
  const box = await page.locator(".boardhost").boundingBox();
  const at = (square) => [box.x + ((square.charCodeAt(0) - 96.5) * box.width) / 8, box.y + ((8.5 - Number(square[1])) * box.height) / 8];
  for (const key of keys) await page.keyboard.down(key);
  await page.mouse.move(...at(from));
  await page.mouse.down({ button: "right" });
  await page.mouse.move(...at(to), { steps: 4 });
  await page.mouse.up({ button: "right" });
  for (const key of keys) await page.keyboard.up(key);
}

test("a pasted game is saved to the database, one of it is not saved again", async () => {
  const server = await tabiyaHost(join(ROOT, "samples/games.pgn"));
  const { page, faults } = await open(browser);
  const save = page.getByRole("button", { name: "Save to the database" });
  await page.goto(`${server.url}#/analysis?game=3`);
  await page.getByRole("button", { name: "Download PGN" }).waitFor();
  assert.equal(await save.count(), 0);
  await paste(page, PGN);
  await save.click();
  await page.getByText("1 of 1 game imported").waitFor();
  const found = await (await fetch(`${server.url}api/v1/games?player=Ann`)).json();
  assert.equal(found.total, 1);
  assert.deepEqual(faults, []);
  await page.close();
  await server.close();
});

test("a pasted game is commented, and saved as PGN", async () => {
  const { page, faults } = await pasted();
  await go(page, "Bb5");
  await shows(page, "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b");
  await press(page, "! for Bb5");
  await score(page).getByRole("button", { name: "Bb5!" }).waitFor();
  await page.locator(".boardhost").focus(); // the keys are the screen's
  await page.keyboard.press("n");
  await page.getByLabel("Comment on Bb5").fill("The Spanish");
  await page.keyboard.press("Enter");
  await score(page).getByRole("button", { name: "The Spanish" }).waitFor();
  await page.getByText("· not saved").waitFor();
  // a line of one's own, by hand
  await move(page, "g8", "f6");
  await reading(page, "A short one.1. e4e51… c52. Nf32. Nf3Nc63. Bb5!The Spanish3… a63… Nf61–0");
  await page.getByRole("tab", { name: "Info" }).click();
  await page.getByLabel("Site").fill("Riga");
  await page.getByLabel("Result").selectOption("1/2-1/2");
  await page.getByRole("tab", { name: "Moves" }).click();
  const text = await pgn(page);
  assert.match(text, /\[Site "Riga"\]/);
  assert.match(text, /\[Result "1\/2-1\/2"\]/);
  assert.match(text.replace(/\s+/g, " "), /\{A short one\.\} 1\. e4 \{\[%clk 0:10:00\]\} 1\.\.\. e5 \(1\.\.\. c5 2\. Nf3\) 2\. Nf3 Nc6 3\. Bb5 \$1 \{The Spanish\} 3\.\.\. a6 \(3\.\.\. Nf6\) 1\/2-1\/2/);
  await page.getByText("not saved").waitFor({ state: "detached" });
  assert.deepEqual(faults, []);
});

test("lines go up and down, are deleted, and undo brings all of it back", async () => {
  const { page, faults } = await pasted();
  const first = "A short one.1. e4e51… c52. Nf32. Nf3Nc63. Bb5a61–0";
  const other = "A short one.1. e4c51… e52. Nf3Nc63. Bb5a62. Nf31–0";
  await go(page, "c5");
  await ofMove(page, /^Line up/);
  await reading(page, other);
  await ofMove(page, /^Line down/);
  await reading(page, first);
  await ofMove(page, /^Make it the main line/);
  await reading(page, other);
  await go(page, "e5");
  await ofMove(page, /^Delete from here/);
  await reading(page, "A short one.1. e4c52. Nf31–0");
  await shows(page, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b");
  for (const text of [other, first, other, first]) {
    await press(page, "Undo");
    await reading(page, text);
  }
  for (const text of [other, first, other, "A short one.1. e4c52. Nf31–0"]) {
    await press(page, "Redo");
    await reading(page, text);
  }
  await press(page, "New game");
  await page.getByText("Play a move, or paste a game").waitFor();
  await press(page, "Undo");
  await reading(page, "A short one.1. e4c52. Nf31–0");
  assert.deepEqual(faults, []);
});

test("arrows and circles are drawn, and are in the PGN", async () => {
  const { page, faults } = await pasted();
  await go(page, "e4");
  const drawn = (kind) => page.locator(`.marks .${kind}`).first().waitFor({ state: "attached" });
  await draw(page, "g1", "f3");
  await drawn("arrow.own.G");
  await draw(page, "d8", "h4", "Shift");
  await drawn("arrow.own.R");
  await draw(page, "e5", "e5", "Alt");
  await drawn("circle.B");
  await draw(page, "d5", "d5", "Shift", "Alt");
  await drawn("circle.Y");
  await draw(page, "d8", "h4", "Shift"); // takes it away
  await page.locator(".marks .arrow.own.R").waitFor({ state: "detached" });
  assert.match(await pgn(page), /1\. e4 \{\[%csl Be5,Yd5\] \[%cal Gg1f3\]\s\[%clk 0:10:00\]\}/);
  // where they were drawn, and over a reload
  await page.locator(".boardhost").focus();
  await page.keyboard.press("ArrowRight");
  await page.locator(".marks .circle").first().waitFor({ state: "detached" });
  await page.keyboard.press("ArrowLeft");
  await drawn("circle.B");
  await page.reload();
  await drawn("circle.Y");
  await press(page, "Undo"); // d8h4 again
  await drawn("arrow.own.R");
  assert.deepEqual(faults, []);
});

test("a position is set up", async () => {
  const { page, faults } = await open(browser);
  await page.goto(`${host.url}#/analysis`);
  await press(page, "Set up a position");
  await press(page, "Clear the board");
  await page.getByText("The board is empty.").waitFor();
  assert.ok(await page.getByRole("button", { name: "Use this position" }).isDisabled());
  const put = async (piece, square) => {
    await page.getByRole("radio", { name: piece, exact: true }).check({ force: true });
    await page.locator(`#square-${square}`).click();
    await page.locator(`#square-${square}[aria-label="${square} ${piece}"]`).waitFor();
  };
  await put("white king", "e1");
  await put("black king", "e8");
  await put("white rook", "h1");
  await put("white pawn", "d5");
  await put("black pawn", "e5");
  await page.getByLabel("White O-O", { exact: true }).check();
  assert.ok(await page.getByLabel("White O-O-O").isDisabled());
  await page.getByLabel("En passant").selectOption("e6");
  await page.locator('[data-setup="4k3/8/8/3Pp3/8/8/8/4K2R w K e6 0 1"]').waitFor();
  // a reload in between, and a piece too many
  await page.reload();
  await page.locator('[data-setup="4k3/8/8/3Pp3/8/8/8/4K2R w K e6 0 1"]').waitFor();
  await put("white king", "a1");
  await page.locator("[role=status].error").waitFor();
  await press(page, "Undo");
  await page.getByText("This position can be played.").waitFor();
  await press(page, "Use this position");
  await shows(page, "4k3/8/8/3Pp3/8/8/8/4K2R w K e6");
  await typed(page, "dxe6");
  await shows(page, "4k3/8/4P3/8/8/8/8/4K2R b K -");
  assert.match(await pgn(page), /\[FEN "4k3\/8\/8\/3Pp3\/8\/8\/8\/4K2R w K e6 0 1"\]\s+1\. dxe6 \*/);
  // one by a FEN
  await press(page, "Set up a position");
  await page.getByLabel("FEN, or moves from the start").fill("1. e4 c5");
  await page.getByLabel("FEN, or moves from the start").press("Enter");
  await press(page, "Use this position");
  await shows(page, "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w");
  assert.deepEqual(faults, []);
});

test("a reload keeps all of it, and so does another place", async () => {
  const { page, faults } = await pasted();
  await go(page, "a6");
  await typed(page, "Ba4");
  await press(page, "!? for Ba4");
  const text = "A short one.1. e4e51… c52. Nf32. Nf3Nc63. Bb5a64. Ba4!?1–0";
  await reading(page, text);
  await page.reload();
  await reading(page, text);
  await shows(page, "r1bqkbnr/1ppp1ppp/p1n5/4p3/B3P3/5N2/PPPP1PPP/RNBQK2R b");
  await page.getByRole("link", { name: "Openings", exact: true }).click();
  await page.getByRole("heading", { name: "Openings" }).waitFor();
  await page.getByRole("link", { name: "Analysis", exact: true }).click();
  await reading(page, text);
  await press(page, "Undo");
  await press(page, "Undo");
  await reading(page, "A short one.1. e4e51… c52. Nf32. Nf3Nc63. Bb5a61–0");
  assert.deepEqual(faults, []);
});

test("all of it by keyboard alone", async () => {
  const { page, faults } = await pasted();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown"); // the other line
  await shows(page, "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w");
  await page.keyboard.press("+");
  await reading(page, "A short one.1. e4c51… e52. Nf3Nc63. Bb5a62. Nf31–0");
  await page.keyboard.press("-");
  await reading(page, "A short one.1. e4e51… c52. Nf32. Nf3Nc63. Bb5a61–0");
  await page.keyboard.press("n");
  await page.keyboard.type("Sicilian");
  await page.keyboard.press("Enter");
  await reading(page, "A short one.1. e4e51… c5Sicilian2. Nf32. Nf3Nc63. Bb5a61–0");
  await page.keyboard.press("Delete");
  await reading(page, "A short one.1. e4e52. Nf3Nc63. Bb5a61–0");
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+z");
  await reading(page, "A short one.1. e4e51… c52. Nf32. Nf3Nc63. Bb5a61–0");
  await page.keyboard.press("Control+y");
  await reading(page, "A short one.1. e4e51… c5Sicilian2. Nf32. Nf3Nc63. Bb5a61–0");
  // an arrow on the board: a begins it, a ends it
  await page.locator(".boardhost").focus();
  for (const key of ["Enter", "a", "ArrowUp", "ArrowUp", "a"]) await page.keyboard.press(key);
  await page.locator(".marks .arrow.own.G").waitFor({ state: "attached" });
  await page.keyboard.press("Escape");
  // a position is set up by letters
  await page.getByRole("button", { name: "Set up a position" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Clear the board" }).focus();
  await page.keyboard.press("Enter");
  await page.locator("#square-e4").focus();
  for (const key of ["K", "ArrowUp", "ArrowUp", "k", "ArrowLeft", "q", "Delete"]) await page.keyboard.press(key);
  await page.locator('[data-setup="8/8/4k3/8/4K3/8/8/8 w - - 0 1"]').waitFor();
  await page.getByRole("button", { name: "Use this position" }).focus();
  await page.keyboard.press("Enter");
  await shows(page, "8/8/4k3/8/4K3/8/8/8 w");
  assert.deepEqual(faults, []);
});

test("FEN, PGN and a picture are copied, and lines go into a repertoire", async () => {
  const { page, faults } = await open(browser, { permissions: ["clipboard-read", "clipboard-write"] });
  await page.goto(`${host.url}#/analysis`);
  await score(page).waitFor();
  await paste(page, PGN);
  await go(page, "c5");
  await page.getByRole("group", { name: "Copy" }).getByRole("button", { name: "FEN" }).click();
  await page.getByText("The FEN is in the clipboard.").waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
  await page.getByRole("group", { name: "Copy" }).getByRole("button", { name: "PGN" }).click();
  await page.getByText("The PGN is in the clipboard.").waitFor();
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /\(1\.\.\. c5 2\. Nf3\)/);
  await page.getByRole("group", { name: "Copy" }).getByRole("button", { name: "Image" }).click();
  await page.getByText("The picture is in the clipboard.").waitFor();
  // light and dark squares and pieces: nothing is missing from the picture
  const colours = await page.evaluate(async () => {
    const [item] = await navigator.clipboard.read();
    const image = await createImageBitmap(await item.getType("image/png"));
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext("2d");
    context.drawImage(image, 0, 0);
    const at = (x, y) => [...context.getImageData((x * image.width) / 8, (y * image.height) / 8, 1, 1).data].slice(0, 3).join();
    return { width: image.width, light: at(0.1, 2.9), dark: at(1.1, 2.9), black: at(0.5, 1.6), white: at(0.5, 6.6) };
  });
  const { black, white, ...board } = colours;
  assert.deepEqual(board, { width: 960, light: "238,220,187", dark: "181,138,95" });
  assert.ok(black.split(",").every((n) => n < 120), black);
  assert.equal(white, "255,255,255");
  await press(page, "Add to a repertoire");
  await page.getByLabel("The moves to this position").check({ force: true });
  await press(page, "New, for White");
  await page.locator("#main.build").waitFor();
  await page.getByText("3 positions · 2 moves").waitFor();
  assert.deepEqual(faults, []);
});

test("nothing is objected to, in any size", async () => {
  for (const [width, height] of [[1440, 900], [1024, 768], [390, 844]]) {
    const { page, faults } = await pasted({ viewport: { width, height } });
    await go(page, "Bb5");
    await reads(page, `the moves, ${width}`);
    await page.locator(".boardhost").focus();
    await page.keyboard.press("n");
    await page.getByLabel("Comment on Bb5").waitFor();
    await reads(page, `a comment, ${width}`);
    await page.keyboard.press("Escape");
    await press(page, "More of the move");
    await reads(page, `more of the move, ${width}`);
    await press(page, "More of the move");
    await page.getByRole("tab", { name: "Info" }).click();
    await reads(page, `the tags, ${width}`);
    if (width < 1200) await page.getByRole("tab", { name: "Tools" }).click();
    await reads(page, `the tools, ${width}`);
    await press(page, "Add to a repertoire");
    await reads(page, `into a repertoire, ${width}`);
    await page.keyboard.press("Escape");
    await press(page, "Set up a position");
    await page.getByRole("button", { name: "Use this position" }).waitFor();
    await reads(page, `setting up, ${width}`);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
    assert.deepEqual(faults, []);
  }
});

test("in the single file", async () => {
  const { page, faults } = await open(browser);
  await page.goto(`${pathToFileURL(join(WEB, "dist-single/index.html"))}#/analysis`);
  await score(page).waitFor();
  await paste(page, PGN);
  await reading(page, "A short one.1. e4e51… c52. Nf32. Nf3Nc63. Bb5a61–0");
  await drag(page, "d2", "d4");
  await page.locator(".variation", { hasText: "d4" }).waitFor();
  await page.reload();
  await page.locator(".variation", { hasText: "d4" }).waitFor();
  assert.deepEqual(faults, []);
});
