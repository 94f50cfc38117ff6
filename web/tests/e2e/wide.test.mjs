// No screen is wider than the window, whatever the database says: counts in the
// millions, names without a space.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { becomes, launch, open, quickEngine, ROOT, sample, tabiyaHost } from "./browser.mjs";

let browser, host;
before(async () => ([browser, host] = await Promise.all([launch(), tabiyaHost(join(ROOT, "samples/games.pgn"))])));
after(async () => (await browser.close(), await host.close()));

const MANY = 1_234_567;
const LONG = "Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh-Cholmondeley, Maximilian Alexandrovich";

// The answers of the server, each number of games as large as that, each name as
// long as that.
function grown(value, name = "") {
  if (Array.isArray(value)) return value.map((v) => grown(v, name));
  if (value && typeof value === "object") return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, grown(v, k)]));
  if (["games", "white", "draws", "black", "reached", "total", "plies", "players", "positions"].includes(name) && typeof value === "number") return (value + 9) * MANY;
  if (["white", "black", "event", "opening", "site"].includes(name) && typeof value === "string") return LONG;
  return name === "elo" ? 2543.4 : name === "san" ? `${value}`.replace(/^(\w+)$/, "$1=Q+") : value;
}

async function large(page) {
  await page.route(/\/api\/v1\/(health|position|positions|games)(\?|$)/, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: grown(await answer.json()) });
  });
  await page.route(/\/api\/v1\/games\/\d+/, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: (await answer.text()).replace(/\[(White|Black|Event|Site|Opening) "[^"]*"\]/g, `[$1 "${LONG}"]`) });
  });
}

// What is wider inside than outside; a box that scrolls must do so up and down.
const wide = (page) =>
  page.evaluate(() => {
    const root = document.documentElement;
    const found = root.scrollWidth > root.clientWidth ? [`the page: ${root.scrollWidth} in ${root.clientWidth}`] : [];
    for (const box of document.querySelectorAll("main *"))
      if (box.scrollWidth > box.clientWidth && ["auto", "scroll"].includes(getComputedStyle(box).overflowX)) found.push(`${box.className || box.tagName} scrolls: ${box.scrollWidth} in ${box.clientWidth}`);
    for (const box of document.querySelectorAll("main, .panel, .panel section, .panel details, .middle, .side, .topbar, .what, .file, .viewer, .card, .hero, .strip"))
      if (box.scrollWidth > box.clientWidth && getComputedStyle(box).display !== "inline") found.push(`${box.className || box.tagName}: ${box.scrollWidth} in ${box.clientWidth}`);
    return found;
  });

// Begun as a phone does and as a desktop does: the rest is the window's width.
const WIDTHS = [[[390, 844], [768, 1024]], [[1280, 800], [1440, 900], [1920, 1080]]];

for (const sizes of WIDTHS)
  test(`every screen fits, ${sizes.map(([width]) => width).join(", ")}`, async () => {
    const [[width, height]] = sizes;
    const { page, faults } = await open(browser, { viewport: { width, height } });
    const fits = async (screen) => {
      for (const [width, height] of sizes) {
        await page.setViewportSize({ width, height });
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
        await becomes(() => wide(page), [], `${screen}, ${width}`);
      }
      await page.setViewportSize({ width, height });
    };
    await large(page);
    await quickEngine(page);
    await page.goto(host.url);
    await page.locator(".badge", { hasText: /\d\d,\d{3},\d{3} games/ }).waitFor();
    await fits("home");
    await sample(page, "A London System");
    await page.keyboard.press("l"); // with an evaluation bar
    for (const [screen, there] of [["explore", ".explorer .n"], ["build", ".explorer .n"], ["openings", ".opening"], ["database", ".list td"], ["analysis?game=1", ".score .one"], ["practice", ".counters"]]) {
      await page.goto(`${host.url}#/${screen}`);
      await page.locator(there).first().waitFor();
      await fits(screen);
      // what else is known of the position, under its tab where it has one
      for (const tab of ["Position", "Games"]) {
        const other = page.getByRole("tab", { name: tab, exact: true });
        if (screen === "practice" || (await other.count()) === 0) continue;
        await other.click();
        await page.locator(".explorer .n").first().waitFor();
        await page.getByText("Top games").waitFor();
        await fits(`${screen}, ${tab}`);
      }
    }
    assert.deepEqual(faults, []);
    await page.unrouteAll({ behavior: "ignoreErrors" }); // what is under way may end without us
  });
