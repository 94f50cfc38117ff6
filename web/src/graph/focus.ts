// Focus and context: of a graph that is too large to be read, the node one
// stands on, how it is reached, and what comes next.  Chains of single moves
// are folded into one edge, and what is left out is counted.
import { edgesOf, EDGE, NODE, type GraphData, type Lists } from "./data";

export interface Shown {
  data: GraphData;
  node: Int32Array; // of the whole graph; -1: a stub
  edge: Int32Array; // of the whole graph, the first of a chain; -1: to a stub
  folded: Uint32Array; // moves that an edge stands for, more than it shows
  stub: Map<number, number>; // shown node -> how many are left out there
}

const AHEAD = 3; // plies that are shown behind the node
const BREADTH = 7; // moves of a node that are shown; the others are a stub
const GAP_X = 64;
const GAP_Y = 84;
const CHAIN = 400; // nodes of a chain that are followed

interface Place {
  node: number;
  row: number;
  column: number;
}

export function focus(g: GraphData, out: Lists, into: Lists, by: Int32Array, current: number): Shown {
  const places: Place[] = [];
  const index = new Map<number, number>();
  const edges: { from: number; to: number; edge: number; folded: number }[] = [];
  const stubs: { at: number; row: number; n: number }[] = [];

  const add = (node: number, row: number): number => {
    const known = index.get(node);
    if (known !== undefined) return known;
    index.set(node, places.length);
    places.push({ node, row, column: 0 });
    return places.length - 1;
  };
  // Follows single moves to the next choice, or to the end.
  const chain = (edge: number): { to: number; folded: number } => {
    let to = g.to[edge]!;
    let folded = 0;
    while (folded < CHAIN && to !== current) {
      const next = edgesOf(out, to);
      if (next.length !== 1 || into.start[to + 1]! - into.start[to]! !== 1) break;
      to = g.to[next[0]!]!;
      folded++;
    }
    return { to, folded };
  };

  const here = add(current, 0);
  // behind: by what it was reached first, up to the start
  let below = here;
  let row = -1;
  for (let at = current, e = by[at]!; e >= 0 && places.length < 300; ) {
    let folded = 0;
    let from = g.from[e]!;
    while (by[from]! >= 0 && edgesOf(out, from).length === 1 && folded < CHAIN) {
      from = g.from[by[from]!]!;
      folded++;
    }
    if (index.has(from)) break;
    const up = add(from, row);
    edges.push({ from: up, to: below, edge: e, folded });
    const others = edgesOf(out, from).length - 1;
    if (others > 0) stubs.push({ at: up, row: row + 1, n: others });
    below = up;
    row--;
    at = from;
    e = by[at]!;
  }
  // and every other position that leads here
  for (const e of edgesOf(into, current)) {
    const from = g.from[e]!;
    if (e === by[current] || index.has(from)) continue;
    edges.push({ from: add(from, -1), to: here, edge: e, folded: 0 });
  }
  // ahead
  let layer = [current];
  for (let ply = 1; ply <= AHEAD; ply++) {
    const next: number[] = [];
    for (const node of layer) {
      const moves = edgesOf(out, node);
      for (const e of moves.subarray(0, BREADTH)) {
        const { to, folded } = chain(e);
        if (!index.has(to)) next.push(to);
        edges.push({ from: index.get(node)!, to: add(to, ply), edge: e, folded });
      }
      if (moves.length > BREADTH) stubs.push({ at: index.get(node)!, row: ply, n: moves.length - BREADTH });
    }
    layer = next;
  }
  for (const node of layer) {
    const n = edgesOf(out, node).length;
    if (n > 0) stubs.push({ at: index.get(node)!, row: AHEAD + 1, n });
  }
  return placed(g, places, edges, stubs);
}

function placed(
  g: GraphData,
  places: Place[],
  edges: { from: number; to: number; edge: number; folded: number }[],
  stubs: { at: number; row: number; n: number }[],
): Shown {
  const total = places.length + stubs.length;
  const data: GraphData = {
    xy: new Float32Array(total * 2),
    nodes: new Uint8Array(total),
    from: new Uint32Array(edges.length + stubs.length),
    to: new Uint32Array(edges.length + stubs.length),
    edges: new Uint8Array(edges.length + stubs.length),
  };
  const node = new Int32Array(total).fill(-1);
  const edge = new Int32Array(edges.length + stubs.length).fill(-1);
  const folded = new Uint32Array(edges.length + stubs.length);
  const stub = new Map<number, number>();
  const rows = new Map<number, number[]>();
  const put = (i: number, row: number) => (rows.get(row) ?? rows.set(row, []).get(row)!).push(i);

  places.forEach((p, i) => {
    node[i] = p.node;
    data.nodes[i] = g.nodes[p.node]!;
    put(i, p.row);
  });
  edges.forEach((e, i) => {
    data.from[i] = e.from;
    data.to[i] = e.to;
    data.edges[i] = g.edges[e.edge]!;
    edge[i] = e.edge;
    folded[i] = e.folded;
  });
  stubs.forEach((s, i) => {
    const at = places.length + i;
    data.nodes[at] = NODE.alive;
    data.from[edges.length + i] = s.at;
    data.to[edges.length + i] = at;
    data.edges[edges.length + i] = EDGE.alive;
    stub.set(at, s.n);
    put(at, s.row);
  });
  for (const [row, list] of rows)
    list.forEach((i, column) => {
      data.xy[2 * i] = (column - (list.length - 1) / 2) * GAP_X;
      data.xy[2 * i + 1] = row * GAP_Y;
    });
  return { data, node, edge, folded, stub };
}
