// Openings: search by name, browse families, look at one on the board.
import { signal } from "@preact/signals";
import { useLayoutEffect } from "preact/hooks";
import { core } from "../core";
import { useKeys } from "../keys";
import { href, route, shown, typed, visit } from "../state/app";
import * as position from "../state/position";
import type { Opening } from "../types";
import { BoardPane } from "./boardpane";
import { Panel } from "./panel";
import { go, handlers, play, Walk } from "./walk";

const MOST = 100; // that a search shows

const text = signal("");
const family = signal<string | null>(null);

export function Openings() {
  const wanted = route.value.query.get("fen");
  // before the first frame: a move on the board is of this position
  useLayoutEffect(() => {
    void position.wantBook();
    if (wanted) position.show(wanted);
  }, [wanted]);
  useKeys(handlers, []);
  return (
    <div class="rep openings">
      <BoardPane input="turn" onMove={(m) => play(m.uci)} />
      <div class="middle">
        <h1>Openings</h1>
        <Found />
      </div>
      <div class="side">
        <p class="buttons">
          <Walk />
          <button onClick={() => visit("database", { fen: position.fen.value })}>Games</button>
        </p>
        <Panel onPlay={play} />
      </div>
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
    const name = opening?.name ?? (before ? `${before.name}, then ${shown(before.then)}` : "No name of its own");
    return { code: (opening ?? before)?.code ?? null, name, moves: opening?.moves ?? query, fen, go: () => go(fen, start, way) };
  } catch {
    return null;
  }
}

function Found() {
  if (position.book.value === "failed")
    return (
      <p class="error" role="alert">
        The book of openings could not be loaded. <button onClick={() => void position.wantBook()}>Try again</button>
      </p>
    );
  if (position.book.value !== "ready") return <p class="quiet">…</p>;
  const query = text.value.trim();
  const line = query ? afterMoves(query) : null;
  // one more tells that there are more
  const found = query ? core().searchOpenings(query, MOST + 1) : family.value ? core().family(family.value) : [];
  const more = query && found.length > MOST;
  const hits = [...(line ? [line] : []), ...(more ? found.slice(0, MOST) : found).filter((o) => o.fen !== line?.fen).map(hit)];
  return (
    <>
      <label>
        Search
        <input type="search" value={text.value} placeholder="Najdorf, or B90, or 1. e4 c5" onInput={(e) => (text.value = e.currentTarget.value)} onKeyDown={(e) => e.key === "Enter" && line?.go()} />
      </label>
      {!query && !family.value ? (
        <ul class="families">
          {core().families().map((f) => (
            <li key={f.name}>
              <button class="link" onClick={() => (family.value = f.name)}>
                {f.name}
              </button>{" "}
              <small>
                {f.count}
                {f.from && ` · ${f.from}${f.to && f.to !== f.from ? `–${f.to}` : ""}`}
              </small>
            </li>
          ))}
        </ul>
      ) : (
        <>
          {!query && (
            <p>
              <button onClick={() => (family.value = null)}>← All families</button>
            </p>
          )}
          {hits.length === 0 && <p>Nothing is called that.</p>}
          {more && <p class="quiet">There are more than {MOST}; these are the first {MOST}.</p>}
          <ul class="hits">
            {hits.map((o) => (
              <li key={o.fen + o.name}>
                <a
                  href={href("openings", { fen: o.fen })}
                  onClick={(e) => {
                    e.preventDefault();
                    o.go();
                  }}
                >
                  <b>{o.code}</b> {o.name}
                </a>
                <small>{o.moves}</small>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
