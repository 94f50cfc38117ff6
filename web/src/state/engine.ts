// Lines of an engine: the server's by events, or the browser's own in a worker
// that is loaded when it is first wanted.
import { computed, effect, signal } from "@preact/signals";
import * as api from "../api";
import { core, loaded } from "../core";
import { fail, settings } from "./app";
import { fen, look } from "./position";
import { t } from "../texts";

export interface EngineLine {
  depth: number;
  score: { kind: "cp" | "mate"; value: number }; // White's view
  uci: string[];
  san: string[];
}

// Whether it is asked what the other side would play, were it to move.
export const threat = signal(false);
// The position that the lines are of.
export const searched = signal("");
export const lines = signal<readonly EngineLine[]>([]);
export const running = signal("");
export const evaluation = signal<{ text: string; short: string; share: number } | null>(null);

export function scoreText({ kind, value }: EngineLine["score"], decimals = 2): string {
  if (kind === "mate") return value > 0 ? `#${value}` : `#−${-value}`;
  return `${value >= 0 ? "+" : "−"}${(Math.abs(value) / 100).toFixed(decimals)}`;
}

// White's share of the bar: the usual logistic of centipawns.
function share({ kind, value }: EngineLine["score"]): number {
  if (kind === "mate") return value > 0 ? 1 : 0;
  return 1 / (1 + Math.exp(-value * 0.00368208));
}

function take(at: string, found: api.Found): void {
  if (at !== searched.peek()) return;
  const san = core().sans(at, found.uci.slice(0, 12));
  const now = [...lines.peek()];
  now[found.multipv - 1] = { depth: found.depth, score: found.score, uci: found.uci, san };
  lines.value = now.filter(Boolean);
  const best = lines.value[0];
  if (best && !threat.peek()) evaluation.value = { text: scoreText(best.score), short: scoreText(best.score, 1).replace(/^[+−]/, ""), share: share(best.score) };
}

// --- the browser's -----------------------------------------------------------

// What a line of UCI says of a position; a bound says nothing.
export function readInfo(data: string, turn: "white" | "black"): api.Found | null {
  const text = /^info .*\bdepth (\d+) .*?(?:multipv (\d+) )?score (cp|mate) (-?\d+) (?!.*bound).*?\bpv (.+)$/.exec(data);
  if (!text) return null;
  return {
    depth: Number(text[1]),
    multipv: Number(text[2] ?? 1),
    score: { kind: text[3] as "cp" | "mate", value: Number(text[4]) * (turn === "white" ? 1 : -1) },
    uci: text[5]!.trim().split(/\s+/),
  };
}

let worker: Worker | null = null;
let searching = false; // until its bestmove
let next: (() => void) | null = null; // the search that waits for the end of that one

function start(): Worker {
  const made = new Worker("engine/stockfish.js");
  let spoke = false;
  made.addEventListener("message", () => (spoke = true), { once: true });
  made.onerror = async (event) => {
    event.preventDefault();
    made.terminate();
    worker = next = null;
    searching = false;
    if (spoke) running.value = t("The engine has crashed. The next position starts it again.");
    else running.value = (await api.answers()) ? t("The engine could not be loaded.") : api.OFFLINE;
  };
  made.postMessage("uci");
  return made;
}

function inBrowser(at: string, count: number): () => void {
  if (__SINGLE__) {
    running.value = t("The engine is not part of this file. Serve tabiya, or open it from a web host, to have one.");
    return () => {};
  }
  const { turn, chess960 } = core().look(at);
  const engine = (worker ??= start());
  running.value = t("Stockfish 19 lite, in this browser");
  let stopped = false;
  const begin = () => {
    searching = true;
    engine.onmessage = ({ data }: MessageEvent<string>) => {
      const found = readInfo(data, turn);
      if (found && !stopped) take(at, found);
      if (!data.startsWith("bestmove")) return;
      searching = false;
      next?.();
      next = null;
    };
    engine.postMessage(`setoption name MultiPV value ${count}`);
    // else castling would be written as the move of the king that it may be, too
    engine.postMessage(`setoption name UCI_Chess960 value ${chess960}`);
    engine.postMessage(`position fen ${at}`);
    engine.postMessage("go depth 24");
  };
  // It has one thread: a new position in the middle of a search crashes it.
  if (searching) next = begin;
  else begin();
  return () => {
    stopped = true;
    if (next === begin) next = null;
    else if (searching) engine.postMessage("stop");
  };
}

// --- the server's ------------------------------------------------------------

function onServer(at: string, count: number): () => void {
  running.value = t("The server's engine");
  return api.engine({ fen: at, multipv: count }, (found) => take(at, found), (message) => {
    running.value = message;
  });
}

// an import asks the server anew, but changes nothing here
export const served = computed(() => !!api.server.value?.engine);
const again = signal(0); // how often it was tried again

effect(() => (running.value === api.OFFLINE ? api.whenBack(() => again.value++) : undefined));

// The same position with the other side to move; who is in check cannot pass.
function passed(at: string): string | null {
  const [board, turn, castling, , half, number] = at.split(" ");
  try {
    return core().look([board, turn === "w" ? "b" : "w", castling, "-", half, number].join(" ")).fen;
  } catch {
    return null;
  }
}

effect(() => {
  void again.value;
  const here = fen.value;
  const theirs = served.value;
  const { engine, lines: count } = settings.value;
  lines.value = [];
  evaluation.value = null;
  running.value = "";
  if (!engine || !loaded.value || look.value.moves.length === 0) return;
  const at = threat.value ? passed(here) : here;
  searched.value = at ?? here;
  if (!at) {
    running.value = t("In check nothing else threatens.");
    return;
  }
  let stop = () => {};
  const timer = setTimeout(() => {
    try {
      stop = theirs ? onServer(at, count) : inBrowser(at, count);
    } catch (error) {
      fail(error);
    }
  }, 150);
  return () => {
    clearTimeout(timer);
    stop();
  };
});
