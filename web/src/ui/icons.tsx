// Small pictures for buttons: no font has them all.
const PATHS = {
  sound: "M3 9v6h4l5 4V5L7 9zM15 8.5a5 5 0 0 1 0 7M17.5 6a8.5 8.5 0 0 1 0 12",
  mute: "M3 9v6h4l5 4V5L7 9zM15 9l6 6M21 9l-6 6",
  gear: "M12 8.5a3.5 3.5 0 1 0 0 7a3.5 3.5 0 0 0 0-7zM12 2v4M12 18v4M2 12h4M18 12h4M5 5l2.8 2.8M16.2 16.2L19 19M19 5l-2.8 2.8M7.8 16.2L5 19",
  bin: "M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5",
  turn: "M8 20V5M4 9l4-4l4 4M16 4v15M12 15l4 4l4-4",
  first: "M6 5v14M19 5l-10 7l10 7z",
  back: "M17 5l-10 7l10 7z",
  next: "M7 5l10 7l-10 7z",
  last: "M18 5v14M5 5l10 7l-10 7z",
} as const;

export function Icon({ name }: { name: keyof typeof PATHS }) {
  return (
    <svg class="drawn" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
