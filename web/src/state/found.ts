// The search of Games: its conditions, the page of games that was found, and the game
// of it that is on the board.
import { effect, signal } from "@preact/signals";
import * as api from "../api";
import { fail, route } from "./app";
import { FIELDS } from "./fields";
import * as viewed from "./game";
import * as position from "./position";
import { note, noted } from "./storage";

export const PAGE = 50;

// The search, as a reload finds it again.
interface Search {
  query: Record<string, string>; // as it is in the fields
  here: boolean; // only games with the position on the board
  asked: Record<string, string>; // what the page of games is of
  offset: number;
  fen: string; // of the board
  open: boolean; // whether the fields are seen
  chosen: api.GameId;
  at: string[]; // the moves of it to where one stood
}

// Those of the known fields that have a text, and one that can be chosen.
function texts(kept: unknown, more: readonly string[] = []): Record<string, string> {
  const possible = ([name, text]: [string, unknown]) => {
    const field = FIELDS.find((f) => f.name === name);
    if (typeof text !== "string") return false;
    if (!field) return more.includes(name);
    return field.options?.some(([value]) => value === text) ?? true;
  };
  return Object.fromEntries(Object.entries(kept ?? {}).filter(possible));
}

const query = signal<Search["query"]>({});
const here = signal(false);
export const opened = signal(false);
export const asked = signal<Search["asked"]>({});
export const page = signal<api.GamesPage | null>(null);
// The game of the list that is looked at; 0: none.
export const chosen = signal<api.GameId>(0);
let stood: string[] = []; // in it
let offset = 0;
let among = 0; // how many games there were when the page was asked for
type Fields = Pick<Search, "query" | "here">;
const typed = signal<Fields | null>(null); // and not asked yet
export const inFields = (): Fields => typed.value ?? { query: query.value, here: here.value };
// How often the fields were filled by something else than typing.
export const filled = signal(0);

export function recall(): void {
  const kept = noted<Search>("search");
  const whole = (n: unknown) => (Number.isSafeInteger(n) ? Math.max(0, n as number) : 0);
  query.value = texts(kept.query);
  here.value = kept.here === true;
  opened.value = kept.open === true;
  asked.value = texts(kept.asked, ["position"]);
  chosen.value = whole(kept.chosen);
  stood = Array.isArray(kept.at) ? kept.at.map(String) : [];
  page.value = null;
  offset = whole(kept.offset);
  typed.value = null;
}
recall();

export function keep(): void {
  if (chosen.value && viewed.game.value?.id === chosen.value) stood = viewed.way(viewed.at.value);
  note("search", {
    ...inFields(),
    asked: asked.value,
    offset: page.value?.offset ?? offset,
    fen: position.fen.value,
    open: opened.value,
    chosen: chosen.value,
    at: stood,
  } satisfies Search);
}

// What the fields say now.
function fields(form: HTMLFormElement): Fields {
  const data = new FormData(form);
  const said = [...data].map(([k, v]) => [k, String(v).trim()]).filter(([, v]) => v);
  return { query: texts(Object.fromEntries(said)), here: data.has("here") };
}

export const type = (form: HTMLFormElement) => void (typed.value = fields(form));

// --- searching -------------------------------------------------------------------

export const NAMED = ["player", "white", "black"];

// What the fields say, as the server is asked: a name is taken as its beginning,
// unless it was chosen from the list.
function conditions(names: readonly string[]): Record<string, string> {
  const found = { ...query.value };
  for (const field of NAMED) {
    const name = found[field];
    if (name && !name.endsWith("*") && !names.includes(name)) found[field] = `${name}*`;
  }
  return { ...found, ...(here.value ? { position: position.fen.value } : {}) };
}

export const asking = signal("");
// How much of a long search is done; null: there is none.
export const searched = signal<number | null>(null);
// Whether the server took long: then it is asked for no summary, which is the same
// search twenty times.
export const slow = signal(false);
const LONG = 3000; // milliseconds
let stop = new AbortController();

export async function search(from: number, which: "first" | "last" = "first"): Promise<void> {
  offset = from;
  among = api.server.value?.database?.games ?? 0;
  stop.abort();
  const { signal } = (stop = new AbortController());
  asking.value = "…";
  const began = performance.now();
  try {
    const found = await api.games({ ...asked.value, offset, limit: PAGE }, signal, (share) => (searched.value = share));
    // a page that was kept may be behind the end by now
    if (found.games.length === 0 && offset > 0) return await search(0);
    slow.value = performance.now() - began > LONG;
    page.value = found;
    asking.value = "";
    const game = found.games.at(which === "first" ? 0 : -1);
    if (game) void choose(game.id, free);
  } catch (error) {
    if (signal.aborted) return;
    asking.value = error instanceof Error ? error.message : String(error);
    page.value = null;
  } finally {
    if (stop.signal === signal) searched.value = null;
  }
}

// The page is asked for when there is none, or there are other games by now.
export function refresh(games: number): void {
  if (!page.value || among !== games) void search(offset);
}

// The server stops with it; what was found before stays.
export function cancel(): void {
  stop.abort();
  searched.value = null;
  asking.value = "";
}

effect(() => (asking.value === api.OFFLINE ? api.whenBack(() => void search(offset)) : undefined));

function fill(all: Fields["query"], onBoard: boolean): void {
  typed.value = null;
  query.value = all;
  here.value = onBoard;
  filled.value++;
}

export function submit(form: HTMLFormElement, names: readonly string[]): void {
  const now = fields(form);
  typed.value = null;
  query.value = now.query;
  here.value = now.here;
  asked.value = conditions(names);
  void search(0);
}

export function clear(): void {
  fill({}, false);
  asked.value = {};
  void search(0);
}

// Asks for one thing only.
export function searchFor(condition: Record<string, string>): void {
  fill(condition, false);
  asked.value = condition;
  void search(0);
}

export function unset(name: string): void {
  const { [name]: _, ...others } = asked.value;
  const now = inFields();
  const { [name]: _q, ...rest } = now.query;
  fill(rest, name !== "position" && now.here);
  asked.value = others;
  void search(0);
}

export function searchHere(fen = position.fen.value): void {
  fill(inFields().query, true);
  asked.value = { ...asked.value, position: fen };
  void search(0);
}

// "": as stored.
export function sortBy(sort: string): void {
  const { sort: _, ...others } = inFields().query;
  const { sort: _a, ...rest } = asked.value;
  fill(sort ? { ...others, sort } : others, inFields().here);
  asked.value = sort ? { ...rest, sort } : rest;
  void search(0);
}

// --- the game that is looked at --------------------------------------------------

// Whether the board may show another game: moves of one's own are not taken away.
function free(): boolean {
  const at = position.fen.value;
  if (at === asked.value.position) return true;
  const it = viewed.game.value;
  return chosen.value && it?.id === chosen.value ? !it.changed : at === position.START;
}

const inList = () => route.value.screen === "database" && !route.value.query.has("game");

// Shows a game of the list on the board, as it ended or, again, where one stood.  `may`
// is asked before: by default it may.
export async function choose(id: api.GameId, may?: () => boolean, again = false): Promise<void> {
  if (!inList() || may?.() === false || (chosen.value === id && viewed.game.value?.id === id)) return;
  const before = chosen.value;
  if (!may) chosen.value = id;
  try {
    const pgn = await api.gamePgn(id);
    // another was chosen meanwhile, or the board has gone on
    if (!inList() || (may ? chosen.value !== before || !may() : chosen.value !== id)) return;
    const { position: place, sort: _, ...others } = asked.value;
    const moves = stood;
    viewed.show(pgn, id, place ?? null);
    if (again) walk(moves);
    // how it ended says most of it; where nothing was asked the board stays free for moves
    if (!again && !place && viewed.at.value < 0 && (!may || Object.keys(others).length > 0)) viewed.toEnd();
    chosen.value = id;
  } catch (error) {
    if (!may) fail(error);
  }
}

// Goes where one stood, by a line of one's own as well; what is kept may be nonsense.
function walk(moves: readonly string[]): void {
  viewed.toStart();
  try {
    moves.forEach(viewed.play);
  } catch {
    viewed.toStart();
  }
}

// The next game of the list, or the one before, over the ends of the page too.
export function step(by: 1 | -1): void {
  const it = page.value;
  if (!it) return;
  const at = it.games.findIndex((g) => g.id === chosen.value);
  const next = at < 0 ? it.games[0] : it.games[at + by];
  if (next) void choose(next.id);
  else if (by > 0 && it.next !== null) void search(it.next);
  else if (by < 0 && it.offset > 0) void search(Math.max(0, it.offset - PAGE), "last");
}
