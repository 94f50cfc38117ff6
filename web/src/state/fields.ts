// The conditions of a search: what the server calls them, and what the user sees.
export const FIELDS: readonly { name: string; label: string; hint?: string; options?: readonly [string, string][] }[] = [
  { name: "player", label: "Player", hint: "Carlsen" },
  { name: "as", label: "As", options: [["", "either"], ["white", "White"], ["black", "Black"]] },
  { name: "white", label: "White" },
  { name: "black", label: "Black" },
  { name: "elo", label: "Rating", hint: "2500-2800" },
  { name: "date", label: "Date", hint: "2010..2020" },
  { name: "result", label: "Result", options: [["", "any"], ["1-0", "1–0"], ["1/2-1/2", "½–½"], ["0-1", "0–1"]] },
  { name: "eco", label: "ECO", hint: "B90-B99" },
  { name: "opening", label: "Opening", hint: "Najdorf" },
  { name: "event", label: "Event" },
  { name: "time-class", label: "Time control", options: [["", "any"], ["bullet", "bullet"], ["blitz", "blitz"], ["rapid", "rapid"], ["classical", "classical"], ["correspondence", "correspondence"]] },
  { name: "moves", label: "Moves from the start", hint: "1. e4 c5" },
  { name: "move", label: "A move", hint: "b8=Q#" },
  { name: "by", label: "Played by", options: [["", "either"], ["white", "White"], ["black", "Black"]] },
  { name: "material", label: "Material", hint: "KRPvKR" },
  { name: "pattern", label: "Pieces on squares", hint: "Nf5 pe6" },
  {
    name: "ended", label: "Ended by",
    options: [["", "anything"], ["checkmate", "checkmate"], ["resignation", "resignation"], ["stalemate", "stalemate"], ["repetition", "repetition"], ["fifty_moves", "fifty moves"], ["insufficient_material", "insufficient material"], ["agreement", "agreement"], ["time", "time"]],
  },
  { name: "plies", label: "Plies", hint: "1-40" },
  { name: "sort", label: "Sort", options: [["", "as stored"], ["date", "latest first"], ["elo", "best first"], ["plies", "longest first"]] },
];

// A sentence of the server with the names that the user sees.
export const inWords = (sentence: string) =>
  sentence.replace(/'([a-z-]+)'/g, (quoted, name: string) => {
    const field = FIELDS.find((f) => f.name === name);
    return field ? `“${field.label}”` : quoted;
  });
