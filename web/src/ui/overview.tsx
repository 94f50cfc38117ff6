// What makes the edges of the graph wide and what colours its positions: chosen
// in the menu of the graph, and explained at its foot.
import { server } from "../api";
import { change, type Settings } from "../state/app";
import { colour, trouble, width, words } from "../state/overview";
import * as rep from "../state/rep";
import { t } from "../texts";

const WIDTHS = { lines: t("lines"), games: t("games"), due: t("due cards") };
const COLOURS = { plain: t("side to move"), evaluation: t("evaluation"), score: t("score"), retention: t("retention") };

export function Choices() {
  const games = !!server.value?.database;
  const choice = (label: string, now: string, names: Record<string, string>, key: keyof Settings) => (
    <label>
      {label}
      <select value={now} onChange={(e) => change({ [key]: e.currentTarget.value })}>
        {Object.entries(names).map(([value, name]) => (
          <option key={value} value={value} disabled={!games && (value === "games" || value === "score")}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
  return (
    <>
      {choice(t("Width"), width.value, WIDTHS, "width")}
      {choice(t("Colour"), colour.value, COLOURS, "colour")}
    </>
  );
}

const ENDS = { plain: ["", ""], evaluation: [t("worse"), t("better")], score: ["0 %", "100 %"], retention: ["0 %", "100 %"] };

export function Legend({ plain }: { plain: boolean }) {
  const now = plain ? "plain" : colour.value;
  const [low, high] = ENDS[now];
  return (
    <div class="graphfoot" role="group" aria-label={t("Legend")}>
      <span title={t("White to move")}>
        <svg viewBox="0 0 12 12" aria-hidden="true"><circle cx="6" cy="6" r="5" fill={now === "plain" ? "var(--graph-fill-white)" : "var(--graph-paper)"} stroke="var(--graph-ink)" stroke-width="1.4" /></svg>
        {t("White")}
      </span>
      <span title={t("Black to move")}>
        <svg viewBox="0 0 12 12" aria-hidden="true"><circle cx="6" cy="6" r={now === "plain" ? 5 : 4} fill={now === "plain" ? "var(--graph-fill-black)" : "var(--graph-paper)"} stroke="var(--graph-ink)" stroke-width={now === "plain" ? 1.4 : 2.8} /></svg>
        {t("Black")}
      </span>
      <span class="other">
        <svg class="long" viewBox="0 0 18 12" aria-hidden="true"><path d="M0 6h18" stroke="currentColor" stroke-width="1.6" stroke-dasharray="4 3" /></svg>
        {t("transposition")}
      </span>
      {now !== "plain" && (
        <span class="legend">
          {COLOURS[now]} {low} <i /> {high} <i class="unknown" /> {t("not known")}
        </span>
      )}
      {!plain && <span>{t("width: {what}", { what: WIDTHS[width.value] })}</span>}
      {!plain && <span role="status">{trouble.value || words(rep.state.value?.node ?? null)}</span>}
    </div>
  );
}
