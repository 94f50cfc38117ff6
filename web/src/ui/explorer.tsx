// The moves that are known here, from games, book and repertoire, joined by move.
import { useState } from "preact/hooks";
import * as api from "../api";
import { change, counted, number, settings, shown } from "../state/app";
import { lines } from "../state/engine";
import { inFamily, leadsTo } from "../state/names";
import { book, fen, games, gamesFailed, inherited, named, opening, START } from "../state/position";
import type { RepMove } from "../types";
import { Bar } from "./bar";
import { Filters } from "./filters";
import { TopGames } from "./topgames";
import { Trouble, Waiting } from "./trouble";
import { t } from "../texts";

interface Row {
  uci: string;
  san: string;
  name?: string;
  played?: api.PlayedMove;
}

// Moves of games and book; without the games, those of the book alone.
function rows(withGames = true): Row[] {
  const found = new Map<string, Row>();
  for (const played of (withGames && games.value?.moves) || [])
    found.set(played.uci, { uci: played.uci, san: played.san, played });
  for (const { uci, san, name } of named.value)
    found.set(uci, { ...(found.get(uci) ?? { uci, san }), name });
  return [...found.values()];
}

// For the keys: the nth move of the list, and the engine's where it runs.
export const nth = (n: number): string | undefined => rows()[n]?.uci;
export const best = (otherwise: string | undefined) =>
  (settings.value.engine && lines.value[0]?.uci[0]) || otherwise;

// There is no room for more than five digits: 1.23M; the rest is said where the
// pointer stands.
const few = new Intl.NumberFormat("en", { notation: "compact", maximumSignificantDigits: 3 });
const Count = ({ of }: { of: number }) => (
  <td class="n" title={number.format(of)}>
    {(of < 100_000 ? number : few).format(of)}
  </td>
);

// What stands below the table waits for the names: they bring moves of their own.
export const namesCame = () => book.value === "ready" || book.value === "failed";

let came = false; // games, of any position
const FIRST = 12; // moves that are shown at first

interface Props {
  onPlay(uci: string): void;
  moves?: readonly RepMove[] | undefined; // of the repertoire
  withGames: boolean;
  filters: boolean; // whether the games can be chosen here
}

export function Explorer({ onPlay, moves, withGames, filters }: Props) {
  const [whole, setWhole] = useState(false);
  if (!settings.value.explorer)
    return (
      <div>
        <button class="link" onClick={() => change({ explorer: true })}>
          {t("Show names and database")}
        </button>
      </div>
    );
  const found = withGames ? games.value : null;
  const waiting = withGames && !found && !gamesFailed.value;
  // the first answer brings moves above those that only have a name: none is shown before
  came ||= found !== null;
  const all = waiting && !came ? [] : rows(withGames);
  // columns of games only where there are any
  const counts = withGames && !gamesFailed.value && found?.moves.length !== 0;
  return (
    <div>
      {withGames && (
        <div class="tablehead">
          {filters && <Filters />}
          <span class="quiet">{found ? counted(found.games, "game") : ""}</span>
        </div>
      )}
      {withGames && gamesFailed.value && (
        <p>
          <Trouble text={gamesFailed.value} />
        </p>
      )}
      {found && <Waiting games={found.waiting} />}
      {all.length === 0 ? (
        <p class="quiet">
          {book.value === "loading" || waiting ? "…" : t("Nothing is known here.")}
        </p>
      ) : (
        <table class="explorer">
          <Head counts={counts} />
          <tbody>
            {(whole ? all : all.slice(0, FIRST)).map((row) => (
              <One
                key={row.uci}
                row={row}
                counts={counts}
                known={moves && moves.some((m) => m.uci === row.uci)}
                onPlay={onPlay}
              />
            ))}
          </tbody>
        </table>
      )}
      {all.length > FIRST && (
        <button class="link" onClick={() => setWhole(!whole)}>
          {whole ? t("Fewer moves") : counted(all.length - FIRST, "more move")}
        </button>
      )}
      {found && found.top.length > 0 && namesCame() && <TopGames games={found.top} />}
    </div>
  );
}

function Head({ counts }: { counts: boolean }) {
  const by = t("Games that reached the position after it by any order");
  return (
    <thead>
      <tr>
        <th scope="col">{t("Move")}</th>
        {counts ? (
          <>
            <th scope="col" class="n" title={t("Games that played this move here")}>{t("Games")}</th>
            <th scope="col" class="n" title={by}>{t("Reached")}</th>
            <th scope="col" class="results">{t("Result")}</th>
            <th scope="col" class="n elo" title={t("Average rating of those who played it")}>{t("Elo")}</th>
          </>
        ) : (
          <th scope="col">{t("Name")}</th>
        )}
      </tr>
    </thead>
  );
}

interface RowProps {
  row: Row;
  counts: boolean;
  known: boolean | undefined; // in the repertoire; undefined: there is none
  onPlay(uci: string): void;
}

function One({ row: { uci, san, name, played }, counts, known, onPlay }: RowProps) {
  const title = known ? t("In the repertoire") : t("Not in the repertoire");
  const from = fen.value === START ? "" : (opening.value ?? inherited.value)?.name;
  return (
    <tr onClick={() => onPlay(uci)}>
      <td title={name} colSpan={counts && !played ? 5 : 1}>
        {known !== undefined && (
          <span class={known ? "known yes" : "known"} role="img" aria-label={title} title={title} />
        )}
        <button class="move">{shown(san)}</button>
        {counts && name && (
          <span class="name"> {played ? leadsTo(name, from) : inFamily(name)}</span>
        )}
      </td>
      {!counts ? (
        <td class="name">{name}</td>
      ) : (
        played && <>
          <Count of={played.games} />
          <Count of={played.reached} />
          <td>
            <Bar {...played} />
          </td>
          <td class="n" title={played.last_year ? t("Last played {last_year}", { last_year: played.last_year }) : undefined}>
            {played.elo ? Math.round(played.elo) : ""}
          </td>
        </>
      )}
    </tr>
  );
}
