// Draws a graph onto a canvas, or as SVG: both through the same few strokes.
import { EDGE, NODE, type GraphData } from "./data";
import { curves, on, routes } from "./route";

export interface Theme {
  paper: string;
  ink: string;
  edge: string;
  transposition: string;
  current: string;
  white: string; // to move
  black: string;
  low: string; // of what is measured, as #rrggbb
  high: string;
}

// A colour between low and high, which differ in lightness too.
export function between(t: Theme, share: number): string {
  const part = (hex: string, at: number) => parseInt(hex.slice(at, at + 2), 16);
  const mixed = [1, 3, 5].map((at) => Math.round(part(t.low, at) + (part(t.high, at) - part(t.low, at)) * share));
  return `rgb(${mixed.join(" ")})`;
}

export const SHADES = 24;

export interface Scene {
  data: GraphData;
  current: number; // -1: none
  radius: number;
  theme: Theme;
  stubs: ReadonlyMap<number, number> | null; // no nodes, only texts
  joining: ReadonlySet<number> | null; // edges that say at their beginning what they are
  // Texts, in the units of the graph; none if they would be too small.
  edgeText: ((edge: number) => string) | null;
  nodeText(node: number): string;
  label(node: number): string; // a name, in a box beside the node
  wide(edge: number): number; // 0 .. 1
  measured: boolean; // positions have colours
  shade(node: number): number; // 0 .. 1; NaN: not known, or nothing is measured
}

export interface Window {
  scale: number;
  x: number; // of the graph's origin, in pixels
  y: number;
  width: number;
  height: number;
}

// What is known of a node by its shape, and whose turn it is by its fill.
type Kind = "start" | "evaluated" | "other";
const KINDS: readonly Kind[] = ["other", "evaluated", "start"];

function kindOf(flags: number): Kind {
  return flags & (NODE.root | NODE.start) ? "start" : flags & NODE.judged ? "evaluated" : "other";
}

// Below this many pixels shapes cannot be told apart.
const DOT = 3;
const WIDTHS = [1.4, 2.2, 3.4, 5];
const bucket = (share: number) => Math.min(WIDTHS.length - 1, Math.floor(Math.sqrt(share) * WIDTHS.length));

// What texts and names must not cover.
type Box = readonly [left: number, top: number, right: number, bottom: number];
const meet = (a: Box, b: Box) => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];

// `ratio`: of the canvas to the window.
export function paint(c: CanvasRenderingContext2D, w: Window, s: Scene, ratio: number): void {
  c.setTransform(ratio, 0, 0, ratio, 0, 0);
  c.fillStyle = s.theme.paper;
  c.fillRect(0, 0, w.width, w.height);
  edges(c, w, s);
  nodes(c, w, s);
  mark(c, w, s, ratio);
  const taken: Box[] = [];
  if (s.edgeText && (s.stubs || w.scale * s.radius > 5)) edgeTexts(c, w, s, s.edgeText, taken);
  nodeTexts(c, w, s, taken);
  if (w.scale * s.radius >= 4) labels(c, w, s, taken);
}

// Where the text of an edge stands: nearer to where it leads, because there edges
// of one node have parted; or nearer to where it begins, if it joins others.
function textAt({ data: g, joining, radius }: Scene, e: number): [number, number] {
  const [across, along] = joining?.has(e) ? [0.2, 0.4] : [0.8, 0.6];
  const at: [number, number] = [0, 0];
  const r = routes(g, radius);
  const last = r.start[e + 1]! - r.start[e]!;
  let i = 0;
  curves(g, r, e, (...[x1, y1, cx1, cy1, cx2, cy2, x2, y2]) => {
    if (i++ === (joining?.has(e) ? 0 : last)) [at[0], at[1]] = [on(across, x1, cx1, cx2, x2), on(along, y1, cy1, cy2, y2)];
  });
  return at;
}

function edges(c: CanvasRenderingContext2D, w: Window, { data: g, theme, radius, wide }: Scene): void {
  const curved = radius * w.scale > DOT;
  const r = curved ? routes(g, radius) : null;
  const pick = curved ? Uint8Array.from(g.from, (_, e) => bucket(wide(e))) : null;
  const strokes = curved ? WIDTHS : [1];
  const curve = (x1: number, _: number, cx1: number, cy1: number, cx2: number, cy2: number, x2: number, y2: number) => {
    if (x1 === cx1 && cx1 === x2) c.lineTo(x2 * w.scale + w.x, y2 * w.scale + w.y);
    else c.bezierCurveTo(cx1 * w.scale + w.x, cy1 * w.scale + w.y, cx2 * w.scale + w.x, cy2 * w.scale + w.y, x2 * w.scale + w.x, y2 * w.scale + w.y);
  };
  for (const transposed of [false, true])
    for (let width = 0; width < strokes.length; width++) {
      c.beginPath();
      let any = false;
      for (let e = 0; e < g.from.length; e++) {
        const flags = g.edges[e]!;
        if (!(flags & EDGE.alive) || !!(flags & EDGE.transposition) !== transposed || (pick && pick[e] !== width)) continue;
        const [a, b] = [g.from[e]!, g.to[e]!];
        const [x1, y1] = [g.xy[2 * a]! * w.scale + w.x, g.xy[2 * a + 1]! * w.scale + w.y];
        const [x2, y2] = [g.xy[2 * b]! * w.scale + w.x, g.xy[2 * b + 1]! * w.scale + w.y];
        const bent = r && r.start[e] !== r.start[e + 1];
        if (!bent && (Math.max(x1, x2) < 0 || Math.min(x1, x2) > w.width)) continue;
        if (Math.max(y1, y2) < 0 || Math.min(y1, y2) > w.height || Number.isNaN(x1 + x2)) continue;
        any = true;
        c.moveTo(x1, y1);
        if (r) curves(g, r, e, curve);
        else c.lineTo(x2, y2);
      }
      if (!any) continue;
      c.strokeStyle = transposed ? theme.transposition : theme.edge;
      c.lineWidth = strokes[width]!;
      // dashes are slow, and not seen, on hairlines
      c.setLineDash(transposed && curved ? [5, 4] : []);
      c.stroke();
    }
  c.setLineDash([]);
}

function shape(c: CanvasRenderingContext2D, kind: Kind, x: number, y: number, r: number): void {
  if (kind === "start") c.rect(x - 0.9 * r, y - 0.9 * r, 1.8 * r, 1.8 * r);
  else if (kind === "evaluated") {
    c.moveTo(x, y - 1.2 * r);
    c.lineTo(x + 1.2 * r, y);
    c.lineTo(x, y + 1.2 * r);
    c.lineTo(x - 1.2 * r, y);
    c.closePath();
  } else {
    c.moveTo(x + r, y);
    c.arc(x, y, r, 0, 2 * Math.PI);
  }
}

// By whose turn it is nodes are white or black; where something is measured that fills
// them, or nothing where it is not known, and black to move has the thicker outline.
function nodes(c: CanvasRenderingContext2D, w: Window, s: Scene): void {
  const { data: g, theme, radius, stubs, measured, shade } = s;
  const r = Math.max(1, radius * w.scale);
  const dots = r <= DOT;
  // by fill and shape: 0 and 1 are what is not measured
  const piles: number[][] = Array.from({ length: 2 * (SHADES + 2) * KINDS.length }, () => []);
  for (let i = 0; i < g.nodes.length; i++) {
    const flags = g.nodes[i]!;
    if (!(flags & NODE.alive) || stubs?.has(i)) continue;
    const x = g.xy[2 * i]! * w.scale + w.x;
    const y = g.xy[2 * i + 1]! * w.scale + w.y;
    if (!(x > -2 * r && x < w.width + 2 * r && y > -2 * r && y < w.height + 2 * r)) continue;
    const share = shade(i);
    const fill = Number.isNaN(share) ? 0 : 1 + Math.round(share * SHADES);
    piles[((fill * 2 + (flags & NODE.black ? 1 : 0)) * KINDS.length + KINDS.indexOf(kindOf(flags)))]!.push(x, y);
  }
  piles.forEach((pile, at) => {
    if (pile.length === 0) return;
    const kind = KINDS[at % KINDS.length]!;
    const black = Math.floor(at / KINDS.length) % 2 === 1;
    const fill = Math.floor(at / KINDS.length / 2);
    c.beginPath();
    for (let i = 0; i < pile.length; i += 2)
      if (dots) c.rect(pile[i]! - r, pile[i + 1]! - r, 2 * r, 2 * r);
      else shape(c, kind, pile[i]!, pile[i + 1]!, r);
    // a dot has no outline: one of the paper's colour would not be seen
    c.fillStyle = fill > 0 ? between(theme, (fill - 1) / SHADES) : dots ? (black ? theme.ink : theme.edge) : measured ? theme.paper : black ? theme.black : theme.white;
    c.fill();
    if (dots) return;
    c.strokeStyle = theme.ink;
    c.lineWidth = measured && black ? Math.max(2, r * 0.36) : Math.max(1.2, r * 0.16);
    c.stroke();
  });
}

// Where one stands.
export function mark(c: CanvasRenderingContext2D, w: Window, s: Scene, ratio: number): void {
  const { data: g, theme, radius, current } = s;
  if (current < 0 || !(g.nodes[current]! & NODE.alive)) return;
  c.setTransform(ratio, 0, 0, ratio, 0, 0);
  const [x, y] = [g.xy[2 * current]! * w.scale + w.x, g.xy[2 * current + 1]! * w.scale + w.y];
  const big = Math.max(5, radius * w.scale);
  c.beginPath();
  c.arc(x, y, big * 1.75, 0, 2 * Math.PI);
  c.fillStyle = theme.paper;
  c.fill();
  c.strokeStyle = theme.current;
  c.lineWidth = 3;
  c.stroke();
  c.beginPath();
  shape(c, kindOf(g.nodes[current]!), x, y, big);
  c.fillStyle = theme.current;
  c.fill();
}

const FONT = "system-ui, sans-serif";

function edgeTexts(c: CanvasRenderingContext2D, w: Window, s: Scene, text: (edge: number) => string, taken: Box[]): void {
  const { data: g, theme } = s;
  c.font = `${Math.min(14, Math.max(11, 12 * w.scale))}px ${FONT}`;
  c.textAlign = "center";
  c.textBaseline = "middle";
  c.lineWidth = 4;
  c.lineJoin = "round";
  c.strokeStyle = theme.paper;
  for (let e = 0; e < g.from.length; e++) {
    if (!(g.edges[e]! & EDGE.alive)) continue;
    const at = textAt(s, e);
    const [x, y] = [at[0] * w.scale + w.x, at[1] * w.scale + w.y];
    if (!(x >= 0 && x <= w.width && y >= 0 && y <= w.height)) continue;
    const t = text(e);
    if (!t) continue;
    c.fillStyle = g.edges[e]! & EDGE.transposition ? theme.transposition : theme.ink;
    c.strokeText(t, x, y);
    c.fillText(t, x, y);
    taken.push([x - t.length * 3.5, y - 7, x + t.length * 3.5, y + 7]);
  }
}

function nodeTexts(c: CanvasRenderingContext2D, w: Window, s: Scene, taken: Box[]): void {
  const { data: g, theme, radius, nodeText } = s;
  c.font = `600 12px ${FONT}`;
  c.textAlign = "center";
  c.textBaseline = "bottom";
  c.lineWidth = 3;
  c.strokeStyle = theme.paper;
  c.fillStyle = theme.ink;
  const few = g.nodes.length < 500;
  for (let i = 0; i < g.nodes.length; i++) {
    const flags = g.nodes[i]!;
    if (!(flags & NODE.alive) || (!few && !(flags & (NODE.root | NODE.start)))) continue;
    const t = nodeText(i);
    if (!t) continue;
    const x = g.xy[2 * i]! * w.scale + w.x;
    const y = g.xy[2 * i + 1]! * w.scale + w.y + (s.stubs?.has(i) ? 6 : -radius * w.scale * (i === s.current ? 1.9 : 1.3) - 2);
    c.strokeText(t, x, y);
    c.fillText(t, x, y);
    taken.push([x - t.length * 3.6, y - 13, x + t.length * 3.6, y]);
  }
}

const MOST_LABELS = 80;

// Names of positions, those further up first; one that would cover another, a node
// or a move is left out.
function labels(c: CanvasRenderingContext2D, w: Window, s: Scene, taken: Box[]): void {
  const { data: g, theme, radius, label } = s;
  const r = radius * w.scale;
  const here: number[] = [];
  for (let i = 0; i < g.nodes.length; i++) {
    const [x, y] = [g.xy[2 * i]! * w.scale + w.x, g.xy[2 * i + 1]! * w.scale + w.y];
    if (!(g.nodes[i]! & NODE.alive) || s.stubs?.has(i) || !(x >= 0 && x <= w.width && y >= 0 && y <= w.height)) continue;
    here.push(i);
    taken.push([x - r, y - r, x + r, y + r]);
  }
  if (here.length > 1000) return; // as many cannot be read
  here.sort((a, b) => (b === s.current ? 1 : 0) - (a === s.current ? 1 : 0) || g.xy[2 * a + 1]! - g.xy[2 * b + 1]!);
  c.font = `11.5px ${FONT}`;
  c.textBaseline = "middle";
  c.textAlign = "left";
  c.lineWidth = 1;
  let drawn = 0;
  for (const i of here) {
    const t = label(i);
    if (!t) continue;
    const [x, y] = [g.xy[2 * i]! * w.scale + w.x, g.xy[2 * i + 1]! * w.scale + w.y];
    const wide = c.measureText(t).width + 12;
    const off = (i === s.current ? 2 : 1.2) * r + 3;
    const place = [x + off, x - off - wide].find((left) => {
      const box: Box = [left, y - 9, left + wide, y + 9];
      return left >= 2 && left + wide <= w.width - 2 && !taken.some((other) => meet(box, other));
    });
    if (place === undefined) continue;
    taken.push([place, y - 9, place + wide, y + 9]);
    c.beginPath();
    c.roundRect(place, y - 9, wide, 18, 4);
    c.fillStyle = theme.paper;
    c.fill();
    c.strokeStyle = theme.edge;
    c.stroke();
    c.fillStyle = theme.ink;
    c.fillText(t, place + 6, y + 0.5);
    if (++drawn >= MOST_LABELS) return;
  }
}

// --- as a file -----------------------------------------------------------------

const quoted = (text: string) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);

export function svg(s: Scene, left: number, top: number, width: number, height: number): string {
  const { data: g, theme, radius: r } = s;
  const n = (v: number) => String(Math.round(v * 10) / 10);
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${n(left)} ${n(top)} ${n(width)} ${n(height)}">`,
    `<rect x="${n(left)}" y="${n(top)}" width="${n(width)}" height="${n(height)}" fill="${theme.paper}"/>`,
  ];
  const ways = routes(g, r);
  const text = (x: number, y: number, what: string, more = "") =>
    parts.push(`<text x="${n(x)}" y="${n(y)}" font-family="sans-serif" font-size="12" ${more || 'text-anchor="middle"'} fill="${theme.ink}">${quoted(what)}</text>`);
  for (let e = 0; e < g.from.length; e++) {
    if (!(g.edges[e]! & EDGE.alive)) continue;
    let d = "";
    curves(g, ways, e, (x1, y1, ...rest) => (d += `${d ? "" : `M${n(x1)} ${n(y1)}`}C${rest.map(n).join(" ")}`));
    const other = g.edges[e]! & EDGE.transposition;
    parts.push(
      `<path d="${d}" fill="none" stroke="${other ? theme.transposition : theme.edge}" stroke-width="${WIDTHS[bucket(s.wide(e))]}"` +
        `${other ? ' stroke-dasharray="6 4"' : ""}/>`,
    );
    const said = s.edgeText?.(e);
    if (said) text(...textAt(s, e), said);
  }
  for (let i = 0; i < g.nodes.length; i++) {
    if (!(g.nodes[i]! & NODE.alive)) continue;
    const [x, y] = [g.xy[2 * i]!, g.xy[2 * i + 1]!];
    const said = s.nodeText(i);
    if (s.stubs?.has(i)) {
      text(x, y, said);
      continue;
    }
    const kind = kindOf(g.nodes[i]!);
    const share = s.shade(i);
    const fill = i === s.current ? theme.current : !Number.isNaN(share) ? between(theme, share) : s.measured ? theme.paper : g.nodes[i]! & NODE.black ? theme.black : theme.white;
    const look = `fill="${fill}" stroke="${theme.ink}" stroke-width="${s.measured && g.nodes[i]! & NODE.black ? 3.6 : 1.6}"`;
    if (kind === "start") parts.push(`<rect x="${n(x - r)}" y="${n(y - r)}" width="${2 * r}" height="${2 * r}" ${look}/>`);
    else if (kind === "evaluated") parts.push(`<path d="M${n(x)} ${n(y - 1.2 * r)}l${n(1.2 * r)} ${n(1.2 * r)}l${n(-1.2 * r)} ${n(1.2 * r)}l${n(-1.2 * r)} ${n(-1.2 * r)}Z" ${look}/>`);
    else parts.push(`<circle cx="${n(x)}" cy="${n(y)}" r="${r}" ${look}/>`);
    if (said) text(x, y - r * 1.5, said);
    const name = s.label(i);
    if (name) text(x + 1.5 * r, y + 4, name, 'font-style="italic"');
  }
  parts.push("</svg>");
  return parts.join("\n");
}
