// A game that is looked at, as a tree of moves: those of the game, and those
// one adds.  The core reads and writes it; here is only where one stands.
import { batch, computed, signal } from "@preact/signals";
import { core, type GameSession } from "../core";
import type { GameMove, GameTree } from "../types";
import { note, noted } from "./storage";

export interface Viewed {
  id: number | null; // in the database
  link: string | null; // the position by which it was found
  session: GameSession;
  tree: GameTree;
  own: ReadonlySet<number>; // moves that were added
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

export function show(pgn: string, id: number | null, fen: string | null): void {
  const session = core().game(pgn);
  const before = game.value?.session;
  batch(() => {
    game.value = { id, link: fen, session, tree: session.look(), own: new Set() };
    // where the search found it: the first move that reaches the position
    const same = (f: string) => f.split(" ").slice(0, 4).join(" ");
    const found = fen ? main.value.find((i) => same(fenAt(i)) === same(fen)) : undefined;
    at.value = found ?? ROOT;
    restore();
  });
  before?.close();
}

// --- over a reload: where one stood, and the lines one has added ----------------

interface Place {
  id: number | null;
  link: string | null;
  fen: string; // for the first picture
  at: string[]; // the moves to it
  own: string[][]; // the moves to the end of each line
}

export function way(to: number): string[] {
  const moves: string[] = [];
  for (let i = to, m = move(i); m; i = m.parent, m = move(i)) moves.unshift(m.uci);
  return moves;
}

export function keep(): void {
  const it = game.value;
  if (!it) return;
  const ends = [...it.own].filter((i) => move(i) && after(i).length === 0);
  note("game", { id: it.id, link: it.link, fen: fenAt(at.value), at: way(at.value), own: ends.map(way) } satisfies Place);
}

// Whatever of it is not legal, or of an older page, ends there.
function restore(): void {
  const kept = noted<Place>("game");
  if (!game.value || kept.id !== game.value.id || kept.link !== game.value.link || !Array.isArray(kept.at) || !Array.isArray(kept.own)) return;
  for (const line of [...kept.own, kept.at])
    try {
      at.value = ROOT;
      for (const uci of line) play(String(uci));
    } catch {
      // a move that is none
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

// Plays a move: along one that is there, or as a line of one's own.
export function play(uci: string): void {
  const it = game.value;
  if (!it) return;
  const known = after(at.value).find((i) => move(i)!.uci === uci);
  const number = known ?? it.session.add(at.value, uci);
  // castling can be written in two ways: it may be there all the same
  const added = !move(number);
  batch(() => {
    if (added) game.value = { ...it, tree: it.session.look(), own: new Set([...it.own, number]) };
    at.value = number;
  });
}

// Deletes a line of one's own, from this move on.
export function remove(from: number): void {
  const it = game.value;
  if (!it?.own.has(from)) return;
  const parent = move(from)?.parent ?? ROOT;
  it.session.remove(from);
  batch(() => {
    at.value = parent;
    game.value = { ...it, tree: it.session.look() };
  });
}

export const toPgn = (): string => game.value?.session.pgn() ?? "";
export const tag = (name: string): string => game.value?.tree.tags.find((t) => t.name === name)?.value ?? "";
