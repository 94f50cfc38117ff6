// What failed is tried again, what was there comes back, and nothing is said twice.
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { loadCore } from "../../src/core";

beforeAll(() => loadCore());
beforeEach(() => {
  sessionStorage.clear();
  vi.resetModules();
  vi.useFakeTimers();
  vi.spyOn(performance, "getEntriesByType").mockReturnValue([{ serverTiming: [{ name: "tabiya" }] }] as unknown as PerformanceEntryList);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const HEALTH = { version: "1", database: null, repertoires: false, engine: null, book: null, tables: { men: 3 }, names: { positions: 1, etag: "" } };

test("a server that did not answer first is asked again, and says so once", async () => {
  let down = true;
  const asked = vi.fn(async () => {
    if (down) throw new TypeError("down");
    return new Response(JSON.stringify(HEALTH));
  });
  vi.stubGlobal("fetch", asked);
  const api = await import("../../src/api");
  const { notices } = await import("../../src/state/app");
  await api.findServer();
  await vi.advanceTimersByTimeAsync(1000);
  expect(asked).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(1500);
  expect(asked).toHaveBeenCalledTimes(2); // less and less often
  expect(notices.value.map((n) => n.text)).toEqual([api.OFFLINE]);
  down = false;
  await vi.advanceTimersByTimeAsync(500);
  expect(api.server.value).toEqual(HEALTH);
  await vi.advanceTimersByTimeAsync(200_000);
  expect(asked).toHaveBeenCalledTimes(3);
});

test("players are found by their names as one says them", async () => {
  const ALL = ["Carlsen, Magnus", "Carlsen, Henrik", "Carlsson, Magnus", "Van Foreest, Jorden"];
  vi.stubGlobal("fetch", async (url: string) => {
    const q = new URLSearchParams(url.split("?")[1]).get("q")!.replace(/\*$/, "").toLowerCase();
    return new Response(JSON.stringify({ players: ALL.filter((name) => name.toLowerCase().startsWith(q)).map((name) => ({ name })) }));
  });
  const api = await import("../../src/api");
  const found = async (text: string) => (await api.players(text)).map((p) => p.name);
  expect(await found("Carlsen, M")).toEqual(["Carlsen, Magnus"]);
  expect(await found("Magnus Carlsen")).toEqual(["Carlsen, Magnus"]);
  expect(await found("magnus carls")).toEqual(["Carlsen, Magnus", "Carlsson, Magnus"]);
  expect(await found("Jorden van Fo")).toEqual(["Van Foreest, Jorden"]);
  expect(await found("Van Foreest")).toEqual(["Van Foreest, Jorden"]);
});

test("the same notice is there once", async () => {
  const { notices, tell } = await import("../../src/state/app");
  for (const text of ["one", "two", "one"]) tell(text, "error");
  expect(notices.value.map((n) => n.text)).toEqual(["two", "one"]);
});

test("the way to a position stays over a reload; one that does not lead there is forgotten", async () => {
  const moves = ["d2d4", "d7d5", "c1f4", "g8f6"];
  const reloaded = async () => {
    vi.resetModules();
    const { core, loadCore } = await import("../../src/core");
    await loadCore();
    return { core: core(), position: await import("../../src/state/position") };
  };
  const first = await reloaded();
  const fen = moves.reduce((at, move) => first.core.play(at, move).fen, first.position.START);
  first.position.follow({ fen, from: first.position.START, moves });
  const second = await reloaded();
  expect(second.position.way.value.moves).toEqual([]);
  second.position.show(fen);
  expect(second.position.way.value).toEqual({ fen, from: first.position.START, moves });
  sessionStorage.setItem("tabiya.way", JSON.stringify({ fen, from: first.position.START, moves: ["d2d4", 7] }));
  const third = await reloaded();
  third.position.show(fen);
  expect(third.position.way.value.moves).toEqual([]);
});
