// tree.mjs FOLDER PROGRAM FILE...: games are shown as trees and written again:
// main lines, clocks and evaluations are those that the native program reads,
// a tree that is built move by move gives the same PGN, and so does one that is
// read again.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import {
  check, filesOf, finish, load, same, skipped, start,
} from "./module.mjs";

const [folder, program, ...names] = process.argv.slice(2);
const { wasm, memory, ask, call, run } = start(load(`${folder}/probe.wasm`));
const { fen: START } = ask(wasm.pos_look, "start");
let games = 0;
let rebuilt = 0;

// --- the module --------------------------------------------------------------

const look = (tree) => ask(wasm.tree_look, tree);
const pgn = (tree) => call(wasm.tree_pgn, tree).answer;

function mainLine({ first, moves }) {
  const line = [];
  for (let i = first; i !== null; i = moves[i].next) line.push(moves[i]);
  return line;
}

// --- files -------------------------------------------------------------------

function native(path) {
  const args = ["pgn", "convert", "--threads=1", "--keep-damaged", "--to=jsonl",
    path, "-"];
  const done = spawnSync(program, args, { encoding: "utf8" });
  check([0, 3].includes(done.status), `${args}: ${done.stderr}`);
  return done.stdout
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line))
    .filter((line) => line.tags);
}

// The same from its parts, as a page that keeps the JSON does it.
function rebuild(shown) {
  const { tree } = ask(wasm.tree_new, shown.start);
  for (const { name, value } of shown.tags)
    run(wasm.tree_set_tag, tree, name, value);
  run(wasm.tree_set_comment, tree, -1, `${shown.marks} ${shown.comment}`.trim());
  shown.moves.forEach((m, i) => {
    const added = ask(wasm.tree_add, tree, m.parent, m.uci);
    same([added.number, added.fen], [i, m.fen], `move ${i}`);
    run(wasm.tree_set_comment, tree, i, `${m.marks} ${m.comment}`.trim());
    run(wasm.tree_set_nags, tree, i, Uint8Array.from(m.nags));
  });
  const text = pgn(tree);
  wasm.tree_close(tree);
  return text;
}

function compareGame(path, content, number, told) {
  const { tree, error } = ask(wasm.tree_open, content, number);
  same(error, undefined, `${path}, game ${number}`);
  const shown = look(tree);
  const moves = mainLine(shown);
  same(
    moves.map((m) => [m.san, m.uci]),
    told.moves.filter((m) => m.san).map((m) => [m.san, m.uci]),
    `${path}, game ${number}: moves`,
  );
  same(shown.result, told.result, `${path}, game ${number}: result`);
  shown.moves.forEach((m, i) => check(m.parent < i, "parents come first"));
  const text = pgn(tree);
  const again = ask(wasm.tree_open, text, 0);
  same(look(again.tree), shown, `${path}, game ${number}: read again`);
  same(pgn(again.tree), text, `${path}, game ${number}: written again`);
  const ended = shown.tags.find((t) => t.name === "Result")?.value;
  const nullMove = shown.moves.some((m) => m.uci === "0000");
  const twice = new Set(shown.tags.map((t) => t.name)).size < shown.tags.length;
  const mixed = shown.moves.some((m) => m.marks && m.comment);
  const fromStart = shown.start === START && ended === shown.result;
  if (fromStart && !nullMove && !twice && !mixed) {
    const moves = (s) => s.replace(/\s+/g, " ").replace(/.*"\] /, "");
    same(moves(rebuild(shown)), moves(text), `${path}, ${number}: rebuilt`);
    rebuilt++;
  }
  wasm.tree_close(again.tree);
  wasm.tree_close(tree);
  games++;
}

function compareFile(path) {
  const content = readFileSync(path);
  const list = ask(wasm.pgn_list, content, 0, 1000);
  const told = native(path);
  const usable = list.games.filter(
    (g) => !["pgn_setup", "pgn_variant"].includes(g.error),
  );
  if (usable.length !== told.length) return; // some have nothing in them
  usable.forEach(({ number, plies }, i) => {
    same(plies, told[i].moves.filter((m) => m.san).length, `${path}: plies`);
    compareGame(path, content, number, told[i]);
  });
}

// --- known facts -------------------------------------------------------------

function facts() {
  const { tree } = ask(wasm.tree_open, `[White "A"]

1. e4 { [%eval 0.17] [%clk 0:05:00.5] good [%cal Ge2e4] move } $1
(1. d4 d5) 1... e5 { [%eval #-3] } *`, 0);
  const { tags, moves, first } = look(tree);
  same(tags, [{ name: "White", value: "A" }], "tags");
  const [e4, d4, d5, e5] = moves;
  same([e4.eval, e4.mate, e4.clock], [0.17, null, 300.5], "facts");
  same(e4.comment, "good move", "words");
  same(e4.marks, "[%eval 0.17] [%clk 0:05:00.5] [%cal Ge2e4]", "marks");
  same([e4.nags, e4.glyph], [[1], "!"], "glyphs");
  same([e5.eval, e5.mate], [null, -3], "mate");
  same([d4.parent, d5.parent, e5.parent, first], [-1, 1, 0, 0], "parents");
  same([e4.next, d4.next, d5.next], [3, 2, null], "what follows");

  const c5 = ask(wasm.tree_add, tree, 0, "c5");
  same([c5.number, c5.description], [4, "Pawn to c5"], "a side line");
  same(ask(wasm.tree_add, tree, 0, "c7c5").number, 4, "is there");
  same(wasm.tree_promote(tree, 4), 0, "promote");
  same(look(tree).moves[0].next, 4, "goes first");
  same(wasm.tree_remove(tree, 1), 0, "remove");
  same(look(tree).moves.slice(1, 3), [null, null], "with what follows");
  check(/1\.\.\. c5 \(1\.\.\.\s+e5/.test(pgn(tree)), pgn(tree));
  same(ask(wasm.tree_add, tree, 1, "d5").error, "number_invalid", "gone");
  same(ask(wasm.tree_add, tree, 0, "Ke2").error, "move_unreachable", "illegal");
  wasm.tree_close(tree);
  same(look(tree).error, "handle_closed", "closed");
  same(ask(wasm.tree_open, "1. e4 *", 1).error, "number_invalid", "no game");
  const bad = ask(wasm.tree_open, "1. e4 e5\n2. Ke4 *", 0);
  same([bad.diagnostics[0].line, bad.diagnostics[0].column], [2, 4], "a fault");
  wasm.tree_close(bad.tree);
}

// From a position, in Chess960 too.
function setUp() {
  const fen = "5k2/8/8/8/8/8/8/R4K1R w HA - 0 1";
  const { tree } = ask(wasm.tree_new, fen);
  const { number } = ask(wasm.tree_add, tree, -1, "O-O");
  const shown = look(tree);
  same([shown.chess960, shown.moves[number].uci], [true, "f1h1"], "Chess960");
  const again = ask(wasm.tree_open, pgn(tree), 0).tree;
  same(look(again).moves, shown.moves, "and read again");
  wasm.tree_close(again);
  wasm.tree_close(tree);
}

function memoryStays() {
  const use = () => {
    const { tree } = ask(wasm.tree_open, '[A "b"]\n\n1. e4 {x} (1. d4) *', 0);
    run(wasm.tree_set_tag, tree, "C", "d");
    ask(wasm.tree_add, tree, -1, "c4");
    look(tree);
    pgn(tree);
    wasm.tree_close(tree);
  };
  for (let i = 0; i < 10; i++) use();
  const before = memory.buffer.byteLength;
  for (let i = 0; i < 2000; i++) use();
  check(memory.buffer.byteLength === before, "memory grew");
}

memoryStays();
facts();
setUp();
names
  .flatMap((name) => filesOf(name, ["pgn/odd"]))
  .filter((f) => f.endsWith(".pgn"))
  .forEach(compareFile);
check(games > 0 && rebuilt > 0, "games were compared");
console.log(`${games} games compared, ${rebuilt} of them rebuilt`);
finish(skipped());
