// What endgame tables and the Polyglot book say of the position on the board.  Tables
// of three men are computed in the page where there is no server.
import { computed, effect, signal, type ReadonlySignal } from "@preact/signals";
import * as api from "../api";
import { core } from "../core";
import type { BookMove, Tables, TableValue } from "../types";
import { fen } from "./position";
import { t } from "../texts";

const OWN = 3; // men of the tables that the page computes

const men = (at: string) => at.split(" ")[0]!.replace(/[^a-z]/gi, "").length;

export const tables = signal<Tables | null>(null); // null: no table has the position
export const bookMoves = signal<readonly BookMove[]>([]);
export const hasBook = computed(() => !!api.server.value?.book);

// Asks when the position has stood for a moment; what comes too late is not shown.
function asked<T>(target: { value: T }, nothing: T, of: ReadonlySignal<string>, ask: (fen: string, signal: AbortSignal) => Promise<T> | null): void {
  effect(() => {
    const stop = new AbortController();
    const at = of.value;
    const coming = ask(at, stop.signal);
    if (!coming) {
      target.value = nothing;
      return undefined;
    }
    coming.then(
      (found) => stop.signal.aborted || (target.value = found),
      () => stop.signal.aborted || (target.value = nothing),
    );
    return () => stop.abort();
  });
}

// No table has positions with castling.
export const askTables = (target: { value: Tables | null }, of: ReadonlySignal<string>) => asked<Tables | null>(target, null, of, (at, signal) =>
  !at || men(at) > (api.server.value?.tables.men ?? OWN) || at.split(" ")[2] !== "-" ? null
  : api.server.value ? api.tablebase(at, signal)
  : core().tables(at));

askTables(tables, fen);
asked<readonly BookMove[]>(bookMoves, [], fen, (at, signal) => (hasBook.value ? api.bookMoves(at, signal) : null));

// "Win in 12", "Draw": the verdict as a person says it, to the side that moves.
export function verdictText({ verdict, dtm, dtz }: TableValue): string {
  const n = dtm ? Math.ceil(Math.abs(dtm) / 2) : 0;
  switch (verdict) {
    case null: return t("Not known");
    case "win": return n ? t("Win in {n}", { n }) : t("Win");
    case "loss": return dtm === 0 || (dtm === null && dtz === 0) ? t("Mate") : n ? t("Loss in {n}", { n }) : t("Loss");
    case "cursed-win": return t("Cursed win: a draw by the fifty-move rule");
    case "blessed-loss": return t("Blessed loss: a draw by the fifty-move rule");
    default: return t("Draw");
  }
}
