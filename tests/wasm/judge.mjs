// judge.mjs FOLDER PROGRAM ENGINE FILE: a game that the module judges by the
// evaluations that `tabiya analyse` has found has the same accuracies and
// judgements and is the same PGN as the program writes; what is known of half a
// game is judged, and nothing else of it is changed.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { check, finish, load, same, start } from "./module.mjs";

const [folder, program, engine, file] = process.argv.slice(2);
const { wasm, ask, call } = start(load(`${folder}/probe.wasm`));
const dir = mkdtempSync(join(tmpdir(), "tabiya-judge-"));
const GAMES = 6;

const cut = (text) => text.split(/\n(?=\[Event )/).slice(0, GAMES);
const games = cut(readFileSync(file, "utf8"));
writeFileSync(join(dir, "in.pgn"), games.join("\n"));
const done = spawnSync(program, ["--json", "analyse", "--engine", engine,
  "--depth", "2", "--output", join(dir, "out.pgn"), join(dir, "in.pgn")],
  { encoding: "utf8", env: { ...process.env, XDG_CACHE_HOME: dir } });
check(done.status === 0, `analyse: ${done.status} ${done.stderr}`);
const told = done.stdout.trim().split("\n").map((l) => JSON.parse(l))
  .filter((l) => l.evaluations);
const written = cut(readFileSync(join(dir, "out.pgn"), "utf8"));
same([told.length, written.length], [games.length, games.length], "games");

const look = (tree) => ask(wasm.tree_look, tree);
const main = ({ first, moves }) => {
  const line = [];
  for (let i = first; i !== null; i = moves[i].next) line.push(i);
  return line;
};

// The line that stands for a move of the main line, as the program wrote it.
function better({ moves }, i) {
  const line = [];
  let at = moves.findIndex((m, k) => m && k !== i && m.parent === moves[i].parent);
  for (; at >= 0 && at !== null; at = moves[at].next) line.push(moves[at].uci);
  return line;
}

games.forEach((pgn, n) => {
  const { tree: annotated } = ask(wasm.tree_open, written[n], 0);
  const shown = look(annotated);
  const line = main(shown);
  const wrong = new Map(told[n].moves.map((m) => [m.ply, m]));
  // Where the program says nothing, the move that was played will do: it is
  // sound either way.
  const evals = told[n].evaluations.map((e, k) => {
    if (k === line.length) return e;
    const pv = wrong.has(k + 1) ? better(shown, line[k]) : [shown.moves[line[k]].uci];
    return [e, ...pv].join(" ");
  });
  const name = shown.tags.find((t) => t.name === "Annotator").value;
  const { tree } = ask(wasm.tree_open, pgn, 0);
  const judged = ask(wasm.tree_judge, tree, evals.join("\n"), name);
  same([judged.white, judged.black], [told[n].white.accuracy, told[n].black.accuracy], `game ${n}: accuracy`);
  same(judged.plies.map((p) => p.eval), told[n].evaluations, `game ${n}: evaluations`);
  same(judged.plies.flatMap((p, ply) => (p.judged ? [{ ply, san: p.san, judgement: p.judged, better: p.better }] : [])),
    told[n].moves, `game ${n}: judgements`);
  same(call(wasm.tree_pgn, tree).answer.trim(), written[n].trim(), `game ${n}: its PGN`);
  // once more changes nothing
  ask(wasm.tree_judge, tree, evals.join("\n"), name);
  same(call(wasm.tree_pgn, tree).answer.trim(), written[n].trim(), `game ${n}: judged again`);

  // half of it: the rest is as it was
  const half = line.length >> 1;
  const { tree: part } = ask(wasm.tree_open, pgn, 0);
  const some = ask(wasm.tree_judge, part, evals.slice(0, half).join("\n"), name);
  same(some.plies.slice(0, half), judged.plies.slice(0, half), `game ${n}: the first half`);
  check(some.plies.slice(half + 1, -1).every((p) => p.eval === null && !p.judged), `game ${n}: the second`);
  const text = call(wasm.tree_pgn, part).answer;
  check(!/Accuracy/.test(text), `game ${n}: half a game has no accuracy`);
  // an evaluation of another engine stays until there is one of this
  ask(wasm.tree_judge, tree, "", "");
  same(call(wasm.tree_pgn, tree).answer.trim(), written[n].trim(), `game ${n}: nothing is known`);
  for (const t of [tree, part, annotated]) wasm.tree_close(t);
});

// What is no evaluation says nothing; what is no move ends the line.
const { tree } = ask(wasm.tree_open, "1. f3 e5 2. g4 Qh4# 0-1", 0);
const odd = ask(wasm.tree_judge, tree, "0.1 e2e4 e2e4 x\nno\n#-1 d8h4\n\u0000\n5.00", "");
same(odd.plies.map((p) => p.eval), ["0.10", null, "#-1", null, "#-0"], "odd lines");
same(odd.plies[1].better, "e4", "the better move");
wasm.tree_close(tree);
same(wasm.tree_judge(tree, 0, 0, 0, 0) < 0, true, "a tree that is closed");
rmSync(dir, { recursive: true });
finish();
