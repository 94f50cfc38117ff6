// Every move with what endgame tables say of it, the best first; and the moves of the
// Polyglot book with their weights.
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { number, shown } from "../state/app";
import { fen } from "../state/position";
import { bookMoves, tables, verdictText } from "../state/tables";
import type { TableValue } from "../types";
import { t } from "../texts";

interface Props {
  onPlay(uci: string): void;
  line?: boolean; // whether the best line can be played out
}

const STEP = 700; // milliseconds between two moves of the best line

const playing = signal(false);

const plies = ({ dtz, dtz_exact }: TableValue) => (dtz ? `${dtz_exact ? "" : "≤ "}${Math.abs(dtz) + Number(!dtz_exact)}` : "");

export function Tables({ onPlay, line = true }: Props) {
  const found = tables.value;
  const here = found?.fen === fen.value ? found : null;
  const next = here?.moves[0];
  useEffect(() => {
    if (!playing.value || !here) return undefined;
    if (!next?.verdict) return void (playing.value = false);
    const timer = setTimeout(() => onPlay(next.uci), STEP);
    return () => clearTimeout(timer);
  }, [playing.value, here]);
  useEffect(() => () => void (playing.value = false), []);
  if (!found) return null;
  const turn = found.fen.split(" ")[1] === "w" ? t("White") : t("Black");
  return (
    <div>
      <div class="tablehead">
        <span>
          {found.men}: {found.moves.length > 0 ? t("{turn} to move. ", { turn }) : ""}
          {verdictText(found)}
        </span>
        {line && found.moves.length > 0 && (
          <button onClick={() => (playing.value = !playing.value)}>{playing.value ? t("Stop") : t("Play best line")}</button>
        )}
      </div>
      {found.moves.length > 0 && (
        <table class="explorer verdicts">
          <thead>
            <tr>
              <th scope="col">{t("Move")}</th>
              <th scope="col">{t("Verdict")}</th>
              <th scope="col" class="n" title={t("Plies to the next capture, pawn move or mate")}>{t("DTZ")}</th>
            </tr>
          </thead>
          <tbody>
            {found.moves.map((m) => (
              <tr key={m.uci} onClick={() => onPlay(m.uci)}>
                <td>
                  <button class="move">{shown(m.san)}</button>
                </td>
                <td class={m.verdict ?? "name"}>{verdictText(m)}</td>
                <td class="n">{plies(m)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}

export function BookMoves({ onPlay }: Props) {
  const legal = bookMoves.value.filter((m) => m.legal);
  if (legal.length === 0)
    return (
      <div>
        <p class="quiet">{t("The book does not have the position.")}</p>
      </div>
    );
  return (
    <div>
      <table class="explorer">
        <thead>
          <tr>
            <th scope="col">{t("Move")}</th>
            <th scope="col" class="n">{t("Weight")}</th>
            <th scope="col" class="n">{t("Share")}</th>
          </tr>
        </thead>
        <tbody>
          {legal.map((m) => (
            <tr key={m.uci} onClick={() => onPlay(m.uci)}>
              <td>
                <button class="move">{shown(m.san)}</button>
              </td>
              <td class="n">{number.format(m.weight)}</td>
              <td class="n">{m.percent.toFixed(1)} %</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
