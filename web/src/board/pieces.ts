import { t } from "../texts";
// The pieces' pictures, in the page, where cm-chessboard finds them by their names.  The
// standard ones come with the page itself, in a template; the others are drawn here.
const SPRITE = "cm-chessboard-sprite";

export type PieceSet = "standard" | "plain" | "letters";
export const PIECE_SETS: readonly [PieceSet, string][] = [
  ["standard", t("Standard")],
  ["plain", t("Plain")],
  ["letters", t("Letters")],
];

// Silhouettes in a box of 40, each with the strokes that are drawn upon it.
const PLAIN: Record<string, [shape: string, strokes: string]> = {
  k: [
    "M20 13.5c-4-5.5-13.5-3.5-13.5 3.5 0 5 4.5 7 5 11.5V33h17v-4.5c.5-4.5 5-6.5 5-11.5 0-7-9.5-9-13.5-3.5z",
    "M20 4.5v9M16.5 7.5h7M11.5 28.5h17",
  ],
  q: [
    "M6.5 11.5l5 9L13 9l5 10.5L20 7.5l2 12L27 9l1.5 11.5 5-9L30 28.5V33H10v-4.5z",
    "M10 28.5h20",
  ],
  r: ["M10.5 8h4.5v3h3V8h4v3h3V8h4.5v7l-3 2.5v9l3 2.5v4h-19v-4l3-2.5v-9l-3-2.5z", "M13.5 17.5h13M13.5 26.5h13"],
  b: [
    "M20 5.5a2.2 2.2 0 0 1 1.3 4c3.600 2.600 6.2 6 6.2 9.600 0 3-1.600 4.900-3.700 6.2l.9 3.2H31V33H9v-4.5h6.3l.9-3.2c-2.100-1.3-3.700-3.2-3.700-6.2 0-3.600 2.600-7 6.2-9.600a2.2 2.2 0 0 1 1.3-4z",
    "M20 13.5v6M17 16.5h6M15.3 28.5h9.400",
  ],
  n: [
    "M13 33c-.5-6.5 6-8.5 6-13.5-2 2-4.2 3-6.5 3l-1.800 2.800c-1.600.6-3.400-.6-3.900-2.3l4.400-9.5 1.2-6 3.800 3c.9-.5 1.800-.8 2.800-.9l1.5-2.600 1.700 3.2C29 12.5 32 20 31 33z",
    "M14.3 15.5h.01",
  ],
  p: [
    "M20 8.5a4.800 4.800 0 0 1 2.900 8.600c2.800 1.400 3.600 4.600 4 8.400 2 .9 3.600 2.600 3.900 7.5H9.2c.3-4.900 1.900-6.600 3.900-7.5.4-3.800 1.2-7 4-8.400A4.800 4.800 0 0 1 20 8.5z",
    "",
  ],
};

const INKS = { w: ["#fff", "#222"], b: ["#34383e", "#e4e4e4"] } as const;

function plain(color: "w" | "b", kind: string): string {
  const [fill, ink] = INKS[color];
  const [shape, strokes] = PLAIN[kind]!;
  const round = 'stroke-linecap="round" stroke-linejoin="round"';
  return (
    `<path d="${shape}" fill="${fill}" stroke="#222" stroke-width="1.5" ${round}/>` +
    (strokes && `<path d="${strokes}" fill="none" stroke="${ink}" stroke-width="1.6" ${round}/>`)
  );
}

// Discs with the letter of the piece in the user's language; pawns are small and bare.
function letter(color: "w" | "b", kind: string, letters: string): string {
  const [fill, ink] = INKS[color];
  const text = [...letters]["kqrbn".indexOf(kind)];
  const disc = `<circle cx="20" cy="20" r="${text ? 15 : 9}" fill="${fill}" stroke="#222" stroke-width="1.5"/>`;
  const name = `<text x="20" y="27" text-anchor="middle" font-size="20" font-weight="700" fill="${ink}">${text}</text>`;
  return text ? disc + name : disc;
}

function drawn(set: PieceSet, letters: string): string {
  const one = (color: "w" | "b") =>
    [..."kqrbnp"]
      .map((kind) => {
        const it = set === "plain" ? plain(color, kind) : letter(color, kind, letters);
        return `<g id="${color}${kind}">${it}</g>`;
      })
      .join("");
  return `<svg>${one("w")}${one("b")}</svg>`;
}

let chosen: PieceSet = "standard";
let names = "KQRBN"; // of the pieces, for those that are letters

export function usePieces(set = chosen, letters = names): void {
  const there = document.getElementById(SPRITE);
  if (there && set === chosen && letters === names) return;
  [chosen, names] = [set, letters];
  const host = document.createElement("div");
  host.id = SPRITE;
  host.setAttribute("aria-hidden", "true");
  if (set === "plain" || set === "letters") host.innerHTML = drawn(set, letters);
  else host.append(document.querySelector<HTMLTemplateElement>("#pieces")?.content.cloneNode(true) ?? "");
  there?.remove();
  document.body.append(host);
}
