// One game is not "1 games", and a sentence of the server names what is seen.
import { beforeAll, expect, test, vi } from "vitest";
import * as api from "../../src/api";
import { loadCore } from "../../src/core";
import { change, counted } from "../../src/state/app";
import { inWords } from "../../src/state/fields";
import { summary } from "../../src/state/intake";
import * as overview from "../../src/state/overview";
import * as rep from "../../src/state/rep";

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
  api.server.value = { version: "0", repertoires: false, engine: null, book: { positions: 1, etag: "" }, database: { games: 9, plies: 9, players: 2, first_date: null, last_date: null, bytes: 1 } };
  change({ width: "games", explorer: false });
  await rep.take("x.txt", "v5.0\n= x\nwhite\n\nstart -> e4\n");
  overview.visible.value = true;
  await vi.waitFor(() => expect([0, 1].map((n) => overview.words(n).split(",")[0])).toEqual(["1 game", "2 games"]));
  // after an import all are asked for again
  vi.spyOn(api, "scores").mockImplementation(async (fens) => fens.map(() => ({ games: 5, white: 5, draws: 0, black: 0 })));
  api.server.value = { ...api.server.value, database: { ...api.server.value.database!, games: 10 } };
  await vi.waitFor(() => expect(overview.words(0).split(",")[0]).toBe("5 games"));
});

test("conditions by the names of their fields", () => {
  expect(inWords("'elo' is not understood at character 1.")).toBe("“Rating” is not understood at character 1.");
  expect(inWords("'by' needs 'move'.")).toBe("“Played by” needs “A move”.");
  expect(inWords("'e5' from 'start'")).toBe("'e5' from 'start'");
});
