// What the whole page knows: where it is, how it is set, what it has to say.
import { computed, effect, signal } from "@preact/signals";
import { parse, themeOf, type Route, type Screen } from "./first";
import { remember, remembered } from "./storage";

export type { Route, Screen };

// --- where: #/explore?name=value --------------------------------------------

export const route = signal<Route>(parse(location.hash));
addEventListener("hashchange", () => {
  const next = parse(location.hash);
  // what was said belongs to the screen that is left, unless the page goes on from
  // there by itself, and has said it since the user did something
  if (next.screen !== route.value.screen) notices.value = notices.value.filter((n) => led && n.after === deeds);
  led = false;
  route.value = next;
});

let led = false; // by visit()
let deeds = 0; // of the user
for (const kind of ["pointerdown", "keydown", "drop", "paste"]) addEventListener(kind, () => deeds++, true);

export function href(screen: Screen, query: Record<string, string> = {}): string {
  const rest = new URLSearchParams(query).toString();
  return `#/${screen === "home" ? "" : screen}${rest && `?${rest}`}`;
}

export function visit(screen: Screen, query: Record<string, string> = {}): void {
  const before = location.href;
  location.hash = href(screen, query);
  led = location.href !== before;
}

// --- how --------------------------------------------------------------------

export interface Settings {
  theme: "system" | "light" | "dark";
  sound: boolean;
  keys: "tabiya" | "lichess";
  letters: string; // of king, queen, rook, bishop, knight
  notation: "san" | "short";
  labels: boolean; // moves at the edges of the graph
  overview: boolean | null; // null: above as many positions as can be read
  width: "" | "lines" | "games" | "due"; // in the overview; "": what there is
  colour: "" | "plain" | "score" | "retention";
  engine: boolean;
  explorer: boolean; // book and database
  lines: number; // of the engine
}

export const LETTERS: readonly [string, string][] = [
  ["KQRBN", "English"],
  ["KDTLS", "Deutsch"],
  ["RDTFC", "Français"],
  ["RDTAC", "Español, Italiano"],
  ["RDTBC", "Português"],
  ["KDTLP", "Nederlands"],
  ["KHWGS", "Polski"],
  ["♔♕♖♗♘", "Figurines"],
];
export const MOST_LINES = 8;

const POSSIBLE: { readonly [K in keyof Settings]?: readonly Settings[K][] } = {
  theme: ["system", "light", "dark"],
  keys: ["tabiya", "lichess"],
  letters: LETTERS.map(([letters]) => letters),
  notation: ["san", "short"],
  overview: [true, false, null],
  width: ["", "lines", "games", "due"],
  colour: ["", "plain", "score", "retention"],
  lines: Array.from({ length: MOST_LINES }, (_, i) => i + 1),
};

export const recallSettings = () =>
  remembered<Settings>("settings", {
    theme: "system",
    sound: true,
    keys: "tabiya",
    letters: usual(),
    notation: "san",
    labels: false,
    overview: null,
    width: "",
    colour: "",
    engine: false,
    explorer: true,
    lines: 3,
  }, (k, value) => (POSSIBLE[k] as readonly unknown[] | undefined)?.includes(value) ?? true);

export const settings = signal(recallSettings());

export function change(some: Partial<Settings>): void {
  settings.value = { ...settings.value, ...some };
}

// Whether the system is dark, which decides unless the user has.
const system = matchMedia("(prefers-color-scheme: dark)");
const dark = signal(system.matches);
system.addEventListener("change", () => (dark.value = system.matches));
export const theme = computed(() => themeOf(settings.value.theme, dark.value));

effect(() => remember("settings", settings.value));
effect(() => void (document.documentElement.dataset.theme = theme.value));

// The letters that a language uses, for those who have not chosen any.
function usual(): string {
  const letters: Record<string, string> = { de: "KDTLS", fr: "RDTFC", es: "RDTAC", it: "RDTAC", pt: "RDTBC", nl: "KDTLP", pl: "KHWGS" };
  return letters[navigator.language.slice(0, 2)] ?? "KQRBN";
}

export const number = new Intl.NumberFormat("en");
export const counted = (n: number, what: string) => `${number.format(n)} ${what}${n === 1 ? "" : "s"}`;
export const resultText = (result: string) => result.replace("1/2-1/2", "½–½").replace("-", "–");
// As much of a date as is known.
export const dateText = (date: string) => (date.startsWith("?") ? "" : date.replace(/(\.\?+)+$/, ""));

// SAN with the letters of the user's language.
export function shown(san: string): string {
  const { letters } = settings.value;
  if (letters === "KQRBN") return san;
  return san.replace(/[KQRBN]/g, (c) => letters["KQRBN".indexOf(c)] ?? c);
}

// What was typed with these letters, as SAN.  English is understood too, where
// a letter of the language does not mean another piece.
export function typed(text: string): string {
  const { letters } = settings.value;
  return text.replace(/[^\d\s]/gu, (c) => "KQRBN"[letters.indexOf(c)] ?? c);
}

// --- what it says -----------------------------------------------------------

export interface Notice {
  id: number;
  kind: "info" | "error";
  text: string;
  after: number; // deeds of the user
}

export const notices = signal<readonly Notice[]>([]);
export const spoken = signal(""); // by a screen reader

let last = 0;

export function tell(text: string, kind: Notice["kind"] = "info"): void {
  const id = ++last;
  notices.value = [...notices.value, { id, kind, text, after: deeds }];
  // errors stay until they are closed
  if (kind === "info") setTimeout(() => dismiss(id), 5000);
}

export function dismiss(id: number): void {
  notices.value = notices.value.filter((n) => n.id !== id);
}

export const fail = (error: unknown) => tell(error instanceof Error ? error.message : String(error), "error");
export const say = (text: string) => (spoken.value = text);

// --- dialogs ----------------------------------------------------------------

export type Dialog = "keys" | "settings" | "about" | null;
export const dialog = signal<Dialog>(null);
