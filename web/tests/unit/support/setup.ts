// What a browser has and the simulated one, or an old Node, has not.
import { Duplex } from "node:stream";
import { createDeflateRaw, createInflateRaw } from "node:zlib";
import { memory } from "./kept";

// a desk, with room for three columns
(window as unknown as { happyDOM: { setViewport(v: object): void } }).happyDOM.setViewport({
  width: 1440,
  height: 900,
});

globalThis.indexedDB ??= memory as unknown as IDBFactory;

// Node 18 does not know the format of links
function raw<T extends typeof CompressionStream | typeof DecompressionStream>(known: T, make: () => Duplex): T {
  try {
    new known("deflate-raw");
    return known;
  } catch {
    return class {
      constructor() {
        return (Duplex as unknown as { toWeb(of: Duplex): object }).toWeb(make());
      }
    } as unknown as T;
  }
}
globalThis.CompressionStream = raw(CompressionStream, createDeflateRaw);
globalThis.DecompressionStream = raw(DecompressionStream, createInflateRaw);

// a canvas that takes every stroke and shows none
const strokes = new Proxy({}, { get: (_, name) => (name === "measureText" ? () => ({ width: 10 }) : () => undefined), set: () => true });
HTMLCanvasElement.prototype.getContext = (() => strokes) as unknown as HTMLCanvasElement["getContext"];

// places of pieces are not looked at here, only which are there
const list = { appendItem: () => {}, getItem: () => ({ setTranslate() {}, setScale() {} }), numberOfItems: 1 };
Object.assign(SVGElement.prototype, { createSVGTransform: () => ({ setTranslate() {}, setScale() {} }) });
Object.defineProperty(SVGElement.prototype, "transform", { get: () => ({ baseVal: list }), configurable: true });
Object.defineProperty(HTMLElement.prototype, "clientWidth", { get: () => 400, configurable: true });
Object.defineProperty(HTMLElement.prototype, "clientHeight", { get: () => 400, configurable: true });

// nobody watches pieces move
const { matchMedia } = globalThis;
globalThis.matchMedia = (query) => (query.includes("prefers-reduced-motion") ? Object.assign(new EventTarget(), { matches: true, media: query }) as MediaQueryList : matchMedia(query));
