// The board: cm-chessboard behind a small interface, with marks, and with the
// keyboard.  It knows squares, not rules: what may be moved where it asks its
// owner.
import { Chessboard, INPUT_EVENT_TYPE, type InputEvent } from "cm-chessboard";
import { MarksLayer, type Marks } from "./marks";
import { colourOf, type Shape } from "./shapes";

export type Side = "w" | "b";

export interface BoardOwner {
  // The squares that the piece on this one can go to; empty: it cannot move.
  targets(from: string): readonly string[];
  // A move between two squares was made by hand.  The position that follows is
  // set by the owner; if it sets none, the piece goes back.
  moved(from: string, to: string): void;
  // What stands on the board, for those who do not see it.
  describe(square: string): string;
  // An arrow or a circle was drawn; without this none can be.
  drew?(shape: Shape): void;
  say(text: string): void;
}

export class Board {
  readonly #host: HTMLElement;
  readonly #owner: BoardOwner;
  readonly #board: Chessboard;
  readonly #marks: MarksLayer;
  #side: Side = "w";
  #fen = "";
  #byHand = false; // a piece was just put down
  #drawn = ""; // the position that is drawn, or being drawn
  #drawing = false;
  #cursor = "e4";
  #chosen: string | null = null;
  #begun: string | null = null; // where an arrow begins

  constructor(host: HTMLElement, owner: BoardOwner, fen: string, side: Side) {
    this.#host = host;
    this.#owner = owner;
    this.#fen = fen;
    this.#drawn = fen;
    this.#side = side;
    this.#board = new Chessboard(host, {
      position: fen,
      orientation: side,
      assetsUrl: "",
      style: { cssClass: "tabiya", animationDuration: 0 },
    });
    // the host says what the board is; the picture says nothing more
    const picture = host.querySelector("svg");
    picture?.removeAttribute("role");
    picture?.setAttribute("aria-hidden", "true");
    this.#marks = new MarksLayer(host, host.querySelector(".markers-layer"));
    this.#marks.flip(side === "b");
    host.tabIndex = 0;
    host.setAttribute("role", "application");
    host.addEventListener("keydown", (event) => this.#key(event));
    // cm-chessboard keeps the press for itself: a field would keep the keys, and what
    // was typed there would not be taken
    host.addEventListener("pointerdown", () => document.activeElement !== host && (document.activeElement as HTMLElement | null)?.blur());
    host.addEventListener("blur", () => this.#leave());
    if (owner.drew) this.#draws(owner.drew);
  }

  destroy(): void {
    this.#board.destroy();
    this.#marks.remove();
  }

  set(fen: string): void {
    if (fen === this.#fen) return;
    this.#fen = fen;
    this.#choose(null);
    if (!this.#drawing) void this.#draw(!this.#byHand);
  }

  // cm-chessboard draws one position after another: who steps fast does not
  // wait for pictures of the way, and sees where he is.
  async #draw(animate: boolean): Promise<void> {
    this.#drawing = true;
    for (; this.#drawn !== this.#fen; animate = false) {
      this.#drawn = this.#fen;
      await this.#board.setPosition(this.#drawn, animate).catch(() => {});
    }
    this.#drawing = false;
  }

  turn(side: Side): void {
    if (side === this.#side) return;
    this.#side = side;
    this.#marks.flip(side === "b");
    void this.#board.setOrientation(side, false);
  }

  // How many milliseconds a piece is under way; none where the system wants no motion.
  pace(duration: number): void {
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.#board.props.style.animationDuration = still ? 0 : duration;
  }

  mark(marks: Marks): void {
    this.#marks.set(marks);
  }

  // Whose pieces can be moved by hand; null: nobody's.
  input(side: Side | null): void {
    if (this.#board.isMoveInputEnabled()) this.#board.disableMoveInput();
    if (side) this.#board.enableMoveInput((event) => this.#hand(event), side);
  }

  #hand(event: InputEvent): boolean {
    if (event.type === INPUT_EVENT_TYPE.moveInputStarted) {
      const targets = this.#owner.targets(event.squareFrom);
      this.#marks.set({ targets, chosen: event.squareFrom });
      return targets.length > 0;
    }
    if (event.type === INPUT_EVENT_TYPE.validateMoveInput) {
      if (!this.#owner.targets(event.squareFrom).includes(event.squareTo)) return false;
      const { squareFrom, squareTo } = event;
      // after cm-chessboard has put the piece down
      queueMicrotask(() => this.#put(squareFrom, squareTo));
      return true;
    }
    if (event.type === INPUT_EVENT_TYPE.moveInputCanceled) this.#choose(null);
    return true;
  }

  // The piece lies where the hand put it.  If no position follows soon, it goes
  // back.
  #put(from: string, to: string): void {
    const before = this.#fen;
    this.#byHand = true;
    this.#choose(null);
    this.#owner.moved(from, to);
    setTimeout(() => {
      this.#byHand = false;
      if (this.#fen === before) void this.#board.setPosition(before, false);
    }, 60);
  }

  // --- drawing: with the right button, from square to square ------------------

  #draws(drew: (shape: Shape) => void): void {
    const host = this.#host;
    const shape = (event: PointerEvent): Shape | undefined => {
      const to = this.#squareAt(event);
      return this.#begun && to ? { from: this.#begun, to, colour: colourOf(event) } : undefined;
    };
    host.addEventListener("contextmenu", (event) => event.preventDefault());
    host.addEventListener("pointerdown", (event) => {
      if (event.button !== 2) return;
      event.preventDefault();
      host.setPointerCapture(event.pointerId);
      this.#begun = this.#squareAt(event);
      this.#marks.set({ drawing: shape(event) });
    });
    host.addEventListener("pointermove", (event) => this.#begun && this.#marks.set({ drawing: shape(event) }));
    host.addEventListener("pointerup", (event) => {
      const made = shape(event);
      this.#begun = null;
      this.#marks.set({ drawing: undefined });
      if (event.button === 2 && made) drew(made);
    });
    host.addEventListener("pointercancel", () => {
      this.#begun = null;
      this.#marks.set({ drawing: undefined });
    });
  }

  #squareAt({ clientX, clientY }: PointerEvent): string | null {
    const box = this.#host.getBoundingClientRect();
    const [x, y] = [Math.floor(((clientX - box.left) * 8) / box.width), Math.floor(((clientY - box.top) * 8) / box.height)];
    if (x < 0 || x > 7 || y < 0 || y > 7) return null;
    const [file, rank] = this.#side === "w" ? [x, 7 - y] : [7 - x, y];
    return String.fromCharCode(97 + file) + String(rank + 1);
  }

  // The first time where it begins, the second time where it ends.
  #drawHere(event: KeyboardEvent): void {
    const from = this.#begun;
    if (!from) {
      this.#begun = this.#cursor;
      this.#owner.say(`${this.#cursor}: an arrow begins`);
      return;
    }
    this.#begun = null;
    this.#owner.drew?.({ from, to: this.#cursor, colour: colourOf(event) });
  }

  // --- by keyboard: Enter steps onto the board, arrows walk, Enter takes and
  // puts down, Escape leaves.

  #choose(square: string | null): void {
    this.#chosen = square;
    this.#marks.set({
      chosen: square ?? undefined,
      targets: square ? this.#owner.targets(square) : [],
    });
  }

  #leave(): void {
    this.#begun = null;
    this.#host.classList.remove("walking");
    this.#marks.set({ cursor: undefined });
    this.#choose(null);
  }

  #key(event: KeyboardEvent): void {
    const walking = this.#host.classList.contains("walking");
    const steps: Record<string, [number, number]> = {
      ArrowUp: [0, 1],
      ArrowDown: [0, -1],
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
    };
    const step = steps[event.key];
    if (event.key === "Enter" && !walking) {
      this.#host.classList.add("walking");
      this.#walk(0, 0);
    } else if (walking && step) this.#walk(step[0], step[1]);
    else if (walking && event.key === "Enter") this.#take();
    else if (walking && event.code === "KeyA" && this.#owner.drew && !event.metaKey) this.#drawHere(event);
    else if (walking && event.key === "Escape") this.#leave();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  #walk(right: number, up: number): void {
    const sign = this.#side === "w" ? 1 : -1;
    const within = (n: number) => Math.min(7, Math.max(0, n));
    const file = within(this.#cursor.charCodeAt(0) - 97 + right * sign);
    const rank = within(Number(this.#cursor[1]) - 1 + up * sign);
    this.#cursor = String.fromCharCode(97 + file) + String(rank + 1);
    this.#marks.set({ cursor: this.#cursor });
    this.#owner.say(this.#owner.describe(this.#cursor));
  }

  #take(): void {
    const from = this.#chosen;
    if (from && this.#owner.targets(from).includes(this.#cursor)) {
      this.#choose(null);
      this.#owner.moved(from, this.#cursor);
    } else if (this.#owner.targets(this.#cursor).length > 0) {
      this.#choose(this.#cursor);
      this.#owner.say(`${this.#cursor} taken`);
    } else this.#choose(null);
  }
}
