// Another repertoire into this one: first what it would bring.
import { useState } from "preact/hooks";
import { core } from "../core";
import { counted, fail, tell } from "../state/app";
import { library } from "../state/library";
import * as rep from "../state/rep";
import { damaged } from "../state/storage";
import { t } from "../texts";

interface Other {
  name: string;
  text: Uint8Array | string;
  moves: number; // that are new
  said: number; // lines that were refused
  color: string;
}

// What another would bring: into a copy, which is thrown away.
function look(name: string, text: Uint8Array | string): Other {
  const { session: copy } = core().read(rep.open.value!.session.write());
  try {
    const { session: other, faults } = core().read(text);
    const { color, color_known: known } = other.state();
    other.close();
    const before = copy.state().edges;
    copy.merge(text);
    const said = faults.filter((f) => f.severity === "error").length;
    return { name, text, moves: copy.state().edges - before, said, color: known ? color : "" };
  } finally {
    copy.close();
  }
}

export function Merge() {
  const [other, setOther] = useState<Other | null>(null);
  const others = library.value.filter((k) => !damaged(k) && k.name !== rep.open.value?.name);
  const take = (name: string, text: Uint8Array | string) => {
    try {
      setOther(look(name, text));
    } catch (error) {
      fail(new Error(`${name}: ${error instanceof Error ? error.message : error}`));
    }
  };
  const merge = () => {
    if (rep.merge(other!.text))
      tell(t("{name} is part of the repertoire now. Undo takes it out again.", { name: other!.name }));
    setOther(null);
  };
  return (
    <section class="task" aria-labelledby="merge">
      <h3 id="merge">{t("Merge")}</h3>
      {other ? (
        <>
          <p>
            {t("{name} brings {moves} that are not here.", {
              name: other.name, moves: counted(other.moves, "move"),
            })}{" "}
            {other.said > 0 && t("{n} lines of it cannot be read.", { n: other.said })}{" "}
            {other.color && other.color !== rep.state.value?.color && t("It is for the other side.")}
          </p>
          <p class="buttons">
            <button class="primary" disabled={other.moves === 0} onClick={merge}>{t("Merge")}</button>
            <button onClick={() => setOther(null)}>{t("Cancel")}</button>
          </p>
        </>
      ) : (
        <p class="buttons">
          {others.length > 0 && (
            <select
              aria-label={t("Repertoire to merge")}
              value=""
              onChange={(e) => {
                const kept = others.find((k) => k.name === e.currentTarget.value);
                if (kept) take(kept.title || kept.name, kept.text);
              }}
            >
              <option value="">{t("Another repertoire …")}</option>
              {others.map((k) => <option key={k.name} value={k.name}>{k.title || k.name}</option>)}
            </select>
          )}
          <label class="button adder">
            <input
              type="file"
              class="hidden"
              accept=".txt,.pgn,.rep"
              onChange={(e) => {
                const file = e.currentTarget.files?.[0];
                e.currentTarget.value = "";
                if (file) void file.arrayBuffer().then((b) => take(file.name, new Uint8Array(b)));
              }}
            />
            {t("A file …")}
          </label>
        </p>
      )}
    </section>
  );
}
