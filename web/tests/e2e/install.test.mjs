// The page that was loaded once needs no server, and a new version of it comes whole.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { becomes, launch, open, ROOT, sample, staticHost, tabiyaHost, typed, WEB } from "./browser.mjs";

let browser, folder;
before(async () => ([browser, folder] = await Promise.all([launch(), mkdtemp(join(tmpdir(), "tabiya-web-"))])));
after(async () => (await browser.close(), await rm(folder, { recursive: true })));

const kept = (page) => page.evaluate(() => navigator.serviceWorker.ready.then(() => true));

test("the server is stopped, and one goes on working", async () => {
  const host = await tabiyaHost(join(ROOT, "samples/games.pgn"), []);
  const { page } = await open(browser, { serviceWorkers: "allow" });
  await page.goto(host.url);
  await page.locator(".badge", { hasText: "52 games" }).waitFor();
  await kept(page);
  const { installed, icons } = await page.evaluate(async () => {
    const manifest = await (await fetch(document.querySelector("[rel=manifest]").href)).json();
    return { installed: manifest.display, icons: manifest.icons.length };
  });
  assert.deepEqual([installed, icons], ["standalone", 2]);
  await host.close();
  await page.reload();
  // what waits for the server says so
  await page.locator(".home-grid", { hasText: "The server does not answer." }).waitFor();
  await sample(page, "A London System");
  await page.getByRole("link", { name: "Build" }).click();
  await typed(page, "h4");
  await page.locator(".about", { hasText: "saved" }).waitFor();
  await page.reload();
  await page.locator(".about", { hasText: "151 positions" }).waitFor();
  // screens that were never opened before
  await page.getByRole("link", { name: "Practice", exact: true }).click();
  await page.getByText("Variations left").waitFor();
  await page.getByRole("link", { name: "Openings", exact: true }).click();
  await page.getByLabel("Search", { exact: true }).fill("najdorf");
  await page.locator(".hits a").first().waitFor();
  await page.locator(".rail").getByRole("link", { name: "Games" }).click();
  await page.locator("#main", { hasText: "Its games wait for it" }).waitFor();
  await page.getByRole("link", { name: "Analysis", exact: true }).click();
  await typed(page, "e4");
});

const sum = (text) => createHash("sha256").update(text).digest("base64");
const edit = async (name, from, to) => {
  const text = await readFile(join(folder, name), "utf8");
  assert.ok(text.includes(from), `${from} in ${name}`);
  await writeFile(join(folder, name), text.replace(from, to));
};
const about = (page) => page.locator("meta[name=description]").getAttribute("content");
const look = (page) => page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update().catch(() => {})));

test("a new version comes whole or not at all, and when one asks for it", async () => {
  await cp(join(WEB, "dist"), folder, { recursive: true });
  const host = await staticHost(0, folder);
  const { page } = await open(browser, { serviceWorkers: "allow" });
  await page.goto(host.url);
  await kept(page);
  await page.reload();
  const first = await about(page);
  const before = await readFile(join(folder, "index.html"), "utf8");
  const next = before.replace(first, "The next version.");
  const version = /[0-9a-f]{16}/.exec(await readFile(join(folder, "service-worker.js"), "utf8"))[0];
  // another version is announced, and its page is not there yet
  await edit("service-worker.js", version, "0".repeat(16));
  await edit("service-worker.js", sum(before), sum(next));
  await look(page);
  await page.reload();
  assert.equal(await about(page), first);
  assert.equal(await page.getByRole("button", { name: "Load it" }).count(), 0);
  // now all of it is: the page stays what it is until one asks
  await writeFile(join(folder, "index.html"), next);
  await page.evaluate(() => (globalThis.same = true));
  await look(page);
  await page.locator(".notices", { hasText: "There is a new version of the page." }).waitFor();
  assert.equal(await page.evaluate(() => globalThis.same), true);
  assert.equal(await about(page), first);
  await page.getByRole("button", { name: "Load it" }).click();
  await becomes(() => about(page).catch(() => ""), "The next version.");
  await becomes(() => page.evaluate(() => caches.keys()), [`tabiya-${"0".repeat(16)}`]);
  await host.close();
});
