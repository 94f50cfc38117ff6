// The openings that the repertoire comes to.
import { useEffect, useMemo } from "preact/hooks";
import { core } from "../core";
import { book, wantBook } from "../state/position";
import * as rep from "../state/rep";
import { t } from "../texts";

interface Named {
  name: string;
  code: string | null;
  node: number;
}

// Each name once, where it is first met.
function find(): Named[] {
  const found = new Map<string, Named>();
  for (const [node, fen] of rep.open.value!.session.fens().entries()) {
    const at = fen ? core().named({ from: fen, moves: [] }).opening : null;
    if (at && !found.has(at.name)) found.set(at.name, { name: at.name, code: at.code, node });
  }
  return [...found.values()].sort((a, b) => a.name.localeCompare(b.name));
}

export function OwnNames() {
  useEffect(() => void wantBook(), []);
  const ready = book.value === "ready";
  const names = useMemo(() => (ready ? find() : []), [ready, rep.shape.value]);
  if (names.length === 0) return null;
  return (
    <section class="task" aria-labelledby="names">
      <h3 id="names">{t("Names")} <small>{names.length}</small></h3>
      <ul class="ownnames">
        {names.map((n) => (
          <li key={n.name}>
            <button class="link" onClick={() => rep.go(n.node)}>
              <span class="code">{n.code}</span> {n.name}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
