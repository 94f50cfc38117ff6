// What axe objects to in a page.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { becomes } from "./browser.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

// The whole, or the rules that are named.  Only what is objected to crosses over:
// all that axe has to say of a page is some megabytes.
export async function objections(page, rules) {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  return page.evaluate(async (only) => {
    const { violations } = await window.axe.run(document, { resultTypes: ["violations"], ...(only && { runOnly: { type: "rule", values: only } }) });
    return violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target.join(" ")).slice(0, 5).join(", ")}`);
  }, rules);
}

// What changes with the scheme is colour alone.
export async function reads(page, what) {
  await becomes(() => objections(page), [], what);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.locator(":root[data-theme=dark]").waitFor();
  await becomes(() => objections(page, ["color-contrast", "link-in-text-block"]), [], `${what}, dark`);
  await page.emulateMedia({ colorScheme: "light" });
  await page.locator(":root[data-theme=light]").waitFor();
}
