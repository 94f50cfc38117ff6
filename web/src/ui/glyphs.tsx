// What is said of a move in signs: their numbers in PGN, and buttons that set them.
import { t } from "../texts";

// The first six are of the move alone, 10 to 19 of the position, of which only one can
// be right.
const MARKS = new Map<number, string>(
  (
    t("1 ! good,2 ? a mistake,3 !! very good,4 ?? a blunder,5 !? interesting,6 ?! dubious,7 □ the only move,10 = equal,13 ∞ unclear,") +
    t("14 += White is slightly better,15 =+ Black is slightly better,16 ± White is better,17 ∓ Black is better,18 +− White is winning,") +
    t("19 −+ Black is winning,22 ⊙ zugzwang,36 ↑ initiative,40 → attack,132 ⇆ counterplay,146 N a novelty")
  )
    .split(",")
    .map((mark) => [parseInt(mark), mark.replace(/\d+ /, "")] as const),
);

export const sign = (nag: number) => MARKS.get(nag)?.split(" ")[0] ?? `$${nag}`;
const kind = (nag: number) => (nag <= 6 ? 1 : nag >= 10 && nag <= 19 ? 2 : nag);

interface Props {
  san: string;
  nags: readonly number[];
  usual?: readonly number[]; // that are always there
  disabled?: boolean;
  onChange(nags: number[]): void;
}

const USUAL = [1, 2, 3, 4, 5, 6];

// Of two that exclude each other the later one is meant.
const and = (nags: readonly number[], nag: number) => [...nags.filter((n) => kind(n) !== kind(nag)), nag];

export function Glyphs({ san, nags, usual = USUAL, more = true, disabled = false, onChange }: Props & { more?: boolean }) {
  return (
    <>
      {[...usual, ...nags.filter((n) => !usual.includes(n))].map((n) => {
        const on = nags.includes(n);
        return (
          <button
            key={n}
            class="glyph"
            aria-pressed={on}
            title={MARKS.get(n)}
            aria-label={t("{sign} for {san}", { sign: sign(n), san })}
            disabled={disabled}
            onClick={() => onChange(on ? nags.filter((x) => x !== n) : and(nags, n))}
          >
            {sign(n)}
          </button>
        );
      })}
      {more && <MoreGlyphs san={san} nags={nags} usual={usual} onChange={onChange} />}
    </>
  );
}

export function MoreGlyphs({ san, nags, usual = USUAL, disabled = false, onChange }: Props) {
  return (
    <select
      aria-label={t("More marks for {san}", { san })}
      value=""
      disabled={disabled}
      onChange={(e) => onChange(and(nags, Number(e.currentTarget.value)))}
    >
      <option value="">{t("more …")}</option>
      {[...MARKS].map(([n, text]) => !usual.includes(n) && <option key={n} value={n}>{text}</option>)}
    </select>
  );
}
