// What is said about the moves that lead to this position.
import { shown } from "../state/app";
import * as rep from "../state/rep";
import { Marks } from "./build";

export function Notes({ build }: { build: boolean }) {
  const node = rep.node.value;
  if (!node || node.parents.length === 0) return null;
  return (
    <section class="notes" aria-label="Annotation" aria-live="polite">
      {node.parents.map((p) => {
        if (!build && !p.note) return null;
        const several = node.parents.length > 1;
        return (
          <div key={p.edge} class="annotation">
            {several && <b>by {shown(p.san)}: </b>}
            {build ? <Edit edge={p.edge} san={p.san} note={p.note} nags={p.nags} /> : <span>{p.note}</span>}
          </div>
        );
      })}
    </section>
  );
}

function Edit({ edge, san, note, nags }: { edge: number; san: string; note: string; nags: number[] }) {
  return (
    <>
      <textarea aria-label={`Annotation of ${san}`} rows={2} value={note} onChange={(e) => rep.setNote(edge, e.currentTarget.value)} />
      <span class="buttons">
        <Marks edge={edge} san={san} nags={nags} />
        <button onClick={() => rep.remove(edge)}>Delete {shown(san)}</button>
      </span>
    </>
  );
}
