// The C core: positions, repertoires, practice, openings and games as trees.
import type {
  CardsSummary, Diagnostic, Family, GameTree, GraphData, Judged, Line, Look, Named, Opening, Played, RepMove, RepNode, RepState,
  Step, Tables, Way,
} from "./types.js";
import { Wasm } from "./wasm.js";

// Where the modules come from: of the core at once, of the others when they are wanted.
export interface Modules {
  tabiya: () => Promise<ArrayBuffer>;
  endgame: () => Promise<ArrayBuffer>;
  names: () => Promise<ArrayBuffer>;
}

let modules: Modules;
let wasm: Wasm;
let endgame: Promise<Wasm> | undefined;
let names: Wasm | undefined;

export async function load(from: Modules): Promise<Core> {
  modules = from;
  wasm = await Wasm.load(await modules.tabiya());
  return made;
}

const NO_MEMORY = -1;
const outOfMemory = () => new Error(wasm.sentence(NO_MEMORY));

// --- repertoires -----------------------------------------------------------

const NONE = -1;

interface Opened {
  rep: number;
  format: "repertoire" | "pgn";
  diagnostics: Diagnostic[];
}

export class Session {
  #nodes = new Map<number, RepNode>(); // until the next change
  #changes = -1;

  closed = false;

  constructor(readonly handle: number) {}

  close(): void {
    this.closed = true;
    wasm.call("rep_close", this.handle);
  }

  state(): RepState {
    return wasm.json("rep_state", this.handle);
  }

  node(node: number): RepNode {
    this.#fresh();
    let found = this.#nodes.get(node);
    if (!found) this.#nodes.set(node, (found = wasm.json<RepNode>("rep_node", this.handle, node)));
    return found;
  }

  // The position of the board, which may have no node yet.
  board(): RepNode {
    return wasm.json("rep_node", this.handle, NONE);
  }

  #fresh(): void {
    const { changes } = this.state();
    if (changes === this.#changes) return;
    this.#changes = changes;
    this.#nodes.clear();
  }

  path(node: number): Step[] {
    return wasm.json("rep_path", this.handle, node);
  }

  find(position: string): number | null {
    const node = wasm.call("rep_find", this.handle, position);
    return node < 0 ? null : node;
  }

  // The arrays are copies: memory may move.
  arrays(): GraphData {
    const [nodes, edges, xy, flags, from, to, kinds] = this.#numbers("rep_arrays", 7) as [number, number, number, number, number, number, number];
    return {
      xy: new Float32Array(wasm.buffer, xy, nodes * 2).slice(),
      nodes: new Uint8Array(wasm.buffer, flags, nodes).slice(),
      from: new Uint32Array(wasm.buffer, from, edges).slice(),
      to: new Uint32Array(wasm.buffer, to, edges).slice(),
      edges: new Uint8Array(wasm.buffer, kinds, edges).slice(),
    };
  }

  // The graph for a layout: only what is alive, and which node each is.
  drawing(): { nodes: Uint32Array; from: Uint32Array; to: Uint32Array; xy: Float32Array } {
    const [n, edges, nodes, from, to, xy] = this.#numbers("rep_drawing", 6) as [number, number, number, number, number, number];
    return {
      nodes: new Uint32Array(wasm.buffer, nodes, n).slice(),
      from: new Uint32Array(wasm.buffer, from, edges).slice(),
      to: new Uint32Array(wasm.buffer, to, edges).slice(),
      xy: new Float32Array(wasm.buffer, xy, n * 2).slice(),
    };
  }

  #numbers(name: string, count: number): number[] {
    const at = wasm.call(name, this.handle);
    if (at === 0) throw outOfMemory();
    return [...new Uint32Array(wasm.buffer, at, count)];
  }

  place(nodes: Uint32Array, xy: Float32Array): void {
    wasm.lend([nodes, xy], ([n, at]) => wasm.command("rep_place", this.handle, n!, at!, nodes.length));
  }

  // A move by its number; `from` is where it is played.
  edge(edge: number, from: number): RepMove {
    return this.node(from).moves.find((m) => m.edge === edge)!;
  }

  // Of all nodes; "" of those that are gone.
  fens = () => wasm.text("rep_fens", this.handle).split("\n").slice(0, -1);

  // Of each node whether its card is due, and how likely it is known; NaN
  // where nothing is asked.
  cards(text: string): { due: Float32Array; known: Float32Array } {
    const [nodes] = this.#numbers("rep_arrays", 1) as [number];
    const cards = cardsOf(text);
    try {
      const at = wasm.call("cards_nodes", cards, this.handle, Date.now() / 1000);
      if (at === 0) throw outOfMemory();
      const pairs = new Float32Array(wasm.buffer, at, 2 * nodes);
      return { due: pairs.filter((_, i) => i % 2 === 0), known: pairs.filter((_, i) => i % 2 === 1) };
    } finally {
      wasm.call("cards_close", cards);
    }
  }

  // SAN of an edge, for the labels of the graph.
  edgeSan(edge: number, from: number): string {
    return this.edge(edge, from)?.san ?? "";
  }

  write = (version = 5) => wasm.text("rep_write", this.handle, version);
  pgn = (lines = false) => wasm.text("rep_pgn", this.handle, Number(lines), 0);

  play = (move: string, note: string) => wasm.command("rep_play", this.handle, move, note);
  go = (node: number | null) => wasm.command("rep_go", this.handle, node ?? NONE);
  remove = (edge: number) => wasm.command("rep_remove", this.handle, edge);
  clear = () => wasm.command("rep_clear", this.handle);
  setNote = (edge: number, text: string) => wasm.command("rep_set_note", this.handle, edge, text);
  setNags = (edge: number, nags: number[]) => wasm.command("rep_set_nags", this.handle, edge, Uint8Array.from(nags));
  setEval = (node: number, text: string) => wasm.command("rep_set_eval", this.handle, node, text);
  setTitle = (text: string) => wasm.command("rep_set_title", this.handle, text);
  setColor = (color: "white" | "black") => wasm.command("rep_set_color", this.handle, Number(color === "black"));
  undo = () => wasm.command("rep_undo", this.handle);
  redo = () => wasm.command("rep_redo", this.handle);
  merge = (text: Uint8Array | string) => wasm.json<Opened>("rep_merge", this.handle, text).diagnostics;
}

// --- everything else ---------------------------------------------------------

export interface DrillOptions {
  mode: "lines" | "all" | "due";
  from: "choice" | "root" | "node";
  in_order: boolean;
  node: number | null;
  color: "white" | "black";
  seed: number;
  now: number;
  cards: string;
  new_most?: number; // of positions without a card so many; all if it is left out
}

export interface DrillState {
  turn: "player" | "other" | "none";
  node: number;
  fen: string;
  left: number;
  mistakes: number;
}

export interface Slip {
  node: number;
  fen: string;
  line: string;
  mistakes: number;
  moves: RepMove[];
}

const MODES = { lines: 0, all: 1, due: 2 } as const;
const FROM = { choice: 0, root: 4, node: 8 } as const;

// Practising a repertoire, which must not change meanwhile.
export class Drill {
  readonly #handle: number;
  readonly #cards: number;

  constructor(session: Session, o: DrillOptions) {
    this.#cards = o.mode === "due" ? cardsOf(o.cards) : 0;
    const how = MODES[o.mode] + FROM[o.from] + (o.in_order ? 16 : 0) + (o.color === "black" ? 32 : 0);
    this.#handle = wasm.json<number>("drill_open", session.handle, this.#cards, how, o.node ?? 0, o.seed >>> 0, o.now, o.new_most ?? -1);
  }

  close(): void {
    wasm.call("drill_close", this.#handle);
    if (this.#cards) wasm.call("cards_close", this.#cards);
  }

  state = () => wasm.json<DrillState>("drill_state", this.#handle);
  // false: nothing is left.
  next = () => wasm.done("drill_next", this.#handle);
  answer = (move: string, now: number) => wasm.json<RepMove & { right: boolean; more_owed: boolean }>("drill_answer", this.#handle, move, now);
  reply = () => wasm.json<RepMove>("drill_reply", this.#handle);
  hint = () => wasm.json<RepMove[]>("drill_hint", this.#handle);
  slips = () => wasm.json<Slip[]>("drill_slips", this.#handle);
  reset = (seed: number, now: number) => wasm.command("drill_reset", this.#handle, seed >>> 0, now);
  retry = () => wasm.command("drill_retry", this.#handle);
  cards = () => (this.#cards ? wasm.text("cards_write", this.#cards) : "");
}

function cardsOf(text: string): number {
  const cards = wasm.call("cards_new");
  if (cards === 0) throw outOfMemory();
  if (text) wasm.json("cards_read", cards, text);
  return cards;
}

// A game as a tree of moves.
export class GameSession {
  constructor(readonly handle: number) {}
  close = () => void wasm.call("tree_close", this.handle);
  look = () => wasm.json<GameTree>("tree_look", this.handle);
  pgn = () => wasm.text("tree_pgn", this.handle);
  // Returns the number of the move, which may be there already.
  add = (after: number, move: string) => wasm.json<{ number: number }>("tree_add", this.handle, after, move).number;
  remove = (move: number) => wasm.command("tree_remove", this.handle, move);
  // Before the others that follow the same move, and one place further back.
  promote = (move: number) => wasm.command("tree_promote", this.handle, move);
  demote = (move: number) => wasm.command("tree_demote", this.handle, move);
  // All of it, commands such as [%clk 0:05:00] too; -1: before the first move.
  setComment = (move: number, text: string) => wasm.command("tree_set_comment", this.handle, move, text);
  setNags = (move: number, nags: number[]) => wasm.command("tree_set_nags", this.handle, move, Uint8Array.from(nags));
  setTag = (name: string, value: string) => wasm.command("tree_set_tag", this.handle, name, value);
  // Annotates the game by what is known of its positions, a line each: "0.35 e2e4
  // e7e5" or nothing.  Moves have new numbers then.
  judge = (evals: readonly string[], engine: string) => wasm.json<Judged>("tree_judge", this.handle, evals.join("\n"), engine);
}

export class Core {
  #book = 0;

  // A book, or a list of openings, which comes while the module does.
  async useBook(content: Promise<ArrayBuffer>): Promise<void> {
    const [code, bytes] = await Promise.all([names ?? modules.names().then(Wasm.load), content]);
    names = code;
    const { names: book } = names.json<{ names: number }>("names_open", new Uint8Array(bytes));
    if (this.#book) names.call("names_close", this.#book);
    this.#book = book;
  }

  get #names(): Wasm {
    if (!names) throw new Error("The names of openings are not there.");
    return names;
  }

  // Names of the person's own, which come first.
  addNames(text: string | Uint8Array): Diagnostic[] {
    return this.#names.json<{ diagnostics: Diagnostic[] }>("names_overlay", this.#book, text).diagnostics;
  }

  // What a position is called, and the named positions one move after it.
  named = ({ from, moves }: Omit<Way, "fen">) => this.#names.json<Named>("names_look", this.#book, from, moves.join(" "));
  searchOpenings = (text: string, limit: number) => this.#names.json<{ openings: Opening[] }>("names_search", this.#book, text, 1, limit).openings;
  families = () => this.#names.json<Family[]>("names_families", this.#book);
  family = (name: string) => this.#names.json<{ openings: Opening[] }>("names_family", this.#book, name).openings;

  cards(text: string, days: number): CardsSummary {
    const cards = cardsOf(text);
    try {
      const end = new Date().setHours(24, 0, 0, 0) / 1000;
      return wasm.json("cards_summary", cards, Date.now() / 1000, end, days);
    } finally {
      wasm.call("cards_close", cards);
    }
  }

  mergeCards(one: string, other: string): string {
    const cards = cardsOf(one);
    try {
      if (other) wasm.json("cards_read", cards, other);
      return wasm.text("cards_write", cards);
    } finally {
      wasm.call("cards_close", cards);
    }
  }

  // The first game of a PGN, up to what is wrong with it.
  game(pgn: string): { session: GameSession; faults: string[] } {
    const { tree, diagnostics } = wasm.json<{ tree: number; diagnostics: Diagnostic[] }>("tree_open", pgn, 0);
    return { session: new GameSession(tree), faults: diagnostics.map((d) => `${d.line}:${d.column}: ${d.message}`) };
  }

  // Whether a PGN has a game of that number.
  hasGame(pgn: string, number: number): boolean {
    try {
      wasm.call("tree_close", wasm.json<{ tree: number }>("tree_open", pgn, number).tree);
      return true;
    } catch {
      return false;
    }
  }

  // A move in the shortest notation; a forced one is the empty string.
  short(fen: string, uci: string): string {
    let all = this.#shorts.get(fen);
    if (!all) {
      const { moves } = wasm.json<{ moves: { uci: string; shortest: string }[] }>("short_look", fen, 0);
      if (this.#shorts.size > 2000) this.#shorts.clear();
      this.#shorts.set(fen, (all = new Map(moves.map((m) => [m.uci, m.shortest]))));
    }
    return all.get(uci) ?? uci;
  }
  #shorts = new Map<string, Map<string, string>>();

  read(text: Uint8Array | string): { session: Session; faults: Diagnostic[]; format: "repertoire" | "pgn" } {
    const { rep, diagnostics, format } = wasm.json<Opened>("rep_open", text);
    return { session: new Session(rep), faults: diagnostics, format };
  }

  create(color?: "white" | "black"): Session {
    const handle = wasm.call("rep_new", color ? (color === "white" ? 1 : 2) : 0);
    if (handle === 0) throw outOfMemory();
    return new Session(handle);
  }

  // What a code of a module without texts means.
  sentence = (rc: number) => wasm.sentence(rc);

  look = (position: string) => wasm.json<Look>("pos_look", position);
  play = (fen: string, move: string) => wasm.json<Played>("pos_play", fen, move);
  line = (text: string) => wasm.json<Line>("line_look", text);

  // What endgame tables of three men say.
  async tables(position: string): Promise<Tables> {
    endgame ??= modules.endgame().then(Wasm.load);
    endgame.catch(() => (endgame = undefined)); // asked for again the next time
    return (await endgame).json<Tables>("endgame_look", position);
  }

  // Moves in UCI as SAN; stops at one that is not legal.
  sans(fen: string, moves: readonly string[]): string[] {
    const sans: string[] = [];
    for (const move of moves)
      try {
        const played = this.play(fen, move);
        sans.push(played.san);
        fen = played.fen;
      } catch {
        break;
      }
    return sans;
  }
}

const made = new Core();
export const core = () => made;
