// What a link and the browser's memory tell before anything else is loaded:
// which screen, how it is coloured, and which position its board will show.
import { noted, remembered } from "./storage";

export const SCREENS = ["home", "explore", "build", "practice", "database", "openings", "analysis"] as const;
export type Screen = (typeof SCREENS)[number];

// #/explore?name=value
export interface Route {
  screen: Screen;
  query: URLSearchParams;
}

export function parse(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?");
  const screen = SCREENS.find((s) => s === path) ?? "home";
  const asked = new URLSearchParams(query);
  // a game was once looked at among the games
  return { screen: screen === "database" && asked.has("game") ? "analysis" : screen, query: asked };
}

export const themeOf = (chosen: "system" | "light" | "dark", dark: boolean) => (chosen === "light" || chosen === "dark" ? chosen : dark ? "dark" : "light");

// What the styles go by.
export function dress(of: { theme: string; board: string; coordinates: boolean }): void {
  const { dataset } = document.documentElement;
  dataset.theme = of.theme;
  dataset.board = of.board;
  dataset.coordinates = of.coordinates ? "on" : "off";
}

export const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

export interface Setup {
  fen: string;
  side: "w" | "b"; // at the bottom
}

// The repertoire that was open when the page was left, and where its
// board stood.
export const lastOpen = () => remembered<Setup & { name: string }>("last", { name: "", fen: START, side: "w" });

// Where the board of Games, Openings or Analysis stood before a reload, in the game of
// the link or without one; only the core can say whether that is a position.
export function lastShown({ screen, query }: Route): string | null {
  const id = screen === "analysis" ? query.get("game") : null;
  const kept = screen === "analysis" ? "game" : screen === "database" ? "search" : "openings";
  const { fen, ...of } = noted<{ fen: string; id: number | string; link: string | null }>(kept);
  if (id ? String(of.id) !== id || of.link !== query.get("fen") : query.has("fen")) return null;
  return typeof fen === "string" ? fen : null;
}

// What the board of a screen shows first; null: there is none, or only the core
// can tell.
export function firstBoard(route: Route): Setup | null {
  const { screen, query } = route;
  const fen = query.get("fen");
  if (screen === "openings" || screen === "database" || screen === "analysis") return { fen: lastShown(route) ?? fen ?? START, side: "w" };
  if ((screen !== "explore" && screen !== "build") || fen) return null;
  // a link that holds a repertoire says whose it is, if it begins at the start
  const of = query.get("side");
  if (query.get("r")) return of === "w" || of === "b" ? { fen: START, side: of } : null;
  const { name, ...last } = lastOpen();
  if (name) return last;
  return screen === "build" ? { fen: START, side: "w" } : null;
}
