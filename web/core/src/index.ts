// The package: the core, with the files that stand beside it.
import { type Core, load } from "./core.js";

export * from "./core.js";
export type * from "./types.js";
export { CoreError } from "./wasm.js";

async function file(name: string): Promise<ArrayBuffer> {
  const url = new URL(`../files/${name}`, import.meta.url);
  if (url.protocol === "file:") {
    const { readFile } = await import("node:fs/promises");
    const bytes = await readFile(url);
    return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
  }
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return answer.arrayBuffer();
}

// Loads the core, in node or in a browser.
export const open = (): Promise<Core> =>
  load({ tabiya: () => file("tabiya.wasm"), endgame: () => file("endgame.wasm"), names: () => file("names.wasm") });

// The built-in names of openings: await core.useBook(openings()).
export const openings = (): Promise<ArrayBuffer> => file("openings.txt");
