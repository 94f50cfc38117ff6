// Two builds of one page: dist (a server or any static host) and, with
// --mode single, dist-single: one HTML file that opens by double-click.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { build, defineConfig, type Plugin, type Rollup } from "vite";
import { licenceOf, notices, packages } from "./notices";

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const MODULES = path("../build/wasm/");
const PIECES = path("node_modules/cm-chessboard/assets/pieces/standard.svg");
const ENGINE = path("node_modules/stockfish/bin/stockfish-19-lite-single");

// The sprite as text: cm-chessboard would load it by XMLHttpRequest, which
// file:// refuses.  Style attributes become presentation attributes, because
// the policy of the served page forbids inline styles; a hundredth of a fortieth
// of a square is as far as numbers go.  Lines are thinner, and Black is not quite black,
// so that its outlines are seen.
function sprite(): string {
  return readFileSync(PIECES, "utf8")
    .replace(/<\?xml[^>]*\?>/, "")
    .replace(/<!--[\s\S]*?-->/g, "")
    .replace(/<(title|desc)>[\s\S]*?<\/\1>/g, "")
    .replace(/ id="Shape"/g, "")
    .replace(/ style="([^"]*)"/g, (_, style: string) =>
      style
        .split(";")
        .map((rule) => rule.split(":").map((s) => s.trim()))
        .filter((pair) => pair.length === 2)
        .map(([key, value]) => ` ${key}="${value}"`)
        .join(""))
    .replace(/(?<= (d|points|[xy][12]?|[rc][xy]|width|height)="[^"]*)\d*\.\d{3,}/g, (n) => String(Number(Number(n).toFixed(2))))
    .replace(/#(\w)\1(\w)\2(\w)\3/g, "#$1$2$3")
    .replace(/stroke-width="1\.(5|499967)"/g, 'stroke-width="1.2"')
    .replace(/(?<=<g id="bk"[\s\S]*)fill="#000"/g, 'fill="#4a4744"')
    .replace(/<(path|line|polyline)((?:(?!fill=)[^>])*stroke="#fff"(?:(?!fill=)[^>])*?)\s*\/>/gi, '<$1$2 fill="none"/>')
    .replace(/\.0+(?=\D)/g, "")
    .replace(/(?<= d="[^"]*)\s*([a-z,\s])\s*/gi, "$1")
    .replace(/\s+/g, " ")
    .replace(/> </g, "><")
    .trim();
}

// Modules that are made here.  Data stays outside of the scripts, and is
// fetched when it is wanted, unless all must be in one file:
//
//   virtual:text/samples/NAME   a sample, as a function that gives the text
//   virtual:bytes/NAME          tabiya.wasm or another file of build/wasm:
//                               the same for bytes
function made(single: boolean): Plugin {
  return {
    name: "tabiya-made",
    resolveId: (id) => (id.startsWith("virtual:") ? `\0${id}` : undefined),
    load(id) {
      const [, kind, name] = /^\0virtual:(text|bytes)\/(.+)$/.exec(id) ?? [];
      if (!kind || !name) return undefined;
      const source = kind === "text" ? readFileSync(path(`../${name}`), "utf8") : readFileSync(`${MODULES}${name}`);
      if (!single) {
        const file = this.emitFile({ type: "asset", name: name.split("/").at(-1)!, source });
        return `export default async () => {
                  const answer = await fetch(import.meta.ROLLUP_FILE_URL_${file});
                  if (!answer.ok) throw new Error(answer.url + ": " + answer.status);
                  return answer.${kind === "text" ? "text" : "arrayBuffer"}();
                };`;
      }
      if (kind === "text") return `export default async () => ${JSON.stringify(source)}`;
      return `const text = "${Buffer.from(source).toString("base64")}";
              export default async () => Uint8Array.from(atob(text), (c) => c.charCodeAt(0)).buffer;`;
    },
  };
}

// A thirtieth shorter than what esbuild makes.
const SHORT = { minify: "terser", terserOptions: { ecma: 2020, module: true, compress: { passes: 3 } } } as const;

// A source with all it needs, as a classic script: that runs as soon as it is read.
async function script(name: string, found: Set<string>, define = {}): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: "error",
    define,
    plugins: [packages(found)],
    build: { ...SHORT, write: false, target: "es2022", modulePreload: false, rollupOptions: { input: path(name), output: { format: "iife" } } },
  });
  return (built as Rollup.RollupOutput).output[0].code.trim();
}

// cm-chessboard writes style attributes, which the policy of the served page
// forbids; the same through the object model is allowed.
function allowed(): Plugin {
  const changes: Record<string, [from: RegExp, to: string]> = {
    "VisualMoveInput.js": [/([\w.]+)\.setAttribute\("style",/g, 'Reflect.set($1.style, "cssText",'],
    "ChessboardView.js": [/style: `font-size: /g, '"font-size": `'],
  };
  return {
    name: "tabiya-allowed",
    transform(code, id) {
      const change = id.includes("cm-chessboard/src/view/") && changes[id.split("/").at(-1)!.split("?")[0]!];
      if (!change) return undefined;
      if (!change[0].test(code)) throw new Error(`${id}: no style is set here any more`);
      change[0].lastIndex = 0;
      return { code: code.replace(...change), map: null };
    },
  };
}

// The engine is GPL, a program of its own beside the page with its licence, and
// never inlined.
function engine(): Plugin {
  return {
    name: "tabiya-engine",
    generateBundle() {
      for (const ending of ["js", "wasm"])
        this.emitFile({
          type: "asset",
          fileName: `engine/stockfish.${ending}`,
          source: readFileSync(`${ENGINE}.${ending}`),
        });
      this.emitFile({ type: "asset", fileName: "engine/Copying.txt", source: licenceOf("stockfish") });
    },
  };
}

// What makes the page one that can be installed, and that needs no server: the manifest, and
// the service worker with the sum of every file.  The engine and the licences come when
// they are first wanted.
async function kept(folder: string, found: Set<string>): Promise<void> {
  const green = "#1d6b63";
  writeFileSync(`${folder}/icon.svg`, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48">
<path fill="${green}" d="M0 0h48v48H0z"/>
<g fill="none" stroke="#ffffff" stroke-width="3" stroke-linecap="round" stroke-linejoin="round">
<path d="M24 9v9M24 30v9M24 18l6 6l-6 6l-6-6z"/>
</g>
</svg>
`);
  const icon = { src: "icon.svg", sizes: "any", type: "image/svg+xml" };
  writeFileSync(`${folder}/manifest.webmanifest`, JSON.stringify({
    name: "tabiya", short_name: "tabiya", id: "./", start_url: "./", scope: "./",
    description: "Repertoires, games and openings as one graph of positions.",
    display: "standalone", background_color: "#f3f1ed", theme_color: green,
    icons: [{ ...icon, purpose: "any" }, { ...icon, purpose: "maskable" }],
  }, null, 1));
  const sum = (name: string) => createHash("sha256").update(readFileSync(`${folder}/${name}`)).digest("base64");
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => statSync(`${folder}/${name}`).isFile() && name !== "inline.txt").sort();
  const sums = (some: string[]) =>
    Object.fromEntries(some.map((name) => [name === "index.html" ? "./" : name, sum(name)]));
  const later = (name: string) => /^engine\/|\.txt$/.test(name) && !name.startsWith("assets/");
  const all = sums(names.filter((name) => !later(name)));
  const version = createHash("sha256").update(JSON.stringify(all)).digest("hex").slice(0, 16);
  const define = {
    __FILES__: JSON.stringify(all), __VERSION__: JSON.stringify(version),
    __LATER__: JSON.stringify(sums(names.filter(later))),
  };
  writeFileSync(`${folder}/service-worker.js`, await script("src/service-worker.ts", found, define));
}

// Into the page itself, when all is written: what the first picture needs, so
// that nothing has to be fetched for it, and for a single file the app, too.  The
// policy of the server allows by their sums, in inline.txt, what is inside.  The
// licences of others are a file beside the page, or inside of the single file.
function inlined(folder: string, single: boolean, found: Set<string>): Plugin {
  const assets = `${folder}/assets`;
  const read = (name: string) => readFileSync(`${assets}/${name}`, "utf8");
  const sum = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'\n`;
  const inside = (text: string) => text.replace(/<\/script/g, "<\\/script");
  return {
    name: "tabiya-inlined",
    async closeBundle() {
      const named = (pattern: RegExp) => readdirSync(assets).find((name) => pattern.test(name))!;
      const [app, css] = [named(/^index-.*\.js$/), named(/\.css$/)];
      const names = single ? "" : ` data-app="./assets/${app}" data-core="./assets/${named(/^tabiya-.*\.wasm$/)}"`;
      const run = inside(await script("src/first.ts", found));
      const licences = notices(found, !single);
      const style = read(css).trim();
      const html = readFileSync(`${folder}/index.html`, "utf8")
        .replace(/\s*<link rel="stylesheet"[^>]*>/, () => `\n    <style>${style}</style>`)
        .replace(/\s*<script type="module"[^>]*><\/script>/, "")
        .replace(/(?<=<template id="pieces">)/, () => sprite())
        .replace('<script id="run"></script>', () => `<script${names}>${run}</script>`)
        .replace(/\s*<link rel="manifest"[^>]*>/, (link) => (single ? "" : link))
        .replace("</body>", () => (single ? `<template id="licences">${licences.replace(/&/g, "&amp;").replace(/</g, "&lt;")}</template><script type="module">${inside(read(app))}</script></body>` : "</body>"));
      writeFileSync(`${folder}/index.html`, html);
      if (!single) {
        writeFileSync(`${folder}/inline.txt`, sum(run) + sum(style));
        writeFileSync(`${folder}/THIRD-PARTY.txt`, licences);
        writeFileSync(`${folder}/LICENSE.txt`, readFileSync(path("../LICENSE")));
        rmSync(`${assets}/${css}`);
        await kept(folder, found);
        return;
      }
      const outside = readdirSync(assets).filter((name) => name !== app && name !== css);
      if (outside.length > 0) throw new Error(`${outside} would stay outside of the page`);
      rmSync(assets, { recursive: true });
    },
  };
}

// Beside every file that gains by it its compressed forms, which servers send
// as they are.  Nothing in them depends on when or where they are made.
function compressed(folder: string): Plugin {
  const WORTH = 0.9;
  const forms: [ending: string, compress: (bytes: Buffer) => Buffer][] = [
    ["gz", (bytes) => gzipSync(bytes, { level: 9 })],
    ["br", (bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } })],
  ];
  return {
    name: "tabiya-compressed",
    closeBundle: {
      sequential: true, // after index.html has got what goes into it
      order: "post",
      handler() {
        for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
          const file = `${folder}/${name}`;
          if (!statSync(file).isFile()) continue;
          const bytes = readFileSync(file);
          for (const [ending, compress] of forms) {
            const small = compress(bytes);
            if (small.length < WORTH * bytes.length) writeFileSync(`${file}.${ending}`, small);
          }
        }
      },
    },
  };
}

// The screens that not everybody visits are one file: they are packed better
// together than each alone.
const TOOLS = /\/(ui\/(gaps|mygames|more|merge|evaluate|ownnames|met|asking)|state\/(held|evaluate))\.tsx?$/;
const screens = (id: string) => (TOOLS.test(id) ? "tools" : /\/(ui\/(practice|database|gamelist|import|viewer|openings|plot|walk|wayline|search|tour)|state\/(game|analysis|exercise))\.tsx?$/.test(id) ? "screens" : undefined);

export default defineConfig(({ mode }) => {
  const single = mode === "single";
  const found = new Set<string>(); // packages that are in the page
  return {
    root: path("."),
    base: "./",
    define: { __SINGLE__: JSON.stringify(single) },
    // h() is 0.5 kB shorter, packed, than what "automatic" writes
    esbuild: { legalComments: "none", jsx: "transform", jsxFactory: "h", jsxFragment: "Fragment", jsxInject: `import { h, Fragment } from "preact"` },
    // tests build nothing: what is in dist stays as it is
    plugins: [made(single || mode === "test"), allowed(), ...(mode === "test" ? [] : [packages(found), inlined(path(single ? "dist-single" : "dist"), single, found), ...(single ? [] : [engine(), compressed(path("dist"))])])],
    resolve: {
      // the field by which cm-chessboard says where it begins
      mainFields: ["browser", "module", "main"],
      alias: {
        "#layout-worker": mode === "test"
          ? path("tests/unit/support/no-worker.ts")
          : `${path("src/graph/layout-worker.ts")}?worker${single ? "&inline" : ""}`,
      },
    },
    // a module from a blob is refused where the page comes from file://
    worker: { format: single ? "iife" : "es", plugins: () => [packages(found)] },
    build: {
      outDir: single ? "dist-single" : "dist",
      emptyOutDir: true,
      ...SHORT,
      target: "es2022",
      modulePreload: false, // what a screen needs beside its own file is there
      assetsInlineLimit: 0,
      cssCodeSplit: false,
      rollupOptions: { output: single ? { inlineDynamicImports: true } : { manualChunks: screens, onlyExplicitManualChunks: true } },
    },
    test: { root: path("."), pool: "threads", environment: "happy-dom", include: ["tests/unit/**/*.test.{ts,tsx}"], setupFiles: ["tests/unit/support/setup.ts"], restoreMocks: true, testTimeout: 600_000, hookTimeout: 600_000 },
  };
});
