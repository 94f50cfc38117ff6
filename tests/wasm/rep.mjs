// rep.mjs FOLDER PROGRAM FILE...: tabiya.wasm reads, writes, merges, exports
// and counts repertoires as the native program does, byte by byte, and takes
// back what was done to them.
//
// Folders and the word `shared` are as for games.mjs.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import {
  check, filesOf, finish, load, same, skipped, start,
} from "./module.mjs";

const DONE = 1;
const NONE = -1;
const NODE = { alive: 1, current: 2, root: 4, start: 8, judged: 16, black: 32,
  leaf: 64, over: 128 };
const EDGE = { alive: 1, transposition: 2, own: 4, noted: 8 };

const [folder, program, ...names] = process.argv.slice(2);
const { wasm, memory, ask, call, run } = start(load(`${folder}/probe.wasm`));

// --- the module --------------------------------------------------------------

const open = (text) => ask(wasm.rep_open, text);
const state = (rep) => ask(wasm.rep_state, rep);
const node = (rep, n = NONE) => ask(wasm.rep_node, rep, n);
const write = (rep, version = 5) => call(wasm.rep_write, rep, version).answer;

function play(rep, moves) {
  for (const move of moves.split(" "))
    same(run(wasm.rep_play, rep, move, ""), 0, `${move} of ${moves}`);
}

function arrays(rep) {
  const at = wasm.rep_arrays(rep);
  const [nodes, edges, xy, nodeFlags, from, to, edgeFlags] = new Uint32Array(
    memory.buffer, at, 7,
  );
  return {
    nodes,
    edges,
    xy: new Float32Array(memory.buffer, xy, 2 * nodes),
    nodeFlags: new Uint8Array(memory.buffer, nodeFlags, nodes),
    from: new Uint32Array(memory.buffer, from, edges),
    to: new Uint32Array(memory.buffer, to, edges),
    edgeFlags: new Uint8Array(memory.buffer, edgeFlags, edges),
  };
}

// --- the program -------------------------------------------------------------

function native(args, input) {
  const done = spawnSync(program, args, {
    input, encoding: "utf8", maxBuffer: 1 << 28,
  });
  check([0, 1, 3].includes(done.status), `${args.join(" ")}: ${done.stderr}`);
  return done.stdout;
}

const json = (text) => JSON.parse(text || "{}");

// --- files -------------------------------------------------------------------

function compareCheck(path, opened) {
  const told = json(native(["--json", "rep", "check", path]));
  const found = opened.diagnostics.map((d) => [
    d.severity, d.line, d.column, d.code, d.message,
  ]);
  const expected = told.faults.map((f) => [
    f.severity, f.line, f.column, f.code, f.message,
  ]);
  same(found, expected, `${path}: findings`);
}

function compareFacts(path, rep) {
  const found = ask(wasm.rep_facts, rep);
  const told = json(native(["--json", "rep", "info", path]));
  for (const [name, value] of Object.entries(found))
    same(value, told[name], `${path}: ${name}`);
}

// The program names what has no title after the file.
function compareTexts(path, rep, content) {
  if (!state(rep).title) run(wasm.rep_set_title, rep, "T");
  const title = ["--title", state(rep).title, "--drop-invalid"];
  for (const v of [4, 5])
    same(
      write(rep, v),
      native(["rep", "convert", `--format=v${v}`, ...title, "-", "-"], content),
      `${path} as v${v}.0`,
    );
  const text = write(rep);
  for (const [lines, unroll, option] of [[0, 0, []], [1, 0, ["--lines"]]])
    same(
      call(wasm.rep_pgn, rep, lines, unroll).answer,
      native(["rep", "export", ...option, "-", "--pgn=-"], text),
      `${path} as PGN ${option}`,
    );
}

// The arrays say what nodes say one by one.
function compareArrays(path, rep) {
  const a = arrays(rep);
  const board = state(rep).node;
  const flags = (set, names) =>
    Object.keys(names).filter((n) => set & names[n]);
  const alive = [...a.nodeFlags].filter((f) => f & NODE.alive).length;
  same(alive, state(rep).nodes, `${path}: nodes`);
  for (let i = 0; i < a.nodes && i < 300; i++) {
    const n = node(rep, i);
    const set = flags(a.nodeFlags[i], NODE);
    same(set.includes("current"), i === board, `${path}: ${i} current`);
    same(set.includes("judged"), n.eval !== null, `${path}: ${i} judged`);
    same(set.includes("black"), n.turn === "black", `${path}: ${i} black`);
    same(set.includes("leaf"), n.moves.length === 0, `${path}: ${i} leaf`);
    same(set.includes("over"), set.includes("leaf") &&
      ask(wasm.pos_look, n.fen).moves.length === 0, `${path}: ${i} over`);
    same(Number.isNaN(a.xy[2 * i]), n.x === null, `${path}: ${i} placed`);
    if (n.x !== null) {
      same(a.xy[2 * i], Math.fround(n.x), `${path}: x of ${i}`);
      same(a.xy[2 * i + 1], Math.fround(n.y), `${path}: y of ${i}`);
    }
    for (const m of n.moves) {
      same([a.from[m.edge], a.to[m.edge]], [i, m.node], `${path}: an edge`);
      const edge = flags(a.edgeFlags[m.edge], EDGE);
      same(edge.includes("own"), m.own, `${path}: ${m.edge} own`);
      same(edge.includes("noted"), m.note !== "", `${path}: ${m.edge} noted`);
      same(edge.includes("transposition"), m.transposition, `${path}: joins`);
      check(node(rep, m.node).parents.some((p) => p.edge === m.edge), "parent");
    }
  }
}

// Every position stands once in the outline, behind that which it comes from.
function checkOutline(path, rep) {
  const seen = new Set();
  let rows;
  for (let at = 0; ; at += 100) {
    const part = ask(wasm.rep_outline, rep, at, 100);
    rows = part.rows;
    if (rows.length === 0) break;
    for (const row of rows) {
      check(!seen.has(row.node), `${path}: ${row.node} twice`);
      seen.add(row.node);
      const way = ask(wasm.rep_path, rep, row.node);
      same(way.length > 0, row.edge !== null, `${path}: way to ${row.node}`);
      if (row.edge === null) continue;
      same(way.at(-1).edge, row.edge, `${path}: last move to ${row.node}`);
      same(way.at(-1).label, row.label, `${path}: its label`);
      check(way.length < 2 || seen.has(way.at(-2).node), `${path}: order`);
    }
  }
  same(seen.size, state(rep).nodes, `${path}: outline`);
}

function compareFile(path) {
  const content = readFileSync(path);
  const { rc, answer } = call(wasm.rep_open, content);
  const opened = JSON.parse(answer);
  if (path.endsWith(".pgn")) return compareImport(path, content, opened);
  compareCheck(path, opened);
  if (rc < 0) {
    check(opened.error && opened.message, `${path}: refused with a sentence`);
    return;
  }
  same(state(opened.rep).errors, opened.errors, `${path}: errors`);
  compareFacts(path, opened.rep);
  compareArrays(path, opened.rep);
  checkOutline(path, opened.rep);
  compareTexts(path, opened.rep, content);
  wasm.rep_close(opened.rep);
}

function compareImport(path, content, opened) {
  same(opened.format, "pgn", `${path}: format`);
  const color = opened.had_color ? [] : ["--color=white"];
  if (!opened.had_color) run(wasm.rep_set_color, opened.rep, 0);
  if (!opened.had_title) run(wasm.rep_set_title, opened.rep, "Repertoire");
  same(
    write(opened.rep),
    native(["rep", "import", ...color, "--output=-", "-"], content),
    `${path} imported`,
  );
  const told = json(
    native(["--json", "pgn", "check", path]),
  ).faults.map((f) => [f.line, f.column, f.code]);
  same(
    opened.diagnostics
      .filter((d) => d.code !== "rep_game_chess960")
      .map((d) => [d.line, d.column, d.code]),
    told,
    `${path}: faults`,
  );
  wasm.rep_close(opened.rep);
}

// Two files in one, and undone again.
function compareMerge(one, two) {
  const { rep } = open(readFileSync(one));
  const before = write(rep);
  const merged = ask(wasm.rep_merge, rep, readFileSync(two));
  same(merged.error, undefined, `${two} is merged`);
  // The program drops all coordinates; here positions stay where they are.
  const moves = (text) => text.replace(/^(.* : -?[0-9.]+, .*)?\n/gm, "");
  same(
    moves(write(rep)),
    moves(native(["rep", "merge", "--color", state(rep).color, one, two,
      "--output=-"])),
    `${one} and ${two}`,
  );
  same(wasm.rep_undo(rep), 0, "a merge is undone");
  same(write(rep), before, "and nothing is left of it");
  wasm.rep_close(rep);
}

// --- changes -----------------------------------------------------------------

function edits() {
  const rep = wasm.rep_new();
  const texts = [write(rep)];
  const step = (what, rc) => {
    same(rc, 0, what);
    texts.push(write(rep));
  };

  same(node(rep).node, null, "nothing is there yet");
  same(node(rep).moves, [], "nor a move");
  step("title", run(wasm.rep_set_title, rep, "Übung"));
  step("colour", wasm.rep_set_color(rep, 1));
  step("e4", run(wasm.rep_play, rep, "e2e4", ""));
  step("e5", run(wasm.rep_play, rep, "e5", "solid"));
  const e5 = state(rep).node;
  step("back", wasm.rep_go(rep, NONE));
  step("again", run(wasm.rep_play, rep, "e4", "best by test"));
  step("c5", run(wasm.rep_play, rep, "c7c5", "sharp"));
  step("away", wasm.rep_go(rep, node(rep, e5).parents[0].node));
  const [first, second] = node(rep).moves;
  same([first.san, first.note, first.own], ["e5", "solid", true], "a move");
  same([second.label, second.description], ["1... c5", "Pawn to c5"], "label");
  step("glyphs", run(wasm.rep_set_nags, rep, second.edge, Uint8Array.of(5)));
  same(node(rep).moves[1].glyph, "!?", "interesting");
  step("note", run(wasm.rep_set_note, rep, second.edge, "a | b [%cal Gc7c5]"));
  same([node(rep).moves[1].note, node(rep).moves[1].marks], ["a | b", "[%cal Gc7c5]"], "words and marks");
  step("other words", run(wasm.rep_set_note, rep, second.edge, "c"));
  same([node(rep).moves[1].note, node(rep).moves[1].marks], ["c", "[%cal Gc7c5]"], "marks stay");
  step("no words", run(wasm.rep_set_note, rep, second.edge, ""));
  same([node(rep).moves[1].note, node(rep).moves[1].marks], ["", "[%cal Gc7c5]"], "marks alone");
  for (const [typed, text] of [["white +0.355", "white +0.36"], ["-1.2", "black +1.20"],
    ["#3", "white M3"], ["M2", "black M2"], ["black M1", "black M1"]]) {
    step(typed, run(wasm.rep_set_eval, rep, e5 - 1, typed));
    same(node(rep, e5 - 1).eval.text, text, `evaluation ${typed}`);
  }
  const { done } = state(rep);
  same(run(wasm.rep_set_eval, rep, e5 - 1, "#-1"), 0, "the same again");
  same(state(rep).done, done, "is no entry of the log");
  step("no evaluation", run(wasm.rep_set_eval, rep, e5 - 1, ""));
  same(node(rep, e5 - 1).eval, null, "no evaluation");
  check(state(rep).done > done, "an entry of the log");
  step("remove", wasm.rep_remove(rep, first.edge));
  same(node(rep, e5).error, "number_invalid", "a node that is gone");
  step("clear", wasm.rep_clear(rep));
  for (const text of [...texts].reverse()) {
    same(write(rep), text, "undone");
    same(wasm.rep_undo(rep), text === texts[0] && !state(rep).can_undo
      ? DONE : 0, "undo");
  }
  for (const text of texts) {
    same(write(rep), text, "redone");
    wasm.rep_redo(rep);
  }
  same(wasm.rep_redo(rep), DONE, "the end");
  wasm.rep_close(rep);
}

// Transpositions, the way to a position, and looking it up.
function ways() {
  const rep = wasm.rep_new();
  play(rep, "d4 d5 Nf3 Nf6 c4");
  same(node(rep).line, "1. d4 d5 2. Nf3 Nf6 3. c4", "the line");
  wasm.rep_go(rep, NONE);
  play(rep, "Nf3 Nf6 d4 d5");
  const here = node(rep);
  same(here.parents.map((p) => p.label), ["2... Nf6", "2... d5"], "parents");
  same(here.moves[0].label, "3. c4", "and goes on");
  same(run(wasm.rep_find, rep, "d4 Nf6 Nf3 d5"), here.node, "found");
  same(run(wasm.rep_find, rep, "e4"), -1, "not there");
  same(run(wasm.rep_find, rep, "nonsense"), -1, "no position");
  same(
    ask(wasm.rep_path, rep, here.node).map((s) => s.san),
    ["d4", "d5", "Nf3", "Nf6"], "the way",
  );
  const fens = call(wasm.rep_fens, rep).answer.split("\n");
  same(fens.pop(), "", "the last line ends");
  same(fens, fens.map((_, i) => node(rep, i).fen), "all positions");
  same(ask(wasm.rep_facts, rep).transpositions, 1, "one transposition");
  check(call(wasm.rep_svg, rep).answer.startsWith("<"), "a picture");
  wasm.rep_close(rep);

  // 2... e5 is reached two moves sooner: the way is the shortest, and has
  // numbers of its own.
  const sooner = wasm.rep_new();
  play(sooner, "e3 e6 e4 e5 Bc4");
  wasm.rep_go(sooner, NONE);
  play(sooner, "e4 e5 Bc4");
  same(
    ask(wasm.rep_path, sooner, node(sooner).node).map((s) => s.label),
    ["1. e4", "1... e5", "2. Bc4"], "the shortest way",
  );
  wasm.rep_close(sooner);
}

function refusals() {
  const rep = wasm.rep_new();
  const refused = (f, ...args) => {
    const { rc, answer } = call(f, ...args);
    check(rc < 0, `${args} is refused`);
    return JSON.parse(answer).error;
  };

  same(refused(wasm.rep_play, rep, "e5", ""), "move_unreachable", "1. e5");
  same(refused(wasm.rep_go, rep, 0), "number_invalid", "no such node");
  same(refused(wasm.rep_remove, rep, 7), "number_invalid", "no such edge");
  same(refused(wasm.rep_write, rep, 3), "number_invalid", "version 3");
  same(refused(wasm.rep_open, ""), "rep_version_missing", "nothing");
  const stray = open("1. e4 *\n\n*\n\n1. d4 *\n"); // a result alone is no game
  same([stray.games, stray.errors, stray.warnings], [2, 0, 1], "a stray result");
  same(stray.diagnostics[0].code, "pgn_stray_result", "a stray result");
  wasm.rep_close(stray.rep);
  same(refused(wasm.rep_open, "hello"), "rep_version_missing", "no PGN");
  same(refused(wasm.rep_open, "v6.0\n= T\n"), "rep_version", "version 6");
  same(refused(wasm.rep_merge, rep, "v5.0\n"), "rep_title", "merge");
  same(refused(wasm.rep_set_eval, rep, 0, "0.1"), "number_invalid", "no node");
  same(state(rep).can_undo, false, "nothing was done");
  play(rep, "e4");
  for (const text of ["good", "white", "white ++1", "M", "#", "1e3", "white M-1"])
    same(refused(wasm.rep_set_eval, rep, 0, text), "evaluation_invalid", text);
  wasm.rep_close(rep);
  for (const f of ["state", "facts", "undo", "redo", "clear", "svg"])
    same(refused(wasm[`rep_${f}`], rep), "handle_closed", `closed: ${f}`);
  same(wasm.rep_arrays(rep), 0, "closed: arrays");
  wasm.rep_close(rep); // twice is once
  same(refused(wasm.rep_state, 0), "handle_closed", "0");
  const other = wasm.rep_new();
  check(other !== rep, "a number is not given twice");
  same(state(rep).error, "handle_closed", "the old one stays closed");
  wasm.rep_close(other);
}

function memoryStays() {
  const text = "v5.0\n= T\nwhite\n\nstart -> e4\n";
  const use = () => {
    const { rep } = open(text);
    run(wasm.rep_play, rep, "d4", "note");
    arrays(rep);
    node(rep);
    ask(wasm.rep_merge, rep, "1. c4 e5 *");
    write(rep);
    wasm.rep_close(rep);
  };
  for (let i = 0; i < 10; i++) use();
  const before = memory.buffer.byteLength;
  for (let i = 0; i < 2000; i++) use();
  check(memory.buffer.byteLength === before, "memory grew");
}

memoryStays();
edits();
ways();
refusals();
const files = names.flatMap((name) => filesOf(name, ["repertoire/real",
  "repertoire/edge", "repertoire/bad", "repertoire/history"]));
files.filter((f) => /\.(txt|pgn)$/.test(f)).forEach(compareFile);
const pair = files.filter((f) => /london-[ab]\.txt$/.test(f));
if (pair.length === 2) compareMerge(...pair);
console.log(`${files.length} files compared`);
finish(skipped());
