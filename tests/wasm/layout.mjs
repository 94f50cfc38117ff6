// layout.mjs FOLDER PRINT_LAYOUT: layouts have the same bytes in WebAssembly as
// they have natively, for graphs made at random, anew and near an old layout.
import { spawnSync } from "node:child_process";
import { check, finish, load } from "./module.mjs";

const [folder, printLayout] = process.argv.slice(2);
const { tby_layout, memory } = new WebAssembly.Instance(
  load(`${folder}/core.wasm`).module,
).exports;

// --- graphs ------------------------------------------------------------------

let seed = 1;
function below(n) {
  seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
  return Math.floor((seed / 2 ** 32) * n);
}

// A tree, and edges between any of its nodes.
function graph(nodes, more) {
  const edges = [];
  for (let v = 1; v < nodes; v++) edges.push([below(3) ? v - 1 : below(v), v]);
  for (let i = 0; i < more; i++) edges.push([below(nodes), below(nodes)]);
  return {
    nodes,
    edges,
    widths: Array.from({ length: nodes }, () => below(90)),
    work: 100000 + below(5000000),
    kept: below(nodes + 1),
  };
}

// --- both sides --------------------------------------------------------------

function native(g) {
  const input = [
    [g.nodes, g.edges.length, g.work],
    ...g.edges,
    g.widths,
    [g.kept],
  ];
  const done = spawnSync(printLayout, {
    input: input.map((row) => row.join(" ")).join("\n"),
    maxBuffer: 1 << 26,
  });
  check(done.status === 0, `${printLayout}: ${done.error ?? done.stderr}`);
  return done.stdout;
}

// The module exports no allocator.  Its stack comes first in memory and grows
// down from 1 MB, so that low addresses are free.
const block = 4096;

function wasm(g) {
  let top = block;
  const take = (bytes) => {
    const at = top;
    top += (bytes + 7) & ~7;
    return at;
  };
  const [from, to] = [take(4 * g.edges.length), take(4 * g.edges.length)];
  const [width, points] = [take(8 * g.nodes), take(16 * g.nodes)];
  const [again, hadPlace] = [take(16 * g.nodes), take(g.nodes)];
  const [struct, options] = [take(20), take(24)];
  const view = new DataView(memory.buffer);
  g.edges.forEach(([a, b], e) => {
    view.setUint32(from + 4 * e, a, true);
    view.setUint32(to + 4 * e, b, true);
  });
  g.widths.forEach((w, v) => {
    view.setFloat64(width + 8 * v, w, true);
    view.setUint8(hadPlace + v, v < g.kept ? 1 : 0);
  });
  [g.nodes, g.edges.length, from, to, width].forEach((word, i) =>
    view.setUint32(struct + 4 * i, word, true),
  );
  view.setBigUint64(options, BigInt(g.work), true);
  view.setBigUint64(options + 8, 0n, true); // nothing to stay near
  view.setBigUint64(options + 16, 0n, true); // nobody watches
  check(tby_layout(struct, options, 0, points) === 0, "tby_layout fails");
  new DataView(memory.buffer).setUint32(options + 8, points, true);
  new DataView(memory.buffer).setUint32(options + 12, hadPlace, true);
  check(tby_layout(struct, options, 0, again) === 0, "tby_layout fails");
  return Buffer.from(memory.buffer.slice(points, points + 32 * g.nodes));
}

for (let i = 0; i < 24; i++) {
  const g = graph(1 + below(400), below(60));
  check(native(g).equals(wasm(g)), `graph ${i} of ${g.nodes} nodes differs`);
}
finish();
