// What every screen has to hold: the board in its place, nothing that moves after the
// first paint, nothing that axe objects to in any window or dialog, the keyboard alone,
// and twenty states whose boxes are where they were drawn (boxes.json).
// TBY_RENEW=1 writes these boxes anew: look at the screens before you do.
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { reads } from "./axe.mjs";
import { becomes, drop, eventually, launch, narrowEnough, open, ROOT, sample, shows, tabiyaHost, WEB } from "./browser.mjs";

let browser, host;
before(async () => {
  [browser, host] = await Promise.all([launch(), tabiyaHost(join(ROOT, "samples/games.pgn"))]);
});
after(async () => (await browser.close(), await host.close()));

const DESK = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
const QUEENS = "Queen's Gambit Declined by every road";

// A page with a repertoire open, and some moves into it.
async function begin(options) {
  const { page, faults } = await open(browser, options);
  await page.goto(host.url);
  await sample(page, QUEENS);
  await page.locator(".boardhost").waitFor();
  for (let i = 0; i < 5; i++) await page.keyboard.press("ArrowDown");
  await shows(page, "rnbqkbnr/ppp2ppp/4p3/3p4/2PP4/2N5/PP2PPPP/R1BQKBNR b KQkq");
  return { page, faults };
}

// Each screen, and what is there when it is whole.
const SCREENS = {
  home: ["", ".home .hero"],
  explore: ["explore", ".explore .explorer .n"],
  build: ["build", ".build .boardhost"],
  practice: ["practice", ".practice .boardhost[data-input]:not([data-input=''])"],
  games: ["database", ".database .list td"],
  game: ["analysis?game=4", ".analysis .score .one"],
  analysis: ["analysis", ".analysis .score"],
  openings: ["openings", ".openings .opening"],
};

async function go(page, screen) {
  const [link, there] = SCREENS[screen];
  await page.goto(`${host.url}#/${link}`);
  await page.locator(`#main${there}`).first().waitFor();
}

for (const [width, height] of [[1440, 900], [1920, 1080], [1280, 800], [1024, 768]])
  test(`the board has one place and size, ${width} x ${height}`, async () => {
    const { page, faults } = await begin({ viewport: { width, height } });
    const box = async () => {
      const { x, y, width: w } = await page.locator(".boardhost").boundingBox();
      return [x, y, w].map(Math.round);
    };
    const expected = await box();
    assert.ok(expected[2] >= Math.min(height - 301, width - 787), `${expected}`);
    for (const screen of ["build", "practice", "game", "openings", "explore"]) {
      await go(page, screen);
      await becomes(box, expected, screen);
    }
    await page.keyboard.press("l"); // the engine starts
    await page.locator(".evalbar[role=meter]").waitFor();
    await becomes(box, expected, "with the engine");
    await eventually(async () => {
      const low = await page.evaluate(() => document.documentElement.scrollHeight);
      assert.ok(low <= height, `the page is ${low} high`); // all of it is seen
    });
    assert.deepEqual(faults, []);
  });

// Numbers are left out rather than cut, and the box for moves stays below the board.
for (const [width, height] of [[1440, 900], [1024, 768], [390, 844]])
  test(`no number is cut, and no button out of its row, ${width} x ${height}`, async () => {
    const { page, faults } = await begin({ viewport: { width, height } });
    for (const screen of ["explore", "build", "games", "game", "openings"]) {
      await go(page, screen);
      await eventually(async () => {
        const over = await page.locator(".steps").evaluate((row) =>
          Math.max(...[...row.children].map((it) => it.getBoundingClientRect().right)) - row.getBoundingClientRect().right);
        assert.ok(over <= 0.5, `${screen}: ${over} pixels too wide`);
      });
      const cut = await page.evaluate(() => [...document.querySelectorAll(".bar span, .games a small")].flatMap((it) => {
        const text = document.createRange();
        text.selectNodeContents(it);
        const [part, whole] = [text.getBoundingClientRect(), it.closest("a, span").getBoundingClientRect()];
        const seen = part.width > 0 && part.top < whole.bottom - 4;
        return seen && (part.left < whole.left - 0.5 || part.right > whole.right + 0.5) ? [it.textContent] : [];
      }));
      assert.deepEqual(cut, [], screen);
    }
    assert.deepEqual(faults, []);
  });

for (const [width, height] of [[1440, 900], [1920, 1080], [1024, 768]])
  test(`the first visit is one screen, and fills it, ${width} x ${height}`, async () => {
    const { page } = await open(browser, { viewport: { width, height } });
    await page.goto(host.url);
    await page.locator(".samples .miniature svg").nth(2).waitFor();
    await eventually(async () => {
      const low = await page.evaluate(() => document.documentElement.scrollHeight);
      const { y, height: high } = await page.locator(".samples").boundingBox();
      assert.ok(low <= height && y + high > height * 0.85, `${low}, samples to ${y + high}`);
    });
  });

for (const viewport of [DESK, PHONE])
  test(`nothing moves after the first paint, ${viewport.width}`, async () => {
    const { page, faults } = await begin({ viewport });
    await page.addInitScript(() => {
      globalThis.shifts = [];
      const take = (list) => {
        for (const e of list.getEntries())
          if (!e.hadRecentInput)
            globalThis.shifts.push([e.value, e.sources.map((s) => s.node?.className ?? "").join()]);
      };
      new PerformanceObserver(take).observe({ type: "layout-shift", buffered: true });
    });
    for (const screen of Object.keys(SCREENS)) {
      await page.goto("about:blank");
      await go(page, screen);
      await page.waitForLoadState("networkidle");
      await page.waitForTimeout(300);
      const shifts = await page.evaluate(() => globalThis.shifts);
      const sum = shifts.reduce((all, [value]) => all + value, 0);
      assert.ok(sum < 0.02, `${screen}: ${sum} ${JSON.stringify(shifts)}`);
    }
    assert.deepEqual(faults, []);
  });

async function find(page, text) {
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Search everything" }).waitFor();
  await page.keyboard.type(text);
}

// Windows and dialogs: where each is opened, how, and what is there then.
const press = (name) => (page) => page.getByRole("button", { name }).click();
const OPENED = {
  menu: ["build", press("Repertoire menu"), ".sheet"],
  filter: ["explore", press(/^Filter$/), ".sheet"],
  engine: ["explore", (page) => page.keyboard.press("l"), ".evalbar[role=meter]"],
  search: ["explore", (page) => find(page, "carl"), "[role=option] >> nth=3"],
  question: ["home", (page) => drop(page, "x.pgn", '[Event "x"]\n\n1. e4 e5 *\n'), "dialog[open]"],
  conditions: ["games", press("Conditions"), ".filters input"],
  position: ["games", (page) => page.getByRole("tab", { name: "Position" }).click(), "[role=tab][aria-selected=true] >> text=Position"],
  tour: ["explore", async (page) => {
    await page.keyboard.press("?");
    await press("Take the tour")(page);
  }, ".tour"],
  about: ["practice", async (page) => {
    await press("Settings")(page);
    await press("About tabiya")(page);
  }, "dialog[open] >> text=cm-chessboard"],
  shown: ["practice", press(/^Show the moves/), ".hints"],
  // the last: it closes the repertoire
  another: ["explore", async (page) => {
    await press("Repertoire menu")(page);
    await press("Open another")(page);
  }, ".openmenu .file"],
};

for (const viewport of [DESK, PHONE])
  test(`axe has no objection, ${viewport.width}`, async () => {
    const { page, faults } = await begin({ viewport });
    for (const screen of Object.keys(SCREENS)) {
      await go(page, screen);
      await reads(page, screen);
    }
    for (const [name, [screen, act, there]] of Object.entries(OPENED)) {
      await page.goto("about:blank");
      await go(page, screen);
      await act(page);
      await page.locator(there).first().waitFor();
      await reads(page, name);
      await narrowEnough(page, name);
    }
    assert.deepEqual(faults, []);
  });

test("by keyboard alone: every journey", async () => {
  const { page, faults } = await open(browser);
  await page.goto(host.url);
  await page.locator(".files .file").first().waitFor();
  const focus = () => page.evaluate(() => document.activeElement.getAttribute("aria-label")
    ?? document.activeElement.textContent.trim());
  const tabTo = async (name, most = 40) => {
    for (let i = 0; i < most; i++) {
      await page.keyboard.press("Tab");
      if ((await focus()).startsWith(name)) return;
    }
    assert.fail(`${name} is not reached by Tab`);
  };
  await tabTo("A London System");
  await page.keyboard.press("Enter");
  await page.locator("#main.explore .boardhost").waitFor();
  await page.keyboard.press("ArrowDown");
  await shows(page, "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b");
  await tabTo("Games");
  while ((await page.evaluate(() => document.activeElement.role)) !== "tab") await tabTo("Games");
  await page.keyboard.press("ArrowRight");
  await eventually(async () => assert.equal(await page.locator(".panel [role=tab][aria-selected=true]").textContent(), await focus()));
  // an opening by its name
  await find(page, "najdorf");
  await page.getByRole("option", { name: /Najdorf Variation/ }).first().waitFor();
  await page.keyboard.press("Enter");
  await page.locator("#main.openings").waitFor();
  await page.locator(".opening", { hasText: "Najdorf" }).waitFor();
  // a player, whose games are listed; one of them, and back
  await find(page, "Carlsen, M");
  await page.getByRole("option", { name: /Carlsen, Magnus/ }).waitFor();
  while (!(await page.locator("[aria-selected=true][role=option]").innerText()).includes("Magnus"))
    await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Player: Carlsen, Magnus" }).waitFor();
  await page.locator(".found", { hasText: /^\d games?/ }).waitFor();
  await tabTo("Carlsen", 60);
  await page.keyboard.press("Enter");
  await page.locator(".score").waitFor();
  await page.keyboard.press("Escape");
  await page.locator(".list").waitFor();
  // a position, a repertoire, a command
  await find(page, "1. e4 c5");
  await page.keyboard.press("Enter");
  await shows(page, "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w");
  await find(page, "a london");
  await page.keyboard.press("Enter");
  await page.locator("#main.explore").waitFor();
  await find(page, "light or");
  await page.keyboard.press("Enter");
  await page.locator("html[data-theme=dark]").waitFor();
  // practice: the moves are shown, and one of them is typed
  await find(page, "practise");
  await page.keyboard.press("Enter");
  await page.locator("#main.practice .boardhost[data-input=w]").waitFor();
  await page.keyboard.press("s");
  const right = await page.locator(".hints b").first().innerText();
  await page.keyboard.press("/");
  await page.keyboard.type(right);
  await page.keyboard.press("Enter");
  await page.locator(".hints").waitFor({ state: "detached" });
  await page.keyboard.press("Escape");
  // a repertoire of one's own
  await find(page, "new repertoire for white");
  await page.keyboard.press("Enter");
  await page.locator("#main.build .boardhost").waitFor();
  await page.keyboard.press("/");
  await page.keyboard.type("e4");
  await page.keyboard.press("Enter");
  await shows(page, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b");
  await page.keyboard.press("Escape");
  // the tour, and another board
  await page.keyboard.press("?");
  await tabTo("Take the tour");
  await page.keyboard.press("Enter");
  await page.locator(".tour").waitFor();
  await tabTo("Next");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Practise what you play" }).waitFor();
  await page.keyboard.press("Escape");
  await find(page, "settings");
  await page.keyboard.press("Enter");
  await page.locator("dialog .settings").waitFor();
  while (!(await page.evaluate(() => document.activeElement.getAttribute("name") === "board"))) await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowDown");
  await page.locator("html[data-board=green]").waitFor();
  await page.keyboard.press("Escape");
  assert.deepEqual(faults, []);
});

// --- boxes ---------------------------------------------------------------------------

const NAMED = [
  ".rail", ".topbar", ".boardhost", ".evalbar", ".steps", ".panel", ".panel .tabs", ".engines",
  ".graphcard", ".edit", ".question", ".stats", ".setup", ".names", ".hero", ".home-side",
  ".search", ".found",
];
const BOXES = join(WEB, "tests/e2e/boxes.json");
const NEAR = 6; // pixels: letters are not as wide everywhere

const STATES = [
  ["1440x900", Object.keys(SCREENS)],
  ["1024x768", ["explore", "practice", "games", "home"]],
  ["1920x1080", ["explore", "games", "home"]],
  ["390x844", ["explore", "build", "practice", "games", "openings", "home"]],
];

const measure = (page) =>
  page.evaluate((named) => {
    const boxes = {};
    for (const name of named) {
      const it = document.querySelector(`#app ${name}`);
      if (!it?.checkVisibility()) continue;
      const { x, y, width, height } = it.getBoundingClientRect();
      boxes[name] = [x, y, width, height].map(Math.round);
    }
    return boxes;
  }, NAMED);

// What is elsewhere than it was drawn, "" if nothing is.
function misplaced(found, drawn) {
  if (Object.keys(found).join() !== Object.keys(drawn).join())
    return `${Object.keys(found)} instead of ${Object.keys(drawn)}`;
  for (const [name, box] of Object.entries(drawn)) {
    const off = box.map((n, i) => Math.abs(n - found[name][i]));
    // what is as high as its text may be a line higher or lower elsewhere
    const text = [".question", ".hero", ".home-side", ".setup", ".edit", ".panel"].includes(name);
    if (off.some((n, i) => n > (text && i % 2 === 1 ? 48 : NEAR)))
      return `${name}: ${found[name]} instead of ${box}`;
  }
  return "";
}

test("every named box is where it was drawn", async () => {
  const drawn = JSON.parse(await readFile(BOXES, "utf8"));
  const found = {};
  for (const [size, screens] of STATES) {
    const [width, height] = size.split("x").map(Number);
    const { page } = await begin({ viewport: { width, height } });
    for (const screen of screens) {
      const state = `${screen} ${size}`;
      await go(page, screen);
      await page.evaluate(() => scrollTo(0, 0));
      // answers of the server come when they come, and lists grow by them
      for (let i = 0; i < 600; i++) {
        found[state] = await measure(page);
        if (!misplaced(found[state], drawn[state] ?? {})) break;
        if (process.env.TBY_RENEW && i === 20) break;
        await page.waitForTimeout(100);
      }
    }
  }
  if (process.env.TBY_RENEW) {
    const line = ([name, boxes]) => `  ${JSON.stringify(name)}: ${JSON.stringify(boxes)}`;
    await writeFile(BOXES, `{\n${Object.entries(found).map(line).join(",\n")}\n}\n`);
    return;
  }
  assert.deepEqual(Object.keys(found), Object.keys(drawn));
  assert.ok(Object.keys(found).length >= 20);
  for (const state of Object.keys(drawn)) assert.equal(misplaced(found[state], drawn[state]), "", state);
});
