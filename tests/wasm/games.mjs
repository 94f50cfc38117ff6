// games.mjs FOLDER PROGRAM FILE...: WebAssembly reads and writes games as the
// native program does, byte by byte, errors and their places included.
//
// A folder stands for the files in it.  The word `shared` stands for files of
// ../shared/data (TBY_SHARED names another place); what is not there is told
// and makes the test one that was skipped.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { check, finish, load, start } from "./module.mjs";

const SHARED = ["pgn/lichess-438.pgn.zst", "pgn/odd", "pgn/damaged"];
const OK = 0;
const DONE = 1;
const E_NUMBER = -4;

const [folder, program, ...names] = process.argv.slice(2);
const module = load(`${folder}/probe.wasm`);
const { wasm, memory, view, bytes, text } = start(module);
const total = { files: 0, games: 0, faults: 0, bytes: 0, skipped: 0 };

// --- the module --------------------------------------------------------------

const hex = (key) => BigInt.asUintN(64, key).toString(16).padStart(16, "0");

// One game as the module shows it.
function look(reader, game) {
  const plies = wasm.game_plies(game);
  const each = (n, ...what) =>
    Array.from({ length: n }, (_, i) => what.map((f) => text(f, game, i)));

  return {
    begin: wasm.pgn_begin(reader),
    end: wasm.pgn_end(reader),
    code: text(wasm.rc_name, wasm.pgn_error(reader)),
    offset: wasm.pgn_error_at(reader),
    latin1: wasm.pgn_latin1(reader),
    key: hex(wasm.pgn_key(reader)),
    tags: each(wasm.game_tags(game), wasm.game_tag_name, wasm.game_tag_value),
    moves: each(plies, wasm.game_san, wasm.game_uci),
    fens: each(plies + 1, wasm.game_fen).flat(),
    pgn: bytes(wasm.game_pgn, game),
    jsonl: bytes(wasm.game_jsonl, game),
  };
}

// All games of a text; `visit` makes of each what is kept.
function read(content, visit = look) {
  const block = wasm.alloc(content.length);
  view(block, content.length).set(content);
  const reader = wasm.pgn_open(block, content.length);
  const game = wasm.game_open();
  const games = [];
  let rc;
  while ((rc = wasm.pgn_next(reader, game)) === OK)
    games.push(visit(reader, game));
  if (rc !== DONE) check(false, `reading ends with ${rc}`);
  wasm.game_close(game);
  wasm.pgn_close(reader);
  wasm.free(block, content.length);
  return games;
}

// --- the program -------------------------------------------------------------

// What it prints.  3 is its code for input that is damaged.
function run(args, input) {
  const done = spawnSync(program, args, { input, maxBuffer: 1 << 30 });
  check(
    done.status === 0 || done.status === 3,
    `${args.join(" ")}: exit ${done.status} ${done.error ?? done.stderr}`,
  );
  return done.stdout ?? Buffer.alloc(0);
}

const convert = (path, ...options) =>
  run(["pgn", "convert", "--threads=1", ...options, path, "-"]);

// --- comparing ---------------------------------------------------------------

function same(found, expected, what) {
  total.bytes += expected.length;
  if (found.equals(expected)) return check(true, what);
  let at = 0;
  while (at < found.length && found[at] === expected[at]) at++;
  const near = (b) => JSON.stringify(b.toString("utf8", at - 20, at + 60));
  check(false, `${what}, byte ${at}: ${near(found)}, not ${near(expected)}`);
}

function sameJson(found, expected, what) {
  const [a, b] = [JSON.stringify(found), JSON.stringify(expected)];
  check(a === b, `${what}: ${a}, not ${b}`);
}

function compareCheck(path, games) {
  const args = ["--json", "pgn", "check", "--max-errors=1000000", path];
  const { faults, ...sum } = JSON.parse(run(args));
  const damaged = games
    .map(({ code, offset }, i) => ({ game: i + 1, offset, code }))
    .filter(({ code }) => code !== "ok");

  sameJson(
    damaged,
    faults.map(({ game, offset, code }) => ({ game, offset, code })),
    `${path}: faults`,
  );
  const count = (f) => games.reduce((n, g) => n + f(g), 0);
  sameJson(
    [games.length, count((g) => g.moves.length), count((g) => g.latin1)],
    [sum.games, sum.plies, sum.latin1],
    `${path}: games, plies, latin1`,
  );
  total.faults += damaged.length;
}

// The program leaves out what was refused as a whole, and nothing at all.
function hasSoundPart({ code, line }) {
  return (
    code !== "pgn_setup" &&
    code !== "pgn_variant" &&
    (Object.keys(line.tags).length > 0 || line.moves.length > 0)
  );
}

function compareConvert(path, games) {
  const sound = games.filter((g) => g.code === "ok");
  const parts = games.filter((g) => g.code === "ok" || hasSoundPart(g));
  const header = bytes(wasm.jsonl_header);

  for (const [kept, options] of [
    [sound, []],
    [parts, ["--keep-damaged"]],
  ]) {
    same(
      Buffer.concat(kept.map((g) => g.pgn)),
      convert(path, "--to=pgn", ...options),
      `${path} as PGN ${options}`,
    );
    same(
      Buffer.concat([header, ...kept.map((g) => g.jsonl)]),
      convert(path, "--to=jsonl", ...options),
      `${path} as .jsonl ${options}`,
    );
  }
}

// Tags and moves against the line that was compared with the program's.
function compareParts(path, { line, tags, moves }) {
  const first = new Map();
  for (const [name, value] of tags)
    if (!first.has(name)) first.set(name, value);
  const entries = (pairs) => [...pairs].sort();

  sameJson(entries(first), entries(Object.entries(line.tags)), `${path}: tags`);
  sameJson(
    tags.length - first.size,
    line.repeated_tags?.length ?? 0,
    `${path}: repeated tags`,
  );
  sameJson(
    moves,
    line.moves.filter((m) => m.san).map((m) => [m.san, m.uci]),
    `${path}: moves`,
  );
}

// Start, middle and end of each game as the program sees them: it plays the
// moves, or, since it plays them from the start only, reads the FEN.
function comparePositions(path, games) {
  const asked = [];
  for (const { line, moves, fens, key } of games)
    for (const ply of [0, moves.length >> 1, moves.length]) {
      const played = moves.slice(0, ply).map(([san]) => san);
      asked.push({
        text: line.start ? fens[ply] : played.join(" ") || "start",
        fen: fens[ply],
        key: ply === moves.length ? key : undefined,
      });
    }
  const input = asked.map((a) => `${a.text}\n`).join("");
  const told = run(["--json", "pos", "--forgive=all", "-"], input)
    .toString()
    .trimEnd()
    .split("\n")
    .map((l) => JSON.parse(l || "{}"));

  asked.forEach(({ text, fen, key }, i) => {
    sameJson(fen, told[i]?.fen, `${path}: ${text}: FEN`);
    if (key) sameJson(key, told[i]?.key, `${path}: ${text}: key`);
  });
}

function checkPlaces(path, games, size) {
  let last = 0;
  for (const { begin, end } of games) {
    check(
      last <= begin && begin < end && end <= size,
      `${path}: ${begin} to ${end} after ${last} of ${size}`,
    );
    last = end;
  }
}

// --- files -------------------------------------------------------------------

function skip(path, why) {
  total.skipped++;
  console.log(`skipped: ${path}: ${why}`);
}

// The bytes of a file, unpacked; undefined if there is nothing to do it with.
function contentOf(path) {
  if (!path.endsWith(".zst")) return readFileSync(path);
  const done = spawnSync("zstd", ["-dcq", path], { maxBuffer: 1 << 30 });
  return done.status === 0 ? done.stdout : undefined;
}

function compareFile(path) {
  const content = contentOf(path);
  if (!content) return skip(path, "there is no zstd to unpack it");
  const games = read(content);
  for (const g of games) g.line = JSON.parse(g.jsonl);
  checkPlaces(path, games, content.length);
  compareCheck(path, games);
  compareConvert(path, games);
  for (const g of games) compareParts(path, g);
  if (games.length > 0) comparePositions(path, games);
  total.files++;
  total.games += games.length;
}

function comparePath(path) {
  if (!existsSync(path)) return skip(path, "it is not here");
  if (!statSync(path).isDirectory()) return compareFile(path);
  for (const name of readdirSync(path).sort()) comparePath(`${path}/${name}`);
}

// --- what no file shows ------------------------------------------------------

const utf8 = (s) => new TextEncoder().encode(s);

function refusals() {
  const game = wasm.game_open();
  const [buffer, size] = [wasm.buffer(), wasm.buffer_size()];

  for (const f of ["tag_name", "tag_value", "san", "uci"])
    check(wasm[`game_${f}`](game, 0, buffer, size) === E_NUMBER, `no ${f} 0`);
  check(wasm.game_fen(game, 0, buffer, size) > 0, "a FEN at the start");
  check(wasm.game_fen(game, 1, buffer, size) === E_NUMBER, "no FEN behind it");
  wasm.game_close(game);
  check(wasm.alloc(0xffffff00) === 0, "more memory than there is");
  check(read(utf8("")).length === 0, "an empty text has no games");
  check(text(wasm.rc_name, E_NUMBER) === "number_invalid", "name of a code");
  check(/^This is .*\.$/.test(text(wasm.rc_text, E_NUMBER)), "its sentence");
  check(text(wasm.rc_name, -1001) === "handle_closed", "the last that it knows");
  check(text(wasm.rc_name, -700) === "unknown", "no code of a database");
}

// A text that does not fit is cut, ended by a NUL, and told in full length.
function smallRoom() {
  const buffer = wasm.buffer();
  const cut = (expected, write, ...args) => {
    const whole = bytes(write, ...args).length;
    view(buffer, 8).fill(0x78);
    const n = write(...args, buffer, 6);
    check(n === whole, `${n} bytes of ${whole} in a room of 6`);
    sameJson(Buffer.from(view(buffer, 8)).toString(), `${expected}\0xx`, "cut");
    check(write(...args, 0, 0) === whole, "no room at all");
  };

  cut("numbe", wasm.rc_name, E_NUMBER);
  read(utf8("1. e4 e5 *"), (reader, game) => {
    cut("1. e4", wasm.game_pgn, game);
    cut('{"tag', wasm.game_jsonl, game);
    cut("rnbqk", wasm.game_fen, game, 0);
  });
}

// Castling is written as the variant has it: the king takes its rook.
function castling() {
  const moves = "1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7 4. O-O *";
  const [game] = read(utf8(`[Variant "Chess960"]\n\n${moves}`));
  sameJson(game.moves[6], ["O-O", "e1h1"], "castling in Chess960");
  sameJson(read(utf8(moves))[0].moves[6], ["O-O", "e1g1"], "castling");
}

// A game that is larger than the buffer, and its comment word for word.
function largeGame() {
  const comment = "word ".repeat(wasm.buffer_size() / 4).trim();
  const [game] = read(utf8(`1. e4 {${comment}} *`));
  const line = JSON.parse(game.jsonl);
  check(line.moves[0].comments[0] === comment, "the comment of a large game");
  const again = read(game.pgn);
  check(again.length === 1 && again[0].jsonl.equals(game.jsonl), "read again");
}

// Everything that was taken is given back.  What a call might keep is small:
// it takes thousands to grow the memory.
function memoryStays() {
  const pgn = utf8('[White "A"]\n\n1. e4 {good} e5 (1... c5 $1) *');

  read(pgn);
  const before = memory.buffer.byteLength;
  for (let i = 0; i < 5000; i++) read(pgn, i % 10 === 0 ? look : () => 0);
  check(memory.buffer.byteLength === before, "memory grew");
}

memoryStays(); // first, before others leave much that is free
refusals();
smallRoom();
castling();
largeGame();
const shared = process.env.TBY_SHARED ?? "../shared";
const paths = names.flatMap((name) =>
  name === "shared" ? SHARED.map((s) => `${shared}/data/${s}`) : [name],
);
paths.forEach(comparePath);
// Samples without damage, or none at all, would prove little.
if (total.skipped === 0)
  check(total.games > 0 && total.faults > 0, "games and faults were compared");
console.log(
  `${total.files} files, ${total.games} games, ` +
    `${total.faults} of them damaged, ${total.bytes} bytes compared`,
);
finish(total.skipped);
