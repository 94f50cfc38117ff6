// What `npm pack` puts into the package beside its sources' output: run after
// `make wasm`, in web/core.
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";

const path = (name) => fileURLToPath(new URL(name, import.meta.url));

for (const folder of ["dist", "files"]) rmSync(path(folder), { recursive: true, force: true });
execFileSync(process.execPath, [path("../node_modules/typescript/bin/tsc"), "-p", path("tsconfig.json")], { stdio: "inherit" });
mkdirSync(path("files"));
for (const name of ["tabiya.wasm", "endgame.wasm", "names.wasm", "openings.txt"])
  copyFileSync(path(`../../build/wasm/${name}`), path(`files/${name}`));
copyFileSync(path("../../LICENSE"), path("LICENSE"));
