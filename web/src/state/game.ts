// The game that is analysed, as a tree of moves.  The core reads, changes and writes it;
// here is where one stands, and each moment of it as PGN, to which undo goes back.
import { batch, computed, signal } from "@preact/signals";
import type { GameId } from "../api";
import { shapesOf, toggled, withShapes, type Shape } from "../board/shapes";
import { core, type GameSession } from "../core";
import type { GameMove, GameTree, Judged } from "../types";
import { fail } from "./app";
import { START } from "./first";
import { note, noted, remember, remembered } from "./storage";

export interface Viewed {
  doc: number; // which game it is: the same after each change of it
  id: GameId | null; // in the database
  link: string | null; // the position by which it was found
  changed: boolean; // since it was opened or saved
  preview: boolean; // only looked at, beside a list: what is analysed waits
  session: GameSession;
  tree: GameTree;
}

export const game = signal<Viewed | null>(null);
export const at = signal(-1); // a move; -1: before the first

const ROOT = -1;

export const move = (i: number): GameMove | null => game.value?.tree.moves[i] ?? null;
// The moves that follow each; [0] is how it goes on.
const lists = computed(() => {
  const found = new Map<number, number[]>();
  game.value?.tree.moves.forEach((m, i) => {
    if (!m) return;
    const list = found.get(m.parent);
    if (!list) found.set(m.parent, [i]);
    else if ((m.parent === ROOT ? game.value!.tree.first : move(m.parent)?.next) === i) list.unshift(i);
    else list.push(i);
  });
  return found;
});
export const after = (i: number): readonly number[] => lists.value.get(i) ?? [];
export const fenAt = (i: number): string => move(i)?.fen ?? game.value?.tree.start ?? "";

// The main line, from the first move on.
export const main = computed(() => {
  const line: number[] = [];
  for (let i = after(ROOT)[0]; i !== undefined; i = after(i)[0]) line.push(i);
  return line;
});

// Plies before the first move: 1 if Black begins.
export function startPly(): number {
  const [, turn, , , , number] = fenAt(ROOT).split(" ");
  return (Number(number ?? 1) - 1) * 2 + (turn === "b" ? 1 : 0);
}

// --- opening ---------------------------------------------------------------------

let docs = 0;

let parked: Moment | null = null; // what is analysed, while another game is looked at

// Takes the place of what was there; work that is saved nowhere can be brought back.
function replace(session: GameSession, about: Pick<Viewed, "id" | "link"> & { preview?: boolean }, stand: () => number): void {
  const before = game.peek();
  batch(() => {
    if (before && !before.preview) parked = moment();
    if (!about.preview) unpark();
    game.value = { preview: false, ...about, doc: ++docs, changed: false, session, tree: session.look() };
    asking.value = null;
    exercising.value = false;
    at.value = stand();
  });
  before?.session.close();
}

function unpark(): void {
  if (parked && (parked.changed || past.value.length > 0)) step(parked);
  parked = null;
}

// A game of the database, where the search found it: at the first move that reaches
// the position.
export function take(pgn: string, id: GameId | null, fen: string | null, preview = false): void {
  const same = (f: string) => f.split(" ").slice(0, 4).join(" ");
  replace(core().game(pgn).session, { id, link: fen, preview }, () =>
    (fen ? main.value.find((i) => same(fenAt(i)) === same(fen)) : undefined) ?? ROOT);
}

// The same, only to be looked at.
export const show = (pgn: string, id: GameId | null, fen: string | null) => take(pgn, id, fen, true);

// A text that someone has; what is wrong with it is returned.
export function open(pgn: string): { faults: string[]; more: boolean } {
  const { session, faults } = core().game(pgn);
  replace(session, { id: null, link: null }, () => ROOT);
  return { faults, more: core().hasGame(pgn, 1) };
}

// A position, and moves from there on.
export function begin(from: string = START, moves: readonly string[] = []): void {
  const setup = from === START ? "" : `[SetUp "1"]\n[FEN "${from}"]\n\n`;
  const { session } = core().game(`${setup}*`);
  let last = ROOT;
  for (const uci of moves) last = session.add(last, uci);
  replace(session, { id: null, link: null }, () => last);
}

// --- over a reload: all of it, and what undo goes back to ---------------------------

export function way(to: number): string[] {
  const moves: string[] = [];
  for (let i = to, m = move(i); m; i = m.parent, m = move(i)) moves.unshift(m.uci);
  return moves;
}

// Where a way leads, as far as it is there.
const find = (moves: readonly string[]) =>
  moves.reduce((i, uci) => after(i).find((k) => move(k)!.uci === uci) ?? i, ROOT);

interface Place {
  id: GameId | null;
  link: string | null;
  fen: string; // for the first picture
  at: string[]; // the moves to it
}

interface Text {
  pgn: string;
  changed: boolean;
  past: readonly Moment[];
  future: readonly Moment[];
}

export const keep = () => (keepPlace(), keepText());

export function keepPlace(): void {
  const it = game.value;
  if (it && !it.preview) note("game", { id: it.id, link: it.link, fen: fenAt(at.value), at: way(at.value) } satisfies Place);
}

export function keepText(): void {
  const it = game.value;
  if (!it || it.preview) return;
  const pgn = it.session.pgn();
  note("moves", { pgn, changed: it.changed, past: past.value, future: future.value } satisfies Text);
  // for another day
  remember("moves", { pgn: pgn.length < MOST_TEXT ? pgn : "" });
}

const moments = (list: unknown): Moment[] =>
  (Array.isArray(list) ? (list as Partial<Moment>[]) : []).filter((m): m is Moment => typeof m?.pgn === "string" && Array.isArray(m.at));

// What was on the board before the page was loaded anew: the game of a link, or, without
// one, whatever it was.  Nothing of it is believed that the core does not read.
export function resume(id: GameId | null, link: string | null): boolean {
  const now = game.peek();
  if (now && (id === null ? !now.preview : now.id === id && now.link === link)) {
    if (now.preview) {
      unpark();
      game.value = { ...now, preview: false };
    }
    return true;
  }
  if (id === null && parked) {
    back(parked);
    parked = null;
    return true;
  }
  const place = noted<Place>("game");
  const text = noted<Text>("moves");
  const other = id !== null && (place.id !== id || (place.link ?? null) !== link);
  const pgn = typeof text.pgn === "string" ? text.pgn : id === null ? remembered("moves", { pgn: "" }).pgn : "";
  if (other || !pgn) return false;
  try {
    const { session } = core().game(pgn);
    const known = typeof place.id === "number" || typeof place.id === "string" ? place.id : null;
    replace(session, { id: known, link: known !== null && typeof place.link === "string" ? place.link : null }, () =>
      find(Array.isArray(place.at) ? place.at.map(String) : []));
    batch(() => {
      game.value = { ...game.value!, changed: text.changed === true };
      past.value = moments(text.past);
      future.value = moments(text.future);
    });
    return true;
  } catch {
    return false;
  }
}

// --- changes -----------------------------------------------------------------------

// As it was before a change, or after one that was taken back.
interface Moment extends Pick<Viewed, "doc" | "id" | "link" | "changed"> {
  pgn: string;
  at: string[];
}

const MOST_TEXT = 200_000; // characters of all moments

const past = signal<readonly Moment[]>([]);
const future = signal<readonly Moment[]>([]);
export const canUndo = computed(() => past.value.length > 0);
export const canRedo = computed(() => future.value.length > 0);

function moment(): Moment {
  const { doc, id, link, changed, session } = game.peek()!;
  return { doc, id, link, changed, pgn: session.pgn(), at: way(at.peek()) };
}

// What comes now can be taken back.
function step(now = moment()): void {
  const kept: Moment[] = [];
  let size = 0;
  for (const m of [now, ...[...past.value].reverse()]) {
    if (kept.length > 0 && (size += m.pgn.length) > MOST_TEXT) break;
    kept.unshift(m);
  }
  batch(() => {
    past.value = kept;
    future.value = [];
  });
}

// The same for a change that is made by an engine, little by little.
export function mark(): void {
  step();
  game.value = { ...game.value!, changed: true };
}

// Changes the game; `run` may say where one stands then.
function change(run: (s: GameSession) => number | void): void {
  const it = game.value;
  if (!it) return;
  batch(() => {
    const before = [past.value, future.value] as const;
    if (!it.preview) step();
    try {
      const here = run(it.session);
      game.value = { ...it, changed: true, tree: it.session.look() };
      if (here !== undefined) at.value = here;
    } catch (error) {
      [past.value, future.value] = before;
      fail(error);
    }
  });
}

function back(then: Moment): void {
  const before = game.value;
  const { session } = core().game(then.pgn);
  const { doc, id, link, changed } = then;
  batch(() => {
    game.value = { doc, id, link, changed, preview: false, session, tree: session.look() };
    at.value = find(then.at);
  });
  before?.session.close();
}

function goTo(from: typeof past, to: typeof past): void {
  const then = from.value.at(-1);
  if (!then || !game.value) return;
  batch(() => {
    to.value = [...to.value, moment()];
    from.value = from.value.slice(0, -1);
    back(then);
  });
}

export const undo = () => goTo(past, future);
export const redo = () => goTo(future, past);

// The words of a comment, and what programs have written into it; of ROOT, those before
// the first move.
export const said = (i: number) => (i === ROOT ? game.value?.tree : move(i)) ?? { comment: "", marks: "" };

function setComment(i: number, marks: string, words: string): void {
  change((s) => s.setComment(i, `${marks} ${words}`.trim()));
}

export function setWords(i: number, words: string): void {
  const { comment, marks } = said(i);
  if (words.trim() !== comment) setComment(i, marks, words.trim());
}

export const shapes = computed<readonly Shape[]>(() => shapesOf(said(at.value).marks));

export function draw(shape: Shape): void {
  const { comment, marks } = said(at.value);
  setComment(at.value, withShapes(marks, toggled(shapes.value, shape)), comment);
}

export const clearShapes = () => setComment(at.value, withShapes(said(at.value).marks, []), said(at.value).comment);

export const setNags = (i: number, nags: number[]) => change((s) => s.setNags(i, nags));

export function setTag(name: string, value: string): void {
  if (tag(name) !== value) change((s) => s.setTag(name, value));
}

// The move at or before this one that another is preferred to, or is preferred to another.
function fork(i: number, is: (place: number, of: number) => boolean): number | null {
  for (let m = move(i); m; i = m.parent, m = move(i)) {
    const all = after(m.parent);
    if (is(all.indexOf(i), all.length)) return i;
  }
  return null;
}

export const promotable = computed(() => fork(at.value, (place) => place > 0));
export const demotable = computed(() => fork(at.value, (place, of) => place + 1 < of));

export function promote(): void {
  const line = promotable.value;
  if (line !== null) change((s) => s.promote(line));
}

export function demote(): void {
  const line = demotable.value;
  if (line !== null) change((s) => s.demote(line));
}

// The line one stands in becomes the game.
export function makeMain(): void {
  if (promotable.value === null) return;
  change((s) => {
    for (let i = at.value; i !== ROOT; i = move(i)!.parent) s.promote(i);
  });
}

// Deletes this move and all that follow.
export function remove(from: number): void {
  const parent = move(from)?.parent;
  if (parent === undefined) return;
  const here = find(way(at.value).slice(0, way(from).length)) === from ? parent : at.value;
  change((s) => (s.remove(from), here));
}

// It is what was saved now.
export const saved = () => void (game.value = { ...game.value!, changed: false });

// The moves to this position alone, with what is said of them.
export function lineOnly(): string {
  const { session } = core().game(toPgn());
  try {
    const tree = session.look();
    let here: number = ROOT;
    for (const uci of [...way(at.value), ""]) {
      const on = tree.moves.flatMap((m, i) => (m?.parent === here ? [i] : []));
      const next = on.find((i) => tree.moves[i]!.uci === uci);
      for (const i of on) if (i !== next) session.remove(i);
      if (next === undefined) break;
      here = next;
    }
    return session.pgn();
  } finally {
    session.close();
  }
}

export const forward = () => void (at.value = after(at.value)[0] ?? at.value);
export const backward = () => void (at.value = move(at.value)?.parent ?? ROOT);
export const toStart = () => void (at.value = ROOT);
export function toEnd(): void {
  for (let i = after(at.value)[0]; i !== undefined; i = after(i)[0]) at.value = i;
}

// Another move instead of this one.
export function variation(by: 1 | -1): void {
  const here = move(at.value);
  if (!here) return;
  const all = after(here.parent);
  at.value = all[(all.indexOf(at.value) + by + all.length) % all.length]!;
}

// A question that the next move answers, and squares that help.
export const asking = signal<{ answer(uci: string): void; ring: readonly string[] } | null>(null);
// Whether a question is looked at, also when it is answered.
export const exercising = signal(false);

// Plays a move: along one that is there, or as a new one.
export function play(uci: string): void {
  const it = game.value;
  if (!it) return;
  if (asking.value) return asking.value.answer(uci);
  // castling can be written in two ways: it may be there all the same
  const { fen } = core().play(fenAt(at.value), uci);
  const known = after(at.value).find((i) => move(i)!.uci === uci || move(i)!.fen === fen);
  if (known !== undefined) at.value = known;
  else change((s) => s.add(at.value, uci));
}

// --- judged by an engine: see analysis.ts ---------------------------------------

// Annotates the game.  Its moves have other numbers then: one stands where one stood.
export function judge(evals: readonly string[], engine: string): Judged {
  const it = game.value!;
  const here = way(at.value);
  const judged = it.session.judge(evals, engine);
  batch(() => {
    game.value = { ...it, tree: it.session.look() };
    at.value = find(here);
  });
  return judged;
}

export const toPgn = (): string => game.value?.session.pgn() ?? "";
export const tag = (name: string): string => game.value?.tree.tags.find((t) => t.name === name)?.value ?? "";
