// Database: conditions, the games that fit them, and one game on the board.
import { effect, signal } from "@preact/signals";
import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import * as api from "../api";
import { useKeys } from "../keys";
import { moveSound } from "../sound";
import { counted, dateText, fail, href, resultText, route, say, visit } from "../state/app";
import { FIELDS } from "../state/fields";
import * as viewed from "../state/game";
import { imported, importing, summary, takeFiles } from "../state/intake";
import * as position from "../state/position";
import { note, noted } from "../state/storage";
import { BoardPane } from "./boardpane";
import { best, nth, Panel } from "./panel";
import { Trouble } from "./trouble";
import { Viewer } from "./viewer";
import { handlers, play as walk, Walk } from "./walk";

// Those that are seen at once.
const COMMON: readonly string[] = ["player", "as", "elo", "date", "result", "opening", "eco", "moves", "sort"];

const PAGE = 50;

// The search, as a reload finds it again.
interface Search {
  query: Record<string, string>; // as it is in the fields
  here: boolean; // only games with the position on the board
  asked: Record<string, string>; // what the page of games is of
  offset: number;
  fen: string; // of the board
}

// Those of the known fields that have a text, and one that can be chosen.
function texts(kept: unknown, more: readonly string[] = []): Record<string, string> {
  const possible = ([name, text]: [string, unknown]) => {
    const field = FIELDS.find((f) => f.name === name);
    return typeof text === "string" && (field ? field.options?.some(([value]) => value === text) ?? true : more.includes(name));
  };
  return Object.fromEntries(Object.entries(kept ?? {}).filter(possible));
}

const query = signal<Search["query"]>({});
const here = signal(false);
const asked = signal<Search["asked"]>({});
const page = signal<api.GamesPage | null>(null);
let offset = 0;
let among = 0; // how many games there were when the page was asked for
let typed: Pick<Search, "query" | "here"> | null = null; // and not asked yet

export function recall(): void {
  const kept = noted<Search>("search");
  query.value = texts(kept.query);
  here.value = kept.here === true;
  asked.value = texts(kept.asked, ["position"]);
  page.value = null;
  offset = Number.isSafeInteger(kept.offset) ? Math.max(0, kept.offset as number) : 0;
  typed = null;
}
recall();

const keep = () => note("search", { query: query.value, here: here.value, ...typed, asked: asked.value, offset: page.value?.offset ?? offset, fen: position.fen.value } satisfies Search);

// What the fields say now.
function fields(form: HTMLFormElement): Pick<Search, "query" | "here"> {
  const data = new FormData(form);
  return { query: texts(Object.fromEntries([...data].flatMap(([k, v]) => (String(v).trim() ? [[k, String(v).trim()]] : [])))), here: data.has("here") };
}

const asking = signal("");

export function Database() {
  const { query: link } = route.value;
  const id = link.get("game");
  const fen = link.get("fen");
  // before the first frame: a move on the board is of the link's position
  useLayoutEffect(() => {
    // a game that is still there keeps the lines one has added
    const refused = (error: unknown) => {
      fail(error);
      // back to the list, so that its link leads here again
      if (route.value.query.get("game") === id) visit("database");
    };
    if (id && viewed.game.value?.id !== Number(id)) api.gamePgn(Number(id)).then((pgn) => viewed.show(pgn, Number(id), fen), refused);
    else if (!id && fen) position.show(fen);
  }, [id, fen]);
  const game = viewed.game.value?.id === Number(id) ? viewed.game.value : null;
  useLayoutEffect(
    () =>
      effect(() => {
        if (!id || viewed.game.value?.id !== Number(id)) return;
        const at = viewed.at.value;
        position.follow({ fen: viewed.fenAt(at), from: viewed.fenAt(-1), moves: viewed.way(at) });
        viewed.keep();
      }),
    [id],
  );
  useLayoutEffect(() => effect(keep), []);
  useKeys(
    game
      ? { next: viewed.forward, back: viewed.backward, nextAlternative: () => viewed.variation(1), previousAlternative: () => viewed.variation(-1), first: viewed.toStart, last: viewed.toEnd, nth: (n) => along(nth(n)), best: () => along(best(nth(0))), escape: () => visit("database") }
      : handlers,
    [game !== null],
  );
  const play = game ? along : walk;
  const last = game ? viewed.move(viewed.at.value) : null;
  return (
    <div class="rep database">
      <BoardPane input="turn" onMove={(m) => play(m.uci)} marks={last ? { last: [last.uci.slice(0, 2), last.uci.slice(2, 4)] } : {}} />
      <div class="middle">
        {game ? <Viewer /> : <Search />}
      </div>
      <div class="side">
        {!game && (
          <p class="buttons">
            <Walk />
          </p>
        )}
        <Panel onPlay={play} />
        <Import />
      </div>
    </div>
  );
}

// A move in the game that is looked at.
function along(uci: string | undefined): void {
  const move = position.look.value.moves.find((m) => m.uci === uci);
  if (!move) return;
  moveSound(move);
  say(move.description);
  viewed.play(move.uci);
}

// --- searching -------------------------------------------------------------------

const NAMED = ["player", "white", "black"];

// What the fields say, as the server is asked: a name is taken as its beginning,
// unless it was chosen from the list.
function conditions(names: readonly string[]): Record<string, string> {
  const found = { ...query.value };
  for (const field of NAMED) {
    const name = found[field];
    if (name && !name.endsWith("*") && !names.includes(name)) found[field] = `${name}*`;
  }
  return { ...found, ...(here.value ? { position: position.fen.value } : {}) };
}

let stop = new AbortController();

async function search(from: number): Promise<void> {
  offset = from;
  among = api.server.value?.database?.games ?? 0;
  stop.abort();
  const { signal } = (stop = new AbortController());
  asking.value = "…";
  try {
    const found = await api.games({ ...asked.value, offset, limit: PAGE }, signal);
    // a page that was kept may be behind the end by now
    if (found.games.length === 0 && offset > 0) return await search(0);
    page.value = found;
    asking.value = "";
  } catch (error) {
    if (signal.aborted) return;
    asking.value = error instanceof Error ? error.message : String(error);
    page.value = null;
  }
}

effect(() => (asking.value === api.OFFLINE ? api.whenBack(() => void search(offset)) : undefined));

function Search() {
  const there = api.server.value?.database;
  const [names, setNames] = useState<string[]>([]);
  useEffect(() => {
    if (there && (!page.value || among !== there.games)) void search(offset);
  }, [there?.games]);
  useEffect(() => {
    // the panel answers for the same games
    const { sort: _, move: _m, moves: _p, position: _h, ...rest } = asked.value;
    position.filters.value = rest;
    return () => void (position.filters.value = {});
  }, [asked.value]);
  if (!there)
    return (
      <section>
        <h1>Database</h1>
        <p>There is no game database behind this page. Start one with</p>
        <pre>tabiya db import games.tdb games.pgn{"\n"}tabiya serve --db games.tdb</pre>
        <p>Repertoires, openings and the engine work without.</p>
      </section>
    );
  const suggest = (text: string) => {
    if (text.length > 1) api.players(text).then((players) => setNames(players.map((p) => p.name)), () => {});
  };
  const field = (f: (typeof FIELDS)[number]) => (
      <label key={f.name}>
        {f.label}
        {f.options ? (
          <select name={f.name} value={query.value[f.name] ?? ""}>
            {f.options.map(([v, t]) => (
              <option key={v} value={v}>
                {t}
              </option>
            ))}
          </select>
        ) : (
          <input
            name={f.name}
            defaultValue={query.value[f.name] ?? ""}
            placeholder={f.hint}
            autocomplete="off"
            {...(NAMED.includes(f.name) ? { list: "players", onInput: (e: Event) => suggest((e.currentTarget as HTMLInputElement).value) } : {})}
          />
        )}
      </label>
  );
  return (
    <section>
      <h1>
        Database <span class="quiet">{counted(there.games, "game")}</span>
      </h1>
      <form
        class="filters"
        onSubmit={(e) => {
          e.preventDefault();
          const now = fields(e.currentTarget);
          typed = null;
          query.value = now.query;
          here.value = now.here;
          asked.value = conditions(names);
          void search(0);
        }}
        onInput={(e) => {
          typed = fields(e.currentTarget);
          keep();
        }}
      >
        {FIELDS.filter((f) => COMMON.includes(f.name)).map(field)}
        <details class="more" open={FIELDS.some((f) => !COMMON.includes(f.name) && query.value[f.name])}>
          <summary>More conditions</summary>
          <div class="filters">{FIELDS.filter((f) => !COMMON.includes(f.name)).map(field)}</div>
        </details>
        <datalist id="players">
          {names.map((n) => (
            <option key={n} value={n} />
          ))}
        </datalist>
        <label class="switch">
          <input type="checkbox" name="here" checked={here.value} /> With the position on the board
        </label>
        <p class="buttons">
          <button class="primary">Search</button>
          <button type="reset" onClick={() => ((typed = null), (query.value = asked.value = {}), (here.value = false), void search(0))}>
            Clear
          </button>
          {page.value && page.value.total > 0 && (
            <a class="download" href={api.exportUrl(asked.value)} download="games.pgn">
              Export {page.value.total.toLocaleString("en")} as PGN
            </a>
          )}
        </p>
      </form>
      {asking.value && <p>{asking.value === "…" ? "…" : <Trouble text={asking.value} />}</p>}
      {page.value && <List page={page.value} />}
    </section>
  );
}

function List({ page }: { page: api.GamesPage }) {
  if (page.total === 0) return <p>{api.server.value?.database?.games ? "No game fits." : "The database is empty. Drop a PGN here, or add games by the button."}</p>;
  const extra: Record<string, string> = asked.value.position ? { fen: asked.value.position } : {};
  return (
    <>
      <div class="scroll">
        <table class="list">
          <thead>
            <tr>
              <th scope="col">White</th>
              <th scope="col">Black</th>
              <th scope="col">Result</th>
              <th scope="col">Date</th>
              <th scope="col" class="wide">ECO</th>
              <th scope="col" class="wide">Event</th>
              <th scope="col" class="n wide">Moves</th>
            </tr>
          </thead>
          <tbody>
            {page.games.map((g) => (
              <tr key={g.id}>
                <td>
                  <a href={href("database", { game: String(g.id), ...extra })}>{g.white ?? "?"}</a> <small>{g.white_elo ?? ""}</small>
                </td>
                <td>
                  {g.black ?? "?"} <small>{g.black_elo ?? ""}</small>
                </td>
                <td>{resultText(g.result)}</td>
                <td>{dateText(g.date ?? "")}</td>
                <td class="wide" title={g.opening ?? ""}>{g.eco}</td>
                <td class="wide event" title={g.event ?? ""}>{g.event}</td>
                <td class="n wide">{Math.ceil(g.plies / 2)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p class="buttons" role="navigation" aria-label="Pages">
        <button disabled={page.offset === 0} onClick={() => void search(Math.max(0, page.offset - PAGE))}>
          Previous
        </button>
        <span>
          {page.offset + 1}–{page.offset + page.games.length} of {page.total.toLocaleString("en")}
        </span>
        <button disabled={page.next === null} onClick={() => void search(page.next!)}>
          Next
        </button>
      </p>
    </>
  );
}

function Import() {
  if (!api.server.value?.database) return null;
  const now = importing.value;
  const done = imported.value;
  return (
    <section class="panel">
      <h2>Import</h2>
      {now ? (
        <>
          <progress aria-label="Import" max={1} value={now.share} /> {now.name}: {now.state}, {counted(now.games, "game")}
        </>
      ) : (
        <label class="dropzone">
          <input type="file" multiple onChange={(e) => void takeFiles([...(e.currentTarget.files ?? [])])} />
          <b>Add games</b>
          <span>PGN, plain or packed; or drop it here</span>
        </label>
      )}
      {done && (
        <div>
          <p>
            {done.name}: {summary(done.report)}
          </p>
          {done.report.first_errors.length > 0 && (
            <ul class="faults">
              {done.report.first_errors.map((e, i) => (
                <li key={i}>
                  {e.line}:{e.column} {e.message}
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </section>
  );
}
