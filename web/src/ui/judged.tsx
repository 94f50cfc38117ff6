// A game judged: how far it is, how accurate both players were, and their mistakes, each
// as a question to the reader.
import { useEffect } from "preact/hooks";
import { counted } from "../state/app";
import * as analysis from "../state/analysis";
import * as viewed from "../state/game";
import { t } from "../texts";

// A button before, progress while, accuracies as soon as there are some.
export function Judged() {
  const { judged, progress, trouble, complete } = analysis;
  const now = progress.value;
  if (viewed.main.value.length === 0) return null;
  return (
    <section class="judged card pad" aria-label={t("Analysis of the game")}>
      {judged.value && <Accuracy />}
      {now ? (
        <p class="buttons" role="status">
          <progress aria-label={t("Analysis")} max={now.total} value={now.done} />
          <span class="quiet">{t("{n} of {all}", { n: now.done, all: now.total })}</span>
          <button onClick={analysis.cancel}>{t("Cancel")}</button>
        </p>
      ) : (
        !complete.value && (
          <p class="buttons">
            <button class="primary" onClick={() => void analysis.analyse()}>
              {judged.value ? t("Go on with the analysis") : t("Analyse this game")}
            </button>
          </p>
        )
      )}
      {trouble.value && (
        <p class="error" role="alert">
          {trouble.value}
        </p>
      )}
    </section>
  );
}

function Accuracy() {
  const { white, black } = analysis.judged.value!;
  const all = analysis.mistakes.value;
  const of = (kind: string) => all.filter((m) => m.judged === kind).length;
  const counts = [
    of("blunder") && counted(of("blunder"), "blunder"),
    of("mistake") && counted(of("mistake"), "mistake"),
    of("inaccuracy") && (of("inaccuracy") === 1 ? t("1 inaccuracy") : t("{n} inaccuracies", { n: of("inaccuracy") })),
  ];
  const side = (name: string, value: number | null) => (
    <span>
      {name} <b>{value === null ? "–" : Math.round(value)}</b>
    </span>
  );
  return (
    <div class="accuracy">
      <h3>{t("Accuracy")}</h3>
      <div class="sectionhead">
        {side(viewed.tag("White") || t("White"), white)}
        {side(viewed.tag("Black") || t("Black"), black)}
      </div>
      <p class="quiet">{counts.filter(Boolean).join(", ") || t("No mistakes")}</p>
    </div>
  );
}

export function Mistakes() {
  if (analysis.exercise.value) return <Question {...analysis.exercise.value} />;
  const line = viewed.main.value;
  return (
    <>
      <p class="buttons">
        <button class="primary" onClick={() => analysis.ask(0)}>
          {t("Find the better moves")}
        </button>
      </p>
      <ul class="mistakes">
        {analysis.mistakes.value.map((m, n) => {
          const at = line[m.ply - 1]!;
          return (
            <li key={m.ply}>
              <button class="link" aria-current={viewed.at.value === at ? "true" : undefined} onClick={() => (viewed.at.value = at)}>
                <b>
                  {m.label}
                  {analysis.GLYPHS[m.judged]}
                </b>{" "}
                <span class="quiet">
                  {analysis.evalText(analysis.judged.value!.plies[m.ply - 1]!.eval)} → {analysis.evalText(m.eval)}
                </span>
              </button>
              <button class="chip" aria-label={t("Solve {move}", { move: m.label })} onClick={() => analysis.ask(n)}>
                {t("Solve")}
              </button>
            </li>
          );
        })}
      </ul>
    </>
  );
}

function Question({ n, state, said }: analysis.Exercise) {
  useEffect(analysis.walked, [viewed.at.value]);
  const all = analysis.mistakes.value;
  const m = all[n]!;
  const over = state === "right" || state === "shown";
  const values = { move: `${m.label}${analysis.GLYPHS[m.judged]}` };
  return (
    <section class="question" aria-label={t("Find the better move")}>
      <div class="sectionhead">
        <span class="quiet">{t("{what} {n} of {total}", { what: t("Mistake"), n: n + 1, total: all.length })}</span>
        <button onClick={analysis.leave}>{t("Close")}</button>
      </div>
      <h2>{t("Find the better move")}</h2>
      <p>{t("{move} was played.", values)}</p>
      <p role="status" class={state === "right" ? "right" : state === "wrong" ? "error" : undefined}>
        {state === "judging" ? t("The engine looks at it …") : said}
      </p>
      <p class="buttons">
        {state === "wrong" && <button class="primary" onClick={analysis.again}>{t("Try again")}</button>}
        {!over && <button onClick={analysis.hint} disabled={state !== "ask"}>{t("Hint")}</button>}
        {!over && <button onClick={analysis.solve}>{t("Solution")}</button>}
        {n + 1 < all.length && <button class={over ? "primary" : ""} onClick={analysis.next}>{t("Next")}</button>}
      </p>
    </section>
  );
}
