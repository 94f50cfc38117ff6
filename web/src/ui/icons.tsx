import { ANALYSIS } from "./places";

// Small pictures for buttons: no font has them all.
const PATHS = {
  gear: "M12 8.5a3.5 3.5 0 1 0 0 7a3.5 3.5 0 0 0 0-7zM12 2v4M12 18v4M2 12h4M18 12h4M5 5l2.8 2.8M16.2 16.2L19 19M19 5l-2.8 2.8M7.8 16.2L5 19",
  bin: "M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5",
  turn: "M8 20V5M4 9l4-4l4 4M16 4v15M12 15l4 4l4-4",
  first: "M6 5v14M19 5l-10 7l10 7z",
  back: "M17 5l-10 7l10 7z",
  next: "M7 5l10 7l-10 7z",
  last: "M18 5v14M5 5l10 7l-10 7z",
  undo: "M9 5L4 10l5 5M4 10h10a6 6 0 0 1 0 12h-3",
  redo: "M15 5l5 5l-5 5M20 10H10a6 6 0 0 0 0 12h3",
  search: "M10.5 4a6.5 6.5 0 1 0 0 13a6.5 6.5 0 0 0 0-13zM15.5 15.5L21 21",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  hand: "M12 3v18M3 12h18M9 6l3-3l3 3M9 18l3 3l3-3M6 9l-3 3l3 3M18 9l3 3l-3 3",
  analysis: ANALYSIS,
  filter: "M4 5h16l-6 8v6l-4-2v-4z",
} as const;

export type IconName = keyof typeof PATHS;

export const Drawn = ({ path }: { path: string }) => (
  <svg class="drawn" viewBox="0 0 24 24" aria-hidden="true">
    <path d={path} />
  </svg>
);

export const Icon = ({ name }: { name: IconName }) => <Drawn path={PATHS[name]} />;
