// One sitting over all repertoires: the cards that are due in each, one after the other;
// and how many new ones a day begins.
import { signal } from "@preact/signals";
import { fail, settings, visit } from "./app";
import { dueOf, library, reload } from "./library";
import * as rep from "./rep";
import { damaged, note, noted, remember, remembered } from "./storage";

interface Sitting {
  rest: readonly string[]; // names of repertoires that come later
  all: number;
}

function recall(): Sitting | null {
  const { rest, all } = noted<Sitting>("sitting");
  return Array.isArray(rest) && typeof all === "number" ? { rest: rest.map(String), all } : null;
}

export const sitting = signal<Sitting | null>(recall());

function set(next: Sitting | null): void {
  sitting.value = next;
  note("sitting", next);
}

// Repertoires with cards that are due, the most first.
export const dueNames = (): string[] =>
  library.value
    .filter((k) => !damaged(k) && dueOf(k.name) > 0)
    .sort((a, b) => dueOf(b.name) - dueOf(a.name))
    .map((k) => k.name);

export function sit(names = dueNames()): void {
  const [first, ...rest] = names;
  if (!first) return;
  set({ rest, all: names.length });
  rep.reopen(first).then((opened) => opened && visit("practice"), fail);
}

// To the next repertoire; false: that was the last.
export function goOn(): boolean {
  const [next, ...rest] = sitting.peek()?.rest ?? [];
  if (!next) return false;
  set({ ...sitting.peek()!, rest });
  // what was reviewed is not due any more
  rep.reopen(next).then(reload).catch(fail);
  return true;
}

export const leave = () => set(null);

// --- new cards ---------------------------------------------------------------------

const today = () => new Date().toDateString();

function begun(): number {
  const { day, n } = remembered("fresh", { day: "", n: 0 });
  return day === today() ? n : 0;
}

export const newLeft = () => Math.max(0, settings.value.fresh - begun());
export const met = (n: number) => void (n > 0 && remember("fresh", { day: today(), n: begun() + n }));
