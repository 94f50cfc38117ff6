// Places for the positions of a repertoire, found in a worker by the core.
import type { Session } from "../core";
import LayoutWorker from "#layout-worker";
import bytes from "virtual:wasm";
import { NODE } from "./data";

export interface LayoutJob {
  bytes: ArrayBuffer;
  nodes: number;
  xy: Float32Array;
  flags: Uint8Array;
  from: Uint32Array;
  to: Uint32Array;
  edges: Uint8Array;
  anew: boolean;
}

let module: Promise<ArrayBuffer> | null = null;

// Nodes that have a place keep it, unless all are to be placed anew.  Gives
// pictures as they come; returns how to stop.
export function layout(session: Session, picture: (xy: Float32Array) => void, working: (on: boolean) => void, anew = false): () => void {
  const data = session.arrays();
  const placed = (i: number) => !(data.nodes[i]! & NODE.alive) || !Number.isNaN(data.xy[2 * i]!);
  if (!anew && data.nodes.every((_, i) => placed(i))) return () => {};
  const worker = new LayoutWorker();
  working(true);
  const end = () => {
    worker.terminate();
    working(false);
  };
  worker.onmessage = ({ data: { xy, done } }: MessageEvent<{ xy: Float32Array; done: boolean }>) => {
    picture(xy);
    if (done) end();
  };
  worker.onerror = end;
  module ??= bytes();
  void module.then((wasm) => {
    const job: LayoutJob = { bytes: wasm, nodes: data.nodes.length, xy: data.xy, flags: data.nodes, from: data.from, to: data.to, edges: data.edges, anew };
    worker.postMessage(job);
  });
  return end;
}
