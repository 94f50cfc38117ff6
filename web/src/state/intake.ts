// Whatever someone drops, pastes or chooses: finds out what it is and opens it
// where it belongs.
import * as api from "../api";
import { core } from "../core";
import { counted, fail, number, route, tell, visit } from "./app";
import * as rep from "./rep";
import { follow, START, wantBook } from "./position";
import { signal } from "@preact/signals";

// What the import into the database is doing.
export const importing = signal<{ name: string; share: number; games: number; state: string } | null>(null);
export const imported = signal<{ name: string; report: api.ImportReport } | null>(null);

// Larger than this a file of games goes to the database and nowhere else.
const REPERTOIRE_MOST = 32 << 20;
const PGN_MOST = 2 << 20; // some thousand games

const PACKED = /\.(zst|gz|bz2|zip|7z|cdb|jsonl)$/i;

// What became of the games of a file.
export function summary({ imported, games, duplicates, known, ignored, errors }: api.ImportReport): string {
  if (games + errors === 0) return "There is no game in the file.";
  const unfinished = ignored.unterminated + ignored.abandoned;
  const parts = [
    `${number.format(imported)} of ${counted(games, "game")} imported`,
    duplicates + known > 0 && counted(duplicates + known, "duplicate"),
    unfinished > 0 && `${number.format(unfinished)} left out, since unfinished`,
    errors > 0 && counted(errors, "error"),
  ];
  return `${parts.filter(Boolean).join(", ")}.`;
}

export async function toDatabase(file: File): Promise<void> {
  if (!api.server.value?.database) {
    const what = PACKED.test(file.name) ? "packed games, .cdb and .jsonl are read" : "games are imported";
    tell(`${file.name}: ${what} by the server. Start it with “tabiya serve --db FILE”, or drop a PGN.`, "error");
    return;
  }
  importing.value = { name: file.name, share: 0, games: 0, state: "sending" };
  try {
    const report = await api.importGames(file, (p) => {
      importing.value = { name: file.name, share: p.total > 0 ? p.done / p.total : 0, games: p.games, state: p.state };
    });
    imported.value = { name: file.name, report };
    const [first] = report.first_errors;
    const why = first ? ` The first error: ${first.line}:${first.column}: ${first.message}` : "";
    tell(`${file.name}: ${summary(report)}${why}`, report.errors > 0 || report.games === 0 ? "error" : "info");
  } catch (error) {
    fail(new Error(`${file.name}: ${error instanceof Error ? error.message : error}`));
  } finally {
    importing.value = null;
  }
}

async function asRepertoire(name: string, bytes: Uint8Array | string): Promise<void> {
  if (!(await rep.take(name, bytes))) return;
  if (!["explore", "build", "practice"].includes(route.value.screen)) visit("explore");
}

// Cards of the repertoire that is open.
function asCards(name: string, text: string): void {
  const it = rep.open.value;
  if (!it) {
    tell(`${name} belongs to a repertoire: open that first.`, "error");
    return;
  }
  rep.setCards(core().mergeCards(it.cards, text));
  tell(`${name}: the cards are joined to those of ${it.name}.`);
}

// Names of openings, which come before those of the book.
async function asNames(name: string, bytes: Uint8Array): Promise<void> {
  await wantBook();
  const faults = core().addNames(bytes);
  const first = faults[0];
  if (first) tell(`${name}:${first.line}:${first.column}: ${first.message}`, "error");
  else tell(`${name}: its names are used from now on.`);
  visit("openings");
}

async function takeFile(file: File): Promise<void> {
  const { name } = file;
  if (route.value.screen === "database" || PACKED.test(name) || file.size > (/\.pgn$/i.test(name) ? PGN_MOST : REPERTOIRE_MOST)) {
    if (api.server.value?.database) visit("database");
    await toDatabase(file);
  } else if (/\.cards\.tsv$/i.test(name)) asCards(name, await file.text());
  else if (/\.(tsv|eco)$/i.test(name)) await asNames(name, new Uint8Array(await file.arrayBuffer()));
  else await asRepertoire(name, new Uint8Array(await file.arrayBuffer()));
}

export async function takeFiles(files: File[]): Promise<void> {
  for (const file of files)
    await takeFile(file).catch((error) => fail(new Error(`${file.name}: ${error instanceof Error ? error.message : error}`)));
}

// A position, or moves from the start.  Build plays them; else they are looked
// for in the repertoire that is on the screen, and shown on a board without one
// where it has no such position.
function asLine(text: string): void {
  const { fen, moves, start } = core().line(text);
  const { screen } = route.value;
  const session = screen === "build" || screen === "explore" ? rep.open.value?.session : undefined;
  if (session && screen === "build" && moves.length > 0 && start === START) {
    rep.toStart();
    for (const { uci } of moves) if (!rep.play(uci)) return;
    return;
  }
  const node = session?.find(fen) ?? null;
  if (node !== null) rep.go(node);
  else {
    follow({ fen, from: start, moves: moves.map((m) => m.uci) });
    visit(api.server.value?.database ? "database" : "openings", { fen });
  }
}

// A position or moves are shown on the board; anything longer is a file.
export function takeText(name: string, text: string): void {
  const trimmed = text.trim();
  if (!trimmed) return;
  if (!trimmed.includes("\n") || /^[\w/-]+ [wb] /.test(trimmed))
    try {
      asLine(trimmed);
      return;
    } catch (error) {
      if (!/[[{]|\d\./.test(trimmed)) {
        fail(error);
        return;
      }
    }
  asRepertoire(name, trimmed).catch(fail);
}
