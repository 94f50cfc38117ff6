// A server that is stopped while the page is open: what needs it says so, and can be
// tried again.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { becomes, launch, layOutAnew, ofGraph, open, sample, staticHost } from "./browser.mjs";

let browser, host;
before(async () => ([browser, host] = await Promise.all([launch(), staticHost()])));
after(async () => (await browser.close(), await host.close()));

test("a stopped server is said to be the reason", async () => {
  const { page } = await open(browser);
  await page.goto(host.url);
  await sample(page, "A London System");
  await page.locator(".opening", { hasText: "Start" }).waitFor();
  await host.close();
  await (await ofGraph(page, "Lay out anew")).click();
  const notice = page.locator(".notices .error");
  await notice.waitFor();
  await becomes(() => notice.innerText(), /The graph could not be laid out: The server does not answer\./);
  await page.keyboard.press("l");
  await page.locator(".engines h3", { hasText: "Engine" }).getByText("The server does not answer.").waitFor();
  await page.keyboard.press("l");
  await page.getByRole("link", { name: "Practice", exact: true }).click();
  const alert = page.locator("#main [role=alert]");
  await alert.getByText("This screen could not be loaded. The server does not answer.").waitFor();
  const asked = page.waitForEvent("requestfailed", (request) => request.method() === "HEAD");
  await alert.getByRole("button", { name: "Try again" }).click();
  await asked; // in vain again
  await alert.getByText("The server does not answer.").waitFor();
  // and it comes back
  host = await staticHost(Number(new URL(host.url).port));
  await alert.getByRole("button", { name: "Try again" }).click();
  await page.getByText("Variations left").waitFor();
  await page.getByRole("link", { name: "Repertoire", exact: true }).click();
  await page.locator("#main.explore").waitFor();
  await layOutAnew(page);
  assert.equal(await notice.count(), 0);
});

test("a screen that does not come is said not to, and shown when it does", async () => {
  const { page, faults } = await open(browser);
  await page.clock.install();
  let arrived;
  const gate = new Promise((done) => (arrived = done));
  await page.route(/assets\/screens-/, (route) => gate.then(() => route.continue()));
  await page.goto(host.url);
  await page.locator(".home-grid").waitFor();
  await page.getByRole("link", { name: "Openings", exact: true }).click();
  await page.locator("#main.openings").waitFor();
  await page.clock.fastForward(60_000);
  await page.locator("#main [role=alert]", { hasText: "This screen could not be loaded." }).getByRole("button", { name: "Try again" }).waitFor();
  arrived();
  await page.getByRole("heading", { name: "Openings" }).waitFor();
  assert.deepEqual(faults, []);
});
