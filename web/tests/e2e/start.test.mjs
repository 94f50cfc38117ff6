// The page starts on every screen with every setting away from its default, in
// all three builds; where it cannot, it says why and offers ways on.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { becomes, launch, open, quickEngine, ROOT, sample, saved, staticHost, tabiyaHost, typed, WEB } from "./browser.mjs";

let browser, served, hosted;
before(async () => ([browser, served, hosted] = await Promise.all([launch(), tabiyaHost(join(ROOT, "samples/games.pgn")), staticHost()])));
after(async () => (await browser.close(), await served.close(), await hosted.close()));

const BUILDS = {
  "tabiya serve": () => served.url,
  "a static host": () => hosted.url,
  "the single file": () => pathToFileURL(join(WEB, "dist-single/index.html")).href,
};
const SCREENS = ["home", "explore", "build", "practice", "database", "openings", "analysis"];
// Another value for each setting than the one a new user has.
const OTHER = {
  theme: "dark", board: "blue", pieces: "plain", coordinates: false, animation: "none", sound: false, keys: "lichess", letters: "♔♕♖♗♘", notation: "short", labels: true,
  overview: true, width: "due", colour: "retention", engine: true, explorer: false, lines: 5, fresh: 7,
};

for (const [build, url] of Object.entries(BUILDS))
  test(`${build}: every screen starts with every setting`, async () => {
    const { page, context, faults } = await open(browser);
    await page.goto(url());
    await sample(page, "A London System");
    await page.goto(`${url()}#/practice`);
    await page.getByLabel("Due cards").check();
    const usual = await page.evaluate(() => JSON.parse(localStorage.getItem("tabiya.settings")));
    assert.deepEqual(Object.keys(OTHER).sort(), Object.keys(usual).sort(), "a setting that this test does not know");
    for (const [name, value] of Object.entries(OTHER)) assert.notDeepEqual(value, usual[name], name);
    const set = (settings) => page.evaluate((s) => localStorage.setItem("tabiya.settings", JSON.stringify(s)), settings);
    // every screen with all of them; each alone, too, so that none is hidden by
    // another, which the builds do not do differently but for the engine
    const alone = build === "tabiya serve" ? Object.keys(OTHER) : ["engine"];
    await quickEngine(page);
    // a core that comes after every module: what is done at import must not need it
    await page.addInitScript(() => {
      const { instantiate } = WebAssembly;
      const modules = () => performance.getEntriesByType("resource").filter((r) => r.name.endsWith(".js")).length;
      const idle = async (before) => {
        await new Promise((done) => setTimeout(done, 150));
        if (document.readyState !== "complete" || modules() !== before) await idle(modules());
      };
      WebAssembly.instantiate = async (...args) => (await idle(-1), instantiate(...args));
    });
    for (const some of [...alone.map((name) => ({ [name]: OTHER[name] })), OTHER])
      for (const screen of some === OTHER ? SCREENS : ["explore"]) {
        await page.goto(`${url()}#/${screen}`);
        await page.locator(`#main.${screen}`).waitFor();
        await set({ ...usual, ...some });
        await page.reload();
        await page.locator(`#main.${screen}`).waitFor();
        assert.equal(await page.locator("#first").count(), 0);
      }
    await becomes(() => page.getByRole("checkbox", { name: "Engine" }).isChecked(), true);
    const other = await context.newPage();
    await other.goto(`${url()}#/explore`);
    await other.locator("#main.explore").waitFor();
    assert.deepEqual(faults, []);
  });

for (const [build, url] of Object.entries(BUILDS).slice(1))
  test(`${build}: a link to a game of a database says that there is none`, async () => {
    const { page, faults } = await open(browser);
    for (const link of ["#/analysis?game=3", "#/database?game=3"]) {
      // loaded anew with the link, as by a reload: the page leads elsewhere at once
      await page.goto("about:blank");
      await page.goto(`${url()}${link}`);
      await page.locator("#main.database").waitFor();
      await page.getByRole("alert").getByText("There is no game database behind this page.").waitFor();
      await page.getByText("tabiya serve --db games.tdb").waitFor();
    }
    assert.deepEqual(faults, []);
  });

for (const [build, url] of Object.entries(BUILDS))
  test(`${build}: a start that fails offers ways on`, async () => {
    const { page } = await open(browser);
    await page.goto(url());
    await sample(page, "A London System");
    await page.goto(`${url()}#/build`);
    await page.locator("#main.build").waitFor();
    await typed(page, "h4");
    await page.getByText("saved").waitFor();
    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByLabel("Sound").uncheck();
    await page.keyboard.press("Escape");
    // as if the core did not like a setting
    await page.addInitScript(() => {
      const { instantiate } = WebAssembly;
      WebAssembly.instantiate = (...args) => (localStorage.getItem("tabiya.settings")?.includes('"sound":false') ? Promise.reject(new Error("no core today")) : instantiate(...args));
    });
    await page.reload();
    await page.getByRole("alert").getByText("no core today").waitFor();
    await page.getByRole("heading", { name: "tabiya cannot start" }).waitFor();
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("alert").getByText("no core today").waitFor();

    const file = await saved(page, page.getByRole("button", { name: "Download what is stored" }));
    const { settings, repertoires } = JSON.parse(file.text);
    assert.equal(JSON.parse(settings["tabiya.settings"]).sound, false);
    assert.deepEqual(repertoires.map((r) => r.name), ["london"]);
    assert.match(repertoires[0].text, /-> h4/);

    await page.getByRole("button", { name: "Start without my settings" }).click();
    await page.locator("#main.home").waitFor();
    await page.locator(".files", { hasText: "151 positions" }).waitFor();
    await page.getByRole("button", { name: "Settings" }).click();
    await becomes(() => page.getByLabel("Sound").isChecked(), true);
  });

test("an app that cannot be fetched is said, and another screen may do", async () => {
  const { page } = await open(browser);
  await page.route(/assets\/screens-/, (route) => route.abort());
  await page.goto(`${hosted.url}#/database`);
  await page.getByRole("heading", { name: "tabiya cannot start" }).waitFor();
  await page.getByRole("link", { name: "Repertoire", exact: true }).click();
  await page.locator("#main.explore").waitFor();
  await page.route(/assets\/index-/, (route) => route.abort());
  await page.reload();
  await page.getByRole("heading", { name: "tabiya cannot start" }).waitFor();
  await page.getByText("Is the server running?").waitFor();
  await page.unroute(/assets\/index-/);
  await page.getByRole("button", { name: "Try again" }).click();
  await page.locator("#main.explore").waitFor();
});

test("settings of another kind are not taken, and a screen that fails says so", async () => {
  const { page, faults } = await open(browser);
  await page.goto(hosted.url);
  await sample(page, "A London System");
  await page.getByText("saved").waitFor();
  const odd = JSON.stringify(Object.fromEntries(Object.keys(OTHER).map((name) => [name, [null]])));
  for (const text of ["{", "null", "7", odd])
    for (const screen of text === odd ? SCREENS : ["explore"]) {
      await page.goto(`${hosted.url}#/${screen}`);
      await page.locator(`#main.${screen}`).waitFor();
      await page.evaluate((kept) => localStorage.setItem("tabiya.settings", kept), text);
      await page.reload();
      await page.locator(`#main.${screen}`).waitFor();
    }
  assert.deepEqual(faults, []);
  // so are repertoires whose cards are none
  await page.evaluate(
    () =>
      new Promise((done) => {
        indexedDB.open("tabiya").onsuccess = ({ target }) => {
          const transaction = target.result.transaction("repertoires", "readwrite");
          transaction.oncomplete = done;
          transaction.objectStore("repertoires").put({ name: "bad", title: 7, cards: { not: "cards" }, text: "v5.0", moves: 1, changed: 1, source: 0 });
        };
      }),
  );
  await page.goto("about:blank");
  await page.goto(hosted.url);
  await page.getByRole("button", { name: "Delete bad" }).waitFor();
  assert.deepEqual(faults, []);
  // a fault of our own, which Home shows after its first frame
  await page.addInitScript(() => {
    Date.prototype.toLocaleDateString = () => {
      throw new Error("no dates today");
    };
  });
  await page.reload();
  await page.getByRole("heading", { name: "tabiya cannot go on" }).waitFor();
  await page.getByRole("alert").getByText("no dates today").waitFor();
  assert.match((await saved(page, page.getByRole("button", { name: "Download what is stored" }))).text, /A London System/);
  await page.getByRole("link", { name: "Repertoire", exact: true }).click();
  await page.locator("#main.explore").waitFor();
});
