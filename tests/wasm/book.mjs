// book.mjs FOLDER PRINT_BOOK PROGRAM: the book in tabiya.wasm has the entries of
// the native library's, all of them, word for word, and finds them by position
// and by line.  The same for a book that PROGRAM makes, with all that it finds
// on this machine, and that is handed in as bytes.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { check, finish, load, start } from "./module.mjs";

const OK = 0;
const E_NUMBER = -4;

const [folder, printBook, program] = process.argv.slice(2);
const loaded = load(`${folder}/tabiya.wasm`);
const { wasm, memory, view, text } = start(loaded);
let aliases = 0;

function put(bytes) {
  const block = wasm.alloc(bytes.length);
  view(block, bytes.length).set(bytes);
  return block;
}

const utf8 = (s) => new TextEncoder().encode(s);

// --- the module --------------------------------------------------------------

function find(book, position) {
  const bytes = utf8(position);
  view(wasm.buffer(), bytes.length).set(bytes);
  const rc = wasm.book_find(book, wasm.buffer(), bytes.length);
  return rc === OK ? wasm.book_found(book) : text(wasm.rc_name, rc);
}

// An entry as print_book prints it, without the key.
function entry(book, i) {
  const each = Array.from({ length: wasm.book_aliases(book, i) }, (_, k) => [
    text(wasm.book_alias_source, book, i, k),
    text(wasm.book_alias_name, book, i, k),
  ]);
  aliases += each.length;
  return [
    text(wasm.book_fen, book, i),
    text(wasm.book_code, book, i),
    text(wasm.book_scid, book, i),
    String(wasm.book_root(book, i)),
    text(wasm.book_name, book, i),
    text(wasm.book_source, book, i),
    text(wasm.book_san, book, i),
    text(wasm.book_uci, book, i),
    ...each.flat(),
  ];
}

// --- comparing ---------------------------------------------------------------

function native(...args) {
  const done = spawnSync(printBook, args, { maxBuffer: 1 << 28 });
  check(done.status === 0, `${printBook}: ${done.error ?? done.stderr}`);
  return done.stdout
    .toString()
    .trimEnd()
    .split("\n")
    .map((line) => line.split("\t").slice(1));
}

function compare(book, rows, what) {
  check(
    wasm.book_count(book) === rows.length,
    `${what}: ${wasm.book_count(book)} entries, not ${rows.length}`,
  );
  rows.forEach((row, i) => {
    const found = entry(book, i).join("\t");
    check(found === row.join("\t"), `${what}, ${i}: ${found}, not ${row}`);
    const [fen, , , , , , san, uci] = row;
    const fields = fen.split(" ");
    const texts = [fen, fields.slice(0, 4).join(" ")];
    if (uci) texts.push(san, uci);
    for (const t of texts)
      check(find(book, t) === i, `${what}: ${t} is ${find(book, t)}, not ${i}`);
  });
  console.log(`${what}: ${rows.length} entries are the same`);
}

// --- what no comparison shows ------------------------------------------------

function answers(book) {
  const name = (position) => {
    const i = find(book, position);
    return typeof i === "number" ? text(wasm.book_name, book, i) : i;
  };
  const is = (position, expected) =>
    check(name(position) === expected, `${position}: ${name(position)}`);

  is("1. e4 c5 2. Nf3", "Sicilian Defense");
  is("Nf3 c5 e4", "Sicilian Defense"); // by transposition
  // The square behind a pawn that nobody can take en passant makes no
  // difference.
  is("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
    "King's Pawn Game");
  is("start", "done"); // no name
  is("8/8/8/8/8/8/8/8 w - -", "position_faulty");
  is("nonsense", "san_syntax");
  is("", "line_empty");
}

function refusals(book) {
  const [buffer, size] = [wasm.buffer(), wasm.buffer_size()];
  const n = wasm.book_count(book);

  for (const f of ["code", "scid", "name", "source", "fen", "san", "uci"])
    check(wasm[`book_${f}`](book, n, buffer, size) === E_NUMBER, `no ${f}`);
  for (const f of ["root", "aliases"])
    check(wasm[`book_${f}`](book, n) === E_NUMBER, `no ${f}`);
  for (const f of ["alias_name", "alias_source"])
    check(wasm[`book_${f}`](book, 0, 255, buffer, size) === E_NUMBER, f);

  // What is refused leaves the book as it was.
  const bytes = utf8("TBYBOOK\0 but not one");
  const block = put(bytes);
  const rc = text(wasm.rc_name, wasm.book_load(book, block, bytes.length));
  check(rc === "book_magic", `a false book: ${rc}`);
  wasm.free(block, bytes.length);
  check(wasm.book_count(book) === n, "the book is still there");
}

// A file is handed in as bytes; one byte that is wrong is noticed.
function compareFile(book, path) {
  const bytes = readFileSync(path);
  const block = put(bytes);
  const at = block + (bytes.length >> 1);

  view(at, 1)[0] ^= 1;
  const damaged = text(wasm.rc_name, wasm.book_load(book, block, bytes.length));
  check(damaged === "book_checksum", `a damaged book: ${damaged}`);
  view(at, 1)[0] ^= 1;
  check(wasm.book_load(book, block, bytes.length) === OK, `${path} loads`);
  compare(book, native(path), "book of a file");
  wasm.free(block, bytes.length);
}

// A user's name for a position gives an entry with an alias in any case.
function compareMade(book) {
  const scratch = mkdtempSync(`${tmpdir()}/tabiya-`);
  const [own, made] = [`${scratch}/own.tsv`, `${scratch}/made.book`];

  writeFileSync(own, "eco\tname\tpgn\nB20\tMein Sizilianer é\t1. e4 c5\n");
  const args = ["eco", "build", "--overlay", own, "--out", made];
  const done = spawnSync(program, args, { encoding: "utf8" });
  check(done.status === 0, `${args.join(" ")}: ${done.error ?? done.stderr}`);
  compareFile(book, made);
  check(aliases > 0, "there are aliases");
  rmSync(scratch, { recursive: true });
}

function memoryStays() {
  const before = memory.buffer.byteLength;
  for (let i = 0; i < 2000; i++) {
    const book = wasm.book_open();
    find(book, "1. e4 e5 2. Nf3");
    wasm.book_close(book);
  }
  check(memory.buffer.byteLength === before, "memory grew");
}

const book = wasm.book_open();
memoryStays();
compare(book, native(), "built-in book");
answers(book);
refusals(book);
compareMade(book);
wasm.book_close(book);
finish();
