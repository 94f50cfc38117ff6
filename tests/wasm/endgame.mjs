// endgame.mjs FOLDER PROGRAM: endgame.wasm answers as `tabiya tb probe` does, on random
// positions of three men, and refuses what it has no table of.
import { spawnSync } from "node:child_process";
import { check, finish, load, same, start } from "./module.mjs";

const [folder, program] = process.argv.slice(2);
const { wasm, ask, call } = start(load(`${folder}/endgame.wasm`));

const seed = Number(process.env.TBY_SEED ?? Date.now() % 1e9);
console.log(`seed ${seed}`);
let state = seed >>> 0 || 1;
const random = (below) => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * below);
};

function position() {
  const board = Array(64).fill(null);
  for (const man of ["K", "k", "QRBNPqrbnp"[random(10)]]) {
    let at;
    do at = random(64);
    while (board[at] || (/p/i.test(man) && (at < 8 || at > 55)));
    board[at] = man;
  }
  const rows = Array.from({ length: 8 }, (_, i) => board.slice(8 * i, 8 * i + 8).map((m) => m ?? "1").join("").replace(/1+/g, (ones) => ones.length));
  return `${rows.join("/")} ${"wb"[random(2)]} - - ${random(3) ? 0 : random(101)} 80`;
}

// The program says which of them are legal.
const tried = Array.from({ length: 3000 }, position);
const said = spawnSync(program, ["--json", "tb", "probe", "-"], { input: `${tried.join("\n")}\n`, encoding: "utf8", maxBuffer: 1 << 28 });
const answers = said.stdout.trim().split("\n").map((line) => JSON.parse(line));
check(answers.length > 1000, `${answers.length} positions`);
for (const answer of answers) same(ask(wasm.endgame_look, answer.fen), answer, answer.fen);

same(ask(wasm.endgame_look, "8/8/4k3/8/8/4K3/8/8 w - - 0 1").verdict, "draw", "two kings");
for (const text of ["start", "8/8/8/4k3/8/8/3BKN2/8 w - - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"])
  same(JSON.parse(call(wasm.endgame_look, text).answer).error, "table_no_position", text);
finish();
