// What the core says, and the server as well: the shapes of their JSON.

export interface Move {
  uci: string;
  san: string;
  from: string;
  to: string;
  rook: string | null; // castling: where the rook stands
  promotion: string | null; // of "qrbn"
  capture: boolean;
  check: boolean;
  mate: boolean;
  description: string;
}

export interface Look {
  fen: string;
  key: string;
  turn: "white" | "black";
  chess960: boolean; // castling that only Chess960 has
  check: boolean;
  checkers: string[];
  king: string | null; // that is in check
  outcome: string; // machine name
  sentence: string;
  over: boolean;
  can_win: Record<"white" | "black", "can" | "can_not" | "unknown">;
  moves: Move[];
}

export interface Played extends Move {
  fen: string; // after it
}

export interface Line {
  start: string;
  fen: string; // at the end
  moves: { uci: string; san: string; fen: string }[];
}

export interface Diagnostic {
  severity: "error" | "warning" | "note";
  code: string; // machine name
  message: string;
  line: number;
  column: number;
}

// --- tables and books --------------------------------------------------------

// To the side that moves; plies, negative if it loses.
export interface TableValue {
  verdict: "win" | "cursed-win" | "draw" | "blessed-loss" | "loss" | null;
  dtz: number | null;
  dtz_exact: boolean;
  dtm: number | null;
}

export interface TableMove extends TableValue {
  san: string;
  uci: string;
  zeroing: boolean;
}

export interface Tables extends TableValue {
  fen: string;
  men: string;
  moves: TableMove[]; // the best first
}

export interface BookMove {
  legal: boolean;
  san: string;
  uci: string;
  weight: number;
  percent: number;
}

// --- repertoires -----------------------------------------------------------

export interface RepState {
  title: string;
  color: "white" | "black";
  color_known: boolean;
  version: number | null; // of the file it was read from
  nodes: number;
  edges: number;
  node: number | null; // of the board
  fen: string;
  can_undo: boolean;
  can_redo: boolean;
  done: number; // grows with each entry of the log, falls with undo
  errors: number; // lines that were refused
  changes: number;
}

export interface RepMove extends Move {
  edge: number;
  node: number; // where it leads
  label: string; // "2. Bf4"
  note: string;
  marks: string; // [%csl Re5] [%cal Ge2e4]: kept with the note, never shown as text
  nags: number[];
  glyph: string;
  transposition: boolean;
  own: boolean;
}

export interface RepParent {
  node: number; // where it comes from
  edge: number;
  san: string;
  label: string;
  note: string;
  marks: string; // [%csl Re5] [%cal Ge2e4]: kept with the note, never shown as text
  nags: number[];
  glyph: string;
}

export interface RepNode {
  node: number | null;
  fen: string;
  key: string;
  turn: "white" | "black";
  own: boolean; // it is the turn of the side whose repertoire it is
  line: string; // "1. d4 d5"
  eval: { text: string; side: string; cp: number | null; mate: number | null } | null;
  moves: RepMove[];
  parents: RepParent[];
}

// A step on the way to a position.
export interface Step {
  node: number; // after it
  edge: number;
  uci: string;
  san: string;
  label: string;
}

// A graph as arrays; the flags are those of src/app/wasm/rep_arrays.c.
export interface GraphData {
  xy: Float32Array; // of node i at 2 i; NaN: it has no place yet
  nodes: Uint8Array; // flags
  from: Uint32Array;
  to: Uint32Array;
  edges: Uint8Array; // flags
}

// --- openings --------------------------------------------------------------

export interface Opening {
  code: string | null;
  name: string;
  moves: string | null; // "1. e4 c5"
  fen: string;
  aliases: { source: string | null; name: string | null }[];
}

// The moves that led to a position; one that was set up has none.
export interface Way {
  fen: string; // where it ends
  from: string;
  moves: readonly string[]; // UCI
}

// A name that a position has from an earlier one: "then" are the moves since.
export type Inherited = Opening & { at_ply: number; inherited: true; then: string };

export interface Named {
  fen: string;
  opening: Opening | null; // its own
  before: Inherited | null;
  to: (Opening & { move: string; move_uci: string })[];
}

export interface Family {
  name: string;
  count: number;
  from: string | null;
  to: string | null;
  moves: string | null;
  fen: string;
}

// --- games -----------------------------------------------------------------

export interface GameMove {
  parent: number; // the move before it; -1: it is a first move
  next: number | null; // how the game goes on
  uci: string;
  san: string;
  fen: string; // after it
  clock: number | null; // seconds
  eval: number | null; // pawns, White's view
  mate: number | null;
  comment: string;
  marks: string; // commands of programs in the comment
  nags: number[];
  glyph: string;
}

export interface GameTree {
  tags: { name: string; value: string }[];
  start: string;
  result: string;
  comment: string; // before the first move
  marks: string; // commands of programs in it
  first: number | null;
  moves: (GameMove | null)[]; // null: it was removed
}

// A game judged by evaluations of its positions.
export interface Judged {
  white: number | null; // accuracy
  black: number | null;
  plies: JudgedPly[]; // the first is the start
}

export interface JudgedPly {
  eval: string | null; // as a PGN has it; null: it is not known
  judged: "" | "inaccuracy" | "mistake" | "blunder"; // the move that led here
  san: string;
  better: string; // what the engine likes best instead
}

export interface CardsSummary {
  cards: number;
  due: number;
  days: number[]; // due on each of the coming days, today first
  retention: number[]; // cards by how likely they are remembered, in tenths
}
