// The best games through the position, each in one line.
import type { GameRow } from "../api";
import { href, resultText } from "../state/app";
import { surname } from "../state/names";
import { fen } from "../state/position";
import { t } from "../texts";

export function TopGames({ games }: { games: readonly GameRow[] }) {
  return (
    <section class="topgames">
      <h3 class="quiet">{t("Top games")}</h3>
      <ul class="games">
        {games.map((g) => (
          <li key={g.id} title={`${g.white} – ${g.black}`}>
            <a href={href("database", { game: String(g.id), fen: fen.value })}>
              <span>
                {surname(g.white)} – {surname(g.black)}
              </span>{" "}
              <small>
                {g.white_elo} {g.black_elo}
              </small>
            </a>
            <span>{resultText(g.result)}</span>
            <small>{g.date?.slice(0, 4)}</small>
          </li>
        ))}
      </ul>
    </section>
  );
}
