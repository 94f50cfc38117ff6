// A reload loses nothing: practice goes on with its question and its score, a
// search with its fields, its page and its position.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { becomes, drop, fen, launch, open, ROOT, sample, shows, tabiyaHost, type, typed } from "./browser.mjs";

let browser, host;
before(async () => ([browser, host] = await Promise.all([launch(), tabiyaHost(join(ROOT, "samples/games.pgn"))])));
after(async () => (await browser.close(), await host.close()));

const counters = (page) => page.locator(".counters").textContent();
const asked = (page) => page.locator(".boardhost[data-input]:not([data-input=''])").waitFor();

// A right answer, by the moves that are shown after a wrong one.
async function answer(page) {
  await asked(page);
  const before = await page.locator(".boardhost").getAttribute("data-fen");
  await type(page, before.includes(" w ") ? "h4" : "h5");
  await page.getByRole("button", { name: "Show the moves" }).click();
  await typed(page, await page.locator(".hints b").first().textContent());
}

test("practice goes on where it was", async () => {
  const { page, context, faults } = await open(browser);
  await page.goto(host.url);
  await sample(page, "A London System");
  await page.getByRole("link", { name: "Practice", exact: true }).click();
  await page.getByLabel("All lines").check();
  await page.getByRole("button", { name: "From the start" }).click();
  for (let i = 0; i < 3; i++) await answer(page);
  await asked(page);
  const before = [await fen(page), await counters(page)];
  assert.match(before[1], /^3 Mistakes/);
  for (let i = 0; i < 2; i++) {
    await page.reload();
    await asked(page);
    await becomes(async () => [await fen(page), await counters(page)], before);
    await becomes(() => page.getByLabel("All lines").isChecked(), true);
    await becomes(() => page.getByRole("button", { name: "From the start" }).getAttribute("aria-pressed"), "true");
  }
  // and on from there
  await answer(page);
  await page.reload();
  await asked(page);
  await becomes(() => counters(page), /^4 Mistakes/);
  // another tab has a practice of its own
  const other = await context.newPage();
  await other.goto(`${host.url}#/practice`);
  await asked(other);
  await becomes(() => counters(other), /^0 Mistakes/);
  // a repertoire that was changed is asked anew
  await page.goto(`${host.url}#/build`);
  await page.locator("#main.build").waitFor();
  await page.keyboard.press("Home");
  await typed(page, "a3");
  await page.getByText("saved").waitFor();
  await page.goto(`${host.url}#/practice`);
  await page.locator("#main.practice").waitFor();
  await page.reload();
  await asked(page);
  await becomes(() => counters(page), /^0 Mistakes/);
  // what is damaged is as if it were not there
  for (const text of ["{", '{"steps":[["next"],["answer","e2e9",1]]}']) {
    await page.evaluate((kept) => sessionStorage.setItem("tabiya.practice", kept), text);
    await page.reload();
    await asked(page);
    await becomes(() => counters(page), /^0 Mistakes/);
  }
  assert.deepEqual(faults, []);
});

test("the last step and what is in a field are there after a reload at once", async () => {
  const { page, faults } = await open(browser);
  await page.goto(host.url);
  await sample(page, "A London System");
  await page.getByText("saved").waitFor();
  for (let i = 0; i < 3; i++) {
    const before = await page.locator(".boardhost").getAttribute("data-fen");
    await page.keyboard.press("ArrowDown");
    await page.waitForFunction((f) => document.querySelector(".boardhost").dataset.fen !== f, before);
    const stood = await fen(page);
    await page.reload();
    await page.locator(".about").waitFor();
    await shows(page, stood);
  }
  await page.getByRole("link", { name: "Build", exact: true }).click();
  await page.locator("#main.build").waitFor();
  const of = page.getByLabel(/^Annotation of (?!the next)/).first();
  const next = page.getByLabel("Annotation of the next move");
  await next.fill("to come");
  await of.fill("half a sen");
  await page.reload();
  await page.locator(".about").waitFor();
  await becomes(() => of.inputValue(), "half a sen");
  await becomes(() => next.inputValue(), "to come");
  await page.getByRole("link", { name: "Explore", exact: true }).click();
  await next.waitFor({ state: "detached" });
  await page.getByRole("link", { name: "Build", exact: true }).click();
  await next.waitFor();
  await becomes(() => next.inputValue(), "to come");
  await typed(page, "h6");
  await becomes(() => page.getByLabel("Annotation of h6", { exact: true }).inputValue(), "to come");
  await page.reload();
  await page.locator(".about").waitFor();
  await becomes(() => next.inputValue(), "");
  assert.deepEqual(faults, []);
});

test("the summary of due cards stays, even if the graph was laid out meanwhile", async () => {
  const { page, faults } = await open(browser);
  // no place is found before the question stands
  let stands;
  const gate = new Promise((done) => (stands = done));
  await page.route("**/layout-*.wasm", (route) => gate.then(() => route.continue()));
  await page.goto(host.url);
  await page.getByRole("button", { name: "A London System", exact: true }).waitFor();
  await drop(page, "small.txt", "v5.0\n= Small\nwhite\n\nstart -> d4\n");
  await page.locator(".about").waitFor();
  await page.getByRole("link", { name: "Practice", exact: true }).click();
  await page.getByLabel("Due cards").check();
  await asked(page);
  const laid = page.waitForResponse("**/layout-*.wasm");
  stands();
  await laid;
  await typed(page, "d4");
  const summary = page.getByRole("heading", { name: "Complete: no mistake" });
  await summary.waitFor();
  for (let i = 0; i < 3; i++) {
    await page.reload();
    await summary.waitFor();
    assert.equal(await page.getByText("No card is due.").count(), 0);
  }
  assert.deepEqual(faults, []);
});

test("a search, its page and its position are there again", async () => {
  const { page, faults } = await open(browser);
  await page.goto(`${host.url}#/database`);
  const pages = page.locator("[aria-label=Pages] span");
  await pages.waitFor();
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByText("51–52 of 52").waitFor();
  await page.reload();
  await page.getByText("51–52 of 52").waitFor();

  await page.getByRole("button", { name: "Conditions" }).click();
  await page.locator("select[name=result]").selectOption("1-0");
  await page.getByText("More conditions").click();
  await page.getByLabel("Plies").fill("1-200");
  await typed(page, "e4");
  await page.getByLabel("With the position on the board").check();
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await page.waitForFunction(() => /^1–/.test(document.querySelector("[aria-label=Pages] span")?.textContent ?? ""));
  const [found, games] = [await pages.textContent(), await page.locator(".list a").allTextContents()];
  await typed(page, "c5");
  await page.locator("input[name=player]").fill("An"); // and not asked for yet
  const board = await fen(page);
  await page.reload();
  await page.getByText(found, { exact: true }).waitFor();
  await shows(page, board);
  await becomes(() => page.locator(".list a").allTextContents(), games);
  await becomes(() => page.locator("select[name=result]").inputValue(), "1-0");
  await becomes(() => page.getByLabel("Plies").inputValue(), "1-200");
  await becomes(() => page.locator("input[name=player]").inputValue(), "An");
  await becomes(() => page.getByLabel("With the position on the board").isChecked(), true);

  // a game: where one stood, and a line of one's own
  await page.locator(".list a").first().click();
  await page.locator(".score .one").first().waitFor();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await typed(page, "a6");
  await typed(page, "a4");
  const [moves, stood] = [await page.locator(".score").textContent(), await fen(page)];
  await page.reload();
  await page.locator(".score .one").first().waitFor();
  await shows(page, stood);
  await becomes(() => page.locator(".score").textContent(), moves);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.locator(".score", { hasNotText: "a4" }).waitFor();

  for (const text of ["[", '{"query":{"result":5},"asked":{"result":"nonsense"},"offset":-1,"fen":"8/8/8/8/8/8/8/8 w - - 0 1"}']) {
    await page.evaluate((kept) => (sessionStorage.clear(), sessionStorage.setItem("tabiya.search", kept)), text);
    await page.goto(`${host.url}#/`);
    await page.goto("about:blank");
    await page.goto(`${host.url}#/database`);
    await shows(page, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq");
  }
  assert.deepEqual(faults.filter((f) => !f.includes("400")), []); // the nonsense is asked for, and refused
});
