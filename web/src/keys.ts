// The one table of keys.  A screen says what it does with an action; the table
// says which key that is, and the help shows the same table.
import { useLayoutEffect } from "preact/hooks";

import { dialog, route, settings, type Screen } from "./state/app";
import { t } from "./texts";

export type Action =
  | "next" | "back" | "nextAlternative" | "previousAlternative"
  | "undo" | "redo" | "first" | "last" | "flip" | "engine" | "explorer"
  | "best" | "nth" | "san" | "transposition" | "hint" | "reveal" | "open" | "search" | "escape" | "help"
  | "gap" | "comment" | "promote" | "demote" | "remove" | "threat";

type Group = "walk" | "build" | "games" | "analysis";

interface Row {
  action: Action;
  text: string;
  keys: Partial<Record<Group, readonly string[]>> | readonly string[];
}

const ROWS: readonly Row[] = [
  { action: "next", text: t("Next move"), keys: { walk: ["ArrowDown"], build: ["ArrowDown"], games: ["ArrowRight"], analysis: ["ArrowRight"] } },
  { action: "back", text: t("Back"), keys: { walk: ["ArrowUp"], build: ["ArrowUp"], games: ["ArrowLeft"], analysis: ["ArrowLeft"] } },
  { action: "nextAlternative", text: t("Next alternative"), keys: { walk: ["ArrowRight"], games: ["ArrowDown"], analysis: ["ArrowDown"] } },
  { action: "previousAlternative", text: t("Previous alternative"), keys: { walk: ["ArrowLeft"], games: ["ArrowUp"], analysis: ["ArrowUp"] } },
  { action: "undo", text: t("Undo"), keys: { build: ["ArrowLeft", "Ctrl+z"], analysis: ["Ctrl+z"] } },
  { action: "redo", text: t("Redo"), keys: { build: ["ArrowRight", "Ctrl+y", "Ctrl+Shift+z"], analysis: ["Ctrl+y", "Ctrl+Shift+z"] } },
  { action: "first", text: t("To the start"), keys: ["Home"] },
  { action: "last", text: t("To the end"), keys: ["End"] },
  { action: "flip", text: t("Turn the board"), keys: ["f"] },
  { action: "engine", text: t("Engine on and off"), keys: ["l"] },
  { action: "explorer", text: t("Names and database on and off"), keys: ["e"] },
  { action: "best", text: t("Play the best move"), keys: [" "] },
  { action: "nth", text: t("Play the first to ninth move of the list"), keys: ["1", "2", "3", "4", "5", "6", "7", "8", "9"] },
  { action: "san", text: t("Type a move"), keys: ["/"] },
  { action: "transposition", text: t("Go back by another order of moves"), keys: ["t"] },
  { action: "gap", text: t("To the next gap"), keys: { walk: ["g"], build: ["g"] } },
  { action: "comment", text: t("Comment on the move"), keys: { analysis: ["n"] } },
  { action: "promote", text: t("Line up"), keys: { analysis: ["+"] } },
  { action: "demote", text: t("Line down"), keys: { analysis: ["-"] } },
  { action: "remove", text: t("Delete from here"), keys: { analysis: ["Delete"] } },
  { action: "threat", text: t("Engine: what threatens"), keys: { analysis: ["x"] } },
  { action: "hint", text: t("Practice: a hint"), keys: { walk: ["h"] } },
  { action: "reveal", text: t("Practice: show the moves"), keys: { walk: ["s"] } },
  { action: "open", text: t("Open the game of the list"), keys: { games: ["Enter"] } },
  { action: "search", text: t("Search everything"), keys: ["Ctrl+k"] },
  { action: "escape", text: t("Close, or leave what is open"), keys: ["Escape"] },
  { action: "help", text: t("This list"), keys: ["?"] },
];

// Lichess's keys are the same everywhere: left and right step.
const LICHESS: Partial<Record<Action, readonly string[]>> = {
  next: ["ArrowRight"],
  back: ["ArrowLeft"],
  nextAlternative: ["ArrowDown"],
  previousAlternative: ["ArrowUp"],
  undo: ["Ctrl+z"],
  redo: ["Ctrl+y", "Ctrl+Shift+z"],
};

export const GROUPS: readonly { group: Group; title: string }[] = [
  { group: "walk", title: t("Explore and Practice") },
  { group: "build", title: t("Build") },
  { group: "games", title: t("Games") },
  { group: "analysis", title: t("Analysis") },
];

function groupOf(screen: Screen): Group {
  if (screen === "build" || screen === "analysis") return screen;
  return screen === "database" ? "games" : "walk";
}

function keysOf(row: Row, group: Group): readonly string[] {
  const own = Array.isArray(row.keys) ? row.keys : (row.keys as Partial<Record<Group, readonly string[]>>)[group];
  const lichess = settings.value.keys === "lichess" ? LICHESS[row.action] : undefined;
  if (!lichess) return own ?? [];
  const edits = row.action === "undo" || row.action === "redo";
  return edits && group !== "build" && group !== "analysis" ? [] : lichess;
}

const NAMES: Record<string, string> = {
  ArrowUp: "↑", ArrowDown: "↓", ArrowLeft: "←", ArrowRight: "→", " ": t("Space"), Escape: t("Esc"),
};

// For the help: what to press, and what it does.
export function listed(group: Group): { keys: string; text: string }[] {
  return ROWS.map((row) => ({ row, keys: keysOf(row, group) }))
    .filter(({ keys }) => keys.length > 0)
    .map(({ row, keys }) => ({
      keys: row.action === "nth" ? "1 – 9" : keys.map((k) => NAMES[k] ?? k.replace(/(?<=Ctrl.*)[a-z]$/, (c) => c.toUpperCase())).join(", "),
      text: row.text,
    }));
}

// --- listening ---------------------------------------------------------------

// What a screen does; a handler that returns false leaves the key alone.
export type Handlers = Partial<Record<Action, (n: number) => void | false>>;

const stack: Handlers[] = [];

// The latest to listen is asked first.  Returns how to stop.
export function listen(handlers: Handlers): () => void {
  stack.push(handlers);
  return () => void stack.splice(stack.indexOf(handlers), 1);
}

// The same for a screen, from its first frame on: who sees it can press a key.
export function useKeys(handlers: Handlers, inputs: readonly unknown[]): void {
  useLayoutEffect(() => listen(handlers), inputs as unknown[]);
}

function written(event: KeyboardEvent): string {
  if (event.ctrlKey || event.metaKey)
    return `Ctrl+${event.shiftKey ? "Shift+" : ""}${event.key.toLowerCase()}`;
  return event.key;
}

// In the box for moves.
const inBox = (event: KeyboardEvent) => event.target instanceof HTMLInputElement && event.target.id === "san";

// Typing into a field is typing; Escape leaves it.
function typing(event: KeyboardEvent): boolean {
  const at = event.target;
  if (!(at instanceof HTMLElement)) return false;
  // the empty box for moves has no use for these: the way through the moves goes on
  if (inBox(event) && !(at as HTMLInputElement).value && (event.ctrlKey || event.metaKey || ["ArrowLeft", "ArrowRight", "Home", "End"].includes(event.key))) return false;
  if (at.isContentEditable || at instanceof HTMLTextAreaElement || at instanceof HTMLSelectElement) return true;
  return at instanceof HTMLInputElement && !["checkbox", "radio", "button", "range"].includes(at.type);
}

// Controls take these keys for themselves.
function pressing(event: KeyboardEvent): boolean {
  return [" ", "Enter"].includes(event.key) && event.target instanceof Element && event.target.closest("button, a, summary, input, select, [role=tab]") !== null;
}

// What is typed for the search before it is there: its part of the page comes by the
// first Ctrl K.
let ahead = "";

export function typedAhead(): string {
  const text = ahead;
  ahead = "";
  return text;
}

addEventListener("keydown", (event: KeyboardEvent) => {
  if (dialog.value === "search" && !document.querySelector("dialog[open]")) {
    const text = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (event.key === "Escape") [dialog.value, ahead] = [null, ""];
    if (text) {
      ahead += event.key;
      event.preventDefault();
      return;
    }
  }
  // a dialog has its keys for itself
  if (event.altKey || event.defaultPrevented || pressing(event) || document.querySelector("dialog[open]")) return;
  if (typing(event) && written(event) !== "Ctrl+k") {
    if (event.key === "Escape") (event.target as HTMLElement).blur();
    // the key that leads there is in no move
    if (event.key === "/" && inBox(event)) event.preventDefault();
    return;
  }
  const key = written(event);
  const group = groupOf(route.value.screen);
  for (const row of ROWS) {
    const at = keysOf(row, group).indexOf(key);
    if (at < 0) continue;
    const handler = [...stack].reverse().find((h) => h[row.action])?.[row.action];
    if (!handler || handler(at) === false) return;
    event.preventDefault();
    return;
  }
});
