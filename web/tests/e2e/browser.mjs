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

// `tabiya serve` with a database of its own.
export async function tabiyaHost(games) {
  const folder = await mkdtemp(join(tmpdir(), "tabiya-e2e-"));
  const db = join(folder, "games.tdb");
  await run(TABIYA, ["db", "import", db, games]);
  const server = spawn(TABIYA, ["serve", "--port", "0", "--db", db, "--repertoires", folder, "--web", join(WEB, "dist")], { stdio: ["ignore", "pipe", "inherit"] });
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

const opened = new WeakMap(); // the last context of each browser

// A page whose console errors and foreign requests are collected in `faults`.
// The one of the test before is closed: what nobody looks at takes no time.
export async function open(browser, options = {}) {
  await opened.get(browser)?.close();
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, acceptDownloads: true, ...options });
  opened.set(browser, context);
  if (SLOW > 1) await slow(context);
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  const faults = [];
  page.on("console", (m) => m.type() === "error" && faults.push(m.text()));
  page.on("pageerror", (e) => faults.push(String(e)));
  page.on("request", (r) => {
    const url = new URL(r.url());
    if (!["data:", "blob:", "file:"].includes(url.protocol) && url.hostname !== "127.0.0.1") faults.push(`request to ${url}`);
  });
  return { page, context, faults };
}

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

// Opens one of the samples from Home.
export async function sample(page, title) {
  await page.getByRole("button", { name: title, exact: true }).click();
  await page.locator(".about").waitFor();
}
