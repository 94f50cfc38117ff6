// The repertoires that this browser keeps, and how many of their cards are due.
import { computed, signal } from "@preact/signals";
import { core, loaded } from "../core";
import type { CardsSummary } from "../types";
import { open } from "./rep";
import { keptAll, type Kept } from "./storage";

export const DAYS = 14;

export const library = signal<readonly Kept[]>([]);
export const known = signal(false); // whether they were read

export async function reload(): Promise<void> {
  library.value = await keptAll();
  known.value = true;
}

// Damaged cards count as none: Home is where a repertoire can be deleted.
function summary(cards: string): CardsSummary | null {
  try {
    return cards && loaded.value ? core().cards(cards, DAYS) : null;
  } catch {
    return null;
  }
}

// Of each repertoire that has cards; the one that is open may have newer ones.
const summaries = computed(() => {
  const found = new Map<string, CardsSummary>();
  for (const { name, cards } of library.value) {
    const sum = summary(open.value?.name === name ? open.value.cards : cards);
    if (sum) found.set(name, sum);
  }
  return found;
});

export const dueOf = (name: string) => summaries.value.get(name)?.due ?? 0;
export const due = computed(() => [...summaries.value.values()].reduce((n, s) => n + s.due, 0));
// Cards that come due on each of the next days, today first.
export const days = computed(() => {
  const all = [...summaries.value.values()];
  return Array.from({ length: DAYS }, (_, i) => all.reduce((n, s) => n + (s.days[i] ?? 0), 0));
});
// The share that is still known, by the middle of each tenth; null: there is no card.
export const retention = computed(() => {
  let [cards, sum] = [0, 0];
  for (const s of summaries.value.values())
    s.retention.forEach((n, i) => ((cards += n), (sum += n * (i + 0.5) * 10)));
  return cards > 0 ? Math.round(sum / cards) : null;
});
