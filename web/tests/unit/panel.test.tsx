// The panel: everything that is known about a position.
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import * as api from "../../src/api";
import { core, loadCore } from "../../src/core";
import { change } from "../../src/state/app";
import * as engine from "../../src/state/engine";
import * as position from "../../src/state/position";
import { tables } from "../../src/state/tables";
import { Bar } from "../../src/ui/bar";
import { Panel } from "../../src/ui/panel";
import { control, one, press, settle, show, text, texts } from "./support/page";

const line = (moves: string) => core().line(moves).fen;

beforeAll(() => loadCore());
beforeEach(() => {
  position.fen.value = position.START;
  api.server.value = null;
  change({ engine: false, explorer: true, letters: "KQRBN" });
});

test("names that could not be loaded are said to be missing, and tried again", async () => {
  const asked = vi.spyOn(api, "book").mockRejectedValue(new Error("gone"));
  position.fen.value = line("1. d4 d5 2. c4");
  await show(<Panel card="test" onPlay={() => {}} />);
  await settle(() => position.book.value === "failed");
  await settle();
  expect(text(one(".opening"))).toContain("The names of openings could not be loaded.");
  asked.mockRestore();
  await press("Try again");
  await settle(() => position.book.value === "ready");
  expect(text(one(".opening"))).toMatch(/^D06 Queen's Gambit/);
});

test("a position by its name, and the names one move behind it", async () => {
  const played = vi.fn();
  position.fen.value = line("1. d4 d5 2. c4");
  await show(<Panel card="test" onPlay={played} />);
  await settle(() => position.book.value === "ready" && texts(".explorer .move").length > 0);
  expect(text(one(".opening"))).toMatch(/^D06 Queen's Gambit/);
  const moves = texts(".explorer .move");
  expect(texts(".explorer tbody tr").find((row) => row.startsWith("dxc4"))).toContain("Accepted");
  await press("dxc4");
  expect(played).toHaveBeenCalledWith("d5c4");
  // by another order of moves it is the same position
  position.fen.value = line("1. c4 d5 2. d4");
  await settle();
  expect(text(one(".opening"))).toMatch(/^D06 Queen's Gambit/);
  expect(texts(".explorer .move")).toEqual(moves);
});

test("moves of the repertoire with their marks and notes, in order", async () => {
  const session = core().create();
  for (const move of ["d4", "e4"]) {
    session.go(null);
    session.play(move, move === "d4" ? "the main line" : "");
  }
  session.go(null);
  session.setNags(session.board().moves[0]!.edge, [1]);
  const played = vi.fn();
  await show(<Panel card="test" onPlay={played} moves={session.board().moves} />);
  expect(texts(".moves li")).toEqual(["1d4!the main line", "2e4"]);
  await press(one<HTMLButtonElement>(".moves li:nth-child(2) button"));
  expect(played).toHaveBeenCalledWith("e2e4");
  await show(<Panel card="test" onPlay={played} moves={[]} />);
  expect(text()).toContain("The repertoire ends here.");
  session.close();
});

test("moves of the repertoire and its ends have the verdict of endgame tables", async () => {
  const session = core().create();
  for (const move of ["d4", "e4"]) {
    session.go(null);
    session.play(move, move === "e4" ? "slow" : "");
  }
  session.go(null);
  const moves = session.board().moves.map((m, i) => ({ ...m, uci: ["h2h1", "h2g2"][i]! }));
  session.close();
  position.fen.value = "8/8/8/8/8/1k6/7r/K7 b - - 0 1";
  await show(<Panel card="verdicts" onPlay={() => {}} moves={moves} />);
  await settle(() => tables.value !== null);
  await press(one<HTMLButtonElement>("#tab-verdicts-repertoire"));
  expect(texts(".moves .note")).toEqual(["Win in 1", "Win in 2 · slow"]);
  await show(<Panel card="verdicts" onPlay={() => {}} moves={[]} />);
  expect(text()).toContain("The repertoire ends here. Win in 1");
  // those of another position say nothing of this one
  position.fen.value = "8/8/8/8/8/1k6/6r1/K7 b - - 0 1";
  await show(<Panel card="verdicts" onPlay={() => {}} moves={moves} />);
  await settle(() => tables.value?.fen === position.fen.value);
  expect(texts(".moves .note")).toEqual(["", "slow"]);
});

test("letters of another language", async () => {
  change({ letters: "KDTLS" });
  const session = core().create();
  session.play("Nf3", "");
  session.go(null);
  await show(<Panel card="test" onPlay={() => {}} moves={session.board().moves} />);
  expect(texts(".moves b")).toEqual(["Sf3"]);
  session.close();
});

const SERVER: api.Health = {
  version: "0", repertoires: false, engine: null, book: null, tables: { men: 3 }, names: { positions: 1, etag: "" },
  database: { games: 3, plies: 9, players: 2, first_date: null, last_date: null, bytes: 1 },
};

test("games of the database: both counts, the shares, top games", async () => {
  const asked = vi.spyOn(api, "explore").mockResolvedValue({
    games: 1234, waiting: 5, white: 600, draws: 400, black: 234, ended: { games: 0, white: 0, draws: 0, black: 0 }, latest: [],
    moves: [{ san: "d4", uci: "d2d4", games: 1000, reached: 1100, white: 500, draws: 300, black: 200, elo: 2431.4, performance: null, last_year: 2024 }],
    top: [{ id: 7, white: "Anand", black: "Carlsen", white_elo: 2775, black_elo: null, result: "1/2-1/2", date: "2013.11.09", eco: null, opening: null, event: null, site: null, round: null, plies: 32, ended: "" }],
  });
  api.server.value = SERVER;
  await show(<Panel card="test" onPlay={() => {}} />);
  await settle(() => texts(".explorer .n").length > 5);
  expect(asked.mock.calls[0]![0]).toBe(position.START);
  expect(text(one(".tablehead"))).toContain("1,234 games");
  expect(text()).toContain("Not indexed yet: 5 games.");
  const row = texts(".explorer tbody tr:first-child td").slice(0, 5);
  expect(row).toEqual(["d4 Queen's Pawn", "1,000", "1,100", "503020", "2431"]);
  expect(one(".explorer tbody td.n:last-child").title).toBe("Last played 2024");
  expect(one(".bar").getAttribute("aria-label")).toBe("White 500, drawn 300, Black 200");
  expect(text(one(".games li"))).toBe("Anand – Carlsen 2775 ½–½2013");
  expect(control<HTMLAnchorElement>(/^Anand/).getAttribute("href")).toMatch(/^#\/database\?game=7&fen=/);
});

const tabs = () => texts("[role=tab]");

test("endgame tables of three men are there without a server, the best move first", async () => {
  const played = vi.fn();
  position.fen.value = "4k3/8/4K3/4P3/8/8/8/8 w - - 0 1";
  await show(<Panel card="ends" onPlay={played} />);
  await settle(() => tabs().includes("Tables"));
  await press("Tables");
  expect(text(one(".tablehead"))).toContain("KPvK: White to move. Win in 11");
  expect(texts(".verdicts tbody tr")).toEqual(["Kd6Win in 113", "Kf6Win in 123", "Kd5Draw", "Kf5Draw"]);
  await press("Kf6");
  expect(played).toHaveBeenCalledWith("e6f6");
  // four men need tables that only a server has; then there is nothing to show
  position.fen.value = "8/8/8/4k3/8/8/3BKN2/8 w - - 0 1";
  await settle(() => !tabs().includes("Tables"));
  expect(tabs()).toEqual(["Names"]);
});

test("a server is asked for positions that its tables may have, and for no others", async () => {
  const asked = vi.spyOn(api, "tablebase").mockRejectedValue(new Error("none"));
  api.server.value = { ...SERVER, database: null, tables: { men: 4 } };
  for (const fen of [
    "8/8/8/4k3/8/8/3BKN2/8 w - - 0 1", // four men
    "8/8/8/3rk3/8/8/3BKN2/8 w - - 0 1", // five
    "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", // castling
  ]) {
    position.fen.value = fen;
    await settle();
  }
  expect(asked.mock.calls.map(([fen]) => fen)).toEqual(["8/8/8/4k3/8/8/3BKN2/8 w - - 0 1"]);
  asked.mockRestore();
});

test("the best line plays itself out to mate, and stops", async () => {
  position.fen.value = "7k/8/5K2/6Q1/8/8/8/8 w - - 0 1";
  const played: string[] = [];
  const play = (uci: string) => {
    played.push(uci);
    position.fen.value = core().play(position.fen.value, uci).fen;
  };
  await show(<Panel card="ends" onPlay={play} />);
  await settle(() => tabs().includes("Tables"));
  await press("Play best line");
  await settle(() => core().look(position.fen.value).outcome === "checkmate");
  await settle(() => text(one(".tablehead")).endsWith("Mate"));
  expect(played.length % 2).toBe(1);
  expect(document.querySelector(".verdicts")).toBeNull();
});

test("the tables of a server, those that do not know the moves to mate, too", async () => {
  const asked = vi.spyOn(api, "tablebase").mockImplementation(async (fen) => ({
    fen, men: "KQvKR", verdict: "win", dtz: 30, dtz_exact: false, dtm: null,
    moves: [
      { san: "Qa1", uci: "d1a1", zeroing: false, verdict: "win", dtz: 30, dtz_exact: false, dtm: null },
      { san: "Qb1", uci: "d1b1", zeroing: false, verdict: "cursed-win", dtz: 101, dtz_exact: false, dtm: null },
      { san: "Qc1", uci: "d1c1", zeroing: false, verdict: null, dtz: null, dtz_exact: false, dtm: null },
    ],
  }));
  api.server.value = { ...SERVER, database: null, tables: { men: 4 } };
  position.fen.value = "8/8/8/4k3/8/r7/4K3/3Q4 w - - 0 1";
  await show(<Panel card="ends" onPlay={() => {}} />);
  await settle(() => tabs().includes("Tables"));
  expect(asked.mock.calls[0]![0]).toBe(position.fen.value);
  expect(texts(".verdicts tbody tr")).toEqual(["Qa1Win≤ 31", "Qb1Cursed win: a draw by the fifty-move rule≤ 102", "Qc1Not known"]);
  asked.mockClear();
  position.fen.value = position.START; // nobody has a table of 32 men
  await settle(() => !tabs().includes("Tables"));
  expect(asked).not.toHaveBeenCalled();
});

test("the Polyglot book of the server, with weights", async () => {
  vi.spyOn(api, "bookMoves").mockImplementation(async (fen) => (fen === position.START ? [
    { legal: true, san: "e4", uci: "e2e4", weight: 3000, percent: 75 },
    { legal: true, san: "d4", uci: "d2d4", weight: 1000, percent: 25 },
  ] : []));
  api.server.value = { ...SERVER, database: null, book: { entries: 2 } };
  const played = vi.fn();
  await show(<Panel card="booked" onPlay={played} />);
  expect(tabs()).toEqual(["Names", "Book"]);
  await press("Book");
  await settle(() => texts(".explorer tbody tr").length === 2);
  expect(texts(".explorer tbody tr")).toEqual(["e43,00075.0 %", "d41,00025.0 %"]);
  await press("d4");
  expect(played).toHaveBeenCalledWith("d2d4");
  position.fen.value = line("1. a4");
  await settle(() => text().includes("The book does not have the position."));
});

test("a database that does not answer says so", async () => {
  vi.spyOn(api, "explore").mockRejectedValue(new Error("The server does not answer."));
  api.server.value = SERVER;
  await show(<Panel card="test" onPlay={() => {}} />);
  await settle(() => position.gamesFailed.value !== "");
  expect(text(one(".error"))).toBe("The server does not answer. Try again");
});

test("lines of the engine, and how they begin", async () => {
  const played = vi.fn();
  await show(<Panel card="test" onPlay={played} />);
  await press("Engine");
  engine.lines.value = [{ depth: 20, score: { kind: "cp", value: -34 }, uci: ["g1f3", "g8f6"], san: core().sans(position.START, ["g1f3", "g8f6"]) }];
  await settle();
  expect(text(one(".engines h3"))).toContain("depth 20");
  await press("−0.341. Nf3 Nf6");
  expect(played).toHaveBeenCalledWith("g1f3");
});

test("how a game has ended, and who can no longer win", async () => {
  position.fen.value = line("1. f3 e5 2. g4 Qh4");
  await show(<Panel card="test" onPlay={() => {}} />);
  expect(text(one(".ending"))).toBe(core().look(position.fen.value).sentence);
  position.fen.value = "8/8/8/4k3/8/4K3/3N4/r7 w - - 0 1";
  await settle();
  expect(document.querySelector(".ending")).toBeNull();
  position.fen.value = "8/8/8/4k3/8/4K3/4P3/8 w - - 0 1";
  await settle();
  expect(text(one(".ending"))).toBe("Black can no longer win: no sequence of moves mates.");
});

test("the explorer is put away and comes back", async () => {
  change({ explorer: false });
  await show(<Panel card="test" onPlay={() => {}} />);
  expect(document.querySelector(".explorer")).toBeNull();
  await press("Show names and database");
  await settle(() => document.querySelector(".explorer") !== null);
});

test("no result is no bar, and shares of a sliver are not written", async () => {
  const host = await show(<Bar white={0} draws={0} black={0} />);
  expect(host.textContent).toBe("–");
  expect(host.querySelector(".bar")).toBeNull();
  await show(<Bar white={90} draws={8} black={2} />);
  expect(texts(".bar span")).toEqual(["90", "", ""]);
});

test("moves of the repertoire are marked in the table, and chips choose the games", async () => {
  const asked = vi.spyOn(api, "explore").mockResolvedValue({
    games: 2, waiting: 0, white: 1, draws: 0, black: 1, ended: { games: 0, white: 0, draws: 0, black: 0 },
    latest: [], top: [],
    moves: ["d4", "e4"].map((san) => ({
      san, uci: san === "d4" ? "d2d4" : "e2e4", games: 1, reached: 1, white: 1, draws: 0, black: 0,
      elo: null, performance: null, last_year: null,
    })),
  });
  api.server.value = SERVER;
  const session = core().create();
  session.play("d4", "");
  session.go(null);
  await show(<Panel card="test" onPlay={() => {}} moves={session.board().moves} />);
  await settle(() => texts(".explorer .n").length > 3);
  const marks = [...document.querySelectorAll(".explorer .known")].slice(0, 2);
  expect(marks.map((m) => m.getAttribute("aria-label")))
    .toEqual(["In the repertoire", "Not in the repertoire"]);
  await press("2300+");
  await settle(() => asked.mock.lastCall![1].elo === "2300+");
  await press("since 2010");
  await settle(() => asked.mock.lastCall![1].date === "2010..");
  await press("2300+");
  await press("since 2010");
  expect(position.filters.value).toEqual({});
  session.close();
});

test("tabs are walked by the arrows, and each card keeps its own", async () => {
  const session = core().create();
  await show(<Panel card="walk" onPlay={() => {}} moves={session.board().moves} />);
  const at = () => text(one("[role=tab][aria-selected=true]"));
  const before = at();
  one("[role=tab][aria-selected=true]").dispatchEvent(
    new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true, cancelable: true }));
  await settle();
  expect(at()).not.toBe(before);
  await show(<Panel card="other" onPlay={() => {}} moves={session.board().moves} />);
  expect(at()).toBe(before);
  session.close();
});
