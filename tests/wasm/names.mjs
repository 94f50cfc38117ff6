// names.mjs FOLDER PRINT_NAMES PROGRAM: openings.txt gives names.wasm the entries
// of the native library's names, all of them, word for word, found by position
// and by line.  The same for a names that PROGRAM makes, with all that it finds
// on this machine, and that is handed in as bytes, and for the list of it that
// PROGRAM serves.  Searches find what PROGRAM finds.
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { gzipSync } from "node:zlib";
import { check, finish, load, same, start } from "./module.mjs";

const [folder, printNames, program] = process.argv.slice(2);
const { wasm, memory, ask } = start(load(`${folder}/names.wasm`));
const list = readFileSync(`${folder}/openings.txt`);
let aliases = 0;

// --- the module --------------------------------------------------------------

const look = (names, text, moves = "") => ask(wasm.names_look, names, text, moves);
const name = (names, text) => look(names, text).opening?.name ?? null;

// All entries, by position: every one has a family.
function entries(names) {
  const all = new Map();
  for (const f of ask(wasm.names_families, names))
    for (const o of ask(wasm.names_family, names, f.name).openings) {
      check(!all.has(o.fen), `${o.fen} is in two families`);
      all.set(o.fen, o);
    }
  return all;
}

// An entry as print_names prints it, without the key.
function printed(o) {
  if (!o) return [];
  aliases += o.aliases.length;
  return [
    o.fen, o.code ?? "", o.scid ?? "", String(Number(o.eco_root)), o.name,
    o.source, o.moves ?? "", o.uci ?? "",
    ...o.aliases.flatMap((a) => [a.source, a.name]),
  ];
}

// --- comparing ---------------------------------------------------------------

function run(what, args) {
  const done = spawnSync(what, args, { maxBuffer: 1 << 28, encoding: "utf8" });
  check(done.status === 0, `${what} ${args}: ${done.error ?? done.stderr}`);
  return done.stdout;
}

const native = (...args) =>
  run(printNames, args)
    .trimEnd()
    .split("\n")
    .map((line) => line.split("\t").slice(1));

function compare(opened, rows, what) {
  const { names } = opened;
  const all = entries(names);
  same([opened.entries, all.size], [rows.length, rows.length], what);
  rows.forEach((row, i) => {
    const found = printed(all.get(row[0])).join("\t");
    check(found === row.join("\t"), `${what}, ${i}: ${found}, not ${row}`);
    if (i % 7) return;
    const [fen, , , , title, , san, uci] = row;
    const texts = [fen, fen.split(" ").slice(0, 4).join(" ")];
    if (uci) texts.push(san, uci);
    for (const t of texts) same(name(names, t), title, `${what}: ${t}`);
  });
  console.log(`${what}: ${rows.length} entries are the same`);
}

// --- what no comparison shows ------------------------------------------------

function answers(names) {
  const is = (position, expected) =>
    same(name(names, position), expected, position);

  is("1. e4 c5 2. Nf3", "Sicilian Defense");
  is("Nf3 c5 e4", "Sicilian Defense"); // by transposition
  // The square behind a pawn that nobody can take en passant makes no
  // difference.
  is("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
    "King's Pawn Game");
  is("start", null);
  same(look(names, "8/8/8/8/8/8/8/8 w - -").error, "position_faulty", "empty");
  same(look(names, "nonsense").error, "san_syntax", "nonsense");

  const far = look(names, "e4 c5 a3 h6 h4 a5 Ra2");
  same(far.opening, null, "no name of its own");
  same(far.before.name, "Sicilian Defense: Mengarini Variation", "before");
  same([far.before.at_ply, far.before.inherited, far.before.then],
    [3, true, "2... h6 3. h4 a5 4. Ra2"], "three moves on");
  // From any position on, with the moves that led there apart.
  const sicilian = "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -";
  const walked = look(names, sicilian, "a2a3 h7h6 h2h4");
  same([walked.before.name, walked.before.at_ply, walked.before.then],
    [far.before.name, 1, "1... h6 2. h4"], "from a FEN");
  same(look(names, "e4 c5 a3", "h7h6 h2h4 a7a5 a1a2"), far, "by moves and moves");
  same(look(names, far.fen).before, null, "a bare FEN inherits nothing");
  same(look(names, "e4 c5", "0000 d7d5").before.then, "2. -- d5", "a null move");
  same(look(names, "e4 c5", "e4e5 a2a3").error, "move_wrong_side", "no move");
  same(look(names, "e4 c5", "g1f3").opening.name, "Sicilian Defense", "its own");
  const { to } = look(names, "e4 c5");
  const three = to.find((s) => s.move === "c3");
  same(three?.name, "Sicilian Defense: Alapin Variation", "2. c3");
  same(three?.move_uci, "c2c3", "in UCI");
}

// As `eco search` finds them.
function searches(names, options) {
  for (const text of ["najdorf", "sicilan dragon", "B90", "QGD", "gruenfeld",
    "zzzz", "a", "spanish berlin"]) {
    const args = ["--json", "eco", "search", ...options, "--limit=20", text];
    const done = spawnSync(program, args, { encoding: "utf8" });
    const told = done.stdout.split("\n").filter(Boolean).map((l) => JSON.parse(l));
    const found = ask(wasm.names_search, names, text, 0, 20);
    const say = (o) => [o.code, o.name, o.fen, o.positions, o.found_by];
    same(found.openings.map(say), told.map(say), `search for ${text}`);
    check(found.total >= told.length, `${text}: total`);
  }
  const begun = ask(wasm.names_search, names, "sicilian naj", 1, 5);
  check(begun.openings[0].name.includes("Najdorf"), "a word that is begun");
  same(ask(wasm.names_search, names, "a ".repeat(500), 0, 5).error,
    "limit_exceeded", "too many words");
}

function families(names) {
  const all = ask(wasm.names_families, names);
  const sicilian = all.find((f) => f.name === "Sicilian Defense");
  same([sicilian.from, sicilian.to, sicilian.moves], ["B20", "B99",
    "1. e4 c5"], "the Sicilian");
  for (const f of all) {
    const { openings } = ask(wasm.names_family, names, f.name);
    same(openings.length, f.count, f.name);
  }
  same(ask(wasm.names_family, names, "No Such").total, 0, "no such family");
}

function refusals() {
  const error = (f, ...args) => ask(f, ...args).error;

  same(error(wasm.names_open, "hello"), "opening_format", "no names");
  same(error(wasm.names_open, ""), "opening_format", "nothing");
  same(error(wasm.names_open, "TBYBOOK\0 but not one"), "book_magic", "cut");
  const bad = ask(wasm.names_open, "eco\tname\tpgn\nA00\tX\t1. e5\n");
  same([bad.errors, bad.entries, bad.diagnostics[0].line], [1, 0, 2], "a row");
  wasm.names_close(bad.names);
  for (const [f, ...args] of [["look", "e4", ""], ["search", "x", 0, 1],
    ["families"], ["family", "x"], ["overlay", "x"]])
    same(error(wasm[`names_${f}`], bad.names, ...args), "handle_closed", f);
}

// Lists as openings.txt is written, sound and damaged.
function lists() {
  const is = (expected, ...lines) => {
    const text = ["tabiya openings 2", ...lines, ""].join("\n");
    const found = ask(wasm.names_open, text);
    same(found.error ?? found.entries, expected, lines.join("|"));
    if (found.names) wasm.names_close(found.names);
  };
  const end = "";

  is(0, end, end);
  is(2, "!B20", '"', end, "=x", "!Sicilian Defense", '"Offence', end, "!e4 c5",
    "#Nf3", end);
  is("opening_format", "!B20", end); // a column is missing
  is("opening_format", "!B20", "!B20", end, "=x", "!A", end, "!e4", end);
  is("opening_format", "!B20", end, "=x", '"A', end, "!e4", end); // no such word
  is("limit_exceeded", "!B20", end, "=x", `!${"A".repeat(5000)}`, end, "!e4", end);
  is("move_unreachable", "!B20", end, "=x", "!A", end, "!e5", end);
  is("opening_code", "!B2", end, "=x", "!A", end, "!e4", end);
  is("opening_name", "!B20", end, "=x", "!", end, "!e4", end);
  is("opening_name", "!B20", end, "!e4", end); // nobody has a name

  const seed = Number(process.env.TBY_SEED ?? Date.now() % 2 ** 31);
  let state = seed;
  const below = (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
  console.log(`TBY_SEED=${seed}`);
  for (let i = 0; i < 40; i++) {
    const bytes = Buffer.from(list);
    for (let k = 0; k < 1 + below(3); k++) bytes[below(bytes.length)] = below(256);
    const found = ask(wasm.names_open, bytes); // whatever it says, it ends
    if (found.names) wasm.names_close(found.names);
    check(found.error || found.entries > 0, `damage ${i}`);
  }
}

// A file is handed in as bytes; one byte that is wrong is noticed.
function compareFile(path) {
  const bytes = readFileSync(path);
  bytes[bytes.length >> 1] ^= 1;
  same(ask(wasm.names_open, bytes).error, "book_checksum", "a damaged names");
  bytes[bytes.length >> 1] ^= 1;
  const made = ask(wasm.names_open, bytes);
  compare(made, native(path), "names of a file");
  wasm.names_close(made.names);
}

// What a server sends a page is the names, with the roots of codes marked.
async function compareServed(own, made) {
  const server = spawn(program, ["serve", "--port=0", "--overlay", own],
    { stdio: ["ignore", "pipe", "inherit"] });
  let said = "";
  for await (const data of server.stdout) {
    said += data;
    if (said.includes("\n")) break;
  }
  const [address] = /http:\S+/.exec(said);
  const answer = await fetch(`${address}api/v1/names?format=list`);
  const opened = ask(wasm.names_open, Buffer.from(await answer.arrayBuffer()));
  same([opened.errors, opened.warnings], [0, 0], "the served list is sound");
  const root = (fen) => String(Number(look(opened.names, fen).opening?.eco_root));
  compare(opened, native(made).map((row) => [...row.slice(0, 3), root(row[0]), ...row.slice(4)]), "list of a server");
  wasm.names_close(opened.names);
  server.kill();
}

// A person's name for a position gives an entry with an alias in any case.
async function compareMade(names) {
  const scratch = mkdtempSync(`${tmpdir()}/tabiya-`);
  const [own, made] = [`${scratch}/own.tsv`, `${scratch}/made.names`];
  const text = "eco\tname\tpgn\nB20\tMein Sizilianer é\t1. e4 c5\n";

  writeFileSync(own, text);
  run(program, ["eco", "build", "--overlay", own, "--out", made]);
  compareFile(made);
  await compareServed(own, made);
  check(aliases > 0, "there are aliases");
  run(program, ["eco", "build", "--no-scid", "--overlay", own, "--out", made,
    "--force"]);
  ask(wasm.names_search, names, "x", 0, 1); // what was made of the old is gone
  ask(wasm.names_families, names);
  compare(ask(wasm.names_overlay, names, text), native(made), "with an overlay");
  const found = ask(wasm.names_search, names, "sizilianer", 0, 5);
  same(found.openings[0].aliases[0].name, "Sicilian Defense", "and found");
  rmSync(scratch, { recursive: true });
}

function memoryStays() {
  const small = table.subarray(0, table.indexOf("\n", 20000) + 1);
  const use = () => {
    const { names } = ask(wasm.names_open, small);
    look(names, "1. e4 e5 2. Nf3");
    ask(wasm.names_search, names, "sicilian", 0, 5);
    ask(wasm.names_families, names);
    wasm.names_close(names);
  };
  for (let i = 0; i < 5; i++) use();
  const before = memory.buffer.byteLength;
  for (let i = 0; i < 100; i++) use();
  check(memory.buffer.byteLength === before, "memory grew");
}

// The same as a TSV.
const table = Buffer.from(run(program, ["eco", "export", "--no-scid", "--overlay=/dev/null", "--format=tsv"]));
memoryStays();
const opened = ask(wasm.names_open, list);
same([opened.errors, opened.warnings], [0, 0], "openings.txt is sound");
const { names } = opened;
compare(opened, native(), "openings.txt");
answers(names);
searches(names, ["--no-scid", "--overlay=/dev/null"]);
families(names);
refusals();
await compareMade(names);
wasm.names_close(names);
const fromTable = ask(wasm.names_open, table);
compare(fromTable, native(), "openings.tsv");
wasm.names_close(fromTable.names);
lists();
const zipped = gzipSync(list, { level: 9 }).length;
console.log(`openings.txt: ${list.length} bytes, ${zipped} with gzip`);
finish();
