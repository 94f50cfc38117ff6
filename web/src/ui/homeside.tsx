// The right side of Home: the games, the reviews of the coming days, what was looked at.
import { away, OFFLINE, server } from "../api";
import { signal } from "@preact/signals";
import { counted, dialog, href } from "../state/app";
import { days, retention } from "../state/library";
import { recent } from "../state/recent";
import { remember, remembered } from "../state/storage";
import { START } from "../state/first";
import { Icon } from "./icons";
import { Miniature } from "./miniature";
import { DayPlot } from "./dayplot";
import { Trouble } from "./trouble";
import { t } from "../texts";

const year = (date: string | null) => date?.slice(0, 4) ?? "";

export function GamesCard() {
  const db = server.value?.database;
  const years = db ? [year(db.first_date), year(db.last_date)].filter(Boolean) : [];
  return (
    <section class="card pad">
      <div class="sectionhead">
        <h2>{t("Games")}</h2>
        {db && <span class="quiet">{counted(db.players, "player")}</span>}
      </div>
      {db ? (
        <>
          <a class="figure badge" href={href("database")}>
            {counted(db.games, "game")}
          </a>
          {years.length > 0 && <p class="quiet">{[...new Set(years)].join(" – ")}</p>}
          <button class="finder" onClick={() => (dialog.value = "search")}>
            <Icon name="search" />
            <span>{t("Player or opening")}</span>
          </button>
        </>
      ) : away.value ? (
        <p><Trouble text={OFFLINE} /></p>
      ) : (
        <p class="quiet">
          {t("To have a database of games here, start")} <code>tabiya serve --db games.tdb</code>
        </p>
      )}
    </section>
  );
}

export function Reviews() {
  if (days.value.every((n) => n === 0) && retention.value === null) return null;
  return (
    <section class="card pad">
      <div class="sectionhead">
        <h2>{t("Reviews")}</h2>
        {retention.value !== null && <span class="quiet">{t("retention {n} %", { n: retention.value })}</span>}
      </div>
      <DayPlot title={t("Due in the coming days")} values={days.value} />
    </section>
  );
}

export function Lately() {
  if (recent.value.length === 0) return null;
  return (
    <section class="card pad">
      <h2>{t("Lately")}</h2>
      <ul class="lately">
        {recent.value.map(({ kind, title, link, fen }) => (
          <li key={`${kind} ${title}`}>
            <a href={link}>
              <Miniature fen={fen ?? START} side="w" />
              <span>{title}</span>
            </a>
            <span class="quiet">{t(kind)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

// What came last, the newest first; who has read it does not see it again.
const NEWS: readonly [title: string, text: string][] = [
  [t("Search everything"), t("Ctrl K finds openings, players, positions, repertoires and commands.")],
  [t("The board, as you like it"), t("Six colours and three sets of pieces, in the settings.")],
  [t("A graph that can be read"), t("Names of openings on it, wide lines by games or due cards.")],
];

const read = signal(remembered("news", { read: 0 }).read);

export function News() {
  if (read.value >= NEWS.length) return null;
  const done = () => remember("news", { read: (read.value = NEWS.length) });
  return (
    <section class="card pad">
      <div class="sectionhead">
        <h2>{t("What is new")}</h2>
        <button class="link" onClick={done}>
          {t("Got it")}
        </button>
      </div>
      <dl class="news">
        {NEWS.map(([title, text]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd class="quiet">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
