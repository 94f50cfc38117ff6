// What Build can say of a position and of the moves that lead to it: an
// evaluation and marks.  Explore shows the same and changes nothing.
import { evaluation, lines } from "../state/engine";
import * as rep from "../state/rep";

// Marks by their numbers in PGN; the first six are of the move alone, 10 to 19
// of the position, of which only one can be right.
const MARKS = new Map<number, string>(
  (
    "1 ! good,2 ? a mistake,3 !! very good,4 ?? a blunder,5 !? interesting,6 ?! dubious,7 □ the only move,10 = equal,13 ∞ unclear," +
    "14 += White is slightly better,15 =+ Black is slightly better,16 ± White is better,17 ∓ Black is better,18 +− White is winning," +
    "19 −+ Black is winning,22 ⊙ zugzwang,36 ↑ initiative,40 → attack,132 ⇆ counterplay,146 N a novelty"
  )
    .split(",")
    .map((mark) => [parseInt(mark), mark.replace(/\d+ /, "")] as const),
);

export const sign = (nag: number) => MARKS.get(nag)?.split(" ")[0] ?? `$${nag}`;
const kind = (nag: number) => (nag <= 6 ? 1 : nag >= 10 && nag <= 19 ? 2 : nag);

export function Marks({ edge, san, nags }: { edge: number; san: string; nags: number[] }) {
  const add = (nag: number) => rep.setNags(edge, [...nags.filter((n) => kind(n) !== kind(nag)), nag]);
  const shown = [1, 2, 3, 4, 5, 6, ...nags.filter((n) => n > 6)];
  return (
    <>
      {shown.map((n) => {
        const on = nags.includes(n);
        return (
          <button
            key={n}
            class="glyph"
            aria-pressed={on}
            title={MARKS.get(n)}
            aria-label={`${sign(n)} for ${san}`}
            onClick={() => (on ? rep.setNags(edge, nags.filter((x) => x !== n)) : add(n))}
          >
            {sign(n)}
          </button>
        );
      })}
      <select aria-label={`More marks for ${san}`} value="" onChange={(e) => add(Number(e.currentTarget.value))}>
        <option value="">more …</option>
        {[...MARKS].map(([n, text]) => n > 6 && <option key={n} value={n}>{text}</option>)}
      </select>
    </>
  );
}

export function Evaluation({ build }: { build: boolean }) {
  const node = rep.node.value;
  const now = node?.eval?.text ?? "";
  if (!node || node.node === null || (!build && !now)) return null;
  if (!build) return <p class="quiet">Evaluation {now}</p>;
  const best = lines.value[0]?.score;
  return (
    <p class="buttons evaluation">
      <label>
        Evaluation
        <input
          value={now}
          placeholder="+0.35, black M3"
          onChange={(e) => {
            // what is refused leaves the old one
            if (!rep.setEval(e.currentTarget.value.trim().replace("−", "-"))) e.currentTarget.value = now;
          }}
        />
      </label>
      {best && evaluation.value && (
        <button onClick={() => rep.setEval(best.kind === "mate" ? `#${best.value}` : String(best.value / 100))}>
          Take {evaluation.value.text}
        </button>
      )}
      {now && <button onClick={() => rep.setEval("")}>Clear evaluation</button>}
    </p>
  );
}
