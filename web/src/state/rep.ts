// The repertoire that is open: a session of the core, and signals that follow
// it.  The core keeps the positions, the moves and the log for undo; here is
// only which one is open, and when it is saved.
import { batch, computed, signal } from "@preact/signals";
import * as api from "../api";
import { core, type Session } from "../core";
import type { Diagnostic, RepMove, RepNode, RepParent, RepState, Step } from "../types";
import { fail, say, tell } from "./app";
import { lastOpen } from "./first";
import { forget, keep, recall, remember, type Kept } from "./storage";

export interface Open {
  name: string; // of the file, without its ending
  session: Session;
  cards: string;
  faults: Diagnostic[];
  etag: string | null; // of the server's file; null: it is not from there
}

export const open = signal<Open | null>(null);
// Grows with every change; what is computed from the session reads it first.
const turns = signal(0);

export const state = computed<RepState | null>(() => {
  void turns.value;
  return open.value?.session.state() ?? null;
});
// The position of the board, also where it is not in the repertoire yet.
export const node = computed<RepNode | null>(() => {
  void turns.value;
  return open.value?.session.board() ?? null;
});
export const fen = computed(() => node.value?.fen ?? null);
// Changes when positions or moves come or go.
export const shape = computed(() => `${state.value?.nodes} ${state.value?.edges} ${state.value?.can_undo}`);

// --- opening ---------------------------------------------------------------

const cut = (file: string) => file.replace(/^.*[\\/]/, "").replace(/(\.cards)?\.(txt|pgn|rep|tsv)$/i, "") || "repertoire";

// Opens a text of any kind the core reads.  What was open stays open if it is
// refused.
export function read(file: string, text: Uint8Array | string, cards = "", etag: string | null = null): boolean {
  try {
    const { session, faults } = core().read(text);
    batch(() => {
      open.value?.session.close();
      open.value = { name: cut(file), session, cards, faults, etag };
      via.value = null;
      turns.value++;
    });
    void save();
    const errors = faults.filter((f) => f.severity === "error");
    if (errors.length > 0) {
      const first = errors[0]!;
      tell(`${file}:${first.line}:${first.column}: ${first.message}` + (errors.length > 1 ? ` And ${errors.length - 1} more.` : ""), "error");
    }
    return true;
  } catch (error) {
    fail(new Error(`${file}: ${error instanceof Error ? error.message : error} What was open stays open.`));
    return false;
  }
}

export function fresh(color: "white" | "black"): void {
  const session = core().create();
  session.setColor(color);
  batch(() => {
    open.value?.session.close();
    open.value = { name: "repertoire", session, cards: "", faults: [], etag: null };
    turns.value++;
  });
}

// What was open when the page was left.
export async function reopen(): Promise<boolean> {
  const { name } = lastOpen();
  const kept = name ? await recall(name).catch(() => undefined) : undefined;
  return kept ? read(kept.name, kept.text, kept.cards) : false;
}

// --- saving ----------------------------------------------------------------

let timer: ReturnType<typeof setTimeout> | undefined;
let waiting = false;
export const saved = signal<"saved" | "saving" | "failed">("saved");

function snapshot(): Kept | null {
  const it = open.value;
  const s = state.value;
  if (!it || !s) return null;
  return {
    name: it.name, title: s.title, color: s.color_known ? s.color : null, moves: s.edges,
    text: it.session.write(), cards: it.cards, changed: Date.now(),
  };
}

export async function save(): Promise<void> {
  clearTimeout(timer);
  waiting = false;
  const item = snapshot();
  if (!item) return;
  try {
    await keep(item);
    remember("last", { name: item.name, side: state.peek()?.color === "black" ? "b" : "w" });
    if (!waiting) saved.value = "saved";
  } catch (error) {
    saved.value = "failed";
    fail(new Error(`The repertoire could not be kept in this browser: ${error instanceof Error ? error.message : error}. Export it.`));
  }
}

function later(): void {
  waiting = true;
  saved.value = "saving";
  clearTimeout(timer);
  timer = setTimeout(() => void save(), 400);
}

// a page that goes away takes its timers with it
addEventListener("pagehide", () => void (waiting && save()));
addEventListener("visibilitychange", () => void (waiting && document.hidden && save()));

// --- the server's folder -------------------------------------------------------

interface Served {
  text: string;
  etag: string; // "": there is none yet
}

async function servedCards(name: string): Promise<Served> {
  try {
    return await api.repertoire(name, true);
  } catch (error) {
    if (error instanceof api.ApiError && error.status === 404) return { text: "", etag: "" };
    throw error;
  }
}

export async function openServed(name: string): Promise<boolean> {
  const [{ text, etag }, cards] = await Promise.all([api.repertoire(name), servedCards(name)]);
  return read(name, text, cards.text, etag);
}

// Of two cards for a position the one with the later review stays, so nothing
// is lost if both were practised.
async function saveServedCards(name: string, cards: string): Promise<void> {
  if (!cards) return;
  const theirs = await servedCards(name);
  const both = core().mergeCards(theirs.text, cards);
  await api.putRepertoire(name, both, theirs.etag, true);
  setCards(both);
}

// Writes the file on the server, unless somebody else has changed it since.
export async function saveServed(): Promise<void> {
  const it = open.value;
  if (!it) return;
  try {
    const etag = await api.putRepertoire(it.name, it.session.write(), it.etag ?? "");
    open.value = { ...it, etag };
    await saveServedCards(it.name, it.cards);
    tell(`${it.name} is saved on the server.`);
  } catch (error) {
    if (!(error instanceof api.ApiError) || error.status !== 412) throw error;
    const theirs = await api.repertoire(it.name);
    if (!confirm(`${it.name} was changed on the server meanwhile. Merge both, and save?`)) return;
    merge(theirs.text);
    open.value = { ...open.value!, etag: theirs.etag };
    await saveServed();
  }
}

export function setCards(cards: string): void {
  if (open.value) open.value = { ...open.value, cards };
  later();
}

export function rename(to: string): void {
  const it = open.value;
  const name = cut(to.trim());
  if (!it || !to.trim() || name === it.name) return;
  open.value = { ...it, name };
  void save().then(() => (saved.value === "saved" ? forget(it.name) : undefined));
}

// --- steps and changes -----------------------------------------------------

// Runs a command of the session and lets the page follow.
function command(run: (s: Session) => void, changes: boolean): boolean {
  const session = open.value?.session;
  if (!session) return false;
  try {
    run(session);
  } catch (error) {
    fail(error);
    return false;
  } finally {
    turns.value++;
  }
  if (changes) later();
  return true;
}

export const go = (to: number | null) => command((s) => s.go(to), false);
export const play = (uci: string, note = "") => command((s) => s.play(uci, note), true);
export const remove = (edge: number) => command((s) => s.remove(edge), true);
export const setNote = (edge: number, text: string) => command((s) => s.setNote(edge, text), true);
export const setNags = (edge: number, nags: number[]) => command((s) => s.setNags(edge, nags), true);
export const setTitle = (text: string) => command((s) => s.setTitle(text), true);
export const setColor = (color: "white" | "black") => command((s) => s.setColor(color), true);
export const clear = () => command((s) => s.clear(), true);
export const undo = () => command((s) => s.undo(), true);
export const redo = () => command((s) => s.redo(), true);
// Positions were placed: no change of the repertoire, but of its file.
export const placed = () => later();
export const merge = (text: Uint8Array | string) => command((s) => void s.merge(text), true);

// --- walking: from where one came, so that back goes the same way -------------

const via = signal<number | null>(null);

const here = () => state.value?.node ?? null;
// The move that one came by, or would be said to.
function arrival(): RepParent | undefined {
  const parents = node.value?.parents ?? [];
  const usual = here() === null ? undefined : open.value?.session.path(here()!).at(-1)?.edge;
  return parents.find((p) => p.node === via.value) ?? parents.find((p) => p.edge === usual) ?? parents[0];
}

// The moves to this position, by the way one came.
export const wayHere = computed<Step[]>(() => {
  const session = open.value?.session;
  const at = here();
  if (!session || at === null) return [];
  const usual = session.path(at);
  const parent = arrival();
  if (!parent || usual.at(-1)?.edge === parent.edge) return usual;
  return [...session.path(parent.node), { node: at, edge: parent.edge, uci: "", san: parent.san, label: parent.label }];
});

export function step(move: RepMove): void {
  const from = here();
  if (!go(move.node)) return;
  via.value = from;
  say(move.description);
}

export function back(): void {
  const parent = arrival();
  if (parent) go(parent.node);
  via.value = null;
}

// The next or previous of the moves that lead on from where one came.
export function alternative(by: 1 | -1): void {
  const parent = arrival();
  if (!parent) return;
  const siblings = open.value!.session.node(parent.node).moves;
  const at = siblings.findIndex((m) => m.edge === parent.edge);
  const other = siblings[(at + by + siblings.length) % siblings.length]!;
  if (other.edge === parent.edge) return;
  go(other.node);
  via.value = parent.node;
}

export function toStart(): void {
  via.value = null;
  go(null);
}

export function toEnd(): void {
  const seen = new Set<number>();
  for (let move = node.value?.moves[0]; move && !seen.has(move.node); move = node.value?.moves[0]) {
    seen.add(move.node);
    step(move);
  }
}

// Another of the moves that lead here: back goes that way then.
export function transposition(): void {
  const parents = node.value?.parents ?? [];
  const at = parents.findIndex((p) => p.edge === arrival()?.edge);
  const next = parents[(at + 1) % parents.length];
  if (parents.length < 2 || !next) return;
  via.value = next.node;
  tell(`Reached by ${next.label} too: back goes that way now.`);
}

// --- the overview: how wide and how bright a position is ----------------------

export const weights = signal<Float32Array | null>(null);
export const shades = signal<Float32Array | null>(null);

export function close(): void {
  open.value?.session.close();
  open.value = null;
  remember("last", { name: "" });
}
