// Openings: families, search, and the board.
import { beforeAll, beforeEach, expect, test } from "vitest";
import { core, loadCore } from "../../src/core";
import { notices, route } from "../../src/state/app";
import * as position from "../../src/state/position";
import { Openings } from "../../src/ui/openings";
import { board, enter, has, key, one, press, settle, show, text, texts, type } from "./support/page";

const placement = (moves: string) => core().line(moves).fen.split(" ")[0];
const ready = () => settle(() => position.book.value === "ready" && has("Search"));

beforeAll(() => loadCore());
beforeEach(() => {
  notices.value = [];
  position.fen.value = position.START;
  route.value = { screen: "openings", query: new URLSearchParams() };
});

test("families with how many they are; one opens, and leads to the board", async () => {
  await show(<Openings />);
  await ready();
  const families = core().families();
  expect(texts(".families li")).toHaveLength(families.length);
  const family = families.find((f) => f.name === "Caro-Kann Defense")!;
  expect(texts(".families li").find((t) => t.startsWith(family.name))).toContain(String(family.count));
  await press(family.name);
  expect(texts(".hits li")).toHaveLength(core().family(family.name).length);
  const exchange = core().family(family.name).find((o) => o.name.includes("Exchange"))!;
  await press(`${exchange.code} ${exchange.name}`);
  expect(board().fen).toBe(exchange.fen.split(" ")[0]);
  expect(text(one(".opening"))).toBe(`${exchange.code} ${exchange.name}`);
  await press("Back");
  expect(board().fen).toBe(position.START.split(" ")[0]);
  await press("← All families");
  expect(texts(".families li")).toHaveLength(families.length);
});

test("search finds by name, code and moves; nothing says so", async () => {
  await show(<Openings />);
  await ready();
  await enter("Search", "Najdorf");
  expect(texts(".hits li").length).toBeGreaterThan(3);
  for (const hit of texts(".hits li")) expect(hit).toContain("Najdorf");
  await enter("Search", "B90");
  for (const hit of texts(".hits b")) expect(hit).toBe("B90");
  await enter("Search", "xyzzy");
  expect(text()).toContain("Nothing is called that.");
  await enter("Search", "");
});

test("moves that are typed have the name of their position, and lead there", async () => {
  await show(<Openings />);
  await ready();
  await enter("Search", "1. e4 c5");
  expect(texts(".hits li")[0]).toBe("B20 Sicilian Defense1. e4 c5");
  await press("B20 Sicilian Defense");
  expect(board().fen).toBe(placement("1. e4 c5"));
  await enter("Search", "1. e4 c5 2. h4 h5 3. Rh2");
  expect(texts(".hits li")).toHaveLength(1);
  expect(texts(".hits li")[0]).toContain("Sicilian Defense");
  one("input[type=search]").dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
  await settle();
  expect(board().fen).toBe(placement("1. e4 c5 2. h4 h5 3. Rh2"));
  expect(text(one(".opening"))).toContain("Sicilian Defense"); // the last name on the way
  await enter("Search", "");
});

test("a search with more hits than are shown says so", async () => {
  await show(<Openings />);
  await ready();
  await enter("Search", "Sicilian");
  expect(texts(".hits li")).toHaveLength(100);
  expect(text()).toContain("There are more than 100; these are the first 100.");
  await enter("Search", "B90");
  expect(text()).not.toContain("more than 100");
  await enter("Search", "");
});

test("moves are played by hand and by number, and taken back", async () => {
  await show(<Openings />);
  await ready();
  await type("e4");
  await type("c6");
  expect(text(one(".opening"))).toMatch(/^B10 Caro-Kann Defense/);
  const [first] = position.named.value;
  await key("1");
  expect(board().fen).toBe(core().play(core().line("1. e4 c6").fen, first!.uci).fen.split(" ")[0]);
  await press("Back");
  expect(board().fen).toBe(placement("1. e4 c6"));
  await press("Forward"); // the way one came
  expect(board().fen).toBe(core().play(core().line("1. e4 c6").fen, first!.uci).fen.split(" ")[0]);
  await press("To the start");
  expect(board().fen).toBe(position.START.split(" ")[0]);
});

test("a link to a position shows it; one that is none is refused and changes nothing", async () => {
  const fen = core().line("1. d4 d5 2. c4").fen;
  route.value = { screen: "openings", query: new URLSearchParams({ fen }) };
  await show(<Openings />);
  await settle();
  expect(board().fen).toBe(fen.split(" ")[0]);
  route.value = { screen: "openings", query: new URLSearchParams({ fen: "8/8/8/8/8/8/8/8 w - - 0 1" }) };
  await settle();
  expect(notices.value.map((n) => n.kind)).toEqual(["error"]);
  expect(board().fen).toBe(fen.split(" ")[0]);
});

test("a choice of pieces at a promotion", async () => {
  position.fen.value = "7k/P7/8/8/8/8/8/K7 w - - 0 1";
  await show(<Openings />);
  await settle();
  // by keyboard: onto the board, to a7, take, to a8, put down
  const host = one(".boardhost");
  const press1 = (name: string) => host.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true }));
  for (const name of ["Enter", ...Array<string>(4).fill("ArrowLeft"), ...Array<string>(3).fill("ArrowUp"), "Enter", "ArrowUp", "Enter"]) press1(name);
  await settle(() => document.querySelector(".promotion") !== null);
  expect(texts(".promotion button").sort()).toEqual(["Bishop", "Knight", "Queen", "Rook"]);
  await press("Knight");
  expect(board().fen).toBe("N6k/8/8/8/8/8/8/K7");
});
