// Where the games of a player, one's own as a rule, left the repertoire.
import { useEffect, useState } from "preact/hooks";
import * as api from "../api";
import { counted, number, shown } from "../state/app";
import * as held from "../state/held";
import * as rep from "../state/rep";
import { Asking } from "./asking";
import { Met } from "./met";
import { TextField } from "./textfield";
import { t } from "../texts";

const BY = { you: t("You left"), opponent: t("They left"), end: t("Line ended") };
type By = keyof typeof BY;

export function MyGames() {
  const { left, me } = held;
  const [by, setBy] = useState<By>("you");
  const [names, setNames] = useState<readonly string[]>([]);
  const query = { ...held.conditions.value, player: me.value };
  const [name, color] = [rep.open.value?.name, rep.state.value?.color];
  useEffect(() => {
    if (me.value) left.want(query);
  }, [name, color, JSON.stringify(query), left.trouble.value]);
  const suggest = (text: string) =>
    text.length < 2 ? undefined : api.players(text).then((all) => setNames(all.map((p) => p.name)), () => {});
  const found = left.found.value;
  const places = found?.places.filter((p) => p.by === by) ?? [];
  return (
    <div class="held">
      <label>
        {t("Your name in the games")}
        <TextField
          value={me.value}
          list="mine"
          autocomplete="off"
          placeholder={t("Surname, First name")}
          onInput={(e) => void suggest(e.currentTarget.value)}
          onChange={(e) => held.iAm(e.currentTarget.value.trim())}
        />
        <datalist id="mine">
          {names.map((n) => <option key={n} value={n} />)}
        </datalist>
      </label>
      <Asking question={left} label={t("Looking at your games")} />
      {found && <Found found={found} />}
      {found && found.played > 0 && (
        <>
          <div class="chips" role="group" aria-label={t("Who left")}>
            {(Object.keys(BY) as By[]).map((who) => (
              <button key={who} class="chip" aria-pressed={who === by} onClick={() => setBy(who)}>
                {BY[who]} <small>{number.format(found[who])}</small>
              </button>
            ))}
          </div>
          <ol class="met">
            {places.map((p) => (
              <Met key={`${p.line} ${p.by}`} of={p} more={scoreOf(p)} play={p.by === "opponent"}>
                {p.expected.length > 0 && p.by !== "end"
                  ? t("instead of {moves}", { moves: p.expected.map(shown).join(", ") })
                  : undefined}
              </Met>
            ))}
          </ol>
          {places.length === 0 && <p class="quiet">{t("In no game.")}</p>}
        </>
      )}
    </div>
  );
}

const scoreOf = (p: api.Place) => (p.score === null ? "" : t("{n} %", { n: Math.round(100 * p.score) }));

// Whose games these are, and how many stayed.
function Found({ found }: { found: api.Deviations }) {
  const side = rep.state.value?.color === "white" ? t("White") : t("Black");
  if (found.played === 0)
    return <p class="quiet">{t("No game of that player with {side}.", { side })}</p>;
  const names = found.names.map((n) => n.name).join(" · ");
  return (
    <p class="quiet">
      {t("{games} with {side}", { games: counted(found.played, "game"), side })}
      {found.inside > 0 && `, ${t("{n} within the repertoire to their end", { n: number.format(found.inside) })}`}
      {found.never > 0 && `, ${t("{n} of other openings", { n: number.format(found.never) })}`}
      {". "}{names}
    </p>
  );
}
