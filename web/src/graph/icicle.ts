// The overview: every position a bar below the one it is first reached from,
// as wide as what lies below it.
import { edgesOf, type GraphData, type Lists } from "./data";

export interface Bar {
  node: number;
  depth: number;
  left: number; // 0 .. 1
  width: number;
}

// `weight` is what a node brings itself, or, with `totals`, what it has with all
// below it.  Bars narrower than `least` are left out with all below them.
export function icicle(
  g: GraphData,
  out: Lists,
  tree: { order: number[]; by: Int32Array; depth: Uint32Array },
  weight: (node: number) => number,
  least: number,
  totals = false,
): Bar[] {
  const sum = new Float64Array(g.nodes.length);
  for (let i = tree.order.length - 1; i >= 0; i--) {
    const node = tree.order[i]!;
    sum[node] = totals ? Math.max(sum[node]!, weight(node)) : sum[node]! + weight(node);
    const by = tree.by[node]!;
    if (by >= 0) sum[g.from[by]!]! += sum[node]!;
  }
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
