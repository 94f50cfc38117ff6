// positions.mjs FOLDER PROGRAM: what tabiya.wasm says about positions is what
// the native program says, and what is known.
import { spawnSync } from "node:child_process";
import { check, finish, load, same, start } from "./module.mjs";

const [folder, program] = process.argv.slice(2);
const { wasm, memory, ask, call } = start(load(`${folder}/probe.wasm`));

const look = (text) => ask(wasm.pos_look, text);
const ending = (text, nodes) =>
  ask((at, n) => wasm.pos_ending(at, n, nodes), text);
const play = (fen, move) => ask(wasm.pos_play, fen, move);

// What the program looks at when it is not told otherwise.
const NODES = 100000;

// --- the same as the program -------------------------------------------------

const TEXTS = [
  "start",
  "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6",
  "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -",
  "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -",
  "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
  "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
  "f3 e5 g4 Qh4#",
  "7k/5Q2/6K1/8/8/8/8/8 b - -",
  "8/8/8/4k3/8/4K3/8/8 w - -",
  "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8",
  "bqnrkbrn/pppppppp/8/8/8/8/PPPPPPPP/BQNRKBRN w KQkq - 0 1",
  "4k3/8/8/8/8/8/8/R1RK4 w A - 0 1",
  "8/8/4k3/8/8/3KB3/8/7r w - -",
  "4k3/8/8/1p1p1p1p/1P1P1P1P/8/8/4K3 w - - 120 90",
];

function compare(text) {
  const done = spawnSync(program, ["--json", "pos", text], {
    encoding: "utf8",
  });
  check(done.status === 0, `pos ${text}: ${done.stderr}`);
  const native = JSON.parse(done.stdout);
  const found = look(text);
  for (const field of ["fen", "key", "turn", "check", "outcome", "over"])
    same(found[field], native[field], `${text}: ${field}`);
  const { outcome, over, can_win, nodes } = ending(text, NODES);
  same(can_win, native.can_win, `${text}: who can win`);
  same([outcome, over], [native.outcome, native.over], `${text}: ending`);
  check(nodes <= 2 * NODES + 9, `${text}: ${nodes} nodes`);
  const sort = (moves) => moves.map(({ san, uci }) => `${san} ${uci}`).sort();
  same(sort(found.moves), sort(native.moves), `${text}: moves`);
  for (const m of found.moves) {
    const { fen, ...move } = play(found.fen, m.uci);
    same(move, m, `${text}: ${m.uci} when it is played`);
    same(play(found.fen, m.san), { ...m, fen }, `${text}: ${m.san}`);
    same(m.from + m.to + (m.promotion ?? ""), m.uci, `${text}: squares`);
    same(m.check, /[+#]/.test(m.san), `${text}: ${m.san}: check`);
    same(m.mate, m.san.endsWith("#"), `${text}: ${m.san}: mate`);
    same(m.capture, m.san.includes("x"), `${text}: ${m.san}: capture`);
    same(m.rook !== null, m.san.startsWith("O"), `${text}: ${m.san}: rook`);
  }
}

// --- known facts -------------------------------------------------------------

function facts() {
  const e4 = play("start", "e4");
  same(
    e4,
    {
      uci: "e2e4", san: "e4", from: "e2", to: "e4", promotion: null,
      rook: null, capture: false, check: false, mate: false,
      description: "Pawn to e4",
      fen: "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
    },
    "1. e4",
  );
  const mate = look("f3 e5 g4 Qh4#");
  same([mate.checkers, mate.king], [["h4"], "e1"], "fool's mate");
  same(mate.sentence, "Checkmate.", "its sentence");
  const double = look("4k3/8/8/8/8/5n2/8/4K2r w - -");
  same(double.checkers.sort(), ["f3", "h1"], "a double check");
  same(look("start").king, null, "no king in check");
}

// What only a search finds.
function endings() {
  const spare = "5k2/p1p5/8/8/8/6p1/P1P3Pp/7K w - -";
  same(look(spare).outcome, "ongoing", "quickly");
  same(ending(spare, 0).can_win, { white: "unknown", black: "unknown" }, "0");
  same(ending(spare, NODES).outcome, "dead_position", "with a search");
  same(ending("start", 0).nodes, 1, "the quick stage at the start");
}

// King takes rook, king to its square, and SAN are one move.
function castling() {
  const orthodox = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
  for (const text of ["e1g1", "e1h1", "O-O", "0-0"]) {
    const m = play(orthodox, text);
    same([m.uci, m.to, m.rook], ["e1g1", "g1", "h1"], `castling by ${text}`);
  }
  // From f1 the king may go to g1 by itself: only the rook is clear.
  const chess960 = "5k2/8/8/8/8/8/8/R4K1R w HA - 0 1";
  const long = play(chess960, "f1a1");
  same(play(chess960, "O-O-O"), long, "long castling in Chess960");
  same(play(chess960, "f1c1"), long, "and by the square of the king");
  const short = play(chess960, "f1h1");
  same([short.san, short.to, short.rook], ["O-O+", "h1", "h1"], "short");
  same(play(chess960, "f1g1").san, "Kg1", "the king by itself");
  // An engine must be told; without a right nothing is Chess960's.
  for (const [fen, told] of [[orthodox, false], [chess960, true],
    ["5k2/8/8/8/8/8/8/R4K1R w - - 0 1", false],
    ["r2k3r/8/8/8/8/8/8/4K3 w kq - 0 1", true],
    ["4k3/8/8/8/8/8/8/1R2K3 w Q - 0 1", true]])
    same(look(fen).chess960, told, `Chess960: ${fen}`);
}

function lines() {
  const line = ask(wasm.line_look, "1. e4 c5 2. Nf3");
  same(line.moves.map((m) => m.uci), ["e2e4", "c7c5", "g1f3"], "moves");
  same(line.start, look("start").fen, "they begin at the start");
  same(line.fen, line.moves[2].fen, "and end at the last");
  const fen = "8/8/8/4k3/8/4K3/8/8 w - - 5 40";
  same(ask(wasm.line_look, fen), { start: fen, fen, moves: [] }, "a FEN");
}

function refusals() {
  const refused = (f, ...args) => {
    const { rc, answer } = call(f, ...args);
    check(rc < 0, `${args} is refused`);
    return JSON.parse(answer);
  };
  const illegal = refused(wasm.pos_play, "start", "Nf6");
  same(illegal.error, "move_unreachable", "Nf6");
  check(illegal.message.includes("f6"), `a sentence: ${illegal.message}`);
  same(refused(wasm.pos_play, "start", "zz").error, "san_syntax", "zz");
  same(refused(wasm.pos_play, "start", "").error, "san_syntax", "no move");
  same(refused(wasm.pos_play, "start", "--").error, "san_syntax", "a pass");
  same(refused(wasm.pos_play, "start", "0000").error, "san_syntax", "0000");
  same(
    refused(wasm.pos_look, "8/8/8/8/8/8/8/8 w - -").error,
    "position_faulty",
    "an empty board",
  );
  const typo = refused(wasm.line_look, "1. e4 e5 2. Nf4");
  same([typo.error, typo.at], ["move_unreachable", 12], "a wrong move");
  same(refused(wasm.pos_look, "").error, "line_empty", "nothing");
}

function memoryStays() {
  look("start");
  const before = memory.buffer.byteLength;
  for (let i = 0; i < 500; i++) look("1. e4 e5 2. Nf3");
  check(memory.buffer.byteLength === before, "memory grew");
}

memoryStays();
TEXTS.forEach(compare);
facts();
endings();
castling();
lines();
refusals();
finish();
