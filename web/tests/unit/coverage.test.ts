// What a repertoire answers of the opponent's moves, counted by hand.
import { beforeAll, expect, test } from "vitest";
import { core, loadCore } from "../../src/core";
import { answered } from "../../src/state/coverage";

beforeAll(() => loadCore());

function of(lines: string[]) {
  const session = core().create();
  for (const line of lines) {
    session.go(null);
    for (const move of line.split(" ")) session.play(move, "");
  }
  const arrays = session.arrays();
  session.close();
  return arrays;
}

test("the opponent's moves with an answer, or after which there is none to give", () => {
  const g = of(["d4 d5 c4", "d4 Nf6", "f3 e5 g4 Qh4#", "e4"]);
  expect(answered(g, "white")).toBe(75); // d5, e5 and the mate, of these and Nf6
  expect(answered(g, "black")).toBe(60); // d4, f3 and g4, of these, c4 and e4
});

test("a position that other moves reach is answered there", () => {
  const g = of(["d4 d5 c4 e6 Nc3", "c4 e6 d4 d5"]);
  expect(answered(g, "white")).toBe(100);
});

test("no move of the opponent is nothing to count, one of many left open is not all", () => {
  expect(answered(of(["e4"]), "white")).toBeNull();
  const many = ["a6", "b6", "c6", "d6", "e6", "f6", "g6", "h6", "a5", "b5", "c5", "d5"];
  const lines = many.map((m) => `e4 ${m} d4`);
  expect(answered(of(lines), "white")).toBe(100);
  expect(answered(of([...lines, "e4 f5"]), "white")).toBe(92); // 12 of 13
});
