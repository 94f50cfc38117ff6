// What games are searched for: conditions as chips that are added and taken away, and
// the form with all of them.
import { useState } from "preact/hooks";
import * as api from "../api";
import { number } from "../state/app";
import { FIELDS } from "../state/fields";
import * as found from "../state/found";
import { narrow } from "../state/room";
import { chipText } from "./filters";
import { Icon } from "./icons";
import { Import } from "./import";
import { t } from "../texts";

// Those that are seen at once.
const COMMON: readonly string[] = [
  "player", "as", "elo", "date", "result", "opening", "eco", "moves", "sort",
];

// Fields that are often wanted, with a chip of their own.
const QUICK = FIELDS.filter((f) => ["player", "opening", "result"].includes(f.name));

function openAt(name: string): void {
  found.opened.value = true;
  // when it is drawn, and not later, when another may be typed into
  void Promise.resolve().then(() =>
    document.querySelector<HTMLElement>(`.filters [name=${name}]`)?.focus());
}

export function Conditions() {
  const asked = found.asked.value;
  const page = found.page.value;
  const open = found.opened.value;
  // until it is known how many there are, room is kept for the button
  const all = page ? page.total : (api.server.value?.database?.games ?? 0);
  return (
    <>
      <div class="gamesbar">
        <div>
          {Object.entries(asked).filter(([name]) => name !== "sort").map(([name, value]) => (
            <button key={name} class="chip" aria-pressed="true" onClick={() => found.unset(name)}>
              {name === "position" ? t("Position on the board") : chipText(name, value)}
              <span aria-hidden="true"> ×</span>
            </button>
          ))}
          {!asked.position && (
            <button class="chip" aria-label={t("+ Position on the board")} onClick={() => found.searchHere()}>
              {narrow.value ? t("+ Position") : t("+ Position on the board")}
            </button>
          )}
          {QUICK.filter((f) => !asked[f.name]).map((f) => (
            <button key={f.name} class="chip quick" onClick={() => openAt(f.name)}>
              + {f.label}
            </button>
          ))}
          <button class="chip" aria-expanded={open} onClick={() => (found.opened.value = !open)}>
            <Icon name="filter" /> {t("Conditions")}
          </button>
          <span class="end">
            {all > 0 && (
              <a class="button export" href={api.exportUrl(asked)} download="games.pgn">
                {t("Export {n} as PGN", { n: number.format(all) })}
              </a>
            )}
            <Import />
          </span>
        </div>
      </div>
      {open && <Form key={found.filled.value} />}
    </>
  );
}

function Form() {
  const [names, setNames] = useState<string[]>([]);
  const suggest = (text: string) => {
    if (text.length < 2) return;
    api.players(text).then((players) => setNames(players.map((p) => p.name)), () => {});
  };
  const now = found.inFields();
  const field = (f: (typeof FIELDS)[number]) => (
    <label key={f.name}>
      {f.label}
      {f.options ? (
        <select name={f.name} value={now.query[f.name] ?? ""}>
          {f.options.map(([v, t]) => (
            <option key={v} value={v}>
              {t}
            </option>
          ))}
        </select>
      ) : (
        <input
          name={f.name}
          defaultValue={now.query[f.name] ?? ""}
          placeholder={f.hint}
          autocomplete="off"
          list={found.NAMED.includes(f.name) ? "players" : undefined}
          onInput={(e) => found.NAMED.includes(f.name) && suggest(e.currentTarget.value)}
        />
      )}
    </label>
  );
  const rare = FIELDS.filter((f) => !COMMON.includes(f.name));
  return (
    <form
      class="filters"
      onSubmit={(e) => (e.preventDefault(), found.submit(e.currentTarget, names))}
      onInput={(e) => found.type(e.currentTarget)}
    >
      {FIELDS.filter((f) => COMMON.includes(f.name)).map(field)}
      <details class="more" open={rare.some((f) => now.query[f.name])}>
        <summary>{t("More conditions")}</summary>
        <div class="filters">{rare.map(field)}</div>
      </details>
      <datalist id="players">
        {names.map((n) => (
          <option key={n} value={n} />
        ))}
      </datalist>
      <label class="switch">
        <input type="checkbox" name="here" checked={now.here} /> {t("With the position on the board")}
      </label>
      <p class="buttons">
        <button class="primary">{t("Search")}</button>
        <button type="reset" onClick={found.clear}>
          {t("Clear")}
        </button>
      </p>
    </form>
  );
}
