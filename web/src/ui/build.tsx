// What Build can say of a position: an evaluation.  Explore shows it and changes nothing.
import { evaluation, lines } from "../state/engine";
import * as rep from "../state/rep";
import { TextField } from "./textfield";
import { t } from "../texts";

export function Evaluation({ build }: { build: boolean }) {
  const node = rep.node.value;
  const now = node?.eval?.text ?? "";
  if (!node || node.node === null || (!build && !now)) return null;
  if (!build) return <p class="quiet">{t("Evaluation {text}", { text: now })}</p>;
  const best = lines.value[0]?.score;
  return (
    <p class="buttons evaluation">
      <label>
        {t("Evaluation")}
        <TextField
          value={now}
          placeholder={t("+0.35, black M3")}
          onChange={(e) => {
            // what is refused leaves the old one
            if (!rep.setEval(e.currentTarget.value.trim().replace("−", "-"))) e.currentTarget.value = now;
          }}
        />
      </label>
      {best && evaluation.value && (
        <button onClick={() => rep.setEval(best.kind === "mate" ? `#${best.value}` : String(best.value / 100))}>
          {t("Take {text}", { text: evaluation.value.text })}
        </button>
      )}
      {now && <button onClick={() => rep.setEval("")}>{t("Clear evaluation")}</button>}
    </p>
  );
}
