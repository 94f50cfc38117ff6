// One game is not "1 games", and a sentence of the server names what is seen.
import { beforeAll, expect, test, vi } from "vitest";
import * as api from "../../src/api";
import { loadCore } from "../../src/core";
import { change, counted } from "../../src/state/app";
import { FIELDS, inWords } from "../../src/state/fields";
import { summary } from "../../src/state/intake";
import { brief, inFamily, leadsTo, shortName, surname } from "../../src/state/names";
import * as overview from "../../src/state/overview";
import * as rep from "../../src/state/rep";
import { eventually } from "./support/page";

beforeAll(() => loadCore());

test("one and many", () => {
  expect([0, 1, 2, 12_367].map((n) => counted(n, "game"))).toEqual(["0 games", "1 game", "2 games", "12,367 games"]);
  const report = { games: 12_367, imported: 12_188, known: 70, duplicates: 107, ignored: { unterminated: 0, abandoned: 0 }, errors: 2, first_errors: [], seconds: 1 };
  expect(summary(report)).toBe("12,188 of 12,367 games imported, 177 duplicates, 2 errors.");
  expect(summary({ ...report, games: 1, imported: 1, known: 0, duplicates: 0, errors: 0 })).toBe("1 of 1 game imported.");
  expect(summary({ ...report, games: 4, imported: 1, known: 0, duplicates: 1, errors: 1, ignored: { unterminated: 1, abandoned: 0 } })).toBe("1 of 4 games imported, 1 duplicate, 1 left out, since unfinished, 1 error.");
});

test("a position that one game reached", async () => {
  vi.spyOn(api, "scores").mockImplementation(async (fens) => fens.map((_, i) => ({ games: i + 1, white: 1, draws: 0, black: i })));
  api.server.value = { version: "0", repertoires: false, engine: null, book: null, tables: { men: 3 }, names: { positions: 1, etag: "" }, database: { games: 9, plies: 9, players: 2, first_date: null, last_date: null, bytes: 1 } };
  change({ width: "games", explorer: false });
  await rep.take("x.txt", "v5.0\n= x\nwhite\n\nstart -> e4\n");
  overview.visible.value = true;
  await eventually(() => expect([0, 1].map((n) => overview.words(n).split(",")[0])).toEqual(["1 game", "2 games"]));
  // after an import all are asked for again
  vi.spyOn(api, "scores").mockImplementation(async (fens) => fens.map(() => ({ games: 5, white: 5, draws: 0, black: 0 })));
  api.server.value = { ...api.server.value, database: { ...api.server.value.database!, games: 10 } };
  await eventually(() => expect(overview.words(0).split(",")[0]).toBe("5 games"));
});

test("names as short as they can be told apart", () => {
  expect(["Queen's Gambit Declined: Exchange Variation", "Slav Defense", "Sicilian Defense: Najdorf Variation, English Attack", "QGD: 3.cxd5", "Queen's Gambit"].map(shortName))
    .toEqual(["Exchange", "Slav", "English", "", "Queen's Gambit"]);
  const here = "Queen's Gambit Declined: Queen's Knight Variation";
  expect(["Queen's Gambit Declined: Normal Defense", "QGD: Manhattan Variation", "Semi-Slav Defense: Noteboom"].map((name) => leadsTo(name, here)))
    .toEqual(["Normal", "Manhattan", "→ Semi-Slav"]);
  expect(leadsTo("Sicilian: Najdorf, 6.a4", "Sicilian Defense")).toBe("");
  expect(leadsTo("King's Pawn Game", "")).toBe("King's Pawn");
  expect(["Queen's Gambit Declined: Janowski Variation", "QGA: 3.Nc3 e6"].map(inFamily)).toEqual(["Janowski Variation", "QGA: 3.Nc3 e6"]);
  expect(["Queen's Pawn Game", "Orthodox Defense", "Winawer Variation"].map(brief)).toEqual(["Queen's Pawn", "Orthodox", "Winawer"]);
  expect(["Carlsen, Magnus", "DeFirmian,N", "Stockfish", null].map(surname)).toEqual(["Carlsen", "DeFirmian", "Stockfish", "?"]);
});

test("conditions by the names of their fields", () => {
  expect(inWords("'elo' is not understood at character 1.")).toBe("“Rating” is not understood at character 1.");
  expect(inWords("'by' needs 'move'.")).toBe("“Played by” needs “A move”.");
  expect(inWords("'e5' from 'start'")).toBe("'e5' from 'start'");
});

test("the form has every condition and every way to end", () => {
  expect(FIELDS.find((f) => f.name === "elo-avg")).toEqual({ name: "elo-avg", label: "Average Elo", hint: "2600+" });
  const ended = FIELDS.find((f) => f.name === "ended")?.options ?? [];
  expect(ended).toHaveLength(15);
  expect(ended.slice(0, 2)).toEqual([["", "anything"], ["unknown", "unknown"]]);
  expect(ended).toContainEqual(["dead_position", "dead position"]);
});
