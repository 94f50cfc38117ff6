// Evaluations of the engine for positions of the repertoire.
import { useState } from "preact/hooks";
import { counted } from "../state/app";
import * as work from "../state/evaluate";
import * as rep from "../state/rep";
import { Trouble } from "./trouble";
import { t } from "../texts";

export function Evaluate() {
  const [all, setAll] = useState(false);
  void rep.shape.value;
  const now = work.progress.value;
  const fens = now ? [] : work.wanted(all);
  return (
    <section class="task" aria-labelledby="evaluate">
      <h3 id="evaluate">{t("Evaluate")}</h3>
      {now ? (
        <p class="asking" role="status">
          <progress aria-label={t("Evaluated")} max={now.total} value={now.done} />
          {now.done} / {now.total}
          <button onClick={work.cancel}>{t("Cancel")}</button>
        </p>
      ) : (
        <>
          <label class="switch">
            <input type="checkbox" checked={all} onChange={(e) => setAll(e.currentTarget.checked)} />{" "}
            {t("Every position, not only the ends of lines")}
          </label>
          {fens.length > 0 ? (
            <p class="buttons">
              <button onClick={() => void work.evaluate(fens)}>
                {t("Evaluate {positions}", { positions: counted(fens.length, "position") })}
              </button>
            </p>
          ) : (
            <p class="quiet">{t("All of them have an evaluation.")}</p>
          )}
        </>
      )}
      {work.trouble.value && <p><Trouble text={work.trouble.value} /></p>}
    </section>
  );
}
