// Names as short as they can be told apart from those around them.

const KIND = / (Game|Opening|Defen[cs]e)$/;
const PART = / (Variation|Line|Attack|Defen[cs]e|System)$/;

const family = (name: string) => name.split(/[:,] /)[0]!.replace(KIND, "");
const initials = (name: string) => name.replace(/(\w)\S*\s?/g, "$1");
// Books call one family by several names: "Sicilian", "Sicilian Defense"; "QGD".
const related = (a: string, b: string) => a === b || a === initials(b) || initials(a) === b;

// "Queen's Gambit Declined: Exchange Variation" is the Exchange in its family, and
// "Slav Defense" the Slav.
export function shortName(name: string): string {
  const last = name.split(/[:,] /).at(-1)!;
  if (/^\d/.test(last)) return ""; // "QGD: 3.cxd5" says no more than the move
  return last === "Main Line" ? last : last.replace(last === name ? KIND : PART, "");
}

// The same with its kind: "Exchange Variation"; a name that is only moves stays whole.
export const inFamily = (name: string) => name.replace(/^.*: (?!\d)/, "");

// A family among others, without its kind: "Queen's Pawn", "Orthodox".
export const brief = (family: string) => family.replace(KIND, "").replace(PART, "");

// What a move leads to, for who stands in `here`: another family is named as such.
export function leadsTo(name: string, here: string | undefined): string {
  if (!here || related(family(name), family(here))) return shortName(name);
  return `→ ${family(name)}`;
}

// "Carlsen, Magnus" is Carlsen; who has one name only has that.
export const surname = (name: string | null) => name?.split(",")[0] ?? "?";
