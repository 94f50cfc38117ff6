// The first frame of a screen: what is seen there can be used, for a hand may be
// faster than what comes after a frame.
import sample from "virtual:text/samples/caro-kann.txt";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import * as api from "../../src/api";
import { core, loadCore } from "../../src/core";
import { notices, route, type Screen } from "../../src/state/app";
import * as viewed from "../../src/state/game";
import * as position from "../../src/state/position";
import * as rep from "../../src/state/rep";
import { Analysis } from "../../src/ui/analysis";
import { Database } from "../../src/ui/database";
import { Openings } from "../../src/ui/openings";
import { Popover } from "../../src/ui/popover";
import { Practice } from "../../src/ui/practice";
import { RepScreen } from "../../src/ui/repscreen";
import { Shell } from "../../src/ui/shell";
import { board, control, frame, framed, now, one, settle, show, text } from "./support/page";

const download = vi.hoisted(() => vi.fn());
vi.mock("../../src/ui/download", () => ({ download }));

const START = position.START.split(" ")[0]!;
const ELSEWHERE = "8/8/8/8/8/4k3/4p3/4K3 w - - 0 1";
const placement = (moves: string) => core().line(moves).fen.split(" ")[0];
const at = (screen: Screen, query: Record<string, string> = {}) => (route.value = { screen, query: new URLSearchParams(query) });

async function submit(move: string): Promise<void> {
  const box = control<HTMLInputElement>("Type a move");
  box.value = move;
  box.form!.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
  await now();
}

beforeAll(() => loadCore());
beforeEach(async () => {
  localStorage.clear();
  sessionStorage.clear();
  notices.value = [];
  rep.open.value = null;
  viewed.game.value = null;
  position.side.value = "w";
  position.fen.value = ELSEWHERE; // as another screen has left it
  vi.spyOn(api, "book").mockRejectedValue(new Error("no book here"));
});

for (const build of [false, true])
  test(`a repertoire: its position, from its side, ${build ? "Build" : "Explore"}`, async () => {
    at(build ? "build" : "explore");
    await rep.take("caro-kann.txt", await sample());
    await frame(<RepScreen build={build} />);
    expect(board()).toMatchObject({ fen: START, side: "b" });
    await submit("e4");
    expect(board().fen).toBe(placement("1. e4"));
    expect(notices.value).toEqual([]);
  });

test("a graph: its picture can be taken, and a small one has no overview", async () => {
  at("explore");
  await rep.take("caro-kann.txt", await sample());
  await frame(<RepScreen build={false} />);
  expect(one<HTMLCanvasElement>("canvas.overview").hidden).toBe(true);
  control("More of the graph").click();
  await now();
  control("Save as SVG").click();
  expect(download.mock.lastCall![1]).toMatch(/^<svg/);
});

test("a small window can be closed as soon as it is seen", async () => {
  await frame(<Popover button="…" label="More">{() => <p>inside</p>}</Popover>);
  control("More").click();
  await now();
  expect(text(one(".sheet"))).toBe("inside");
  dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
  await now();
  expect(document.querySelector(".sheet")).toBeNull();
});

test("another repertoire, opened in the first frame of one", async () => {
  at("explore");
  await rep.take("caro-kann.txt", await sample());
  await frame(<RepScreen build={false} />);
  await rep.take("other.txt", "v5.0\n= Other\nwhite\nstart -> d4\n");
  await now();
  expect(rep.open.value!.name).toBe("other");
  expect(board().side).toBe("w");
});

test("a repertoire that is opened comes before the one that was open last", async () => {
  at("explore");
  await rep.take("mine.txt", "v5.0\n= Mine\nwhite\nstart -> e4\n");
  await settle(() => rep.saved.value === "saved");
  rep.open.value = null;
  await frame(<RepScreen build={false} />);
  const taken = rep.take("other.txt", "v5.0\n= Other\nwhite\nstart -> d4\n");
  framed();
  await taken;
  await settle();
  expect(rep.open.value!.name).toBe("other");
});

test("Practice: what is asked, and Reset", async () => {
  at("practice");
  await rep.take("caro-kann.txt", await sample());
  await frame(<Practice />);
  expect(board().side).toBe("b");
  expect(text(one(".counters"))).toMatch(/^0 Mistakes [1-9]\d* Variations left$/);
  control("Reset").click();
  await now();
  expect(text(one(".counters"))).toMatch(/^0 Mistakes [1-9]\d* Variations left$/);
});

test("a link to a position", async () => {
  for (const [screen, it] of [["openings", <Openings />], ["database", <Database />]] as const) {
    position.fen.value = position.START;
    at(screen, { fen: ELSEWHERE });
    await frame(it);
    expect(board().fen).toBe(ELSEWHERE.split(" ")[0]);
  }
});

test("a game that one comes back to: where one stood in it", async () => {
  viewed.take("1. e4 e5 2. Nf3 *", 7, null);
  viewed.forward();
  at("analysis", { game: "7" });
  await frame(<Analysis />);
  expect(board().fen).toBe(placement("1. e4"));
  await submit("c5");
  expect(board().fen).toBe(placement("1. e4 c5"));
});

test("the focus is on the screen when that which had it is gone", async () => {
  await rep.take("caro-kann.txt", await sample());
  at("home");
  await show(<Shell />);
  (document.activeElement as HTMLElement).blur();
  expect(document.activeElement).toBe(document.body);
  at("explore");
  await now();
  expect(document.activeElement?.id).toBe("main");
});
