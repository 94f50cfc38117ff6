// A game judged in the page: what the engine is asked, what is found while it runs,
// what cancelling keeps, and mistakes as exercises.
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { loadCore } from "../../src/core";
import * as analysis from "../../src/state/analysis";
import * as viewed from "../../src/state/game";
import * as position from "../../src/state/position";
import { Analysis } from "../../src/ui/analysis";
import { control, frame, framed, has, now, press, settle, show, text, texts } from "./support/page";

const PGN = '[White "A"]\n[Black "B"]\n\n1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0';

// What the engine says of a board: centipawns or mate for the side to move, its line.
const SAID: Record<string, string> = {
  "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR": "cp 30 pv e2e4 e7e5",
  "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR": "cp -30 pv e7e5",
  "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR": "cp 30 pv g1f3 b8c6",
  "rnbqkbnr/pppp1ppp/8/4p2Q/4P3/8/PPPP1PPP/RNB1KBNR": "cp 10 pv b8c6 f1c4",
  "rnbq1bnr/ppppkppp/8/4p2Q/4P3/8/PPPP1PPP/RNB1KBNR": "mate 1 pv h5e5",
  "r1bqkbnr/pppp1ppp/2n5/4p2Q/4P3/8/PPPP1PPP/RNB1KBNR": "cp -10 pv f1c4", // 2... Nc6
  "rnb1kbnr/ppppqppp/8/4p2Q/4P3/8/PPPP1PPP/RNB1KBNR": "cp 20 pv b1c3", // 2... Qe7
  "rnbqkbnr/pppp1p1p/6p1/4p2Q/4P3/8/PPPP1PPP/RNB1KBNR": "cp 500 pv h5e5", // 2... g6
};

class FakeWorker {
  static asked: string[] = [];
  static held = Infinity; // searches before it falls silent
  onmessage: ((event: { data: string }) => void) | null = null;
  onerror: (() => void) | null = null;
  #board = "";
  postMessage(message: string): void {
    if (message.startsWith("position fen ")) this.#board = message.slice(13);
    if (!message.startsWith("go ")) return;
    FakeWorker.asked.push(this.#board);
    if (FakeWorker.asked.length > FakeWorker.held) return;
    const said = SAID[this.#board.split(" ")[0]!];
    if (!said) throw new Error(`nobody knows ${this.#board}`);
    const [score, pv] = said.split(" pv ");
    setTimeout(() => {
      this.onmessage?.({ data: `info depth 14 seldepth 20 multipv 1 score ${score} nodes 9 nps 9 time 1 pv ${pv}` });
      this.onmessage?.({ data: `bestmove ${pv!.split(" ")[0]}` });
    });
  }
  terminate(): void {}
}

beforeAll(() => loadCore());
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  vi.stubGlobal("Worker", FakeWorker);
  vi.stubGlobal("__SINGLE__", false);
  FakeWorker.asked = [];
  FakeWorker.held = Infinity;
  viewed.take(PGN, null, null);
});
afterEach(() => {
  analysis.close();
  vi.unstubAllGlobals();
});

const shows = async () => {
  await show(<Analysis />);
  await settle(() => has(/analys/i));
};
const whole = () => settle(() => analysis.complete.value && analysis.progress.value === null);

test("an analysis that is begun in the first frame goes on", async () => {
  FakeWorker.held = 0;
  await frame(<Analysis />);
  control("Analyse this game").click();
  await now();
  framed();
  await now();
  expect(analysis.progress.value).toEqual({ done: 1, total: 6 });
});

test("a game is analysed: curve, glyphs, better lines, accuracy, mistakes", async () => {
  await shows();
  await press("Analyse this game");
  await whole();
  // each position once; the mate needs no engine, and counters say nothing
  expect(FakeWorker.asked.length).toBe(5);
  expect(FakeWorker.asked.every((fen) => fen.split(" ")[4] === "0")).toBe(true);
  expect(viewed.main.value.map((i) => viewed.move(i)!.glyph)).toEqual(["", "", "", "??", ""]);
  expect(text()).toContain("Blunder: −0.1 → #1. Better was 2... Nc6.");
  expect(text()).toContain("1 blunder");
  expect(texts(".accuracy b").every((n) => Number(n) >= 0 && Number(n) <= 100)).toBe(true);
  expect(document.querySelectorAll(".plot .dot").length).toBe(1);
  const pgn = viewed.toPgn();
  expect(pgn.replace(/\s+/g, " ")).toContain("2... Ke7 $4 {[%eval #1]} (2... Nc6 3. Bc4) 3. Qxe5# {[%eval #0]} 1-0");
  expect(pgn).toMatch(/\[BlackAccuracy "\d+\.\d"\]\n\[Annotator "Stockfish 19 lite"\]/);
  await press("Mistakes 1");
  await press(/^2\.\.\. Ke7\?\?/);
  expect(viewed.move(viewed.at.value)!.san).toBe("Ke7");
});

test("cancelling keeps what was found, and so does leaving; going on asks for the rest", async () => {
  FakeWorker.held = 3;
  await shows();
  await press("Analyse this game");
  await settle(() => FakeWorker.asked.length === 4);
  expect(document.querySelector("progress")!.getAttribute("value")).toBe("4"); // with the mate
  viewed.at.value = viewed.main.value[1]!;
  await press("Cancel");
  expect(has("Cancel")).toBe(false);
  expect(viewed.move(viewed.at.value)!.san).toBe("e5");
  expect(analysis.judged.value!.plies.map((p) => p.eval)).toEqual(["0.30", "0.30", "0.30", null, null, "#0"]);
  expect(viewed.toPgn()).not.toContain("Accuracy");
  // another game, and back
  viewed.take("1. d4 d5 *", null, null);
  await settle(() => analysis.judged.value === null);
  viewed.take(PGN, null, null);
  await settle(() => analysis.judged.value !== null);
  expect(viewed.toPgn()).toContain("[%eval 0.30]");
  FakeWorker.asked = [];
  FakeWorker.held = Infinity;
  await press("Go on with the analysis");
  await whole();
  expect(FakeWorker.asked.length).toBe(2);
});

test("lines of one's own stay one's own, and one stands where one stood", async () => {
  await shows();
  viewed.toStart();
  viewed.play("d2d4");
  const before = viewed.way(viewed.at.value);
  await press("Analyse this game");
  await whole();
  expect(viewed.way(viewed.at.value)).toEqual(before);
  viewed.remove(viewed.at.value);
  expect(viewed.after(-1).length).toBe(1);
});

test("a mistake is an exercise: wrong, good enough, best, hint and solution", async () => {
  await shows();
  await press("Analyse this game");
  await whole();
  await press("Mistakes 1");
  await press("Solve 2... Ke7");
  expect(position.fen.value).toBe(viewed.fenAt(viewed.main.value[2]!));
  expect(position.side.value).toBe("b");
  const moves = viewed.game.value!.tree.moves.length;
  const said = () => text(document.querySelector(".question [role=status]"));
  viewed.play("g7g6");
  await settle(() => said() !== "The engine looks at it …" && said() !== "");
  expect(said()).toBe("g6 is not good enough: +5.0.");
  viewed.play("h5e5"); // the other side's move is no answer
  await press("Try again");
  viewed.play("e8e7");
  await settle();
  expect(said()).toBe("Ke7 was played in the game.");
  await press("Try again");
  await press("Hint");
  expect(said()).toBe("Move the piece on b8.");
  expect(viewed.asking.value!.ring).toEqual(["b8"]);
  viewed.play("d8e7");
  await settle(() => said() === "Qe7 is good, too: +0.2.");
  await press("Close");
  expect(viewed.asking.value).toBeNull();
  expect(position.fen.value).toBe(viewed.fenAt(viewed.at.value));
  await press("Solve 2... Ke7");
  viewed.play("b8c6");
  await settle(() => said() === "Nc6 is the engine's choice.");
  expect(viewed.move(viewed.at.value)!.san).toBe("Nc6");
  await press("Close");
  await press("Solve 2... Ke7");
  await press("Solution");
  expect(viewed.move(viewed.at.value)!.san).toBe("Nc6");
  // what was tried is no part of the game
  expect(viewed.game.value!.tree.moves.length).toBe(moves);
});

test("who walks on leaves the exercise", async () => {
  await shows();
  await press("Analyse this game");
  await whole();
  await press("Mistakes 1");
  await press("Solve 2... Ke7");
  viewed.forward();
  await settle(() => analysis.exercise.value === null);
  expect(viewed.asking.value).toBeNull();
  expect(control("Solve 2... Ke7")).toBeTruthy();
});

test("an engine that fails says so, and what was found stays", async () => {
  FakeWorker.held = 2;
  await shows();
  const made: FakeWorker[] = [];
  vi.stubGlobal("Worker", class extends FakeWorker {
    constructor() {
      super();
      made.push(this);
    }
    override postMessage(message: string): void {
      super.postMessage(message);
      if (FakeWorker.asked.length > FakeWorker.held && message.startsWith("go ")) setTimeout(() => this.onerror?.());
    }
  });
  vi.stubGlobal("fetch", () => Promise.resolve(new Response("")));
  await press("Analyse this game");
  await settle(() => analysis.trouble.value !== "" && analysis.progress.value === null);
  expect(text()).toContain("The engine could not be loaded.");
  expect(made.length).toBeGreaterThan(1);
  expect(analysis.judged.value!.plies.filter((p) => p.eval !== null).length).toBe(3);
  expect(has("Go on with the analysis")).toBe(true);
});

test("the moves end with what endgame tables say of the last position", async () => {
  const end = () => texts(".score .ending");
  viewed.open('[SetUp "1"]\n[FEN "4k3/8/4K3/4P3/8/8/8/8 w - - 0 60"]\n\n60. Kd5 Kd7 1/2-1/2');
  await shows();
  await settle(() => end().length > 0);
  expect(end()).toEqual(["At the end, by endgame tables: KPvK: White to move. Draw"]);
  viewed.open('[SetUp "1"]\n[FEN "8/8/8/4k3/8/8/3QK3/8 w - - 0 1"]\n\n1. Ke3 (1. Qd1) 1/2-1/2');
  await settle(() => !!end()[0]?.includes("KQvK"));
  expect(end()[0]).toMatch(/KQvK: Black to move. Loss in 6$/);
  // a game that goes on has no end, and no table has this one
  for (const pgn of ['[SetUp "1"]\n[FEN "8/8/8/4k3/8/8/3QK3/8 w - - 0 1"]\n\n1. Ke3 *', "1. e4 e5 1-0"]) {
    viewed.open(pgn);
    await settle(() => end().length === 0);
  }
});
