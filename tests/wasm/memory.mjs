// memory.mjs FOLDER: blocks of a module do not overlap, keep what is written
// into them, and are used again.
import { check, finish, load, same, start } from "./module.mjs";

const [folder] = process.argv.slice(2);
const { wasm, memory, view } = start(load(`${folder}/layout.wasm`));
const seed = Number(process.env.TBY_SEED ?? Date.now() % 2 ** 31);
let state = seed;

// Numerical Recipes' generator: any will do here.
function below(n) {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * n);
}

// Every size that is a limit of some kind, and others.
function anySize() {
  const near = 2 ** (3 + below(16)) + below(3) - 1;
  return below(2) ? near - 8 * below(2) : 1 + below(5000);
}

function fill({ at, size, mark }) {
  view(at, size).fill(mark);
}

function isWhole({ at, size, mark }) {
  return view(at, size).every((byte) => byte === mark);
}

function take(blocks) {
  const size = Math.max(1, anySize());
  const block = { at: wasm.alloc(size), size, mark: 1 + below(255) };
  check(block.at !== 0, `${size} bytes`);
  same(block.at % 8, 0, `${size} bytes: aligned`);
  fill(block);
  blocks.push(block);
}

function giveBack(blocks) {
  const [block] = blocks.splice(below(blocks.length), 1);
  check(isWhole(block), `${block.size} bytes: changed by another`);
  wasm.free(block.at, block.size);
}

function blocksAreApart() {
  const blocks = [];

  for (let i = 0; i < 4000; i++)
    if (blocks.length < 5 || below(100) < 52) take(blocks);
    else giveBack(blocks);
  while (blocks.length) giveBack(blocks);
}

// The same again needs no more.
function memoryStays() {
  const round = () => {
    const blocks = [];
    state = 7;
    for (let i = 0; i < 500; i++) take(blocks);
    while (blocks.length) giveBack(blocks);
  };
  round();
  const before = memory.buffer.byteLength;
  for (let i = 0; i < 20; i++) round();
  same(memory.buffer.byteLength, before, "memory grew");
}

function refusals() {
  const before = memory.buffer.byteLength;

  for (const size of [0xffffffff, 0xfffffff8, 0x80000000])
    same(wasm.alloc(size), 0, `${size} bytes`);
  same(wasm.alloc(0), 0, "no bytes");
  wasm.free(0, 0);
  same(memory.buffer.byteLength, before, "nothing was taken");
  const large = wasm.alloc(100 << 20);
  check(large !== 0, "a hundred megabytes");
  wasm.free(large, 100 << 20);
  same(wasm.alloc(100 << 20), large, "the same again");
}

console.log(`TBY_SEED=${seed}`);
blocksAreApart();
memoryStays();
refusals();
finish();
