// The search for everything: what it finds, and by which keys; and who is ahead.
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import * as api from "../../src/api";
import { core, loadCore } from "../../src/core";
import { listen } from "../../src/keys";
import { dialog, route } from "../../src/state/app";
import { reload } from "../../src/state/library";
import * as position from "../../src/state/position";
import * as rep from "../../src/state/rep";
import { keep } from "../../src/state/storage";
import { Search } from "../../src/ui/search";
import { ahead } from "../../src/ui/strip";
import { memory } from "./support/kept";
import { eventually, frame, framed, now, one, settle, show, text, texts } from "./support/page";

beforeAll(() => loadCore());
beforeEach(async () => {
  memory.items.clear();
  location.hash = "";
  route.value = { screen: "home", query: new URLSearchParams() };
  rep.open.value = null;
  api.server.value = null;
  position.fen.value = position.START;
  dialog.value = "search";
  await reload();
});

async function type(query: string): Promise<void> {
  const box = one<HTMLInputElement>("input");
  box.value = query;
  box.dispatchEvent(new Event("input", { bubbles: true }));
  await settle();
}
const key = async (name: string) => {
  const event = new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true });
  one("input").dispatchEvent(event);
  await settle();
};
const chosen = () => text(one("[aria-selected=true]"));

test("without a word: repertoires and commands; arrows and Enter choose", async () => {
  const session = core().create("white");
  session.play("e4", "");
  const [source, cards, changed] = [0, "", 1];
  await keep({ name: "mine", title: "My lines", color: "white", moves: 1, text: session.write(), cards, changed, source }, undefined);
  session.close();
  await reload();
  await show(<Search />);
  expect(texts("[role=presentation]")).toEqual(["Repertoires", "Commands"]);
  expect(chosen()).toBe("My lines1 move");
  await key("ArrowDown");
  expect(chosen()).toBe("Home");
  await key("ArrowUp");
  await key("Enter");
  await settle(() => rep.open.value?.name === "mine");
  expect(dialog.value).toBeNull();
});

test("what is typed before the search is there is searched for, and is no key of the screen", async () => {
  const pressed = vi.fn();
  const stop = listen({ engine: pressed, explorer: pressed });
  for (const name of ["n", "e", "l"])
    dispatchEvent(new KeyboardEvent("keydown", { key: name, cancelable: true }));
  await show(<Search />);
  expect(one<HTMLInputElement>("input").value).toBe("nel");
  expect(pressed).not.toHaveBeenCalled();
  stop();
  await show(null);
  await show(<Search />);
  expect(one<HTMLInputElement>("input").value).toBe("");
});

test("openings, positions and players", async () => {
  const database = { games: 3, plies: 9, players: 2, first_date: null, last_date: null, bytes: 1 };
  const names = { positions: 1, etag: "" };
  await show(<Search />);
  await settle(() => position.book.value === "ready");
  await type("najdorf");
  expect(texts("[role=option]")[0]).toMatch(/^B90 Sicilian Defense: Najdorf Variation1\. e4 c5/);
  await type("1. e4 c5 2. Nf3");
  expect(chosen()).toBe("e4 c5 Nf3show on the board");
  await key("Enter");
  expect(position.fen.value).toBe(core().line("1. e4 c5 2. Nf3").fen);
  expect(location.hash).toMatch(/^#\/openings\?fen=/);

  api.server.value = { version: "0", repertoires: false, engine: null, book: null, tables: { men: 3 }, names, database } as unknown as api.Health;
  vi.spyOn(api, "players").mockResolvedValue([player("Carlsen, Magnus")]);
  dialog.value = "search";
  await show(<Search />);
  await type("Carlsen, M");
  await settle(() => texts("[role=presentation]").includes("Players"));
  expect(texts("[role=option]")).toContain("Carlsen, Magnus487 games");
  await type("8/8/8/8/8/4k3/4p3/4K3 w - - 0 1");
  expect(chosen()).toContain("8/8/8/8/8/4k3/4p3/4K3 w - - 0 1");
  await type("xyzzy");
  await settle(() => text().includes("Nothing is called that."));
});

const player = (name: string): api.Player => {
  const score = { games: 1, white: 1, draws: 0, black: 0 };
  return { id: 1, name, games: 487, as_white: score, as_black: score, highest_elo: null, first_year: null, last_year: null };
};

// By hands that are faster than frames and servers.
test("what is chosen stays chosen, and nothing is chosen that was found for other words", async () => {
  api.server.value = { database: { games: 3 } } as unknown as api.Health;
  const asked = vi.spyOn(api, "players").mockResolvedValue([player("Seirawan, Yasser")]);
  await frame(<Search />);
  const put = async (query: string) => {
    const box = one<HTMLInputElement>("input");
    box.value = query;
    box.dispatchEvent(new Event("input", { bubbles: true }));
    await now();
  };
  await put("se");
  one("input").dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowUp", bubbles: true }));
  await now();
  expect(chosen()).toBe("Settings"); // the last of them
  framed();
  await eventually(() => expect(asked).toHaveBeenCalled());
  await now();
  expect(texts("[role=option]")).toContain("Seirawan, Yasser487 games");
  expect(chosen()).toBe("Settings");
  await put("settings");
  expect(chosen()).toBe("Settings");
});

test("material: what one side has more of, and what that is worth", () => {
  expect(ahead(position.START, "w")).toEqual({ pieces: [], worth: 0 });
  const fen = "4k3/8/8/8/8/8/PP6/R3K2n w - - 0 1";
  expect(ahead(fen, "w")).toEqual({ pieces: ["r", "p", "p"], worth: 4 });
  expect(ahead(fen, "b")).toEqual({ pieces: ["n"], worth: -4 });
});
