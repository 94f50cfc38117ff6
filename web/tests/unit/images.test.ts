// The pictures of the documents are those that `make screenshots` takes.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(__dirname, "../../..");
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");

test("every picture of the documents is taken by make screenshots", () => {
  const table = /const README = \{([^}]*)\}/.exec(read("web/tests/e2e/screenshots.mjs"))![1]!;
  const taken = [...table.matchAll(/^\s*(\w+):/gm)].map(([, name]) => `${name}.png`).sort();
  expect(readdirSync(join(ROOT, "docs/images")).sort()).toEqual(taken);
  const shown = ["README.md", "docs/web.md"].flatMap((path) =>
    [...read(path).matchAll(/\]\((?:docs\/)?images\/([\w.-]+)\)/g)].map(([, name]) => name!));
  expect([...new Set(shown)].sort()).toEqual(taken);
});
