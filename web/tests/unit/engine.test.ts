// The engine in the browser: what it is told, and what is believed of what it
// says.
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { loadCore } from "../../src/core";
import { change } from "../../src/state/app";
import * as api from "../../src/api";
import { evaluation, lines, running } from "../../src/state/engine";
import * as position from "../../src/state/position";
import { eventually } from "./support/page";

// Castling mates; the king alone could go to g1, too.
const SHUFFLED = "4rkr1/4p1p1/8/8/8/8/8/5K1R w K - 0 1";

class FakeWorker {
  static told: string[] = [];
  static last: FakeWorker | null = null;
  onerror: ((event: { preventDefault(): void }) => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  #first: (() => void) | null = null;
  constructor() {
    FakeWorker.last = this;
  }
  addEventListener(_: "message", heard: () => void): void {
    this.#first = heard;
  }
  terminate(): void {}
  say(data: string): void {
    this.#first?.();
    this.onmessage!({ data });
  }
  postMessage(text: string): void {
    FakeWorker.told.push(text);
  }
}

const says = (data: string) => FakeWorker.last!.say(data);
const crash = (worker: FakeWorker) => worker.onerror!({ preventDefault: () => {} });
const best = () => lines.value[0]?.san.join(" ");

async function at(fen: string): Promise<string[]> {
  FakeWorker.told = [];
  position.fen.value = fen;
  await eventually(() => expect(FakeWorker.told).toContain("go depth 24"));
  return FakeWorker.told;
}

beforeAll(() => loadCore());
beforeEach(() => {
  vi.stubGlobal("Worker", FakeWorker);
  vi.stubGlobal("__SINGLE__", false);
  position.fen.value = position.START;
  change({ engine: true, lines: 1 });
});
afterEach(() => {
  change({ engine: false });
  vi.unstubAllGlobals();
});

test("an engine that did not come is tried again", async () => {
  await at(SHUFFLED);
  vi.spyOn(api, "answers").mockResolvedValue(false);
  const lost = FakeWorker.last!;
  crash(lost);
  await eventually(() => expect(running.value).toBe(api.OFFLINE));
  FakeWorker.told = [];
  api.retry();
  await eventually(() => expect(FakeWorker.told).toContain("go depth 24"));
  expect(FakeWorker.last).not.toBe(lost);
  says("bestmove f1h1");
});

test("Chess960 is told where it is played, and castling read as it is written there", async () => {
  const option = (told: string[]) => told.filter((t) => t.includes("UCI_Chess960"));
  expect(option(await at(SHUFFLED))).toEqual(["setoption name UCI_Chess960 value true"]);
  expect(FakeWorker.told.slice(-2)).toEqual([`position fen ${SHUFFLED}`, "go depth 24"]);
  says("info depth 3 seldepth 3 multipv 1 score mate 1 nodes 9 nps 9 time 1 pv f1h1");
  expect(best()).toBe("O-O#");
  says("bestmove f1h1");
  expect(option(await at("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"))).toEqual(["setoption name UCI_Chess960 value false"]);
  says("info depth 3 seldepth 3 multipv 1 score cp 5 nodes 9 nps 9 time 1 pv e1g1");
  expect(best()).toBe("O-O");
  says("bestmove e1g1");
});

// Its build of one thread crashes where a position comes in the middle of a search.
test("a new position waits until the search of the one before has ended", async () => {
  await at(position.START);
  says("info depth 3 seldepth 3 multipv 1 score cp 30 nodes 9 nps 9 time 1 pv g1f3");
  expect(best()).toBe("Nf3");
  FakeWorker.told = [];
  for (const fen of [SHUFFLED, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1"]) {
    position.fen.value = fen;
    await new Promise((done) => setTimeout(done, 300)); // it begins after 150 ms
  }
  expect(FakeWorker.told).toEqual(["stop"]);
  says("info depth 4 seldepth 3 multipv 1 score cp 31 nodes 9 nps 9 time 1 pv d2d4");
  expect(lines.value).toEqual([]);
  says("bestmove g1f3");
  await eventually(() => expect(FakeWorker.told.filter((text) => /^(position|go)/.test(text))).toEqual([
    "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1", "go depth 24",
  ]));
  says("info depth 1 seldepth 1 multipv 1 score cp 29 nodes 9 nps 9 time 1 pv e2e4");
  expect(best()).toBe("e4");
  expect(evaluation.value).toMatchObject({ text: "+0.29", short: "0.3" });
  says("bestmove e2e4");
});

test("an engine that crashes costs that search alone", async () => {
  await at(SHUFFLED);
  const lost = FakeWorker.last!;
  says("info depth 3 seldepth 3 multipv 1 score mate 1 nodes 9 nps 9 time 1 pv f1h1");
  crash(lost);
  await eventually(() => expect(running.value).toMatch(/crashed/));
  await at("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
  expect(FakeWorker.last).not.toBe(lost);
  says("bestmove e1g1");
});
