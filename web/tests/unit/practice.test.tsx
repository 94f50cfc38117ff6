// Practice: what is asked, what a mistake does, and how it ends.
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { core, loadCore } from "../../src/core";
import { change, notices, route } from "../../src/state/app";
import * as position from "../../src/state/position";
import * as rep from "../../src/state/rep";
import { Practice } from "../../src/ui/practice";
import { memory } from "./support/kept";
import { board, control, key, one, press, settle, show, text, texts, type } from "./support/page";

const placement = (moves: string) => core().line(moves).fen.split(" ")[0];

// 1. d4 d5 2. c4, annotated, and for the answer 1... Nf6 the move 2. Nf3.
function small(color: "white" | "black"): string {
  const session = core().create();
  session.setColor(color);
  for (const line of [["d4", "d5", "c4"], ["d4", "Nf6", "Nf3"]]) {
    session.go(null);
    for (const move of line) session.play(move, move === "c4" ? "offers a pawn" : "");
  }
  const text = session.write();
  session.close();
  return text;
}

beforeAll(() => loadCore());
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  memory.items.clear();
  rep.open.value?.session.close();
  rep.open.value = null;
  notices.value = [];
  route.value = { screen: "practice", query: new URLSearchParams() };
  change({ letters: "KQRBN", engine: false });
});
afterEach(() => void (globalThis.DEBUG_TRANSITIONS = undefined));

// Opens a repertoire and asks from its start; the choices outlive a drill.
async function begin(text: string, mode = "lines"): Promise<void> {
  await rep.take("small.txt", text);
  await show(<Practice />);
  await press(MODES[mode]!);
  if (mode === "due") return;
  const chip = control<HTMLButtonElement>("From the start");
  if (chip.getAttribute("aria-pressed") !== "true") await press(chip);
}

const MODES: Record<string, string> = {
  due: "Due cards", lines: "Every move once", all: "All lines",
};
const START = position.START.split(" ")[0]!;
const mine = () => Boolean(one(".boardhost").dataset.input);
const asked = () => settle(mine);
const counters = () => text(one(".counters"));

test("the whole way: a mistake, its hint, the end, the mistakes again", async () => {
  await begin(small("white"));
  await asked();
  expect(text(one(".question h2"))).toBe("What do you play here?");
  expect(text(one(".strip:not(.far)"))).toContain("Your move");
  expect(counters()).toBe("0 Mistakes 2 Variations left");
  const before = board().fen;

  await type("e4");
  expect(counters()).toBe("1 Mistake 2 Variations left");
  expect(board().fen).toBe(before);
  expect(document.querySelectorAll(".marks .error")).toHaveLength(2);
  await press(/^Show the moves/);
  expect(texts(".hints li")).toEqual(["d4 Pawn to d4"]);

  // the lines are drawn at random: answer what is asked
  const right: Record<string, string> = { [before]: "d4", [placement("1. d4 d5")!]: "c4", [placement("1. d4 Nf6")!]: "Nf3" };
  for (let i = 0; i < 12 && !document.querySelector(".summary"); i++) {
    await type(right[board().fen]!);
    await settle(() => document.querySelector(".summary") !== null || (mine() && board().fen in right));
  }
  expect(text(one(".summary h2"))).toBe("Complete: 1 mistake");
  expect(texts(".summary li")).toEqual(["the start 1 ×; right is d4"]);
  expect(counters()).toBe("1 Mistake 0 Variations left");

  await press("Mistakes only");
  await asked();
  expect(board().fen).toBe(before);
  expect(document.querySelector(".summary")).toBeNull();
});

test("mistakes can be asked alone before the end, once there are some", async () => {
  await begin(small("white"));
  await asked();
  expect(texts(".setup .chip")).not.toContain("My mistakes");
  const before = board().fen;
  await type("e4");
  await type("d4");
  await asked();
  expect(board().fen).not.toBe(before);
  await press("My mistakes");
  await asked();
  expect(board().fen).toBe(before);
  expect(text(one(".setup .chip[aria-pressed=true]"))).toBe("My mistakes");
  expect(counters()).toBe("0 Mistakes 1 Variation left");
  await press("Reset");
  await asked();
  expect(texts(".setup .chip")).not.toContain("My mistakes");
});

test("the other side moves by itself, and what is said follows the move", async () => {
  await begin(small("white"));
  await press("In order");
  await asked();
  await type("d4");
  expect(text(one(".said"))).toBe("Pawn to d4");
  await asked();
  expect([placement("1. d4 d5"), placement("1. d4 Nf6")]).toContain(board().fen);
  await type(board().fen === placement("1. d4 d5") ? "c4" : "Nf3");
  expect(["offers a pawn – Pawn to c4", "Knight to f3"]).toContain(text(one(".said")));
});

test("no key and no list answers a question", async () => {
  await begin(small("white"));
  await asked();
  const before = board().fen;
  for (const name of ["ArrowDown", "ArrowRight", "1", " ", "End", "t", "e", "l"]) await key(name);
  expect(board().fen).toBe(before);
  expect(counters()).toMatch(/^0 Mistakes/);
  expect(document.querySelector(".moves, .explorer, .evalbar:not(.off)")).toBeNull();
  expect(document.querySelector("[aria-label='Graph as a list']")).toBeNull();
});

test("illegal input is no mistake", async () => {
  await begin(small("white"));
  await asked();
  await type("Ke2");
  expect(counters()).toMatch(/^0 Mistakes/);
  expect(notices.value).toHaveLength(1);
});

test("cards: all new ones are due, answers are kept, plots count them", async () => {
  await begin(small("white"), "due");
  await asked();
  expect(counters()).toBe("0 Mistakes 3 Cards left");
  const right: Record<string, string> = { [position.START.split(" ")[0]!]: "d4", [placement("1. d4 d5")!]: "c4", [placement("1. d4 Nf6")!]: "Nf3" };
  await type(right[board().fen]!);
  await settle(() => rep.open.value!.cards !== "");
  const sum = core().cards(rep.open.value!.cards, 14);
  await settle(() => texts("h2").includes("Coming days"));
  expect(sum.cards).toBe(1);
  expect(text()).toContain(`1 card, ${sum.due} due now`);
  expect(one(".cards svg").getAttribute("aria-label")).toMatch(/^Due in the coming days\. /);
});

test("a repertoire without a move of its side has nothing to ask", async () => {
  const session = core().create();
  session.setColor("black");
  session.play("e4", "");
  await begin(session.write());
  session.close();
  await settle(() => text().includes("There is nothing to ask here"));
  expect(board().side).toBe("b");
});

test("every step is told to the console of those who ask", async () => {
  const said: string[] = [];
  const log = console.log;
  console.log = (what: string) => said.push(what);
  try {
    globalThis.DEBUG_TRANSITIONS = true;
    await begin(small("white"));
    await asked();
    await type("e4");
    await type("d4");
  } finally {
    console.log = log;
  }
  expect(said.filter((s) => s.startsWith("["))).toEqual(expect.arrayContaining(["[Practice Start]", "[User Move]"]));
  expect(control("Reset")).toBeDefined();
});

// What a reload leaves: what the browser and the tab have kept.
async function reload(text: string): Promise<void> {
  await rep.save();
  const kept = sessionStorage.getItem("tabiya.practice");
  await show(<p />);
  if (kept) sessionStorage.setItem("tabiya.practice", kept);
  const { cards } = rep.open.value!;
  rep.close();
  await rep.take("small.txt", text, cards);
  await show(<Practice />);
  await settle();
}

const answers = (): Record<string, string> => ({ [START]: "d4", [placement("1. d4 d5")!]: "c4", [placement("1. d4 Nf6")!]: "Nf3" });

test("practice goes on after a reload, with its question and its score", async () => {
  const file = small("white");
  await begin(file);
  await asked();
  await type("e4");
  await reload(file);
  expect(counters()).toBe("1 Mistake 2 Variations left");
  expect(document.querySelectorAll(".marks .error")).toHaveLength(2);
  await press(/^Show the moves/);
  expect(texts(".hints li")).toEqual(["d4 Pawn to d4"]);
  await type("d4");
  await asked();
  const before = [board().fen, counters()];
  await reload(file);
  await asked();
  expect([board().fen, counters()]).toEqual(before);
  for (let i = 0; i < 12 && !document.querySelector(".summary"); i++) {
    await type(answers()[board().fen]!);
    if (i === 0) await reload(file); // while the other side thinks
    await settle(() => document.querySelector(".summary") !== null || (mine() && board().fen in answers()));
  }
  expect(text(one(".summary h2"))).toBe("Complete: 1 mistake");
  await reload(file);
  expect(text(one(".summary h2"))).toBe("Complete: 1 mistake");
  expect(texts(".summary li")).toEqual(["the start 1 ×; right is d4"]);
  await press("Mistakes only");
  await asked();
  await reload(file);
  await asked();
  expect(document.querySelector(".summary")).toBeNull();
  expect(board().fen).toBe(START);
});

test("cards go on after a reload; those that were reviewed elsewhere begin anew", async () => {
  const file = small("white");
  await begin(file, "due");
  await asked();
  await type("h4");
  await type(answers()[board().fen]!);
  await asked();
  const before = [board().fen, counters()];
  expect(counters()).toMatch(/^1 Mistake /);
  await reload(file);
  await asked();
  expect([board().fen, counters()]).toEqual(before);
  expect(control<HTMLInputElement>("Due cards").checked).toBe(true);
  rep.setCards("");
  await reload(file);
  await settle();
  expect(counters()).toMatch(/^0 Mistakes/);
});

// Answers until the summary is there.
async function complete(): Promise<void> {
  for (let i = 0; i < 12 && !document.querySelector(".summary"); i++) {
    await type(answers()[board().fen]!);
    await settle(() => document.querySelector(".summary") !== null || (mine() && board().fen in answers()));
  }
}

test("places that are found meanwhile are no other repertoire", async () => {
  const file = small("white");
  await begin(file);
  await asked();
  await type("e4");
  const { session } = rep.open.value!;
  const { nodes } = session.drawing();
  session.place(nodes, Float32Array.from({ length: 2 * nodes.length }, (_, i) => i));
  rep.placed();
  await reload(file);
  expect(counters()).toBe("1 Mistake 2 Variations left");
});

test("cards: the summary stays over reloads until more are due, and after a reset none is", async () => {
  const file = small("white");
  await begin(file, "due");
  await asked();
  await type("h4");
  await complete();
  for (let i = 0; i < 2; i++) {
    await reload(file);
    expect(text(one(".summary h2"))).toBe("Complete: 1 mistake");
  }
  // the same cards, and one that another tab has reviewed since: none is due
  const before = rep.open.value!.cards;
  const later = new Date(Date.now() + 60_000).toISOString().replace(/\.\d+/, "");
  const line = before.split("\n")[1]!.split("\t");
  line[5] = later;
  rep.setCards(core().mergeCards(before, [before.split("\n")[0], line.join("\t"), ""].join("\n")));
  const reviewed = rep.open.value!.cards;
  expect(reviewed).not.toBe(before);
  await reload(file);
  expect(text(one(".summary h2"))).toBe("Complete: 1 mistake");
  // and the mistakes of this one do not put the older card back
  await press("Mistakes only");
  await asked();
  await complete();
  expect(rep.open.value!.cards).toBe(reviewed);

  await press("Reset");
  expect(text()).toContain("No card is due.");
  await reload(file);
  expect(text()).toContain("No card is due.");
  expect(document.querySelector(".summary")).toBeNull();

  const clock = vi.spyOn(Date, "now").mockReturnValue(Date.now() + 400 * 86_400_000);
  await reload(file);
  clock.mockRestore();
  await asked();
  expect(counters()).toBe("0 Mistakes 3 Cards left");
});

test("the same file, opened again: practice goes on with it", async () => {
  const file = small("white");
  await begin(file);
  await asked();
  await type("e4");
  await rep.take("small.txt", file);
  await asked();
  expect(counters()).toBe("1 Mistake 2 Variations left");
  await type("d4");
  expect(board().fen).toBe(placement("1. d4"));
  expect(notices.value.filter((n) => n.kind === "error")).toEqual([]);
});

test("who comes back to what is complete, or to another file, begins anew", async () => {
  const file = small("white");
  await begin(file);
  await asked();
  await type("e4");
  const other = small("white").replace("offers a pawn", "for the centre");
  await reload(other);
  await asked();
  expect(counters()).toBe("0 Mistakes 2 Variations left");
  await complete();
  await show(<p />);
  await show(<Practice />);
  await asked();
  expect(document.querySelector(".summary")).toBeNull();
});

test("what was kept and is nonsense is as if nothing had been", async () => {
  const file = small("white");
  await begin(file);
  await asked();
  await type("e4");
  const kept = JSON.parse(sessionStorage.getItem("tabiya.practice")!);
  const wrong = [{ steps: 7 }, { steps: [["next"], ["answer", "e2e5", 1]] }, { steps: [["next"], ["answer", 7]] }, { steps: [7, null] }, { steps: [["next"], ["reply"]] }, { end: "" }, { seed: "x", end: "{}" }, { now: null, end: 0 }, { name: "other" }];
  for (const text of ["{", "null", "[]", "7", ...wrong.map((some) => JSON.stringify({ ...kept, ...some }))]) {
    await show(<p />);
    sessionStorage.setItem("tabiya.practice", text);
    await show(<Practice />);
    await asked();
    expect(counters()).toBe("0 Mistakes 2 Variations left");
  }
  expect(notices.value).toEqual([]);
});
