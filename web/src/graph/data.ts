// What is asked often of a graph as arrays.
import type { GraphData } from "../types";

// The flags of src/app/wasm/rep_arrays.c.
export const NODE = {
  alive: 1, root: 4, start: 8, judged: 16, black: 32, leaf: 64, over: 128,
} as const;
export const EDGE = { alive: 1, transposition: 2 } as const;

export type { GraphData };

export interface Bounds {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export function bounds(g: GraphData): Bounds {
  const b = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (let i = 0; i < g.nodes.length; i++) {
    const [x, y] = [g.xy[2 * i]!, g.xy[2 * i + 1]!];
    if (!(g.nodes[i]! & NODE.alive) || Number.isNaN(x)) continue;
    if (x < b.left) b.left = x;
    if (x > b.right) b.right = x;
    if (y < b.top) b.top = y;
    if (y > b.bottom) b.bottom = y;
  }
  return b.left > b.right ? { left: 0, top: 0, right: 0, bottom: 0 } : b;
}

// The edges of each node, in their order: those of i are at
// list[start[i] .. start[i + 1]).
export interface Lists {
  start: Uint32Array;
  list: Uint32Array;
}

export function lists(g: GraphData, end: "from" | "to"): Lists {
  const at = g[end];
  const start = new Uint32Array(g.nodes.length + 1);
  for (let e = 0; e < at.length; e++) if (g.edges[e]! & EDGE.alive) start[at[e]! + 1]!++;
  for (let i = 0; i < g.nodes.length; i++) start[i + 1]! += start[i]!;
  const next = start.slice();
  const list = new Uint32Array(start[g.nodes.length]!);
  for (let e = 0; e < at.length; e++) if (g.edges[e]! & EDGE.alive) list[next[at[e]!]!++] = e;
  return { start, list };
}

export const edgesOf = (l: Lists, node: number) => l.list.subarray(l.start[node], l.start[node + 1]);

// Breadth first from the roots, or from the first node if there are none: the
// order, and the edge by which each was reached (-1: none, -2: not reached).
export function spanning(g: GraphData, out: Lists): { order: number[]; by: Int32Array; depth: Uint32Array } {
  const by = new Int32Array(g.nodes.length).fill(-2);
  const depth = new Uint32Array(g.nodes.length);
  const order: number[] = [];
  const begin = (i: number) => {
    by[i] = -1;
    order.push(i);
  };
  for (let i = 0; i < g.nodes.length; i++) if (g.nodes[i]! & NODE.alive && g.nodes[i]! & (NODE.root | NODE.start)) begin(i);
  for (let done = 0, next = 0; ; ) {
    for (; done < order.length; done++)
      for (const e of edgesOf(out, order[done]!)) {
        const to = g.to[e]!;
        if (by[to] !== -2) continue;
        by[to] = e;
        depth[to] = depth[order[done]!]! + 1;
        order.push(to);
      }
    while (next < g.nodes.length && (by[next] !== -2 || !(g.nodes[next]! & NODE.alive))) next++;
    if (next === g.nodes.length) return { order, by, depth };
    begin(next);
  }
}
