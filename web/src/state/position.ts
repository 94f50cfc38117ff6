// The position that is looked at, whichever screen shows it, and what is known
// about it: the panel reads nothing else.
import { computed, effect, signal } from "@preact/signals";
import * as api from "../api";
import { core } from "../core";
import type { Look } from "../types";
import { fail, settings } from "./app";
import { lastOpen, START } from "./first";

export { START };
// a repertoire that was open comes back where its board stood
export const fen = signal(/^#\/(explore|build)$/.test(location.hash) ? lastOpen().fen : START);
export const look = computed<Look>(() => core().look(fen.value));
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

const found = computed(() => (book.value === "ready" ? core().named(fen.value) : null));
export const opening = computed(() => found.value?.opening ?? null);
// Moves that lead to a position with a name of its own.
export const named = computed(() => (found.value?.to ?? []).map((o) => ({ uci: o.move_uci, san: o.move, name: o.name })));

// --- games ------------------------------------------------------------------

export const filters = signal<Record<string, string>>({});
export const games = signal<api.Explored | null>(null);
export const gamesFailed = signal("");

effect(() => {
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

// A move here, by its UCI text.
export const played = (uci: string) => core().play(fen.value, uci);
