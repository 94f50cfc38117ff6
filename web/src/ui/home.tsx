// Home: where to go, what is due, what was open.
import { useEffect, useState } from "preact/hooks";
import * as api from "../api";
import { core } from "../core";
import { counted, fail, href, visit } from "../state/app";
import { takeFiles } from "../state/intake";
import * as rep from "../state/rep";
import { download } from "./download";
import { Icon } from "./icons";
import { Trouble } from "./trouble";
import { builtIn } from "../state/samples";
import { damaged, forget, keptAll, type Kept } from "../state/storage";

const CARDS = [
  ["explore", "Explore", "Walk through a repertoire, its graph beside the board."],
  ["build", "Build", "Make and annotate one by moving pieces."],
  ["practice", "Practice", "Be asked, line by line or when a card is due."],
  ["database", "Database", "Search games by position, player, move, material."],
  ["openings", "Openings", "Browse and search names."],
] as const;

// Damaged cards count as none: Home is where a repertoire can be deleted.
function dueOf({ cards }: Kept): number {
  try {
    return cards ? core().cards(cards, 1).due : 0;
  } catch {
    return 0;
  }
}

export function Home() {
  const [kept, setKept] = useState<Kept[]>([]);
  const [served, setServed] = useState<api.RepertoireRow[]>([]);
  const reload = () => void keptAll().then(setKept);
  useEffect(reload, [rep.saved.value]);
  const [trouble, setTrouble] = useState("");
  const ask = () => {
    const refused = (error: Error) => (setTrouble(error.message), void api.whenBack(ask));
    api.repertoires().then((found) => (setServed(found), setTrouble("")), refused);
  };
  useEffect(() => void (api.server.value?.repertoires && ask()), []);
  const due = kept.reduce((n, k) => n + dueOf(k), 0);
  return (
    <>
      <h1 class="hidden">tabiya</h1>
      <ul class="cards">
        {CARDS.map(([screen, title, text]) => (
          <li key={screen}>
            <a href={href(screen)}>
              <b>{title}</b>
              <span>{text}</span>
              {screen === "practice" && due > 0 && <span class="badge">{due} due</span>}
              {screen === "database" && api.server.value?.database && (
                <span class="badge">{counted(api.server.value.database.games, "game")}</span>
              )}
            </a>
          </li>
        ))}
      </ul>
      <DropZone />
      <section>
        <h2>Your repertoires</h2>
        {kept.length === 0 && <p class="quiet">None yet. Open a file, or begin with a sample.</p>}
        <ul class="files">
          {kept.map((k) => (
            <li key={k.name}>
              {damaged(k) ? (
                <button class="file" onClick={() => download(`${k.name}.json`, JSON.stringify(k), "application/json")}>
                  <b>{k.name}</b>
                  <span class="error">What is stored under this name is damaged. Download it</span>
                </button>
              ) : (
                <button class="file" onClick={() => rep.reopen(k.name).then((opened) => opened && visit("explore"), fail)}>
                  <b>{k.title || k.name}</b>
                  <span class="quiet">
                    {k.name} · {counted(k.moves, "move")} · {new Date(k.changed).toLocaleDateString()}
                  </span>
                </button>
              )}
              <button
                class="icon"
                aria-label={`Delete ${k.name}`}
                title="Delete"
                onClick={() => {
                  if (!confirm(`Delete “${k.title || k.name}” from this browser?`)) return;
                  if (rep.open.value?.name === k.name) rep.close();
                  forget(k.name).then(reload, fail);
                }}
              >
                <Icon name="bin" />
              </button>
            </li>
          ))}
        </ul>
      </section>
      {(served.length > 0 || trouble) && (
        <section>
          <h2>On the server</h2>
          {trouble && <Trouble text={trouble} />}
          <ul class="files">
            {served.map((r) => (
              <li key={r.name}>
                <button class="file" onClick={() => rep.openServed(r.name).then((opened) => opened && visit("explore"), fail)}>
                  <b>{r.title || r.name}</b>
                  <span class="quiet">{r.name}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section>
        <h2>Samples</h2>
        <ul class="files">
          {builtIn.map((s) => (
            <li key={s.name}>
              <button class="file" onClick={() => s.load().then((text) => rep.take(s.name, text)).then((opened) => opened && visit("explore"), fail)}>
                <b>{s.title}</b>
              </button>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

export function DropZone() {
  return (
    <label class="dropzone">
      <input
        type="file"
        multiple
        onChange={(e) => {
          void takeFiles([...(e.currentTarget.files ?? [])]);
          e.currentTarget.value = "";
        }}
      />
      <b>Open a file</b>
      <span>or drop it anywhere: repertoires, PGN, packed games. A FEN or PGN can be pasted.</span>
    </label>
  );
}
