// What the position is called, and the families it comes from.
import { href, shown } from "../state/app";
import { brief, inFamily } from "../state/names";
import { book, fen, inherited, opening, START, trail, wantBook } from "../state/position";
import { t } from "../texts";

const NEAREST = 3; // families that fit into one line

export function OpeningHead() {
  const before = inherited.value;
  const found = opening.value ?? before;
  return (
    <div class="head">
      <h2 class={before ? "opening inherited" : "opening"} aria-live="polite">
        {found ? (
          <a
            href={href("openings", { fen: fen.value })}
            title={before ? t("The last name on the way here, and the moves since") : undefined}
          >
            <b class="code">{found.code}</b> {found.name}
            {before && (
              <span class="then" aria-live="off">
                {t(", then {moves}", { moves: shown(before.then) })}
              </span>
            )}
          </a>
        ) : book.value === "failed" ? (
          <span class="error">
            {t("The names of openings could not be loaded.")}{" "}
            <button onClick={() => void wantBook()}>{t("Try again")}</button>
          </span>
        ) : (
          <span class="quiet">{nameless()}</span>
        )}
      </h2>
      {trail.value.length > 0 && (
        <ol class="trail" aria-label={t("Families")}>
          {trail.value.slice(-NEAREST).map(({ name, short, fen }) => (
            <li key={name}>
              <a href={href("openings", { fen })}>{brief(inFamily(short))}</a>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

const nameless = () =>
  book.value === "loading" ? "…" : fen.value === START ? t("Start position") : t("No name of its own");
