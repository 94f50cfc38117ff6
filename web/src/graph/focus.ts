// Focus and context: of a graph that is too large to be read, the node one
// stands on, how it is reached, and what comes next.  As much is shown as there
// is room for with texts that can be read; chains of single moves are folded
// into one edge, and what is left out is counted.
import { edgesOf, EDGE, NODE, type GraphData, type Lists } from "./data";

export interface Shown {
  data: GraphData;
  node: Int32Array; // of the whole graph; of a stub, where moves are left out
  edge: Int32Array; // of the whole graph, the first of a chain; -1: to a stub
  folded: Uint32Array; // moves that an edge stands for, more than it shows
  stub: Map<number, number>; // shown node -> how many are left out there
  crossing: Set<number>; // edges to what stands elsewhere already
  joining: Set<number>; // edges from the other positions that lead here
}

// Where it has to fit, in pixels, and what is written at an edge.
export interface Room {
  width: number;
  height: number;
  text(edge: number): string;
}

const AHEAD = 8; // plies that are shown at most
const CHAIN = 400; // nodes of a chain that are followed
const COLUMN = 30; // pixels of a node
const STUB = 30;
const LETTER = 7;
const ROW = 48;
const WIDEST = 2; // how much columns are spread if there is room
const TALLEST = 84;

// A node with what follows it, or a stub.
interface Item {
  at: number; // number of the shown node
  node: number;
  row: number;
  own: number; // pixels that it needs itself
  wide: number; // and with all below it
  above: Item | null;
  below: Item[];
}

interface Move {
  edge: number;
  to: number;
  folded: number;
}

class Focus {
  readonly items: Item[] = [];
  readonly edges: { from: number; to: number; edge: number; folded: number }[] = [];
  readonly stub = new Map<number, number>();
  readonly crossing = new Set<number>();
  readonly joining = new Set<number>();
  readonly x: number[] = [];
  readonly #index = new Map<number, Item>(); // by node of the whole graph

  constructor(
    readonly g: GraphData,
    readonly out: Lists,
    readonly into: Lists,
    readonly room: Room,
    readonly current: number,
  ) {}

  has = (node: number) => this.#index.has(node);

  #push(node: number, row: number, own: number, above: Item | null): Item {
    const item = { at: this.items.length, node, row, own, wide: own, above, below: [] };
    this.items.push(item);
    this.x.push(0);
    return item;
  }

  add(node: number, row: number, own = COLUMN, above: Item | null = null): Item {
    const item = this.#push(node, row, own, above);
    this.#index.set(node, item);
    return item;
  }

  // `n` moves of `at` are left out.
  leave(at: Item, row: number, n: number): Item {
    const item = this.#push(at.node, row, STUB, null);
    this.stub.set(item.at, n);
    this.edges.push({ from: at.at, to: item.at, edge: -1, folded: 0 });
    return item;
  }

  join(from: Item, to: Item, edge: number, folded: number): void {
    this.edges.push({ from: from.at, to: to.at, edge, folded });
  }

  degree = (node: number) => this.out.start[node + 1]! - this.out.start[node]!;

  // Follows single moves to the next choice, or to the end.
  #chain(edge: number): Move {
    let to = this.g.to[edge]!;
    let folded = 0;
    while (folded < CHAIN && to !== this.current) {
      if (this.degree(to) !== 1 || this.into.start[to + 1]! - this.into.start[to]! !== 1) break;
      to = this.g.to[this.out.list[this.out.start[to]!]!]!;
      folded++;
    }
    return { edge, to, folded };
  }

  #width = ({ edge, folded }: Move) => Math.max(COLUMN, (this.room.text(edge).length + (folded > 0 ? 2 : 0)) * LETTER + 10);

  // Whether all still fits if what is below `item` is so wide.
  #fits(item: Item, below: number): boolean {
    let wide = Math.max(item.own, below);
    for (let at = item; at.above; at = at.above)
      wide = Math.max(at.above.own, at.above.below.reduce((sum, i) => sum + i.wide, 0) - at.wide + wide);
    return wide <= this.room.width;
  }

  #widen(from: Item): void {
    for (let at: Item | null = from; at; at = at.above)
      at.wide = Math.max(at.own, at.below.reduce((sum, i) => sum + i.wide, 0));
  }

  // Shows as many moves of a node as fit, the first ones.
  expand(item: Item): Item[] {
    const moves = Array.from(edgesOf(this.out, item.node), (e) => this.#chain(e));
    const fresh = moves.filter(({ to }, i) => !this.has(to) && moves.findIndex((m) => m.to === to) === i);
    const widths = fresh.map(this.#width);
    let n = fresh.length;
    let sum = widths.reduce((s, w) => s + w, 0);
    while (n > 0 && !this.#fits(item, sum + (n < fresh.length ? STUB : 0))) sum -= widths[--n]!;
    item.below = fresh.slice(0, n).map((m, i) => {
      const next = this.add(m.to, item.row + 1, widths[i]!, item);
      this.join(item, next, m.edge, m.folded);
      return next;
    });
    for (const m of moves) {
      const known = this.#index.get(m.to);
      if (!known || fresh.includes(m)) continue;
      this.crossing.add(this.edges.length);
      this.join(item, known, m.edge, m.folded);
    }
    const shown = [...item.below];
    if (n < fresh.length) item.below.push(this.leave(item, item.row + 1, fresh.length - n));
    this.#widen(item);
    return shown;
  }
}

// --- behind ----------------------------------------------------------------------

// The way here as steps between choices, the nearest first, no more than `most`.
function behind(f: Focus, way: readonly number[], most: number): { from: number; edge: number; folded: number }[] {
  const steps: { from: number; edge: number; folded: number }[] = [];
  let folded = 0;
  for (let i = way.length - 1; i >= 0; i--, folded++) {
    const from = f.g.from[way[i]!]!;
    if (f.degree(from) === 1 && i > 0) continue;
    steps.push({ from, edge: way[i]!, folded });
    folded = -1;
  }
  if (steps.length <= most) return steps;
  // the oldest as one
  const rest = steps.splice(most - 1);
  steps.push({ ...rest.at(-1)!, folded: rest.reduce((sum, s) => sum + s.folded + 1, -1) });
  return steps;
}

function showWay(f: Focus, here: Item, way: readonly number[], most: number): number {
  let below = here;
  for (const { from, edge, folded } of behind(f, way, most)) {
    if (f.has(from)) break; // a way in a circle
    const up = f.add(from, below.row - 1);
    f.join(up, below, edge, folded);
    const others = f.degree(from) - 1;
    if (others > 0) f.x[f.leave(up, below.row, others).at] = -(COLUMN + STUB) * 0.8;
    below = up;
  }
  return -below.row;
}

// Every other position that leads here: right of the way, then left of it.
function showParents(f: Focus, here: Item, by: number | undefined): void {
  const half = f.room.width / 2;
  let [right, left] = [COLUMN, -(COLUMN + STUB) * 1.3];
  let more = 0;
  for (const e of edgesOf(f.into, f.current)) {
    const from = f.g.from[e]!;
    if (e === by || f.has(from)) continue;
    const wide = Math.max(COLUMN, f.room.text(e).length * LETTER + 10);
    if (right + wide > half && left - wide < -half) {
      more++;
      continue;
    }
    const item = f.add(from, -1);
    f.joining.add(f.edges.length);
    f.join(item, here, e, 0);
    if (right + wide <= half) {
      f.x[item.at] = right + wide / 2;
      right += wide;
    } else {
      f.x[item.at] = left - wide / 2;
      left -= wide;
    }
  }
  if (more > 0) f.x[f.leave(here, -1, more).at] = half;
}

// --- ahead -----------------------------------------------------------------------

function showMoves(f: Focus, here: Item, plies: number): void {
  let layer = [here];
  for (let ply = 1; ply <= plies; ply++) layer = layer.flatMap((item) => f.expand(item));
  for (const item of layer) {
    const n = f.degree(item.node);
    if (n > 0) item.below = [f.leave(item, item.row + 1, n)];
  }
}

// Leaves side by side, and each node above the middle of its own.
function spread(f: Focus, here: Item): void {
  const left = new Map([[here, -here.wide / 2]]);
  for (const [item, from] of left) {
    f.x[item.at] = from + item.wide / 2;
    let x = from + (item.wide - item.below.reduce((sum, i) => sum + i.wide, 0)) / 2;
    for (const next of item.below) {
      left.set(next, x);
      x += next.wide;
    }
  }
}

// `way`: the edges from a start to `current`, as one came.
export function focus(g: GraphData, out: Lists, into: Lists, way: readonly number[], current: number, room: Room): Shown {
  const f = new Focus(g, out, into, room, current);
  const rows = Math.max(4, Math.floor(room.height / ROW)); // between the first and the last
  const here = f.add(current, 0);
  const back = showWay(f, here, way, Math.max(2, Math.floor(rows * 0.4)));
  showParents(f, here, way.at(-1));
  showMoves(f, here, Math.max(1, Math.min(AHEAD, rows - back - 1)));
  spread(f, here);
  return drawn(f);
}

// What was chosen, as a graph of its own.
function drawn(f: Focus): Shown {
  const { items, edges, g, room } = f;
  const [first, last] = items.reduce(([a, b], { row }) => [Math.min(a, row), Math.max(b, row)], [0, 0]);
  const used = Math.max(1, ...f.x.map((x) => Math.abs(x) * 2));
  const [sx, sy] = [Math.min(WIDEST, room.width / used), Math.min(TALLEST, room.height / Math.max(1, last - first))];
  const data: GraphData = {
    xy: new Float32Array(items.length * 2),
    nodes: Uint8Array.from(items, (i) => (f.stub.has(i.at) ? NODE.alive : g.nodes[i.node]!)),
    from: Uint32Array.from(edges, (e) => e.from),
    to: Uint32Array.from(edges, (e) => e.to),
    edges: Uint8Array.from(edges, (e) => (e.edge < 0 ? EDGE.alive : g.edges[e.edge]!)),
  };
  for (const { at, row } of items) {
    data.xy[2 * at] = f.x[at]! * sx;
    data.xy[2 * at + 1] = row * sy;
  }
  return {
    data,
    node: Int32Array.from(items, (i) => i.node),
    edge: Int32Array.from(edges, (e) => e.edge),
    folded: Uint32Array.from(edges, (e) => e.folded),
    stub: f.stub,
    crossing: f.crossing,
    joining: f.joining,
  };
}
