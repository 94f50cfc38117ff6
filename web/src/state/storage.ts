// What the browser keeps: settings in localStorage, repertoires and their
// cards in IndexedDB, what a reload must not lose in sessionStorage.  Where a
// browser refuses one, it is as if nothing had been kept; writing to IndexedDB then
// says so once.
import type { Log } from "./history";

export interface Kept {
  name: string; // of the file, without its ending
  title: string;
  color: "white" | "black" | null;
  moves: number;
  text: string; // version 5
  cards: string; // .cards.tsv
  changed: number; // milliseconds since 1970
  source: number; // of the file it was read from, see mark()
  fen?: string; // what it is about, for its picture; older versions kept none
  positions?: number; // likewise
  answered?: number | null; // per cent of the opponent's moves; null: there are none
  log?: Log; // for undo and redo; older versions kept none
}

// Something else has written it, or not all of it.
export const damaged = ({ text, cards }: Kept) => typeof text !== "string" || typeof cards !== "string";

const NAME = "tabiya";
const STORE = "repertoires";

let opened: Promise<IDBDatabase> | null = null;

function database(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: "name" });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  return opened;
}

// Those that are given up when the page goes away, see keepNow().
const yielding = new Set<IDBTransaction>();

// Fails with null if it was given up.
async function run<T>(mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest<T>, yields = mode === "readonly"): Promise<T> {
  const db = await database();
  const transaction = db.transaction(STORE, mode);
  if (yields) yielding.add(transaction);
  return new Promise<T>((resolve, reject) => {
    const request = ask(transaction.objectStore(STORE));
    // only a transaction that is complete is on the disk
    transaction.oncomplete = () => resolve(request.result);
    transaction.onerror = () => reject(transaction.error);
    transaction.onabort = () => reject(transaction.error);
  }).finally(() => yielding.delete(transaction));
}

// Keeps an item, unless what is kept is not what was known: another tab has
// written it since, and that is returned.
export async function keep(item: Kept, known: number | undefined): Promise<Kept | null> {
  let theirs: Kept | null = null;
  await run("readwrite", (store) => {
    const there: IDBRequest<Kept | undefined> = store.get(item.name);
    there.onsuccess = () => {
      if (there.result && there.result.changed !== known) theirs = there.result;
      else store.put(item);
    };
    return there;
  }, true).catch((error: unknown) => {
    if (error) throw error; // else keepNow() has kept what came later
  });
  return theirs;
}

// The same for a page that goes away: it cannot wait for answers any more.  What
// does wait for one would take along all that is behind it.
export async function keepNow(item: Kept): Promise<void> {
  const db = await opened;
  for (const waiting of yielding)
    try {
      waiting.abort();
    } catch {
      // it is complete
    }
  const transaction = db?.transaction(STORE, "readwrite");
  transaction?.objectStore(STORE).put(item);
  transaction?.commit();
}

export async function forget(name: string): Promise<void> {
  await run("readwrite", (s) => s.delete(name));
  if (remembered("last", { name: "" }).name === name) remember("last", { name: "" });
}
export const recall = (name: string): Promise<Kept | undefined> => run("readonly", (s) => s.get(name));

// The latest first.
export async function keptAll(): Promise<Kept[]> {
  try {
    const all: Kept[] = await run("readonly", (s) => s.getAll());
    return all.sort((a, b) => b.changed - a.changed);
  } catch {
    return [];
  }
}

export function remember(key: string, value: unknown): void {
  try {
    localStorage.setItem(`${NAME}.${key}`, JSON.stringify(value));
  } catch {
    // private windows: settings last as long as the page
  }
}

// What is of another kind than what it would be otherwise is not taken, nor what is
// not possible; null says nothing of its kind.
export function remembered<T extends object>(key: string, otherwise: T, possible: (k: keyof T, value: unknown) => boolean = () => true): T {
  const found = { ...otherwise };
  try {
    const kept = JSON.parse(localStorage.getItem(`${NAME}.${key}`) ?? "{}") as T;
    for (const k of Object.keys(otherwise) as (keyof T)[])
      if ((typeof kept[k] === typeof otherwise[k] || (otherwise[k] === null && k in kept)) && possible(k, kept[k])) found[k] = kept[k];
  } catch {
    // it is no JSON, or the browser refuses
  }
  return found;
}

// All of it, for a file; the text of a repertoire says what its log does.
export async function stored(): Promise<string> {
  const repertoires = (await keptAll()).map(({ log: _, ...kept }) => kept);
  const settings: Record<string, string> = {};
  each((store, key) => (settings[key] = store.getItem(key)!));
  return JSON.stringify({ settings, repertoires }, null, 2);
}

// All but the repertoires.
export const forgetSettings = () => each((store, key) => store.removeItem(key));

function each(run: (store: Storage, key: string) => void): void {
  try {
    for (const store of [localStorage, sessionStorage]) for (const key of Object.keys(store)) if (key.startsWith(`${NAME}.`)) run(store, key);
  } catch {
    // private windows: there is nothing
  }
}

// --- for this tab alone, until it is closed ------------------------------------

const LONGEST = 1 << 18; // characters; of a tab's share of some millions

// Keeps a value, or, with null and where it is too long, forgets it.
export function note(key: string, value: object | null): void {
  try {
    const text = value ? JSON.stringify(value) : "";
    if (text && text.length <= LONGEST) sessionStorage.setItem(`${NAME}.${key}`, text);
    else sessionStorage.removeItem(`${NAME}.${key}`);
  } catch {
    // a reload then begins anew
  }
}

// What was kept; who reads it trusts no part of it.
export function noted<T extends object>(key: string): { readonly [K in keyof T]?: unknown } {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(`${NAME}.${key}`) ?? "{}");
    return value && typeof value === "object" ? value : {};
  } catch {
    return {};
  }
}
