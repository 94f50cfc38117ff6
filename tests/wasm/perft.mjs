// perft.mjs FOLDER: WebAssembly needs nothing from its host and counts moves as
// the native library does; core.wasm, which is all of core with nothing left
// out, needs nothing either.  The size of what is shipped is told.
import { gzipSync } from "node:zlib";
import { check, finish, load, start } from "./module.mjs";

const KIWIPETE =
  "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -";

// text, depth, expected (the published figures; -1n is "not a position")
const CASES = [
  ["start", 0, 1n],
  ["start", 4, 197281n],
  ["1. e4 e5 2. Nf3", 1, 29n],
  [KIWIPETE, 3, 97862n],
  ["", 1, -1n],
  ["nonsense", 1, -1n],
  ["8/8/8/8/8/8/8/8 w - -", 1, -1n],
  ["e2e4 \u{1f642}", 1, -1n],
];

const [folder] = process.argv.slice(2);
load(`${folder}/core.wasm`);
const shipped = load(`${folder}/tabiya.wasm`);
const { wasm, memory, view } = start(load(`${folder}/probe.wasm`));
const capacity = wasm.buffer_size();

function perft(text, depth) {
  const utf8 = new TextEncoder().encode(text);
  view(wasm.buffer(), capacity).set(utf8);
  return wasm.perft(utf8.length, depth);
}

for (const [text, depth, expected] of CASES) {
  const nodes = perft(text, depth);
  check(nodes === expected, `perft ${depth} "${text}": ${nodes}, not ${expected}`);
}

// A length that the buffer cannot hold is refused, not read.
check(wasm.perft(capacity + 1, 1) === -1n, "length over capacity");

// Parsing gives its memory back: a thousand calls do not grow the module.
const before = memory.buffer.byteLength;
for (let i = 0; i < 1000; i++) perft("1. e4 e5 2. Nf3 Nc6 3. Bb5", 0);
check(memory.buffer.byteLength === before, "memory grew");

const { bytes } = shipped;
const zipped = gzipSync(bytes, { level: 9 }).length;
console.log(`tabiya.wasm: ${bytes.length} bytes, ${zipped} with gzip`);
finish();
