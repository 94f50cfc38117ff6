// Draws a graph onto a canvas, or as SVG: both through the same few strokes.
import { EDGE, NODE, type GraphData } from "./data";

export interface Theme {
  paper: string;
  ink: string;
  edge: string;
  transposition: string;
  current: string;
  start: string;
  evaluated: string;
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
}

export interface Window {
  scale: number;
  x: number; // of the graph's origin, in pixels
  y: number;
  width: number;
  height: number;
}

type Kind = "start" | "evaluated" | "white" | "black";

function kindOf(flags: number): Kind {
  if (flags & (NODE.root | NODE.start)) return "start";
  if (flags & NODE.judged) return "evaluated";
  return flags & NODE.black ? "black" : "white";
}

const KINDS: readonly Kind[] = ["black", "white", "evaluated", "start"];

// Below this many pixels shapes cannot be told apart.
const DOT = 3;

// `ratio`: of the canvas to the window.
export function paint(c: CanvasRenderingContext2D, w: Window, s: Scene, ratio: number): void {
  c.setTransform(ratio, 0, 0, ratio, 0, 0);
  c.fillStyle = s.theme.paper;
  c.fillRect(0, 0, w.width, w.height);
  edges(c, w, s);
  nodes(c, w, s);
  if (s.edgeText && (s.stubs || w.scale * s.radius > 5)) edgeTexts(c, w, s, s.edgeText);
  nodeTexts(c, w, s);
}

// The bend of an edge: a little to one side, so that edges between the same
// rows part.
export function bend(x1: number, y1: number, x2: number, y2: number): [number, number] {
  return [(x1 + x2) / 2 + (x2 - x1) * 0.18, (y1 + y2) / 2 - (y2 - y1) * 0.12];
}

// Where the text of an edge stands: nearer to where it leads, because there edges
// of one node have parted; or nearer to where it begins, if it joins others.
function textAt({ data: g, joining }: Scene, e: number): [number, number] {
  const [a, b] = [2 * g.from[e]!, 2 * g.to[e]!];
  const [x1, y1, x2, y2] = [g.xy[a]!, g.xy[a + 1]!, g.xy[b]!, g.xy[b + 1]!];
  const [x, y] = bend(x1, y1, x2, y2);
  const t = joining?.has(e) ? 0.35 : 0.62;
  const on = (p: number, q: number, r: number) => (1 - t) ** 2 * p + 2 * t * (1 - t) * q + t * t * r;
  return [on(x1, x, x2), on(y1, y, y2)];
}

function edges(c: CanvasRenderingContext2D, w: Window, { data: g, theme, radius }: Scene): void {
  const curved = radius * w.scale > DOT;
  for (const transposed of [false, true]) {
    c.beginPath();
    for (let e = 0; e < g.from.length; e++) {
      const flags = g.edges[e]!;
      if (!(flags & EDGE.alive) || !!(flags & EDGE.transposition) !== transposed) continue;
      const [a, b] = [g.from[e]!, g.to[e]!];
      const [x1, y1] = [g.xy[2 * a]! * w.scale + w.x, g.xy[2 * a + 1]! * w.scale + w.y];
      const [x2, y2] = [g.xy[2 * b]! * w.scale + w.x, g.xy[2 * b + 1]! * w.scale + w.y];
      if (Math.max(x1, x2) < 0 || Math.min(x1, x2) > w.width || Math.max(y1, y2) < 0 || Math.min(y1, y2) > w.height) continue;
      c.moveTo(x1, y1);
      if (curved) c.quadraticCurveTo(...bend(x1, y1, x2, y2), x2, y2);
      else c.lineTo(x2, y2);
    }
    c.strokeStyle = transposed ? theme.transposition : theme.edge;
    c.lineWidth = curved ? 1.5 : 1;
    // dashes are slow, and not seen, on hairlines
    c.setLineDash(transposed && curved ? [6, 4] : []);
    c.stroke();
  }
  c.setLineDash([]);
}

function shape(c: CanvasRenderingContext2D, kind: Kind, x: number, y: number, r: number): void {
  if (kind === "start") c.rect(x - r, y - r, 2 * r, 2 * r);
  else if (kind === "evaluated") {
    c.moveTo(x, y - 1.25 * r);
    c.lineTo(x + 1.25 * r, y);
    c.lineTo(x, y + 1.25 * r);
    c.lineTo(x - 1.25 * r, y);
    c.closePath();
  } else {
    c.moveTo(x + r, y);
    c.arc(x, y, r, 0, 2 * Math.PI);
  }
}

function nodes(c: CanvasRenderingContext2D, w: Window, { data: g, theme, radius, current, stubs }: Scene): void {
  const r = Math.max(1, radius * w.scale);
  const dots = r <= DOT;
  const draw = (i: number, kind: Kind) => {
    const x = g.xy[2 * i]! * w.scale + w.x;
    const y = g.xy[2 * i + 1]! * w.scale + w.y;
    if (!(x > -2 * r && x < w.width + 2 * r && y > -2 * r && y < w.height + 2 * r)) return;
    if (dots) c.rect(x - r, y - r, 2 * r, 2 * r);
    else shape(c, kind, x, y, r);
  };
  for (const kind of KINDS) {
    c.beginPath();
    for (let i = 0; i < g.nodes.length; i++) if (g.nodes[i]! & NODE.alive && kindOf(g.nodes[i]!) === kind && !stubs?.has(i)) draw(i, kind);
    c.fillStyle = theme[kind];
    c.fill();
    // white to move has an outline, black to move has none
    if (!dots && kind !== "black") {
      c.strokeStyle = theme.ink;
      c.lineWidth = 1;
      c.stroke();
    }
  }
  if (current >= 0 && g.nodes[current]! & NODE.alive) {
    const [x, y] = [g.xy[2 * current]! * w.scale + w.x, g.xy[2 * current + 1]! * w.scale + w.y];
    const big = Math.max(6, r);
    c.beginPath();
    shape(c, kindOf(g.nodes[current]!), x, y, big);
    c.fillStyle = theme.current;
    c.fill();
    c.beginPath();
    c.arc(x, y, big * 1.7, 0, 2 * Math.PI);
    c.strokeStyle = theme.current;
    c.lineWidth = 3;
    c.stroke();
  }
}

const FONT = "system-ui, sans-serif";

function edgeTexts(c: CanvasRenderingContext2D, w: Window, s: Scene, text: (edge: number) => string): void {
  const { data: g, theme } = s;
  c.font = `${Math.min(14, Math.max(10, 11 * w.scale))}px ${FONT}`;
  c.textAlign = "center";
  c.textBaseline = "middle";
  c.lineWidth = 3;
  c.strokeStyle = theme.paper;
  c.fillStyle = theme.ink;
  for (let e = 0; e < g.from.length; e++) {
    if (!(g.edges[e]! & EDGE.alive)) continue;
    const at = textAt(s, e);
    const [x, y] = [at[0] * w.scale + w.x, at[1] * w.scale + w.y];
    if (x < 0 || x > w.width || y < 0 || y > w.height) continue;
    const t = text(e);
    c.strokeText(t, x, y);
    c.fillText(t, x, y);
  }
}

function nodeTexts(c: CanvasRenderingContext2D, w: Window, s: Scene): void {
  const { data: g, theme, radius, nodeText } = s;
  c.font = `bold 12px ${FONT}`;
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
    const y = g.xy[2 * i + 1]! * w.scale + w.y + (s.stubs?.has(i) ? 6 : -radius * w.scale * 1.4 - 2);
    c.strokeText(t, x, y);
    c.fillText(t, x, y);
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
  for (let e = 0; e < g.from.length; e++) {
    if (!(g.edges[e]! & EDGE.alive)) continue;
    const [a, b] = [g.from[e]!, g.to[e]!];
    const [x1, y1, x2, y2] = [g.xy[2 * a]!, g.xy[2 * a + 1]!, g.xy[2 * b]!, g.xy[2 * b + 1]!];
    const [bx, by] = bend(x1, y1, x2, y2);
    const other = g.edges[e]! & EDGE.transposition;
    parts.push(
      `<path d="M${n(x1)} ${n(y1)}Q${n(bx)} ${n(by)} ${n(x2)} ${n(y2)}" fill="none" stroke="${other ? theme.transposition : theme.edge}"` +
        `${other ? ' stroke-dasharray="6 4"' : ""}/>`,
    );
    const [tx, ty] = textAt(s, e);
    if (s.edgeText)
      parts.push(
        `<text x="${n(tx)}" y="${n(ty)}" font-family="sans-serif" font-size="11" text-anchor="middle" fill="${theme.ink}">${quoted(s.edgeText(e))}</text>`,
      );
  }
  for (let i = 0; i < g.nodes.length; i++) {
    if (!(g.nodes[i]! & NODE.alive)) continue;
    if (s.stubs?.has(i)) {
      parts.push(`<text x="${n(g.xy[2 * i]!)}" y="${n(g.xy[2 * i + 1]!)}" font-family="sans-serif" font-size="12" text-anchor="middle" fill="${theme.ink}">${quoted(s.nodeText(i))}</text>`);
      continue;
    }
    const kind = kindOf(g.nodes[i]!);
    const [x, y] = [g.xy[2 * i]!, g.xy[2 * i + 1]!];
    const fill = i === s.current ? theme.current : theme[kind];
    const look = `fill="${fill}"${kind === "black" ? "" : ` stroke="${theme.ink}"`}`;
    if (kind === "start") parts.push(`<rect x="${n(x - r)}" y="${n(y - r)}" width="${2 * r}" height="${2 * r}" ${look}/>`);
    else if (kind === "evaluated") parts.push(`<path d="M${n(x)} ${n(y - 1.25 * r)}l${n(1.25 * r)} ${n(1.25 * r)}l${n(-1.25 * r)} ${n(1.25 * r)}l${n(-1.25 * r)} ${n(-1.25 * r)}Z" ${look}/>`);
    else parts.push(`<circle cx="${n(x)}" cy="${n(y)}" r="${r}" ${look}/>`);
    const text = s.nodeText(i);
    if (text)
      parts.push(`<text x="${n(x)}" y="${n(y - r * 1.5)}" font-family="sans-serif" font-size="12" font-weight="bold" text-anchor="middle" fill="${theme.ink}">${quoted(text)}</text>`);
  }
  parts.push("</svg>");
  return parts.join("\n");
}
