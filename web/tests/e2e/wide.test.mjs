// No screen is wider than the window, whatever the database says: counts in the
// millions, names without a space.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { launch, open, ROOT, sample, tabiyaHost } from "./browser.mjs";

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
    for (const box of document.querySelectorAll("main, .panel, .panel section, .panel details, .left, .middle, .side, .about, .cards a, .file, .viewer, .scroll, fieldset"))
      if (box.scrollWidth > box.clientWidth && getComputedStyle(box).display !== "inline") found.push(`${box.className || box.tagName}: ${box.scrollWidth} in ${box.clientWidth}`);
    return found;
  });

for (const [width, height] of [[390, 844], [768, 1024], [1280, 800], [1440, 900], [1920, 1080]])
  test(`every screen fits, ${width}`, async () => {
    const { page, context, faults } = await open(browser, { viewport: { width, height } });
    await large(page);
    await page.goto(host.url);
    await page.locator(".badge", { hasText: /\d\d,\d{3},\d{3} games/ }).waitFor();
    assert.deepEqual(await wide(page), [], "home");
    await sample(page, "A London System");
    await page.keyboard.press("l"); // with an evaluation bar
    for (const [screen, there] of [["explore", ".explorer .n"], ["build", ".explorer .n"], ["openings", ".families li"], ["database", ".list td"], ["database?game=1", ".score .one"], ["practice", ".counters"]]) {
      await page.goto(`${host.url}#/${screen}`);
      await page.locator(there).first().waitFor();
      if (screen !== "practice") {
        await page.locator(".explorer .n").first().waitFor();
        await page.getByText("Top games").click();
      }
      assert.deepEqual(await wide(page), [], screen);
    }
    assert.deepEqual(faults, []);
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await context.close();
  });
