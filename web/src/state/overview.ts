// What makes the edges of a graph wide and what colours its positions.
// Results come from the server, as many as it takes at once.
import { computed, effect, signal } from "@preact/signals";
import * as api from "../api";
import { NODE } from "../graph/data";
import { MANY, type Measure } from "../graph/graph-view";
import { counted, settings } from "./app";
import { filters } from "./position";
import { open, shape, state } from "./rep";
import { t } from "../texts";

export const visible = signal(false);
export const trouble = signal("");

// What was chosen and is there, or else what there is most to say about.
const database = computed(() => !!api.server.value?.database);
const there = <T>(chosen: T | "", games: T, cards: T, none: T): T =>
  chosen && (chosen !== games || database.value) ? chosen : database.value ? games : open.value?.cards ? cards : none;
export const width = computed(() => there(settings.value.width, "games", "due", "lines"));
// what can be read shows whose turn it is, as long as nothing else is asked for
const few = computed(() => (state.value?.nodes ?? 0) <= MANY);
export const colour = computed(() =>
  there(settings.value.colour || (few.value ? "plain" : ""), "score", "retention", "plain"));

const fens = computed(() => (visible.value && shape.value ? (open.value?.session.fens() ?? []) : []));
const cards = computed(() => {
  const wanted = visible.value && (width.value === "due" || colour.value === "retention");
  return wanted && shape.value && open.value ? open.value.session.cards(open.value.cards) : null;
});

// --- results -------------------------------------------------------------------

const AT_ONCE = 500; // as many as the server takes
const scores = signal<ReadonlyMap<string, api.Score>>(new Map());
let asked = ""; // what they are of

async function ask(missing: string[], chosen: Record<string, string>, stop: AbortSignal): Promise<void> {
  for (let at = 0; at < missing.length && !stop.aborted; at += AT_ONCE) {
    const some = missing.slice(at, at + AT_ONCE);
    const found = await api.scores(some, chosen, stop);
    scores.value = new Map([...scores.peek(), ...some.map((fen, i) => [fen, found[i]!] as const)]);
  }
}

effect(() => {
  const chosen = filters.value;
  if (!database.value || (width.value !== "games" && colour.value !== "score")) return;
  const now = JSON.stringify([chosen, api.server.value?.database?.games]);
  if (now !== asked) scores.value = new Map();
  asked = now;
  const missing = fens.value.filter((fen) => fen && !scores.peek().has(fen));
  const stop = new AbortController();
  trouble.value = "";
  ask(missing, chosen, stop.signal).catch((error: Error) => !stop.signal.aborted && (trouble.value = error.message));
  return () => stop.abort();
});

// --- a position ----------------------------------------------------------------

const scoreOf = (node: number) => scores.value.get(fens.value[node] ?? "");

// The share of the points that went to the side of the repertoire.
function points(node: number): number {
  const s = scoreOf(node);
  if (!s) return NaN;
  return ((state.value?.color === "black" ? s.black : s.white) + s.draws / 2) / (s.white + s.draws + s.black);
}

// How good a position is for the side of the repertoire, where that is written.
const evals = computed(() => {
  const session = colour.value === "evaluation" && visible.value && shape.value ? open.value?.session : null;
  const found = new Map<number, number>();
  session?.arrays().nodes.forEach((flags, node) => {
    const it = flags & NODE.alive && flags & NODE.judged ? session.node(node).eval : null;
    const white = it?.mate ? 1 - Number(it.mate < 0) : it?.cp != null ? 1 / (1 + Math.exp(-it.cp * 0.00368208)) : NaN;
    if (!Number.isNaN(white)) found.set(node, state.value?.color === "black" ? 1 - white : white);
  });
  return found;
});

export const measure = computed<Measure>(() => {
  void scores.value;
  const known = cards.value;
  const judged = evals.value;
  return {
    totals: width.value === "games",
    weight:
      width.value === "games" ? (n) => scoreOf(n)?.games ?? 0
      : width.value === "due" ? (n) => known?.due[n] || 0
      : (_, leaf) => Number(leaf),
    shade:
      colour.value === "score" ? points
      : colour.value === "retention" ? (n) => known?.known[n] ?? NaN
      : colour.value === "evaluation" ? (n) => judged.get(n) ?? NaN
      : null,
  };
});

const percent = (share: number) => `${Math.round(share * 100)} %`;

// The same in words, for those who do not see it.
export function words(node: number | null): string {
  const s = node === null ? undefined : scoreOf(node);
  const known = cards.value?.known[node!] ?? NaN;
  return [
    s && counted(s.games, "game"),
    s?.games && t("score {share}", { share: percent(points(node!)) }),
    known >= 0 && (cards.value!.due[node!] ? t("due, known with {share}", { share: percent(known) }) : t("known with {share}", { share: percent(known) })),
  ].filter(Boolean).join(", ");
}
