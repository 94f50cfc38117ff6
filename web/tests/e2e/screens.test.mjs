// Every screen, light and dark, desktop and phone: no error in the console, no
// request to elsewhere, nothing that axe objects to, nothing wider than the
// window.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { reads } from "./axe.mjs";
import { launch, narrowEnough, open, staticHost } from "./browser.mjs";

let browser, host;
before(async () => ([browser, host] = await Promise.all([launch(), staticHost()])));
after(async () => (await browser.close(), await host.close()));

const SCREENS = ["", "explore", "build", "practice", "database", "openings"];
const SIZES = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };

for (const [size, viewport] of Object.entries(SIZES))
  test(`screens, ${size}`, async () => {
    const { page, faults } = await open(browser, { viewport });
    await page.goto(host.url);
    await page.getByRole("button", { name: "A London System" }).click();
    await page.locator(".boardhost").waitFor();
    for (const screen of SCREENS) {
      await page.goto(`${host.url}#/${screen}`);
      await page.locator(`#main.${screen || "home"}`).waitFor();
      await page.waitForFunction(() => ![...document.querySelectorAll("#main p")].some((p) => p.textContent.trim() === "…"));
      await reads(page, screen);
      await narrowEnough(page, screen);
    }
    for (const button of ["Keys", "Settings"]) {
      if (button === "Keys") await page.keyboard.press("?");
      else await page.getByRole("button", { name: button, exact: true }).click();
      await page.locator("dialog[open]").waitFor();
      await reads(page, button);
      await page.keyboard.press("Escape");
      await page.locator("dialog").waitFor({ state: "detached" });
    }
    assert.deepEqual(faults, []);
  });
