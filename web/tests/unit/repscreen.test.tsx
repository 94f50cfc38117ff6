// Explore and Build, with a repertoire that the core reads.
import sample from "virtual:text/samples/caro-kann.txt";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { core, loadCore } from "../../src/core";
import { change, notices, route } from "../../src/state/app";
import { evaluation, lines } from "../../src/state/engine";
import * as position from "../../src/state/position";
import * as rep from "../../src/state/rep";
import { RepScreen } from "../../src/ui/repscreen";
import { Topbar } from "../../src/ui/topbar";
import { memory } from "./support/kept";
import { board, control, enter, has, key, one, press, settle, show, text, texts, type } from "./support/page";

let CARO = "";

// The screen with the bar above it, which names what is open.
const Whole = ({ build }: { build: boolean }) => (
  <>
    <Topbar />
    <RepScreen build={build} />
  </>
);
const menu = () => press("Repertoire menu");

const placement = (moves: string) => core().line(moves).fen.split(" ")[0];

// A text of version 5: 1. d4 and 1. c4 lead to the same position after 2.
const ROADS = () => {
  const session = core().create();
  for (const line of [["d4", "d5", "c4"], ["c4", "d5", "d4"]]) {
    session.go(null);
    for (const move of line) session.play(move, line[0] === "d4" && move === "c4" ? "offers a pawn" : "");
  }
  const text = session.write();
  session.close();
  return text;
};

const at = (screen: "explore" | "build", query = "") => (route.value = { screen, query: new URLSearchParams(query) });
const told = () => notices.value.map((n) => n.text);

beforeAll(async () => {
  await loadCore();
  CARO = await sample();
});
beforeEach(async () => {
  localStorage.clear();
  rep.open.value = null;
  await rep.save(); // what a slow test has still to write
  memory.items.clear();
  notices.value = [];
  position.fen.value = position.START;
  position.side.value = "w";
  change({ letters: "KQRBN", keys: "tabiya", labels: false });
});

test("without a repertoire one is offered; a sample opens, turned to its side", async () => {
  at("explore");
  await show(<Whole build={false} />);
  expect(text(one("h2"))).toBe("Open a repertoire");
  await press("A Caro-Kann Defence");
  await settle(() => document.querySelector(".boardhost") !== null);
  await settle();
  expect(board()).toMatchObject({ fen: position.START.split(" ")[0], side: "b", pieces: 32 });
  const { session } = rep.open.value!;
  expect(text(one(".about"))).toContain(`${session.state().nodes} positions · ${session.state().edges} moves`);
  expect(text(one(".about"))).toContain("A Caro-Kann Defence");
});

test("moves of the repertoire are walked by list, by key and by the way back", async () => {
  at("explore");
  await rep.take("caro-kann.txt", CARO);
  await show(<Whole build={false} />);
  await press(/^1?e4/);
  expect(board().fen).toBe(placement("1. e4"));
  await key("ArrowDown");
  expect(board().fen).toBe(placement("1. e4 c6"));
  expect(texts(".way li")).toEqual(["1. e4", "c6"]);
  await press("1. e4");
  expect(board().fen).toBe(placement("1. e4"));
  await press("Back");
  expect(texts(".way li")).toEqual([]);
  await press("To the end");
  expect(texts(".way li").slice(0, 2)).toEqual(["1. e4", "c6"]);
  expect(rep.node.value!.moves).toEqual([]);
  await key("Home");
  expect(board().fen).toBe(position.START.split(" ")[0]);
});

test("Explore changes nothing: a move that is not there is refused", async () => {
  at("explore");
  await rep.take("caro-kann.txt", CARO);
  await show(<Whole build={false} />);
  await type("a3");
  expect(told()).toEqual(["a3 is not in the repertoire. Build adds moves."]);
  expect(board().fen).toBe(position.START.split(" ")[0]);
  expect(rep.open.value!.session.state().can_undo).toBe(false);
  expect(has("Undo")).toBe(false);
});

test("a typed move that is illegal is refused with a sentence", async () => {
  at("build");
  await rep.fresh("white");
  await show(<Whole build={true} />);
  await type("Ke2");
  expect(told()).toHaveLength(1);
  expect(told()[0]).toMatch(/[.]$/);
  expect(rep.open.value!.session.state().edges).toBe(0);
});

test("Build: a move with its annotation, undone and done again", async () => {
  at("build");
  await rep.fresh("white");
  await show(<Whole build={true} />);
  expect(control<HTMLButtonElement>("Undo").disabled).toBe(true);
  await enter("Annotation of the next move", "the first move");
  await type("d4");
  expect(board().fen).toBe(placement("1. d4"));
  expect(control<HTMLTextAreaElement>("Annotation of the next move").value).toBe("");
  expect(control<HTMLTextAreaElement>("Annotation of d4").value).toBe("the first move");
  await press("Undo");
  expect(board().fen).toBe(position.START.split(" ")[0]);
  expect(rep.open.value!.session.state().edges).toBe(0);
  expect(control<HTMLButtonElement>("Undo").disabled).toBe(true);
  await press("Redo");
  expect(control<HTMLTextAreaElement>("Annotation of d4").value).toBe("the first move");
  expect(control<HTMLButtonElement>("Redo").disabled).toBe(true);
});

test("Build: annotations and marks are edited, moves deleted", async () => {
  at("build");
  await rep.fresh("white");
  await show(<Whole build={true} />);
  await type("e4");
  await enter("Annotation of e4", "best by test");
  await press("!? for e4");
  expect(rep.open.value!.session.write()).toMatch(/best by test/);
  expect(control("!? for e4").getAttribute("aria-pressed")).toBe("true");
  await press("! for e4"); // one of the six at a time
  expect(control("!? for e4").getAttribute("aria-pressed")).toBe("false");
  await press("Delete e4");
  expect(rep.open.value!.session.state().edges).toBe(0);
});

const STUDY = "v5.0\n= Study\nwhite\n\n# [%csl Re5][%cal Ge2e4] the king's pawn\nstart -> e4\n";

test("arrows of a study are not shown as text", async () => {
  at("explore");
  await rep.take("study.txt", STUDY);
  await show(<Whole build={false} />);
  await press(/^1?e4/);
  expect(text(document.body)).toContain("the king's pawn");
  expect(text(document.body)).not.toContain("[%");
});

test("Build: arrows of a study survive editing the text", async () => {
  at("build");
  await rep.take("study.txt", STUDY);
  await show(<Whole build={true} />);
  await type("e4");
  expect(control<HTMLTextAreaElement>("Annotation of e4").value).toBe("the king's pawn");
  await enter("Annotation of e4", "best by test");
  expect(control<HTMLTextAreaElement>("Annotation of e4").value).toBe("best by test");
  expect(rep.open.value!.session.write()).toContain("# [%csl Re5] [%cal Ge2e4] best by test\n");
});

// The fields are drawn again whenever the engine or the disk has something to say.
test("Build: what is being typed stays, whatever is drawn meanwhile", async () => {
  at("build");
  await rep.fresh("white");
  await show(<Whole build={true} />);
  await type("e4");
  await menu();
  const names = ["Evaluation", "Annotation of e4", "Title", "File name"];
  for (const name of names) control<HTMLInputElement>(name).value = `of ${name}`;
  const score = { kind: "cp" as const, value: 30 };
  lines.value = [{ depth: 9, score, uci: ["e7e5"], san: ["1... e5"] }];
  evaluation.value = { text: "+0.30", short: "0.3", share: 0.5 };
  await press("! for e4");
  await rep.save();
  await settle();
  expect(names.map((name) => control<HTMLInputElement>(name).value)).toEqual(names.map((n) => `of ${n}`));
  lines.value = [];
});

test("Build: title, file name and colour are what is written", async () => {
  at("build");
  await rep.fresh("white");
  await show(<Whole build={true} />);
  await enter("Title", "Against everything");
  await menu();
  await enter("Plays", "black");
  await enter("File name", "mine.txt");
  expect(rep.open.value!.session.write()).toMatch(/^v5\.0\n= Against everything\nblack\n/);
  expect(text(one(".about"))).toContain("mine.txt, new");
  expect(text(one(".about"))).toContain("Black · 0 positions");
  expect(board().side).toBe("b");
});

test("Build: everything is cleared only if one says yes", async () => {
  at("build");
  await rep.take("caro-kann.txt", CARO);
  const { edges } = rep.open.value!.session.state();
  await show(<Whole build={true} />);
  const asked = vi.fn(() => false);
  vi.stubGlobal("confirm", asked);
  await menu();
  await press("Remove all moves");
  expect(rep.open.value!.session.state().edges).toBe(edges);
  asked.mockReturnValue(true);
  await press("Remove all moves");
  expect(rep.open.value!.session.state().edges).toBe(0);
  await press("Undo");
  expect(rep.open.value!.session.state().edges).toBe(edges);
  vi.unstubAllGlobals();
});

test("two ways to one position: both are told, and t changes the way back", async () => {
  at("explore");
  await rep.take("roads.txt", ROADS());
  await show(<Whole build={false} />);
  await press(/^1?d4/);
  await key("ArrowDown");
  await key("ArrowDown");
  expect(board().fen).toBe(placement("1. d4 d5 2. c4"));
  expect(texts(".said-of")).toEqual(["offers a pawn"]);
  expect(text(one(".also"))).toBe("also reached by 1. c4 d5 2. d4");
  await press("Notes");
  expect(texts(".annotation")).toEqual(["by c4: offers a pawn"]);
  expect(texts("[aria-label='Graph as a list'] li")).toEqual(["Before c4", "Before d4"]);
  await key("t");
  expect(told()[0]).toMatch(/^Reached by 2\. d4 too/);
  await key("ArrowUp");
  expect(board().fen).toBe(placement("1. c4 d5"));
});

test("a file with a fault says where, and keeps what it can read", async () => {
  at("explore");
  await rep.take("bad.txt", CARO.replace(" -> c6", " -> Qh9"));
  await show(<Whole build={false} />);
  expect(told()[0]).toMatch(/^bad\.txt:\d+:\d+: .*Qh9/);
  await menu();
  expect(texts(".faults li")[0]).toMatch(/^\d+:\d+ .*Qh9/);
});

test("a link that is damaged says so", async () => {
  at("explore", "r=AAAA");
  await show(<Whole build={false} />);
  await settle(() => notices.value.length > 0);
  expect(told()).toEqual(["The link is damaged."]);
});
