// Openings: search by name, browse families, look at one on the board.
import { effect, signal } from "@preact/signals";
import { useEffect, useLayoutEffect } from "preact/hooks";
import { core } from "../core";
import { useKeys } from "../keys";
import { href, route, shown, typed } from "../state/app";
import * as position from "../state/position";
import { visited } from "../state/recent";
import { narrow, wide } from "../state/room";
import { note } from "../state/storage";
import type { Opening } from "../types";
import { BoardPane } from "./boardpane";
import { Panel } from "./panel";
import type { Tab } from "./tabs";
import { go, handlers, play, WALK } from "./walk";
import { WayLine } from "./wayline";
import { t } from "../texts";

const MOST = 100; // that a search shows

const text = signal("");
const family = signal<string | null>(null);

export function Openings() {
  const wanted = route.value.query.get("fen");
  useLayoutEffect(() => void (position.side.value = "w"), []);
  // before the first frame: a move on the board is of this position
  useLayoutEffect(() => {
    void position.wantBook();
    if (wanted) position.show(wanted);
  }, [wanted]);
  useLayoutEffect(() => effect(() => note("openings", { fen: position.fen.value })), []);
  useKeys(handlers, []);
  // the name of a position that one stays at
  const name = position.opening.value?.name;
  useEffect(() => {
    if (!name) return undefined;
    const fen = position.fen.value;
    const it = { kind: "opening", title: name, link: href("openings", { fen }), fen } as const;
    const timer = setTimeout(() => visited(it), 2000);
    return () => clearTimeout(timer);
  }, [name]);
  const line: Tab = { id: "line", title: t("Line"), body: WayLine };
  const names: Tab = { id: "found", title: t("Openings"), flush: true, body: () => <Found /> };
  return (
    <div class="rep openings">
      <BoardPane
        input="turn"
        onMove={(m) => play(m.uci)}
        walk={WALK}
        corner={
          <a class="chip" href={href("database", { fen: position.fen.value })}>
            {t("Games")}
          </a>
        }
        line={<WayLine />}
      />
      {wide.value && (
        <section class="names card tall" aria-label={t("Names")}>
          <Found />
        </section>
      )}
      <Panel
        card="openings"
        onPlay={play}
        before={wide.value ? [] : [names]}
        after={narrow.value ? [line] : []}
      />
    </div>
  );
}

interface Hit extends Pick<Opening, "code" | "name" | "moves" | "fen"> {
  go(): void;
}

const hit = (o: Opening): Hit => ({ ...o, go: () => go(o.fen) });

// The position after moves that were typed; null: that is no line.
function afterMoves(query: string): Hit | null {
  try {
    const { start, fen, moves } = core().line(typed(query));
    if (moves.length === 0) return null;
    const way = moves.map((m) => m.uci);
    const { opening, before } = core().named({ from: start, moves: way });
    const inherited = before && t("{name}, then {shown}", { name: before.name, shown: shown(before.then) });
    const name = opening?.name ?? inherited ?? t("No name of its own");
    const code = (opening ?? before)?.code ?? null;
    return { code, name, moves: opening?.moves ?? query, fen, go: () => go(fen, start, way) };
  } catch {
    return null;
  }
}

function Found() {
  if (position.book.value === "failed")
    return (
      <p class="error" role="alert">
        {t("The names of openings could not be loaded.")} <button onClick={() => void position.wantBook()}>{t("Try again")}</button>
      </p>
    );
  if (position.book.value !== "ready") return <p class="quiet">…</p>;
  const query = text.value.trim();
  const line = query ? afterMoves(query) : null;
  // one more tells that there are more
  const inFamily = () => (family.value ? core().family(family.value) : []);
  const found = query ? core().searchOpenings(query, MOST + 1) : inFamily();
  const more = query && found.length > MOST;
  const others = found.slice(0, query ? MOST : undefined).filter((o) => o.fen !== line?.fen);
  const hits = [...(line ? [line] : []), ...others.map(hit)];
  return (
    <>
      <div class="namestop">
        <label>
          {t("Search")}
          <input
            type="search"
            value={text.value}
            placeholder={t("Najdorf, or B90, or 1. e4 c5")}
            onInput={(e) => (text.value = e.currentTarget.value)}
            onKeyDown={(e) => e.key === "Enter" && line?.go()}
          />
        </label>
        {!query && family.value && (
          <p>
            <button onClick={() => (family.value = null)}>{t("← All families")}</button>
          </p>
        )}
      </div>
      <div class="found-names">
        {!query && !family.value ? <Families /> : <Hits hits={hits} more={!!more} />}
      </div>
    </>
  );
}

function Families() {
  const codes = (from: string | null, to: string | null) =>
    from ? ` · ${from}${to && to !== from ? `–${to}` : ""}` : "";
  return (
    <ul class="families">
      {core().families().map((f) => (
        <li key={f.name}>
          <button class="link" onClick={() => (family.value = f.name)}>
            {f.name}
          </button>{" "}
          <small>
            {f.count}
            {codes(f.from, f.to)}
          </small>
        </li>
      ))}
    </ul>
  );
}

function Hits({ hits, more }: { hits: readonly Hit[]; more: boolean }) {
  return (
    <>
      {hits.length === 0 && <p>{t("Nothing is called that.")}</p>}
      {more && (
        <p class="quiet">
          {t("There are more than {n}; these are the first {n}.", { n: MOST })}
        </p>
      )}
      <ul class="hits">
        {hits.map((o) => (
          <li key={o.fen + o.name}>
            <a
              href={href("openings", { fen: o.fen })}
              aria-current={o.fen === position.fen.value ? "true" : undefined}
              onClick={(e) => {
                e.preventDefault();
                o.go();
              }}
            >
              <b>{o.code}</b> {o.name}
            </a>
            <small>{o.moves?.replace(/\. /g, ".\u00a0")}</small>
          </li>
        ))}
      </ul>
    </>
  );
}
