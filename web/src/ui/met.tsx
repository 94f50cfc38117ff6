// A row of a list of moves that games play: the move, how often, and the way there.
import type { ComponentChildren } from "preact";
import type { Gap, Place } from "../api";
import { number, shown } from "../state/app";
import { meet, parts } from "../state/held";
import * as rep from "../state/rep";
import { t } from "../texts";

interface Props {
  of: Gap | Place;
  more: string; // beside the number of games
  here?: boolean; // the next one
  play: boolean; // whether the move is played, too
  children?: ComponentChildren;
}

export function Met({ of, more, here = false, play, children }: Props) {
  const [move, before] = parts(of);
  const score = of.score === null ? "" : t("score {n} %", { n: Math.round(of.score * 100) });
  const go = () => meet(play ? of : { fen: of.fen });
  return (
    <li>
      <button
        aria-current={here || of.fen === rep.fen.value ? "true" : undefined}
        title={[shown(of.line), score].filter(Boolean).join(" · ")}
        onClick={go}
      >
        <b>{shown(of.move ? move : before || move)}</b>
        <span class="n">{number.format(of.games)}</span>
        <span class="n quiet">{more}</span>
        <small>{children ?? shown(before)}</small>
      </button>
    </li>
  );
}
