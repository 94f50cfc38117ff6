// The first picture: the right position, and the app takes its place without
// anything moving.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { deflateRawSync } from "node:zlib";
import { becomes, launch, open, ROOT, staticHost, typed } from "./browser.mjs";

let browser, host;
before(async () => ([browser, host] = await Promise.all([launch(), staticHost()])));
after(async () => (await browser.close(), await host.close()));

const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
const OTHER = "r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2PP1N2/PP3PPP/RNBQR1K1 w - - 0 7";

// The squares of a picture as a FEN has them, read off where the pieces are
// drawn.
const read = () => {
  const box = document.querySelector("svg.cm-chessboard").getBoundingClientRect();
  const squares = Array(64).fill("");
  for (const use of document.querySelectorAll("svg.cm-chessboard use")) {
    const at = use.getBoundingClientRect();
    const file = Math.floor(((at.x + at.width / 2 - box.x) / box.width) * 8);
    const rank = Math.floor(((at.y + at.height / 2 - box.y) / box.height) * 8);
    const [side, piece] = use.getAttribute("href").slice(1);
    squares[rank * 8 + file] = side === "w" ? piece.toUpperCase() : piece;
  }
  const rows = [0, 1, 2, 3, 4, 5, 6, 7].map((r) => squares.slice(r * 8, r * 8 + 8).map((p) => p || ".").join(""));
  return rows.map((row) => row.replace(/\.+/g, (dots) => String(dots.length))).join("/");
};
const turned = (placement) => [...placement].reverse().join("");

// The share of values of two pictures that differ by more than a shade.  Where
// squares are no whole pixels wide, a few at their edges do.
async function differing(page, one, other) {
  return page.evaluate(async (files) => {
    const pixels = await Promise.all(
      files.map(async (file) => {
        const image = new Image();
        image.src = `data:image/png;base64,${file}`;
        await image.decode();
        const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d");
        canvas.drawImage(image, 0, 0);
        return canvas.getImageData(0, 0, image.width, image.height).data;
      }),
    );
    if (pixels[0].length !== pixels[1].length) return Infinity;
    let n = 0;
    for (let i = 0; i < pixels[0].length; i++) n += Math.abs(pixels[0][i] - pixels[1][i]) > 24;
    return n / pixels[0].length;
  }, [one, other].map((png) => png.toString("base64")));
}

// Opens a link with the app held back, looks, and lets it come.
async function compare(page, link, expected, most = 1e-4) {
  let release;
  const held = new Promise((done) => (release = done));
  await page.route(/assets\/index-/, async (route) => (await held, await route.continue()));
  await page.goto("about:blank");
  await page.goto(host.url + link, { waitUntil: "commit" });
  await page.locator("#first .boardpicture use").first().waitFor();
  const box = await page.locator("svg.cm-chessboard").boundingBox();
  assert.equal(await page.evaluate(read), expected);
  const picture = await page.screenshot({ clip: box });
  await page.evaluate(() => {
    globalThis.moved = [];
    const name = ({ node }) => node?.nodeType === 1 && node.closest(".rail, .topbar, .boardrow") && `${node.localName}.${node.className}`;
    new PerformanceObserver((list) => globalThis.moved.push(...list.getEntries().flatMap((e) => e.sources.map(name)).filter(Boolean))).observe({ type: "layout-shift", buffered: true });
  });
  release();
  await page.locator("#app .boardhost use").first().waitFor();
  // all of these from the first frame of the app on
  assert.equal(await page.locator("#first").count(), 0);
  assert.equal(await page.evaluate(read), expected);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 150))));
  assert.deepEqual(await page.locator("svg.cm-chessboard").boundingBox(), box);
  const share = await differing(page, picture, await page.screenshot({ clip: box }));
  assert.ok(share < most, `${share} of the picture changes`);
  assert.deepEqual(await page.evaluate(() => globalThis.moved), []);
  await page.unroute(/assets\/index-/);
}

// Every screen at every size; another position and other colours once.
const AT = {
  start: [["#/openings", START], ["#/database", START], ["#/build", START]],
  other: [[`#/openings?fen=${encodeURIComponent(OTHER)}`, OTHER.split(" ")[0]], [`#/database?fen=${encodeURIComponent(OTHER)}`, OTHER.split(" ")[0]]],
};

for (const [size, viewport] of [["desktop", { width: 1440, height: 900 }], ["small", { width: 1111, height: 777 }], ["phone", { width: 390, height: 844 }]])
  for (const colorScheme of size === "small" ? ["light"] : ["light", "dark"])
    test(`the picture and the board are one, ${size}, ${colorScheme}`, async () => {
      const { page, faults } = await open(browser, { viewport, colorScheme });
      const links = colorScheme === "dark" ? [AT.other[0]] : size === "desktop" ? [...AT.start, ...AT.other] : AT.start;
      // letters of six pixels are not drawn alike
      for (const [link, expected] of links) await compare(page, link, expected, size === "small" ? 5e-4 : 1e-4);
      assert.deepEqual(faults, []);
    });

test("a repertoire that was open is seen from its side", async () => {
  const { page, faults } = await open(browser);
  await page.goto(`${host.url}#/build`);
  await page.getByRole("button", { name: "Repertoire menu" }).click();
  await page.getByLabel("Plays").selectOption("black");
  await typed(page, "e4");
  await page.getByText("saved").waitFor();
  await compare(page, "#/explore", turned("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"), 0.01); // the app marks the last move
  await becomes(() => page.evaluate(() => document.querySelector(".boardhost").dataset.side), "b");
  assert.deepEqual(faults, []);
});

test("the Database shows the position that was on its board", async () => {
  const { page, faults } = await open(browser);
  await page.goto(`${host.url}#/database`);
  for (const san of ["d4", "d5"]) await typed(page, san);
  await compare(page, "#/database", "rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR");
  await compare(page, `#/database?fen=${encodeURIComponent(OTHER)}`, OTHER.split(" ")[0]);
  assert.deepEqual(faults, []);
});

test("a repertoire that was shared is seen from its side", async () => {
  const { page, faults } = await open(browser);
  const text = await readFile(join(ROOT, "samples/caro-kann.txt"));
  await compare(page, `#/explore?side=b&r=${deflateRawSync(text).toString("base64url")}`, turned(START));
  await becomes(() => page.evaluate(() => document.querySelector(".boardhost").dataset.side), "b");
  assert.deepEqual(faults, []);
});

test("settings count from the first picture on", async () => {
  const { page } = await open(browser, { colorScheme: "light" });
  await page.goto(host.url);
  await page.evaluate(() => localStorage.setItem("tabiya.settings", JSON.stringify({ theme: "dark", pieces: "staunty" }))); // a set that is no more
  await compare(page, "#/openings", START);
  await becomes(() => page.evaluate(() => document.documentElement.dataset.theme), "dark");
});

test("no picture where only the core can tell the position", async () => {
  const { page } = await open(browser);
  await page.route(/assets\/index-/, () => {});
  for (const link of ["#/", "#/practice", "#/explore", "#/explore?r=AAAA", `#/build?fen=${encodeURIComponent(OTHER)}`, "#/openings?fen=8/8/8", "#/openings?fen=<b>"]) {
    await page.goto("about:blank");
    await page.goto(host.url + link, { waitUntil: "commit" });
    await page.locator("#first nav a").first().waitFor(); // drawn together with the board
    assert.equal(await page.locator("use").count(), 0, link);
  }
});

test("a position that is none is refused with a sentence", async () => {
  const { page, faults } = await open(browser);
  await page.goto(`${host.url}#/openings?fen=${encodeURIComponent("8/8/8/8/8/8/8/8 w - - 0 1")}`);
  await page.getByRole("alert").waitFor();
  await becomes(() => page.evaluate(read), START);
  assert.deepEqual(faults, []);
});
