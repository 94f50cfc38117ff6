// A module of its own that lays a graph out, so that the page does not wait.
import { Wasm } from "../../core/src/wasm";
import type { Laid, LayoutJob } from "./layout";

// How much work each picture takes: the first is there at once, the last is
// what pays for a graph of this size.
const WORK = [1_000_000, 40_000_000, 0];

const tell = (laid: Laid) => self.postMessage(laid);

self.onmessage = async ({ data: job }: MessageEvent<LayoutJob>) => {
  const wasm = await Wasm.load(job.bytes);
  const bytes = (a: Uint32Array | Float32Array) => new Uint8Array(a.buffer, a.byteOffset, a.byteLength);
  const [from, to] = [wasm.keep(bytes(job.from)), wasm.keep(bytes(job.to))];
  for (const work of WORK) {
    const xy = wasm.keep(bytes(job.xy));
    const rc = wasm.call("layout_run", job.xy.length / 2, job.from.length, from, to, xy, work);
    if (rc < 0) return tell({ refused: rc });
    const found = new Float32Array(wasm.buffer, xy, job.xy.length).slice();
    wasm.call("free", xy, job.xy.byteLength);
    tell({ xy: found, done: work === 0 });
  }
};
