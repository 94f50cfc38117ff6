// One sitting over all repertoires: what is due in each, and few new cards a day.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { becomes, launch, open, sample, staticHost, type, typed } from "./browser.mjs";

let browser, host;
before(async () => ([browser, host] = await Promise.all([launch(), staticHost()])));
after(async () => (await browser.close(), await host.close()));

const left = (page) => page.locator(".counters").innerText();

test("what is due in two repertoires is one sitting", async () => {
  const { page, faults } = await open(browser);
  await page.clock.install();
  for (const [i, move] of ["e4", "d4"].entries()) {
    await page.goto(`${host.url}#/explore`);
    if (i > 0) {
      await page.getByRole("button", { name: "Repertoire menu" }).click();
      await page.getByRole("button", { name: "Open another" }).click();
    }
    await page.getByRole("button", { name: "New, for White" }).click();
    await typed(page, move);
    await page.locator(".about", { hasText: "saved" }).waitFor();
    await page.getByRole("link", { name: "Practice", exact: true }).click();
    await page.getByLabel("Due cards").check();
    await becomes(() => left(page), /1\s+Card left/);
    await page.locator(".boardhost[data-input='w']").waitFor();
    await typed(page, move);
    await page.clock.runFor(2000);
    await page.getByText("Complete: no mistake").waitFor();
    await page.locator(".about", { hasText: "saved" }).waitFor();
  }
  // a year later both are due
  await page.clock.fastForward(365 * 24 * 3600 * 1000);
  await page.goto(`${host.url}#/`);
  await page.reload();
  await page.getByText("2 positions to review").waitFor();
  await becomes(() => page.locator(".rail .due").innerText(), "2");
  await page.getByRole("button", { name: "Practise now" }).click();
  await page.locator(".question", { hasText: "Repertoire 1 of 2" }).waitFor();
  const answer = async () => {
    await page.clock.runFor(1000);
    await page.locator(".boardhost[data-input='w']").waitFor();
    const first = (await page.locator(".topbar").innerText()).includes("repertoire-2");
    // the board is soon back at the start, which is the next question
    await type(page, first ? "d4" : "e4");
    await page.clock.runFor(2000);
  };
  await answer();
  await page.locator(".question", { hasText: "Repertoire 2 of 2" }).waitFor();
  await answer();
  await page.getByText("Complete: no mistake").waitFor();
  await page.goto(`${host.url}#/`);
  await page.getByText("No card is due today.").waitFor();
  assert.deepEqual(faults, []);
});

test("a day begins as many new cards as one likes", async () => {
  const { page, faults } = await open(browser);
  await page.goto(host.url);
  await sample(page, "A London System");
  await page.getByRole("link", { name: "Practice", exact: true }).click();
  await page.getByLabel("Due cards").check();
  await becomes(() => left(page), /20\s+Cards left/);
  await page.getByLabel("New cards a day").fill("3");
  await page.getByLabel("New cards a day").press("Tab");
  await page.getByRole("button", { name: "Reset" }).click();
  await becomes(() => left(page), /3\s+Cards left/);
  assert.deepEqual(faults, []);
});
