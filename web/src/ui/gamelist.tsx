// A page of the games that were found, each in one line; one of them is on the board.
import { useEffect } from "preact/hooks";
import * as api from "../api";
import { dateText, href, number, resultText, visit } from "../state/app";
import { FIELDS } from "../state/fields";
import * as found from "../state/found";
import { narrow } from "../state/room";
import { gameLink } from "./preview";
import { Waiting } from "./trouble";
import { t } from "../texts";

const ORDERS = FIELDS.find((f) => f.name === "sort")!.options!;

// A column by which the games can be sorted: the greatest first, or as they are stored.
function Sorter({ by, title }: { by: string; title: string }) {
  const now = found.asked.value.sort === by;
  return (
    <button
      class="link"
      aria-pressed={now}
      title={ORDERS.find(([value]) => value === (now ? "" : by))?.[1]}
      onClick={() => found.sortBy(now ? "" : by)}
    >
      {title}
      <span aria-hidden="true"> ▾</span>
    </button>
  );
}

// Where there is little room the year alone is seen.
const dated = (date: string) => (
  <>
    {date.slice(0, 4)}
    <span class="day">{date.slice(4)}</span>
  </>
);

export function GameList({ page }: { page: api.GamesPage }) {
  // the keys may go to one that is not in sight
  useEffect(() => {
    if (!narrow.value) document.querySelector(".list tr[aria-current]")?.scrollIntoView?.({ block: "nearest" });
  }, [found.chosen.value]);
  if (page.total === 0)
    return (
      <div class="pad">
        {api.server.value?.database?.games
          ? t("No game fits.")
          : t("The database is empty. Drop a PGN here, or add games by the button.")}
        {Object.keys(found.asked.value).length > 0 && (
          <p>
            <button onClick={found.clear}>{t("Take all conditions away")}</button>
          </p>
        )}
        <Waiting games={page.waiting} />
      </div>
    );
  const open = (id: api.GameId) => visit("database", gameLink(id));
  return (
    <>
      <Waiting games={page.waiting} />
      <table class="list">
        <thead>
          <tr>
            <th scope="col">
              {t("White")} · <Sorter by="elo" title={t("Elo")} />
            </th>
            <th scope="col">{t("Black")}</th>
            <th scope="col">{t("Result")}</th>
            <th scope="col"><Sorter by="date" title={t("Date")} /></th>
            <th scope="col">{t("ECO")}</th>
            <th scope="col">{t("Event")}</th>
            <th scope="col" class="n"><Sorter by="plies" title={t("Moves")} /></th>
          </tr>
        </thead>
        <tbody>
          {page.games.map((g) => (
            <tr
              key={g.id}
              aria-current={g.id === found.chosen.value ? "true" : undefined}
              onClick={(e) => {
                if (e.target instanceof Element && e.target.closest("a")) return;
                if (narrow.value) open(g.id);
                else void found.choose(g.id);
              }}
              onDblClick={() => open(g.id)}
            >
              <td>
                <span class="player">
                  <a href={href("database", gameLink(g.id))} onClick={() => (found.chosen.value = g.id)}>
                    {g.white ?? "?"}
                  </a>
                  <small>{g.white_elo ?? ""}</small>
                </span>
              </td>
              <td>
                <span class="player">
                  <span>{g.black ?? "?"}</span>
                  <small>{g.black_elo ?? ""}</small>
                </span>
              </td>
              <td>{resultText(g.result)}</td>
              <td>{dated(dateText(g.date ?? ""))}</td>
              <td title={g.opening ?? ""}>{g.eco}</td>
              <td class="event" title={g.event ?? ""}>{g.event}</td>
              <td class="n">{Math.ceil(g.plies / 2)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <nav class="pages" aria-label={t("Pages")}>
        <button
          disabled={page.offset === 0}
          onClick={() => void found.search(Math.max(0, page.offset - found.PAGE))}
        >
          {t("Previous")}
        </button>
        <span>
          {t("{first}–{last} of {all}", {
            first: page.offset + 1,
            last: page.offset + page.games.length,
            all: number.format(page.total),
          })}
        </span>
        <button disabled={page.next === null} onClick={() => void found.search(page.next!)}>
          {t("Next")}
        </button>
      </nav>
    </>
  );
}
