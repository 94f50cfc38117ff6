// The overview: every position a bar below the one it is first reached from,
// as wide as what lies below it.
import { edgesOf, type GraphData, type Lists } from "./data";

export interface Bar {
  node: number;
  depth: number;
  left: number; // 0 .. 1
  width: number;
}

type Tree = { order: number[]; by: Int32Array; depth: Uint32Array };

// What each node has with all below it.  `weight` is what it brings itself, or,
// with `totals`, that already.
export function sums(g: GraphData, tree: Tree, weight: (node: number) => number, totals: boolean): Float64Array {
  const sum = new Float64Array(g.nodes.length);
  for (let i = tree.order.length - 1; i >= 0; i--) {
    const node = tree.order[i]!;
    sum[node] = totals ? Math.max(sum[node]!, weight(node)) : sum[node]! + weight(node);
    const by = tree.by[node]!;
    if (by >= 0) sum[g.from[by]!]! += sum[node]!;
  }
  return sum;
}

// Bars narrower than `least` are left out with all below them.
export function icicle(
  g: GraphData,
  out: Lists,
  tree: Tree,
  sum: Float64Array,
  least: number,
): Bar[] {
  const left = new Float64Array(g.nodes.length);
  const width = new Float64Array(g.nodes.length);
  const roots = tree.order.filter((n) => tree.by[n] === -1);
  const all = roots.reduce((s, n) => s + sum[n]!, 0) || 1;
  let at = 0;
  for (const root of roots) {
    left[root] = at;
    width[root] = sum[root]! / all;
    at += width[root]!;
  }
  const bars: Bar[] = [];
  for (const node of tree.order) {
    if (width[node]! < least) continue;
    bars.push({ node, depth: tree.depth[node]!, left: left[node]!, width: width[node]! });
    let x = left[node]!;
    for (const e of edgesOf(out, node)) {
      const to = g.to[e]!;
      if (tree.by[to] !== e) continue;
      left[to] = x;
      width[to] = sum[to]! / all;
      x += width[to]!;
    }
  }
  return bars;
}
