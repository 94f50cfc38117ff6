// A board that nobody can touch, drawn without cm-chessboard and exactly where
// and how that draws it, so that one can take the place of the other.

const TILE = 40; // of the pieces' pictures
export const SIZE = 8 * TILE;

// What stands on each square, from a8 to h1; null: this is no position.
export function placed(fen: string): string[] | null {
  const rows = fen.split(" ")[0]!.split("/");
  const squares = rows.map((row) => [...row].flatMap((c) => (/[1-8]/.test(c) ? Array<string>(Number(c)).fill("") : [c])));
  const fits = squares.length === 8 && squares.every((row) => row.length === 8 && row.every((c) => /^[pnbrqk]?$/i.test(c)));
  return fits ? squares.flat() : null;
}

// The sprite's name of a piece: "wk" for "K".
const spriteOf = (piece: string) => (piece === piece.toLowerCase() ? "b" : "w") + piece.toLowerCase();

// The names of files or ranks that are written in one colour: each letter has
// its own place.
const names = (kind: "file" | "rank", color: "black" | "white", letters: string[], x: (i: number) => number, y: (i: number) => number) => {
  const nth = letters.flatMap((_, i) => ((i % 2 === 0) === (kind === "file" ? color === "black" : color === "white") ? [i] : []));
  return `<text class="coordinate ${kind} ${color}" x="${nth.map(x).join(" ")}" y="${nth.map(y).join(" ")}" font-size="6">${nth.map((i) => letters[i]).join("")}</text>`;
};

// The picture as SVG, of as few elements as may be: the time until
// it is seen grows with them.  The light squares are one path upon a dark board.  A small
// one has no names of files and ranks.
export function picture(fen: string, side: "w" | "b", named = true): string | null {
  const all = placed(fen);
  if (!all) return null;
  if (side === "b") all.reverse();
  let light = "";
  let pieces = "";
  all.forEach((piece, i) => {
    const [x, y] = [(i % 8) * TILE, (i >> 3) * TILE];
    if (((i >> 3) + i) % 2 === 0) light += `M${x} ${y}h${TILE}v${TILE}h-${TILE}z`;
    if (piece) pieces += `<use href="#${spriteOf(piece)}" x="${x}" y="${y}"/>`;
  });
  const begin =
    `<svg class="cm-chessboard border-type-none tabiya" viewBox="0 0 ${SIZE} ${SIZE}">` +
    `<g class="board"><rect class="border" width="${SIZE}" height="${SIZE}"/>` +
    `<path class="square white" d="${light}"/></g>`;
  if (!named) return `${begin}<g>${pieces}</g></svg>`;
  const [files, ranks] = [[..."abcdefgh"], [..."87654321"]].map((letters) => (side === "w" ? letters : letters.reverse()));
  const coordinates = (["black", "white"] as const).map(
    (color) => names("file", color, files!, (i) => 32.5 + TILE * i, () => SIZE - 3.5) + names("rank", color, ranks!, () => 2, (i) => 10 + TILE * i),
  );
  return `${begin}<g class="coordinates">${coordinates.join("")}</g><g>${pieces}</g></svg>`;
}
