// What the browser tests share: a host on loopback, Debian's chromium, and
// steps that many journeys have in common.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createServer } from "node:http";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

export const WEB = join(dirname(fileURLToPath(import.meta.url)), "../..");
export const ROOT = join(WEB, "..");
export const TABIYA = process.env.TABIYA ?? join(ROOT, "build/release/tabiya");

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm", ".svg": "image/svg+xml" };

// The policy of the real server, so that a page that breaks it fails here too.
const policy = (sums) =>
  `default-src 'self'; script-src 'self' 'wasm-unsafe-eval' ${sums}; style-src 'self' ${sums}; img-src 'self' data: blob:; ` +
  "worker-src 'self'; connect-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'";

// Any static host: no API.
export async function staticHost(port = 0, folder = join(WEB, "dist")) {
  const sums = (await readFile(join(folder, "inline.txt"), "utf8")).trim().split("\n").join(" ");
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, "http://x").pathname)).replace(/^(\.\.[/\\])+/, "");
    try {
      const body = await readFile(join(folder, path === "/" ? "index.html" : path));
      response.writeHead(200, { "content-type": TYPES[extname(path) || ".html"] ?? "application/octet-stream", "content-security-policy": policy(sums) });
      response.end(body);
    } catch {
      response.writeHead(404, { "content-type": "text/plain" }).end("not found");
    }
  });
  await new Promise((done) => server.listen(port, "127.0.0.1", done));
  return { url: `http://127.0.0.1:${server.address().port}/`, close: () => new Promise((done) => (server.closeAllConnections?.(), server.close(done))) };
}

// The engine of the tests, which computes nothing.
export const FAKE = process.env.TABIYA_FAKE;

// `tabiya serve` with a database of its own, and more options.
export async function tabiyaHost(games, more = FAKE ? ["--engine", FAKE] : []) {
  const folder = await mkdtemp(join(tmpdir(), "tabiya-e2e-"));
  const db = join(folder, "games.tdb");
  await run(TABIYA, ["db", "import", db, games]);
  const server = spawn(TABIYA, ["serve", "--port", "0", "--db", db, "--repertoires", folder, "--web", join(WEB, "dist"), ...more], { stdio: ["ignore", "pipe", "inherit"] });
  const url = await new Promise((done, failed) => {
    let text = "";
    server.stdout.on("data", (data) => {
      text += data;
      const found = /http:\/\/[^\s]+/.exec(text);
      if (found) done(found[0].replace(/\/?$/, "/"));
    });
    server.on("exit", (code) => failed(new Error(`tabiya serve ended with ${code}: ${text}`)));
  });
  // a test that fails closes nothing, and must end all the same
  server.unref();
  server.stdout.unref();
  process.on("exit", () => server.kill());
  return {
    url, folder, db,
    async close() {
      server.ref();
      const ended = new Promise((done) => server.on("exit", done));
      server.kill("SIGTERM");
      assert.equal(await ended, 0);
      await rm(folder, { recursive: true });
    },
  };
}

export function run(program, args) {
  return new Promise((done, failed) => {
    const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] });
    let out = "";
    child.stdout.on("data", (data) => (out += data));
    child.stderr.on("data", (data) => (out += data));
    child.on("exit", (code) => (code === 0 ? done(out) : failed(new Error(`${program} ${args.join(" ")}: ${code}\n${out}`))));
  });
}

export async function launch() {
  const executablePath = [process.env.CHROMIUM, "/usr/bin/chromium"].find((p) => p && existsSync(p));
  return chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu", "--force-prefers-reduced-motion"] });
}

// TBY_SLOW=6: pages that take six times as long, and whose timers and frames are
// late, to find what is done before it is waited for.
const SLOW = Number(process.env.TBY_SLOW ?? 1);

async function slow(context) {
  await context.addInitScript((ms) => {
    const { setTimeout: after, requestAnimationFrame: frame, cancelAnimationFrame: cancel, clearTimeout: clear } = globalThis;
    globalThis.setTimeout = (run, wait = 0, ...more) => after(run, Number(wait) + ms, ...more);
    const waiting = new Map(); // how to cancel each frame
    let last = 0;
    globalThis.requestAnimationFrame = (run) => {
      const id = ++last;
      const timer = after(() => {
        const real = frame((now) => (waiting.delete(id), run(now)));
        waiting.set(id, () => cancel(real));
      }, ms);
      waiting.set(id, () => clear(timer));
      return id;
    };
    globalThis.cancelAnimationFrame = (id) => (waiting.get(id)?.(), void waiting.delete(id));
  }, (SLOW - 1) * 40);
  const throttle = async (page) => (await context.newCDPSession(page)).send("Emulation.setCPUThrottlingRate", { rate: SLOW });
  context.on("page", (page) => throttle(page).catch(() => {})); // it may be closed by then
}

const opened = new WeakMap(); // the last tab of each browser
const USUAL = { viewport: { width: 1440, height: 900 }, colorScheme: "light" };

// A tab like new, without a service worker: that would answer before page.route().  That of the test before is emptied and used again, which takes a
// third of the time of another, unless the test changed what cannot be taken back.
async function tab(browser, { viewport, colorScheme, ...rest }) {
  const last = opened.get(browser);
  opened.delete(browser);
  if (last && !last.changed && !last.page.isClosed() && Object.keys(rest).length === 0) {
    const { page, context } = last;
    for (const other of context.pages()) if (other !== page) await other.close();
    page.removeAllListeners();
    await page.unrouteAll({ behavior: "ignoreErrors" });
    if (await emptied(page, last.session)) {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme });
      opened.set(browser, last);
      return last;
    }
  }
  await last?.context.close();
  const context = await browser.newContext({ viewport, colorScheme, acceptDownloads: true, serviceWorkers: "block", ...rest });
  if (SLOW > 1) await slow(context);
  const page = await context.newPage();
  const made = { page, context, session: await context.newCDPSession(page), changed: Object.keys(rest).length > 0 };
  const changes = (object, name) => {
    const run = object[name].bind(object);
    object[name] = (...args) => ((made.changed = true), run(...args));
  };
  for (const object of [page, context]) changes(object, "addInitScript");
  changes(page.clock, "install");
  opened.set(browser, made);
  return made;
}

// Leaves nothing of what the pages of the tab have stored.  False where that is
// not possible: files have no place of their own that could be looked into.
async function emptied(page, session) {
  const { origin } = new URL(page.url());
  if (!origin.startsWith("http:")) return page.url() === "about:blank";
  // a page of the same place without a script, so that nothing is written meanwhile
  await page.route(`${origin}/nothing`, (route) => route.fulfill({ contentType: "text/html", body: "" }));
  await page.goto(`${origin}/nothing`);
  await page.evaluate(() => sessionStorage.clear());
  await session.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
  await page.goto("about:blank");
  await page.unroute(`${origin}/nothing`);
  return true;
}

// A page whose console errors and foreign requests are collected in `faults`.
export async function open(browser, options = {}) {
  const { page, context } = await tab(browser, { ...USUAL, ...options });
  context.setDefaultTimeout(120_000); // of other tabs, too
  const faults = [];
  page.on("console", (m) => m.type() === "error" && faults.push(m.text()));
  page.on("pageerror", (e) => faults.push(String(e)));
  page.on("request", (r) => {
    const url = new URL(r.url());
    if (!["data:", "blob:", "file:"].includes(url.protocol) && url.hostname !== "127.0.0.1") faults.push(`request to ${url}`);
  });
  return { page, context, faults };
}

// An engine that answers at once and computes nothing, in the place of Stockfish.
export const quickEngine = (page) =>
  page.route("**/engine/stockfish.js", (route) =>
    route.fulfill({
      contentType: "text/javascript",
      body: `onmessage = ({ data }) => {
        if (!data.startsWith("go")) return;
        postMessage("info depth 9 multipv 1 score cp 20 pv 0000");
        postMessage("bestmove 0000");
      };`,
    }));

// --- waiting -------------------------------------------------------------------

// Looks again until the check passes: a click is over before the page has drawn what
// comes of it.  The limit ends what would never come; the last failure is thrown.
export async function eventually(check, limit = 60_000) {
  for (const end = Date.now() + limit; ; await new Promise((done) => setTimeout(done, 50)))
    try {
      return await check();
    } catch (failure) {
      if (Date.now() > end) throw failure;
    }
}

// Reads until that is what is expected: a value, or a text that fits a pattern.
export const becomes = (read, expected, what) =>
  eventually(async () => {
    const found = await read();
    if (expected instanceof RegExp) assert.match(found, expected, what);
    else assert.deepEqual(found, expected, what);
  });

// Waits until nothing is wider than the window.
export const narrowEnough = (page, what) =>
  eventually(async () => {
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(over <= 0, `${what} is ${over} pixels wider than the window`);
  });

// Does something, and waits from before on for what is said of it: that goes away by
// itself.
export const told = (page, text, act) => Promise.all([page.locator(".notices > div", { hasText: text }).first().waitFor(), act()]);

// --- steps ---------------------------------------------------------------------

// Drags a piece between two squares as a hand does.
export async function drag(page, from, to) {
  const box = await page.locator(".boardhost svg.cm-chessboard").boundingBox();
  const black = (await page.locator(".boardhost").getAttribute("data-side")) === "b";
  const at = (square) => {
    const file = square.charCodeAt(0) - 97 + 0.5;
    const rank = 8 - Number(square[1]) + 0.5;
    const [x, y] = black ? [8 - file, 8 - rank] : [file, rank];
    return [box.x + (x * box.width) / 8, box.y + (y * box.height) / 8];
  };
  await page.mouse.move(...at(from));
  await page.mouse.down();
  await page.mouse.move(...at(to), { steps: 6 });
  await page.mouse.up();
}

// Waits until something has changed the board.
async function changed(page, run) {
  const before = await page.locator(".boardhost").getAttribute("data-fen");
  await run();
  await page.waitForFunction((f) => document.querySelector(".boardhost")?.getAttribute("data-fen") !== f, before);
}

// A move that is expected to be made.
export const move = (page, from, to) => changed(page, () => drag(page, from, to));

export async function type(page, move) {
  await page.locator("#san").fill(move);
  await page.locator("#san").press("Enter");
}

export const typed = (page, san) => changed(page, () => type(page, san));

// The FEN of the board, without the counters.
export const fen = (page) => page.locator(".boardhost").getAttribute("data-fen").then((f) => f.split(" ").slice(0, 4).join(" "));

// Waits until the board shows a position.
export async function shows(page, expected) {
  await page.waitForFunction((f) => document.querySelector(".boardhost")?.getAttribute("data-fen")?.startsWith(f), expected, { timeout: 60_000 }).catch(async () => {
    assert.equal(await page.locator(".boardhost").getAttribute("data-fen"), expected);
  });
}

export async function saved(page, button) {
  const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), "utf8"), path: await download.path() };
}

// As if it had been dropped or pasted onto the page.
export const drop = (page, name, text) =>
  page.evaluate(
    ([n, t]) => {
      const data = new DataTransfer();
      data.items.add(new File([t], n));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
    },
    [name, text],
  );
export const paste = (page, text) =>
  page.evaluate((t) => {
    const data = new DataTransfer();
    data.setData("text", t);
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  }, text);

// What is in the menu of the graph, which it opens; and when every position has
// its place.
export async function ofGraph(page, name) {
  if ((await page.locator(".graphmenu").count()) === 0) await page.getByRole("button", { name: "More of the graph" }).click();
  return page.locator(".graphmenu").getByRole("button", { name });
}
export const laidOut = (page) => page.locator(".graphpane[aria-busy=false]").waitFor();

// Lays the graph out anew, which may take no longer than a look at it.
export async function layOutAnew(page) {
  await page.locator(".graphpane").evaluate((pane) => {
    globalThis.laid = false;
    new MutationObserver(() => (globalThis.laid = true)).observe(pane, { attributeFilter: ["aria-busy"] });
  });
  await (await ofGraph(page, "Lay out anew")).click();
  await page.waitForFunction(() => globalThis.laid);
  await laidOut(page);
}

// Moves the pointer over a part of the page until something is shown of what is below.
export const hoverUntil = (page, places, shown) =>
  eventually(async () => {
    for (const [x, y] of places) {
      await page.mouse.move(x, y);
      if ((await shown.count()) > 0) return;
    }
    assert.fail("nothing is shown of any place");
  });

// Opens one of the samples from Home.
export async function sample(page, title) {
  await page.getByRole("button", { name: title, exact: true }).click();
  await page.locator(".about").waitFor();
  // the bar may be there before the screen, which takes the keys
  await page.locator("#main .boardhost[data-fen]").waitFor();
}

// A button of the menu of the repertoire that is open, which is opened for it.
export async function inMenu(page, name) {
  const menu = page.getByRole("button", { name: "Repertoire menu" });
  if ((await menu.getAttribute("aria-expanded")) !== "true") await menu.click();
  return page.getByRole("group", { name: "Repertoire menu" }).getByRole("button", { name, exact: true });
}
