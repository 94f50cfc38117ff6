// A game that is looked at: the moves one adds, and those that were there.
import { beforeAll, expect, test } from "vitest";
import { loadCore } from "../../src/core";
import * as viewed from "../../src/state/game";

beforeAll(() => loadCore());

test("castling of Chess960 is the game's own move, however it is written", () => {
  viewed.take('[Variant "Chess960"]\n[SetUp "1"]\n[FEN "rk5r/8/8/8/8/8/8/RK5R w KQkq - 0 1"]\n\n1. O-O O-O *', null, null);
  viewed.toStart();
  viewed.play("b1g1");
  expect(viewed.move(viewed.at.value)?.san).toBe("O-O");
  expect(viewed.canUndo.value).toBe(false);
  viewed.toStart();
  viewed.play("b1c2");
  expect(viewed.after(-1).length).toBe(2);
});
