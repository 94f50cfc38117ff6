// module.mjs - what the tests share: checks that are counted, a module that
// needs no host, and texts on their way into it and out.
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";

let checks = 0;
let failures = 0;

export function check(ok, what) {
  checks++;
  if (ok) return;
  failures++;
  console.error(`not ok: ${what}`);
}

// Ends the test: with 77, ctest's skip, if nothing failed but parts were left
// out.
export function finish(skipped = 0) {
  if (failures > 0) console.error(`${failures} of ${checks} checks failed`);
  else console.log(`${checks} checks passed`);
  process.exit(failures > 0 ? 1 : skipped > 0 ? 77 : 0);
}

export function same(found, expected, what) {
  const [a, b] = [JSON.stringify(found), JSON.stringify(expected)];
  check(a === b, `${what}: ${a}, not ${b}`);
}

// The files that a name stands for: itself, those in it if it is a folder, or,
// for the word `shared`, those of places in ../shared/data (TBY_SHARED names
// another).  What is not there is told.
let missing = 0;
export const skipped = () => missing;

export function filesOf(name, places = []) {
  const shared = process.env.TBY_SHARED ?? "../shared";
  if (name === "shared")
    return places.flatMap((p) => filesOf(`${shared}/data/${p}`));
  if (!existsSync(name)) {
    missing++;
    console.log(`skipped: ${name}: it is not here`);
    return [];
  }
  if (!statSync(name).isDirectory()) return [name];
  return readdirSync(name)
    .sort()
    .flatMap((file) => filesOf(`${name}/${file}`));
}

export function load(path) {
  const bytes = readFileSync(path);
  const module = new WebAssembly.Module(bytes);
  const imports = WebAssembly.Module.imports(module).map((i) => i.name);
  check(imports.length === 0, `${path} imports ${imports}`);
  if (failures > 0) finish(); // it could not be instantiated
  return { bytes, module };
}

// The exports of a module without their prefix, and texts in both
// directions.
export function start({ module }) {
  const { memory, ...functions } = new WebAssembly.Instance(module).exports;
  const wasm = {};
  for (const [name, value] of Object.entries(functions))
    wasm[name.replace(/^tby_wasm_/, "")] = value;
  const buffer = wasm.buffer?.(); // layout.wasm has none
  const size = wasm.buffer_size?.();

  // A fresh view each time: memory that grows detaches the old one.
  const view = (at, n) => new Uint8Array(memory.buffer, at, n);

  // What a function writes, as bytes; a number if it refuses.
  function bytes(write, ...args) {
    let n = write(...args, buffer, size);
    if (n < 0) return n;
    if (n < size) return Buffer.from(view(buffer, n));
    const block = wasm.alloc(n + 1);
    n = write(...args, block, n + 1);
    const copy = Buffer.from(view(block, n));
    wasm.free(block, n + 1);
    return copy;
  }

  function text(write, ...args) {
    const found = bytes(write, ...args);
    return typeof found === "number" ? found : found.toString("utf8");
  }

  // Copies of texts and bytes in the module, for as long as `use` runs; each
  // becomes an address and a length.
  function withCopies(args, use) {
    const blocks = [];
    const flat = args.flatMap((arg) => {
      if (typeof arg === "number" || typeof arg === "bigint") return [arg];
      const content =
        typeof arg === "string" ? new TextEncoder().encode(arg) : arg;
      const block = wasm.alloc(content.length);
      view(block, content.length).set(content);
      blocks.push([block, content.length]);
      return [block, content.length];
    });
    const result = use(flat);
    for (const [block, n] of blocks) wasm.free(block, n);
    return result;
  }

  // Calls a function that answers: {rc, answer}, where the answer is JSON or
  // else a text.
  function call(f, ...args) {
    const rc = withCopies(args, (flat) => f(...flat));
    const n = wasm.answer_size();
    const answer = Buffer.from(view(wasm.answer(), n)).toString("utf8");
    return { rc, answer };
  }

  // The answer itself, or {error, message, at}.
  function ask(f, ...args) {
    return JSON.parse(call(f, ...args).answer);
  }

  // A command: its result.
  function run(f, ...args) {
    return withCopies(args, (flat) => f(...flat));
  }

  return { wasm, memory, view, bytes, text, call, ask, run };
}
