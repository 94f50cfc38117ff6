// A whole game judged by the engine: the server's, or one in the browser beside that
// of the board.  The core judges; here is what asks for evaluations, keeps them, and
// makes exercises of the mistakes.
import { batch, computed, signal } from "@preact/signals";
import * as api from "../api";
import { core } from "../core";
import { moveSound } from "../sound";
import type { Judged, JudgedPly } from "../types";
import { fail, route, say, settings, shown } from "./app";
import { readInfo, scoreText, served } from "./engine";
import * as viewed from "./game";
import * as position from "./position";
import { remember, remembered } from "./storage";
import { t } from "../texts";

export const judged = signal<Judged | null>(null);
export const progress = signal<{ done: number; total: number } | null>(null);
export const trouble = signal("");

export interface Mistake extends JudgedPly {
  ply: number; // the position after it
  label: string; // "13... Qa5"
}

export const mistakes = computed<readonly Mistake[]>(() =>
  (judged.value?.plies ?? []).map((p, ply) => ({ ...p, ply, label: `${numbered(ply)} ${shown(p.san)}` })).filter((p) => p.judged));
export const complete = computed(() => judged.value !== null && judged.value.plies.every((p) => p.eval !== null));

// "13." or "13..." for the move that leads to a position of the main line.
function numbered(ply: number): string {
  const half = viewed.startPly() + ply - 1;
  return `${Math.floor(half / 2) + 1}.${half % 2 === 1 ? ".." : ""}`;
}

export const GLYPHS = { "": "", inaccuracy: "?!", mistake: "?", blunder: "??" } as const;
const WORDS = { inaccuracy: t("Inaccuracy"), mistake: t("Mistake"), blunder: t("Blunder") } as const;

// "0.35" and "#-3" as they are read.
export function evalText(text: string | null): string {
  if (text === null) return "";
  return text.startsWith("#") ? text.replace("-", "−") : scoreText({ kind: "cp", value: Math.round(Number(text) * 100) }, 1);
}

// --- one position ----------------------------------------------------------------

const DEPTH = 14;
const LONGEST = 1500; // milliseconds of a search
const MOVES = 10; // of a line that are kept: as many as a better line has

class SearchError extends Error {
  constructor(readonly code: string, message: string) {
    super(message);
  }
}

interface Best extends Pick<api.Found, "score" | "uci"> {
  engine: string;
}

function onServer(fen: string, stop: AbortSignal): Promise<Best> {
  return new Promise((resolve, reject) => {
    let best: api.Found | null = null;
    let said = ""; // the engine's name, or why there is none
    const close = api.engine(
      { fen, depth: DEPTH, movetime: LONGEST },
      (line) => line.multipv === 1 && (best = line),
      (text) => (said = text),
      (code) => (best && !code ? resolve({ score: best.score, uci: best.uci, engine: said }) : reject(new SearchError(code, said))),
    );
    stop.addEventListener("abort", () => (close(), reject(stop.reason)), { once: true });
  });
}

let worker: Worker | null = null;
let turn: Promise<unknown> = Promise.resolve(); // it searches one position at a time
let busy = false; // for whoever asked

function inBrowser(fen: string, stop: AbortSignal): Promise<Best> {
  if (__SINGLE__) return Promise.reject(new SearchError("none", t("The engine is not part of this file. Serve tabiya, or open it from a web host, to have one.")));
  const search = () =>
    new Promise<Best>((resolve, reject) => {
      if (stop.aborted) return reject(stop.reason);
      const { turn, chess960 } = core().look(fen);
      const engine = (worker ??= new Worker("engine/stockfish.js"));
      let best: api.Found | null = null;
      busy = true;
      const lose = (why: unknown) => {
        engine.terminate();
        busy = false;
        if (worker === engine) worker = null;
        reject(why);
      };
      engine.onerror = async () => lose(new SearchError("none", (await api.answers()) ? t("The engine could not be loaded.") : api.OFFLINE));
      engine.onmessage = ({ data }: MessageEvent<string>) => {
        best = readInfo(data, turn) ?? best;
        if (!data.startsWith("bestmove")) return;
        busy = false;
        if (best) resolve({ score: best.score, uci: best.uci, engine: "Stockfish 19 lite" });
        else reject(new SearchError("none", t("The engine could not be loaded.")));
      };
      stop.addEventListener("abort", () => lose(stop.reason), { once: true });
      for (const text of ["uci", `setoption name UCI_Chess960 value ${chess960}`, `position fen ${fen}`, `go depth ${DEPTH} movetime ${LONGEST}`]) engine.postMessage(text);
    });
  const found = turn.then(search);
  turn = found.catch(() => {});
  return found;
}

const PAUSE = 500; // until an engine that was busy is asked again

// What is found of a position, as the core reads it; its counters say nothing.
export async function evaluate(fen: string, stop: AbortSignal): Promise<{ text: string; engine: string }> {
  const [board, side, castling, ep, , number] = fen.split(" ");
  const at = [board, side, castling, ep, 0, number ?? 1].join(" ");
  for (;;)
    try {
      const { score, uci, engine } = await (served.peek() ? onServer(at, stop) : inBrowser(at, stop));
      const value = score.kind === "mate" ? `#${score.value}` : (score.value / 100).toFixed(2);
      return { text: [value, ...uci.slice(0, MOVES)].join(" "), engine };
    } catch (error) {
      if (!(error instanceof SearchError) || error.code !== "engine_busy" || stop.aborted) throw error;
      await new Promise((done) => setTimeout(done, PAUSE));
    }
}

// --- a game ----------------------------------------------------------------------

let found: string[] = []; // of each position of the main line; "": nothing yet
let engine = "";
let stop: AbortController | null = null;

interface Kept {
  line: string; // where it begins and its moves
  engine: string;
  found: string[];
}

const MOST = 40; // games that are kept
const lineOf = () => [viewed.fenAt(-1), ...viewed.way(viewed.main.value.at(-1) ?? -1)].join(" ");

const keptGames = () => remembered("analysed", { games: [] as Kept[] }).games;

function keep(): void {
  const it = { line: lineOf(), engine, found };
  remember("analysed", { games: [it, ...keptGames().filter((g) => g.line !== it.line)].slice(0, MOST) });
}

const apply = () => void (judged.value = viewed.judge(found, engine));

// What is said of moves of the main line, by their number.
export const remarks = computed<ReadonlyMap<number, string>>(() => {
  const line = viewed.main.value;
  return new Map(mistakes.value.map((m): [number, string] => [
    line[m.ply - 1] ?? -1,
    t("{what}: {before} → {after}. Better was {move}.", {
      what: WORDS[m.judged as keyof typeof WORDS],
      before: evalText(judged.value!.plies[m.ply - 1]!.eval),
      after: evalText(m.eval),
      move: `${numbered(m.ply)} ${shown(m.better)}`,
    }),
  ]));
});

let doc = 0; // the game that is judged
let line = ""; // and its moves

// What was found of these moves before.  A game that is opened is annotated with it; one
// whose moves have changed is only judged: what was deleted does not come back.
export function recall(): void {
  const now = lineOf();
  const fresh = doc !== viewed.game.value!.doc;
  if (!fresh && line === now) return;
  // what was found of a line holds for its beginning, and where it goes on
  const goesOn = !fresh && (`${line} `.startsWith(`${now} `) || `${now} `.startsWith(`${line} `));
  [doc, line] = [viewed.game.value!.doc, now];
  cancel();
  leave();
  batch(() => {
    judged.value = null;
    trouble.value = "";
    const kept = keptGames().find((g) => g?.line === now && Array.isArray(g.found)) ?? (goesOn ? { engine, found } : null);
    found = (kept?.found ?? []).slice(0, viewed.main.value.length + 1).map(String);
    engine = String(kept?.engine ?? "");
    if (found.length === 0) return;
    try {
      if (fresh) return apply();
      const { session: copy } = core().game(viewed.toPgn());
      judged.value = copy.judge(found, engine);
      copy.close();
    } catch (error) {
      fail(error);
    }
  });
}

export function cancel(): void {
  stop?.abort();
  stop = null;
  progress.value = null;
}

const FAILURES = 3; // one after the other: then it is of no use

export async function analyse(): Promise<void> {
  cancel();
  const own = (stop = new AbortController());
  const fens = [-1, ...viewed.main.value].map(viewed.fenAt);
  trouble.value = "";
  viewed.mark();
  apply();
  const wanted = fens.map((_, i) => i).filter((i) => judged.value!.plies[i]!.eval === null);
  const count = () => (progress.value = { done: fens.length - wanted.length, total: fens.length });
  let failures = 0;
  const work = async () => {
    for (let i = wanted[0]; i !== undefined; i = wanted[0]) {
      wanted.shift();
      try {
        const best = await evaluate(fens[i]!, own.signal);
        if (viewed.game.peek()?.doc !== doc || lineOf() !== line) own.abort(); // it is another
        if (own.signal.aborted) return;
        failures = 0;
        found[i] = best.text;
        engine ||= best.engine;
        batch(() => (keep(), apply(), count()));
      } catch (error) {
        if (own.signal.aborted) return;
        // a search that failed costs that position alone
        if (++failures < FAILURES) continue;
        trouble.value = error instanceof Error ? error.message : String(error);
        return own.abort();
      }
    }
  };
  count();
  // the server has two engines, of which the board may need one
  await Promise.all(Array.from({ length: served.peek() && !settings.peek().engine ? 2 : 1 }, work));
  if (stop !== own) return;
  stop = null;
  progress.value = null;
  if (complete.value) say(t("The game is analysed."));
}

// --- mistakes as exercises ---------------------------------------------------------

export interface Exercise {
  n: number; // of the mistakes
  state: "ask" | "judging" | "right" | "wrong" | "shown";
  said: string;
}

export const exercise = signal<Exercise | null>(null);

// The move before a mistake, and what the engine found there.
const before = (m: Mistake) => viewed.main.value[m.ply - 2] ?? -1;
const bestOf = (m: Mistake) => (found[m.ply - 1] ?? "").split(" ")[1] ?? "";

let answering: AbortController | null = null;

export function ask(n: number): void {
  const m = mistakes.value[n];
  if (!m) return leave();
  answering?.abort();
  batch(() => {
    const at = before(m);
    viewed.asking.value = { answer: (uci) => void answer(m, uci), ring: [] };
    exercise.value = { n, state: "ask", said: "" };
    viewed.exercising.value = true;
    viewed.at.value = at;
    show(viewed.fenAt(at), []);
    position.side.value = viewed.fenAt(at).split(" ")[1] === "b" ? "b" : "w";
  });
}

// On the board alone: what one tries is no move of the game.
function show(fen: string, tried: readonly string[]): void {
  position.follow({ fen, from: viewed.fenAt(-1), moves: [...viewed.way(viewed.at.peek()), ...tried] });
}

async function answer(m: Mistake, uci: string): Promise<void> {
  const now = exercise.value;
  const from = viewed.fenAt(before(m));
  // a move after one that was tried is no answer
  if (!now || now.state === "right" || position.fen.peek() !== from) return;
  const played = core().play(from, uci);
  const move = shown(played.san);
  moveSound(played);
  show(played.fen, [uci]);
  const end = (state: Exercise["state"], said: string) =>
    batch(() => {
      exercise.value = { ...now, state, said };
      say(said);
    });
  if (played.san === m.better) {
    end("right", t("{move} is the engine's choice.", { move }));
    return follow(m);
  }
  if (played.san === m.san) return end("wrong", t("{move} was played in the game.", { move }));
  exercise.value = { ...now, state: "judging", said: "" };
  const { signal } = (answering = new AbortController());
  try {
    const over = core().look(played.fen).moves.length === 0;
    const { text } = over ? { text: "" } : await evaluate(played.fen, signal);
    if (signal.aborted) return;
    // a game of one move, judged as the whole one was
    const { session: game } = core().game(`[SetUp "1"]\n[FEN "${from}"]\n\n${played.san} *`);
    const after = game.judge([found[m.ply - 1] ?? "", text], "").plies[1]!;
    game.close();
    const values = { move, value: evalText(after.eval) };
    if (after.judged) end("wrong", t("{move} is not good enough: {value}.", values));
    else end("right", t("{move} is good, too: {value}.", values));
  } catch (error) {
    if (signal.aborted) return;
    exercise.value = { ...now, state: "ask", said: error instanceof Error ? error.message : String(error) };
    show(from, []);
  }
}

export const again = () => ask(exercise.value?.n ?? 0);

export function hint(): void {
  const now = exercise.value;
  const m = now && mistakes.value[now.n];
  if (!m || !viewed.asking.value) return;
  const square = bestOf(m).slice(0, 2);
  viewed.asking.value = { ...viewed.asking.value, ring: [square] };
  exercise.value = { ...now, said: t("Move the piece on {square}.", { square }) };
}

// Goes to the better line of the game.
function follow(m: Mistake): void {
  viewed.asking.value = null;
  viewed.at.value = viewed.after(before(m)).find((i) => viewed.move(i)!.san === m.better) ?? before(m);
  show(viewed.fenAt(viewed.at.value), []);
}

export function solve(): void {
  const now = exercise.value;
  const m = now && mistakes.value[now.n];
  if (!m) return;
  answering?.abort();
  batch(() => {
    exercise.value = { ...now, state: "shown", said: t("Better was {move}.", { move: `${numbered(m.ply)} ${shown(m.better)}` }) };
    follow(m);
  });
}

export const next = () => ask((exercise.value?.n ?? -1) + 1);

// Who walks on in the game leaves the exercise.
export function walked(): void {
  const m = exercise.value && mistakes.value[exercise.value.n];
  if (m && viewed.asking.value && viewed.at.value !== before(m)) leave();
}

export function leave(): void {
  answering?.abort();
  batch(() => {
    if (viewed.asking.value) show(viewed.fenAt(viewed.at.value), []);
    viewed.asking.value = null;
    viewed.exercising.value = false;
    exercise.value = null;
  });
}

// The engine of the browser ends, unless it searches for somebody.
export function quit(): void {
  if (busy) return;
  worker?.terminate();
  worker = null;
}

// Nobody looks at the game any more.
export function close(): void {
  cancel();
  leave();
  quit();
}
route.subscribe(close);
