// A server that is stopped while the page is open: what needs it says so, and can be
// tried again.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, open, sample, staticHost } from "./browser.mjs";

let browser, host;
before(async () => ([browser, host] = await Promise.all([launch(), staticHost()])));
after(async () => (await browser.close(), await host.close()));

test("a stopped server is said to be the reason", async () => {
  const { page, context } = await open(browser);
  await page.goto(host.url);
  await sample(page, "A London System");
  await page.locator(".opening", { hasText: "Start" }).waitFor();
  await host.close();
  await page.getByRole("button", { name: "Lay out anew" }).click();
  const notice = page.locator(".notices .error");
  await notice.waitFor();
  assert.match(await notice.innerText(), /The graph could not be laid out: The server does not answer\./);
  await page.keyboard.press("l");
  await page.locator(".panel h3", { hasText: "Engine" }).getByText("The server does not answer.").waitFor();
  await page.keyboard.press("l");
  await page.getByRole("link", { name: "Practice", exact: true }).click();
  const alert = page.locator("#main [role=alert]");
  await alert.getByText("This screen could not be loaded. The server does not answer.").waitFor();
  await alert.getByRole("button", { name: "Try again" }).click();
  await alert.getByText("The server does not answer.").waitFor();
  // and it comes back
  host = await staticHost(Number(new URL(host.url).port));
  await alert.getByRole("button", { name: "Try again" }).click();
  await page.getByText("Variations left").waitFor();
  await page.getByRole("link", { name: "Explore", exact: true }).click();
  await page.getByRole("button", { name: "Lay out anew" }).click();
  await page.getByText("Laying out …").waitFor();
  await page.getByRole("button", { name: "Lay out anew" }).waitFor();
  assert.equal(await notice.count(), 0);
  await context.close();
});

test("a screen that does not come is said not to, and shown when it does", async () => {
  const { page, context, faults } = await open(browser);
  await page.clock.install();
  let arrived;
  const gate = new Promise((done) => (arrived = done));
  await page.route(/assets\/screens-/, (route) => gate.then(() => route.continue()));
  await page.goto(host.url);
  await page.locator(".cards").waitFor();
  await page.getByRole("link", { name: "Openings", exact: true }).click();
  await page.locator("#main.openings").waitFor();
  await page.clock.fastForward(60_000);
  await page.locator("#main [role=alert]", { hasText: "This screen could not be loaded." }).getByRole("button", { name: "Try again" }).waitFor();
  arrived();
  await page.getByRole("heading", { name: "Openings" }).waitFor();
  assert.deepEqual(faults, []);
  await context.close();
});
