// Dialogs: keys, settings, about.
import { beforeEach, expect, test } from "vitest";
import { GROUPS, listed } from "../../src/keys";
import { change, dialog, recallSettings, settings, theme } from "../../src/state/app";
import { themeOf } from "../../src/state/first";
import { Dialogs } from "../../src/ui/dialogs";
import { control, enter, one, press, settle, show, text, texts } from "./support/page";

beforeEach(() => {
  dialog.value = null;
  change({ theme: "system", keys: "tabiya", lines: 3, labels: false, sound: true, letters: "KQRBN", notation: "san" });
});

test("every key of the map is listed, and those of Lichess where they are chosen", async () => {
  dialog.value = "keys";
  await show(<Dialogs />);
  expect(texts("h3")).toEqual(GROUPS.map((g) => g.title));
  expect(texts("dt")).toEqual(GROUPS.flatMap(({ group }) => listed(group).map((row) => row.keys)));
  const before = texts("dt");
  change({ keys: "lichess" });
  await settle();
  expect(texts("dt")).not.toEqual(before);
  await press("Close");
  expect(dialog.value).toBeNull();
});

test("what was kept and cannot be chosen is as if nothing had been", () => {
  const usual = (localStorage.removeItem("tabiya.settings"), recallSettings());
  for (const kept of [{ theme: "purple" }, { letters: "AB" }, { keys: "zz" }, { notation: "kl" }, { lines: 1e9 }, { lines: -3.5 }, { lines: 2.5 }, { overview: 7 }, { width: "x" }, { colour: "x" }]) {
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
