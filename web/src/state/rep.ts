// The repertoire that is open: a session of the core, and signals that follow
// it.  The core keeps the positions, the moves and the log for undo; here is
// only which one is open, and when it is saved.
import { batch, computed, signal } from "@preact/signals";
import * as api from "../api";
import { core, type Session } from "../core";
import type { Diagnostic, RepMove, RepNode, RepParent, RepState, Step, Way } from "../types";
import { CoreError } from "../../core/src/wasm";
import { fail, say, tell } from "./app";
import { answered } from "./coverage";
import { lastOpen, START } from "./first";
import { History, restored, run, type Command } from "./history";
import { damaged, forget, keep, keepNow, recall, remember, type Kept } from "./storage";
import { t } from "../texts";

export interface Open {
  name: string; // of the file, without its ending
  session: Session;
  cards: string;
  faults: Diagnostic[];
  served: { name: string; etag: string } | null; // the server's file
  source: number; // of the file, see mark()
  history: History;
  first: number; // entries of the log that are not the user's
}
type About = Omit<Open, "history" | "first">;

export const open = signal<Open | null>(null);
// Grows with every change; what is computed from the session reads it first.
const turns = signal(0);

export const state = computed<RepState | null>(() => {
  void turns.value;
  const it = open.value;
  if (!it) return null;
  const now = it.session.state();
  return { ...now, can_undo: now.done > it.first };
});
// The position of the board, also where it is not in the repertoire yet.
export const node = computed<RepNode | null>(() => {
  void turns.value;
  return open.value?.session.board() ?? null;
});
export const fen = computed(() => node.value?.fen ?? null);
// Changes when positions, moves or evaluations come or go.
const judged = signal(0);
export const shape = computed(() => `${state.value?.nodes} ${state.value?.edges} ${judged.value}`);

// --- opening ---------------------------------------------------------------

const cut = (file: string) => file.replace(/^.*[\\/]/, "").replace(/(\.cards)?\.(txt|pgn|rep|tsv)$/i, "") || "repertoire";

// A number for a text, to know the same file again.
export function mark(text: Uint8Array | string): number {
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
  return bytes.reduce((sum, byte) => (Math.imul(sum, 31) + byte) | 0, bytes.length);
}

// The first of name, name-2 … that nothing is kept under but what is the same.
async function place(name: string, same = (_: Kept) => false): Promise<{ name: string; kept?: Kept | undefined }> {
  for (let n = 1; ; n++) {
    const free = n === 1 ? name : `${name}-${n}`;
    const kept = await recall(free).catch(() => undefined);
    if (!kept || same(kept)) return { name: free, kept };
  }
}

// Opens a file, whatever the core reads.  Nothing that is kept is overwritten:
// the same file goes on as it was left, another gets a name of its own.
export async function take(file: string, text: Uint8Array | string, cards = "", served: Open["served"] = null): Promise<boolean> {
  const source = mark(text);
  await settled();
  const { name, kept } = await place(cut(file), (k) => !damaged(k) && (k.source === source || mark(k.text) === source));
  if (!kept) {
    if (!read(file, text, { name, cards, source, served })) return false;
    void save();
    return true;
  }
  if (mark(kept.text) !== source) tell(t("{file} is opened as you left it in this browser.", { file }));
  if (!resume(kept, served)) return false;
  if (cards) setCards(core().mergeCards(kept.cards, cards));
  return true;
}

function resume(kept: Kept, served: Open["served"] = null): boolean {
  if (damaged(kept)) {
    tell(t("What is stored as “{name}” is damaged. It can be downloaded or deleted at Home.", { name: kept.name }), "error");
    return false;
  }
  written.set(kept.name, kept.changed);
  const about = { name: kept.name, cards: kept.cards, source: kept.source, served };
  // with its history, where that is sound
  const found = restored(kept.log, kept.text);
  if (found) replace({ ...about, session: found.session, faults: [] }, kept.log, found.first);
  else if (!read(kept.name, kept.text, about)) return false;
  // the last steps may not have been kept any more
  const last = lastOpen();
  if (found && last.name === kept.name && last.fen !== fen.value) {
    const at = open.value!.session.find(last.fen);
    if (at !== null) go(at);
  }
  rememberLast(kept.name);
  return true;
}

// The first error with its place, and how many more there are.
function worst(file: string, faults: Diagnostic[]): string {
  const [first, ...more] = faults.filter((f) => f.severity === "error");
  if (!first) return "";
  return `${file}:${first.line}:${first.column}: ${first.message}` + (more.length > 0 ? ` ${t("And {n} more.", { n: more.length })}` : "");
}

// What was open stays open if it is refused.
function read(file: string, text: Uint8Array | string, about: Omit<About, "session" | "faults">): boolean {
  try {
    const { session, faults } = core().read(text);
    replace({ ...about, session, faults });
    const told = worst(file, faults);
    if (told) tell(told, "error");
    return true;
  } catch (error) {
    const told = error instanceof CoreError ? worst(file, (error.answer as { diagnostics?: Diagnostic[] } | null)?.diagnostics ?? []) : "";
    tell(`${told || `${file}: ${error instanceof Error ? error.message : error}`} ${t("What was open stays open.")}`, "error");
    return false;
  }
}

export async function fresh(color: "white" | "black"): Promise<void> {
  const { name } = await place("repertoire");
  const session = core().create(color);
  replace({ name, session, cards: "", faults: [], served: null, source: 0 });
}

// What is waiting to be saved is, before another takes its place.
function replace(it: About | null, log?: Kept["log"], first = it?.session.state().done ?? 0): void {
  if (waiting) void save();
  batch(() => {
    open.value?.session.close();
    open.value = it && { ...it, history: new History(it.session, log), first };
    walked.value = [];
    turns.value++;
  });
}

// What is kept under a name; without one, what was open when the page was left.
export async function reopen(name = lastOpen().name): Promise<boolean> {
  await settled();
  const kept = name ? await recall(name).catch(() => undefined) : undefined;
  return kept ? resume(kept) : false;
}

// --- saving ----------------------------------------------------------------

const TYPICAL = 8; // plies

let timer: ReturnType<typeof setTimeout> | undefined;
let waiting = false;
let saving = Promise.resolve(true); // one after another; false: it failed
let writing = 0; // how many of them
const written = new Map<string, number>(); // when, as far as this tab knows
export const saved = signal<"saved" | "saving" | "failed">("saved");

// A position that shows what it is about: some moves down its main line.
function typical({ session }: Open): string {
  let node = session.find(START);
  let { fen } = session.board();
  for (let ply = 0; ply < TYPICAL && node !== null; ply++) {
    const at = session.node(node);
    fen = at.fen;
    node = at.moves[0]?.node ?? null;
  }
  return fen;
}

function snapshot(): Kept | null {
  const it = open.value;
  const s = state.value;
  if (!it || !s) return null;
  return {
    name: it.name, title: s.title, color: s.color_known ? s.color : null, moves: s.edges,
    text: it.session.write(), cards: it.cards, changed: Date.now(), source: it.source,
    fen: typical(it), positions: s.nodes, answered: answered(it.session.arrays(), s.color),
    log: it.history.keep(it.session),
  };
}

export function save(): Promise<boolean> {
  clearTimeout(timer);
  waiting = false;
  const item = snapshot();
  if (!item) return saving;
  saved.value = "saving";
  writing++;
  return (saving = saving.then(() => write(item)).finally(() => writing--));
}

// Said when nothing is left to be written: a reload finds all of it.
function sayIfSaved(): void {
  if (!waiting && writing === 1) saved.value = "saved";
}

const rememberLast = (name: string) => remember("last", { name, side: state.peek()?.color === "black" ? "b" : "w", fen: state.peek()?.fen });

// What waits to be saved is saved.
const settled = () => (waiting ? save() : saving);

async function write(item: Kept): Promise<boolean> {
  try {
    const theirs = await keep(item, written.get(item.name));
    if (theirs) {
      written.set(item.name, theirs.changed);
      if (open.value?.name === item.name) join(theirs, item);
      else return await write(item);
      return true;
    }
    written.set(item.name, item.changed);
    if (open.value?.name === item.name) rememberLast(item.name);
    sayIfSaved();
    return true;
  } catch (error) {
    saved.value = "failed";
    fail(new Error(t("The repertoire could not be kept in this browser: {why}. Export it.", { why: error instanceof Error ? error.message : error })));
    return false;
  }
}

// Another tab has changed the same repertoire: both changes stay.
function join(theirs: Kept, ours: Kept): void {
  if (theirs.text !== ours.text) {
    merge(theirs.text);
    later(); // also where theirs has nothing new: ours is not kept yet
  }
  if (theirs.cards !== ours.cards) setCards(core().mergeCards(theirs.cards, ours.cards));
  if (state.value?.edges !== ours.moves) tell(t("{name} was changed in another tab, too: the moves of both are here.", { name: theirs.name }));
  sayIfSaved();
}

function later(): void {
  waiting = true;
  saved.value = "saving";
  clearTimeout(timer);
  timer = setTimeout(() => void save(), 100);
}

// a page that goes away takes its timers with it, and what is in a field
addEventListener("pagehide", () => {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  if (open.value) rememberLast(open.value.name);
  const item = saved.value === "saving" ? snapshot() : null;
  if (!item) return;
  written.set(item.name, item.changed);
  void keepNow(item);
});
addEventListener("visibilitychange", () => {
  if (!document.hidden) return;
  if (open.value) rememberLast(open.value.name);
  if (waiting) void save();
});

// --- the server's folder -------------------------------------------------------

interface Served {
  text: string;
  etag: string; // "": there is none yet
}

async function servedCards(name: string): Promise<Served> {
  const there = (await api.repertoires()).find((r) => r.name === name)?.cards;
  return there ? api.repertoire(name, true) : { text: "", etag: "" };
}

export async function openServed(name: string): Promise<boolean> {
  const [{ text, etag }, cards] = await Promise.all([api.repertoire(name), servedCards(name)]);
  return take(name, text, cards.text, { name, etag });
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
  const name = it.served?.name ?? it.name;
  const text = it.session.write();
  try {
    const etag = await api.putRepertoire(name, text, it.served?.etag ?? "");
    open.value = { ...it, served: { name, etag }, source: mark(text) };
    await saveServedCards(name, it.cards);
    tell(t("{name} is saved on the server.", { name }));
  } catch (error) {
    if (!(error instanceof api.ApiError) || error.status !== 412) throw error;
    const theirs = await api.repertoire(name);
    if (!confirm(t("{name} was changed on the server meanwhile. Merge both, and save?", { name }))) return;
    merge(theirs.text);
    open.value = { ...open.value!, served: { name, etag: theirs.etag } };
    await saveServed();
  }
}

export function setCards(cards: string): void {
  if (open.value) open.value = { ...open.value, cards };
  later();
}

export async function rename(to: string): Promise<void> {
  const before = open.value?.name;
  if (!to.trim() || cut(to.trim()) === before) return;
  const { name } = await place(cut(to.trim()));
  if (!before || open.value?.name !== before) return;
  open.value = { ...open.value, name, served: null };
  if (await save()) await forget(before);
}

// --- steps and changes -----------------------------------------------------

// Runs something of the session and lets the page follow.  A step is kept when
// one stands for a while.
function follow(change: (s: Session) => void, by: 1 | -1, c?: Command): boolean {
  const it = open.value;
  if (!it) return false;
  const before = it.session.state().done;
  try {
    change(it.session);
  } catch (error) {
    fail(error);
    return false;
  } finally {
    batch(() => {
      if (!c || GONE.has(c[0])) walked.value = [];
      turns.value++;
    });
  }
  if (it.session.state().done === before) return true;
  it.history.note(it.session, by, c);
  if (c?.[0] !== "play" && c?.[0] !== "go") judged.value++;
  if (c?.[0] !== "go") later();
  else if (!waiting) {
    clearTimeout(timer);
    timer = setTimeout(() => void save(), 1000);
  }
  return true;
}

// Moves of the way here may be gone after these, as after undo and redo.
const GONE: ReadonlySet<Command[0]> = new Set(["remove", "clear", "merge"]);

const command = (...c: Command) => follow((s) => run(s, c), 1, c);

// A move by its number: one that leads here, or away.
function onEdge(edge: number, then: (fen: string, uci: string) => boolean): boolean {
  const session = open.value?.session;
  const from = node.value?.parents.find((p) => p.edge === edge)?.node ?? here();
  const move = from === null ? undefined : session?.edge(edge, from);
  return move ? then(session!.node(from!).fen, move.uci) : false;
}

export const remove = (edge: number) => onEdge(edge, (...at) => command("remove", ...at));
export const setNote = (edge: number, text: string) => onEdge(edge, (...at) => command("note", ...at, text));
export const setNags = (edge: number, nags: number[]) => onEdge(edge, (...at) => command("nags", ...at, nags));
export const setEval = (text: string) => command("eval", fen.value!, text);
export const setEvalOf = (fen: string, text: string) => command("eval", fen, text);
export const setTitle = (text: string) => command("title", text);
export const setColor = (color: "white" | "black") => command("color", color);
export const clear = () => command("clear");
export const undo = () => !!state.value?.can_undo && follow((s) => s.undo(), -1);
export const redo = () => follow((s) => s.redo(), 1);
// Positions were placed: no change of the repertoire, but of its file.
export const placed = () => later();
export const merge = (text: Uint8Array | string) => command("merge", text);

// --- walking: by the way one came, so that back goes the same way -------------

const walked = signal<readonly Step[]>([]); // counts where it ends on the board

const here = () => state.value?.node ?? null;
// The moves to this position, by the way one came; where one jumped, the fewest.
export const wayHere = computed<readonly Step[]>(() => {
  const at = here();
  if (!open.value || at === null) return [];
  return walked.value.at(-1)?.node === at ? walked.value : open.value.session.path(at);
});
// The move that one came by, or would be said to.
function arrival(): RepParent | undefined {
  const parents = node.value?.parents ?? [];
  return parents.find((p) => p.edge === wayHere.value.at(-1)?.edge) ?? parents[0];
}

const on = (line: readonly Step[], { node, edge, uci, san, label }: RepMove): Step[] => [...line, { node, edge, uci, san, label }];

// Goes to where a line ends.
function along(line: readonly Step[], to: number | null): boolean {
  return batch(() => {
    const done = command("go", to === null ? null : (open.value?.session.node(to).fen ?? null));
    if (done) walked.value = line;
    return done;
  });
}

// To a position: by the way here, where it is on that.
export const go = (to: number | null) => along(wayHere.value.slice(0, wayHere.value.findIndex((s) => s.node === to) + 1), to);

export function play(uci: string, note = ""): boolean {
  const [line, from] = [wayHere.value, here()];
  return batch(() => {
    if (!command("play", uci, note)) return false;
    const move = from === null ? undefined : open.value!.session.node(from).moves.find((m) => m.uci === uci);
    if (move) walked.value = on(line, move);
    return true;
  });
}

function wayOf(steps: readonly Step[], fen: string): Way {
  const session = open.value!.session;
  const [first] = steps;
  const root = first && session.node(first.node).parents.find((p) => p.edge === first.edge);
  return { fen, from: root ? session.node(root.node).fen : fen, moves: steps.map((s) => s.uci) };
}
export const way = computed(() => (fen.value === null ? null : wayOf(wayHere.value, fen.value)));
export const wayTo = (node: number) => wayOf(open.value!.session.path(node), open.value!.session.node(node).fen);

export function step(move: RepMove): void {
  if (along(on(wayHere.value, move), move.node)) say(move.description);
}

export function back(): void {
  const parent = arrival();
  if (parent) go(parent.node);
}

// The next or previous of the moves that lead on from where one came.
export function alternative(by: 1 | -1): void {
  const parent = arrival();
  if (!parent) return;
  const siblings = open.value!.session.node(parent.node).moves;
  const at = siblings.findIndex((m) => m.edge === parent.edge);
  const other = siblings[(at + by + siblings.length) % siblings.length]!;
  if (other.edge === parent.edge) return;
  along(on(wayHere.value.slice(0, -1), other), other.node);
}

export function toStart(): void {
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
  const { session } = open.value!;
  walked.value = on(session.path(next.node), session.edge(next.edge, next.node));
  tell(t("Reached by {label} too: back goes that way now.", { label: next.label }));
}

export function close(): void {
  replace(null);
  remember("last", { name: "" });
}
