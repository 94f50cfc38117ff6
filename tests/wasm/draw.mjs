// draw.mjs FOLDER PROGRAM FILE...: repertoires are laid out by one module for
// another, as a page and its worker do it, and then stand where `rep layout`
// puts them.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { check, filesOf, finish, load, same, skipped, start } from "./module.mjs";

const [folder, program, ...names] = process.argv.slice(2);
const page = start(load(`${folder}/tabiya.wasm`));
const worker = start(load(`${folder}/layout.wasm`));

// --- the two modules ---------------------------------------------------------

function drawing(rep) {
  const words = (at, n) =>
    Array.from(new Uint32Array(page.memory.buffer, at, n));
  const [nodes, edges, order, from, to, xy] = words(
    page.wasm.rep_drawing(rep), 6,
  );
  return {
    nodes,
    edges,
    order: Uint32Array.from(words(order, nodes)),
    from: Uint32Array.from(words(from, edges)),
    to: Uint32Array.from(words(to, edges)),
    xy: new Float32Array(page.memory.buffer, xy, 2 * nodes).slice(),
  };
}

// Copies of arrays in a module, while `use` runs.
function lend({ wasm, memory }, arrays, use) {
  const blocks = arrays.map((a) => wasm.alloc(a.byteLength + 8));
  blocks.forEach((block, i) =>
    new arrays[i].constructor(memory.buffer, block, arrays[i].length).set(
      arrays[i],
    ),
  );
  const result = use(...blocks);
  blocks.forEach((block, i) => wasm.free(block, arrays[i].byteLength + 8));
  return result;
}

function layOut({ nodes, edges, from, to, xy: old }, keep, work) {
  const xy = keep ? old : old.map(() => NaN);
  return lend(worker, [from, to, xy], (f, t, p) => {
    const rc = worker.wasm.layout_run(nodes, edges, f, t, p, work);
    same(rc, 0, "layout_run");
    return new Float32Array(worker.memory.buffer, p, xy.length).slice();
  });
}

function place(rep, { order }, xy) {
  const rc = lend(page, [order, xy], (o, p) =>
    page.wasm.rep_place(rep, o, p, order.length),
  );
  same(rc, 0, "rep_place");
}

const write = (rep) => page.call(page.wasm.rep_write, rep, 5).answer;

// --- the program -------------------------------------------------------------

function native(text, ...options) {
  const args = ["rep", "layout", ...options, "-", "--output=-"];
  const done = spawnSync(program, args, { input: text, encoding: "utf8" });
  check(done.status === 0, `${args}: ${done.stderr}`);
  return done.stdout;
}

function compareFile(path) {
  const { rep, error } = page.ask(page.wasm.rep_open, readFileSync(path));
  if (error) return;
  page.run(page.wasm.rep_set_title, rep, "T");
  const first = drawing(rep);
  if (first.nodes === 0) return;
  const before = write(rep);
  const quick = layOut(first, 0, 1000000);
  check(quick.every(Number.isFinite), `${path}: every node has a place`);
  place(rep, first, layOut(first, 0, 0));
  same(write(rep), native(before), `${path}: laid out`);

  // A move is added: what was placed stays near, as with --keep.
  page.wasm.rep_go(rep, -1);
  const legal = page.ask(page.wasm.pos_look, page.ask(page.wasm.rep_node, rep,
    -1).fen).moves;
  page.run(page.wasm.rep_play, rep, legal.at(-1).uci, "");
  const more = drawing(rep);
  const added = write(rep);
  place(rep, more, layOut(more, 1, 0));
  same(write(rep), native(added, "--keep"), `${path}: kept`);
  page.wasm.rep_close(rep);
}

function refusals() {
  const rc = lend(worker, [Uint32Array.of(0), Uint32Array.of(9),
    new Float32Array(4)], (f, t, p) => worker.wasm.layout_run(2, 1, f, t, p,
    0));
  check(rc < 0, "an edge to nowhere");
  check(worker.wasm.layout_run(-1, 0, 0, 0, 0, 0) < 0, "too many nodes");
  same(page.wasm.rep_drawing(99), 0, "no such repertoire");
  const rep = page.wasm.rep_new();
  page.run(page.wasm.rep_play, rep, "e4", "");
  const d = drawing(rep);
  page.wasm.rep_undo(rep);
  place(rep, d, Float32Array.of(1, 2, 3, 4)); // both are gone
  page.wasm.rep_redo(rep);
  check(drawing(rep).xy.every(Number.isNaN), "what is gone is not placed");
  page.wasm.rep_close(rep);
}

refusals();
const files = names.flatMap((name) => filesOf(name, ["repertoire/real"]));
files.filter((f) => f.endsWith(".txt")).forEach(compareFile);
finish(skipped());
