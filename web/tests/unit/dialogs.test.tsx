// Dialogs: keys, settings, about.
import { beforeEach, expect, test } from "vitest";
import { GROUPS, listed } from "../../src/keys";
import { BOARDS, change, dialog, recallSettings, settings, theme } from "../../src/state/app";
import { themeOf } from "../../src/state/first";
import { Dialogs } from "../../src/ui/dialogs";
import { control, enter, eventually, one, press, settle, show, text, texts } from "./support/page";

beforeEach(() => {
  dialog.value = null;
  change({ theme: "system", keys: "tabiya", lines: 3, labels: false, sound: true, letters: "KQRBN", notation: "san" });
});

test("every key of the map is listed, and those of Lichess where they are chosen", async () => {
  dialog.value = "keys";
  await show(<Dialogs />);
  // those of a group are in its list, or in that of all of them
  const lists = [...document.querySelectorAll(".keys section")].map((it) => ({
    title: text(it.querySelector("h3")!),
    rows: [...it.querySelectorAll("dl > div")].map((row) => text(row)),
  }));
  expect(lists.map((l) => l.title)).toEqual([...GROUPS.map((g) => g.title), "Everywhere"]);
  const common = lists.at(-1)!.rows;
  expect(common.length).toBeGreaterThan(3);
  GROUPS.forEach(({ group }, i) => {
    const wanted = listed(group).map((row) => `${row.keys}${row.text}`);
    expect([...lists[i]!.rows, ...common].sort()).toEqual(wanted.sort());
  });
  const before = texts("dt");
  change({ keys: "lichess" });
  await settle();
  expect(texts("dt")).not.toEqual(before);
  await press("Close");
  expect(dialog.value).toBeNull();
});

test("what was kept and cannot be chosen is as if nothing had been", () => {
  const usual = (localStorage.removeItem("tabiya.settings"), recallSettings());
  for (const kept of [{ theme: "purple" }, { letters: "AB" }, { keys: "zz" }, { notation: "kl" }, { lines: 1e9 }, { lines: -3.5 }, { lines: 2.5 }, { overview: 7 }, { width: "x" }, { colour: "x" }, { board: "pink" }, { pieces: "x" }, { animation: "x" }]) {
    localStorage.setItem("tabiya.settings", JSON.stringify({ ...kept, labels: true }));
    expect(recallSettings()).toEqual({ ...usual, labels: true });
  }
  expect(themeOf("purple" as "dark", true)).toBe("dark");
});

test("what is chosen is set, and remembered", async () => {
  dialog.value = "settings";
  await show(<Dialogs />);
  await enter("Colours", "dark");
  expect(theme.value).toBe("dark");
  expect(document.documentElement.dataset.theme).toBe("dark");
  await enter("Letters of pieces", "KDTLS");
  await enter("Moves of games", "short");
  await enter("Arrow keys", "lichess");
  await press("Moves on the graph");
  await press("Sound");
  expect(settings.value).toMatchObject({ theme: "dark", letters: "KDTLS", notation: "short", keys: "lichess", labels: true, sound: false });
  expect(JSON.parse(localStorage.getItem("tabiya.settings")!)).toMatchObject({ theme: "dark", sound: false });
});

test("the board is dressed as chosen, its pieces drawn", async () => {
  dialog.value = "settings";
  await show(<Dialogs />);
  const root = document.documentElement.dataset;
  for (const [name, title] of BOARDS) {
    await press(title);
    expect([settings.value.board, root.board]).toEqual([name, name]);
  }
  expect(BOARDS).toHaveLength(6);
  await press("Coordinates");
  expect(root.coordinates).toBe("off");
  await enter("Moving pieces", "slow");
  expect(settings.value.animation).toBe("slow");
  const sprite = () => document.getElementById("cm-chessboard-sprite")!;
  const all = [..."wb"].flatMap((c) => [..."kqrbnp"].map((k) => c + k));
  for (const set of ["Plain", "Letters"]) {
    await press(set);
    expect([...sprite().querySelectorAll("g[id]")].map((g) => g.id)).toEqual(all);
  }
  expect(sprite().querySelector("#bq text")?.textContent).toBe("Q");
  change({ letters: "KDTLS" });
  expect(sprite().querySelector("#bq text")?.textContent).toBe("D");
  await press("Standard");
  expect(sprite().querySelector("text")).toBeNull();
  change({ board: "brown", coordinates: true, animation: "quick", letters: "KQRBN" });
});

test("the tour goes through what there is, and leads there", async () => {
  dialog.value = "tour";
  await show(<Dialogs />);
  await settle(() => document.querySelector(".tour") !== null);
  const seen = [text(one("h2"))];
  while (document.querySelector(".tour button.primary")!.textContent === "Next") {
    await press("Next");
    seen.push(text(one("h2")));
  }
  expect(seen).toHaveLength(5);
  await press("Back");
  expect(text(one("h2"))).toBe(seen[3]);
  await press("Browse openings");
  expect([dialog.value, location.hash]).toEqual([null, "#/openings"]);
});

test("lines of the engine stay between one and eight", async () => {
  dialog.value = "settings";
  await show(<Dialogs />);
  for (const [typed, set] of [["5", 5], ["99", 8], ["0", 1], ["", 1]] as const) {
    await enter("Lines of the engine", typed);
    expect(settings.value.lines).toBe(set);
  }
});

test("licences of what others made are told", async () => {
  dialog.value = "settings";
  await show(<Dialogs />);
  await press("About tabiya");
  expect(text(one("h2"))).toBe("About tabiya");
  for (const [work, licence] of [["cm-chessboard", "MIT"], ["Burnett", "CC BY-SA 3.0"], ["Stockfish", "GPL 3"], ["Preact", "MIT"], ["lichess-org/chess-openings", "CC0"]])
    expect(texts("li").find((t) => t.includes(work!))).toContain(licence);
  expect([...document.querySelectorAll("dialog a")].map((a) => a.getAttribute("href"))).toEqual(expect.arrayContaining(["./THIRD-PARTY.txt", "./engine/Copying.txt"]));
  expect(control("Close")).toBeDefined();
});

// A dialog that is closed says so later; until then another may have been opened.
test("a dialog that was closed does not close the next one", async () => {
  for (const [first, second] of [["keys", "settings"], ["tour", "search"], ["search", "keys"]] as const) {
    dialog.value = first;
    await show(<Dialogs />);
    const old = await eventually(() => one("dialog"));
    dialog.value = second;
    await eventually(() => expect(one("dialog")).not.toBe(old));
    old.dispatchEvent(new Event("close"));
    expect(dialog.value).toBe(second);
  }
});
