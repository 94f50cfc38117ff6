// Games for the database: a button, how far it is, and what became of them.
import { server } from "../api";
import { counted } from "../state/app";
import { imported, importing, placed, summary, takeFiles } from "../state/intake";
import { t } from "../texts";

export function Import() {
  if (!server.value?.database) return null;
  const now = importing.value;
  const done = imported.value;
  return (
    <>
      {now ? (
        <span>
          <progress aria-label={t("Import")} max={1} value={now.share} /> {now.name}: {now.state},{" "}
          {counted(now.games, "game")}
        </span>
      ) : (
        <label class="button primary adder">
          <input
            type="file"
            class="hidden"
            multiple
            onChange={(e) => void takeFiles([...(e.currentTarget.files ?? [])])}
          />
          {t("Add games")}
        </label>
      )}
      {done && (
        <details class="imported">
          <summary>
            {done.name}: {summary(done.report)}
          </summary>
          <ul class="faults">
            {done.report.first_errors.map((e, i) => (
              <li key={i}>{placed(e)}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
