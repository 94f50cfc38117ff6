// A module of its own that lays a graph out, so that the page does not wait.
import { Wasm } from "../wasm";
import type { LayoutJob } from "./layout";

self.onmessage = async ({ data: job }: MessageEvent<LayoutJob>) => {
  const wasm = await Wasm.load(job.bytes);
  void wasm;
};
