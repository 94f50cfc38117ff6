// Everything that is known about the position on the board.
import { useEffect, useState } from "preact/hooks";
import * as api from "../api";
import { change, counted, href, number, resultText, settings, shown } from "../state/app";
import { lines, running, scoreText } from "../state/engine";
import { book, fen, games, gamesFailed, inherited, look, named, opening, START, wantBook } from "../state/position";
import type { RepMove } from "../types";
import { sign } from "./build";
import { Trouble } from "./trouble";

interface Props {
  onPlay(uci: string): void;
  moves?: readonly RepMove[] | undefined; // of the repertoire
  hidden?: boolean; // Practice shows nothing that answers
}

export function Panel({ onPlay, moves, hidden = false }: Props) {
  useEffect(() => void wantBook(), []);
  return (
    <section class="panel" aria-label="Position">
      <Opening />
      {hidden ? (
        <p class="quiet">Moves are shown when the question is answered.</p>
      ) : (
        <>
          {moves && <Repertoire moves={moves} onPlay={onPlay} />}
          <Explorer onPlay={onPlay} />
          <Engine onPlay={onPlay} />
        </>
      )}
      <Ending />
    </section>
  );
}

function Opening() {
  const before = inherited.value;
  const found = opening.value ?? before;
  return (
    <h2 class={before ? "opening inherited" : "opening"} aria-live="polite">
      {found ? (
        <a href={href("openings", { fen: fen.value })} title={before ? "The last name on the way here, and the moves since" : undefined}>
          <b>{found.code}</b> {found.name}
          {before && <span class="then" aria-live="off">, then {shown(before.then)}</span>}
        </a>
      ) : book.value === "failed" ? (
        <span class="error">
          The names of openings could not be loaded. <button onClick={() => void wantBook()}>Try again</button>
        </span>
      ) : (
        <span class="quiet">{book.value === "loading" ? "…" : fen.value === START ? "Start position" : "No name of its own"}</span>
      )}
    </h2>
  );
}

function Repertoire({ moves, onPlay }: { moves: readonly RepMove[]; onPlay(uci: string): void }) {
  if (moves.length === 0) return <p class="quiet">The repertoire ends here.</p>;
  return (
    <section>
      <h3>Repertoire</h3>
      <ol class="moves">
        {moves.map((m, i) => (
          <li key={m.edge}>
            <button onClick={() => onPlay(m.uci)} title={m.description}>
              <kbd aria-hidden="true">{i < 9 ? i + 1 : ""}</kbd>
              <b>
                {shown(m.san)}
                {m.nags.map((n) => (n > 6 ? ` ${sign(n)}` : sign(n))).join("")}
              </b>
              {m.transposition && <span class="transposes" title="Other orders of moves lead there too">⤨</span>}
              <span class="note">{m.note}</span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

// The results as a bar; the shares in percent stand in it where there is room.
export function Bar({ white, draws, black }: { white: number; draws: number; black: number }) {
  const all = white + draws + black;
  if (all === 0) return <span class="quiet" title="No game has a result">–</span>;
  const part = (n: number, kind: string) => (
    <span class={kind} style={{ width: `${(n / all) * 100}%` }}>
      {n / all > 0.24 ? Math.round((n / all) * 100) : ""}
    </span>
  );
  return (
    <div class="bar" role="img" aria-label={`White ${white}, drawn ${draws}, Black ${black}`}>
      {part(white, "white")}
      {part(draws, "draws")}
      {part(black, "black")}
    </div>
  );
}

// Six columns have no room for more than five digits: 1.23M; the rest is said where
// the pointer stands.
const few = new Intl.NumberFormat("en", { notation: "compact", maximumSignificantDigits: 3 });
const Count = ({ of }: { of: number }) => (
  <td class="n" title={number.format(of)}>
    {(of < 100_000 ? number : few).format(of)}
  </td>
);

interface Row {
  uci: string;
  san: string;
  name?: string;
  played?: api.PlayedMove;
}

// Book and games joined by move.
function rows(): Row[] {
  const found = new Map<string, Row>();
  for (const played of games.value?.moves ?? []) found.set(played.uci, { uci: played.uci, san: played.san, played });
  for (const { uci, san, name } of named.value) found.set(uci, { ...(found.get(uci) ?? { uci, san }), name });
  return [...found.values()];
}

// For the keys: the nth move of the list, and the engine's where it runs.
export const nth = (n: number): string | undefined => rows()[n]?.uci;
export const best = (otherwise: string | undefined) => (settings.value.engine && lines.value[0]?.uci[0]) || otherwise;

const FIRST = 12; // moves that are shown at first

function Explorer({ onPlay }: { onPlay(uci: string): void }) {
  const [whole, setAll] = useState(false);
  if (!settings.value.explorer)
    return (
      <button class="link" onClick={() => change({ explorer: true })}>
        Show book and database
      </button>
    );
  const all = rows();
  const found = games.value;
  const there = api.server.value?.database;
  const loading = book.value === "loading" || (there && !found && !gamesFailed.value);
  // columns of games only where there are any
  const counts = there && !gamesFailed.value && found?.moves.length !== 0;
  return (
    <section>
      <h3>
        {there ? "Book and games" : "Book"}
        {found && <span class="quiet"> {counted(found.games, "game")}</span>}
      </h3>
      {gamesFailed.value && (
        <p>
          <Trouble text={gamesFailed.value} />
        </p>
      )}
      {all.length === 0 ? (
        <p class="quiet">{loading ? "…" : "Nothing is known here."}</p>
      ) : (
        <table class="explorer">
          <thead>
            <tr>
              <th scope="col">Move</th>
              {counts ? (
                <>
                  <th scope="col" class="n" title="Games that played this move here">Games</th>
                  <th scope="col" class="n" title="Games that reached the position after it by any order">Reached</th>
                  <th scope="col">Score</th>
                  <th scope="col" class="n" title="Average rating of those who played it">Rating</th>
                  <th scope="col" class="n">Last</th>
                </>
              ) : (
                <th scope="col">Name</th>
              )}
            </tr>
          </thead>
          {(whole ? all : all.slice(0, FIRST)).map(({ uci, san, name, played }) => (
            <tbody key={uci} onClick={() => onPlay(uci)}>
              <tr>
                <td>
                  <button class="move">{shown(san)}</button>
                </td>
                {!counts ? (
                  <td class="name">{name}</td>
                ) : played ? (
                  <>
                    <Count of={played.games} />
                    <Count of={played.reached} />
                    <td>
                      <Bar {...played} />
                    </td>
                    <td class="n">{played.elo ? Math.round(played.elo) : ""}</td>
                    <td class="n">{played.last_year ?? ""}</td>
                  </>
                ) : (
                  <td class="name" colSpan={5}>
                    {name}
                  </td>
                )}
              </tr>
              {counts && played && name && (
                <tr>
                  <td class="name under" colSpan={6}>
                    {name}
                  </td>
                </tr>
              )}
            </tbody>
          ))}
        </table>
      )}
      {all.length > FIRST && (
        <button class="link" onClick={() => setAll(!whole)}>
          {whole ? "Fewer moves" : counted(all.length - FIRST, "more move")}
        </button>
      )}
      {found && found.top.length > 0 && (
        <details>
          <summary>Top games</summary>
          <ul class="games">
            {found.top.map((g) => (
              <li key={g.id}>
                <a href={href("database", { game: String(g.id), fen: fen.value })}>
                  {g.white} {g.white_elo && <small>{g.white_elo}</small>} – {g.black} {g.black_elo && <small>{g.black_elo}</small>}
                </a>
                <span>{resultText(g.result)}</span>
                <small>{g.date?.slice(0, 4)}</small>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

function Engine({ onPlay }: { onPlay(uci: string): void }) {
  const on = settings.value.engine;
  return (
    <section>
      <h3>
        <label class="switch">
          <input type="checkbox" checked={on} onChange={(e) => change({ engine: e.currentTarget.checked })} />
          Engine
        </label>
        {on && (running.value === api.OFFLINE ? <Trouble text={running.value} /> : <span class="quiet"> {running.value}</span>)}
      </h3>
      {on && (
        <ol class="engine">
          {lines.value.map((line, i) => (
            <li key={i}>
              <button onClick={() => line.uci[0] && onPlay(line.uci[0])}>
                <b>{scoreText(line.score)}</b> {line.san.map(shown).join(" ")}
                <small> depth {line.depth}</small>
              </button>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function Ending() {
  const { outcome, sentence, can_win } = look.value;
  if (outcome !== "ongoing") return <p class="ending">{sentence}</p>;
  const not = (["white", "black"] as const).filter((side) => can_win[side] === "can_not");
  return not.length === 1 ? <p class="ending">{not[0] === "white" ? "White" : "Black"} can no longer win: no sequence of moves mates.</p> : null;
}
