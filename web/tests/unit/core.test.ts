// The core as the page calls it, with the real module.
import { beforeAll, expect, test } from "vitest";
import openings from "virtual:bytes/openings.txt";
import { core, loadCore } from "../../src/core";
import { CoreError } from "../../core/src/wasm";

beforeAll(() => loadCore());

test("a position and its moves", () => {
  const look = core().look("start");
  expect(look.moves).toHaveLength(20);
  expect(look.turn).toBe("white");
  expect(core().look("1. f3 e5 2. g4 Qh4").outcome).toBe("checkmate");
});

test("a move that is refused says why", () => {
  expect(() => core().play("start", "Ke2")).toThrow(CoreError);
  expect(() => core().play("start", "Ke2")).toThrow(/[.]$/);
});

test("engine lines stop at a move that is not legal", () => {
  expect(core().sans("start", ["e2e4", "e7e5", "a1a8"])).toEqual(["e4", "e5"]);
});

test("a repertoire is built, written and read again", () => {
  const session = core().create();
  for (const move of ["d4", "d5", "c4"]) session.play(move, move === "c4" ? "offers a pawn" : "");
  expect(session.state()).toMatchObject({ nodes: 4, edges: 3, can_undo: true });
  const { session: again, faults } = core().read(session.write());
  expect(faults).toEqual([]);
  expect(again.state().edges).toBe(3);
  const end = again.find("1. d4 d5 2. c4")!;
  expect(again.node(end).parents[0]!.note).toBe("offers a pawn");
  expect(again.path(end).map((s) => s.san)).toEqual(["d4", "d5", "c4"]);
  session.close();
  again.close();
});

test("undo takes back one move and keeps what other orders reach", () => {
  const session = core().create();
  for (const line of [["d4", "Nf6", "c4"], ["c4", "Nf6", "d4"]]) {
    session.go(null);
    for (const move of line) session.play(move, "");
  }
  const before = session.write();
  expect(session.state().nodes).toBe(6); // the last is one position
  session.undo();
  expect(session.state().nodes).toBe(6);
  session.redo();
  expect(session.write()).toBe(before);
  session.close();
});

test("what is no repertoire is refused, and nothing is open then", () => {
  expect(() => core().read("\u0000\u0001 nothing")).toThrow(CoreError);
});

test("the arrays of the graph fit each other", () => {
  const session = core().create();
  for (const move of ["e4", "e5"]) session.play(move, "");
  const g = session.arrays();
  expect(g.xy).toHaveLength(g.nodes.length * 2);
  expect([...g.from]).toEqual([0, 1]);
  expect([...g.to]).toEqual([1, 2]);
  const drawing = session.drawing();
  session.place(drawing.nodes, Float32Array.from([0, 0, 10, 130, 20, 260]));
  expect([...session.arrays().xy]).toEqual([0, 0, 10, 130, 20, 260]);
  session.close();
});

test("names come with a module of their own, and not before", async () => {
  expect(() => core().searchOpenings("najdorf", 5)).toThrow(/not there/);
  await core().useBook(openings());
  expect(core().named({ from: "1. e4 c5", moves: [] }).opening).toMatchObject({ code: "B20", name: "Sicilian Defense" });
  expect(core().searchOpenings("najdorf", 5)[0]!.name).toMatch(/Najdorf/);
  const all = core().families();
  expect(core().family("Sicilian Defense")).toHaveLength(all.find((f) => f.name === "Sicilian Defense")!.count);
});

test("names of one's own come first, faults are told", async () => {
  await core().useBook(openings());
  expect(core().addNames("eco\tname\tpgn\nB20\tMine\t1. e4 c5\n")).toEqual([]);
  expect(core().named({ from: "1. e4 c5", moves: [] }).opening).toMatchObject({ name: "Mine", aliases: [{ name: "Sicilian Defense" }] });
  expect(core().addNames("eco\tname\tpgn\nB20\tMine\t1. e5\n")).toMatchObject([{ severity: "error", line: 2 }]);
  expect(() => core().addNames("hello")).toThrow(CoreError);
});

test("a refusal without a text has one", () => {
  expect(core().sentence(-1)).toBe("There is not enough memory.");
});

test("what is asked of a node, and how well it is known", () => {
  const { session } = core().read("v5.0\n= T\nwhite\n\nstart -> e4\nrnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1 -> e5\n");
  expect(session.fens()).toHaveLength(3);
  const { due, known } = session.cards("");
  expect([...due]).toEqual([1, NaN, NaN]); // new; the other's move; no answer
  expect([...known]).toEqual([0, NaN, NaN]);
  session.close();
});
