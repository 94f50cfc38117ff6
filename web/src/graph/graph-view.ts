// A graph on a canvas: pan, zoom, pick, hover.  Knows nothing of chess; what a
// node or an edge says is asked of its owner.
import { bounds, EDGE, lists, NODE, spanning, type GraphData, type Lists } from "./data";
import { focus, type Room, type Shown } from "./focus";
import { icicle, sums, type Bar } from "./icicle";
import { between, mark, paint, svg, type Scene, type Theme, type Window } from "./paint";
import { t } from "../texts";

export interface GraphOwner {
  pick(node: number): void;
  hover(node: number | null, x: number, y: number): void;
  edgeText(edge: number, from: number): string;
  label(node: number): string; // the name of a position, "" for most
  measure(): Measure;
  changed(focused: boolean): void; // only what is around the current node is shown
}

// What makes edges wide and colours nodes, here and in the overview.
export interface Measure {
  totals: boolean; // a weight counts what is below, too
  weight(node: number, leaf: boolean): number;
  shade: ((node: number) => number) | null; // 0 .. 1, NaN: not known
}

export type Mode = "auto" | "whole" | "focus";

// More nodes than this are overlooked better in the overview.
export const MANY = 500;
const RADIUS = 10;
const SMALLEST = 10; // pixels of a node that can be told from another
const NEAR = 0.1;
const FAR = 5;
const STRIP = 56; // pixels of the overview
const MARGIN = 32; // pixels around what is fitted
const TOOLS = 40; // pixels of the bar at the top

function theme(of: HTMLElement): Theme {
  const style = getComputedStyle(of);
  const get = (name: string) => style.getPropertyValue(`--graph-${name}`).trim() || "#888";
  return {
    paper: get("paper"), ink: get("ink"), edge: get("edge"), transposition: get("transposition"),
    current: get("current"), white: get("fill-white"), black: get("fill-black"), low: get("low"), high: get("high"),
  };
}

function copyOf(canvas: HTMLCanvasElement): HTMLCanvasElement {
  const copy = document.createElement("canvas");
  [copy.width, copy.height] = [canvas.width, canvas.height];
  copy.getContext("2d", { alpha: false })?.drawImage(canvas, 0, 0);
  return copy;
}

export class GraphView {
  readonly canvas = document.createElement("canvas");
  readonly overview = document.createElement("canvas");
  readonly #host: HTMLElement;
  readonly #owner: GraphOwner;
  readonly #observer: ResizeObserver;
  #data: GraphData | null = null;
  #out!: Lists;
  #into!: Lists;
  #tree!: { order: number[]; by: Int32Array; depth: Uint32Array };
  #theme: Theme | null = null;
  #sums: Float64Array | null = null; // what is measured of each node with all below it
  #most = 0;
  #shades: Float32Array | null = null;
  #bars: Bar[] | null = null;
  #plate: HTMLCanvasElement | null = null; // the overview without where one stands
  #stale = true; // the overview; it does not move with the graph
  #still: { place: string; canvas: HTMLCanvasElement | null } | null = null; // see #drawMany()
  #shown: Shown | null = null; // in focus
  #alive = 0;
  #current = -1;
  #way: readonly number[] = []; // the edges by which one came
  #mode: Mode = "auto";
  #labels = false;
  #window: Window = { scale: 1, x: 0, y: 0, width: 0, height: 0 };
  #frame = 0;
  #moved = false; // by the user: a new graph is not fitted then

  constructor(host: HTMLElement, owner: GraphOwner) {
    this.#host = host;
    this.#owner = owner;
    this.canvas.className = "graph";
    this.overview.className = "overview";
    for (const canvas of [this.canvas, this.overview]) canvas.setAttribute("aria-hidden", "true");
    host.append(this.canvas, this.overview);
    this.#observer = new ResizeObserver(() => this.#resize());
    this.#observer.observe(host);
    this.#listen();
    this.#resize();
  }

  destroy(): void {
    cancelAnimationFrame(this.#frame);
    this.#observer.disconnect();
    this.canvas.remove();
    this.overview.remove();
  }

  // --- what is shown ----------------------------------------------------------

  set(data: GraphData): void {
    const first = this.#data === null;
    this.#data = data;
    this.#out = lists(data, "from");
    this.#into = lists(data, "to");
    this.#tree = spanning(data, this.#out);
    this.#forget();
    this.#alive = 0;
    for (const flags of data.nodes) if (flags & NODE.alive) this.#alive++;
    this.#choose();
    if (first || !this.#moved) this.fit();
    this.redraw();
  }

  // Where one stands, and by which edges one came if that is known.
  current(node: number | null, way: readonly number[] = []): void {
    this.#current = node ?? -1;
    this.#way = way;
    this.#stale = true;
    this.#choose();
    if (this.#shown) this.fit();
    else this.#reveal();
    this.redraw();
  }

  strip(on: boolean): void {
    this.overview.hidden = !on;
    this.#stale = true;
    this.#choose();
    if (!this.#moved) this.fit();
    this.redraw();
  }

  labels(on: boolean): void {
    this.#labels = on;
    this.#still = null;
    this.redraw();
  }

  mode(mode: Mode): void {
    this.#mode = mode;
    this.#choose();
    this.fit();
    // what would be too small to be read is seen around where one stands
    const [scale, g, at] = [this.#window.scale, this.#data, 2 * this.#current];
    if (this.#shown || !g || at < 0 || Number.isNaN(g.xy[at]!) || 2 * RADIUS * scale >= SMALLEST) return;
    this.#window.scale = SMALLEST / (2 * RADIUS);
    this.#center(g.xy[at]!, g.xy[at + 1]!);
    this.#moved = true;
  }

  // A new theme, new weights or new names.
  refresh(): void {
    this.#theme = null;
    this.#forget();
    this.redraw();
  }

  #forget(): void {
    this.#sums = null;
    this.#shades = null;
    this.#bars = null;
    this.#plate = null;
    this.#still = null;
    this.#stale = true;
  }

  // The whole is shown where its nodes are large enough to be read.
  #choose(): void {
    const wanted = this.#mode === "focus" || (this.#mode === "auto" && this.#data !== null && 2 * RADIUS * this.#fitting(this.#data) < SMALLEST);
    const there = this.#data && this.#current >= 0 && this.#data.nodes[this.#current]! & NODE.alive;
    const before = this.#shown !== null;
    this.#shown = wanted && there ? focus(this.#data!, this.#out, this.#into, this.#wayHere(), this.#current, this.#room()) : null;
    if (before !== (this.#shown !== null)) this.#owner.changed(!before);
  }

  // As one came; or else the shortest.
  #wayHere(): readonly number[] {
    const { from, to, edges } = this.#data!;
    const sound = this.#way.every((e, i) => edges[e]! & EDGE.alive && to[e] === (i + 1 < this.#way.length ? from[this.#way[i + 1]!] : this.#current));
    if (sound && this.#way.length > 0) return this.#way;
    const way: number[] = [];
    for (let e = this.#tree.by[this.#current]!; e >= 0; e = this.#tree.by[from[e]!]!) way.push(e);
    return way.reverse();
  }

  #room(): Room {
    const { width, height } = this.#window;
    return { width: width - 2 * MARGIN, height: height - this.#strip() - TOOLS - 2 * MARGIN, text: (e) => this.#text(e) };
  }

  #strip = () => (this.overview.hidden ? 0 : STRIP);

  #scene(): Scene | null {
    if (!this.#data) return null;
    const shown = this.#shown;
    const data = shown?.data ?? this.#data;
    return {
      data,
      current: shown ? shown.node.indexOf(this.#current) : this.#current,
      radius: RADIUS,
      stubs: shown?.stub ?? null,
      joining: shown?.joining ?? null,
      theme: (this.#theme ??= theme(this.#host)),
      edgeText: shown
        ? (e) => this.#shortText(shown, e)
        : this.#labels
          ? (e) => this.#text(e)
          : null,
      nodeText: (i) => {
        const more = shown?.stub.get(i);
        if (more) return `+${more}`;
        if (data.nodes[i]! & (NODE.root | NODE.start)) return t("Start");
        // where no edge says it
        return i === this.#current && !shown && !this.#labels ? this.#text(this.#wayHere().at(-1) ?? -1) : "";
      },
      label: (i) => (data.nodes[i]! & (NODE.root | NODE.start) ? "" : this.#owner.label(shown ? shown.node[i]! : i)),
      wide: (e) => this.#share(shown ? shown.edge[e]! : e),
      measured: this.#owner.measure().shade !== null,
      shade: (i) => this.#shade(shown ? shown.node[i]! : i),
    };
  }

  // In focus; moves that are left out after it are dots, unless nothing may be said.
  #shortText(shown: Shown, e: number): string {
    const text = shown.edge[e]! < 0 || shown.mute.has(e) ? "" : this.#text(shown.edge[e]!);
    return text && shown.folded[e]! > 0 ? `${text} …` : text;
  }

  // How much of all that is measured goes over an edge.
  #share(edge: number): number {
    if (edge < 0) return 0;
    const sum = this.#measured();
    return this.#most > 0 ? Math.min(1, sum[this.#data!.to[edge]!]! / this.#most) : 0;
  }

  #shade(node: number): number {
    if (!this.#shades) {
      const { shade } = this.#owner.measure();
      this.#shades = new Float32Array(this.#data!.nodes.length).fill(NaN);
      if (shade) for (let i = 0; i < this.#shades.length; i++) this.#shades[i] = shade(i);
    }
    return this.#shades[node] ?? NaN;
  }

  #measured(): Float64Array {
    if (!this.#sums) {
      const { totals, weight } = this.#owner.measure();
      const data = this.#data!;
      this.#sums = sums(data, this.#tree, (n) => weight(n, !!(data.nodes[n]! & NODE.leaf)), totals);
      this.#most = this.#sums.reduce((a, b) => Math.max(a, b), 0);
    }
    return this.#sums;
  }

  #text(edge: number): string {
    return edge < 0 ? "" : this.#owner.edgeText(edge, this.#data!.from[edge]!);
  }

  // --- where one looks ----------------------------------------------------------

  // How large all of it can be drawn.
  #fitting(data: GraphData, b = bounds(data)): number {
    const scale = Math.min(
      (this.#window.width - MARGIN * 2) / Math.max(1, b.right - b.left),
      (this.#window.height - this.#strip() - TOOLS - MARGIN * 2) / Math.max(1, b.bottom - b.top),
    );
    // a large graph may have to be smaller than one can zoom by hand
    return Math.min(1.5, Math.max(0.005, scale));
  }

  fit(): void {
    const data = this.#shown?.data ?? this.#data;
    if (!data || this.#window.width === 0) return;
    const b = bounds(data);
    this.#window.scale = this.#fitting(data, b);
    this.#center((b.left + b.right) / 2, (b.top + b.bottom) / 2 + (this.#strip() - TOOLS) / 2 / this.#window.scale);
    this.#moved = false;
  }

  #center(x: number, y: number): void {
    this.#window.x = this.#window.width / 2 - x * this.#window.scale;
    this.#window.y = this.#window.height / 2 - y * this.#window.scale;
    this.redraw();
  }

  // Brings the current node into sight if it is out of it.
  #reveal(): void {
    const g = this.#data;
    if (!g || this.#current < 0) return;
    const { scale, x, y, width, height } = this.#window;
    const [px, py] = [g.xy[2 * (this.#current)]! * scale + x, g.xy[2 * (this.#current) + 1]! * scale + y];
    if (px < 20 || py < 20 || px > width - 20 || py > height - 20) this.#center(g.xy[2 * (this.#current)]!, g.xy[2 * (this.#current) + 1]!);
  }

  zoom(factor: number, px = this.#window.width / 2, py = this.#window.height / 2): void {
    const w = this.#window;
    const least = Math.min(NEAR, w.scale);
    const scale = Math.min(FAR, Math.max(least, w.scale * factor));
    w.x = px - ((px - w.x) / w.scale) * scale;
    w.y = py - ((py - w.y) / w.scale) * scale;
    w.scale = scale;
    this.#moved = true;
    this.redraw();
  }

  pan(dx: number, dy: number): void {
    this.#window.x += dx;
    this.#window.y += dy;
    this.#moved = true;
    this.redraw();
  }

  // --- drawing --------------------------------------------------------------------

  redraw(): void {
    if (this.#frame) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.draw();
    });
  }

  draw(): void {
    const scene = this.#scene();
    const context = this.canvas.getContext("2d", { alpha: false });
    if (!scene || !context || this.#window.width === 0) return;
    const w = this.#window;
    const begin = performance.now();
    if (this.#shown || this.#alive <= MANY) paint(context, w, scene, devicePixelRatio || 1);
    else this.#drawMany(context, scene, devicePixelRatio || 1);
    if (!this.overview.hidden && this.#stale) this.#drawOverview(scene.theme);
    this.canvas.dataset.milliseconds = (performance.now() - begin).toFixed(2); // for bench/web.mjs
  }

  // A step among many positions moves the mark alone: all else is kept as a picture,
  // which is made when the same is drawn a second time.
  #drawMany(c: CanvasRenderingContext2D, scene: Scene, ratio: number): void {
    const { scale, x, y, width, height } = this.#window;
    const place = [scale, x, y, width, height, ratio].join();
    if (this.#still?.canvas && this.#still.place === place) {
      c.setTransform(1, 0, 0, 1, 0, 0);
      c.drawImage(this.#still.canvas, 0, 0);
    } else {
      paint(c, this.#window, { ...scene, current: -1 }, ratio);
      const again = this.#still?.place === place;
      this.#still = { place, canvas: again ? copyOf(this.canvas) : null };
    }
    mark(c, this.#window, scene, ratio);
  }

  // The bars of the overview, and how high each is.
  #overviewed(data: GraphData): { bars: readonly Bar[]; row: number } {
    const bars = (this.#bars ??= icicle(data, this.#out, this.#tree, this.#measured(), 1 / Math.max(1, this.overview.width)));
    return { bars, row: Math.max(2, STRIP / (bars.reduce((d, b) => Math.max(d, b.depth), 0) + 1)) };
  }

  // The bars change with what is measured, not with where one stands.
  #drawPlate(t: Theme, width: number, height: number): HTMLCanvasElement {
    const plate = document.createElement("canvas");
    [plate.width, plate.height] = [width, height];
    const c = plate.getContext("2d")!;
    const { bars, row } = this.#overviewed(this.#data!);
    const plain = !this.#owner.measure().shade;
    const colours = Array.from({ length: 65 }, (_, i) => between(t, i / 64));
    c.lineWidth = 1;
    c.strokeStyle = t.edge;
    for (const bar of bars) {
      const share = plain ? 0.75 : this.#shade(bar.node);
      const box = [bar.left * width, bar.depth * row, Math.max(1, bar.width * width - 1), row - 0.5] as const;
      if (Number.isNaN(share)) {
        // what is not known is hollow
        c.strokeRect(box[0] + 0.5, box[1] + 0.5, Math.max(0.5, box[2] - 1), row - 1.5);
        continue;
      }
      c.fillStyle = colours[Math.round(share * 64)]!;
      c.fillRect(...box);
    }
    return plate;
  }

  #drawOverview(t: Theme): void {
    const c = this.overview.getContext("2d");
    if (!c || !this.#data) return;
    this.#stale = false;
    const { width, height } = this.overview;
    this.#plate ??= this.#drawPlate(t, width, height);
    const { bars, row } = this.#overviewed(this.#data);
    c.clearRect(0, 0, width, height);
    c.drawImage(this.#plate, 0, 0);
    const here = bars.find((b) => b.node === this.#current);
    if (!here) return;
    const box = [here.left * width, here.depth * row, Math.max(3, here.width * width), row] as const;
    c.fillStyle = t.current;
    c.fillRect(...box);
    c.strokeStyle = t.ink;
    c.lineWidth = 2;
    c.strokeRect(...box);
  }

  #resize(): void {
    const box = this.#host.getBoundingClientRect();
    const ratio = devicePixelRatio || 1;
    const first = this.#window.width === 0;
    this.#window.width = box.width;
    this.#window.height = box.height;
    this.canvas.width = Math.round(box.width * ratio);
    this.canvas.height = Math.round(box.height * ratio);
    this.overview.width = Math.round(box.width);
    this.overview.height = STRIP;
    this.#bars = null;
    this.#plate = null;
    this.#stale = true;
    this.#choose();
    if (first || !this.#moved) this.fit();
    this.redraw();
  }

  // --- pointer ----------------------------------------------------------------------

  // The node at a place of the canvas, as the owner numbers it; a stub is the
  // node whose moves it stands for.
  at(px: number, py: number): number | null {
    const data = this.#shown?.data ?? this.#data;
    if (!data) return null;
    const { scale, x, y } = this.#window;
    const reach = Math.max(RADIUS * 1.3, 12 / scale);
    const [gx, gy] = [(px - x) / scale, (py - y) / scale];
    let best: number | null = null;
    let nearest = reach * reach;
    for (let i = 0; i < data.nodes.length; i++) {
      if (!(data.nodes[i]! & NODE.alive)) continue;
      const d = (data.xy[2 * i]! - gx) ** 2 + (data.xy[2 * i + 1]! - gy) ** 2;
      if (d < nearest) [nearest, best] = [d, i];
    }
    return best === null || !this.#shown ? best : this.#shown.node[best]!;
  }

  #listen(): void {
    const down = new Map<number, { x: number; y: number }>();
    let travelled = 0;
    const { canvas } = this;
    canvas.addEventListener("pointerdown", (e) => {
      canvas.setPointerCapture(e.pointerId);
      down.set(e.pointerId, { x: e.offsetX, y: e.offsetY });
      travelled = 0;
    });
    canvas.addEventListener("pointermove", (e) => {
      const last = down.get(e.pointerId);
      if (!last) {
        this.#owner.hover(this.at(e.offsetX, e.offsetY), e.offsetX, e.offsetY);
        return;
      }
      const other = [...down.entries()].find(([id]) => id !== e.pointerId)?.[1];
      if (other) {
        const before = Math.hypot(last.x - other.x, last.y - other.y) || 1;
        const after = Math.hypot(e.offsetX - other.x, e.offsetY - other.y);
        this.zoom(after / before, (other.x + e.offsetX) / 2, (other.y + e.offsetY) / 2);
      } else this.pan(e.offsetX - last.x, e.offsetY - last.y);
      travelled += Math.hypot(e.offsetX - last.x, e.offsetY - last.y);
      down.set(e.pointerId, { x: e.offsetX, y: e.offsetY });
    });
    const up = (e: PointerEvent) => {
      const was = down.delete(e.pointerId);
      if (!was || travelled > 5 || e.type !== "pointerup") return;
      const node = this.at(e.offsetX, e.offsetY);
      if (node !== null) this.#owner.pick(node);
    };
    canvas.addEventListener("pointerup", up);
    canvas.addEventListener("pointercancel", up);
    canvas.addEventListener("pointerleave", () => this.#owner.hover(null, 0, 0));
    canvas.addEventListener(
      "wheel",
      (e) => {
        e.preventDefault();
        this.zoom(Math.exp(-e.deltaY * (e.deltaMode ? 0.05 : 0.0015)), e.offsetX, e.offsetY);
      },
      { passive: false },
    );
    this.overview.addEventListener("click", (e) => {
      if (!this.#data) return;
      const { bars, row } = this.#overviewed(this.#data);
      const depth = Math.floor(e.offsetY / row);
      const x = e.offsetX / this.overview.clientWidth;
      const bar = bars.find((b) => b.depth === depth && x >= b.left && x < b.left + b.width);
      if (bar) this.#owner.pick(bar.node);
    });
  }

  // --- as a file ----------------------------------------------------------------------

  toSVG(): string {
    const scene = this.#scene();
    if (!scene) return "";
    const b = bounds(scene.data);
    return svg(scene, b.left - MARGIN, b.top - MARGIN, b.right - b.left + 2 * MARGIN, b.bottom - b.top + 2 * MARGIN);
  }

  toPNG(): Promise<Blob | null> {
    const scene = this.#scene();
    const canvas = document.createElement("canvas");
    const context = canvas.getContext("2d");
    if (!scene || !context) return Promise.resolve(null);
    const b = bounds(scene.data);
    const [width, height] = [b.right - b.left + 2 * MARGIN, b.bottom - b.top + 2 * MARGIN];
    // what browsers allow for a canvas
    const scale = Math.min(2, 8000 / Math.max(width, height));
    canvas.width = Math.ceil(width * scale);
    canvas.height = Math.ceil(height * scale);
    paint(context, { scale: 1, x: MARGIN - b.left, y: MARGIN - b.top, width, height }, scene, scale);
    return new Promise((done) => canvas.toBlob(done, "image/png"));
  }
}
