// Every screen, light and dark, desktop and phone: no error in the console, no
// request to elsewhere, nothing that axe objects to, nothing wider than the
// window.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { objections } from "./axe.mjs";
import { launch, open, staticHost } from "./browser.mjs";

let browser, host;
before(async () => ([browser, host] = await Promise.all([launch(), staticHost()])));
after(async () => (await browser.close(), await host.close()));

const SCREENS = ["", "explore", "build", "practice", "database", "openings"];
const SIZES = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };

for (const colorScheme of ["light", "dark"])
  for (const [size, viewport] of Object.entries(SIZES))
    test(`screens, ${colorScheme}, ${size}`, async () => {
      const { page, context, faults } = await open(browser, { colorScheme, viewport });
      await page.goto(host.url);
      await page.getByRole("button", { name: "A London System" }).click();
      await page.locator(".graphhost canvas").first().waitFor();
      for (const screen of SCREENS) {
        await page.goto(`${host.url}#/${screen}`);
        await page.locator("#main").waitFor();
        await page.waitForTimeout(300);
        assert.deepEqual(await objections(page), [], screen);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(wide <= 0, `${screen} is ${wide} pixels wider than the window`);
      }
      for (const button of ["Keys", "Settings"]) {
        await page.getByRole("button", { name: button, exact: true }).click();
        await page.locator("dialog[open]").waitFor();
        assert.deepEqual(await objections(page), [], button);
        await page.keyboard.press("Escape");
        await page.locator("dialog").waitFor({ state: "detached" });
      }
      assert.deepEqual(faults, []);
      await context.close();
    });
