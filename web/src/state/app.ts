// What the whole page knows: where it is, how it is set, what it has to say.
import { computed, effect, signal } from "@preact/signals";
import { PIECE_SETS, usePieces, type PieceSet } from "../board/pieces";
import { dress, parse, themeOf, type Route, type Screen } from "./first";
import { remember, remembered } from "./storage";
import { t } from "../texts";

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
  board: string; // its colours
  pieces: PieceSet;
  coordinates: boolean;
  animation: "none" | "quick" | "slow";
  sound: boolean;
  keys: "tabiya" | "lichess";
  letters: string; // of king, queen, rook, bishop, knight
  notation: "san" | "short";
  labels: boolean; // moves at the edges of the graph
  overview: boolean | null; // null: above as many positions as can be read
  width: "" | "lines" | "games" | "due"; // of edges; "": what there is
  colour: "" | "plain" | "evaluation" | "score" | "retention";
  engine: boolean;
  explorer: boolean; // book and database
  lines: number; // of the engine
  fresh: number; // new cards a day
}

export const LETTERS: readonly [string, string][] = [
  ["KQRBN", t("English")],
  ["KDTLS", "Deutsch"],
  ["RDTFC", "Français"],
  ["RDTAC", "Español, Italiano"],
  ["RDTBC", "Português"],
  ["KDTLP", "Nederlands"],
  ["KHWGS", "Polski"],
  ["♔♕♖♗♘", t("Figurines")],
];
export const MOST_LINES = 8;
// Board colours by name: base.css has them.
export const BOARDS: readonly [string, string][] = [
  ["brown", t("Brown")],
  ["green", t("Green")],
  ["blue", t("Blue")],
  ["violet", t("Violet")],
  ["grey", t("Grey")],
  ["contrast", t("Contrast")],
];

const POSSIBLE: { readonly [K in keyof Settings]?: readonly Settings[K][] } = {
  theme: ["system", "light", "dark"],
  board: BOARDS.map(([name]) => name),
  pieces: PIECE_SETS.map(([name]) => name),
  animation: ["none", "quick", "slow"],
  keys: ["tabiya", "lichess"],
  letters: LETTERS.map(([letters]) => letters),
  notation: ["san", "short"],
  overview: [true, false, null],
  width: ["", "lines", "games", "due"],
  colour: ["", "plain", "evaluation", "score", "retention"],
  lines: Array.from({ length: MOST_LINES }, (_, i) => i + 1),
};

export const recallSettings = () =>
  remembered<Settings>("settings", {
    theme: "system",
    board: "brown",
    pieces: "standard",
    coordinates: true,
    animation: "quick",
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
    fresh: 20,
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
effect(() => {
  const { board, coordinates, pieces, letters } = settings.value;
  dress({ theme: theme.value, board, coordinates });
  usePieces(pieces, letters);
});

// The letters that a language uses, for those who have not chosen any.
function usual(): string {
  const letters: Record<string, string> = { de: "KDTLS", fr: "RDTFC", es: "RDTAC", it: "RDTAC", pt: "RDTBC", nl: "KDTLP", pl: "KHWGS" };
  return letters[navigator.language.slice(0, 2)] ?? "KQRBN";
}

export const number = new Intl.NumberFormat("en");
export const counted = (n: number, what: string) => t(`{n} ${what}${n === 1 ? "" : "s"}`, { n: number.format(n) });
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
  kind: "info" | "warning" | "error";
  text: string;
  after: number; // deeds of the user
  offer?: { title: string; run(): void } | undefined; // what can be done about it
}

export const notices = signal<readonly Notice[]>([]);
export const spoken = signal(""); // by a screen reader

let last = 0;

export function tell(text: string, kind: Notice["kind"] = "info", offer?: Notice["offer"]): void {
  const id = ++last;
  // the same is not said twice
  notices.value = [...notices.value.filter((n) => n.text !== text || n.kind !== kind), { id, kind, text, after: deeds, offer }];
  // the others stay until they are closed
  if (kind === "info") setTimeout(() => dismiss(id), 5000);
}

export function dismiss(id: number): void {
  notices.value = notices.value.filter((n) => n.id !== id);
}

export const fail = (error: unknown) => tell(error instanceof Error ? error.message : String(error), "error");
export const say = (text: string) => (spoken.value = text);

// What the bar above says on a screen that knows more than its name.
export const heading = signal({ title: "", more: "" });

// --- dialogs ----------------------------------------------------------------

export type Dialog = "keys" | "settings" | "about" | "search" | "tour" | null;
export const dialog = signal<Dialog>(null);

// What to do with a file that can be several things; answered by one of `answers`.
export interface Question {
  file: string;
  answers: readonly { title: string; run(): void }[];
}
export const question = signal<Question | null>(null);
