// Whatever someone drops, pastes or chooses: finds out what it is and opens it
// where it belongs.
import * as api from "../api";
import { core } from "../core";
import { counted, fail, number, question, route, tell, visit } from "./app";
import * as rep from "./rep";
import { follow, START, wantBook } from "./position";
import { signal } from "@preact/signals";
import { t } from "../texts";

// What the import into the database is doing.
export const importing = signal<{ name: string; share: number; games: number; state: string } | null>(null);
export const imported = signal<{ name: string; report: api.ImportReport } | null>(null);

// Larger than this a file of games goes to the database and nowhere else.
const REPERTOIRE_MOST = 32 << 20;
const PGN_MOST = 2 << 20; // some thousand games

const PACKED = /\.(zst|gz|bz2|zip|7z|cdb|jsonl)$/i;

// What became of the games of a file.
export function summary({ imported, games, duplicates, known, ignored, errors, warnings = 0 }: api.ImportReport): string {
  if (games + errors === 0) return t("There is no game in the file.");
  const unfinished = ignored.unterminated + ignored.abandoned;
  const parts = [
    t("{n} of {games} imported", { n: number.format(imported), games: counted(games, "game") }),
    duplicates + known > 0 && counted(duplicates + known, "duplicate"),
    unfinished > 0 && t("{n} left out, since unfinished", { n: number.format(unfinished) }),
    errors > 0 && counted(errors, "error"),
    warnings > 0 && counted(warnings, "warning"),
  ];
  return `${parts.filter(Boolean).join(", ")}.`;
}

// An error with its place in the file, where it has one.
export const placed = ({ line, column, message }: api.ImportReport["first_errors"][number]) =>
  line ? `${line}:${column}: ${message}` : message;

export async function toDatabase(file: File): Promise<void> {
  if (!api.server.value?.database) {
    const what = PACKED.test(file.name) ? t("packed games, .cdb and .jsonl are read") : t("games are imported");
    tell(t("{name}: {what} by the server. Start it with “tabiya serve --db FILE”, or drop a PGN.", { name: file.name, what }), "error");
    return;
  }
  importing.value = { name: file.name, share: 0, games: 0, state: "sending" };
  try {
    const report = await api.importGames(file, (p) => {
      importing.value = { name: file.name, share: p.total > 0 ? p.done / p.total : 0, games: p.games, state: p.state };
    });
    imported.value = { name: file.name, report };
    const [first] = report.first_errors;
    const [doubt] = report.first_warnings ?? [];
    const why =
      first ? ` ${t("The first error: {error}", { error: placed(first) })}`
      : doubt ? ` ${t("The first warning: {error}", { error: placed(doubt) })}`
      : "";
    // an error is what put nothing into the database
    const there = report.imported + report.duplicates + report.known > 0;
    const well = report.errors === 0 && report.games > 0;
    tell(`${file.name}: ${summary(report)}${why}`, well && !doubt ? "info" : there ? "warning" : "error");
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

// Looks at the first game of a PGN.
async function analyse(name: string, bytes: Uint8Array | string): Promise<void> {
  const viewed = await import("./game");
  const { faults, more } = viewed.open(typeof bytes === "string" ? bytes : new TextDecoder().decode(bytes));
  if (faults[0]) tell(`${name}:${faults[0]}`, "error");
  if (more) tell(t("{name} has more than one game: the first is on the board.", { name }), "warning");
  visit("analysis");
}

// A PGN does not say whose repertoire it is, nor whether it is one: whoever brings it does.
function askPgn(name: string, bytes: Uint8Array | string): void {
  const mine = (color: "white" | "black") => async () => {
    if (!(await rep.take(name, bytes))) return;
    if (rep.state.value?.color !== color) rep.setColor(color);
    if (!["explore", "build", "practice"].includes(route.value.screen)) visit("explore");
  };
  const it = rep.open.value;
  const held = typeof bytes === "string" ? bytes : new Uint8Array(bytes);
  question.value = {
    file: name,
    answers: [
      { title: t("A game to analyse"), run: () => void analyse(name, bytes).catch(fail) },
      { title: t("A repertoire for White"), run: () => void mine("white")().catch(fail) },
      { title: t("A repertoire for Black"), run: () => void mine("black")().catch(fail) },
      ...(it
        ? [{ title: t("More lines for “{title}”", { title: rep.state.value?.title || it.name }), run: () => void join(name, bytes) }]
        : []),
      ...(api.server.value?.database
        ? [{ title: t("Games for the database"), run: () => void toDatabase(new File([held], name)) }]
        : []),
    ],
  };
}

// On the board for games it is one.
async function pgn(name: string, bytes: Uint8Array | string): Promise<void> {
  if (route.value.screen === "analysis") await analyse(name, bytes);
  else askPgn(name, bytes);
}

function join(name: string, bytes: Uint8Array | string): void {
  if (!rep.merge(bytes)) return;
  tell(t("{name} is part of the repertoire now. Undo takes it out again.", { name }));
  visit("build");
}

// What has tags, or moves with numbers, and no version of ours.
const isPgn = (text: string) => /^\s*(\[\w+ "|1\.)/.test(text);

// Cards of the repertoire that is open.
function asCards(name: string, text: string): void {
  const it = rep.open.value;
  if (!it) {
    tell(t("{name} belongs to a repertoire: open that first.", { name }), "error");
    return;
  }
  rep.setCards(core().mergeCards(it.cards, text));
  tell(t("{name}: the cards are joined to those of {other}.", { name, other: it.name }));
}

// Names of openings, which come before those of the book.
async function asNames(name: string, bytes: Uint8Array): Promise<void> {
  await wantBook();
  const faults = core().addNames(bytes);
  const first = faults[0];
  if (first) tell(`${name}:${first.line}:${first.column}: ${first.message}`, "error");
  else tell(t("{name}: its names are used from now on.", { name }));
  visit("openings");
}

async function takeFile(file: File): Promise<void> {
  const { name } = file;
  if (route.value.screen === "database" || PACKED.test(name) || file.size > (/\.pgn$/i.test(name) ? PGN_MOST : REPERTOIRE_MOST)) {
    if (api.server.value?.database) visit("database");
    await toDatabase(file);
  } else if (/\.cards\.tsv$/i.test(name)) asCards(name, await file.text());
  else if (/\.(tsv|eco)$/i.test(name)) await asNames(name, new Uint8Array(await file.arrayBuffer()));
  else if (/\.pgn$/i.test(name)) await pgn(name, new Uint8Array(await file.arrayBuffer()));
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
  else if (screen === "analysis") visit("analysis", { fen, from: start, moves: moves.map((m) => m.uci).join(" ") });
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
  if (isPgn(trimmed)) void pgn(name, trimmed).catch(fail);
  else asRepertoire(name, trimmed).catch(fail);
}
