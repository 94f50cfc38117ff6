// Places for the positions of a repertoire, found in a worker by the core.
import LayoutWorker from "#layout-worker";
import bytes from "virtual:bytes/wasm";
import type { Session } from "../core";
import { fail } from "../state/app";

export interface LayoutJob {
  bytes: ArrayBuffer;
  from: Uint32Array;
  to: Uint32Array;
  xy: Float32Array; // nodes that have a place stay near it; NaN: no place
}

let module: Promise<ArrayBuffer> | null = null;

// Places what has no place, or everything anew.  `placed` is told after each
// picture; returns how to stop.
export function layout(session: Session, anew: boolean, placed: () => void, working: (on: boolean) => void): () => void {
  const { nodes, from, to, xy } = session.drawing();
  if (!anew && !xy.some(Number.isNaN)) return () => {};
  const worker = new LayoutWorker();
  let over = false;
  const end = () => {
    if (over) return;
    over = true;
    worker.terminate();
    working(false);
  };
  working(true);
  worker.onmessage = ({ data }: MessageEvent<{ xy: Float32Array; done: boolean }>) => {
    if (over) return;
    session.place(nodes, data.xy);
    placed();
    if (data.done) end();
  };
  worker.onerror = (event) => {
    end();
    fail(new Error(`The graph could not be laid out: ${event.message ?? "the browser refuses workers here"}`));
  };
  module ??= bytes();
  void module.then((wasm) => {
    const job: LayoutJob = { bytes: wasm, from, to, xy: anew ? xy.map(() => NaN) : xy };
    if (!over) worker.postMessage(job);
  });
  return end;
}
