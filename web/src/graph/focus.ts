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

const ENOUGH = 26; // nodes ahead: with more no further ply is shown
const AHEAD = 6; // plies that are shown at most
const BREADTH = 7; // moves of a node that are shown; the others are a stub
const GAP_X = 84;
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
  let ply = 1;
  for (let shown = 0; ply <= AHEAD && layer.length > 0 && shown + layer.length <= ENOUGH; ply++, shown += layer.length) {
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
    if (n > 0) stubs.push({ at: index.get(node)!, row: ply, n });
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
  const rowOf = new Int32Array(total);
  const put = (i: number, row: number) => {
    rowOf[i] = row;
    (rows.get(row) ?? rows.set(row, []).get(row)!).push(i);
  };

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
  // ahead: leaves side by side, and each node above the middle of its own
  const first = new Map<number, number>(); // by which edge each was reached
  data.to.forEach((to, e) => !first.has(to) && first.set(to, e));
  const below = new Map<number, number[]>();
  for (const [to, e] of first) {
    const from = data.from[e]!;
    if (rowOf[to]! > rowOf[from]!) below.set(from, [...(below.get(from) ?? []), to]);
  }
  const order = [0]; // the current node is the first
  for (let i = 0; i < order.length; i++) for (const child of below.get(order[i]!) ?? []) if (rowOf[child]! > 0) order.push(child);
  const leaves = new Map<number, number>();
  for (const i of [...order].reverse()) leaves.set(i, Math.max(1, (below.get(i) ?? []).filter((c) => rowOf[c]! > 0).reduce((n, c) => n + leaves.get(c)!, 0)));
  const left = new Map([[0, -leaves.get(0)! / 2]]);
  for (const i of order) {
    let x = left.get(i)!;
    data.xy[2 * i] = (x + leaves.get(i)! / 2) * GAP_X;
    for (const c of below.get(i) ?? []) {
      if (rowOf[c]! <= 0) continue;
      left.set(c, x);
      x += leaves.get(c)!;
    }
  }
  // behind: the way here as a column, what joins it or leaves it beside it
  for (const [row, list] of rows) {
    if (row <= 0) list.filter((i) => i !== 0).forEach((i, n) => (data.xy[2 * i] = (row === 0 ? n + 1 : n) * GAP_X * 1.4));
    for (const i of list) data.xy[2 * i + 1] = row * GAP_Y;
  }
  return { data, node, edge, folded, stub };
}
