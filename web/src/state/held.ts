// The repertoire that is open, held against games of the database: the replies that it
// has no answer to, and where one's own games left it.
import { computed, effect, signal } from "@preact/signals";
import * as api from "../api";
import { core } from "../core";
import { tell, visit } from "./app";
import * as position from "./position";
import * as rep from "./rep";
import { remember, remembered } from "./storage";
import { t } from "../texts";

type Query = Record<string, string>;
type Ask<T> = (
  text: string, query: Query, stop: AbortSignal, onShare: (share: number) => void,
) => Promise<T>;

// A long question about the repertoire, asked when somebody wants to know.
class Question<T> {
  readonly found = signal<T | null>(null);
  readonly share = signal<number | null>(null); // of its work; null: nothing is asked
  readonly trouble = signal("");
  readonly #ask: Ask<T>;
  #of = ""; // what was found belongs to
  #stop = new AbortController();

  constructor(ask: Ask<T>) {
    this.#ask = ask;
    effect(() => (this.trouble.value === api.OFFLINE ? api.whenBack(() => this.forget()) : undefined));
  }

  // Unless the same was asked before.
  want(query: Query): void {
    const it = rep.open.peek();
    const of = JSON.stringify([it?.name, rep.state.peek()?.color, query]);
    if (it && of !== this.#of) void this.again(query, of);
  }

  async again(query: Query, of = this.#of): Promise<void> {
    this.cancel();
    this.#of = of;
    this.trouble.value = "";
    this.found.value = null;
    this.share.value = 0;
    const { signal } = (this.#stop = new AbortController());
    try {
      const text = rep.open.peek()!.session.write();
      this.found.value = await this.#ask(text, query, signal, (n) => (this.share.value = n));
    } catch (error) {
      if (signal.aborted) return;
      this.trouble.value = error instanceof Error ? error.message : String(error);
    }
    if (this.#stop.signal === signal) this.share.value = null;
  }

  cancel(): void {
    this.#stop.abort();
    this.share.value = null;
  }

  // The next who wants to know asks again.
  forget(): void {
    this.cancel();
    this.#of = "";
    this.trouble.value = "";
    this.found.value = null;
  }
}

export const gaps = new Question(api.coverage);
export const left = new Question(api.deviations);

// Whose games are "mine".
export const me = signal(remembered("me", { player: "" }).player);
export function iAm(player: string): void {
  me.value = player;
  remember("me", { player });
}

// --- gaps ------------------------------------------------------------------------

// A repertoire that has the move, and one after it, has closed the gap since.
function closed(gap: api.Gap): boolean {
  const session = rep.open.peek()!.session;
  const at = session.find(core().play(gap.fen, gap.move).fen);
  return at !== null && session.node(at).moves.length > 0;
}

// Those that are still there, the most frequent first.
export const remaining = computed(() => {
  void rep.shape.value;
  return rep.open.value ? (gaps.found.value?.gaps ?? []).filter((g) => !closed(g)) : [];
});

// Goes to where a move of the games is played, in Build with the move: the answer is next.
export function meet({ fen, move }: { fen: string; move?: string }): void {
  const session = rep.open.peek()!.session;
  const at = session.find(fen);
  if (at === null) {
    tell(t("The repertoire does not have that position any more."), "warning");
    return;
  }
  rep.go(at);
  if (!move) return;
  visit("build");
  rep.play(core().play(fen, move).uci);
  // the next key answers: it must not press again what led here
  document.getElementById("main")?.focus({ preventScroll: true });
}

// "3. Bf4" and "1. d4 d5 2. Nf3 Nf6", of a line that ends with the move.
export function parts({ line, fen, move }: { line: string; fen: string; move?: string }): [string, string] {
  if (!move) return [line, ""];
  const [, turn, , , , number] = fen.split(" ");
  const before = line.slice(0, -move.length).trimEnd().replace(/\s*\d+\.+$/, "");
  return [`${number}${turn === "w" ? "." : "..."} ${move}`, before];
}

// What is asked of the games that count; the player has a field of his own.
export const conditions = computed<Query>(() => {
  const { player: _, as: _a, ...rest } = position.filters.value;
  return rest;
});
