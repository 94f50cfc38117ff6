// A position without a name of its own has the last one on the way to it,
// wherever a position is shown.
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import * as api from "../../src/api";
import { core, loadCore } from "../../src/core";
import { change, route } from "../../src/state/app";
import * as viewed from "../../src/state/game";
import { takeText } from "../../src/state/intake";
import * as position from "../../src/state/position";
import * as rep from "../../src/state/rep";
import { Analysis } from "../../src/ui/analysis";
import { Openings } from "../../src/ui/openings";
import { Practice } from "../../src/ui/practice";
import { RepScreen } from "../../src/ui/repscreen";
import { memory } from "./support/kept";
import { board, key, one, press, settle, show, text, texts, type } from "./support/page";

const LONDON = "D00 Queen's Pawn Game: Accelerated London System";
const head = () => text(one(".opening"));
const marked = () => one(".opening").classList.contains("inherited");
const named = () => settle(() => position.book.value === "ready");

// A repertoire of lines.
function repertoire(...lines: string[]): string {
  const session = core().create("white");
  for (const line of lines) {
    session.go(null);
    for (const move of line.split(" ")) session.play(move, "");
  }
  const text = session.write();
  session.close();
  return text;
}

beforeAll(() => loadCore());
beforeEach(async () => {
  localStorage.clear();
  sessionStorage.clear();
  rep.open.value = null;
  await rep.save();
  memory.items.clear();
  api.server.value = null;
  position.fen.value = position.START;
  change({ letters: "KQRBN", explorer: true, engine: false });
});

test("Openings: the moves since, marked; back comes to the name itself", async () => {
  route.value = { screen: "openings", query: new URLSearchParams() };
  await show(<Openings />);
  await named();
  await settle();
  expect(head()).toBe("Start position");
  for (const move of ["d4", "d5", "Bf4"]) await type(move);
  expect([head(), marked()]).toEqual([LONDON, false]);
  for (const move of ["Nf6", "e3", "c5"]) await type(move);
  expect([head(), marked()]).toEqual([`${LONDON}, then 2... Nf6 3. e3 c5`, true]);
  change({ letters: "KDTLS" });
  await settle();
  expect(head()).toBe(`${LONDON}, then 2... Sf6 3. e3 c5`);
  change({ letters: "KQRBN" });
  for (let i = 0; i < 3; i++) await press("Back");
  expect([head(), marked()]).toEqual([LONDON, false]);
  for (let i = 0; i < 3; i++) await press("Forward");
  expect(head()).toBe(`${LONDON}, then 2... Nf6 3. e3 c5`);
});

test("moves that are pasted are a way", async () => {
  route.value = { screen: "openings", query: new URLSearchParams() };
  await show(<Openings />);
  await named();
  takeText("pasted", "1. d4 d5 2. Bf4 Nf6");
  await settle();
  expect([head(), marked()]).toEqual([`${LONDON}, then 2... Nf6`, true]);
});

test("a position that was set up inherits nothing, and from there on nothing either", async () => {
  const { fen } = core().line("1. d4 d5 2. Bf4 Nf6 3. e3 c5");
  route.value = { screen: "openings", query: new URLSearchParams({ fen }) };
  await show(<Openings />);
  await named();
  await settle();
  expect([head(), marked()]).toEqual(["No name of its own", false]);
  await type("h4");
  expect(head()).toBe("No name of its own");
});

test("Explore and Build: by the way one came, which decides", async () => {
  route.value = { screen: "explore", query: new URLSearchParams() };
  await rep.take("london.txt", repertoire("d4 d5 Bf4 Nf6 e3 c5", "d4 Nf6 Bf4 d5"));
  await show(<RepScreen build={false} />);
  await named();
  await press(/^1?d4/);
  for (let i = 0; i < 3; i++) await key("ArrowDown");
  expect(board().fen).toBe(core().line("1. d4 d5 2. Bf4 Nf6").fen.split(" ")[0]);
  expect([head(), marked()]).toEqual([`${LONDON}, then 2... Nf6`, true]);
  await key("t"); // the other way
  expect(head()).toMatch(/^A45 Indian Defense.*, then 2\.\.\. d5$/);
  await key("t");
  for (let i = 0; i < 2; i++) await key("ArrowDown");
  expect(head()).toBe(`${LONDON}, then 2... Nf6 3. e3 c5`);
  await show(<RepScreen build={true} />);
  await type("c3"); // a new move
  expect(head()).toBe(`${LONDON}, then 2... Nf6 3. e3 c5 4. c3`);
  await press("Undo");
  expect(head()).toBe(`${LONDON}, then 2... Nf6 3. e3 c5`);
});

test("the way one walked stays, however far one goes on, and leads back", async () => {
  route.value = { screen: "build", query: new URLSearchParams() };
  await rep.take("london.txt", repertoire("d4 d5 Bf4 Nf6 e3 c5"));
  await show(<RepScreen build={true} />);
  await named();
  for (const move of ["d4", "Nf6", "Bf4", "d5", "e3", "c5"]) await type(move);
  const way = ["1. d4", "Nf6", "2. Bf4", "d5", "3. e3", "c5"];
  expect(texts(".way li")).toEqual(way);
  expect(head()).toMatch(/^A45 Indian Defense.*, then 2\.\.\. d5 3\. e3 c5$/);
  await show(<RepScreen build={false} />);
  for (let i = 5; i >= 1; i--) {
    await key("ArrowUp");
    expect(texts(".way li")).toEqual(way.slice(0, i));
  }
  for (let i = 0; i < 5; i++) await key("ArrowDown"); // the file's own order
  expect(head()).toBe(`${LONDON}, then 2... Nf6 3. e3 c5`);
  await press("Nf6"); // of the moves that led here
  expect(texts(".way li")).toEqual(["1. d4", "d5", "2. Bf4", "Nf6"]);
});

test("a way whose moves are gone is none", async () => {
  route.value = { screen: "build", query: new URLSearchParams() };
  await rep.take("london.txt", repertoire("d4 d5 Bf4 Nf6 e3 c5"));
  await show(<RepScreen build={true} />);
  await named();
  for (const move of ["d4", "Nf6", "Bf4", "d5"]) await type(move);
  rep.remove(rep.wayHere.value.at(-1)!.edge);
  await settle();
  expect(texts(".way li")).toEqual(["1. d4", "d5", "2. Bf4", "Nf6"]);
  expect(head()).toBe(`${LONDON}, then 2... Nf6`);
});

test("a position that one jumps to: by the shortest line", async () => {
  route.value = { screen: "explore", query: new URLSearchParams() };
  await rep.take("open.txt", repertoire("e3 e6 e4 e5 h4 h5", "e4 e5"));
  await show(<RepScreen build={false} />);
  await named();
  rep.go(rep.open.value!.session.find("1. e4 e5 2. h4 h5"));
  await settle();
  expect(texts(".way li")).toEqual(["1. e4", "e5", "2. h4", "h5"]);
  expect([head(), marked()]).toEqual(["C20 King's Pawn Game, then 2. h4 h5", true]);
});

test("Practice: along the line that is asked", async () => {
  route.value = { screen: "practice", query: new URLSearchParams() };
  await rep.take("london.txt", repertoire("d4 d5 Bf4 Nf6 e3 c5 h4"));
  await show(<Practice />);
  await named();
  await press("From the start");
  for (const [move, said] of [["d4", ""], ["Bf4", `${LONDON}, then 2... Nf6`], ["e3", `${LONDON}, then 2... Nf6 3. e3 c5`]] as const) {
    await settle(() => Boolean(one(".boardhost").dataset.input));
    await type(move);
    if (said) await settle(() => head() === said);
  }
  await settle(() => Boolean(one(".boardhost").dataset.input));
  await type("g4"); // a mistake leaves the line as it is
  expect([head(), marked()]).toEqual([`${LONDON}, then 2... Nf6 3. e3 c5`, true]);
});

test("a game: its own moves, side lines and null moves; from a position of its own", async () => {
  vi.spyOn(api, "gamePgn").mockResolvedValue('[Event "?"]\n\n1. d4 d5 2. Bf4 Nf6 ( 2... h5 3. -- h4 ) 3. e3 c5 *\n');
  route.value = { screen: "analysis", query: new URLSearchParams({ game: "7" }) };
  await show(<Analysis />);
  await settle(() => viewed.game.value !== null);
  await named();
  await press("To the end");
  expect([head(), marked()]).toEqual([`${LONDON}, then 2... Nf6 3. e3 c5`, true]);
  await press("h4");
  expect(head()).toBe(`${LONDON}, then 2... h5 3. -- h4`);
  vi.spyOn(api, "gamePgn").mockResolvedValue('[SetUp "1"]\n[FEN "rnbqkbnr/ppp1pppp/8/3p4/3P1B2/8/PPP1PPPP/RN1QKBNR b KQkq - 1 2"]\n\n2... Nf6 *\n');
  route.value = { screen: "analysis", query: new URLSearchParams({ game: "8" }) };
  await settle(() => viewed.game.value?.id === 8);
  await press("To the end");
  expect(head()).toBe(`${LONDON}, then 2... Nf6`);
});
