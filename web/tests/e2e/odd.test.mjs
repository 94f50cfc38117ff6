// What is unusual: words without an end, games without an end, windows that are
// small, databases that are empty, servers that go away.
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { becomes, eventually, hoverUntil, inMenu, laidOut, launch, narrowEnough, open, ROOT, sample, shows, tabiyaHost, typed } from "./browser.mjs";

const LONG = `${"Wolfeschlegelsteinhausenbergerdorff-".repeat(4)} ${"x".repeat(90)}`;
const WANDERING = ["Nf3", "Nf6", "Ng1", "Ng8"];

// 300 plies with clocks of more than an hour; 60 short games behind it.
function games() {
  const clock = (i) => `${Math.floor((7200 - i * 20) / 3600)}:${String(Math.floor((7200 - i * 20) / 60) % 60).padStart(2, "0")}:${String((7200 - i * 20) % 60).padStart(2, "0")}`;
  const moves = Array.from({ length: 300 }, (_, i) => `${i % 2 ? "" : `${i / 2 + 1}. `}${WANDERING[i % 4]} {[%clk ${clock(i)}]}`);
  const head = (white, black) => `[Event "${LONG}"]\n[Site "${LONG}"]\n[White "${white}"]\n[Black "${black}"]\n[Result "1/2-1/2"]\n\n`;
  const short = Array.from({ length: 60 }, (_, i) => `${head(`Player ${i}`, "Another")}1. e4 e5 1/2-1/2\n\n`);
  return `${head(LONG, LONG)}${moves.join(" ")} 1/2-1/2\n\n${short.join("")}`;
}

let browser, host, empty, folder;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "tabiya-odd-"));
  const files = [join(folder, "games.pgn"), join(folder, "none.pgn")];
  await writeFile(files[0], games());
  await writeFile(files[1], "");
  [browser, host, empty] = await Promise.all([launch(), ...files.map((file) => tabiyaHost(file))]);
});
after(async () => (await browser.close(), await host.close(), await empty.close(), await rm(folder, { recursive: true })));

const SIZES = [[1280, 800], [640, 400], [390, 844]]; // the second is the first at 200 %

// At no size is anything wider than the window, nor the list than its column.
async function fits(page) {
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    const over = () => page.evaluate(async () => {
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      const right = (what) => document.querySelector(what)?.getBoundingClientRect().right ?? 0;
      return [document.documentElement.scrollWidth - innerWidth, right(".list") > right(".panel") + 1 ? 1 : 0];
    });
    await becomes(over, [0, 0], `${page.url()}, ${width} x ${height}`);
  }
}

test("long words", async () => {
  const { page, faults } = await open(browser);
  await page.goto(`${host.url}#/database`);
  await page.locator(".list a").first().waitFor();
  await fits(page);
  await page.locator(".list a").first().click();
  await page.locator(".score").waitFor();
  await fits(page);
  await page.goto(`${host.url}#/build`);
  await page.locator("#main.build .boardhost").waitFor();
  await page.getByLabel("Title").fill(LONG);
  await page.getByRole("button", { name: "Repertoire menu" }).click();
  await page.getByLabel("File name").fill(LONG.slice(0, 180));
  await page.keyboard.press("Escape");
  await typed(page, "e4");
  await page.getByRole("tab", { name: "Notes" }).click();
  await page.locator(".annotation textarea").fill(LONG);
  await page.locator(".annotation textarea").press("Tab");
  await page.locator(".about", { hasText: "· saved" }).waitFor();
  await fits(page);
  await page.goto(`${host.url}#/explore`);
  await page.locator("#main.explore .boardhost").waitFor();
  await fits(page);
  await page.goto(host.url);
  await page.locator(".file").first().waitFor();
  await fits(page);
  assert.deepEqual(faults, []);
});

test("the board is no higher than the window", async () => {
  const { page, faults } = await open(browser, { viewport: { width: 640, height: 400 } });
  await page.goto(`${host.url}#/openings`);
  await page.locator(".boardhost svg.cm-chessboard").waitFor();
  await eventually(async () => {
    const { height } = await page.locator(".boardhost").boundingBox();
    assert.ok(height <= 400, `${height}`);
  });
  assert.deepEqual(faults, []);
});

test("a game of 300 plies", async () => {
  const { page, faults } = await open(browser, { viewport: { width: 1280, height: 800 } });
  await page.goto(`${host.url}#/database?game=1`);
  await page.locator(".score").waitFor();
  const from = await page.evaluate(() => scrollY);
  // as keys come that are held down: faster than pictures, of which none but
  // the last is left to be drawn then
  const pictures = await page.evaluate(async () => {
    for (let i = 0; i < 101; i++) {
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true, cancelable: true }));
      await new Promise((done) => setTimeout(done));
    }
    const seen = new Set();
    for (let still = 0, last = ""; still < 20; ) {
      await new Promise(requestAnimationFrame);
      const now = [...document.querySelectorAll(".boardhost [data-piece]")].map((p) => p.dataset.piece + p.dataset.square).sort().join();
      still = now === last ? still + 1 : 0;
      seen.add((last = now) + performance.now() * (still === 0));
    }
    return [...seen];
  });
  await shows(page, "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b");
  assert.ok(pictures.length <= 6, `${pictures.length} pictures`);
  assert.match(pictures.at(-1), /bng8.*wnf3/);
  await becomes(() => page.evaluate(() => scrollY), from);
  await becomes(() => page.locator("figure", { hasText: "Clock" }).innerText(), /White 1:26:40\s.*Black 1:27:00/s);
  // the move is in sight in its box, and the page stands where it stood
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    await page.evaluate(() => scrollTo(0, 0));
    for (let i = 0; i < 4; i++) await page.keyboard.press("ArrowRight");
    await shows(page, "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b");
    await page.waitForFunction(() => {
      const body = innerWidth < 860 ? ".score" : ".panel .body";
      const [box, here] = [body, ".score [aria-current]"].map((what) => document.querySelector(what).getBoundingClientRect());
      return here.top >= box.top && here.bottom <= box.bottom;
    });
    await becomes(() => page.evaluate(() => scrollY), 0);
  }
  assert.deepEqual(faults, []);
});

test("a game is shown from its top, and the list where it was left", async () => {
  const { page, faults } = await open(browser, { viewport: { width: 1280, height: 500 } });
  await page.goto(`${host.url}#/database`);
  await page.getByRole("link", { name: "Player 40", exact: true }).hover(); // it is in sight
  const scrolled = () => document.querySelector(".panel .body").scrollTop;
  const left = await page.evaluate(scrolled);
  assert.ok(left > 500, `${left}`);
  await page.getByRole("link", { name: "Player 40", exact: true }).click();
  await page.locator(".score").waitFor();
  await becomes(async () => [await page.evaluate(scrolled), await page.evaluate(() => scrollY)], [0, 0]);
  await page.goBack();
  // the row is in sight again
  await page.waitForFunction(() => {
    const link = [...document.querySelectorAll(".list a")].find((a) => a.textContent === "Player 40");
    const [row, box] = [link, document.querySelector(".panel .body")].map((it) => it?.getBoundingClientRect());
    return row && row.top >= box.top && row.bottom <= box.bottom;
  });
  await page.getByRole("link", { name: "Openings", exact: true }).click();
  await page.locator("h1", { hasText: "Openings" }).waitFor();
  await page.waitForFunction(() => scrollY === 0);
  assert.deepEqual(faults, []);
});

test("what is said of a position stays within the graph", async () => {
  const { page, faults } = await open(browser, { viewport: { width: 1280, height: 800 } });
  await page.goto(`${host.url}#/build`);
  await page.getByText("No moves yet").waitFor(); // an empty graph says so
  await page.getByLabel("Annotation of the next move").fill(LONG.repeat(3));
  await typed(page, "e4");
  await page.getByText("No moves yet").waitFor({ state: "detached" });
  await laidOut(page);
  const box = await page.locator(".graphhost").boundingBox();
  const tip = page.locator(".graphtip", { hasText: "e4" });
  const rows = Array.from({ length: Math.floor(box.height / 10) }, (_, i) => [box.x + box.width / 2, box.y + box.height - 5 - 10 * i]);
  await hoverUntil(page, rows, tip);
  const said = await tip.boundingBox();
  assert.ok(said.x >= box.x && said.x + said.width <= box.x + box.width + 1, JSON.stringify([box, said]));
  assert.ok(said.y >= box.y && said.y + said.height <= box.y + box.height + 1, JSON.stringify([box, said]));
  assert.deepEqual(faults, []);
});

test("an empty database says that it is, and the book has no empty columns", async () => {
  const { page, faults } = await open(browser);
  await page.goto(`${empty.url}#/database`);
  await page.getByText("The database is empty.").waitFor();
  await page.getByRole("tab", { name: "Position" }).click();
  await page.locator(".explorer").getByText("Name").waitFor();
  assert.equal(await page.locator(".explorer").getByText("Reached").count(), 0);
  assert.deepEqual(faults, []);
});

// Each screen, and what is there in any case.
const SCREENS = { "": ".home-grid", explore: ".boardhost", build: ".boardhost", practice: ".question", database: ".boardhost", openings: ".boardhost" };

// Every screen is whole: it says something, waits for nothing, and nothing is too wide.
async function whole(page, url) {
  for (const [screen, there] of Object.entries(SCREENS)) {
    await page.goto(`${url}#/${screen}`);
    await page.locator(`#main.${screen || "home"} ${there}`).waitFor();
    await page.waitForFunction(() => ![...document.querySelectorAll("#main p")].some((p) => p.textContent.trim() === "…" && p.checkVisibility()));
    await narrowEnough(page, screen);
  }
}

test("every screen with an empty database, and with a server that has stopped", async () => {
  const { page, faults } = await open(browser);
  await page.goto(empty.url);
  await sample(page, "A London System");
  await whole(page, empty.url);
  assert.deepEqual(faults, []);
  await page.route("**/api/v1/**", (route) => route.abort());
  await whole(page, empty.url);
  assert.deepEqual(faults.filter((f) => !f.includes("ERR_FAILED")), []);
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

test("a server that goes away takes nothing along", async () => {
  const gone = await tabiyaHost(join(ROOT, "samples/games.pgn"));
  const { page } = await open(browser);
  await page.goto(gone.url);
  await sample(page, "A London System");
  await page.locator(".explorer").getByText("Reached").waitFor();
  await page.getByRole("link", { name: "Games", exact: true }).click();
  await page.locator(".list a").first().waitFor();
  await gone.close();
  await page.getByRole("button", { name: "Conditions" }).click();
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await page.locator(".panel").getByText("The server does not answer.").waitFor();
  // repertoires go on, with the book
  await page.getByRole("link", { name: "Repertoire", exact: true }).click();
  await page.getByRole("link", { name: "Build", exact: true }).click();
  await page.locator("#main.build .boardhost").waitFor();
  await typed(page, "e4");
  await page.locator(".panel").getByText("The server does not answer.").waitFor();
  await page.locator(".explorer").getByText("Sicilian Defense").waitFor();
  await page.locator(".about", { hasText: "· saved" }).waitFor();
  await (await inMenu(page, "Save on the server")).click();
  await page.locator(".notices", { hasText: "The server does not answer." }).waitFor();
});

test("a server that comes back is asked again", async () => {
  const host = await tabiyaHost(join(ROOT, "samples/games.pgn"));
  const { page } = await open(browser);
  await page.goto(`${host.url}#/database`);
  const link = page.locator(".list a").nth(1); // the first is on the board already
  await link.waitFor();
  let down = /./; // what is asked for in vain
  await page.route("**/api/v1/**", (route) => (down?.test(route.request().url()) ? route.abort() : route.continue()));
  await link.click();
  await page.locator(".notices", { hasText: "The server does not answer." }).waitFor();
  down = null;
  await link.click(); // the same
  await page.locator(".score .one").first().waitFor();
  await page.getByRole("tab", { name: "Info" }).click();
  await page.getByRole("link", { name: "← Games" }).click();
  await page.getByRole("button", { name: "Conditions" }).click();
  down = /./;
  await page.getByRole("button", { name: "Search", exact: true }).click();
  const again = page.locator(".search .body").getByRole("button", { name: "Try again" });
  await again.click();
  await again.waitFor();
  down = /(?<!games)\?/; // nothing but the list, which so cannot come back by itself
  await again.click();
  await link.waitFor();
  down = null;
  // by itself, when one looks at the page again
  down = /./;
  await page.getByRole("tab", { name: "Position" }).click();
  await typed(page, "e4");
  await page.locator(".panel").getByText("The server does not answer.").waitFor();
  await page.getByRole("link", { name: "tabiya", exact: true }).click();
  const home = page.locator(".served");
  await home.getByRole("button", { name: "Try again" }).waitFor();
  down = null;
  await page.evaluate(() => dispatchEvent(new Event("focus")));
  await home.waitFor({ state: "detached" });
  await page.getByRole("link", { name: "Games", exact: true }).click();
  await page.locator(".explorer").getByText("Reached").waitFor();
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await host.close();
});
