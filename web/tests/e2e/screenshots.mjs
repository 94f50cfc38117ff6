// screenshots.mjs FOLDER: every screen, light and dark, desktop and phone, with
// the sample games behind it.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { launch, open, ROOT, tabiyaHost } from "./browser.mjs";

const folder = process.argv[2] ?? join(ROOT, "build/screenshots");
await mkdir(folder, { recursive: true });
const [browser, host] = await Promise.all([launch(), tabiyaHost(join(ROOT, "samples/games.pgn"))]);

const SIZES = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };

for (const colorScheme of ["light", "dark"])
  for (const [size, viewport] of Object.entries(SIZES)) {
    const { page, context } = await open(browser, { colorScheme, viewport });
    const shot = async (name) => {
      await page.waitForTimeout(700);
      await page.screenshot({ path: join(folder, `${name}-${size}-${colorScheme}.png`), fullPage: size === "phone" });
    };
    const press = async (...keys) => {
      for (const key of keys) {
        await page.keyboard.press(key);
        await page.waitForTimeout(80);
      }
    };
    await page.goto(host.url);
    await page.getByRole("button", { name: "Queen's Gambit" }).click();
    await page.locator(".graphhost canvas").first().waitFor();
    await press("ArrowDown", "ArrowDown", "ArrowDown", "ArrowDown", "ArrowDown");
    await shot("explore");
    await page.goto(`${host.url}#/`);
    await shot("home");
    await page.goto(`${host.url}#/build`);
    await shot("build");
    await page.goto(`${host.url}#/practice`);
    await page.waitForTimeout(1200);
    await shot("practice");
    await page.goto(`${host.url}#/database`);
    await page.locator(".list tbody tr").first().waitFor();
    await shot("database");
    await page.locator(".list a").nth(3).click();
    await page.locator(".score").waitFor();
    await press(...Array(14).fill("ArrowRight"));
    await shot("game");
    await page.goto(`${host.url}#/openings`);
    await page.getByLabel("Search").fill("najdorf");
    await shot("openings");
    await page.getByRole("button", { name: "Keys", exact: true }).click();
    await shot("keys");
    await context.close();
  }
await browser.close();
await host.close();
console.log(folder);
