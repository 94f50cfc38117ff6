// Repertoires with their boards: those of this browser, of the server, and samples.
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import * as api from "../api";
import { counted, fail, visit } from "../state/app";
import { dueOf, library, reload } from "../state/library";
import * as rep from "../state/rep";
import { builtIn, type Sample } from "../state/samples";
import { START } from "../state/first";
import { damaged, forget, type Kept } from "../state/storage";
import { download } from "./download";
import { Icon } from "./icons";
import { Miniature } from "./miniature";
import { Trouble } from "./trouble";
import { t } from "../texts";

type Color = "white" | "black" | null;
const sideOf = (color: Color) => (color === "black" ? "b" : "w");
const colorText = (color: Color) => (color === "black" ? t("Black") : color ? t("White") : "");

const together = (text: string) => text.replaceAll(" ", "\u00a0");

const explore = (opening: Promise<boolean>) =>
  opening.then((opened) => opened && visit("explore"), fail);

export function OwnFiles({ children }: { children?: ComponentChildren }) {
  return (
    <ul class="files own">
      {library.value.map((k) => (
        <li key={k.name}>
          {damaged(k) ? <Damaged kept={k} /> : <Own kept={k} />}
          <button
            class="icon delete"
            aria-label={t("Delete {name}", { name: k.name })}
            title={t("Delete")}
            onClick={() => {
              if (!confirm(t("Delete “{title}” from this browser?", { title: k.title || k.name }))) return;
              if (rep.open.value?.name === k.name) rep.close();
              forget(k.name).then(reload, fail);
            }}
          >
            <Icon name="bin" />
          </button>
        </li>
      ))}
      {children}
    </ul>
  );
}

function Own({ kept: k }: { kept: Kept }) {
  const due = dueOf(k.name);
  const when = new Date(k.changed).toLocaleDateString("en", { day: "numeric", month: "short" });
  const size = k.positions ? counted(k.positions, "position") : counted(k.moves, "move");
  const known =
    k.answered == null ? when : together(t("{n} % answered", { n: k.answered }));
  const facts = [colorText(k.color), size, known].filter(Boolean);
  return (
    <button class="file" onClick={() => explore(rep.reopen(k.name))}>
      <Miniature fen={k.fen ?? START} side={sideOf(k.color)} />
      <span class="text">
        <b>{k.title || k.name}</b>
        <span class="quiet">{facts.join(" · ")}</span>
        {due > 0 && <span class="pill">{t("{n} due", { n: due })}</span>}
        {due === 0 && <small>{k.cards ? t("nothing due") : t("not practised yet")}</small>}
      </span>
    </button>
  );
}

function Damaged({ kept: k }: { kept: Kept }) {
  const save = () => download(`${k.name}.json`, JSON.stringify(k), "application/json");
  return (
    <button class="file" onClick={save}>
      <span class="text">
        <b>{k.name}</b>
        <span class="error">{t("What is stored under this name is damaged. Download it")}</span>
      </span>
    </button>
  );
}

// Those that are not among one's own yet.
export const unread = () => builtIn.filter((s) => !library.value.some((k) => k.name === s.name));

export function SampleFiles({ samples }: { samples: readonly Sample[] }) {
  const open = (s: Sample) => explore(s.load().then((text) => rep.take(s.name, text)));
  return (
    <ul class="files samples">
      {samples.map((s) => (
        <li key={s.name}>
          <div class="file card">
            <Miniature fen={s.fen} side={sideOf(s.color)} />
            <div class="text">
              <button class="cover" onClick={() => open(s)}>
                {s.title}
              </button>
              <span class="quiet">
                {colorText(s.color)} · {s.about.replace(/\. /g, ".\u00a0")}
              </span>
            </div>
          </div>
        </li>
      ))}
    </ul>
  );
}

// Nothing where there is no server, or no repertoire on it.
export function ServedFiles() {
  const [served, setServed] = useState<api.RepertoireRow[]>([]);
  const [trouble, setTrouble] = useState("");
  const ask = () => {
    const refused = (error: Error) => (setTrouble(error.message), void api.whenBack(ask));
    api.repertoires().then((found) => (setServed(found), setTrouble("")), refused);
  };
  useEffect(() => void (api.server.value?.repertoires && ask()), []);
  if (served.length === 0 && !trouble) return null;
  return (
    <section class="served">
      <h2>{t("On the server")}</h2>
      {trouble && <Trouble text={trouble} />}
      <ul class="files">
        {served.map((r) => (
          <li key={r.name}>
            <button class="file" onClick={() => explore(rep.openServed(r.name))}>
              <span class="text">
                <b>{r.title || r.name}</b>
                <span class="quiet">
                  {[colorText(r.color), r.name].filter(Boolean).join(" · ")}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
