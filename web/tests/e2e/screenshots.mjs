// screenshots.mjs [FOLDER [STATE]]: every screen, window and dialog, light and dark, in
// four sizes, with a database behind it.  STATE, a regular expression, chooses some of
// them by name, "explore-1440x900-light"; GAMES another file of games.  With the usual
// games those of the README are written to docs/images, too.
import { copyFile, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { drop, launch, open, ROOT, sample, tabiyaHost } from "./browser.mjs";

const [folder = join(ROOT, "build/screenshots"), chosen = "."] = process.argv.slice(2);
const games = process.env.GAMES ?? join(ROOT, "samples/games.pgn");
await mkdir(folder, { recursive: true });
const [browser, host] = await Promise.all([launch(), tabiyaHost(games)]);

const SIZES = { "1440x900": [1440, 900], "1920x1080": [1920, 1080], "1024x768": [1024, 768], "390x844": [390, 844] };
const README = {
  explore: "explore-1440x900-light",
  practice: "practice-1440x900-dark",
  database: "games-1440x900-light",
  openings: "openings-1440x900-dark",
};

const button = (page, name) => page.getByRole("button", { name, exact: true }).click();
const tab = (page, name) => page.getByRole("tab", { name }).click();
async function keys(page, ...list) {
  for (const key of list) {
    await page.keyboard.press(key);
    await page.waitForTimeout(80);
  }
}
const down = (page, n) => keys(page, ...Array(n).fill("ArrowDown"));
const asked = (page) => page.locator(".boardhost[data-input]:not([data-input=''])").waitFor();

// What is opened where, in this order; `first` is before anything was opened.
const STATES = {
  first: ["", () => {}],
  tour: ["", (page) => button(page, "Take the tour")],
  explore: ["explore", (page) => down(page, 5)],
  engine: ["explore", async (page) => (await keys(page, "l"), await page.waitForTimeout(4000))],
  branch: ["explore", (page) => keys(page, "l", "Home", "End")],
  start: ["explore", (page) => keys(page, "Home")],
  filter: ["explore", async (page) => (await down(page, 4), await button(page, "Filter"))],
  graphmenu: ["explore", (page) => button(page, "More of the graph")],
  build: ["build", (page) => down(page, 3)],
  menu: ["build", (page) => button(page, "Repertoire menu")],
  line: ["explore", (page) => tab(page, "Line")],
  graph: ["explore", (page) => tab(page, "Graph")],
  notes: ["explore", (page) => tab(page, "Notes")],
  games: ["database", async (page) => {
    await page.locator(".list tbody tr").first().waitFor();
    // the years come later, and on a phone not at all
    if (page.viewportSize().width >= 1200) await page.locator(".years rect").first().waitFor();
  }],
  conditions: ["database", (page) => button(page, "Conditions")],
  position: ["database", (page) => tab(page, "Position")],
  analysis: ["analysis", () => {}],
  game: ["analysis?game=4", (page) => keys(page, ...Array(14).fill("ArrowRight"))],
  practice: ["practice", asked],
  hint: ["practice", (page) => keys(page, "h")],
  wrong: ["practice", async (page) => {
    await page.locator("#san").fill("a3");
    await keys(page, "Enter");
    await page.locator("#san").fill("a6");
    await keys(page, "Enter");
  }],
  shown: ["practice", (page) => keys(page, "Escape", "s")],
  due: ["practice", async (page) => {
    await page.getByLabel("Due cards").check();
    await asked(page);
  }],
  openings: ["openings", async (page) => {
    await page.getByLabel("Search", { exact: true }).fill("najdorf");
    await page.locator(".hits a").first().click();
  }],
  families: ["openings", () => {}],
  home: ["", () => {}],
  search: ["", async (page) => (await keys(page, "Control+k"), await page.keyboard.type("sici"))],
  commands: ["", (page) => keys(page, "Control+k")],
  keys: ["", (page) => keys(page, "?")],
  settings: ["", (page) => button(page, "Settings")],
  about: ["", async (page) => (await button(page, "Settings"), await button(page, "About tabiya"))],
  pgn: ["", (page) => drop(page, "x.pgn", '[Event "x"]\n\n1. e4 e5 *\n')],
  tables: ["openings?fen=8/4P2k/8/8/8/8/8/4K3%20w%20-%20-%200%201", (page) => tab(page, "Tables")],
  // from here on with cards, and with more than one repertoire
  reviewed: ["practice", async (page) => {
    await page.getByLabel("Due cards").check();
    for (let i = 0; i < 5; i++) {
      await asked(page);
      await keys(page, "s");
      await page.locator("#san").fill(await page.locator(".hints b").first().innerText());
      await keys(page, "Enter", "Escape");
    }
    await asked(page);
  }],
  library: ["", async (page) => {
    for (const name of ["A London System", "A Caro-Kann Defence"]) {
      if ((await page.locator(".own .file", { hasText: name }).count()) > 0) continue;
      await sample(page, name);
      await page.locator(".boardhost").waitFor();
      await page.getByRole("link", { name: "Home", exact: true }).click();
    }
  }],
  done: ["", async (page) => {
    await drop(page, "small.pgn", '[Event "x"]\n\n1. d4 d5 (1... Nf6 2. Bf4) 2. Bf4 *\n');
    await button(page, "A repertoire for White");
    await page.locator(".boardhost").waitFor();
    await page.getByRole("link", { name: /^Practice/ }).click();
    await page.getByLabel("Every move once").check();
    while ((await page.locator(".summary").count()) === 0) {
      await asked(page);
      await keys(page, "s");
      await page.locator("#san").fill(await page.locator(".hints b").first().innerText());
      await keys(page, "Enter", "Escape");
      await page.waitForTimeout(1200);
    }
  }],
  open: ["explore", async (page) => (await button(page, "Repertoire menu"), await button(page, "Open another"))],
};

async function take(page, name, size, scheme) {
  await page.waitForTimeout(700);
  const path = join(folder, `${name}-${size}-${scheme}.png`);
  await page.screenshot({ path });
  for (const [image, of] of Object.entries(README))
    if (!process.env.GAMES && path.endsWith(`/${of}.png`))
      await copyFile(path, join(ROOT, `docs/images/${image}.png`));
}

for (const colorScheme of ["light", "dark"])
  for (const [size, [width, height]] of Object.entries(SIZES)) {
    const names = Object.keys(STATES).filter((n) => new RegExp(chosen).test(`${n}-${size}-${colorScheme}`));
    if (names.length === 0) continue;
    const { page, context } = await open(browser, { colorScheme, viewport: { width, height } });
    await page.goto(host.url);
    await page.locator(".files .file").first().waitFor();
    for (const early of ["first", "tour"]) {
      if (!names.includes(early)) continue;
      await STATES[early][1](page);
      await take(page, early, size, colorScheme);
      await keys(page, "Escape");
    }
    await sample(page, "Queen's Gambit Declined by every road");
    await page.locator(".boardhost").waitFor();
    for (const name of names.filter((n) => n !== "first" && n !== "tour")) {
      const [link, act] = STATES[name];
      await page.goto("about:blank");
      await page.goto(`${host.url}#/${link}`);
      page.setDefaultTimeout(4000);
      // not every window has every tab
      const there = await Promise.resolve(page.waitForTimeout(400)).then(() => act(page)).then(() => true, () => false);
      page.setDefaultTimeout(60_000);
      if (there) await take(page, name, size, colorScheme);
      else console.log(`${name} is not there in ${size}`);
    }
    await context.close();
  }
await browser.close();
await host.close();
console.log(folder);
