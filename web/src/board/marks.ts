// What is drawn over a board: squares, dots, rings and arrows, as one SVG of
// eight by eight units that lies on top and takes no clicks.

export interface Marks {
  last?: readonly string[] | undefined; // squares of the last move
  error?: readonly string[] | undefined;
  check?: readonly string[] | undefined;
  targets?: readonly string[] | undefined; // where a piece can go
  cursor?: string | undefined; // of the keyboard
  chosen?: string | undefined;
  arrows?: readonly Arrow[] | undefined;
}

export interface Arrow {
  from: string;
  to: string;
  kind: "engine" | "book" | "hint";
}

const SVG = "http://www.w3.org/2000/svg";

export class MarksLayer {
  readonly svg = document.createElementNS(SVG, "svg");
  #marks: Marks = {};
  #flipped = false;

  constructor(host: HTMLElement) {
    this.svg.setAttribute("viewBox", "0 0 8 8");
    this.svg.setAttribute("class", "marks");
    this.svg.setAttribute("aria-hidden", "true");
    host.append(this.svg);
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

  #add(name: string, attributes: Record<string, string | number>): void {
    const element = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
    this.svg.append(element);
  }

  #square(square: string, kind: string): void {
    const [x, y] = this.#at(square);
    this.#add("rect", { class: kind, x: x - 0.47, y: y - 0.47, width: 0.94, height: 0.94, rx: 0.06 });
  }

  #arrow({ from, to, kind }: Arrow): void {
    const [x1, y1] = this.#at(from);
    const [x2, y2] = this.#at(to);
    const length = Math.hypot(x2 - x1, y2 - y1) || 1;
    const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
    const [hx, hy] = [x2 - ux * 0.35, y2 - uy * 0.35];
    this.#add("path", {
      class: `arrow ${kind}`,
      d:
        `M${x1 + ux * 0.3} ${y1 + uy * 0.3}L${hx} ${hy}` +
        `M${hx - uy * 0.2} ${hy + ux * 0.2}L${x2} ${y2}L${hx + uy * 0.2} ${hy - ux * 0.2}Z`,
    });
  }

  #draw(): void {
    this.svg.replaceChildren();
    const { last, error, check, targets, cursor, chosen, arrows } = this.#marks;
    for (const square of last ?? []) this.#square(square, "last");
    for (const square of check ?? []) {
      const [cx, cy] = this.#at(square);
      this.#add("circle", { class: "check", cx, cy, r: 0.45 });
    }
    for (const square of error ?? []) {
      this.#square(square, "error");
      const [x, y] = this.#at(square);
      this.#add("path", { class: "cross", d: `M${x - 0.3} ${y - 0.3}l.6 .6m0 -.6l-.6 .6` });
    }
    if (chosen) this.#square(chosen, "chosen");
    for (const square of targets ?? []) {
      const [cx, cy] = this.#at(square);
      this.#add("circle", { class: "target", cx, cy, r: 0.14 });
    }
    if (cursor) this.#square(cursor, "cursor");
    for (const arrow of arrows ?? []) this.#arrow(arrow);
  }
}
