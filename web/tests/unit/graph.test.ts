// The graph without a canvas: which nodes are shown, and how wide they are.
import { expect, test } from "vitest";
import { bounds, EDGE, edgesOf, lists, NODE, spanning, type GraphData } from "../../src/graph/data";
import { focus } from "../../src/graph/focus";
import { icicle } from "../../src/graph/icicle";
import { between, type Theme } from "../../src/graph/paint";

// Nodes 0 .. n-1 joined by pairs; node 0 is the start.
function graph(n: number, pairs: [number, number][]): GraphData {
  const nodes = new Uint8Array(n).fill(NODE.alive);
  nodes[0]! |= NODE.start | NODE.root;
  return {
    xy: Float32Array.from({ length: n * 2 }, (_, i) => i),
    nodes,
    from: Uint32Array.from(pairs.map((p) => p[0])),
    to: Uint32Array.from(pairs.map((p) => p[1])),
    edges: new Uint8Array(pairs.length).fill(EDGE.alive),
  };
}

const all = (g: GraphData) => {
  const out = lists(g, "from");
  return { out, into: lists(g, "to"), tree: spanning(g, out) };
};

test("edges of a node, in their order, without the dead", () => {
  const g = graph(4, [[0, 1], [0, 2], [0, 3]]);
  g.edges[1] = 0;
  expect([...edgesOf(lists(g, "from"), 0)]).toEqual([0, 2]);
});

test("a cycle and a part that hangs together with nothing are reached once", () => {
  const g = graph(5, [[0, 1], [1, 2], [2, 0], [3, 4]]);
  const { tree } = all(g);
  expect(tree.order).toEqual([0, 1, 2, 3, 4]);
  expect([...tree.by]).toEqual([-1, 0, 1, -1, 3]);
});

test("focus shows every way in, folds chains, and counts what is left out", () => {
  // 0 has ten moves; 1 is followed by a chain 11-12-13; 13 has three moves
  const pairs: [number, number][] = [];
  for (let i = 1; i <= 10; i++) pairs.push([0, i]);
  pairs.push([1, 11], [11, 12], [12, 13], [13, 14], [13, 15], [13, 16], [2, 1]);
  const g = graph(17, pairs);
  const { out, into, tree } = all(g);
  const at0 = focus(g, out, into, tree.by, 0);
  expect([...at0.stub.values()]).toContain(3); // seven of ten are shown
  const at1 = focus(g, out, into, tree.by, 1);
  expect([...at1.node]).toEqual(expect.arrayContaining([0, 2, 13]));
  expect([...at1.node]).not.toContain(12);
  expect(Math.max(...at1.folded)).toBe(2);
});

test("bars of the overview lie within the bar above them", () => {
  const g = graph(7, [[0, 1], [0, 2], [1, 3], [1, 4], [2, 5], [5, 6]]);
  const { out, tree } = all(g);
  const bars = icicle(g, out, tree, () => 1, 0);
  expect(bars).toHaveLength(7);
  const of = new Map(bars.map((b) => [b.node, b]));
  expect(of.get(0)).toMatchObject({ left: 0, width: 1 });
  for (const b of bars) {
    const by = tree.by[b.node]!;
    if (by < 0) continue;
    const above = of.get(g.from[by]!)!;
    expect(b.left).toBeGreaterThanOrEqual(above.left - 1e-9);
    expect(b.left + b.width).toBeLessThanOrEqual(above.left + above.width + 1e-9);
  }
});

test("a bar of totals is as wide as its own games, or as those below it", () => {
  const g = graph(5, [[0, 1], [0, 2], [1, 3], [1, 4]]);
  const { out, tree } = all(g);
  // by other orders 3 and 4 have more games than 1, from which they are reached
  const games = [100, 10, 20, 30, 10];
  const bars = icicle(g, out, tree, (n) => games[n]!, 0, true);
  expect(bars.map((b) => Math.round(b.width * 100))).toEqual([100, 40, 20, 30, 10]);
  expect(icicle(g, out, tree, () => 0, 0.001)).toEqual([]);
});

test("colours of the overview go from low to high", () => {
  const theme = { low: "#e0a040", high: "#103070" } as Theme;
  expect(between(theme, 0)).toBe("rgb(224 160 64)");
  expect(between(theme, 0.5)).toBe("rgb(120 104 88)");
  expect(between(theme, 1)).toBe("rgb(16 48 112)");
});

test("bounds leave out the dead and those without a place", () => {
  const g = graph(3, []);
  g.nodes[2] = 0;
  g.xy[2] = NaN;
  expect(bounds(g)).toEqual({ left: 0, top: 1, right: 0, bottom: 1 });
});
