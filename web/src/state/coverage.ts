// How much of what the opponent may play a repertoire answers, by itself: of the
// opponent's moves that are in it, those after which it has a move of its own, or
// after which the game is over.
import { EDGE, NODE, type GraphData } from "../graph/data";

// In per cent, 100 only if nothing is left open; null: the opponent has no move.
export function answered(g: GraphData, color: "white" | "black"): number | null {
  let [moves, kept] = [0, 0];
  for (let e = 0; e < g.from.length; e++) {
    const black = (g.nodes[g.from[e]!]! & NODE.black) !== 0;
    if (!(g.edges[e]! & EDGE.alive) || black === (color === "black")) continue;
    moves++;
    const after = g.nodes[g.to[e]!]!;
    if (!(after & NODE.leaf) || after & NODE.over) kept++;
  }
  return moves > 0 ? Math.floor((100 * kept) / moves) : null;
}
