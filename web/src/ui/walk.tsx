// A board of its own, without a repertoire or a game: the moves of the list are
// played, and back goes where one was before.
import { signal } from "@preact/signals";
import { moveSound } from "../sound";
import { say } from "../state/app";
import * as position from "../state/position";
import type { Way } from "../types";
import { best, nth } from "./explorer";
import type { Walk } from "./steps";

const past = signal<readonly Way[]>([]);
const future = signal<readonly Way[]>([]);

function follow(way: Way): void {
  past.value = [...past.value, position.way.value];
  future.value = [];
  position.follow(way);
}

export function go(fen: string, from = fen, moves: readonly string[] = []): void {
  if (fen !== position.fen.value) follow({ fen, from, moves });
}

export function play(uci: string | undefined): void {
  const move = position.look.value.moves.find((m) => m.uci === uci);
  if (!move) return;
  moveSound(move);
  say(move.description);
  follow(position.after(move.uci));
}

// Takes a position from one list, and leaves the one on the board in the other.
function step(from: typeof past, to: typeof past): boolean {
  const way = from.value.at(-1);
  if (!way) return false;
  to.value = [...to.value, position.way.value];
  from.value = from.value.slice(0, -1);
  position.follow(way);
  return true;
}

export const WALK: Walk = {
  first: () => go(position.START),
  back: () => void step(past, future),
  next: () => void (step(future, past) || play(nth(0))),
  last() {
    while (step(future, past));
  },
};

export const handlers = {
  ...WALK,
  nth: (n: number) => play(nth(n)),
  best: () => play(best(nth(0))),
};
