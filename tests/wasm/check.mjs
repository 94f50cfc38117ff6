// check.mjs FOLDER: tabiya.wasm needs nothing from its host and counts moves
// as the native library does; core.wasm, which is all of core with nothing
// left out, needs nothing either.
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

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

let failures = 0;
function check(ok, what) {
  if (!ok) {
    failures++;
    console.error(`not ok: ${what}`);
  }
}

function load(name) {
  const bytes = readFileSync(`${process.argv[2]}/${name}`);
  const module = new WebAssembly.Module(bytes);
  const imports = WebAssembly.Module.imports(module).map((i) => i.name);
  check(imports.length === 0, `${name} imports ${imports}`);
  return { bytes, module };
}

load("core.wasm");
const { bytes, module } = load("tabiya.wasm");
if (failures > 0) process.exit(1); // it could not be instantiated

const { exports } = new WebAssembly.Instance(module);
const capacity = exports.tby_wasm_buffer_size();

function perft(text, depth) {
  const utf8 = new TextEncoder().encode(text);
  const at = exports.tby_wasm_buffer();
  // A fresh view each time: memory that grows detaches the old one.
  new Uint8Array(exports.memory.buffer, at, capacity).set(utf8);
  return exports.tby_wasm_perft(utf8.length, depth);
}

for (const [text, depth, expected] of CASES) {
  const nodes = perft(text, depth);
  check(nodes === expected, `perft ${depth} "${text}": ${nodes}, not ${expected}`);
}

// A length that the buffer cannot hold is refused, not read.
check(exports.tby_wasm_perft(capacity + 1, 1) === -1n, "length over capacity");

// Parsing gives its memory back: a thousand calls do not grow the module.
const before = exports.memory.buffer.byteLength;
for (let i = 0; i < 1000; i++) perft("1. e4 e5 2. Nf3 Nc6 3. Bb5", 0);
check(exports.memory.buffer.byteLength === before, "memory grew");

const zipped = gzipSync(bytes, { level: 9 }).length;
console.log(`tabiya.wasm: ${bytes.length} bytes, ${zipped} with gzip`);
if (failures === 0) console.log(`${CASES.length + 4} checks passed`);
process.exitCode = failures === 0 ? 0 : 1;
