// drill.mjs FOLDER PROGRAM FILE...: a repertoire is practised in tabiya.wasm as
// `rep drill` does it: same positions, replies, counters and cards for the same
// seed and the same answers.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import {
  check, filesOf, finish, load, same, skipped, start,
} from "./module.mjs";

const DONE = 1;
const LINES = 0, ALL = 1, DUE = 2, ROOT = 4, NODE = 8, IN_ORDER = 16, BLACK = 32;
const DAY = 86400;

const [folder, program, ...names] = process.argv.slice(2);
const { wasm, memory, ask, call, run } = start(load(`${folder}/probe.wasm`));

let rep; // that is practised
let seed = 7;
function below(n) {
  seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
  return Math.floor((seed / 2 ** 32) * n);
}

// --- a session ---------------------------------------------------------------

// Practises to the end; mostly right.  All that happens, and what was typed.
function practise(drill, events, typed) {
  const now = Date.now() / 1000;
  let rc;
  for (let lines = 0; (rc = wasm.drill_next(drill)) === 0; lines++) {
    check(lines < 20000, "it comes to an end");
    for (;;) {
      const { turn, node, fen, left, mistakes } = ask(wasm.drill_state, drill);
      if (turn === "none") break;
      if (turn === "other") {
        const reply = ask(wasm.drill_reply, drill);
        events.push(["reply", reply.san, reply.note]);
        continue;
      }
      events.push(["ask", position(fen), left, mistakes]);
      answer(drill, node, fen, now, events, typed);
    }
  }
  same(rc, DONE, "all was asked");
}

// Without the counters, which the program counts from the root on.
const position = (fen) => fen.split(" ").slice(0, 4).join(" ");

function answer(drill, node, fen, now, events, typed) {
  const kind = below(10);
  if (kind === 0) {
    events.push(["hint", ask(wasm.drill_hint, drill).map((m) => m.san)]);
    typed.push("hint");
    const { left, mistakes } = ask(wasm.drill_state, drill);
    events.push(["ask", position(fen), left, mistakes]); // as the program asks again
  }
  const legal = ask(wasm.pos_look, fen).moves.map((m) => m.uci);
  const own = ask(wasm.rep_node, rep, node).moves.map((m) => m.uci);
  const from = kind === 1 ? legal : own;
  const move = from[below(from.length)];
  const told = ask(wasm.drill_answer, drill, move, now);
  typed.push(move);
  if (told.right) events.push(["right", told.san, told.note, told.more_owed]);
  else events.push(["wrong", told.san]);
}

// What the program says, as the same events.
function native(args, typed) {
  const done = spawnSync(program, ["--json", "rep", "drill", ...args], {
    input: `${typed.join("\n")}\n`, encoding: "utf8", maxBuffer: 1 << 28,
  });
  check([0, 1].includes(done.status), `rep drill ${args}: ${done.stderr}`);
  const read = {
    reply: (e) => ["reply", e.san, e.note],
    ask: (e) => ["ask", position(e.fen), e.left, e.mistakes],
    hint: (e) => ["hint", e.moves.map((m) => m.san)],
    right: (e) => ["right", e.san, e.note, e.more_owed],
    wrong: (e) => ["wrong", e.san],
  };
  return done.stdout
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line))
    .filter((e) => read[e.event])
    .map((e) => read[e.event](e));
}

// --- comparing ---------------------------------------------------------------

function sameEvents(found, expected, what) {
  const at = found.findIndex(
    (e, i) => JSON.stringify(e) !== JSON.stringify(expected[i]),
  );
  if (at >= 0) same(found[at], expected[at], `${what}, event ${at}`);
  same(found.length, expected.length, `${what}: events`);
}

function compareMode(path, how, options, cards = 0) {
  const number = 1 + below(1000);
  const color = ask(wasm.rep_state, rep).color === "black" ? BLACK : 0;
  const drill = ask(wasm.drill_open, rep, cards, how | color, 0, number,
    Date.now() / 1000, -1);
  const events = [], typed = [];
  practise(drill, events, typed);
  const args = [path, `--seed=${number}`, ...options];
  if (!ask(wasm.rep_state, rep).color_known)
    args.push(`--color=${color ? "black" : "white"}`);
  sameEvents(events, native(args, typed), `${path} ${options}`);
  const wrong = events.filter((e) => e[0] === "wrong").length;
  const { mistakes, left } = ask(wasm.drill_state, drill);
  same([mistakes, left], [wrong, 0], `${path}: counters`);
  const slips = ask(wasm.drill_slips, drill);
  same(slips.reduce((n, s) => n + s.mistakes, 0), wrong, `${path}: slips`);
  retry(path, drill, slips);
  wasm.drill_close(drill);
}

// The positions of mistakes and no others.
function retry(path, drill, slips) {
  same(wasm.drill_retry(drill), 0, "retry");
  const events = [];
  practise(drill, events, []);
  const asked = new Set(events.filter((e) => e[0] === "ask").map((e) => e[1]));
  for (const { fen } of slips) check(asked.has(position(fen)), `${path}: ${fen} again`);
  if (slips.length === 0) same(asked.size, 0, `${path}: nothing to retry`);
}

// Cards that the module writes are those that the program writes, but for the
// second at which they were reviewed.
function compareDue(path, scratch) {
  const file = `${scratch}/x.cards.tsv`;
  const cards = wasm.cards_new();
  rmSync(file, { force: true });
  compareMode(path, DUE, ["--mode=due", `--cards=${file}`], cards);
  const round = (text) =>
    text.split("\n").map((l) => l.split("\t").slice(0, 2).join("\t"));
  const text = call(wasm.cards_write, cards).answer;
  let other = "";
  try {
    other = readFileSync(file, "utf8");
  } catch {
    // nothing was asked
  }
  if (other) same(round(text), round(other), `${path}: cards`);
  readAgain(path, text);
  if (rep && ask(wasm.rep_facts, rep).unreachable === 0) compareNodes(path, cards);
  wasm.cards_close(cards);
}

// What the graph shows as due is what a drill asks.
function compareNodes(path, cards) {
  const how = DUE | (ask(wasm.rep_state, rep).color === "black" ? BLACK : 0);
  for (const now of [0, Date.now() / 1000, Date.now() / 1000 + 400 * DAY]) {
    const drill = ask(wasm.drill_open, rep, cards, how, 0, 1, now, -1);
    const { left } = ask(wasm.drill_state, drill);
    wasm.drill_close(drill);
    const { nodes } = ask(wasm.rep_facts, rep);
    const at = wasm.cards_nodes(cards, rep, now);
    const pairs = new Float32Array(memory.buffer, at, 2 * nodes);
    const due = pairs.filter((x, i) => i % 2 === 0 && x === 1);
    same(due.length, left, `${path}: due at ${now}`);
    check(pairs.every((x) => Number.isNaN(x) || (x >= 0 && x <= 1)), "range");
  }
}

function readAgain(path, text) {
  const cards = wasm.cards_new();
  const now = Date.now() / 1000;
  const rows = text.split("\n").slice(1).filter((l) => l && l[0] !== "#");
  for (let twice = 0; twice < 2; twice++)
    same(ask(wasm.cards_read, cards, text).refused, 0, `${path}: read again`);
  same(call(wasm.cards_write, cards).answer, text, `${path}: written again`);
  const sum = ask(wasm.cards_summary, cards, now, now + DAY, 30);
  const add = (list) => list.reduce((a, b) => a + b, 0);
  same(add(sum.retention), sum.cards, `${path}: retention`);
  same(add(sum.stability), sum.cards, `${path}: stability`);
  same(sum.days.length, 30, `${path}: days`);
  const later = ask(wasm.cards_summary, cards, now + 36500 * DAY, 0, 0);
  same(later.due, later.cards, `${path}: all are due some day`);
  check(sum.reviews >= sum.cards && rows.length >= sum.cards, "reviews");
  wasm.cards_close(cards);
}

function compareFile(path, scratch) {
  const opened = ask(wasm.rep_open, readFileSync(path));
  if (opened.error || opened.errors) return;
  rep = opened.rep;
  const facts = ask(wasm.rep_facts, rep);
  compareMode(path, LINES, []);
  compareMode(path, LINES | ROOT | IN_ORDER, ["--whole", "--in-order"]);
  if (facts.lines < 500) compareMode(path, ALL, ["--mode=all"]);
  compareDue(path, scratch);
  wasm.rep_close(rep);
}

// --- what no file shows ------------------------------------------------------

function refusals() {
  const error = (f, ...args) => {
    const { rc, answer } = call(f, ...args);
    check(rc < 0, `${args} is refused`);
    return JSON.parse(answer).error;
  };
  rep = ask(wasm.rep_open, "v5.0\n= T\nwhite\n\nstart -> e4\n").rep;
  same(error(wasm.drill_open, 0, 0, 0, 0, 1, 0, -1), "handle_closed", "no rep");
  same(error(wasm.drill_open, rep, 0, DUE, 0, 1, 0, -1), "handle_closed", "cards");
  same(error(wasm.drill_open, rep, 0, NODE, 9, 1, 0, -1), "number_invalid", "node");
  const drill = ask(wasm.drill_open, rep, 0, LINES, 0, 1, 0, -1);
  same(error(wasm.drill_answer, drill, "e4", 0), "move_wrong_side", "no line");
  same(wasm.drill_next(drill), 0, "a line");
  same(error(wasm.drill_answer, drill, "e5", 0), "move_unreachable", "illegal");
  same(ask(wasm.drill_state, drill).mistakes, 0, "which counts nothing");
  same(error(wasm.drill_reply, drill), "move_wrong_side", "not its turn");
  same(ask(wasm.drill_hint, drill)[0].description, "Pawn to e4", "a hint");
  run(wasm.rep_play, rep, "d4", "");
  const changed = ask(wasm.drill_state, drill);
  same(changed.message, "The repertoire was changed while it was practised.",
    "a change");
  wasm.rep_close(rep);
  for (const f of ["state", "next", "reply", "hint", "slips", "retry"])
    same(error(wasm[`drill_${f}`], drill), "handle_closed", `closed: ${f}`);
  wasm.drill_close(drill);
  wasm.drill_close(drill);
  const cards = wasm.cards_new();
  const bad = ask(wasm.cards_read, cards, "no cards\n");
  same([bad.error, bad.diagnostics[0].line], ["cards_version", 1], "no cards");
  wasm.cards_close(cards);
  same(error(wasm.cards_write, cards), "handle_closed", "cards are closed");
  same(wasm.cards_nodes(cards, 0, 0), 0, "and so are their nodes");
}

function memoryStays() {
  const use = () => {
    rep = ask(wasm.rep_open, "v5.0\n= T\nwhite\n\nstart -> e4\n").rep;
    const cards = wasm.cards_new();
    const drill = ask(wasm.drill_open, rep, cards, DUE, 0, 1, 0, -1);
    practise(drill, [], []);
    wasm.drill_close(drill);
    wasm.cards_close(cards);
    wasm.rep_close(rep);
  };
  for (let i = 0; i < 10; i++) use();
  const before = memory.buffer.byteLength;
  for (let i = 0; i < 1000; i++) use();
  check(memory.buffer.byteLength === before, "memory grew");
}

memoryStays();
refusals();
const scratch = mkdtempSync(`${tmpdir()}/tabiya-`);
names
  .flatMap((name) => filesOf(name, ["repertoire/real", "repertoire/edge"]))
  .filter((f) => f.endsWith(".txt"))
  .forEach((f) => compareFile(f, scratch));
rmSync(scratch, { recursive: true });
finish(skipped());
