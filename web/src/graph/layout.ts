// Places for the positions of a repertoire, found in a worker by a module of its
// own.
import LayoutWorker from "#layout-worker";
import bytes from "virtual:bytes/layout.wasm";
import { answers, OFFLINE } from "../api";
import { core, type Session } from "../core";
import { fail } from "../state/app";
import { t } from "../texts";

export interface LayoutJob {
  bytes: ArrayBuffer;
  from: Uint32Array;
  to: Uint32Array;
  xy: Float32Array; // nodes that have a place stay near it; NaN: no place
}

// A picture, or the code that says why there is none.
export type Laid = { xy: Float32Array; done: boolean } | { refused: number };

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
  const refuse = (why: string) => {
    if (over) return;
    end();
    fail(new Error(t("The graph could not be laid out: {why}", { why })));
  };
  const missing = async (why: string) => refuse((await answers()) ? why : OFFLINE);
  worker.onmessage = ({ data }: MessageEvent<Laid>) => {
    // another repertoire may have been opened meanwhile
    if (session.closed) end();
    if (over) return;
    if ("refused" in data) return refuse(core().sentence(data.refused));
    session.place(nodes, data.xy);
    placed();
    if (data.done) end();
  };
  worker.onerror = (event) => (event.message ? refuse(event.message) : void missing(t("The browser refuses workers here.")));
  module ??= bytes();
  module.then(
    (wasm) => {
      const job: LayoutJob = { bytes: wasm, from, to, xy: anew ? xy.map(() => NaN) : xy };
      if (!over) worker.postMessage(job);
    },
    (error: Error) => {
      module = null; // it may come the next time
      void missing(error.message);
    },
  );
  return end;
}
