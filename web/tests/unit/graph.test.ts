// The graph without a canvas: which nodes are shown, and how wide they are.
import { expect, test } from "vitest";
import { bounds, EDGE, edgesOf, lists, NODE, spanning, type GraphData } from "../../src/graph/data";
import { focus, type Room, type Shown } from "../../src/graph/focus";
import { icicle, sums } from "../../src/graph/icicle";
import { between, type Theme } from "../../src/graph/paint";
import { curves, on, routes } from "../../src/graph/route";

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

const ROOM: Room = { width: 300, height: 360, text: () => "Nf3" };

// The edges by which a node was first reached.
function wayTo(g: GraphData, by: Int32Array, node: number): number[] {
  const way: number[] = [];
  for (let e = by[node]!; e >= 0; e = by[g.from[e]!]!) way.unshift(e);
  return way;
}

function around(g: GraphData, node: number, room = ROOM, way?: number[]) {
  const { out, into, tree } = all(g);
  return focus(g, out, into, way ?? wayTo(g, tree.by, node), node, room);
}

const shownNodes = (s: Shown) => [...s.node].filter((_, i) => !s.stub.has(i));

test("focus shows every way in, folds chains, and counts what is left out", () => {
  // 0 has twenty moves, the second leads to the first one's position, too; that
  // is followed by a chain 21-22-23, and 23 has three moves
  const pairs: [number, number][] = [];
  for (let i = 1; i <= 20; i++) pairs.push([0, i]);
  pairs.push([1, 21], [21, 22], [22, 23], [23, 24], [23, 25], [23, 26], [2, 1]);
  const g = graph(27, pairs);
  const at0 = around(g, 0);
  const moves = [...at0.data.from].filter((from, e) => from === 0 && at0.edge[e]! >= 0).length;
  expect(moves).toBeGreaterThan(4);
  expect(moves).toBeLessThan(20);
  expect(at0.stub.get(at0.data.to[[...at0.data.from].findIndex((from, e) => from === 0 && at0.edge[e]! < 0)]!)).toBe(20 - moves);
  const at1 = around(g, 1);
  expect(shownNodes(at1)).toEqual(expect.arrayContaining([0, 1, 2, 23, 24, 25, 26]));
  expect(shownNodes(at1)).not.toContain(22);
  expect(Math.max(...at1.folded)).toBe(2);
  // the other moves of the start, as many as fit; the rest is counted
  const others = [...at1.data.from].filter((from, e) => at1.node[from] === 0 && at1.edge[e]! >= 0).length;
  expect(others).toBeGreaterThan(4);
  expect([...at1.stub.values()]).toContain(20 - others);
});

test("focus goes the way one came, and folds what is long ago", () => {
  // 0-1-2-4 and 0-3-2: the longer way leads over 1 and 5
  const g = graph(6, [[0, 1], [1, 5], [5, 2], [0, 3], [3, 2], [2, 4], [1, 4]]);
  const s = around(g, 2, ROOM, [0, 1, 2]);
  const way = [...s.edge].findIndex((e) => e === 1); // of 1: 5 has no choice
  expect(s.node[s.data.from[way]!]).toBe(1);
  expect(s.folded[way]).toBe(1);
  expect(shownNodes(s)).toContain(3); // which leads here, too
  // a long way with a choice at every step
  const pairs: [number, number][] = [];
  for (let i = 0; i < 60; i++) pairs.push([i, i + 1], [i, 100 + i]);
  const long = around(graph(160, pairs), 60);
  expect(shownNodes(long)).toEqual(expect.arrayContaining([0, 59, 60]));
  expect(Math.max(...long.folded)).toBeGreaterThan(50);
});

// A tree with transpositions of `n` nodes, by a seed.
function random(n: number, seed: number): GraphData {
  const next = () => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) / 2 ** 32;
  const pairs: [number, number][] = [];
  for (let i = 1; i < n; i++) pairs.push([Math.floor(next() ** 2 * i), i]);
  for (let i = 0; i < n / 15; i++) {
    const a = Math.floor(next() * (n - 1));
    pairs.push([a, a + 1 + Math.floor(next() * (n - 1 - a))]);
  }
  return graph(n, pairs);
}

test.each([[345, 380], [200, 150], [900, 700], [1, 1]])("in focus texts of a row do not overlap, in %d x %d", (width, height) => {
  const g = random(9000, 7);
  const { out, into, tree } = all(g);
  const text = (e: number) => ["e4", "Nf3", "O-O", "Nbxd2+", "exd8=Q#"][e % 5]!;
  for (let node = 0; node < 9000; node += 61) {
    const s = focus(g, out, into, wayTo(g, tree.by, node), node, { width, height, text });
    const rows = new Map<number, [left: number, right: number][]>();
    const seen = new Set<number>();
    s.edge.forEach((e, i) => {
      const to = s.data.to[i]!;
      if (s.mute.has(i) || s.joining.has(i) || s.data.xy[2 * to + 1]! <= 0 || seen.has(to)) return;
      seen.add(to);
      const wide = (e < 0 ? 3 : text(e).length + (s.folded[i]! > 0 ? 2 : 0)) * 6.4;
      const [x, y] = [s.data.xy[2 * to]!, s.data.xy[2 * to + 1]!];
      rows.set(y, [...(rows.get(y) ?? []), [x - wide / 2, x + wide / 2]]);
    });
    for (const row of rows.values()) {
      row.sort((a, b) => a[0] - b[0]);
      for (let i = 1; i < row.length; i++) expect(row[i]![0]).toBeGreaterThanOrEqual(row[i - 1]![1]);
    }
    const b = bounds(s.data);
    if (width > 100) expect(b.right - b.left).toBeLessThanOrEqual(width);
    if (height > 300) expect(b.bottom - b.top).toBeLessThanOrEqual(height + 1);
    expect(s.node[0]).toBe(node);
  }
});

test.each([120, 170, 290, 700])("rows in focus leave room for nodes and moves, %d high", (height) => {
  const g = random(3000, 5);
  const { out, into, tree } = all(g);
  for (let node = 0; node < 3000; node += 61) {
    const s = focus(g, out, into, wayTo(g, tree.by, node), node, { width: 300, height, text: () => "Nf3" });
    const rows = [...new Set(s.data.xy.filter((_, i) => i % 2 === 1))].sort((a, b) => a - b);
    const apart = Math.min(...rows.slice(1).map((y, i) => y - rows[i]!));
    expect(apart).toBeGreaterThanOrEqual(Math.min(48, height / 3 - 1));
  }
});

test("bars of the overview lie within the bar above them", () => {
  const g = graph(7, [[0, 1], [0, 2], [1, 3], [1, 4], [2, 5], [5, 6]]);
  const { out, tree } = all(g);
  const bars = icicle(g, out, tree, sums(g, tree, () => 1, false), 0);
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
  const bars = icicle(g, out, tree, sums(g, tree, (n) => games[n]!, true), 0);
  expect(bars.map((b) => Math.round(b.width * 100))).toEqual([100, 40, 20, 30, 10]);
  expect(icicle(g, out, tree, sums(g, tree, () => 0, false), 0.001)).toEqual([]);
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

// --- edges ---------------------------------------------------------------------

const RADIUS = 10;

// How near an edge comes to a node that it does not join, in radii.
function nearest(g: GraphData): number {
  const ways = routes(g, RADIUS);
  let least = Infinity;
  for (let e = 0; e < g.from.length; e++)
    curves(g, ways, e, (x1, y1, cx1, cy1, cx2, cy2, x2, y2) => {
      for (let t = 0; t <= 1; t += 0.02) {
        const [x, y] = [on(t, x1, cx1, cx2, x2), on(t, y1, cy1, cy2, y2)];
        for (let i = 0; i < g.nodes.length; i++)
          if (i !== g.from[e] && i !== g.to[e]) least = Math.min(least, Math.hypot(g.xy[2 * i]! - x, g.xy[2 * i + 1]! - y));
      }
    });
  return least / RADIUS;
}

// The places that the core gives: rows of 129.6, nodes 80 apart.
function placed(n: number, rows: number, seed: number): GraphData {
  const next = () => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) / 2 ** 32;
  const g = graph(n, Array.from({ length: 2 * n }, () => [Math.floor(next() * n), Math.floor(next() * n)] as [number, number]).filter(([a, b]) => a !== b));
  const used = new Map<number, number>();
  for (let i = 0; i < n; i++) {
    const row = Math.floor(next() * rows);
    const place = used.get(row) ?? 0;
    used.set(row, place + 1);
    [g.xy[2 * i], g.xy[2 * i + 1]] = [80 * place - 40 * (row % 2), 129.6 * row];
  }
  return g;
}

test.each([[12, 4], [60, 12], [150, 9]])("no edge runs through a node that it does not join: %d nodes, %d rows", (n, rows) => {
  for (let seed = 1; seed <= (n > 100 ? 1 : 4); seed++) expect(nearest(placed(n, rows, seed))).toBeGreaterThan(1);
});

test("nor in focus", () => {
  const g = random(3000, 11);
  const { out, into, tree } = all(g);
  for (let node = 0; node < 3000; node += 131) {
    const s = focus(g, out, into, wayTo(g, tree.by, node), node, { width: 600, height: 600, text: () => "Nf3" });
    expect(nearest(s.data)).toBeGreaterThan(0.9);
  }
});

test("an edge with nothing in its way is one curve", () => {
  const g = graph(3, [[0, 1], [0, 2]]);
  g.xy.set([0, 0, -40, 129.6, 40, 129.6]);
  expect([...routes(g, RADIUS).start]).toEqual([0, 0, 0]);
});
