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
  mute: Set<number>; // edges to what stands elsewhere already
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
const LETTER = 6.5;
const ROW = 54;
const WIDEST = 2; // how much columns are spread if there is room
const TALLEST = 84;

// A node with what follows it, or a stub.
interface Item {
  at: number; // number of the shown node
  node: number;
  row: number;
  x: number;
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

const sum = (list: readonly number[]) => list.reduce((a, b) => a + b, 0);
const widths = (items: readonly Item[]) => sum(items.map((i) => i.wide));

// `way`: the edges from a start to `current`, as one came.
export function focus(g: GraphData, out: Lists, into: Lists, way: readonly number[], current: number, room: Room): Shown {
  const items: Item[] = [];
  const index = new Map<number, Item>(); // by node of the whole graph
  const edges: { from: Item; to: Item; edge: number; folded: number }[] = [];
  const stub = new Map<number, number>();
  const mute = new Set<number>();
  const joining = new Set<number>();
  const half = room.width / 2;
  const rows = Math.max(3, Math.floor(room.height / ROW)); // between the first and the last
  const degree = (node: number) => out.start[node + 1]! - out.start[node]!;

  const push = (node: number, row: number, own: number, above: Item | null): Item => {
    const item = { at: items.length, node, row, x: 0, own, wide: own, above, below: [] };
    items.push(item);
    return item;
  };
  const add = (node: number, row: number, own = COLUMN, above: Item | null = null): Item => {
    const item = push(node, row, own, above);
    index.set(node, item);
    return item;
  };
  const join = (from: Item, to: Item, edge: number, folded: number) => edges.push({ from, to, edge, folded });
  // `n` moves of `at` are left out.
  const leave = (at: Item, row: number, n: number): Item => {
    const item = push(at.node, row, STUB, null);
    stub.set(item.at, n);
    join(at, item, -1, 0);
    return item;
  };

  // What is taken of the rows on the way, from the middle to the left and to the right.
  const taken = new Map<number, { left: number; right: number }>();
  const sides = (row: number) => {
    const found = taken.get(row) ?? { left: COLUMN * 0.75, right: COLUMN * 0.75 };
    taken.set(row, found);
    return found;
  };
  const choices: { at: Item; row: number; edge: number }[] = [];

  // --- behind: as steps between choices, the oldest as one if there are many ---

  const steps = (most: number): Move[] => {
    const found: Move[] = []; // `to` is where it comes from
    let folded = 0;
    for (let i = way.length - 1; i >= 0; i--, folded++) {
      const to = g.from[way[i]!]!;
      if (degree(to) === 1 && i > 0) continue;
      found.push({ to, edge: way[i]!, folded });
      folded = -1;
    }
    if (found.length <= most) return found;
    const rest = found.splice(most - 1);
    return [...found, { ...rest.at(-1)!, folded: sum(rest.map((s) => s.folded + 1)) - 1 }];
  };
  // How many rows it takes.
  const showWay = (here: Item): number => {
    let below = here;
    for (const { to, edge, folded } of steps(Math.max(1, Math.floor(rows * 0.4)))) {
      if (index.has(to)) break; // a way in a circle
      const up = add(to, below.row - 1);
      join(up, below, edge, folded);
      if (degree(to) > 1) choices.push({ at: up, row: below.row, edge });
      below = up;
    }
    return -below.row;
  };
  // The other moves of the positions on the way, beside those that were made: as many
  // as fit, on the side where there is more room.
  const showChoices = (): void => {
    for (const { at, row, edge } of choices) {
      const side = sides(row);
      let more = 0;
      for (const e of edgesOf(out, at.node)) {
        const known = index.get(g.to[e]!);
        if (e === edge) continue;
        if (known) {
          mute.add(edges.length);
          join(at, known, e, 0);
          continue;
        }
        const wide = width({ edge: e, folded: 0 });
        const to = side.left <= side.right ? "left" : "right";
        if (side[to] + wide + STUB > half) {
          more++;
          continue;
        }
        const item = add(g.to[e]!, row);
        item.x = (to === "left" ? -1 : 1) * (side[to] + wide / 2);
        side[to] += wide;
        join(at, item, e, 0);
      }
      if (more === 0) continue;
      const to = side.left <= side.right ? "left" : "right";
      leave(at, row, more).x = (to === "left" ? -1 : 1) * (side[to] + STUB / 2);
      side[to] += STUB;
    }
  };
  // Every other position that leads here: right of the way, then left of it.
  const showParents = (here: Item): void => {
    const side = sides(-1);
    let more = 0;
    for (const edge of edgesOf(into, current)) {
      const from = g.from[edge]!;
      if (edge === way.at(-1) || index.has(from)) continue;
      const wide = width({ edge, folded: 0 });
      if (Math.min(side.right, side.left) + wide > half) {
        more++;
        continue;
      }
      const item = add(from, -1);
      joining.add(edges.length);
      join(item, here, edge, 0);
      if (side.right + wide <= half) item.x = (side.right += wide) - wide / 2;
      else item.x = wide / 2 - (side.left += wide);
    }
    if (more > 0) leave(here, -1, more).x = half;
    // what they say stands above the moves beside this one
    Object.assign(sides(0), side);
  };

  // --- ahead -------------------------------------------------------------------

  // Follows single moves to the next choice, or to the end.
  const chain = (edge: number): Move => {
    let to = g.to[edge]!;
    let folded = 0;
    while (folded < CHAIN && to !== current && degree(to) === 1 && into.start[to + 1]! - into.start[to]! === 1) {
      to = g.to[out.list[out.start[to]!]!]!;
      folded++;
    }
    return { edge, to, folded };
  };
  const width = ({ edge, folded }: Omit<Move, "to">) => Math.max(COLUMN, (room.text(edge).length + (folded > 0 ? 2 : 0)) * LETTER + 8);
  // Whether all still fits if what is below `item` is so wide.
  const fits = (item: Item, below: number): boolean => {
    let wide = Math.max(item.own, below);
    for (let at = item; at.above; at = at.above) wide = Math.max(at.above.own, widths(at.above.below) - at.wide + wide);
    return wide <= room.width;
  };
  // Shows as many moves of a node as fit, the first ones.
  const expand = (item: Item): Item[] => {
    const moves = Array.from(edgesOf(out, item.node), chain);
    const fresh = moves.filter(({ to }, i) => !index.has(to) && moves.findIndex((m) => m.to === to) === i);
    const needed = fresh.map(width);
    let n = fresh.length;
    while (n > 0 && !fits(item, sum(needed.slice(0, n)) + (n < fresh.length ? STUB : 0))) n--;
    const shown = fresh.slice(0, n).map((m, i) => {
      const next = add(m.to, item.row + 1, needed[i], item);
      join(item, next, m.edge, m.folded);
      return next;
    });
    for (const m of moves) {
      const known = index.get(m.to);
      if (!known || fresh.includes(m)) continue;
      mute.add(edges.length);
      join(item, known, m.edge, m.folded);
    }
    item.below = n < fresh.length ? [...shown, leave(item, item.row + 1, fresh.length - n)] : shown;
    for (let at: Item | null = item; at; at = at.above) at.wide = Math.max(at.own, widths(at.below));
    return shown;
  };
  const showMoves = (here: Item, plies: number): void => {
    let layer = [here];
    for (; plies > 0; plies--) layer = layer.flatMap(expand);
    for (const item of layer) if (degree(item.node) > 0) item.below = [leave(item, item.row + 1, degree(item.node))];
  };
  // Leaves side by side, and each node above the middle of its own.
  const spread = (here: Item): void => {
    const left = new Map([[here, -here.wide / 2]]);
    for (const [item, from] of left) {
      item.x = from + item.wide / 2;
      let x = item.x - widths(item.below) / 2;
      for (const next of item.below) {
        left.set(next, x);
        x += next.wide;
      }
    }
  };

  const here = add(current, 0);
  const back = showWay(here);
  showParents(here);
  showMoves(here, Math.max(1, Math.min(AHEAD, rows - back - 1)));
  spread(here);
  showChoices();

  // --- what was chosen, as a graph of its own -----------------------------------

  const high = items.map((i) => i.row);
  const sx = Math.min(WIDEST, half / Math.max(1, ...items.map((i) => Math.abs(i.x))));
  const sy = Math.min(TALLEST, room.height / Math.max(1, Math.max(...high) - Math.min(...high)));
  return {
    data: {
      xy: Float32Array.from(items.flatMap((i) => [i.x * sx, i.row * sy])),
      nodes: Uint8Array.from(items, (i) => (stub.has(i.at) ? NODE.alive : g.nodes[i.node]!)),
      from: Uint32Array.from(edges, (e) => e.from.at),
      to: Uint32Array.from(edges, (e) => e.to.at),
      // what leads to another part of the picture is another way there
      edges: Uint8Array.from(edges, (e, i) => (e.edge < 0 ? EDGE.alive : g.edges[e.edge]! | (mute.has(i) || joining.has(i) ? EDGE.transposition : 0))),
    },
    node: Int32Array.from(items, (i) => i.node),
    edge: Int32Array.from(edges, (e) => e.edge),
    folded: Uint32Array.from(edges, (e) => e.folded),
    stub,
    mute,
    joining,
  };
}
