// The ways of edges around the nodes that they do not join.  Nodes stand in rows:
// an edge over several of them passes each through a gap, upright, and is a smooth
// curve in between.
import { EDGE, NODE, type GraphData } from "./data";

export const CLEAR = 1.35; // radii that an edge keeps from the middle of a node

// The points of an edge between its ends: those of e are at
// points[2 * start[e] .. 2 * start[e + 1]).
export interface Routes {
  start: Uint32Array;
  points: Float32Array;
}

const made = new WeakMap<GraphData, Routes>();

// Found once for each picture, when it is first drawn.
export function routes(g: GraphData, radius: number): Routes {
  let found = made.get(g);
  if (!found) made.set(g, (found = route(g, radius)));
  return found;
}

interface Row {
  y: number;
  xs: number[]; // in order
}

function rowsOf(g: GraphData): Row[] {
  const rows = new Map<number, Row>();
  for (let i = 0; i < g.nodes.length; i++) {
    const [x, y] = [g.xy[2 * i]!, g.xy[2 * i + 1]!];
    if (!(g.nodes[i]! & NODE.alive) || Number.isNaN(x)) continue;
    const key = Math.round(y);
    const row = rows.get(key) ?? { y, xs: [] };
    rows.set(key, row);
    row.xs.push(x);
  }
  const found = [...rows.values()].sort((a, b) => a.y - b.y);
  for (const row of found) row.xs.sort((a, b) => a - b);
  return found;
}

// The number of the first that is not less.
function lower(n: number, less: (i: number) => boolean): number {
  let [from, to] = [0, n];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (less(middle)) from = middle + 1;
    else to = middle;
  }
  return from;
}

// The place nearest to x that has no node of the row within `clear`.
function gap({ xs }: Row, x: number, clear: number): number {
  const at = lower(xs.length, (i) => xs[i]! < x - clear);
  if (at === xs.length || xs[at]! > x + clear) return x;
  let right = xs[at]! + clear;
  for (let i = at + 1; i < xs.length && xs[i]! - clear < right; i++) right = xs[i]! + clear;
  let left = xs[at]! - clear;
  for (let i = at - 1; i >= 0 && xs[i]! + clear > left; i--) left = xs[i]! - clear;
  return right - x < x - left ? right : left;
}

function route(g: GraphData, radius: number): Routes {
  const rows = rowsOf(g);
  const clear = radius * CLEAR;
  const start = new Uint32Array(g.from.length + 1);
  const points: number[] = [];
  for (let e = 0; e < g.from.length; e++) {
    const [a, b] = [2 * g.from[e]!, 2 * g.to[e]!];
    const [x1, y1, x2, y2] = [g.xy[a]!, g.xy[a + 1]!, g.xy[b]!, g.xy[b + 1]!];
    const placed = g.edges[e]! & EDGE.alive && !Number.isNaN(x1) && !Number.isNaN(x2);
    if (placed && Math.abs(y2 - y1) < 1) {
      // in one row: below it, if something stands between
      const { xs, y } = rows[lower(rows.length, (i) => rows[i]!.y < y1 - 1)]!;
      const next = rows.find((row) => row.y > y + 1)?.y ?? y + 6 * radius;
      const between = xs.some((x) => x > Math.min(x1, x2) + 1 && x < Math.max(x1, x2) - 1);
      if (between) points.push((x1 + x2) / 2, y + (next - y) * 0.65);
    } else if (placed) {
      const down = y2 > y1;
      const first = lower(rows.length, (i) => rows[i]!.y < Math.min(y1, y2) + 1);
      const after = lower(rows.length, (i) => rows[i]!.y < Math.max(y1, y2) - 1);
      let [x, y] = [x1, y1];
      for (let k = 0; k < after - first; k++) {
        const row = rows[down ? first + k : after - 1 - k]!;
        x = gap(row, x + ((x2 - x) * (row.y - y)) / (y2 - y), clear);
        y = row.y;
        points.push(x, y);
      }
    }
    start[e + 1] = points.length / 2;
  }
  return { start, points: Float32Array.from(points) };
}

// Calls `curve` with the ends and the inner points of each part of an edge, in
// the units of the graph.
export function curves(g: GraphData, r: Routes, e: number, curve: (x1: number, y1: number, cx1: number, cy1: number, cx2: number, cy2: number, x2: number, y2: number) => void): void {
  const [a, b] = [2 * g.from[e]!, 2 * g.to[e]!];
  let [x, y] = [g.xy[a]!, g.xy[a + 1]!];
  const n = r.start[e + 1]! - r.start[e]!;
  if (n === 1 && Math.abs(g.xy[b + 1]! - y) < 1) {
    const low = r.points[2 * r.start[e]! + 1]!;
    curve(x, y, x, low, g.xy[b]!, low, g.xy[b]!, y);
    return;
  }
  for (let i = 0; i <= n; i++) {
    const at = 2 * (r.start[e]! + i);
    const [nx, ny] = i < n ? [r.points[at]!, r.points[at + 1]!] : [g.xy[b]!, g.xy[b + 1]!];
    const [dx, dy] = [nx - x, ny - y];
    // the flatter it is, the longer it stays upright at its ends
    const k = dy === 0 ? 0 : Math.min(0.95, 0.45 + (0.15 * Math.abs(dx)) / Math.abs(dy));
    curve(x, y, x, y + k * dy, nx, ny - k * dy, nx, ny);
    [x, y] = [nx, ny];
  }
}

// The point of a curve at t, 0 .. 1.
export function on(t: number, p: number, q: number, r: number, s: number): number {
  const u = 1 - t;
  return u * u * u * p + 3 * u * u * t * q + 3 * u * t * t * r + t * t * t * s;
}
