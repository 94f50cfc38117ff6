// Who made what is in the page, with their licences: read when the page is
// built, from the packages themselves.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const PACKAGES = fileURLToPath(new URL("node_modules/", import.meta.url));
const RULE = "=".repeat(78);

// Notes in `found` the packages that a bundle has code of.
export function packages(found: Set<string>): Plugin {
  return {
    name: "tabiya-packages",
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle))
        if (chunk.type === "chunk")
          for (const [id, { renderedLength }] of Object.entries(chunk.modules)) {
            const name = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1] ?? (id.startsWith("\0vite/") ? "vite" : undefined);
            if (name && renderedLength > 0) found.add(name);
          }
    },
  };
}

interface About {
  version: string;
  license: string;
  homepage?: string;
  repository?: string | { url: string };
}

const about = (name: string) => JSON.parse(readFileSync(`${PACKAGES}${name}/package.json`, "utf8")) as About;

// Where its source is, as an address that a browser opens.
export function sourceOf(name: string): string | undefined {
  const { repository, homepage } = about(name);
  const url = typeof repository === "string" ? `https://github.com/${repository}` : repository?.url;
  return url?.replace(/^git(\+https)?:/, "https:").replace(/\.git$/, "") ?? homepage;
}

export function licenceOf(name: string): string {
  const file = readdirSync(`${PACKAGES}${name}`).find((file) => /^(licen[cs]e|copying)(\.\w+)?$/i.test(file));
  if (!file) throw new Error(`${name} has no licence file`);
  // what vite itself bundles is not in the page, a few lines of its own are
  return readFileSync(`${PACKAGES}${name}/${file}`, "utf8").split(/^# Licenses of bundled/m)[0]!.trim();
}

// What the sprite says of itself in its first comment.
function pieces(): string {
  const said = /<!--([\s\S]*?)-->/.exec(readFileSync(`${PACKAGES}cm-chessboard/assets/pieces/standard.svg`, "utf8"))?.[1];
  if (!said?.includes("CC BY-SA 3.0")) throw new Error("the standard pieces do not name their licence any more");
  return `${said.trim()}\n\nChanged for tabiya: style attributes became presentation attributes, numbers\nare rounded, titles and comments are left out, lines are thinner, Black is grey.`;
}

// data/README.md says so, too.
const OPENINGS = `The list of https://github.com/lichess-org/chess-openings, which its authors
have put into the public domain:
https://creativecommons.org/publicdomain/zero/1.0/
A server on which Scid is installed (https://scid.sourceforge.net, GPL-2.0) sends the
names of its scid.eco too, read from there: none of them is in the page.`;

// The C library and the compiler's own functions that the modules have inside,
// as the system they were built on describes them.
function system(): [title: string, text: string][] {
  return ["wasi-libc", "libclang-rt-14-dev-wasm32"]
    .map((name): [string, string] => [name, `/usr/share/doc/${name}/copyright`])
    .filter(([, file]) => existsSync(file))
    .map(([name, file]) => [`${name}, in the WebAssembly modules`, readFileSync(file, "utf8").trim()]);
}

export function notices(bundled: Iterable<string>, engine: boolean): string {
  const packages = [...new Set([...bundled, "cm-chessboard"])].sort();
  const parts: [title: string, text: string][] = [
    ...packages.map((name): [string, string] => {
      const { version, license } = about(name);
      return [`${name} ${version}: ${license}`, [sourceOf(name), licenceOf(name)].filter(Boolean).join("\n\n")];
    }),
    ["The pieces: CC BY-SA 3.0", pieces()],
    ["The names of openings: CC0 1.0", OPENINGS],
    ...system(),
  ];
  if (engine)
    parts.push([
      `stockfish ${about("stockfish").version}: ${about("stockfish").license}`,
      `The chess engine in the folder engine, a program of its own that the page asks.\nIts licence is engine/Copying.txt; its source is at\n${sourceOf("stockfish")}`,
    ]);
  const head = "tabiya is under the MIT licence. What others made and the page has inside or\nbeside it:\n";
  return head + parts.map(([title, text]) => `\n${RULE}\n${title}\n${RULE}\n\n${text}\n`).join("");
}
