// A board that nobody can touch, drawn without cm-chessboard and exactly where
// and how that draws it, so that one can take the place of the other.

const TILE = 40; // of the pieces' pictures
const SIZE = 8 * TILE;

// What stands on each square, from a8 to h1; null: this is no position.
export function placed(fen: string): string[] | null {
  const rows = fen.split(" ")[0]!.split("/");
  const squares = rows.map((row) => [...row].flatMap((c) => (/[1-8]/.test(c) ? Array<string>(Number(c)).fill("") : [c])));
  const fits = squares.length === 8 && squares.every((row) => row.length === 8 && row.every((c) => /^[pnbrqk]?$/i.test(c)));
  return fits ? squares.flat() : null;
}

// The sprite's name of a piece: "wk" for "K".
const named = (piece: string) => (piece === piece.toLowerCase() ? "b" : "w") + piece.toLowerCase();

// The picture as SVG, `width` wide.
export function picture(fen: string, side: "w" | "b", width: number): string | null {
  const all = placed(fen);
  if (!all) return null;
  if (side === "b") all.reverse();
  let squares = "";
  let pieces = "";
  all.forEach((piece, i) => {
    const [x, y] = [(i % 8) * TILE, (i >> 3) * TILE];
    squares += `<rect class="square ${((i >> 3) + i) % 2 ? "black" : "white"}" x="${x}" y="${y}" width="${TILE}" height="${TILE}"/>`;
    if (piece) pieces += `<use href="#${named(piece)}" x="${x}" y="${y}"/>`;
  });
  let names = "";
  for (let i = 0; i < 8; i++) {
    const [file, rank] = side === "w" ? ["abcdefgh"[i], 8 - i] : ["hgfedcba"[i], i + 1];
    names += `<text class="coordinate file ${i % 2 ? "white" : "black"}" x="${32.5 + TILE * i}" y="${SIZE - 3.5}" font-size="10">${file}</text>`;
    names += `<text class="coordinate rank ${i % 2 ? "black" : "white"}" x="2" y="${10 + TILE * i}" font-size="10">${rank}</text>`;
  }
  return (
    `<svg class="cm-chessboard border-type-none tabiya" viewBox="0 0 ${SIZE} ${SIZE}" width="${width}" height="${width}">` +
    `<g class="board"><rect class="border" width="${SIZE}" height="${SIZE}"/>${squares}</g><g class="coordinates">${names}</g><g>${pieces}</g></svg>`
  );
}
