// What was done survives a reload: a session that is made again from what was
// kept writes the same file at every step back and forth.
import { beforeAll, expect, test } from "vitest";
import { core, loadCore, type Session } from "../../src/core";
import { History, restored, run, type Command } from "../../src/state/history";

beforeAll(() => loadCore());

// A small generator, so that a failure can be repeated: TBY_SEED=...
let seed = Number(process.env.TBY_SEED ?? Date.now() % 1e6);
console.log(`TBY_SEED=${seed}`);
function below(n: number): number {
  seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
  return Math.floor((seed / 2 ** 32) * n);
}

// As the page does it.
function act(s: Session, h: History, c: Command): void {
  const before = s.state().done;
  run(s, c);
  if (s.state().done > before) h.note(s, 1, c);
}

function back(s: Session, h: History): void {
  const before = s.state().done;
  s.undo();
  if (s.state().done < before) h.note(s, -1);
}

function forth(s: Session, h: History): void {
  const before = s.state().done;
  s.redo();
  if (s.state().done > before) h.note(s, 1);
}

function anything(s: Session): Command {
  const at = s.board();
  const parent = at.parents[0];
  const fen = parent ? s.node(parent.node).fen : at.fen;
  const uci = parent ? s.edge(parent.edge, parent.node).uci : "";
  const nodes = s.fens().filter(Boolean);
  const kind = below(20);
  if (kind < 10) return ["play", core().look(at.fen).moves[below(3)]?.uci ?? "e2e4", below(3) ? "" : `note ${below(9)}`];
  if (kind < 13 || !parent) return ["go", nodes[below(nodes.length)] ?? null];
  if (kind < 14) return ["remove", fen, uci];
  if (kind < 15) return ["note", fen, uci, `“${below(5)}” | …`];
  if (kind < 16) return ["nags", fen, uci, [1 + below(6), 10 + below(9)]];
  if (kind < 17) return ["eval", at.fen, ["", "0.35", "black M3", "-1.20"][below(4)]!];
  if (kind < 18) return ["title", `Title ${below(3)}`];
  if (kind < 19) return ["color", below(2) ? "white" : "black"];
  return below(3) ? ["merge", "1. c4 c5 (1... e5 {x}) 2. Nf3 *"] : ["clear"];
}

function some(s: Session, h: History, steps: number): void {
  for (let i = 0; i < steps; i++)
    try {
      if (below(4)) act(s, h, anything(s));
      else if (below(2)) for (let n = below(5); n > 0; n--) back(s, h);
      else forth(s, h);
    } catch (error) {
      if (!/legal|reach|mate|over|piece|check|pinned/.test(String(error))) throw error;
    }
}

const place = (s: Session) => {
  const { nodes } = s.drawing();
  s.place(nodes, Float32Array.from({ length: nodes.length * 2 }, () => below(10000) / 10));
};

// All files from here to either end but for their coordinates, which undo does
// not touch, and where the board stands.
function walk(s: Session): string[] {
  const seen: string[] = [];
  const look = () => seen.push(`${s.state().fen}\n${s.write().replace(/ : [^,]*, [^,\n]*/gm, " : ").replace(/^.* : \n|^\n/gm, "")}`);
  look();
  while (s.state().can_undo) s.undo(), look();
  while (s.state().can_redo) s.redo(), look();
  return seen;
}

test("every step can be undone and redone as before", () => {
  for (let round = 0; round < 25; round++) {
    const first = core().read("v5.0\n= T\nwhite\n\nstart -> d4\n# queen's pawn\nrnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1 -> d5\n").session;
    const h = new History(first);
    some(first, h, 60);
    place(first);
    // as the browser keeps it
    const log = structuredClone(h.keep(first));
    const text = first.write();
    const [again, other] = [restored(log, text)!.session, restored(log, text)!.session];
    expect(again?.write()).toBe(text);
    expect(walk(again)).toEqual(walk(first));
    // and once more, with what is done then
    const second = new History(other, log);
    some(other, second, 30);
    const third = restored(structuredClone(second.keep(other)), other.write())!.session;
    expect(third?.write()).toBe(other.write());
    expect(walk(third)).toEqual(walk(other));
    for (const s of [first, again, other, third]) s.close();
  }
});

test("a long history loses its beginning, and what is kept is bounded", () => {
  const s = core().create();
  const h = new History(s);
  const line = ["Nf6", "Nf3", "Ng8", "Ng1"];
  act(s, h, ["play", "e4", "the first move"]);
  for (let i = 0; i < 2500; i++) act(s, h, ["play", line[i % 4]!, ""]);
  const log = h.keep(s);
  expect(log.commands.length).toBeLessThanOrEqual(1000);
  const { session: again, first } = restored(log, s.write())!;
  for (let i = 0; i < log.commands.length; i++) again.undo();
  expect(again.state().done).toBe(first);
  expect(again.write()).toContain("the first move");
  // the session itself remembers more; what is older than kept is not lost to it
  for (let i = 0; i < 2400; i++) back(s, h);
  expect(restored(h.keep(s), s.write())?.session.write()).toBe(s.write());
  forth(s, h);
  expect(restored(h.keep(s), s.write())?.session.write()).toBe(s.write());
  act(s, h, ["merge", `1. d4 {${"long ".repeat(100_000)}} *`]);
  expect(JSON.stringify(h.keep(s).commands).length).toBeLessThan(1 << 18);
  s.close();
  again.close();
});

test("a history that does not lead to the text is not believed", () => {
  const s = core().create();
  const h = new History(s);
  act(s, h, ["play", "e4", ""]);
  const log = h.keep(s);
  expect(restored(undefined, s.write())).toBeNull();
  expect(restored(log, s.write().replace("e4", "d4"))).toBeNull();
  expect(restored({ ...log, base: "nonsense" }, s.write())).toBeNull();
  expect(restored({ ...log, commands: [["play", "Ke2", ""]] }, s.write())).toBeNull();
  expect(restored({ ...log, commands: [["no such thing"]] as never }, s.write())).toBeNull();
  expect(restored({ ...log, done: 0 }, s.write())).toBeNull();
  s.close();
});
