// Analysis: any position or game on one screen: its moves with what is said of them, what
// is known of the position, and what can be done with all of it.
import { effect } from "@preact/signals";
import { useEffect, useLayoutEffect } from "preact/hooks";
import * as api from "../api";
import { core } from "../core";
import { useKeys } from "../keys";
import { moveSound } from "../sound";
import { dateText, fail, heading, href, route, say, settings, visit } from "../state/app";
import * as analysis from "../state/analysis";
import { threat } from "../state/engine";
import { parse } from "../state/first";
import * as viewed from "../state/game";
import * as position from "../state/position";
import { visited } from "../state/recent";
import { narrow, wide } from "../state/room";
import { BoardPane } from "./boardpane";
import { EngineFoot } from "./enginefoot";
import { best, nth } from "./explorer";
import { GameActions } from "./gameactions";
import { GameInfo } from "./gameinfo";
import { Judged, Mistakes } from "./judged";
import { Panel } from "./panel";
import { Setup, work } from "./setup";
import { TabBody, Tabs, type Tab } from "./tabs";
import { Undo } from "./undo";
import { Curves, MoveBar, MoveTree, players, write } from "./viewer";
import { t } from "../texts";

const WALK = {
  first: viewed.toStart,
  back: viewed.backward,
  next: viewed.forward,
  last: viewed.toEnd,
};

// What is taken back ends what goes on.
const undo = () => (analysis.cancel(), viewed.undo(), named());
const redo = () => (analysis.cancel(), viewed.redo(), named());

export function Analysis() {
  const { query } = route.value;
  const id = query.get("game");
  useLayoutEffect(arrive, [query.toString()]);
  useLayoutEffect(() => effect(follow), []);
  useLayoutEffect(() => effect(viewed.keepText), []);
  useLayoutEffect(() => effect(name), []);
  useLayoutEffect(() => () => void (threat.value = false), []);
  const it = viewed.game.value;
  const ready = it !== null && !it.preview && (!id || it.id === api.gameId(id));
  // before the frame that has the button: recalled later, it would cancel what that began
  useLayoutEffect(() => {
    if (ready) analysis.recall();
  }, [ready, it?.doc, viewed.main.value]);
  useEffect(remembered, [ready && it?.id]);
  const setting = work.value !== null;
  useKeys(ready && !setting ? KEYS : {}, [ready, setting]);
  if (setting) return <Setup />;
  if (!ready)
    return (
      <div class="rep analysis">
        <BoardPane input={null} onMove={() => {}} walk={null} onDraw={viewed.draw} />
        <p class="quiet">…</p>
      </div>
    );
  return <Screen />;
}

function Screen() {
  // a question about the game: what the engine or the moves say would be the answer
  const question = viewed.asking.value;
  const exercising = viewed.exercising.value;
  const last = viewed.move(viewed.at.value)?.uci;
  const wrong = analysis.mistakes.value.length;
  const moves: Tab = { id: "moves", title: t("Moves"), body: MovesBody };
  const mistakes: Tab = { id: "mistakes", title: t("Mistakes {n}", { n: wrong }), body: () => <div><Mistakes /></div> };
  const info: Tab = { id: "info", title: t("Info"), body: GameInfo };
  const game = exercising ? [mistakes] : [moves, ...(wrong > 0 ? [mistakes] : []), info];
  const tools: Tab = {
    id: "tools", title: t("Tools"),
    body: () => (
      <div>
        {narrow.value && <Curves />}
        <Judged />
        <GameActions />
      </div>
    ),
  };
  return (
    <div class="rep analysis">
      <BoardPane
        input="turn"
        onMove={(m) => play(m.uci)}
        onDraw={viewed.draw}
        marks={question ? { ring: question.ring } : { last: last ? [last.slice(0, 2), last.slice(2, 4)] : [], shapes: viewed.shapes.value }}
        secret={question !== null}
        walk={WALK}
        players={players()}
        tools={<Undo can={[viewed.canUndo.value, viewed.canRedo.value]} undo={undo} redo={redo} />}
        line={<Curves />}
      />
      {wide.value ? (
        <>
          <section class="panel card tall" aria-label={t("Moves")}>
            <h2 class="hidden">{t("Moves")}</h2>
            <Tabs card="game" tabs={game} label={t("Game")} />
            <TabBody card="game" tabs={game} />
            {!exercising && <MoveBar />}
            {!question && <EngineFoot onPlay={play} threats />}
          </section>
          <div class="side tall">
            {!question && <Panel card="beside" onPlay={play} engine={false} />}
            <Judged />
            <GameActions />
          </div>
        </>
      ) : (
        <Panel
          card="analysis"
          onPlay={play}
          before={exercising ? game : [...game, tools]}
          engine={!question}
          threats
          gamesTitle={t("Position")}
        />
      )}
    </div>
  );
}

function MovesBody() {
  return (
    <div class="movesbody">
      <MoveTree />
      {!wide.value && <MoveBar />}
    </div>
  );
}

const KEYS = {
  ...WALK,
  nextAlternative: () => viewed.variation(1),
  previousAlternative: () => viewed.variation(-1),
  nth: (n: number) => play(nth(n)),
  best: () => play(best(nth(0))),
  undo,
  redo,
  comment: () => write(viewed.at.value),
  promote: viewed.promote,
  demote: viewed.demote,
  remove: () => viewed.remove(viewed.at.value),
  // back to the list that the game comes from
  escape: () => (route.value.query.has("game") ? visit("database") : (document.activeElement as HTMLElement | null)?.blur()),
  threat: () => (settings.value.engine ? void (threat.value = !threat.value) : false),
} as const;

// A move on the board, from a list or by a key.
function play(uci: string | undefined): void {
  const move = position.look.value.moves.find((m) => m.uci === uci);
  if (!move) return;
  moveSound(move);
  say(move.description);
  viewed.play(move.uci);
}

// --- what is looked at -------------------------------------------------------------

// The game of a link, its position, or what was on the board.
function arrive(): void {
  const { query } = route.value;
  const id = query.get("game");
  const fen = query.get("fen");
  try {
    if (id) {
      if (viewed.resume(api.gameId(id), fen)) return;
      // back to the list, so that its link leads here again
      const refused = (error: unknown) => {
        fail(error);
        if (route.value.query.get("game") === id) visit("database");
      };
      api.gamePgn(api.gameId(id)).then((pgn) => viewed.take(pgn, api.gameId(id), fen), refused);
      position.side.value = "w";
    } else if (fen) {
      const from = query.get("from") ?? fen;
      const moves = query.get("moves")?.split(" ").filter(Boolean) ?? [];
      viewed.resume(null, null);
      viewed.begin(core().look(from).fen, moves);
      // a reload must not bring the link again, over what was changed since
      replaceRoute({});
    } else if (!viewed.resume(null, null)) viewed.begin();
  } catch (error) {
    fail(error);
    if (!viewed.game.value) viewed.begin();
    replaceRoute({});
  }
}

function replaceRoute(query: Record<string, string>): void {
  history.replaceState(null, "", href("analysis", query));
  route.value = parse(location.hash);
}

// The link follows the game that undo has brought back.
function named(): void {
  const { id, link } = viewed.game.value!;
  const now = id === null ? {} : { game: String(id), ...(link ? { fen: link } : {}) };
  if (href("analysis", now) !== location.hash) replaceRoute(now);
}

function follow(): void {
  if (!viewed.game.value || viewed.game.value.preview) return;
  const at = viewed.at.value;
  position.follow({ fen: viewed.fenAt(at), from: viewed.fenAt(-1), moves: viewed.way(at) });
  viewed.keepPlace();
}

// What the bar above says: who plays, where and when, and whether it is saved.
function name(): void {
  const it = viewed.game.value;
  const known = (text: string) => (/^\?/.test(text) ? "" : text);
  const players = ["White", "Black"].map((tag) => known(viewed.tag(tag))).filter(Boolean);
  const facts = [viewed.tag("Event"), viewed.tag("Site"), dateText(viewed.tag("Date"))].map(known);
  const state = it?.changed ? t("not saved") : "";
  heading.value = {
    title: players.length > 0 ? players.join(" – ") : t("Analysis"),
    more: [...facts, state].filter(Boolean).join(" · "),
  };
}

// A game of the database is among those that Home lists.
function remembered(): void {
  const it = viewed.game.value;
  if (!it || it.id === null || route.value.query.get("game") !== String(it.id)) return;
  const names = `${viewed.tag("White") || "?"} – ${viewed.tag("Black") || "?"}`;
  const year = viewed.tag("Date").slice(0, 4);
  const title = /^\d+$/.test(year) ? `${names}, ${year}` : names;
  const fen = viewed.fenAt(viewed.main.value.at(-1) ?? -1);
  visited({ kind: "game", title, link: `#/analysis?game=${it.id}`, fen });
}
