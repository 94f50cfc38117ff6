// Home: what was open, what is due, samples; and the frame around every screen.
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import * as api from "../../src/api";
import { core, loadCore } from "../../src/core";
import { change, dialog, notices, route, settings, tell } from "../../src/state/app";
import * as rep from "../../src/state/rep";
import { keep } from "../../src/state/storage";
import { Home } from "../../src/ui/home";
import { Shell } from "../../src/ui/shell";
import { memory } from "./support/kept";
import { has, key, one, press, settle, show, text, texts } from "./support/page";

beforeAll(() => loadCore());
beforeEach(() => {
  memory.items.clear();
  localStorage.clear();
  location.hash = "";
  route.value = { screen: "home", query: new URLSearchParams() };
  rep.open.value = null;
  notices.value = [];
  dialog.value = null;
  api.server.value = null;
  change({ explorer: false });
});

const CARDS = () => {
  const session = core().create();
  session.play("e4", "");
  const text = session.write();
  session.close();
  return text;
};

test("every screen has a card", async () => {
  await show(<Home />);
  expect([...document.querySelectorAll(".cards a")].map((a) => a.getAttribute("href"))).toEqual(["#/explore", "#/build", "#/practice", "#/database", "#/openings"]);
  expect(text()).toContain("None yet. Open a file, or begin with a sample.");
});

test("a sample opens, is kept, and is listed from then on", async () => {
  await show(<Home />);
  await press("A London System");
  await settle(() => rep.open.value !== null && memory.items.size > 0);
  expect(rep.state.value).toMatchObject({ color: "white", errors: 0 });
  await show(null);
  await show(<Home />);
  await settle(() => texts(".files .file").some((t) => t.includes("london")));
  expect(texts(".files .file")[0]).toContain(`${rep.state.value!.edges} moves`);
});

test("a repertoire is deleted only if one says yes", async () => {
  await keep({ name: "mine", title: "My lines", color: "white", moves: 1, text: CARDS(), cards: "", changed: 1, source: 0 }, undefined);
  const asked = vi.fn(() => false);
  vi.stubGlobal("confirm", asked);
  await show(<Home />);
  await press("Delete mine");
  expect(asked).toHaveBeenCalledWith("Delete “My lines” from this browser?");
  expect(memory.items.size).toBe(1);
  asked.mockReturnValue(true);
  await press("Delete mine");
  await settle(() => !has("Delete mine"));
  expect(memory.items.size).toBe(0);
  vi.unstubAllGlobals();
});

test("what is stored and damaged is said to be, and can be downloaded or deleted", async () => {
  memory.items.set("london", { name: "london" });
  await show(<Home />);
  await settle(() => has("Delete london"));
  expect(text()).toContain("What is stored under this name is damaged.");
  const made = vi.fn((_: Blob) => "blob:x");
  Object.assign(URL, { createObjectURL: made, revokeObjectURL: () => {} });
  await press(/^london.*Download it$/);
  expect(made).toHaveBeenCalledTimes(1);
  expect(await rep.reopen("london")).toBe(false);
  expect(notices.value.map((n) => n.text)).toEqual(["What is stored as “london” is damaged. It can be downloaded or deleted at Home."]);
  // a file of that name is opened beside it
  expect(await rep.take("london.txt", CARDS())).toBe(true);
  expect(rep.open.value!.name).toBe("london-2");
  vi.stubGlobal("confirm", () => true);
  await press("Delete london");
  await settle(() => !memory.items.has("london"));
  vi.unstubAllGlobals();
});

test("the size of the database, and repertoires of the server", async () => {
  api.server.value = { version: "0", repertoires: true, engine: null, book: { positions: 1, etag: "" }, database: { games: 284923, plies: 1, players: 1, first_date: null, last_date: null, bytes: 1 } };
  vi.spyOn(api, "repertoires").mockResolvedValue([{ name: "theirs", title: "Of the club", color: "black", bytes: 1, changed: "", etag: "x", cards: false }]);
  vi.spyOn(api, "repertoire").mockImplementation(async (_, cards) => {
    if (cards) throw new api.ApiError(404, "not_found", "There is none.");
    return { text: CARDS(), etag: "x" };
  });
  await show(<Home />);
  await settle(() => has(/^Of the club/));
  expect(texts(".badge")).toEqual(["284,923 games"]);
  await press(/^Of the club/);
  await settle(() => rep.open.value !== null);
  expect(rep.open.value).toMatchObject({ name: "theirs", served: { name: "theirs", etag: "x" } });
});

test("what is pasted is opened, and what is nothing says so", async () => {
  await show(<Shell />);
  const paste = (data: string) => dispatchEvent(Object.assign(new Event("paste"), { clipboardData: { files: [], getData: () => data } }));
  paste('[Event "x"]\n\n1. e4 c6 *\n');
  await settle(() => rep.open.value !== null);
  expect(rep.state.value).toMatchObject({ edges: 2 });
  paste("no chess\nat all\n");
  await settle(() => notices.value.some((n) => n.kind === "error"));
  expect(rep.state.value).toMatchObject({ edges: 2 });
});

test("errors stay until they are closed", async () => {
  await show(<Shell />);
  tell("It did not work.", "error");
  await settle();
  expect(text(one("[role=alert]"))).toContain("It did not work.");
  await press("Close");
  expect(document.querySelector("[role=alert]")).toBeNull();
});

test("the frame: where one is, sound, keys", async () => {
  await show(<Shell />);
  expect(text(one("[aria-current=page]"))).toBe("tabiya");
  route.value = { screen: "build", query: new URLSearchParams() };
  await settle();
  expect(text(one("[aria-current=page]"))).toBe("Build");
  expect(document.title).toBe("Build – tabiya");
  const before = settings.value.sound;
  await press(before ? "Sound off" : "Sound on");
  expect(settings.value.sound).toBe(!before);
  await key("?");
  expect(dialog.value).toBe("keys");
  await press("Close");
  expect(dialog.value).toBeNull();
  await press("Settings");
  expect(dialog.value).toBe("settings");
});
