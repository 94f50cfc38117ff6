// A game that is looked at, as a tree of moves: those of the game, and those
// one adds.  The core reads and writes it; here is only where one stands.
import { computed, signal } from "@preact/signals";
import { core } from "../core";
import type { GameMove, GameTree } from "../types";

export interface Viewed {
  id: number | null; // in the database
  tree: GameTree;
  own: ReadonlySet<number>; // moves that were added
}

export const game = signal<Viewed | null>(null);
export const at = signal(-1); // a move; -1: before the first

const ROOT = -1;

export const moves = computed<readonly GameMove[]>(() => game.value?.tree.moves ?? []);
// The moves that follow each; [0] is how it goes on.
const next = computed(() => {
  const lists = new Map<number, number[]>();
  moves.value.forEach((m, i) => {
    const list = lists.get(m.parent);
    if (list) list.push(i);
    else lists.set(m.parent, [i]);
  });
  return lists;
});
export const after = (i: number): readonly number[] => next.value.get(i) ?? [];
export const fenAt = (i: number): string => moves.value[i]?.fen ?? game.value?.tree.start ?? "";

// The main line, from the first move on.
export const main = computed(() => {
  const line: number[] = [];
  for (let i = after(ROOT)[0]; i !== undefined; i = after(i)[0]) line.push(i);
  return line;
});

export function show(pgn: string, id: number | null, fen: string | null): void {
  const tree = core().game(pgn);
  game.value = { id, tree, own: new Set() };
  // where the search found it: the first move that reaches the position
  const same = (f: string) => f.split(" ").slice(0, 4).join(" ");
  const found = fen ? main.value.find((i) => same(fenAt(i)) === same(fen)) : undefined;
  at.value = found ?? ROOT;
}

export const forward = () => void (at.value = after(at.value)[0] ?? at.value);
export const backward = () => void (at.value = moves.value[at.value]?.parent ?? ROOT);
export const toStart = () => void (at.value = ROOT);
export function toEnd(): void {
  for (let i = after(at.value)[0]; i !== undefined; i = after(i)[0]) at.value = i;
}

// Another move instead of this one.
export function variation(by: 1 | -1): void {
  const here = moves.value[at.value];
  if (!here) return;
  const all = after(here.parent);
  at.value = all[(all.indexOf(at.value) + by + all.length) % all.length]!;
}

// Plays a move: along one that is there, or as a line of one's own.
export function play(uci: string): void {
  const it = game.value;
  if (!it) return;
  const known = after(at.value).find((i) => moves.value[i]!.uci === uci);
  if (known !== undefined) {
    at.value = known;
    return;
  }
  const played = core().play(fenAt(at.value), uci);
  const move: GameMove = { parent: at.value, uci: played.uci, san: played.san, fen: played.fen, comment: "", nags: [], clock: null, eval: null, mate: null };
  const index = it.tree.moves.length;
  game.value = { ...it, tree: { ...it.tree, moves: [...it.tree.moves, move] }, own: new Set([...it.own, index]) };
  at.value = index;
}

// Deletes a line of one's own, from this move on.
export function remove(from: number): void {
  const it = game.value;
  if (!it?.own.has(from)) return;
  const gone = new Set([from]);
  // a move stands behind the one before it
  it.tree.moves.forEach((m, i) => gone.has(m.parent) && gone.add(i));
  const kept = it.tree.moves.map((_, i) => i).filter((i) => !gone.has(i));
  const number = new Map(kept.map((old, i) => [old, i]));
  const parent = it.tree.moves[from]!.parent;
  game.value = {
    ...it,
    tree: { ...it.tree, moves: kept.map((i) => ({ ...it.tree.moves[i]!, parent: number.get(it.tree.moves[i]!.parent) ?? ROOT })) },
    own: new Set(kept.filter((i) => it.own.has(i)).map((i) => number.get(i)!)),
  };
  at.value = number.get(parent) ?? ROOT;
}

export const toPgn = (): string => (game.value ? core().gamePgn(game.value.tree) : "");
export const tag = (name: string): string => game.value?.tree.tags.find((t) => t.name === name)?.value ?? "";
