// notation.mjs FOLDER PROGRAM: tabiya.wasm writes and reads the shortest
// notation as the native program does.
import { spawnSync } from "node:child_process";
import { check, finish, load, same, start } from "./module.mjs";

const [folder, program] = process.argv.slice(2);
const { wasm, ask } = start(load(`${folder}/probe.wasm`));

function native(...words) {
  const done = spawnSync(program, ["--json", "tree", ...words], {
    encoding: "utf8",
  });
  check(done.status === 0, `${words.join(" ")}: ${done.stderr}`);
  return JSON.parse(done.stdout);
}

const TEXTS = [
  "start",
  "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6",
  "8/8/8/2Q5/8/2Q1Q3/8/K2k4 w - -",
  "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -",
  "3r1r2/4P1P1/8/8/8/8/8/K1k5 w - -",
  "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
  "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
  "k7/8/8/8/8/8/1r6/K7 w - -",
  "4k3/8/8/8/8/8/8/5K1R w H - 0 1",
  "f3 e5 g4 Qh4#",
];

const sorted = (moves) => moves.map((m) => JSON.stringify(m)).sort();
const order = ({ san, uci, shortest, all }) => ({ san, uci, shortest, all });

function compare(text, legacy) {
  const style = legacy ? ["--legacy"] : [];
  const found = ask(wasm.short_look, text, legacy);
  const known = native("notation", "--all", ...style, text);
  same(found.fen, known.fen, `${text}: fen`);
  same(sorted(found.moves.map(order)), sorted(known.moves), `${text}: moves`);
  for (const m of found.moves)
    for (const string of [m.shortest, ...m.all]) {
      const played = ask(wasm.short_play, found.fen, string);
      same(played.uci, m.uci, `${text}: '${string}' is read`);
      same(played.legacy, !m.all.includes(string), `${text}: '${string}'`);
    }
}

function line() {
  const moves = ["e4", "c5", "Nf3", "d6", "d4", "cxd4", "Nxd4", "a6"];
  const found = ask(wasm.short_line, moves.join(" "), 0);
  const known = native("encode", "start", ...moves);
  same(found.start, known.fen, "a line: start");
  same(
    found.moves.map(({ san, uci, shortest }) => ({ san, uci, shortest })),
    known.moves,
    "a line: moves",
  );
}

function refused() {
  const no = (text, string) => ask(wasm.short_play, text, string);
  same(no("start", "e44").error, "short_syntax", "e44");
  same(no("start", "e44").at, 2, "e44: where");
  same(no("start", "e5").error, "short_no_move", "e5");
  same(no("start", "").error, "short_ambiguous", "nothing");
  same(no("nowhere", "e4").error, "san_syntax", "nowhere");
}

for (const text of TEXTS) for (const legacy of [0, 1]) compare(text, legacy);
line();
refused();
finish();
