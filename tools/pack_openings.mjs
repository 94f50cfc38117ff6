// pack_openings.mjs LIST.TSV: prints the list as src/app/wasm/book/packed.h says.
import { readFileSync } from "node:fs";

const MOST = 93; // words, so that the character that counts them is ASCII
const [path] = process.argv.slice(2);
const [titles, ...lines] = readFileSync(path, "utf8").trimEnd().split("\n");
if (titles !== "eco\tname\tpgn\tfen") throw new Error(`${path}: other columns`);

const isNumber = (word) => /^\d+\.+$/.test(word);
const plain = (moves) => moves.split(" ").filter((w) => !isNumber(w)).join(" ");

// In the order of moves, of which most then begin as those before them.
const rows = lines
  .map((line) => line.split("\t"))
  .map(([code, name, moves, fen]) => [code, name, fen || plain(moves)])
  .sort(([, , a], [, , b]) => (a < b ? -1 : a > b ? 1 : 0));

function column(texts) {
  let before = [];
  return texts.map((text) => {
    const words = text.split(" ");
    if (words.includes("")) throw new Error(`${path}: a blank too many: ${text}`);
    let n = 0;
    while (n < MOST && n < before.length && words[n] === before[n]) n++;
    before = words;
    return String.fromCharCode("!".charCodeAt(0) + n) + words.slice(n).join(" ");
  });
}

const columns = [0, 1, 2].map((i) => column(rows.map((row) => row[i])));
const text = ["tabiya openings 1", ...columns.flatMap((c) => [...c, ""])];
process.stdout.write(text.map((line) => `${line}\n`).join(""));
