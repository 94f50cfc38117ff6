// The moves of the repertoire from this position, with what endgame tables say of them.
import { shown } from "../state/app";
import { fen } from "../state/position";
import { tables, verdictText } from "../state/tables";
import type { RepMove } from "../types";
import { sign } from "./glyphs";
import { t } from "../texts";

interface Props {
  moves: readonly RepMove[];
  onPlay(uci: string): void;
}

export function RepMoves({ moves, onPlay }: Props) {
  const known = tables.value?.fen === fen.value ? tables.value : null;
  if (moves.length === 0)
    return (
      <div>
        <p class="quiet">
          {t("The repertoire ends here.")} {known && verdictText(known)}
        </p>
      </div>
    );
  const verdict = (uci: string) => known?.moves.filter((m) => m.uci === uci && m.verdict).map(verdictText) ?? [];
  return (
    <div>
      <ol class="moves">
        {moves.map((m, i) => (
          <li key={m.edge}>
            <button onClick={() => onPlay(m.uci)} title={m.description}>
              <span class="quiet" aria-hidden="true">
                {i < 9 ? i + 1 : ""}
              </span>
              <b>
                {shown(m.san)}
                {m.nags.map((n) => (n > 6 ? ` ${sign(n)}` : sign(n))).join("")}
              </b>
              {m.transposition && (
                <span class="transposes" title={t("Other orders of moves lead there too")}>
                  ⤨
                </span>
              )}
              <span class="note">{[...verdict(m.uci), m.note].filter(Boolean).join(" · ")}</span>
            </button>
          </li>
        ))}
      </ol>
    </div>
  );
}
