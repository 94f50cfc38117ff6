// The evaluation as a bar: its place is kept where there is none.
import { settings } from "../state/app";
import { evaluation } from "../state/engine";
import { side } from "../state/position";
import { t } from "../texts";

export function EvalBar({ hidden }: { hidden: boolean }) {
  if (!settings.value.engine || hidden) return <div class="evalbar off" aria-hidden="true" />;
  const now = evaluation.value;
  const share = now ? now.share : 0.5;
  return (
    <div
      class={`evalbar ${side.value}`}
      role="meter"
      aria-label={t("Evaluation")}
      aria-valuemin={0}
      aria-valuemax={1}
      aria-valuenow={share}
      aria-valuetext={now?.text ?? "none"}
      style={{ "--share": String(share) }}
    >
      <div class="white" />
      <span>{now?.short}</span>
    </div>
  );
}
