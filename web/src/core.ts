// The C core, as the page loads it; no other file of the page calls it.
import bytes from "virtual:bytes/tabiya.wasm";
import endgame from "virtual:bytes/endgame.wasm";
import names from "virtual:bytes/names.wasm";
import { signal } from "@preact/signals";
import { load } from "../core/src/core";

export * from "../core/src/core";

// Modules are read before the core is there: an effect that asks it reads this.
export const loaded = signal(false);

export async function loadCore(tabiya: () => Promise<ArrayBuffer> = bytes): Promise<void> {
  await load({ tabiya, endgame, names });
  loaded.value = true;
}
