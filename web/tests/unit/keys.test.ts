import { beforeEach, expect, test, vi } from "vitest";
import { GROUPS, listed, listen } from "../../src/keys";
import { change, route } from "../../src/state/app";

const press = (key: string, more: KeyboardEventInit = {}) => dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more }));
const at = (screen: "explore" | "build" | "database") => (route.value = { screen, query: new URLSearchParams() });

beforeEach(() => change({ keys: "tabiya" }));

test("no key means two things on one screen", () => {
  for (const keys of ["tabiya", "lichess"] as const) {
    change({ keys });
    for (const { group } of GROUPS) {
      const all = listed(group).flatMap((row) => row.keys.split(", "));
      expect(new Set(all).size).toBe(all.length);
    }
  }
});

test("arrows mean what the screen says", () => {
  const next = vi.fn();
  const undo = vi.fn();
  const stop = listen({ next, undo });
  at("explore");
  press("ArrowDown");
  expect(next).toHaveBeenCalledTimes(1);
  press("ArrowLeft");
  expect(undo).not.toHaveBeenCalled();
  at("build");
  press("ArrowLeft");
  press("z", { ctrlKey: true });
  expect(undo).toHaveBeenCalledTimes(2);
  at("database");
  press("ArrowRight");
  expect(next).toHaveBeenCalledTimes(2);
  stop();
});

test("Lichess's keys step left and right everywhere", () => {
  change({ keys: "lichess" });
  const [next, back] = [vi.fn(), vi.fn()];
  const stop = listen({ next, back });
  for (const screen of ["explore", "build", "database"] as const) {
    at(screen);
    press("ArrowRight");
    press("ArrowLeft");
  }
  expect(next).toHaveBeenCalledTimes(3);
  expect(back).toHaveBeenCalledTimes(3);
  stop();
});

test("Space and Enter are the controls' own", () => {
  const best = vi.fn();
  const stop = listen({ best });
  const press = (on: HTMLElement, key: string) => on.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  const boxes = ["checkbox", "radio", "range"].map((type) => Object.assign(document.createElement("input"), { type }));
  for (const control of [...boxes, document.createElement("select"), document.createElement("button")]) {
    document.body.append(control);
    // true: the browser may do with it what it does
    for (const key of [" ", "Enter"]) expect(press(control, key)).toBe(true);
    control.remove();
  }
  expect(best).not.toHaveBeenCalled();
  press(document.body, " ");
  expect(best).toHaveBeenCalledTimes(1);
  stop();
});

test("typing is typing", () => {
  const flip = vi.fn();
  const stop = listen({ flip });
  const box = document.createElement("input");
  document.body.append(box);
  box.dispatchEvent(new KeyboardEvent("keydown", { key: "f", bubbles: true }));
  expect(flip).not.toHaveBeenCalled();
  press("f");
  expect(flip).toHaveBeenCalledTimes(1);
  stop();
});
