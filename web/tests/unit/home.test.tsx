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

test("the first visit says what one can do, with samples", async () => {
  await show(<Home />);
  await settle(() => has("A London System"));
  const links = [...document.querySelectorAll(".three a")].map((a) => a.getAttribute("href"));
  expect(links).toEqual(["#/build", "#/practice", "#/database"]);
  expect(document.querySelectorAll(".files .miniature use").length).toBeGreaterThan(60);
});

test("a sample opens, is kept, and is what one goes on with from then on", async () => {
  await show(<Home />);
  await settle(() => has("A London System"));
  await press("A London System");
  await settle(() => rep.open.value !== null && memory.items.size > 0);
  expect(rep.state.value).toMatchObject({ color: "white", errors: 0 });
  await show(null);
  await show(<Home />);
  await settle(() => texts(".own .file").some((t) => t.includes("A London System")));
  // each of Black's moves in it has an answer but those at the ends of some lines
  expect(texts(".own .file")[0]).toMatch(
    new RegExp(`White · ${rep.state.value!.nodes} positions · \\d+ % answered`));
  expect(has("A London System")).toBe(false); // it is no sample any more
  expect(text(one(".hero"))).toContain("A London System");
  await press("Continue where you were");
  expect(location.hash).toBe("#/explore");
});

test("cards that are due are what to do now, with one button", async () => {
  const cards = "key\tstability\n";
  await keep({ name: "mine", title: "My lines", color: "white", moves: 1, text: CARDS(), cards, changed: 1, source: 0 }, undefined);
  const summary = { cards: 14, due: 14, days: [14, 3], retention: [0, 0, 0, 0, 0, 0, 0, 0, 0, 14] };
  vi.spyOn(core(), "cards").mockReturnValue(summary);
  await show(<Shell />);
  await settle(() => has("Practise now"));
  expect(text(one(".hero"))).toContain("14 positions to review, about 5 minutes");
  expect(text(one(".hero"))).toContain("My lines 14");
  expect(text(one(".topbar"))).toContain("14 cards are due today");
  expect(text(one(".rail .due"))).toBe("14");
  expect(text()).toContain("retention 95 %");
  await press("Practise now");
  await settle(() => location.hash === "#/practice");
});

test("a repertoire is deleted only if one says yes", async () => {
  await keep({ name: "mine", title: "My lines", color: "white", moves: 1, text: CARDS(), cards: "", changed: 1, source: 0 }, undefined);
  const asked = vi.fn(() => false);
  vi.stubGlobal("confirm", asked);
  await show(<Home />);
  await settle(() => has("Delete mine"));
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
  api.server.value = { version: "0", repertoires: true, engine: null, book: null, tables: { men: 3 }, names: { positions: 1, etag: "" }, database: { games: 284923, plies: 1, players: 1, first_date: null, last_date: null, bytes: 1 } };
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
  // a PGN does not say whose it is
  await settle(() => has("A repertoire for Black"));
  expect(rep.open.value).toBeNull();
  await press("A repertoire for Black");
  await settle(() => rep.open.value !== null);
  expect(rep.state.value).toMatchObject({ edges: 2, color: "black" });
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
  expect(texts("[aria-current=page]")).toEqual(["Home"]);
  route.value = { screen: "build", query: new URLSearchParams() };
  await settle();
  await settle(() => texts("[aria-current=page]").includes("Build"));
  expect(texts("[aria-current=page]")).toEqual(["Repertoire", "Build"]);
  expect(document.title).toBe("Build – tabiya");
  await key("?");
  expect(dialog.value).toBe("keys");
  await press("Close");
  expect(dialog.value).toBeNull();
  await press("Settings");
  expect(dialog.value).toBe("settings");
  const before = settings.value.sound;
  await press("Sound");
  expect(settings.value.sound).toBe(!before);
});
