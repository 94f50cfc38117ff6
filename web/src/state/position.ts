// The position that is looked at, whichever screen shows it, and what is known
// about it: the panel reads nothing else.
import { batch, computed, effect, signal } from "@preact/signals";
import * as api from "../api";
import { core, loaded } from "../core";
import type { Look, Way } from "../types";
import { fail, settings } from "./app";
import { lastOpen, START } from "./first";
import { note, noted } from "./storage";

export { START };
// a repertoire that was open comes back where its board stood
export const fen = signal(/^#\/(explore|build)$/.test(location.hash) ? lastOpen().fen : START);
export const look = computed<Look>(() => core().look(fen.value));
// How one came to it.  Who sets only the position knows no way.
const walked = signal<Way | null>(null);
export const way = computed<Way>(() => (walked.value?.fen === fen.value ? walked.value : (recalled.value ?? { fen: fen.value, from: fen.value, moves: [] })));
// The way before a reload, as far as it leads here.
const left = noted<Way>("way");
const recalled = computed<Way | null>(() => {
  const { from, moves } = left;
  if (!loaded.value || typeof from !== "string" || !Array.isArray(moves)) return null;
  try {
    let at = from;
    for (let i = 0; i < moves.length; i++) {
      at = core().play(at, String(moves[i])).fen;
      if (at === fen.value) return { fen: at, from, moves: moves.slice(0, i + 1).map(String) };
    }
  } catch {
    // a move that is none
  }
  return null;
});
effect(() => (way.value.moves.length > 0 ? note("way", way.value) : undefined));
// one that comes back to it later may come by another
effect(() => void (walked.value?.fen === fen.value || (walked.value = null)));
// Shows the end of a way.
export function follow(way: Way): void {
  batch(() => {
    walked.value = way;
    fen.value = way.fen;
  });
}
// Shows a position that comes from a link; one that is none changes nothing.
export function show(wanted: string, refused: (error: unknown) => void = fail): void {
  if (wanted === fen.peek()) return;
  try {
    core().look(wanted);
    fen.value = wanted;
  } catch (error) {
    refused(error);
  }
}
export const side = signal<"w" | "b">("w"); // at the bottom of the board

// --- names: the book comes when it is first asked for ------------------------

export const book = signal<"none" | "loading" | "ready" | "failed">("none");

const DEEPEST = 30; // plies that are looked at for families
const MOST_FAMILIES = 4;

let coming: Promise<void> | null = null;

// Comes when the book is there, or is not: then it is asked for again the next time.
export const wantBook = () => (coming ??= loadBook());

async function loadBook(): Promise<void> {
  book.value = "loading";
  try {
    // reading it takes longer than a frame: the board comes first
    await new Promise((done) => setTimeout(done, 120));
    await core().useBook(api.book());
    book.value = "ready";
  } catch {
    book.value = "failed";
    coming = null;
  }
}

effect(() => (book.value === "failed" ? api.whenBack(() => void wantBook()) : undefined));

const found = computed(() => (book.value === "ready" ? core().named(way.value) : null));
export const opening = computed(() => found.value?.opening ?? null);
// Without a name of its own: that of the last position on the way.
export const inherited = computed(() => found.value?.before ?? null);
// Moves that lead to a position with a name of its own.
export const named = computed(() => (found.value?.to ?? []).map((o) => ({ uci: o.move_uci, san: o.move, name: o.name })));

// The families that the name comes from: each name that a position on the way had, by
// the part of it that is new.
export const trail = computed(() => {
  if (book.value !== "ready" || !found.value) return [];
  const { from, moves } = way.value;
  const own = (opening.value ?? inherited.value)?.name;
  const names: { name: string; short: string; fen: string }[] = [];
  for (let i = 1; i < Math.min(moves.length, DEEPEST); i++) {
    const at = core().named({ from, moves: moves.slice(0, i) }).opening;
    if (!at || at.name === own || names.some((n) => n.name === at.name)) continue;
    const [family, ...rest] = at.name.split(": ");
    const before = [...names].reverse().find((n) => at.name.startsWith(n.name))?.name;
    const known = names.some((n) => n.name.split(": ")[0] === family);
    const short = before ? at.name.slice(before.length) : known ? rest.join(": ") : at.name;
    names.push({ name: at.name, short: short.replace(/^[:, ]+/, "") || at.name, fen: at.fen });
  }
  return names.slice(-MOST_FAMILIES);
});

// --- games ------------------------------------------------------------------

export const filters = signal<Record<string, string>>({});
export const games = signal<api.Explored | null>(null);
export const gamesFailed = signal("");
const again = signal(0); // how often it was tried again

effect(() => (gamesFailed.value === api.OFFLINE ? api.whenBack(() => again.value++) : undefined));

effect(() => {
  void again.value;
  const [at, chosen] = [fen.value, filters.value];
  games.value = null;
  gamesFailed.value = "";
  if (!settings.value.explorer || !api.server.value?.database) return;
  const stop = new AbortController();
  // those who walk fast ask only where they stop
  const timer = setTimeout(() => {
    api.explore(at, chosen, stop.signal).then(
      (found) => (games.value = found),
      (error: Error) => {
        if (!stop.signal.aborted) gamesFailed.value = error.message;
      },
    );
  }, 60);
  return () => {
    clearTimeout(timer);
    stop.abort();
  };
});

// The way one move further, by its UCI text.
export const after = (uci: string, to = core().play(fen.value, uci).fen): Way => ({ ...way.value, fen: to, moves: [...way.value.moves, uci] });
