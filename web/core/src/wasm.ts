// A module's memory: texts in, answers out.  Only core.ts and the page's worker that
// lays graphs out use it; no other file touches memory.

type Functions = Record<string, (...args: (number | bigint)[]) => number>;

// What the core refuses, with the sentence it gives.
export class CoreError extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly answer: unknown,
  ) {
    super(message);
  }
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export type Argument = number | string | Uint8Array;

export class Wasm {
  readonly #memory: WebAssembly.Memory;
  readonly #functions: Functions;

  constructor(instance: WebAssembly.Instance) {
    const { memory, ...functions } = instance.exports;
    this.#memory = memory as WebAssembly.Memory;
    this.#functions = functions as unknown as Functions;
    this.#functions._initialize?.();
  }

  static async load(bytes: ArrayBuffer): Promise<Wasm> {
    const { instance } = await WebAssembly.instantiate(bytes, {});
    return new Wasm(instance);
  }

  // Calls tby_wasm_NAME.  A text becomes an address and a length, in memory
  // for the time of the call.
  call(name: string, ...args: Argument[]): number {
    const run = this.#functions[`tby_wasm_${name}`];
    if (!run) throw new Error(`The module has no ${name}.`);
    const blocks: [at: number, size: number][] = [];
    const numbers: number[] = [];
    try {
      for (const arg of args) {
        if (typeof arg === "number") {
          numbers.push(arg);
          continue;
        }
        const bytes = typeof arg === "string" ? encoder.encode(arg) : arg;
        numbers.push(this.#keep(bytes, blocks), bytes.length);
      }
      return run(...numbers);
    } finally {
      for (const [at, size] of blocks) this.#functions.tby_wasm_free!(at, size);
    }
  }

  // Copies bytes into the module for good, and says where.
  keep(bytes: Uint8Array): number {
    return this.#keep(bytes, []);
  }

  // Arrays in memory for the time of a call.
  lend(arrays: (Uint32Array | Float32Array)[], run: (at: number[]) => void): void {
    const blocks: [number, number][] = [];
    try {
      run(arrays.map((a) => this.#keep(new Uint8Array(a.buffer, a.byteOffset, a.byteLength), blocks)));
    } finally {
      for (const [at, size] of blocks) this.#functions.tby_wasm_free!(at, size);
    }
  }

  #keep(bytes: Uint8Array, blocks: [number, number][]): number {
    if (bytes.length === 0) return 0;
    const at = this.#functions.tby_wasm_alloc!(bytes.length);
    if (at === 0) throw new Error("There is not enough memory.");
    blocks.push([at, bytes.length]);
    this.view(at, bytes.length).set(bytes);
    return at;
  }

  // Memory that grows leaves old views behind, so they are made anew.
  view(at: number, size: number): Uint8Array {
    return new Uint8Array(this.#memory.buffer, at, size);
  }

  get buffer(): ArrayBuffer {
    return this.#memory.buffer;
  }

  // A call that answers with a text.
  text(name: string, ...args: Argument[]): string {
    const rc = this.call(name, ...args);
    const text = decoder.decode(this.view(this.call("answer"), this.call("answer_size")));
    if (rc >= 0) return text;
    const refusal = JSON.parse(text) as { error: string; message: string };
    throw new CoreError(refusal.error, refusal.message, refusal);
  }

  // A call that answers in JSON.
  json<T>(name: string, ...args: Argument[]): T {
    return JSON.parse(this.text(name, ...args)) as T;
  }

  // A call that returns a code and no answer.
  command(name: string, ...args: Argument[]): void {
    this.done(name, ...args);
  }

  // The same; false if there was nothing left to do.
  done(name: string, ...args: Argument[]): boolean {
    const rc = this.call(name, ...args);
    if (rc >= 0) return rc === 0;
    throw new CoreError(String(rc), this.sentence(rc), null);
  }

  // What a code means.
  sentence(rc: number): string {
    const [at, size] = [this.call("buffer"), this.call("buffer_size")];
    return decoder.decode(this.view(at, Math.max(0, this.call("rc_text", rc, at, size))));
  }
}
