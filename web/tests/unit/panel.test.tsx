// The panel: everything that is known about a position.
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import * as api from "../../src/api";
import { core, loadCore } from "../../src/core";
import { change } from "../../src/state/app";
import * as engine from "../../src/state/engine";
import * as position from "../../src/state/position";
import { Bar, Panel } from "../../src/ui/panel";
import { control, has, one, press, settle, show, text, texts } from "./support/page";

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
  await show(<Panel onPlay={() => {}} />);
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
  await show(<Panel onPlay={played} />);
  await settle(() => position.book.value === "ready" && texts(".explorer .move").length > 0);
  expect(text(one(".opening"))).toMatch(/^D06 Queen's Gambit/);
  const moves = texts(".explorer .move");
  expect(texts(".explorer tbody").find((row) => row.startsWith("dxc4"))).toContain("Accepted");
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
  await show(<Panel onPlay={played} moves={session.board().moves} />);
  expect(texts(".moves li")).toEqual(["1d4!the main line", "2e4"]);
  await press(one<HTMLButtonElement>(".moves li:nth-child(2) button"));
  expect(played).toHaveBeenCalledWith("e2e4");
  await show(<Panel onPlay={played} moves={[]} />);
  expect(text()).toContain("The repertoire ends here.");
  session.close();
});

test("letters of another language", async () => {
  change({ letters: "KDTLS" });
  const session = core().create();
  session.play("Nf3", "");
  session.go(null);
  await show(<Panel onPlay={() => {}} moves={session.board().moves} />);
  expect(texts(".moves b")).toEqual(["Sf3"]);
  session.close();
});

const SERVER: api.Health = {
  version: "0", repertoires: false, engine: null, book: { positions: 1, etag: "" },
  database: { games: 3, plies: 9, players: 2, first_date: null, last_date: null, bytes: 1 },
};

test("games of the database: both counts, the shares, top games", async () => {
  const asked = vi.spyOn(api, "explore").mockResolvedValue({
    games: 1234, white: 600, draws: 400, black: 234, ended: { games: 0, white: 0, draws: 0, black: 0 }, latest: [],
    moves: [{ san: "d4", uci: "d2d4", games: 1000, reached: 1100, white: 500, draws: 300, black: 200, elo: 2431.4, performance: null, last_year: 2024 }],
    top: [{ id: 7, white: "Anand", black: "Carlsen", white_elo: 2775, black_elo: null, result: "1/2-1/2", date: "2013.11.09", eco: null, opening: null, event: null, site: null, round: null, plies: 32, ended: "" }],
  });
  api.server.value = SERVER;
  await show(<Panel onPlay={() => {}} />);
  await settle(() => texts(".explorer .n").length > 5);
  expect(asked.mock.calls[0]![0]).toBe(position.START);
  expect(texts("h3")[0]).toBe("Book and games 1,234 games");
  expect(texts(".explorer tbody tr:first-child td").slice(0, 6)).toEqual(["d4", "1,000", "1,100", "5030", "2431", "2024"]);
  expect(one(".bar").getAttribute("aria-label")).toBe("White 500, drawn 300, Black 200");
  expect(text(one(".games li"))).toBe("Anand 2775 – Carlsen ½–½2013");
  expect(control<HTMLAnchorElement>(/^Anand/).getAttribute("href")).toMatch(/^#\/database\?game=7&fen=/);
});

test("a database that does not answer says so", async () => {
  vi.spyOn(api, "explore").mockRejectedValue(new Error("The server does not answer."));
  api.server.value = SERVER;
  await show(<Panel onPlay={() => {}} />);
  await settle(() => position.gamesFailed.value !== "");
  expect(text(one(".error"))).toBe("The server does not answer. Try again");
});

test("lines of the engine, and how they begin", async () => {
  const played = vi.fn();
  await show(<Panel onPlay={played} />);
  await press("Engine");
  engine.lines.value = [{ depth: 20, score: { kind: "cp", value: -34 }, uci: ["g1f3", "g8f6"], san: core().sans(position.START, ["g1f3", "g8f6"]) }];
  await settle();
  await press("−0.34 Nf3 Nf6 depth 20");
  expect(played).toHaveBeenCalledWith("g1f3");
});

test("how a game has ended, and who can no longer win", async () => {
  position.fen.value = line("1. f3 e5 2. g4 Qh4");
  await show(<Panel onPlay={() => {}} />);
  expect(text(one(".ending"))).toBe(core().look(position.fen.value).sentence);
  position.fen.value = "8/8/8/4k3/8/4K3/3N4/r7 w - - 0 1";
  await settle();
  expect(document.querySelector(".ending")).toBeNull();
  position.fen.value = "8/8/8/4k3/8/4K3/4P3/8 w - - 0 1";
  await settle();
  expect(text(one(".ending"))).toBe("Black can no longer win: no sequence of moves mates.");
});

test("nothing that answers, in Practice", async () => {
  await show(<Panel hidden onPlay={() => {}} moves={[]} />);
  expect(has("Engine")).toBe(false);
  expect(text()).toContain("Moves are shown when the question is answered.");
});

test("the explorer is put away and comes back", async () => {
  change({ explorer: false });
  await show(<Panel onPlay={() => {}} />);
  expect(texts("h3")).toEqual(["Engine"]);
  await press("Show book and database");
  expect(texts("h3")).toEqual(["Book", "Engine"]);
});

test("no result is no bar, and shares of a sliver are not written", async () => {
  const host = await show(<Bar white={0} draws={0} black={0} />);
  expect(host.textContent).toBe("–");
  expect(host.querySelector(".bar")).toBeNull();
  await show(<Bar white={90} draws={8} black={2} />);
  expect(texts(".bar span")).toEqual(["90", "", ""]);
});
