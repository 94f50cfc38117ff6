// What was done to the repertoire that is open, so that undo and redo survive a
// reload: a text to begin with and the commands since.  They name positions and
// moves, never their numbers, which are another session's.
import { core, type Session } from "../core";

type Move = [fen: string, uci: string];

export type Command =
  | ["play", uci: string, note: string]
  | ["go", fen: string | null]
  | ["remove", ...Move]
  | ["note", ...Move, text: string]
  | ["nags", ...Move, nags: number[]]
  | ["eval", fen: string, text: string]
  | ["title", text: string]
  | ["color", color: "white" | "black"]
  | ["clear"]
  | ["merge", text: Uint8Array | string];

// As it is kept; `xy` are the places of the positions, in the order in which
// they are drawn, which undo does not touch.
export interface Log {
  base: string;
  at: string; // the FEN of the board then
  commands: Command[];
  done: number; // of the commands; the others can be done again
  xy: Float32Array;
}

// Of more commands the older half goes; of more characters all go, since they
// are a file that was merged.
const MOST = 1000;
const LONGEST = 1 << 18;

export function run(s: Session, c: Command): void {
  const edge = ([fen, uci]: Move) => s.node(s.find(fen)!).moves.find((m) => m.uci === uci)!.edge;
  switch (c[0]) {
    case "play": return s.play(c[1], c[2]);
    case "go": return s.go(c[1] === null ? null : s.find(c[1]));
    case "remove": return s.remove(edge([c[1], c[2]]));
    case "note": return s.setNote(edge([c[1], c[2]]), c[3]);
    case "nags": return s.setNags(edge([c[1], c[2]]), c[3]);
    case "eval": return s.setEval(s.find(c[1])!, c[2]);
    case "title": return s.setTitle(c[1]);
    case "color": return s.setColor(c[1]);
    case "clear": return s.clear();
    case "merge": return void s.merge(c[1]);
  }
}

// The repertoire behind some commands, and how far its log goes before them.
function replay(base: string, at: string, commands: Command[]): { session: Session; first: number } {
  const { session } = core().read(base);
  try {
    session.go(session.find(at));
    const first = session.state().done;
    for (const c of commands) run(session, c);
    return { session, first };
  } catch (error) {
    session.close();
    throw error;
  }
}

export class History {
  #base: string;
  #at: string;
  #commands: Command[];
  #done: number;

  constructor(session: Session, kept?: Log) {
    this.#base = kept?.base ?? session.write();
    this.#at = kept?.at ?? session.state().fen;
    this.#commands = kept ? [...kept.commands] : [];
    this.#done = kept?.done ?? 0;
  }

  // The session has done a command, or, without one, gone back or forth.
  note(session: Session, by: 1 | -1, c?: Command): void {
    if (c) this.#commands.splice(this.#done, Infinity, c);
    this.#done += by;
    // the session may remember more than is kept here
    if (this.#done < 0 || this.#done > this.#commands.length) this.#forget(session);
    else if (this.#commands.length > MOST) this.#fold(MOST / 2);
  }

  #forget(session: Session): void {
    this.#begin(session);
    this.#commands = [];
    this.#done = 0;
  }

  #begin(session: Session): void {
    this.#base = session.write();
    this.#at = session.state().fen;
  }

  // Puts the first commands into the text to begin with.
  #fold(n: number): void {
    const { session } = replay(this.#base, this.#at, this.#commands.splice(0, n));
    this.#begin(session);
    this.#done -= n;
    session.close();
  }

  keep(session: Session): Log {
    if (JSON.stringify(this.#commands).length > LONGEST) this.#forget(session);
    return { base: this.#base, at: this.#at, commands: this.#commands, done: this.#done, xy: session.drawing().xy };
  }
}

// The session that a history leads to; null if that is not the text that was
// kept with it, which then is all there is.
export function restored(log: Log | undefined, text: string): { session: Session; first: number } | null {
  if (!log) return null;
  try {
    const { session, first } = replay(log.base, log.at, log.commands);
    for (let n = log.commands.length; n > log.done; n--) session.undo();
    session.place(session.drawing().nodes, log.xy);
    if (session.write() === text) return { session, first };
    session.close();
  } catch {
    // of an older version, or damaged
  }
  return null;
}
