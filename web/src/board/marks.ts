// What is drawn on a board: squares below the pieces, dots and arrows above
// them, in units of a square; nothing of it takes clicks.

import type { Shape } from "./shapes";

export interface Marks {
  last?: readonly string[] | undefined; // squares of the last move
  error?: readonly string[] | undefined;
  check?: readonly string[] | undefined;
  targets?: readonly string[] | undefined; // where a piece can go
  cursor?: string | undefined; // of the keyboard
  chosen?: string | undefined;
  ring?: readonly string[] | undefined; // what a hint points at
  arrows?: readonly Arrow[] | undefined;
  shapes?: readonly Shape[] | undefined; // that a person has drawn
  drawing?: Shape | undefined; // and is drawing
}

export interface Arrow {
  from: string;
  to: string;
  kind: string; // "engine", "book", "hint", "threat", or a colour
  rank?: number; // 0: the best; the others are thinner
}

const SVG = "http://www.w3.org/2000/svg";

function layer(name: string): SVGSVGElement {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 8 8");
  svg.setAttribute("class", `marks ${name}`);
  svg.setAttribute("aria-hidden", "true");
  return svg;
}

export class MarksLayer {
  readonly #below = layer("below");
  readonly #above = layer("above");
  #marks: Marks = {};
  #flipped = false;

  // `between` is what lies between the squares and the pieces of the board.
  constructor(host: HTMLElement, between: Element | null) {
    (between ?? host).append(this.#below);
    host.append(this.#above);
  }

  remove(): void {
    this.#below.remove();
    this.#above.remove();
  }

  flip(flipped: boolean): void {
    this.#flipped = flipped;
    this.#draw();
  }

  // Sets those that are named and keeps the others.
  set(marks: Marks): void {
    this.#marks = { ...this.#marks, ...marks };
    this.#draw();
  }

  // The middle of a square.
  #at(square: string): [number, number] {
    const x = square.charCodeAt(0) - 97 + 0.5;
    const y = 8 - Number(square[1]) + 0.5;
    return this.#flipped ? [8 - x, 8 - y] : [x, y];
  }

  #add(to: SVGSVGElement, name: string, attributes: Record<string, string | number>): void {
    const element = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
    to.append(element);
  }

  #square(square: string, kind: string): void {
    const [x, y] = this.#at(square);
    this.#add(kind === "cursor" ? this.#above : this.#below, "rect", { class: kind, x: x - 0.5, y: y - 0.5, width: 1, height: 1 });
  }

  // A shaft and a head in one shape, so that nothing is painted twice.
  #arrow({ from, to, kind, rank = 0 }: Arrow): void {
    const [x1, y1] = this.#at(from);
    const [x2, y2] = this.#at(to);
    const length = Math.hypot(x2 - x1, y2 - y1) || 1;
    const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
    const shaft = Math.max(0.035, 0.1 - 0.03 * rank);
    const head = shaft * 2.4;
    const point = (along: number, aside: number) =>
      `${(x1 + ux * along - uy * aside).toFixed(3)} ${(y1 + uy * along + ux * aside).toFixed(3)}`;
    const neck = length - 0.1 - head * 1.6;
    const corners = [
      [0.25, shaft], [neck, shaft], [neck, head], [length - 0.1, 0], [neck, -head], [neck, -shaft],
      [0.25, -shaft],
    ] as const;
    this.#add(this.#above, "path", {
      class: `arrow ${kind}${rank > 0 ? " second" : ""}`,
      d: `M${corners.map(([along, aside]) => point(along, aside)).join("L")}Z`,
    });
  }

  #draw(): void {
    this.#below.replaceChildren();
    this.#above.replaceChildren();
    const { last, error, check, ring, targets, cursor, chosen, arrows, shapes = [], drawing } = this.#marks;
    for (const square of last ?? []) this.#square(square, "last");
    for (const square of check ?? []) {
      const [cx, cy] = this.#at(square);
      this.#add(this.#below, "circle", { class: "check", cx, cy, r: 0.45 });
    }
    for (const square of ring ?? []) {
      const [cx, cy] = this.#at(square);
      this.#add(this.#above, "circle", { class: "ring", cx, cy, r: 0.44 });
    }
    for (const square of error ?? []) {
      this.#square(square, "error");
      const [x, y] = this.#at(square);
      this.#add(this.#above, "path", { class: "cross", d: `M${x - 0.3} ${y - 0.3}l.6 .6m0 -.6l-.6 .6` });
    }
    if (chosen) this.#square(chosen, "chosen");
    for (const square of targets ?? []) {
      const [cx, cy] = this.#at(square);
      this.#add(this.#above, "circle", { class: "target", cx, cy, r: 0.14 });
    }
    if (cursor) this.#square(cursor, "cursor");
    for (const arrow of arrows ?? []) this.#arrow(arrow);
    for (const { from, to, colour } of drawing ? [...shapes, drawing] : shapes)
      if (from !== to) this.#arrow({ from, to, kind: `own ${colour}` });
      else {
        const [cx, cy] = this.#at(from);
        this.#add(this.#above, "circle", { class: `circle ${colour}`, cx, cy, r: 0.455 });
      }
  }
}
