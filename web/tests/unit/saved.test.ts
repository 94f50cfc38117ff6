// "saved" is said when a reload would find it, and not before.
import { effect } from "@preact/signals";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { loadCore } from "../../src/core";
import * as rep from "../../src/state/rep";
import { memory } from "./support/kept";
import { eventually } from "./support/page";

const FILE = "v5.0\n= Mine\nwhite\nstart -> e4\n";
const moves = () => (memory.items.get(rep.open.value!.name) as { moves: number } | undefined)?.moves;

beforeAll(() => loadCore());
beforeEach(() => {
  rep.close();
  memory.items.clear();
  localStorage.clear();
});

// Whenever it is shown while something runs, it is true.
async function truthful(run: () => unknown): Promise<void> {
  const wrong: string[] = [];
  const look = () => void (rep.saved.value === "saved" && rep.open.value && rep.state.value!.edges !== moves() && wrong.push(rep.open.value.name));
  const stop = effect(() => (void rep.saved.value, void rep.state.value, queueMicrotask(look)));
  await run();
  await eventually(() => expect([rep.saved.value, moves()]).toEqual(["saved", rep.state.value!.edges]));
  stop();
  expect(wrong).toEqual([]);
}

test("of a file that was opened", () => truthful(() => rep.take("mine.txt", FILE)));

test("of a new name", async () => {
  await rep.take("mine.txt", FILE);
  await eventually(() => expect(rep.saved.value).toBe("saved"));
  await truthful(() => rep.rename("other"));
  expect(rep.open.value!.name).toBe("other");
});

test("of the last of several changes", async () => {
  await rep.take("mine.txt", FILE);
  await truthful(() => {
    void rep.save();
    rep.play("e2e4");
    rep.play("e7e5");
    void rep.save();
  });
});

// Another tab only stood elsewhere, and wrote that down.
test("of a move that was made after another tab has written", async () => {
  await rep.take("mine.txt", FILE);
  await eventually(() => expect(rep.saved.value).toBe("saved"));
  const kept = memory.items.get("mine") as { name: string; changed: number };
  memory.items.set("mine", { ...kept, changed: kept.changed + 1 });
  await truthful(() => (rep.play("e2e4"), rep.play("e7e5")));
  expect(moves()).toBe(2);
});
