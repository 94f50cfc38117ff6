// web.mjs: how fast the page is in headless Chromium, one JSON line for each
// figure.  Needs `make build web`.
import { randomInt } from "node:crypto";
import { readFileSync, writeFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";
import { laidOut, launch, open, ROOT, staticHost, tabiyaHost } from "../web/tests/e2e/browser.mjs";

const say = (bench, figures) => console.log(JSON.stringify({ bench, ...figures }));
const middle = (list) => [...list].sort((a, b) => a - b)[list.length >> 1];

const samples = join(ROOT, "samples");
const VIEWPORT = { viewport: { width: 1440, height: 900 } };
const [browser, host, served] = await Promise.all([launch(), staticHost(), tabiyaHost(join(samples, "games.pgn"))]);

// In the page: when the frame that has the first board is on the screen.  The
// browser says so of the first frame with any content; if the pieces came after
// that, it is the end of the frame that follows them.
function watch() {
  let found = () => {};
  globalThis.firstBoard = new Promise((done) => (found = done));
  const seen = new MutationObserver(() => {
    if (document.querySelectorAll("svg.cm-chessboard use").length < 2) return;
    seen.disconnect();
    const there = performance.now();
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        const after = performance.now();
        // the browser's own figure comes later than the frame
        setTimeout(() => {
          const content = performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0;
          found(content > there ? content : after);
        }, 100);
      };
      port2.postMessage(0);
    });
  });
  seen.observe(document, { childList: true, subtree: true });
}

async function load(context, url) {
  const page = await context.newPage();
  await page.addInitScript(watch);
  await page.goto(url);
  const time = await page.evaluate(() => globalThis.firstBoard);
  await page.close();
  return time;
}

// A page that says "not found": no page is on the screen sooner.
async function words(context) {
  const page = await context.newPage();
  await page.goto(`${host.url}nothing`);
  const time = await page.evaluate(async () => {
    await new Promise((done) => setTimeout(done, 150));
    return performance.getEntriesByName("first-contentful-paint")[0].startTime;
  });
  await page.close();
  return time;
}

// From the beginning of the navigation to the first frame with a board, from
// `tabiya serve`.  Cold: nothing is cached; warm: all that may be.
async function firstBoard(name, link, rounds) {
  const times = { cold: [], warm: [] };
  const least = []; // of a page that has nothing to show, beside the cold loads
  const fresh = async (run) => {
    const made = await browser.newContext(VIEWPORT);
    const time = await run(made);
    await made.close();
    return time;
  };
  const context = await browser.newContext(VIEWPORT);
  await load(context, served.url + link);
  for (let i = 0; i < rounds; i++) {
    times.cold.push(await fresh((made) => load(made, served.url + link)));
    least.push(await fresh(words));
    times.warm.push(await load(context, served.url + link));
  }
  await context.close();
  for (const [cache, list] of Object.entries(times))
    say(`page, first board, ${name}, ${cache} cache`, {
      rounds, milliseconds: Math.round(middle(list)), least: Math.round(Math.min(...list)), most: Math.round(Math.max(...list)), goal: 200, met: middle(list) < 200,
      ...(cache === "cold" ? { words: Math.round(middle(least)) } : {}),
    });
}

// One picture of a sample, as often as a hand moves it.
async function london() {
  const { page, context } = await open(browser);
  await page.goto(host.url);
  await page.getByRole("button", { name: "A London System" }).click();
  await page.locator("canvas.graph").waitFor();
  await page.waitForTimeout(500);
  const times = await frames(page, 40);
  say("page, graph of 150 positions", { milliseconds: middle(times.draws), goal: 16, met: middle(times.draws) < 16 });
  await context.close();
}

// Zooms in and out and counts frames; the view says how long each took.
function frames(page, count) {
  return page.evaluate(async (n) => {
    const canvas = document.querySelector("canvas.graph");
    const box = canvas.getBoundingClientRect();
    const draws = [];
    const next = () => new Promise((done) => requestAnimationFrame(done));
    await next();
    const begin = performance.now();
    for (let i = 0; i < n; i++) {
      canvas.dispatchEvent(new WheelEvent("wheel", { deltaY: i % 20 < 10 ? -40 : 40, clientX: box.x + box.width / 2, clientY: box.y + box.height / 2, bubbles: true, cancelable: true }));
      await next();
      draws.push(Number(canvas.dataset.milliseconds));
    }
    return { fps: (n * 1000) / (performance.now() - begin), draws };
  }, count);
}

// From a key to the end of the frame in which the graph shows the step.
function steps(page, count) {
  return page.evaluate(async (n) => {
    const took = [];
    const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    for (let i = 0; i < n; i++) {
      const begin = performance.now();
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key: i % 6 < 3 ? "ArrowDown" : "ArrowUp", bubbles: true, cancelable: true }));
      await frame();
      await frame(); // the board comes first, the graph with the next
      took.push(Math.round(performance.now() - begin));
    }
    return took;
  }, count);
}

// A repertoire of random games, made by the core itself.
async function large(nodes) {
  const wasm = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(join(ROOT, "build/wasm/tabiya.wasm")))).exports;
  wasm._initialize?.();
  const look = (line) => {
    const text = Buffer.from(line || "start");
    const at = wasm.tby_wasm_alloc(text.length);
    new Uint8Array(wasm.memory.buffer, at, text.length).set(text);
    wasm.tby_wasm_pos_look(at, text.length);
    const answer = Buffer.from(new Uint8Array(wasm.memory.buffer, wasm.tby_wasm_answer(), wasm.tby_wasm_answer_size())).toString();
    wasm.tby_wasm_free(at, text.length);
    return JSON.parse(answer);
  };
  let pgn = "";
  for (let made = 0; made < nodes; ) {
    let line = "";
    let fen = "start";
    for (let ply = 0; ply < 40 && made < nodes; ply++, made++) {
      const { moves } = look(fen);
      if (moves.length === 0) break;
      const move = moves[randomInt(Math.min(moves.length, ply < 6 ? 3 : 20))];
      line += `${move.san} `;
      fen = play(wasm, fen, move.uci);
    }
    pgn += `[Event "made"]\n\n${line}*\n\n`;
  }
  return pgn;
}

function play(wasm, fen, uci) {
  const put = (s) => {
    const bytes = Buffer.from(s);
    const at = wasm.tby_wasm_alloc(bytes.length);
    new Uint8Array(wasm.memory.buffer, at, bytes.length).set(bytes);
    return [at, bytes.length];
  };
  const [f, m] = [put(fen), put(uci)];
  wasm.tby_wasm_pos_play(...f, ...m);
  const answer = JSON.parse(Buffer.from(new Uint8Array(wasm.memory.buffer, wasm.tby_wasm_answer(), wasm.tby_wasm_answer_size())).toString());
  wasm.tby_wasm_free(...f);
  wasm.tby_wasm_free(...m);
  return answer.fen;
}

async function tenThousand() {
  const file = join(tmpdir(), `tabiya-bench-${process.pid}.pgn`);
  writeFileSync(file, await large(16_500));
  const { page, context } = await open(browser);
  page.setDefaultTimeout(120_000);
  await page.goto(host.url);
  await page.locator("input[type=file]").first().setInputFiles(file);
  await page.getByRole("button", { name: "A repertoire for White" }).click(); // a PGN can be more
  rmSync(file);
  await page.locator(".about").waitFor();
  await laidOut(page);
  const positions = Number(/([\d,]+) positions/.exec(await page.locator(".about").textContent())[1].replace(/,/g, ""));
  for (const mode of ["focus", "whole"]) {
    const focus = page.getByRole("button", { name: "Focus" });
    if ((await focus.getAttribute("aria-pressed")) !== String(mode === "focus")) {
      await focus.click();
      await page.waitForTimeout(1000);
    }
    if (mode === "whole") await page.getByRole("button", { name: "Fit" }).click(); // all of it
    const took = await steps(page, 31);
    say(`page, a step among ${positions} positions, ${mode}`, { milliseconds: middle(took), first: took[0], most: Math.max(...took), goal: 100, met: Math.max(...took) <= 100 });
    const { fps, draws } = await frames(page, 60);
    say(`page, graph of ${positions} positions, ${mode}`, { fps: Math.round(fps), milliseconds: middle(draws), goal: 30, met: fps >= 30 });
  }
  await context.close();
}

const position = encodeURIComponent("r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2PP1N2/PP3PPP/RNBQR1K1 w - - 0 7");
const repertoire = deflateRawSync(readFileSync(join(samples, "caro-kann.txt"))).toString("base64url");
await firstBoard("openings", "#/openings", 20);
await firstBoard("a link to a position", `#/openings?fen=${position}`, 20);
await firstBoard("a shared repertoire", `#/explore?side=b&r=${repertoire}`, 20);
await london();
await tenThousand();
await browser.close();
await host.close();
await served.close();
