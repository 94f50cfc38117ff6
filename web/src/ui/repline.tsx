// The moves that led here, how the repertoire goes on, what is said of the last of
// them, and other orders that lead here, too.
import { shown } from "../state/app";
import * as rep from "../state/rep";
import type { RepMove, RepParent } from "../types";
import { t } from "../texts";

const ON = 8; // moves that are shown of how it goes on

// The first move of each position from here on.
function continuation(): RepMove[] {
  const session = rep.open.value!.session;
  const found: RepMove[] = [];
  for (let move = rep.node.value?.moves[0]; move && found.length < ON; ) {
    found.push(move);
    move = session.node(move.node).moves[0];
  }
  return found;
}

const bare = (label: string, first: boolean) =>
  shown(first ? label : label.replace(/^\d+\.\.\. ?/, ""));

export function RepLine() {
  const steps = rep.wayHere.value;
  const node = rep.node.value;
  const here = steps.at(-1)?.edge;
  const others = (node?.parents ?? []).filter((p) => p.edge !== here);
  const said = node?.parents.find((p) => p.edge === here)?.note;
  return (
    <div class="line card">
      <ol class="way" aria-label={t("The moves to this position")}>
        {steps.map(({ node, label, edge }, i) => (
          <li key={node}>
            <button
              class="link"
              aria-current={edge === here ? "true" : undefined}
              onClick={() => rep.go(node)}
            >
              {bare(label, i === 0)}
            </button>
          </li>
        ))}
      </ol>{" "}
      <span class="on">
        {continuation().map((m, i) => (
          <button key={m.edge} class="link" onClick={() => rep.go(m.node)}>
            {bare(m.label, steps.length === 0 && i === 0)}
          </button>
        ))}
      </span>
      {said && <p class="said-of">{said}</p>}
      {here !== undefined && others.length > 0 && <Also others={others} />}
    </div>
  );
}

function Also({ others }: { others: readonly RepParent[] }) {
  const [first, ...more] = others;
  const steps = rep.open.value!.session.path(first!.node);
  const labels = [...steps.map((s) => s.label), first!.label];
  const line = labels.map((label, i) => bare(label, i === 0)).join(" ");
  return (
    <p class="also quiet">
      {t("also reached by")}{" "}
      <button class="link" title={t("Go back that way (t)")} onClick={rep.transposition}>
        {line}
      </button>
      {more.length > 0 && t(" and {length} more {it}", { length: more.length, it: more.length === 1 ? "way" : "ways" })}
    </p>
  );
}
