// An error, and where the server was the reason, a way to try again.
import { OFFLINE, retry } from "../api";
import { counted } from "../state/app";
import { t } from "../texts";

export const Trouble = ({ text }: { text: string }) => (
  <span class="error" role="status">
    {text} {text === OFFLINE && <button onClick={retry}>{t("Try again")}</button>}
  </span>
);

// Games that an import has stored and not indexed yet.
export const Waiting = ({ games }: { games: number }) =>
  games > 0 ? (
    <p class="quiet pad" role="status">
      {t("Not indexed yet: {games}. A position does not find them. An import is running, or was cut off.", {
        games: counted(games, "game"),
      })}
    </p>
  ) : null;
