// The replies of real games that the repertoire has no answer to.
import { useEffect } from "preact/hooks";
import { counted, number } from "../state/app";
import * as held from "../state/held";
import * as rep from "../state/rep";
import { Asking } from "./asking";
import { Filters } from "./filters";
import { Met } from "./met";
import { t } from "../texts";

const percent = (share: number) => (share < 0.1 ? (100 * share).toFixed(1) : Math.round(100 * share));

const KINDS = {
  unknown_reply: "",
  no_answer: t("no answer"),
  behind_the_end: t("after the end of a line"),
};

export function Gaps() {
  const { gaps } = held;
  const query = held.conditions.value;
  const [name, color] = [rep.open.value?.name, rep.state.value?.color];
  useEffect(() => gaps.want(query), [name, color, query, gaps.trouble.value]);
  const found = gaps.found.value;
  const left = held.remaining.value;
  const gone = (found?.gaps.length ?? 0) - left.length;
  return (
    <div class="held">
      <Filters />
      <Asking question={gaps} label={t("Looking for gaps")} />
      {found && found.replies === 0 && (
        <p class="quiet">{t("None of these games comes to a position of the repertoire.")}</p>
      )}
      {found && found.replies > 0 && (
        <p>
          <b class="figure">{t("{n} %", { n: percent(found.coverage ?? 0) })}</b>{" "}
          <span class="quiet">
            {t("of {n} replies answered, in {games}", {
              n: number.format(found.replies),
              games: counted(found.met, "game"),
            })}
          </span>
        </p>
      )}
      {gone > 0 && (
        <p class="quiet">
          {t("{n} closed since.", { n: gone })}{" "}
          <button class="link" onClick={() => void gaps.again(query)}>{t("Count again")}</button>
        </p>
      )}
      {left.length > 0 && (
        <>
          <p class="buttons">
            <button class="primary" onClick={() => held.meet(left[0]!)}>
              {t("Answer the next")} <kbd>g</kbd>
            </button>
          </p>
          <ol class="met">
            {left.map((g) => (
              <Met key={g.line} of={g} more={t("{n} %", { n: percent(g.games / g.reached) })} play={true}>
                {KINDS[g.kind] ? `${KINDS[g.kind]} · ` : ""}{held.parts(g)[1]}
              </Met>
            ))}
          </ol>
        </>
      )}
      {found && found.replies > 0 && left.length === 0 && (
        <p>{t("Every reply that is played has an answer.")}</p>
      )}
    </div>
  );
}
