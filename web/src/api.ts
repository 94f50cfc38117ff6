// The server's HTTP API, where there is one (docs/http-api.md).  The page
// works without: then `server` stays null.
import { signal } from "@preact/signals";
import { fail } from "./state/app";
import { inWords } from "./state/fields";
import type { BookMove, Tables } from "./types";
import bundledBook from "virtual:bytes/openings.txt";
import { t } from "./texts";

export interface Health {
  version: string;
  database: { games: number; plies: number; players: number; first_date: string | null; last_date: string | null; bytes: number } | null;
  repertoires: boolean;
  engine: string | null;
  book: { entries: number } | null; // of Polyglot
  tables: { men: number }; // the most that a position with a table has
  names: { positions: number; etag: string };
}

export interface Score {
  games: number;
  white: number;
  draws: number;
  black: number;
}

export interface PlayedMove extends Score {
  san: string;
  uci: string;
  elo: number | null;
  performance: number | null;
  last_year: number | null;
  reached: number;
}

// "2:4711" where several files are one database
export type GameId = number | string;
export const gameId = (text: string): GameId => (/^\d+$/.test(text) ? Number(text) : text);

export interface GameRow {
  id: GameId;
  white: string | null;
  black: string | null;
  white_elo: number | null;
  black_elo: number | null;
  result: string;
  date: string | null;
  eco: string | null;
  opening: string | null;
  event: string | null;
  site: string | null;
  round: string | null;
  plies: number;
  ended: string;
}

export interface Explored extends Score {
  waiting: number; // games that are not indexed yet: no position finds them
  moves: PlayedMove[];
  ended: Score;
  top: GameRow[];
  latest: GameRow[];
}

export interface GamesPage {
  total: number;
  score: Score;
  waiting: number;
  offset: number;
  limit: number;
  next: number | null;
  games: GameRow[];
}

export interface Player {
  id: number;
  name: string;
  games: number;
  as_white: Score;
  as_black: Score;
  highest_elo: number | null;
  first_year: number | null;
  last_year: number | null;
}

export interface RepertoireRow {
  name: string;
  title: string | null;
  color: "white" | "black" | null;
  bytes: number;
  changed: string;
  etag: string;
  cards: boolean;
}

export interface ImportReport {
  games: number;
  imported: number;
  known: number;
  duplicates: number;
  ignored: { unterminated: number; abandoned: number };
  errors: number;
  first_errors: { file: string; line?: number; column?: number; message: string }[];
  warnings?: number;
  first_warnings?: ImportReport["first_errors"];
  seconds: number;
}

export const server = signal<Health | null>(null);
// There is one behind the page, and it does not answer.
export const away = signal(false);

const BASE = "api/v1/";
export const OFFLINE = t("The server does not answer.");

export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

// What waits for a server that did not answer is tried again, once, when one asks
// for it, looks at the page again, or anything else is answered.
const waiting = new Set<() => void>();

export function whenBack(run: () => void): () => void {
  waiting.add(run);
  return () => void waiting.delete(run);
}

export function retry(): void {
  const all = [...waiting];
  waiting.clear();
  for (const run of all) run();
}
addEventListener("focus", (event) => event.target === window && retry());

async function ask(path: string, init: RequestInit = {}): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(BASE + path, init);
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new ApiError(0, "offline", OFFLINE);
  }
  if (answer.ok) {
    retry();
    return answer;
  }
  const body = (await answer.json().catch(() => null)) as { error: string; message: string } | null;
  throw new ApiError(answer.status, body?.error ?? "http", inWords(body?.message ?? t("The server answered {status}.", { status: answer.status })));
}

// Does the server answer at all?  A worker or a script that does not come gives no
// reason.
export const answers = () =>
  __SINGLE__ ? Promise.resolve(true) : fetch(".", { method: "HEAD", cache: "no-store", signal: AbortSignal.timeout(5000) }).then(() => true, () => false);

async function json<T>(path: string, init: RequestInit = {}): Promise<T> {
  return (await ask(path, init)).json() as Promise<T>;
}

const written = (query: Record<string, string | number>) =>
  new URLSearchParams(Object.entries(query).map(([k, v]): [string, string] => [k, String(v)]).filter(([, v]) => v !== "")).toString();

// Is there no server of tabiya behind the page?  One says so in the header
// Server-Timing, the only one that a page can read of itself; asking a static
// host would leave an error in the console.
function alone(): boolean {
  if (__SINGLE__) return true;
  const [page] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return !page?.serverTiming?.some((t) => t.name === "tabiya");
}

const SOON = 1000; // milliseconds
const LATE = 60_000;

let stop = () => {}; // asking once more

// What needs no server works without.  One that did not answer is asked again, less
// and less often, and when anything tells that it may be back.
export async function findServer(wait = SOON): Promise<void> {
  if (alone()) return;
  stop();
  try {
    server.value = await json<Health>("health");
    away.value = false;
  } catch (error) {
    const kept = !!navigator.serviceWorker?.controller && (error as ApiError).code === "offline";
    if (wait === SOON && !kept) fail(error);
    away.value = server.value === null;
    const again = () => void findServer(Math.min(2 * wait, LATE));
    const timer = setTimeout(again, wait);
    const forget = whenBack(again);
    stop = () => {
      clearTimeout(timer);
      forget();
    };
  }
}

export async function book(): Promise<ArrayBuffer> {
  return server.value ? (await ask("names?format=list")).arrayBuffer() : bundledBook();
}

export async function explore(fen: string, filters: Record<string, string>, signal: AbortSignal): Promise<Explored> {
  const found = await json<{ database: Explored | null; errors: { message: string }[] }>(
    `position?${written({ ...filters, fen, limit: 8 })}`,
    { signal },
  );
  if (!found.database) throw new Error(found.errors[0]?.message ?? t("There is no database."));
  return found.database;
}

export const tablebase = (fen: string, signal: AbortSignal) => json<Tables>(`tablebase?${written({ fen })}`, { signal });
export const bookMoves = async (fen: string, signal: AbortSignal) =>
  (await json<{ book: { moves: BookMove[] } }>(`position?${written({ fen, limit: 0 })}`, { signal })).book.moves;

// Results of the games through each of some positions.
export const scores = async (fens: string[], filters: Record<string, string>, signal: AbortSignal) =>
  (await json<{ positions: Score[] }>(`positions?${written(filters)}`, { method: "POST", body: fens.join("\n"), signal })).positions;

// onShare hears, when a question takes more than a second, how much of its work is done.
async function long<T>(
  path: string, init: RequestInit & { signal: AbortSignal }, onShare: (share: number) => void,
): Promise<T> {
  const { signal } = init;
  const name = crypto.getRandomValues(new Uint32Array(3)).join("-");
  let over = false;
  const look = () =>
    !over && !signal.aborted &&
    json<{ share: number }>(`questions/${name}`, { signal }).then(
      ({ share }) => (!over && onShare(share), setTimeout(look, 500)), () => {});
  const first = setTimeout(look, 1000);
  try {
    return await json<T>(path, { ...init, headers: { Question: name } });
  } finally {
    over = true;
    clearTimeout(first);
  }
}

type Query = Record<string, string | number>;

export async function games(
  query: Query, signal?: AbortSignal, onShare?: (share: number) => void,
): Promise<GamesPage> {
  const path = `games?${written(query)}`;
  if (signal && onShare) return long(path, { signal }, onShare);
  return json<GamesPage>(path, signal ? { signal } : {});
}

// --- a repertoire held against the games ---------------------------------------

interface Met extends Score {
  line: string; // "1. d4 d5 2. c4": the way there, and the move
  fen: string; // before the move
  score: number | null; // of the side of the repertoire
}

// A reply that is played and not answered.
export interface Gap extends Met {
  kind: "unknown_reply" | "no_answer" | "behind_the_end";
  move: string; // SAN
  reached: number; // games of all replies in that position
}

export interface Coverage {
  games: number;
  met: number;
  replies: number;
  answered: number;
  coverage: number | null;
  gaps: Gap[]; // those of most games first
}

// Where games left the repertoire.
export interface Place extends Met {
  by: "you" | "opponent" | "end";
  move?: string; // the end of a line has none
  expected: string[];
}

export interface Deviations {
  names: { name: string; games: number }[]; // by which the player was found
  played: number;
  you: number;
  opponent: number;
  end: number;
  inside: number;
  never: number;
  places: Place[];
}

const MOST_ROWS = 200;

const held = (what: string) =>
  <T>(body: string, query: Query, signal: AbortSignal, onShare: (share: number) => void) =>
    long<T>(`${what}?${written({ ...query, limit: MOST_ROWS })}`, { method: "POST", body, signal }, onShare);
export const coverage = held("coverage")<Coverage>;
export const deviations = held("deviations")<Deviations>;

export async function gamePgn(id: GameId): Promise<string> {
  if (alone()) throw new ApiError(0, "no_server", t("There is no game database behind this page."));
  return (await ask(`games/${id}?format=pgn`)).text();
}
const MOST_NAMES = 12;
const named = async (q: string, limit: number) => (await json<{ players: Player[] }>(`players?${written({ q: `${q}*`, limit })}`)).players;

// Those whose names begin so: "Carls", "Carlsen, M" or, as one says it, "Magnus Carl".
export async function players(text: string): Promise<Player[]> {
  const words = text.trim().split(/\s+/);
  const turned = text.includes(",") ? [] : words.slice(1).map((_, i) => [words.slice(i + 1).join(" "), words.slice(0, i + 1).join(" ")] as const);
  const [direct, ...others] = await Promise.all([
    named(text, MOST_NAMES),
    ...turned.map(async ([surname, first]) =>
      (await named(surname, 20 * MOST_NAMES)).filter((p) => p.name.split(", ")[1]?.toLowerCase().startsWith(first.toLowerCase()))),
  ]);
  return [...direct!, ...others.flat()].slice(0, MOST_NAMES);
}
// The results of a player, by the whole name, in the games that fit, whichever side he had.
export async function scoreOf(name: string, query: Record<string, string>): Promise<Score | null> {
  const [found] = (await json<{ players: Player[] }>(`players?${written({ ...query, q: name, limit: 1 })}`)).players;
  if (!found) return null;
  const { games, as_white: one, as_black: other } = found;
  return { games, white: one.white + other.black, draws: one.draws + other.draws, black: one.black + other.white };
}
export const exportUrl = (query: Record<string, string | number>) => `${BASE}export?${written(query)}`;

// --- repertoires -------------------------------------------------------------

export const repertoires = async () => (await json<{ repertoires: RepertoireRow[] }>("repertoires")).repertoires;

const fileOf = (name: string, cards: boolean) => `repertoires/${encodeURIComponent(name)}${cards ? "/cards" : ""}`;

export async function repertoire(name: string, cards = false): Promise<{ text: string; etag: string }> {
  const answer = await ask(fileOf(name, cards));
  return { text: await answer.text(), etag: answer.headers.get("etag") ?? "" };
}

// etag "": a new file.  Returns the next one.
export async function putRepertoire(name: string, text: string, etag: string, cards = false): Promise<string> {
  const headers: Record<string, string> = { "content-type": "text/plain; charset=utf-8" };
  headers[etag ? "if-match" : "if-none-match"] = etag || "*";
  const answer = await ask(fileOf(name, cards), { method: "PUT", headers, body: text });
  return answer.headers.get("etag") ?? "";
}

// --- streams -----------------------------------------------------------------

export interface Found {
  multipv: number;
  depth: number;
  score: { kind: "cp" | "mate"; value: number };
  uci: string[];
}

// Lines as they are found; returns how to stop.  `done` hears the end of the search,
// with why it failed or "".
export function engine(query: Record<string, string | number>, found: (line: Found) => void, ended: (message: string) => void, done: (code: string) => void = () => {}): () => void {
  const events = new EventSource(`${BASE}engine?${written(query)}`);
  const take = ({ data }: MessageEvent<string>) => {
    const { lines, engine } = JSON.parse(data) as { engine?: string; lines: { evaluation: string; centipawns?: number; depth: number; uci: string[] }[] };
    ended(engine ?? "");
    lines.forEach((line, i) => {
      // "black M3": who mates, and in how many moves
      const [who, moves] = line.evaluation.split(" M");
      const score: Found["score"] = moves
        ? { kind: "mate", value: Number(moves) * (who === "black" ? -1 : 1) }
        : { kind: "cp", value: line.centipawns ?? 0 };
      found({ multipv: i + 1, depth: line.depth, score, uci: line.uci });
    });
  };
  events.addEventListener("analysis", take);
  events.addEventListener("done", (event) => {
    take(event);
    events.close();
    done("");
  });
  events.addEventListener("error", async (event) => {
    events.close();
    const data = (event as MessageEvent<string>).data;
    const { error, message } = data
      ? (JSON.parse(data) as { error: string; message: string })
      : { error: "http", message: (await answers()) ? t("The engine of the server is not available.") : OFFLINE };
    ended(message);
    done(error);
  });
  return () => events.close();
}

export interface Progress {
  state: string;
  done: number;
  total: number;
  games: number;
}

// Sends a file of games and follows the import to its report.
export async function importGames(file: File, progress: (p: Progress) => void): Promise<ImportReport> {
  const { job } = await json<{ job: number }>(`import?${written({ name: file.name })}`, {
    method: "POST",
    headers: { "content-type": "application/octet-stream" },
    body: file,
  });
  return new Promise((resolve, reject) => {
    const events = new EventSource(`${BASE}import/${job}`);
    events.addEventListener("progress", ({ data }) => progress(JSON.parse(data) as Progress));
    events.addEventListener("report", ({ data }) => {
      events.close();
      // who reads the report finds the new counts everywhere
      void findServer().then(() => resolve(JSON.parse(data) as ImportReport));
    });
    events.addEventListener("error", (event) => {
      events.close();
      const data = (event as MessageEvent<string>).data;
      reject(new Error(data ? (JSON.parse(data) as { message: string }).message : t("The connection to the server was lost.")));
    });
  });
}
