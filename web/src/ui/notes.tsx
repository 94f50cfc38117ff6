// What is said about the moves that lead to this position.
import { counted, shown } from "../state/app";
import * as rep from "../state/rep";
import type { RepParent } from "../types";
import { Evaluation } from "./build";
import { Glyphs } from "./glyphs";
import { TextArea } from "./textfield";
import { t } from "../texts";

export const hasNotes = () =>
  rep.node.value?.eval != null || (rep.node.value?.parents.some((p) => p.note) ?? false);

export function Notes({ build }: { build: boolean }) {
  const node = rep.node.value;
  const here = rep.wayHere.value.at(-1)?.edge;
  const parents = (node?.parents ?? [])
    .filter((p) => build || p.note)
    .sort((a, b) => Number(b.edge === here) - Number(a.edge === here));
  const [first, ...others] = parents;
  const one = (p: RepParent) => (
    <div key={p.edge} class="annotation">
      {node!.parents.length > 1 ? <b>{t("by {move}:", { move: shown(p.san) })} </b>
      : build && <b>{shown(p.label)}</b>}
      {build ? <Edit {...p} /> : <span>{p.note}</span>}
    </div>
  );
  return (
    <>
      {first && (
        <section class="notes" aria-label={t("Annotation")} aria-live="polite">
          {one(first)}
          {build && others.length > 0 ? (
            <details>
              <summary>{counted(others.length, "other move")}</summary>
              {others.map(one)}
            </details>
          ) : (
            others.map(one)
          )}
        </section>
      )}
      <Evaluation build={build} />
      {!build && !hasNotes() && <p class="quiet">{t("Nothing is said of this position.")}</p>}
    </>
  );
}

interface Annotated {
  edge: number;
  san: string;
  note: string;
  nags: number[];
}

function Edit({ edge, san, note, nags }: Annotated) {
  return (
    <>
      <TextArea
        aria-label={t("Annotation of {san}", { san })}
        placeholder={t("What to remember of {move}", { move: shown(san) })}
        rows={2}
        value={note}
        onChange={(e) => rep.setNote(edge, e.currentTarget.value)}
      />
      <span class="buttons">
        <Glyphs san={san} nags={nags} onChange={(all) => rep.setNags(edge, all)} />
        <button onClick={() => rep.remove(edge)}>{t("Delete {move}", { move: shown(san) })}</button>
      </span>
    </>
  );
}
