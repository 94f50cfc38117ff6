// The first picture: which position, and that it is the one the core means.
import { readFileSync } from "node:fs";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { picture, placed } from "../../src/board/picture";
import { core, loadCore } from "../../src/core";
import { firstBoard, parse, START, themeOf } from "../../src/state/first";
import * as rep from "../../src/state/rep";
import { railText } from "../../src/ui/places";
import { Shell } from "../../src/ui/shell";
import { show } from "./support/page";

beforeAll(() => loadCore());
beforeEach(() => (localStorage.clear(), sessionStorage.clear()));

const first = (hash: string) => firstBoard(parse(hash));
const CARO = "rnbqkbnr/pp1ppppp/2p5/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
const OTHER = "r3k2r/8/8/8/4Pp2/8/8/R3K2R b KQkq e3 0 1";

test("links that tell their position, and those that do not", () => {
  expect(first("#/openings")).toEqual({ fen: START, side: "w" });
  expect(first(`#/openings?fen=${encodeURIComponent(OTHER)}`)).toEqual({ fen: OTHER, side: "w" });
  expect(first(`#/database?game=3&fen=${encodeURIComponent(OTHER)}`)).toEqual({ fen: OTHER, side: "w" });
  expect(first("#/build")).toEqual({ fen: START, side: "w" });
  expect(first("#/explore?side=b&r=abc")).toEqual({ fen: START, side: "b" });
  // in the Database, where it stood before a reload; a link says more
  sessionStorage.setItem("tabiya.search", JSON.stringify({ fen: CARO }));
  sessionStorage.setItem("tabiya.game", JSON.stringify({ id: 3, link: null, fen: OTHER }));
  expect(first("#/database")).toEqual({ fen: CARO, side: "w" });
  expect(first("#/openings")).toEqual({ fen: START, side: "w" });
  expect(first(`#/database?fen=${encodeURIComponent(OTHER)}`)).toEqual({ fen: OTHER, side: "w" });
  expect(first("#/database?game=3")).toEqual({ fen: OTHER, side: "w" });
  expect(first("#/database?game=4")).toEqual({ fen: START, side: "w" });
  expect(first(`#/database?game=3&fen=${encodeURIComponent(CARO)}`)).toEqual({ fen: CARO, side: "w" });
  for (const text of ["{", "null", '{"fen":7}']) {
    sessionStorage.setItem("tabiya.search", text);
    expect(first("#/database")).toEqual({ fen: START, side: "w" });
  }
  for (const hash of ["", "#/", "#/nowhere", "#/explore", "#/practice", "#/explore?r=abc", "#/explore?side=x&r=abc", `#/build?fen=${OTHER}`]) expect(first(hash)).toBeNull();
});

test("a repertoire that was open is seen from its side, where it begins", async () => {
  // without a move from the start it begins with the first of its positions
  for (const [text, fen] of [
    [`v5.0\n= x\nblack\n\n${CARO} -> d4\n`, CARO],
    ["v5.0\n= x\nblack\n\nstart -> e4\n", START],
  ] as const) {
    expect(await rep.take("x.txt", text)).toBe(true);
    await rep.save();
    expect(first("#/explore")).toEqual({ fen, side: "b" });
    expect(first("#/build")).toEqual({ fen, side: "b" });
    expect(rep.fen.value).toBe(fen);
    expect(first("#/practice")).toBeNull();
  }
  rep.close();
  expect(first("#/explore")).toBeNull();
});

test("the picture has the pieces that the core says, for both sides", () => {
  const host = document.createElement("div");
  for (const moves of ["", "1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4", "1. d4 d5 2. c4 dxc4 3. e3 b5 4. a4 c6 5. axb5 cxb5 6. Qf3"])
    for (const side of ["w", "b"] as const) {
      const { fen } = core().look(moves || "start");
      host.innerHTML = picture(fen, side)!;
      const squares = Array<string>(64).fill("1");
      for (const use of host.querySelectorAll("use")) {
        const [x, y] = [Number(use.getAttribute("x")) / 40, Number(use.getAttribute("y")) / 40];
        const [color, piece] = use.getAttribute("href")!.slice(1);
        squares[side === "w" ? y * 8 + x : 63 - (y * 8 + x)] = color === "w" ? piece!.toUpperCase() : piece!;
      }
      const rows = Array.from({ length: 8 }, (_, r) => squares.slice(r * 8, r * 8 + 8).join("").replace(/1+/g, (ones) => String(ones.length)));
      expect(rows.join("/")).toBe(fen.split(" ")[0]);
    }
});

test("a1 is dark and the files are named from the side one looks from", () => {
  const host = document.createElement("div");
  for (const side of ["w", "b"] as const) {
    host.innerHTML = picture(START, side)!;
    // the light ones, by their upper left corners; the board is dark
    const light = [...host.querySelector(".square.white")!.getAttribute("d")!.matchAll(/M(\d+) (\d+)h40v40h-40z/g)].map((m) => `${Number(m[1]) / 40}${Number(m[2]) / 40}`);
    expect(light).toHaveLength(32);
    expect(light).not.toContain(side === "w" ? "07" : "70"); // a1
    expect(light.every((at) => (Number(at[0]) + Number(at[1])) % 2 === 0)).toBe(true);
    // every name in the colour that its square has not
    for (const [kind, all] of [["file", "abcdefgh"], ["rank", "87654321"]] as const) {
      const found = Array<string>(8);
      for (const text of host.querySelectorAll(`.${kind}`)) {
        const places = (kind === "file" ? text.getAttribute("x") : text.getAttribute("y"))!.split(" ").map((n) => Math.floor(Number(n) / 40));
        expect(text.textContent).toHaveLength(places.length);
        places.forEach((at, i) => {
          found[at] = text.textContent![i]!;
          expect(light.includes(kind === "file" ? `${at}7` : `0${at}`)).toBe(text.classList.contains("white"));
        });
      }
      expect(found.join("")).toBe(side === "w" ? all : [...all].reverse().join(""));
    }
  }
});

test("what is no position has no picture", () => {
  for (const fen of ["", "8/8/8", "9/8/8/8/8/8/8/8 w - - 0 1", "8/8/8/8/8/8/8/7x w - - 0 1", "<b>/8/8/8/8/8/8/8", "44/8/8/8/8/8/8/45", "8/8/8/8/8/8/8/8/8"]) {
    expect(placed(fen)).toBeNull();
    expect(picture(fen, "w")).toBeNull();
  }
});

test("the rail that comes first is the app's", async () => {
  const page = new DOMParser().parseFromString(readFileSync("index.html", "utf8"), "text/html");
  const links = (of: ParentNode) =>
    [...of.querySelectorAll(".rail > a")].map((a) =>
      [a.className, a.getAttribute("href"), a.getAttribute("aria-current"), a.textContent!.trim(),
        a.querySelector("path")!.getAttribute("d")].join(" "));
  const kinds = (of: Element) =>
    [...of.children].map((e) => `${e.localName}.${e.className}`).filter((k) => !/^(a|div)\./.test(k));
  const host = await show(<Shell />);
  const first = page.querySelector("#first")!;
  first.querySelector(".rail")!.innerHTML = railText("home");
  expect(links(first)).toEqual(links(host));
  expect(kinds(first)).toEqual(kinds(host).map((k) => k.replace(/^main\..*/, "main.")));
});

test("the script comes last: the app may follow before the rest is read", () => {
  const page = new DOMParser().parseFromString(readFileSync("index.html", "utf8"), "text/html");
  const places = [...page.querySelectorAll("#pieces, #first, #app, #run")].map((e) => e.id);
  expect(places).toEqual(["pieces", "first", "app", "run"]);
});

test("who has chosen colours has them; the others have the system's", () => {
  expect(themeOf("system", true)).toBe("dark");
  expect(themeOf("system", false)).toBe("light");
  expect(themeOf("light", true)).toBe("light");
});
