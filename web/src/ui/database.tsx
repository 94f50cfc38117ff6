// Games: conditions, the games that fit them, and one of them on the board beside the list.
import { effect } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import * as api from "../api";
import { useKeys } from "../keys";
import { moveSound } from "../sound";
import { route, say, visit } from "../state/app";
import * as found from "../state/found";
import * as viewed from "../state/game";
import * as position from "../state/position";
import { narrow } from "../state/room";
import { BoardPane } from "./boardpane";
import { Conditions } from "./conditions";
import { best, nth } from "./explorer";
import { GameList } from "./gamelist";
import { Panel } from "./panel";
import { gameLink, Preview } from "./preview";
import { Summary } from "./summary";
import { choose, type Tab } from "./tabs";
import { Trouble } from "./trouble";
import { players } from "./viewer";
import { handlers, play as walk, WALK } from "./walk";
import { WayLine } from "./wayline";
import { t } from "../texts";

export function Database() {
  const fen = route.value.query.get("fen");
  useLayoutEffect(() => void (position.side.value = "w"), []);
  // before the first frame: a move on the board is of the link's position
  useLayoutEffect(() => {
    if (fen) {
      found.chosen.value = 0;
      position.show(fen);
    }
    if (found.chosen.value && viewed.game.value?.id !== found.chosen.value)
      void found.choose(found.chosen.value, undefined, true);
  }, [fen]);
  // the last one stays until the next is there
  const there = found.chosen.value && viewed.game.value?.id === found.chosen.value;
  const game = there ? viewed.game.value : null;
  useLayoutEffect(
    () =>
      effect(() => {
        if (!game || viewed.game.value?.id !== game.id) return;
        const at = viewed.at.value;
        position.follow({ fen: viewed.fenAt(at), from: viewed.fenAt(-1), moves: viewed.way(at) });
        viewed.keep();
      }),
    [game?.id],
  );
  useLayoutEffect(() => effect(found.keep), []);
  useEffect(() => {
    if (!found.page.value) return undefined;
    // the table answers for the games that were found
    const { sort: _, move: _m, moves: _p, position: _h, ...rest } = found.asked.value;
    position.filters.value = rest;
    return () => void (position.filters.value = {});
  }, [found.page.value]);
  const inGame = { ...GAME, nth: (n: number) => along(nth(n)), best: () => along(best(nth(0))) };
  useKeys(
    {
      ...(game ? inGame : handlers),
      nextAlternative: () => found.step(1),
      previousAlternative: () => found.step(-1),
      open: () => (found.chosen.value ? visit("database", gameLink(found.chosen.value)) : false),
    },
    [game !== null],
  );
  const play = game ? along : walk;
  const last = game ? viewed.move(viewed.at.value) : null;
  const board = (
    <BoardPane
      input="turn"
      onMove={(m) => play(m.uci)}
      marks={last ? { last: [last.uci.slice(0, 2), last.uci.slice(2, 4)] } : {}}
      walk={game ? GAME : WALK}
      {...(game ? { players: players() } : {})}
      line={null}
    />
  );
  const moves: Tab = { id: "moves", title: t("Moves"), body: () => <Preview /> };
  if (!narrow.value)
    return (
      <div class="rep database browse">
        <Search />
        {board}
        <Panel card="search" bare onPlay={play} before={game ? [moves] : []} filters={false} engine={false} gamesTitle={t("Position")} />
      </div>
    );
  const line: Tab = { id: "line", title: t("Line"), body: WayLine };
  const list: Tab = { id: "list", title: t("List"), flush: true, body: () => <Search /> };
  return (
    <div class="rep database">
      {board}
      <Panel
        card="search"
        onPlay={play}
        before={[list, ...(game ? [moves] : [])]}
        after={game ? [] : [line]}
        filters={false}
        gamesTitle={t("Position")}
      />
    </div>
  );
}

const GAME = {
  first: viewed.toStart,
  back: viewed.backward,
  next: viewed.forward,
  last: viewed.toEnd,
};

// A move in the game that is looked at.
function along(uci: string | undefined): void {
  const move = position.look.value.moves.find((m) => m.uci === uci);
  if (!move) return;
  moveSound(move);
  say(move.description);
  viewed.play(move.uci);
}

// A player that a link names is searched for, once.
function fromLink(): void {
  const player = route.value.query.get("player");
  if (!player) return;
  history.replaceState(null, "", "#/database");
  choose("search", "list");
  found.searchFor({ player });
}

let left = 0; // where the list stood

// On a desk three cards, on a phone one after the other in the tab of the list.
function Search() {
  const there = api.server.value?.database;
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(fromLink, [route.value.query.get("player")]);
  // the list is where it was left
  useLayoutEffect(() => {
    const body = box.current?.closest(".body");
    if (body) body.scrollTop = left;
    return () => void (left = body?.scrollTop ?? 0);
  }, [there !== undefined]);
  useEffect(() => {
    if (there) found.refresh(there.games);
  }, [there?.games]);
  const card = narrow.value ? "" : "card";
  if (!there && api.away.value)
    return (
      <div class={`pad ${card}`}>
        <p><Trouble text={api.OFFLINE} /></p>
        <p>
          {t("Its games wait for it, and what asks them: the lists, gaps, your own games.")}{" "}
          {t("Repertoires, openings and the engine work without.")}
        </p>
      </div>
    );
  if (!there)
    return (
      <div class={`pad ${card}`}>
        <p>{t("There is no game database behind this page. Start one with")}</p>
        <pre>{"tabiya db import games.tdb games.pgn\ntabiya serve --db games.tdb"}</pre>
        <p>{t("Repertoires, openings and the engine work without.")}</p>
      </div>
    );
  const { searched, asking, page } = found;
  const trouble = asking.value !== "" && asking.value !== "…";
  const list = (
    <div ref={box}>
      {trouble && (
        <p class="pad">
          <Trouble text={asking.value} />
        </p>
      )}
      {searched.value !== null && (
        <p class="pad buttons" role="status">
          <progress aria-label={t("Search")} max={1} value={searched.value} />{" "}
          {t("{n} % of the games", { n: Math.round(100 * searched.value) })}
          <button onClick={found.cancel}>{t("Cancel")}</button>
        </p>
      )}
      {page.value && <GameList page={page.value} />}
    </div>
  );
  if (narrow.value)
    return (
      <>
        <Conditions />
        {page.value && page.value.total > 0 && <Summary />}
        {list}
      </>
    );
  return (
    <div class="search">
      <div class="card conditions">
        <Conditions />
      </div>
      {(page.value ? page.value.total > 0 : !trouble) && (
        <div class="card">{page.value ? <Summary /> : <div class="found" />}</div>
      )}
      <section class="panel card" aria-label={t("List")}>
        <div class="body">{list}</div>
      </section>
    </div>
  );
}
