// Database: conditions, the list, pages, and a game with its side lines.
import { beforeAll, beforeEach, expect, test, vi, type MockInstance } from "vitest";
import * as api from "../../src/api";
import { core, loadCore } from "../../src/core";
import { change, heading, notices, route } from "../../src/state/app";
import { lastShown } from "../../src/state/first";
import * as viewed from "../../src/state/game";
import { toDatabase } from "../../src/state/intake";
import * as position from "../../src/state/position";
import { recall } from "../../src/state/found";
import { Analysis } from "../../src/ui/analysis";
import { Database } from "../../src/ui/database";
import { board, control, enter, has, key, one, press, settle, show, text, texts, type } from "./support/page";

const PGN = `[Event "Club"]
[White "Ann"]
[Black "Bob"]
[WhiteElo "2100"]
[Result "1-0"]

1. e4 { [%eval 0.3] [%clk 0:10:00] } e5 { [%eval 0.25] [%clk 0:09:58] } 2. Nf3 { the usual } ( 2. f4 exf4 ) 2... Nc6 3. Bb5 a6 1-0
`;
const row = (id: number, more: Partial<api.GameRow> = {}): api.GameRow => ({
  id, white: "Ann", black: "Bob", white_elo: 2100, black_elo: null, result: "1-0", date: "2020.01.02", eco: "C70", opening: "Ruy Lopez", event: "Club", site: null, round: null, plies: 6, ended: "resignation", ...more,
});
const SCORE = { games: 51, white: 51, draws: 0, black: 0 };
const START = position.START.split(" ")[0]!;
const placement = (moves: string) => core().line(moves).fen.split(" ")[0];

let games: MockInstance<typeof api.games>;

beforeAll(() => loadCore());
beforeEach(() => {
  sessionStorage.clear();
  recall();
  notices.value = [];
  viewed.game.value?.session.close();
  viewed.game.value = null;
  position.fen.value = position.START;
  change({ notation: "san", letters: "KQRBN", explorer: false });
  route.value = { screen: "database", query: new URLSearchParams() };
  api.server.value = { version: "0", repertoires: false, engine: null, book: null, tables: { men: 3 }, names: { positions: 1, etag: "" }, database: { games: 51, plies: 300, players: 2, first_date: null, last_date: null, bytes: 1 } };
  games = vi.spyOn(api, "games").mockImplementation(async (query) => {
    const offset = Number(query.offset);
    return { total: 51, score: SCORE, waiting: 0, offset, limit: 50, next: offset === 0 ? 50 : null, games: offset === 0 ? [row(1), row(2, { result: "1/2-1/2", white: null, date: "1851.06.??" })] : [row(51)] };
  });
  vi.spyOn(api, "book").mockRejectedValue(new Error("no book here"));
  vi.spyOn(api, "players").mockResolvedValue([]);
});

async function search(): Promise<void> {
  if (!document.querySelector("form.filters")) await press("Conditions");
  one<HTMLFormElement>("form.filters").dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
  await settle();
}

test("without a server it says how to have one", async () => {
  api.server.value = null;
  await show(<Database />);
  expect(text(one("pre"))).toContain("tabiya serve --db games.tdb");
  expect(has("Search")).toBe(false);
});

test("the list, and its pages", async () => {
  await show(<Database />);
  await search();
  expect(texts(".list tbody tr")).toEqual(["Ann2100Bob1–02020.01.02C70Club3", "?2100Bob½–½1851.06C70Club3"]);
  expect(control<HTMLAnchorElement>("Ann").getAttribute("href")).toBe("#/database?game=1");
  expect(texts("[aria-label=Pages] span")).toEqual(["1–2 of 51"]);
  expect(control<HTMLButtonElement>("Previous").disabled).toBe(true);
  await press("Next");
  expect(games.mock.lastCall![0]).toMatchObject({ offset: 50, limit: 50 });
  expect(texts("[aria-label=Pages] span")).toEqual(["51–51 of 51"]);
  expect(control<HTMLButtonElement>("Next").disabled).toBe(true);
  await press("Previous");
  expect(games.mock.lastCall![0]).toMatchObject({ offset: 0 });
});

test("conditions are asked for as the server names them", async () => {
  await show(<Database />);
  await press("Conditions");
  await enter("Player", " Ann ");
  await enter("Result", "1-0");
  await enter("Material", "KRPvKR");
  await type("e4");
  control<HTMLInputElement>("With the position on the board").checked = true;
  await search();
  expect(games.mock.lastCall![0]).toEqual({ player: "Ann*", result: "1-0", material: "KRPvKR", position: position.fen.value, offset: 0, limit: 50 });
  expect(board().fen).toBe(placement("1. e4"));
  expect(control<HTMLAnchorElement>(/^Export/).getAttribute("href")).toContain("player=Ann*&result=1-0&material=KRPvKR&position=");
  await press("Clear");
  expect(games.mock.lastCall![0]).toEqual({ offset: 0, limit: 50 });
});

test("what the server refuses is told, and no list stays", async () => {
  games.mockRejectedValue(new api.ApiError(400, "bad", "“B9” is no ECO code."));
  await show(<Database />);
  await search();
  expect(text(one("[role=status].error"))).toBe("“B9” is no ECO code.");
  expect(document.querySelector(".list")).toBeNull();
});

test("an import that brings nothing is an error, with a bad game a warning", async () => {
  const report = { games: 0, imported: 0, known: 0, duplicates: 0, ignored: { unterminated: 0, abandoned: 0 }, errors: 0, first_errors: [], seconds: 0 };
  const sent = vi.spyOn(api, "importGames").mockResolvedValue(report);
  await toDatabase(new File([""], "empty.pgn"));
  sent.mockResolvedValue({ ...report, games: 2, imported: 1, errors: 1, first_errors: [{ file: "", line: 3, column: 4, message: "No such move." }] });
  await toDatabase(new File([""], "half.pgn"));
  sent.mockResolvedValue({ ...report, games: 1, errors: 1, first_errors: [{ file: "", message: "No game." }] });
  await toDatabase(new File([""], "none.pgn"));
  sent.mockResolvedValue({ ...report, games: 2, imported: 2 });
  await toDatabase(new File([""], "good.pgn"));
  sent.mockResolvedValue({ ...report, games: 2, imported: 2, warnings: 1, first_warnings: [{ file: "", line: 2, column: 1, message: "It is mate." }] });
  await toDatabase(new File([""], "odd.pgn"));
  expect(notices.value.map((n) => [n.kind, n.text])).toEqual([
    ["error", "empty.pgn: There is no game in the file."],
    ["warning", "half.pgn: 1 of 2 games imported, 1 error. The first error: 3:4: No such move."],
    ["error", "none.pgn: 0 of 1 game imported, 1 error. The first error: No game."],
    ["info", "good.pgn: 2 of 2 games imported."],
    ["warning", "odd.pgn: 2 of 2 games imported, 1 warning. The first warning: 2:1: It is mate."],
  ]);
});

test("nothing found is said", async () => {
  games.mockResolvedValue({ total: 0, score: SCORE, waiting: 0, offset: 0, limit: 50, next: null, games: [] });
  await show(<Database />);
  await search();
  expect(text()).toContain("No game fits.");
  expect(text()).not.toContain("Not indexed");
});

test("games that wait for the index are counted, whether others are found or not", async () => {
  const none = { total: 0, score: SCORE, waiting: 1200, offset: 0, limit: 50, next: null, games: [] };
  games.mockResolvedValue(none);
  await show(<Database />);
  await search();
  expect(text()).toContain("No game fits.");
  expect(text()).toContain("Not indexed yet: 1,200 games.");
  games.mockResolvedValue({ ...none, total: 1, waiting: 1, games: [row(1)] });
  await search();
  expect(texts(".list tbody tr").length).toBe(1);
  expect(text()).toContain("Not indexed yet: 1 game.");
});

async function game(): Promise<void> {
  vi.spyOn(api, "gamePgn").mockResolvedValue(PGN);
  route.value = { screen: "analysis", query: new URLSearchParams({ game: "7" }) };
  await show(<Analysis />);
  await settle(() => viewed.game.value !== null);
}

test("a game: its moves, comments and lines, and the way through them", async () => {
  await game();
  expect(heading.value).toEqual({ title: "Ann – Bob", more: "Club" });
  expect(texts(".strip")).toEqual(["Bob", "Ann 2100 · to move"]);
  expect(text(one(".score"))).toBe("1. e4e52. Nf3the usual2. f4exf42… Nc63. Bb5a61–0");
  await press("Forward");
  expect(board().fen).toBe(placement("1. e4"));
  await key("ArrowRight");
  await key("ArrowRight");
  expect(text(one("[aria-current=true]"))).toBe("Nf3");
  await key("ArrowDown");
  expect(board().fen).toBe(placement("1. e4 e5 2. f4"));
  await press("To the end");
  expect(board().fen).toBe(placement("1. e4 e5 2. f4 exf4"));
  await press("To the start");
  await press("a6");
  expect(board().fen).toBe(placement("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6"));
});

test("a line of one's own: made, in the file, deleted", async () => {
  await game();
  await press("e5");
  await type("Bc4");
  await type("Bc5");
  expect(texts(".variation").some((t) => t.includes("Bc4Bc5"))).toBe(true);
  expect(viewed.toPgn()).toMatch(/\(\s*2\. Bc4 Bc5\s*\)/);
  await press("Bc4");
  await press("More of the move");
  await press("Delete from here Del");
  expect(viewed.toPgn()).not.toContain("Bc4");
  expect(board().fen).toBe(placement("1. e4 e5"));
  await press("Undo");
  expect(viewed.toPgn()).toContain("Bc4 Bc5");
});

test("evaluation and clocks of the game as curves", async () => {
  await game();
  expect(texts("figcaption").map((t) => t.split(" ")[0])).toEqual(["Evaluation", "Clock"]);
  await press("e4");
  expect(texts("figcaption")).toEqual(["Evaluation +0.30", "Clock White 10:00 Black –"]);
  await key("Home");
  expect(texts("figcaption")).toEqual(["Evaluation", "Clock White – Black –"]);
  await press("exf4"); // a side line: as it is where that leaves the game
  expect(texts("figcaption")).toEqual(["Evaluation +0.25", "Clock White 10:00 Black 9:58"]);
});

test("moves in the shortest notation", async () => {
  change({ notation: "short" });
  await game();
  const moves = texts(".score .one").join(" ");
  expect(moves).not.toContain("Nf3");
  expect(moves).toContain(core().short(core().line("1. e4 e5").fen, "g1f3"));
});

// What a reload leaves: what the tab has kept.
async function reload(): Promise<void> {
  await show(<p />);
  viewed.game.value?.session.close();
  viewed.game.value = null;
  viewed.at.value = -1;
  recall();
  position.fen.value = position.START;
  const fen = lastShown(route.value);
  if (fen) position.show(fen);
  await show(route.value.screen === "analysis" ? <Analysis /> : <Database />);
  await settle();
}

test("what was chosen stays while players are suggested, and goes with its chip", async () => {
  vi.mocked(api.players).mockResolvedValue([{ name: "Ann" } as api.Player]);
  await show(<Database />);
  await press("Conditions");
  await enter("As", "white");
  await press("With the position on the board");
  await enter("Player", "An");
  await settle();
  expect(texts("#players option")).toHaveLength(1);
  const said = () => ["As", "Player"].map((name) => control<HTMLInputElement>(name).value);
  const here = () => control<HTMLInputElement>("With the position on the board").checked;
  expect([...said(), here()]).toEqual(["white", "An", true]);
  await search();
  expect(games.mock.lastCall![0]).toMatchObject({ as: "white", player: "An*" });
  await enter("ECO", "C20"); // not asked for yet
  await press("Player: An* ×");
  expect(said()).toEqual(["white", ""]);
  expect(control<HTMLInputElement>("ECO").value).toBe("C20");
  await press("Position on the board ×");
  expect(here()).toBe(false);
  expect(games.mock.lastCall![0]).toEqual({ as: "white", offset: 0, limit: 50 });
});

test("a search is there again after a reload: fields, position and page", async () => {
  await show(<Database />);
  await press("Conditions");
  await enter("Player", "Ann");
  await enter("Material", "KRPvKR");
  await type("e4");
  control<HTMLInputElement>("With the position on the board").checked = true;
  await search();
  await press("Next");
  const request = games.mock.lastCall![0];
  expect(request).toMatchObject({ player: "Ann*", offset: 50 });
  await type("e5");
  await enter("ECO", "C20"); // not asked for yet
  games.mockClear();
  await reload();
  expect(games.mock.calls.map(([asked]) => asked)).toEqual([request]);
  expect(board().fen).toBe(placement("1. e4 e5"));
  expect(texts("[aria-label=Pages] span")).toEqual(["51–51 of 51"]);
  expect(["Player", "Material", "ECO"].map((name) => control<HTMLInputElement>(name).value)).toEqual(["Ann", "KRPvKR", "C20"]);
  expect(control<HTMLInputElement>("With the position on the board").checked).toBe(true);
  expect(one<HTMLDetailsElement>("details.more").open).toBe(true);
  await press("Clear");
  await reload();
  expect(games.mock.lastCall![0]).toEqual({ offset: 0, limit: 50 });
});

test("a page that is behind the end by now is the first", async () => {
  await show(<Database />);
  await press("Next");
  games.mockImplementation(async ({ offset }) => ({ total: 2, score: SCORE, waiting: 0, offset: Number(offset), limit: 50, next: null, games: offset ? [] : [row(1), row(2)] }));
  await reload();
  expect(texts("[aria-label=Pages] span")).toEqual(["1–2 of 2"]);
});

test("a game is there again after a reload: where one stood, and one's own lines", async () => {
  await game();
  await press("e5");
  await type("Bc4");
  await type("Bc5");
  await press("Nc6");
  await type("d4");
  const [pgn, fen] = [viewed.toPgn(), board().fen];
  expect(fen).toBe(placement("1. e4 e5 2. Nf3 Nc6 3. d4"));
  await reload();
  await settle(() => viewed.game.value !== null);
  await settle();
  expect(viewed.toPgn()).toBe(pgn);
  expect(board().fen).toBe(fen);
  // another way to the same game is another matter
  route.value = { screen: "analysis", query: new URLSearchParams({ game: "7", fen: core().line("1. e4").fen }) };
  await reload();
  await settle(() => viewed.game.value !== null);
  expect(viewed.toPgn()).not.toContain("Bc4");
  expect(board().fen).toBe(placement("1. e4"));
});

test("what was kept and is nonsense is as if nothing had been", async () => {
  const nonsense = ["{", "null", "7", "[]", '"x"', '{"query":7,"asked":[1],"offset":"x","here":"no","fen":3}', '{"query":{"player":{}},"asked":{"evil":"1","offset":"3"},"offset":-5,"fen":"8/8"}', '{"offset":1e99,"query":null}', '{"query":{"sort":"bogus"},"asked":{"sort":"bogus","as":"red"}}'];
  for (const text of nonsense) {
    sessionStorage.setItem("tabiya.search", text);
    games.mockClear();
    recall();
    position.fen.value = position.START;
    position.show(lastShown({ screen: "database", query: new URLSearchParams() }) ?? position.START, () => {});
    await show(<Database />);
    expect(games.mock.lastCall![0]).toEqual({ offset: 0, limit: 50 });
    expect(board().fen).toBe(START);
    if (!has("Player")) await press("Conditions");
    expect(control<HTMLInputElement>("Player").value).toBe("");
    await press("Conditions");
    await show(<p />);
  }
  for (const kept of ["{", '{"id":7,"link":null,"at":7,"own":[]}', '{"id":7,"link":null,"at":["e2e4","e2e4"],"own":[7,["x"],["a7a5"]]}']) {
    sessionStorage.setItem("tabiya.game", kept);
    await game();
    expect(viewed.toPgn()).not.toContain("a5");
    expect([START, placement("1. e4")]).toContain(board().fen);
    await show(<p />);
    viewed.game.value = null;
  }
});
